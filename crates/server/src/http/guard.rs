//! What every request passes: limits on the way in, headers on the way out.

use std::time::Duration;

use axum::extract::rejection::{QueryRejection, StringRejection};
use axum::extract::{FromRequestParts, Path, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use tokio::time::timeout;
use willow_protocol::{ErrorCode, Event, GameId, strip_controls};

use super::Web;
use super::address::{ClientAddress, Peer};
use crate::core::Refusal;

/// What browsers may do with an answer: nothing but show it.
const POLICY: &str = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; \
    form-action 'none'; sandbox";

/// Counts a request like a command of its address, and does not wait for ever for its answer.
pub(super) async fn count(
    State(web): State<Web>,
    Extension(peer): Extension<Peer>,
    mut request: Request,
    next: Next,
) -> Response {
    web.shared.metrics.request();
    let address = ClientAddress::of(peer.address, request.headers(), &web.trusted_proxies);
    if !web.shared.gauge.allows_command(None, address.0) {
        web.shared.metrics.refused();
        return too_many();
    }
    request.extensions_mut().insert(address);
    in_time(web.shared.limits.answer_time(), next.run(request)).await
}

/// Gives an answer up that does not begin in time.
async fn in_time(limit: Duration, answer: impl Future<Output = Response>) -> Response {
    timeout(limit, answer).await.unwrap_or_else(|_| {
        let refusal = Refusal::new(ErrorCode::Internal, "the server is too busy; try again");
        (StatusCode::SERVICE_UNAVAILABLE, refused(refusal)).into_response()
    })
}

fn too_many() -> Response {
    let mut response = refused(Refusal::new(ErrorCode::Limit, "too many requests; wait a little"));
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    response
}

/// Words a refusal as the protocol does.
pub(super) fn refused(refusal: Refusal) -> Response {
    let event = refusal.into_event("http");
    (status_of(&event), Json(event)).into_response()
}

/// Words that the part of a URL after the question mark makes no sense.
pub(super) fn bad_query(rejection: &QueryRejection) -> Response {
    refused(Refusal::new(ErrorCode::Syntax, strip_controls(&rejection.body_text())))
}

/// Words that a body is too long or no text.
pub(super) fn bad_body(rejection: &StringRejection) -> Response {
    let status = rejection.status();
    let is_too_long = status == StatusCode::PAYLOAD_TOO_LARGE;
    let code = if is_too_long { ErrorCode::Limit } else { ErrorCode::Syntax };
    (status, refused(Refusal::new(code, rejection.body_text()))).into_response()
}

/// The number of a game in a path.
pub(super) struct GameNumber(pub(super) GameId);

impl<S: Send + Sync> FromRequestParts<S> for GameNumber {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<GameNumber, Response> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        let Path(text) = path.map_err(IntoResponse::into_response)?;
        let no_number = |_| refused(Refusal::new(ErrorCode::Syntax, "a game has a number"));
        text.parse().map(|number| GameNumber(GameId(number))).map_err(no_number)
    }
}

/// Returns the status of an answer: the one place where an error becomes a status.
pub(super) const fn status_of(event: &Event) -> StatusCode {
    let Event::Error { code, .. } = event else { return StatusCode::OK };
    match code {
        ErrorCode::NotIn | ErrorCode::Denied => StatusCode::UNAUTHORIZED,
        ErrorCode::Forbidden => StatusCode::FORBIDDEN,
        ErrorCode::NoSuchGame | ErrorCode::NoSuchUser => StatusCode::NOT_FOUND,
        ErrorCode::Limit => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        ErrorCode::NotNow | ErrorCode::NotYourTurn | ErrorCode::WrongPly => StatusCode::CONFLICT,
        _ => StatusCode::BAD_REQUEST,
    }
}

/// Tells browsers to make nothing of an answer but what it says it is.
pub(super) async fn harden(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;

    use super::*;

    #[tokio::test]
    async fn an_answer_that_does_not_begin_in_time_is_given_up() {
        let slow = in_time(Duration::from_millis(10), std::future::pending()).await;
        assert_eq!(slow.status(), StatusCode::SERVICE_UNAVAILABLE);
        let body = to_bytes(slow.into_body(), 1000).await.unwrap();
        let Event::Error { code, message, .. } = serde_json::from_slice(&body).unwrap() else {
            panic!("{body:?}");
        };
        assert_eq!(code, ErrorCode::Internal);
        assert_eq!(message, "the server is too busy; try again");
    }

    #[tokio::test]
    async fn an_answer_that_begins_in_time_is_given() {
        let answer = async { StatusCode::IM_A_TEAPOT.into_response() };
        let answered = in_time(Duration::from_hours(1), answer).await;
        assert_eq!(answered.status(), StatusCode::IM_A_TEAPOT);
    }
}
