//! The layers that every request passes.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{LazyLock, Once};
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, MatchedPath, Query, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, Version, header};
use axum::middleware::{Next, from_fn, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router};
use serde_json::Value;
use tokio::time::timeout;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::cors::{AllowOrigin, CorsLayer};
use willow_protocol::{ErrorDetail, strip_controls};

use super::response::Answer;
use super::response_headers::complete;
use super::{HttpState, router, stream, web};
use crate::domain::Refusal;
use crate::net::{ClientAddress, Peer, is_forgotten_proxy};

/// Time for which a browser may cache what a page of another origin may request.
const PREFLIGHT_AGE: Duration = Duration::from_hours(1);

/// The content security policy of all responses but those of the web client: browsers may only show them.
const POLICY: &str = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; \
    form-action 'none'; sandbox";

/// The longest name in characters that a message repeats.
const SHOWN: usize = 40;

/// Headers that may appear only once: with two, a reverse proxy and the server could trust different ones (request
/// smuggling).
const SINGLE: [HeaderName; 3] = [header::HOST, header::ORIGIN, header::AUTHORIZATION];

/// The parameters of each path.
static PARAMETERS: LazyLock<HashMap<String, HashSet<String>>> = LazyLock::new(|| {
    let document: Value =
        serde_json::from_str(router::openapi()).expect("tests read the description");
    let paths = document["paths"].as_object().into_iter().flatten();
    let described = paths.map(|(path, item)| {
        let operations = item.as_object().into_iter().flat_map(|item| item.values());
        let parameters = operations.filter_map(|operation| operation["parameters"].as_array());
        let in_query = parameters.flatten().filter(|parameter| parameter["in"] == "query");
        let names = in_query.filter_map(|parameter| parameter["name"].as_str());
        (path.clone(), names.map(ToOwned::to_owned).collect())
    });
    described.collect()
});

/// Returns all routes with their limits.
pub(super) fn router(state: HttpState) -> Router {
    let router = router::router(&state)
        .fallback(web::serve)
        .layer(DefaultBodyLimit::max(state.context.limits.line_bytes))
        .layer(from_fn(check_parameters))
        .layer(from_fn(check_headers))
        .layer(from_fn_with_state(state.clone(), limit_requests))
        .layer(from_fn(complete))
        .layer(compression());
    // The layer answers every `OPTIONS`, so it is left out where nobody needs it.
    let router = if state.config.cors_origins.is_empty() {
        router
    } else {
        router.layer(cors(&state.config.cors_origins))
    };
    router.layer(map_response(harden)).with_state(state)
}

/// Compresses answers that are not compressed yet, but for streams: an event must not wait in the compressor.
fn compression() -> CompressionLayer<impl Predicate> {
    let predicate = DefaultPredicate::new().and(NotForContentType::const_new(stream::NDJSON));
    CompressionLayer::new().compress_when(predicate)
}

/// Allows pages of other origins to read answers, if the operator names them. They cannot send cookies.
fn cors(origins: &[String]) -> CorsLayer {
    let named = if origins.iter().any(|origin| origin == "*") {
        AllowOrigin::any()
    } else {
        AllowOrigin::list(origins.iter().filter_map(|origin| HeaderValue::from_str(origin).ok()))
    };
    CorsLayer::new()
        .allow_origin(named)
        .allow_methods([Method::GET, Method::HEAD, Method::POST])
        .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE, header::IF_NONE_MATCH])
        .expose_headers([header::ETAG, header::LINK, header::RETRY_AFTER])
        .max_age(PREFLIGHT_AGE)
}

/// Counts a request like a command of its address, and limits the time until the response.
async fn limit_requests(
    State(state): State<HttpState>,
    Extension(peer): Extension<Peer>,
    mut request: Request,
    next: Next,
) -> Response {
    state.context.metrics.requests.inc();
    let address = ClientAddress::of(peer.address, request.headers(), &state.config.trusted_proxies);
    if is_forgotten_proxy(peer.address, request.headers(), &state.config.trusted_proxies) {
        warn_of_proxy(peer.address);
    }
    if let Err(refusal) = state.context.rate_limits.count_command(None, address.0) {
        state.context.metrics.refusals.inc();
        return refusal.into_response();
    }
    request.extensions_mut().insert(address);
    in_time(Duration::from_secs(state.context.limits.answer_seconds), next.run(request)).await
}

/// Warns of a proxy that may have been forgotten: once, because anybody can send its header.
fn warn_of_proxy(peer: IpAddr) {
    static WARNED: Once = Once::new();
    WARNED.call_once(|| {
        tracing::warn!(
            "{peer} names the addresses of others in X-Forwarded-For, which is ignored: if it is your proxy, add it \
             to `trusted-proxies`, or all its clients share their limits"
        );
    });
}

/// Aborts a response that does not start in time.
async fn in_time(limit: Duration, response: impl Future<Output = Response>) -> Response {
    let late = || Refusal::new(ErrorDetail::ServerBusy, "the server is busy; try again");
    timeout(limit, response).await.unwrap_or_else(|_| late().into_response())
}

/// Adds the headers that restrict what browsers do with a response.
async fn harden(mut response: Response) -> Response {
    let headers = response.headers_mut();
    let policy = headers.entry(header::CONTENT_SECURITY_POLICY);
    policy.or_insert(HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// Refuses a request without a host, or with two headers where one decides what it may do.
async fn check_headers(request: Request, next: Next) -> Answer {
    if let Some(message) = header_fault(&request) {
        return Err(Refusal::new(ErrorDetail::InvalidRequest, message));
    }
    Ok(next.run(request).await)
}

/// Refuses headers that appear twice.
fn header_fault(request: &Request) -> Option<String> {
    let count = |name: &HeaderName| request.headers().get_all(name).iter().count();
    if let Some(name) = SINGLE.iter().find(|name| count(name) > 1) {
        return Some(format!("the header `{name}` may stand only once"));
    }
    let is_needed = request.version() == Version::HTTP_11;
    (is_needed && count(&header::HOST) == 0).then(|| "the header `host` is missing".to_owned())
}

/// Refuses a request with a parameter that its route does not have: it would be ignored.
async fn check_parameters(request: Request, next: Next) -> Answer {
    let Some(name) = unknown(&request) else { return Ok(next.run(request).await) };
    let shown: String = strip_controls(&name).chars().take(SHOWN).collect();
    let message = format!("unknown parameter `{shown}`");
    Err(Refusal::new(ErrorDetail::UnknownParameter, message).about(shown))
}

/// Returns the first unknown parameter.
fn unknown(request: &Request) -> Option<String> {
    let path = request.extensions().get::<MatchedPath>()?;
    let known = PARAMETERS.get(path.as_str())?;
    let Query(pairs) = Query::<Vec<(String, String)>>::try_from_uri(request.uri()).ok()?;
    pairs.into_iter().map(|(name, _)| name).find(|name| !known.contains(name))
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use axum::http::StatusCode;
    use willow_protocol::{ErrorCode, Event};

    use super::*;

    #[tokio::test]
    async fn a_response_that_does_not_start_in_time_is_aborted() {
        let slow = in_time(Duration::from_millis(10), std::future::pending()).await;
        assert_eq!(slow.status(), StatusCode::SERVICE_UNAVAILABLE);
        let body = to_bytes(slow.into_body(), 1000).await.unwrap();
        let Event::Error { code, message, .. } = serde_json::from_slice(&body).unwrap() else {
            panic!("{body:?}");
        };
        assert_eq!(code, ErrorCode::Internal);
        assert_eq!(message, "the server is busy; try again");
    }
}
