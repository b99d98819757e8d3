//! What applies to every request: limits before it, headers after it.

use std::time::Duration;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;
use willow_protocol::ErrorDetail;

use super::response::refused;
use super::state::HttpState;
use crate::domain::Refusal;
use crate::net::{ClientAddress, Peer};

/// The content security policy of all responses but those of the web client: browsers may only show them.
const POLICY: &str = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; \
    form-action 'none'; sandbox";

/// Counts a request like a command of its address, and limits the time until the response.
pub(super) async fn limit_requests(
    State(state): State<HttpState>,
    Extension(peer): Extension<Peer>,
    mut request: Request,
    next: Next,
) -> Response {
    state.context.metrics.request();
    let address = ClientAddress::of(peer.address, request.headers(), &state.trusted_proxies);
    if !state.context.rate_limits.allows_command(None, address.0) {
        state.context.metrics.refused();
        return too_many_requests();
    }
    request.extensions_mut().insert(address);
    in_time(state.context.limits.response_timeout(), next.run(request)).await
}

/// Aborts a response that does not start in time.
async fn in_time(limit: Duration, response: impl Future<Output = Response>) -> Response {
    timeout(limit, response).await.unwrap_or_else(|_| {
        let refusal = Refusal::new(ErrorDetail::ServerBusy, "the server is busy; try again");
        (StatusCode::SERVICE_UNAVAILABLE, refused(refusal)).into_response()
    })
}

fn too_many_requests() -> Response {
    let refusal = Refusal::new(ErrorDetail::TooManyCommands, "rate limit exceeded; wait a moment");
    let mut response = refused(refusal);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    response
}

/// Adds the headers that restrict what browsers do with a response.
pub(super) async fn harden(mut response: Response) -> Response {
    let headers = response.headers_mut();
    let policy = headers.entry(header::CONTENT_SECURITY_POLICY);
    policy.or_insert(HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}
