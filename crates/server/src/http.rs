//! HTTP and WebSocket on one port.
//!
//! `/ws` speaks the protocol in JSON, one object a message. `/api` answers from the archive. There
//! are no cookies: nobody is anybody by a browser's good will, so that no other page can act for
//! him.

mod api;
mod socket;

use std::net::SocketAddr;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Router, middleware};
use tokio::net::TcpListener;

use crate::connection::Shared;
use crate::store::Store;

/// What the handlers use.
#[derive(Clone, Debug)]
pub(crate) struct Web {
    pub(crate) shared: Shared,
    pub(crate) store: Store,
    /// The origins of pages that may open a WebSocket beside those of this host.
    pub(crate) origins: Vec<String>,
}

/// Takes requests for ever.
pub(crate) async fn listen(listener: TcpListener, web: Web) {
    let service = router(web).into_make_service_with_connect_info::<SocketAddr>();
    if let Err(error) = axum::serve(listener, service).await {
        tracing::error!(%error, "HTTP ended");
    }
}

fn router(web: Web) -> Router {
    Router::new()
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .route("/ws", get(socket::upgrade))
        .nest("/api", api::router())
        .layer(middleware::map_response(harden))
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

/// Tells browsers to make nothing of an answer but what it says it is.
async fn harden(mut response: Response) -> Response {
    let policy = "default-src 'none'; frame-ancestors 'none'";
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}
