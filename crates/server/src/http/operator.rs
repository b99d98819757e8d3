//! Routes for the operator.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::state::HttpState;

/// Tells whether the server handles commands.
pub(super) async fn health(State(state): State<HttpState>) -> Response {
    if state.context.inputs.is_alive() {
        (StatusCode::OK, "ok\n").into_response()
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the server has failed\n").into_response()
    }
}

/// Shows the metrics, for Prometheus.
pub(super) async fn metrics(State(state): State<HttpState>) -> Response {
    let kind =
        [(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")];
    (kind, state.context.metrics.exposition(state.context.registry.len())).into_response()
}
