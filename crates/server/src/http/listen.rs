//! Accepts connections for HTTP.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;
use tower_service::Service as _;

use super::HttpState;
use super::layers::router;
use super::router::monitoring;
use crate::net::{Acceptor, Peer, TcpTimes, accept, is_trusted, send_and_close};
use crate::ops::Limits;

/// The response to a connection beyond the limit, and beyond the reserve for monitoring.
const TOO_MANY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\n\
    Content-Length: 21\r\nConnection: close\r\n\r\ntoo many connections\n";

/// Maximum time of a connection from the reserve for monitoring.
const MONITORING_TIME: Duration = Duration::from_secs(5);

/// Services for connections.
#[derive(Clone)]
struct Service {
    state: HttpState,
    all: Router,
    /// Service for connections beyond the limit.
    monitoring: Router,
    tls: Option<Acceptor>,
}

/// Accepts connections forever.
pub(crate) async fn listen(listener: TcpListener, state: HttpState, tls: Option<Acceptor>) {
    let all = router(state.clone());
    let monitoring = monitoring().with_state(state.clone());
    let service = Service { state, all, monitoring, tls };
    loop {
        let (stream, address) = accept(&listener).await;
        tokio::spawn(serve(stream, address.ip(), service.clone()));
    }
}

async fn serve(stream: TcpStream, address: IpAddr, service: Service) {
    let Service { state, all, monitoring, tls } = service;
    let limits = &state.context.limits;
    let _ = stream.set_nodelay(true);
    TcpTimes::of_http(limits.ping_interval()).apply(&stream);
    let rate_limits = &state.context.rate_limits;
    if is_trusted(address, &state.config.trusted_proxies) {
        let peer = Peer { address, permit: None };
        serve_stream(stream, tls, all, peer, limits).await;
    } else if let Some(permit) = rate_limits.admit(address) {
        let peer = Peer { address, permit: Some(Arc::new(permit)) };
        serve_stream(stream, tls, all, peer, limits).await;
    } else if let Some(_permit) = rate_limits.admit_monitor(address) {
        let peer = Peer { address, permit: None };
        let served = serve_stream(stream, tls, monitoring, peer, limits);
        let _ = timeout(MONITORING_TIME, served).await;
    } else {
        // A client that expects TLS cannot read this, and is disconnected all the same.
        send_and_close(stream, TOO_MANY).await;
    }
}

async fn serve_stream(
    stream: TcpStream,
    tls: Option<Acceptor>,
    router: Router,
    peer: Peer,
    limits: &Limits,
) {
    match tls {
        None => serve_requests(stream, router, peer, limits).await,
        Some(tls) => {
            if let Some(stream) = tls.accept(stream).await {
                serve_requests(stream, router, peer, limits).await;
            }
        }
    }
}

/// Serves the requests of one connection. The head of each must arrive in time, and so must the client
/// read its answers.
async fn serve_requests<S>(stream: S, router: Router, peer: Peer, limits: &Limits)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.write_timeout()));
    let service = service_fn(move |request: Request<Incoming>| {
        let (mut router, peer) = (router.clone(), peer.clone());
        async move {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(peer);
            let answer: Result<_, Infallible> = router.call(request).await;
            answer
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.request_timeout())
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
        .with_upgrades();
    if let Err(error) = connection.await {
        tracing::debug!(%error, "HTTP connection failed");
    }
}
