//! Connections for HTTP.

use std::convert::Infallible;
use std::net::SocketAddr;
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
use tower_service::Service as _;

use super::address::{Peer, is_trusted};
use super::{Web, router};
use crate::tcp::say_last;
use crate::tls::Acceptor;

/// What somebody is told for whom there is no room.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\n\
    Content-Length: 21\r\nConnection: close\r\n\r\ntoo many connections\n";

/// Takes connections for ever.
pub(crate) async fn listen(listener: TcpListener, web: Web, tls: Option<Acceptor>) {
    let router = router(web.clone());
    loop {
        match listener.accept().await {
            Ok((stream, address)) => {
                tokio::spawn(serve(stream, address, web.clone(), router.clone(), tls.clone()));
            }
            Err(error) => {
                // Out of file descriptors, usually: those who are here go on.
                tracing::warn!(%error, "a connection for HTTP could not be taken");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

async fn serve(
    stream: TcpStream,
    address: SocketAddr,
    web: Web,
    router: Router,
    tls: Option<Acceptor>,
) {
    let address = address.ip();
    let admission = if is_trusted(address, &web.trusted_proxies) {
        None
    } else if let Some(admission) = web.shared.gauge.admit(address) {
        Some(Arc::new(admission))
    } else {
        // Who expects TLS cannot read it, and is closed all the same.
        say_last(stream, FULL).await;
        return;
    };
    let _ = stream.set_nodelay(true);
    let peer = Peer { address, admission };
    let patience = web.shared.limits.request_time();
    match tls {
        None => talk(stream, router, peer, patience).await,
        Some(tls) => {
            if let Some(stream) = tls.accept(stream).await {
                talk(stream, router, peer, patience).await;
            }
        }
    }
}

/// Answers the requests of one connection, for none of which it waits longer than is said.
async fn talk<S>(stream: S, router: Router, peer: Peer, patience: Duration)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
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
        .header_read_timeout(patience)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    if let Err(error) = connection.await {
        tracing::debug!(%error, "a connection for HTTP broke");
    }
}
