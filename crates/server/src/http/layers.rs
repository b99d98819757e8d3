//! What every request passes through on its way to its route and back.

use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderValue, Method, header};
use axum::{Router, middleware};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::cors::{AllowOrigin, CorsLayer};

use super::complete::complete;
use super::middleware::{harden, limit_requests};
use super::parameters::check_parameters;
use super::state::HttpState;
use super::{router, stream, web};

/// How long a browser may remember what a page of another origin may ask.
const PREFLIGHT_AGE: Duration = Duration::from_hours(1);

/// Returns all routes with their limits.
pub(super) fn router(state: HttpState) -> Router {
    let router = web::serve(router::router())
        .layer(DefaultBodyLimit::max(state.context.limits.line_bytes))
        .layer(middleware::from_fn(check_parameters))
        .layer(middleware::from_fn_with_state(state.clone(), limit_requests))
        .layer(middleware::from_fn(complete))
        .layer(compression());
    // The layer answers every `OPTIONS`, so it is left out where nobody needs it.
    let router = if state.cors_origins.is_empty() {
        router
    } else {
        router.layer(cors(&state.cors_origins))
    };
    router.layer(middleware::map_response(harden)).with_state(state)
}

/// Compresses answers, but for streams: an event must not wait in the compressor.
fn compression() -> CompressionLayer<impl Predicate> {
    let predicate = DefaultPredicate::new().and(NotForContentType::const_new(stream::NDJSON));
    CompressionLayer::new().compress_when(predicate)
}

/// Lets pages of other origins read answers, if the operator names them. They cannot send cookies.
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
        .expose_headers([header::ETAG, header::RETRY_AFTER])
        .max_age(PREFLIGHT_AGE)
}
