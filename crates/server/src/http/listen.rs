//! Accepts connections for HTTP.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;
use tower_service::Service as _;

use super::HttpState;
use super::layers::router;
use crate::net::{Acceptor, Peer, TcpTimes, accept, is_trusted, send_and_close};
use crate::ops::Limits;

/// The response to a connection beyond the limit.
const TOO_MANY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\n\
    Content-Length: 21\r\nConnection: close\r\n\r\ntoo many connections\n";

/// Accepts connections forever.
pub(crate) async fn listen(listener: TcpListener, state: HttpState, tls: Option<Acceptor>) {
    let router = router(state.clone());
    loop {
        let (stream, address) = accept(&listener).await;
        tokio::spawn(serve(stream, address, state.clone(), router.clone(), tls.clone()));
    }
}

async fn serve(
    stream: TcpStream,
    address: SocketAddr,
    state: HttpState,
    router: Router,
    tls: Option<Acceptor>,
) {
    let address = address.ip();
    let permit = if is_trusted(address, &state.trusted_proxies) {
        None
    } else if let Some(permit) = state.context.rate_limits.admit(address) {
        Some(Arc::new(permit))
    } else {
        // A client that expects TLS cannot read this, and is disconnected all the same.
        send_and_close(stream, TOO_MANY).await;
        return;
    };
    let _ = stream.set_nodelay(true);
    TcpTimes::of_http(state.context.limits.ping_interval()).apply(&stream);
    let peer = Peer { address, permit };
    let limits = state.context.limits.clone();
    match tls {
        None => serve_requests(stream, router, peer, &limits).await,
        Some(tls) => {
            if let Some(stream) = tls.accept(stream).await {
                serve_requests(stream, router, peer, &limits).await;
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
