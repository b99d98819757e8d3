//! How errors are reported: the HTTP status and the log level of each code, and nothing about an
//! internal error to the client.

use std::fmt::Display;

use axum::http::StatusCode;
use willow_protocol::{ErrorCode, ErrorDetail};

use crate::domain::Refusal;
use crate::store::StoreError;

/// Returns the HTTP status of an error. Only this function maps errors to statuses.
pub(crate) const fn status_of(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::NotIn | ErrorCode::Denied => StatusCode::UNAUTHORIZED,
        ErrorCode::Forbidden => StatusCode::FORBIDDEN,
        ErrorCode::NoSuchGame | ErrorCode::NoSuchUser => StatusCode::NOT_FOUND,
        ErrorCode::Limit => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        ErrorCode::NotNow | ErrorCode::NotYourTurn | ErrorCode::WrongPly | ErrorCode::IdReused => {
            StatusCode::CONFLICT
        }
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
