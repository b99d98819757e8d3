//! All routes, and their description in `OpenAPI`.

use std::sync::LazyLock;

use axum::extract::DefaultBodyLimit;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Router, middleware};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::middleware::{harden, limit_requests};
use super::state::HttpState;
use super::{api, archive, live, operator, schema, stream, websocket};

/// Returns all routes with their description.
fn routes() -> OpenApiRouter<HttpState> {
    let api = api::router().merge(archive::router()).merge(live::router()).merge(stream::router());
    OpenApiRouter::with_openapi(schema::empty())
        .merge(operator::router())
        .routes(routes!(document))
        .routes(routes!(websocket::upgrade))
        .nest("/api", api)
}

/// Returns all routes with their limits.
pub(super) fn router(state: HttpState) -> Router {
    let (router, _) = routes().split_for_parts();
    router
        .layer(DefaultBodyLimit::max(state.context.limits.line_bytes))
        .layer(middleware::from_fn_with_state(state.clone(), limit_requests))
        .layer(middleware::map_response(harden))
        .with_state(state)
}

/// Gives this description.
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    tag = "operator",
    responses((status = 200, description = "the description", body = Object))
)]
async fn document() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], openapi()).into_response()
}

/// Returns the description of all routes, as JSON.
#[must_use]
pub fn openapi() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let document = routes().into_openapi();
        document.to_pretty_json().expect("a description has string keys and no other serialisers")
    });
    &TEXT
}
