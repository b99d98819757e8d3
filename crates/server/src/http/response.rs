//! Errors as responses, and values in paths.

use std::fmt::Display;
use std::str::FromStr;

use axum::extract::rejection::{QueryRejection, StringRejection};
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use willow_protocol::{ErrorDetail, Event, GameId, json, strip_controls};

use crate::domain::Refusal;
use crate::error_report;

/// Returns a refusal as an error of the protocol.
pub(super) fn refused(refusal: Refusal) -> Response {
    event_response(&refusal.into_event("http"))
}

/// Returns an event as JSON, with the status of its error if it is one.
pub(super) fn event_response(event: &Event) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (status_of(event), kind, json::write_event(event)).into_response()
}

/// Returns the error of an invalid query string.
pub(super) fn bad_query(rejection: &QueryRejection) -> Response {
    refused(Refusal::new(ErrorDetail::InvalidArgument, strip_controls(&rejection.body_text())))
}

/// Returns the error of a body that is too long or not text.
pub(super) fn bad_body(rejection: &StringRejection) -> Response {
    let status = rejection.status();
    let is_too_long = status == StatusCode::PAYLOAD_TOO_LARGE;
    let detail = if is_too_long { ErrorDetail::BodyTooLong } else { ErrorDetail::InvalidBody };
    (status, refused(Refusal::new(detail, rejection.body_text()))).into_response()
}

/// Returns the status of an answer.
pub(super) const fn status_of(event: &Event) -> StatusCode {
    match event {
        Event::Error { code, .. } => error_report::status_of(*code),
        _ => StatusCode::OK,
    }
}

/// The only value in a path, such as a name.
pub(super) struct PathValue<T>(pub(super) T);

impl<S: Send + Sync, T: FromStr<Err: Display>> FromRequestParts<S> for PathValue<T> {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<PathValue<T>, Response> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        let Path(text) = path.map_err(IntoResponse::into_response)?;
        let invalid = |error| refused(Refusal::new(ErrorDetail::InvalidArgument, error));
        text.parse().map(PathValue).map_err(invalid)
    }
}

/// The number of a game in a path.
pub(super) struct GameNumber(pub(super) GameId);

impl<S: Send + Sync> FromRequestParts<S> for GameNumber {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<GameNumber, Response> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        let Path(text) = path.map_err(IntoResponse::into_response)?;
        let invalid =
            |_| refused(Refusal::new(ErrorDetail::InvalidArgument, "GAME must be a number"));
        text.parse().map(GameNumber).map_err(invalid)
    }
}
