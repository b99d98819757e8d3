//! What requests give to handlers, and what these answer.

use std::fmt::Display;
use std::str::FromStr;

use axum::extract::{FromRequest, FromRequestParts, Path, Query as UrlQuery, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use tokio::time::timeout;
use willow_protocol::{ErrorDetail, Event, Notice, json, strip_controls};

use super::HttpState;
use crate::domain::{Query, Refusal};
use crate::error_report::status_of;

/// What a handler answers.
pub(super) type Answer = Result<Response, Refusal>;

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        event_response(&self.into_event("http"))
    }
}

/// Answers a query from the store.
pub(super) async fn answer(state: &HttpState, query: Query) -> Answer {
    Ok(event_response(&found(state, query).await?))
}

/// Returns the answer of the store to a query, as an anonymous visitor may see it.
pub(super) async fn found(state: &HttpState, query: Query) -> Result<Event, Refusal> {
    let _permit = state.query_permits.acquire()?;
    Ok(state.store.answer(&query, None).await?)
}

/// Returns an event as JSON, with the status of its error if it is one.
pub(super) fn event_response(event: &Event) -> Response {
    json_response(event, json::write_event(event))
}

/// Returns a notice as JSON, with the status of its error if it is one.
pub(super) fn notice_response(notice: &Notice) -> Response {
    json_response(&notice.event, json::write_notice(notice))
}

fn json_response(event: &Event, body: String) -> Response {
    (status_of(event), [(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// The parameters in the query string.
pub(super) struct Parameters<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Parameters<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Parameters<T>, Refusal> {
        UrlQuery::try_from_uri(&parts.uri).map(|UrlQuery(it)| Parameters(it)).map_err(|rejection| {
            Refusal::new(ErrorDetail::InvalidArgument, strip_controls(&rejection.body_text()))
        })
    }
}

/// The only value in a path, such as a name.
pub(super) struct PathValue<T>(pub(super) T);

impl<S: Send + Sync, T: FromStr<Err: Display>> FromRequestParts<S> for PathValue<T> {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<PathValue<T>, Response> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        let Path(text) = path.map_err(IntoResponse::into_response)?;
        text.parse().map(PathValue).map_err(|error| {
            let message = format!("the path is invalid: {error}");
            Refusal::new(ErrorDetail::InvalidArgument, message).into_response()
        })
    }
}

/// A body of text that has arrived in time.
pub(super) struct TextBody(pub(super) String);

impl FromRequest<HttpState> for TextBody {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &HttpState) -> Result<TextBody, Refusal> {
        let limit = state.context.limits.request_timeout();
        match timeout(limit, String::from_request(request, state)).await {
            Ok(Ok(body)) => Ok(TextBody(body)),
            Ok(Err(rejection)) => {
                let is_too_long = rejection.status() == StatusCode::PAYLOAD_TOO_LARGE;
                let detail =
                    if is_too_long { ErrorDetail::BodyTooLong } else { ErrorDetail::InvalidBody };
                Err(Refusal::new(detail, rejection.body_text()))
            }
            Err(_) => Err(Refusal::new(ErrorDetail::BodyTooSlow, "the body came too slowly")),
        }
    }
}

/// A body of JSON that has arrived in time.
pub(super) struct JsonBody<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<HttpState> for JsonBody<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &HttpState) -> Result<JsonBody<T>, Refusal> {
        let TextBody(text) = TextBody::from_request(request, state).await?;
        serde_json::from_str(&text).map(JsonBody).map_err(|error| {
            let message = format!("the body is not the JSON that this path takes: {error}");
            invalid_body(&strip_controls(&message))
        })
    }
}

/// Returns the refusal of a body that cannot be used.
pub(super) fn invalid_body(message: &str) -> Refusal {
    Refusal::new(ErrorDetail::InvalidBody, message)
}
