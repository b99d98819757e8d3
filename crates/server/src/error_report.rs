//! How errors are reported: the HTTP status and the log level of each code, and nothing about an
//! internal error to the client.

use std::fmt::Display;

use axum::http::StatusCode;
use willow_protocol::{ErrorCode, ErrorDetail, Event};

use crate::domain::Refusal;
use crate::store::{QueryError, StoreError};

/// Returns the HTTP status of an answer. Only this function maps errors to statuses.
pub(crate) const fn status_of(event: &Event) -> StatusCode {
    let Event::Error { code, detail, .. } = event else { return StatusCode::OK };
    match (detail, code) {
        (Some(ErrorDetail::BodyTooLong), _) => StatusCode::PAYLOAD_TOO_LARGE,
        (Some(ErrorDetail::BodyTooSlow), _) => StatusCode::REQUEST_TIMEOUT,
        (Some(ErrorDetail::UnknownPath), _) => StatusCode::NOT_FOUND,
        (Some(ErrorDetail::ServerBusy | ErrorDetail::ReadOnly), _) => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        (_, ErrorCode::NotIn | ErrorCode::Denied) => StatusCode::UNAUTHORIZED,
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

/// Logs a failure of the server, and returns what the client is told.
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
