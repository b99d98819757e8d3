//! Routes for the operator.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::state::HttpState;

/// Returns the routes with their description.
pub(super) fn router() -> OpenApiRouter<HttpState> {
    OpenApiRouter::new().routes(routes!(health)).routes(routes!(metrics))
}

/// Tells whether the server handles commands.
#[utoipa::path(
    get,
    path = "/healthz",
    tag = "operator",
    responses(
        (status = 200, description = "the server is healthy", body = String, content_type = "text/plain"),
        (status = 503, description = "the server has failed", body = String, content_type = "text/plain"),
    )
)]
async fn health(State(state): State<HttpState>) -> Response {
    if state.context.inputs.is_alive() {
        (StatusCode::OK, "ok\n").into_response()
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the server has failed\n").into_response()
    }
}

/// Shows the metrics, for Prometheus.
#[utoipa::path(
    get,
    path = "/metrics",
    tag = "operator",
    responses((status = 200, description = "the metrics", body = String,
               content_type = "application/openmetrics-text"))
)]
async fn metrics(State(state): State<HttpState>) -> Response {
    let kind =
        [(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")];
    (kind, state.context.metrics.exposition(state.context.registry.len())).into_response()
}
