//! HTTP and WebSocket on one port.
//!
//! `/ws` speaks the protocol in JSON, one object a message. `/api` answers from the archive and says
//! what is going on, and bots that bring a token speak the protocol there. There are no cookies: nobody is anybody by a
//! browser's good will, so that no other page can act for him.

mod address;
mod api;
mod archive;
mod caller;
mod guard;
mod listen;
mod present;
mod schema;
mod socket;
mod stream;
mod wires;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Router, middleware};
use ipnet::IpNet;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use self::listen::listen;
pub use self::schema::openapi;

use crate::connection::Shared;
use crate::limits::Questions;
use crate::store::Store;

/// What the handlers use.
#[derive(Clone, Debug)]
pub(crate) struct Web {
    pub(crate) shared: Shared,
    pub(crate) store: Store,
    /// The places for questions to the store.
    pub(crate) questions: Questions,
    /// The origins of pages that may open a WebSocket beside those of this host.
    pub(crate) origins: Vec<String>,
    /// The proxies that are believed where a request comes from.
    pub(crate) trusted_proxies: Vec<IpNet>,
}

/// Returns all routes with their description.
fn routes() -> OpenApiRouter<Web> {
    OpenApiRouter::with_openapi(schema::empty())
        .routes(routes!(health))
        .routes(routes!(metrics))
        .routes(routes!(document))
        .routes(routes!(socket::upgrade))
        .nest("/api", api::router().merge(present::router()).merge(stream::router()))
}

fn router(web: Web) -> Router {
    let (router, _) = routes().split_for_parts();
    router
        .layer(DefaultBodyLimit::max(web.shared.limits.line_bytes))
        .layer(middleware::from_fn_with_state(web.clone(), guard::count))
        .layer(middleware::map_response(guard::harden))
        .with_state(web)
}

/// Tells whether the server takes commands.
#[utoipa::path(
    get,
    path = "/healthz",
    tag = "operator",
    responses(
        (status = 200, description = "it does", body = String, content_type = "text/plain"),
        (status = 503, description = "it does not", body = String, content_type = "text/plain"),
    )
)]
async fn health(State(web): State<Web>) -> Response {
    if web.shared.hub.is_alive() {
        (StatusCode::OK, "ok\n").into_response()
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the core has ended\n").into_response()
    }
}

/// Shows the counters, for Prometheus.
#[utoipa::path(
    get,
    path = "/metrics",
    tag = "operator",
    responses((status = 200, description = "the counters", body = String,
               content_type = "text/plain"))
)]
async fn metrics(State(web): State<Web>) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    (kind, web.shared.metrics.exposition(web.shared.directory.len())).into_response()
}

/// Gives this description.
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    tag = "operator",
    responses((status = 200, description = "the description", body = Object))
)]
async fn document() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], schema::openapi()).into_response()
}
