//! HTTP and WebSocket on one port.
//!
//! `/ws` speaks the protocol in JSON, one object a message. `/api` answers from the archive. There
//! are no cookies: nobody is anybody by a browser's good will, so that no other page can act for
//! him.

mod address;
mod api;
mod guard;
mod listen;
mod socket;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Router, middleware};
use ipnet::IpNet;

pub(crate) use self::listen::listen;

use crate::connection::Shared;
use crate::store::Store;

/// What the handlers use.
#[derive(Clone, Debug)]
pub(crate) struct Web {
    pub(crate) shared: Shared,
    pub(crate) store: Store,
    /// The origins of pages that may open a WebSocket beside those of this host.
    pub(crate) origins: Vec<String>,
    /// The proxies that are believed where a request comes from.
    pub(crate) trusted_proxies: Vec<IpNet>,
}

fn router(web: Web) -> Router {
    Router::new()
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .route("/ws", get(socket::upgrade))
        .nest("/api", api::router())
        .layer(middleware::from_fn_with_state(web.clone(), guard::count))
        .layer(middleware::map_response(guard::harden))
        .with_state(web)
}

/// Tells whether the server takes commands.
async fn health(State(web): State<Web>) -> Response {
    if web.shared.hub.is_alive() {
        (StatusCode::OK, "ok\n").into_response()
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the core has ended\n").into_response()
    }
}

async fn metrics(State(web): State<Web>) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    (kind, web.shared.metrics.exposition(web.shared.directory.len())).into_response()
}
