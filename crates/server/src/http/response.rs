//! Extractors for requests, and conversions of answers into responses.

use std::fmt::Display;
use std::str::FromStr;

use axum::extract::{FromRequest, FromRequestParts, Path, Query as UrlQuery, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use thiserror::Error;
use tokio::time::timeout;
use willow_protocol::{ErrorDetail, Event, Notice, json};

use super::HttpState;
use crate::domain::Refusal;
use crate::error_report;

pub(super) type Answer = Result<Response, Refusal>;

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        event_response(&self.into_event("http"))
    }
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
    let wait = match event {
        Event::Error { retry_after, .. } => *retry_after,
        _ => None,
    };
    let wait = wait.map(|seconds| [(header::RETRY_AFTER, seconds.to_string())]);
    (error_report::report(event), [(header::CONTENT_TYPE, "application/json")], wait, body)
        .into_response()
}

/// The parameters in the query string.
pub(super) struct Parameters<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Parameters<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Parameters<T>, Refusal> {
        read_query(&parts.uri).map(Parameters).map_err(|reason| {
            let name = invalid_parameter::<T>(&parts.uri, &reason);
            let reason = reason.to_string();
            let named = name.as_ref().and_then(|name| {
                Some(format!("`{name}`: {}", reason.strip_prefix(&format!("{name}: "))?))
            });
            let message = json::in_words_of_json(&named.unwrap_or(reason));
            let refusal = Refusal::new(ErrorDetail::InvalidArgument, message);
            match name {
                Some(name) => refusal.about(name),
                None => refusal,
            }
        })
    }
}

/// The query of an address does not fit its route.
#[derive(Debug, PartialEq, Eq, Error)]
#[error("{0}")]
struct InvalidQueryError(String);

fn read_query<T: DeserializeOwned>(uri: &Uri) -> Result<T, InvalidQueryError> {
    UrlQuery::try_from_uri(uri).map(|UrlQuery(it)| it).map_err(|rejection| {
        let reason = rejection.body_text();
        let prefix = "Failed to deserialize query string: ";
        InvalidQueryError(reason.strip_prefix(prefix).unwrap_or(&reason).to_owned())
    })
}

/// No route has so many parameters. Each is tried alone, which must not take long.
const MAX_PARAMETERS: usize = 30;

/// Returns the first parameter without which a query is read, or refused for another reason.
fn invalid_parameter<T: DeserializeOwned>(uri: &Uri, reason: &InvalidQueryError) -> Option<String> {
    let pairs: Vec<&str> = uri.query().unwrap_or_default().split('&').collect();
    let is_culprit = |index: &usize| {
        let others = pairs.iter().enumerate().filter(|(other, _)| other != index);
        let others = others.map(|(_, pair)| *pair).collect::<Vec<&str>>().join("&");
        let uri = format!("/?{others}").parse::<Uri>();
        uri.is_ok_and(|uri| read_query::<T>(&uri).err().as_ref() != Some(reason))
    };
    let found = (0..pairs.len()).filter(|_| pairs.len() <= MAX_PARAMETERS).find(is_culprit)?;
    pairs[found].split('=').next().map(ToOwned::to_owned)
}

/// The only value in a path, such as a name.
pub(super) struct PathValue<T>(pub(super) T);

impl<S: Send + Sync, T: FromStr<Err: Display>> FromRequestParts<S> for PathValue<T> {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<PathValue<T>, Response> {
        let path = Path::<[(String, String); 1]>::from_request_parts(parts, state).await;
        let Path([(name, text)]) = path.map_err(IntoResponse::into_response)?;
        text.parse().map(PathValue).map_err(|error: T::Err| {
            let error = json::in_words_of_json(&error.to_string());
            let message = format!("the path is invalid: `{name}`: {error}");
            Refusal::new(ErrorDetail::InvalidArgument, message).about(name).into_response()
        })
    }
}

/// Reads a body of text, which must arrive in time.
pub(super) async fn text_body(state: &HttpState, request: Request) -> Result<String, Refusal> {
    let limit = state.context.limits.request_timeout();
    match timeout(limit, String::from_request(request, state)).await {
        Ok(Ok(body)) => Ok(body),
        Ok(Err(rejection)) => {
            let is_too_long = rejection.status() == StatusCode::PAYLOAD_TOO_LARGE;
            let detail =
                if is_too_long { ErrorDetail::BodyTooLong } else { ErrorDetail::InvalidBody };
            Err(Refusal::new(detail, rejection.body_text()))
        }
        Err(_) => Err(Refusal::new(ErrorDetail::BodyTooSlow, "the body came too slowly")),
    }
}

/// Reads a body of JSON, which must arrive in time.
pub(super) async fn json_body<T: DeserializeOwned>(
    state: &HttpState,
    request: Request,
) -> Result<T, Refusal> {
    let text = text_body(state, request).await?;
    serde_json::from_str(&text).map_err(|error| {
        let error = json::in_words_of_json(&error.to_string());
        invalid_body(&format!("the body is not the JSON that this path takes: {error}"))
    })
}

/// Returns the refusal of a body that cannot be used.
pub(super) fn invalid_body(message: &str) -> Refusal {
    Refusal::new(ErrorDetail::InvalidBody, message)
}
