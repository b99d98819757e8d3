//! How errors are reported: the HTTP status and the log level of each code, and nothing about an
//! internal error to the client.

use std::fmt::Display;

use axum::http::StatusCode;
use tracing::Level;
use willow_protocol::{ErrorCode, ErrorDetail};

use crate::domain::Refusal;

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

/// Returns the level at which an error is logged. Only this function maps errors to levels: the
/// operator must look at a failure of the server, but not at a mistake of a client.
pub(crate) const fn log_level_of(code: ErrorCode) -> Level {
    match code {
        ErrorCode::Internal => Level::ERROR,
        _ => Level::DEBUG,
    }
}

/// Logs an internal error and returns its refusal: the details go to the log, not to the client.
/// `activity` says what failed.
pub(crate) fn internal_error(activity: &str, error: &dyn Display) -> Refusal {
    let refusal = Refusal::new(ErrorDetail::InternalError, "internal error; try again");
    log(refusal.code(), activity, error);
    refusal
}

/// Logs an error at the level of its code.
fn log(code: ErrorCode, activity: &str, error: &dyn Display) {
    if log_level_of(code) == Level::ERROR {
        tracing::error!(%error, "{activity} failed");
    } else {
        tracing::debug!(%error, "{activity} failed");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_of_the_server_and_only_they_are_logged_as_errors() {
        let codes = [
            ErrorCode::Syntax,
            ErrorCode::UnknownCommand,
            ErrorCode::Version,
            ErrorCode::NotIn,
            ErrorCode::AlreadyIn,
            ErrorCode::Denied,
            ErrorCode::NameTaken,
            ErrorCode::NoSuchUser,
            ErrorCode::NoSuchGame,
            ErrorCode::IdReused,
            ErrorCode::Illegal,
            ErrorCode::NotYourTurn,
            ErrorCode::WrongPly,
            ErrorCode::NotNow,
            ErrorCode::Forbidden,
            ErrorCode::Limit,
            ErrorCode::Internal,
        ];
        for code in codes {
            let is_failure = status_of(code).is_server_error();
            assert_eq!(log_level_of(code) == Level::ERROR, is_failure, "{code}");
            assert_eq!(status_of(code).is_client_error(), !is_failure, "{code}");
        }
    }

    #[test]
    fn the_client_learns_nothing_about_an_internal_error() {
        let refusal = internal_error("a query", &"disk /dev/sda1 is full");
        assert_eq!(refusal.code(), ErrorCode::Internal);
        assert!(!refusal.message.contains("disk"), "{}", refusal.message);
    }
}
