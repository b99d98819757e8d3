//! How errors are reported: the HTTP status of each code and the log level, and nothing about an internal error to
//! the client. Failures of the server are logged as errors, with their causes; refused requests are logged at debug
//! level.

use std::fmt::Display;

use axum::http::StatusCode;
use willow_protocol::{ErrorCode, ErrorDetail, Event};

use crate::domain::Refusal;
use crate::store::{QueryError, StoreError};

/// Logs the refusal of a request, if the answer is one, and returns its HTTP status.
pub(crate) fn report(answer: &Event) -> StatusCode {
    let Event::Error { code, detail, .. } = answer else { return StatusCode::OK };
    let status = status_of(*code, *detail);
    tracing::debug!(status = status.as_u16(), ?code, ?detail, "a request was refused");
    status
}

/// Returns the HTTP status of an error. Only this function maps errors to statuses.
const fn status_of(code: ErrorCode, detail: Option<ErrorDetail>) -> StatusCode {
    match (detail, code) {
        (Some(ErrorDetail::BodyTooLong), _) => StatusCode::PAYLOAD_TOO_LARGE,
        (Some(ErrorDetail::BodyTooSlow), _) => StatusCode::REQUEST_TIMEOUT,
        (Some(ErrorDetail::UnknownPath), _) => StatusCode::NOT_FOUND,
        (Some(ErrorDetail::WrongMethod), _) => StatusCode::METHOD_NOT_ALLOWED,
        (
            Some(ErrorDetail::ServerBusy | ErrorDetail::ReadOnly | ErrorDetail::TooManyConnections),
            _,
        ) => StatusCode::SERVICE_UNAVAILABLE,
        (_, ErrorCode::NotLoggedIn | ErrorCode::Denied) => StatusCode::UNAUTHORIZED,
        (_, ErrorCode::Forbidden) => StatusCode::FORBIDDEN,
        (_, ErrorCode::NoSuchGame | ErrorCode::NoSuchUser) => StatusCode::NOT_FOUND,
        (_, ErrorCode::Limit) => StatusCode::TOO_MANY_REQUESTS,
        (_, ErrorCode::Internal) => StatusCode::INTERNAL_SERVER_ERROR,
        (
            _,
            ErrorCode::NotNow | ErrorCode::NotYourTurn | ErrorCode::WrongPly | ErrorCode::IdReused,
        ) => StatusCode::CONFLICT,
        _ => StatusCode::BAD_REQUEST,
    }
}

/// Logs a failure of the server, and returns the refusal for the client.
pub(crate) fn internal_error(activity: &str, error: &dyn Display) -> Refusal {
    tracing::error!(%error, "{activity} failed");
    Refusal::new(ErrorDetail::InternalError, "internal error; try again")
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        internal_error("a query to the store", &error)
    }
}

impl From<QueryError> for Refusal {
    fn from(error: QueryError) -> Refusal {
        match error {
            QueryError::Refused(refusal) => refusal,
            QueryError::Failed(error) => error.into(),
        }
    }
}
