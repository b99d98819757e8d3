//! Gives a message to a push service: one request over one connection, without redirections.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{Method, Request, StatusCode, header};
use hyper::client::conn::http1::handshake;
use hyper_util::rt::TokioIo;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::ClientConfig;
use tokio_rustls::rustls::pki_types::ServerName;

use super::services::Target;
use crate::domain::Millis;

/// The timeout for a message, from the connection to the answer's head.
const TIMEOUT: Duration = Duration::from_secs(10);

/// What a service answers that may take the same message later.
const LATER: [StatusCode; 4] = [
    StatusCode::UNAUTHORIZED,
    StatusCode::FORBIDDEN,
    StatusCode::REQUEST_TIMEOUT,
    StatusCode::TOO_MANY_REQUESTS,
];

#[derive(Debug)]
pub(super) struct PushMessage {
    pub(super) target: Target,
    /// The signature of the server.
    pub(super) authorization: String,
    /// The seconds for which the service keeps the message.
    pub(super) seconds: u64,
    /// A later message on the same subject replaces one that the browser has not fetched.
    pub(super) topic: String,
    pub(super) body: Vec<u8>,
}

/// A message was not taken.
#[derive(Debug, Error)]
pub(super) enum PostError {
    /// The service knows the address no more, or nobody can read what is sealed for it.
    #[error("the address is gone")]
    Gone,
    /// The service never takes this message.
    #[error("{0}")]
    Refused(StatusCode),
    /// The service takes none now, or not with this signature.
    #[error("{status}")]
    Later {
        status: StatusCode,
        /// The pause that it asks for.
        wait: Millis,
    },
    /// There was no answer: other messages to the service would fail as well.
    #[error(transparent)]
    Unanswered(#[from] io::Error),
}

/// Gives a message to its service.
pub(super) async fn post(
    message: PushMessage,
    tls: Option<Arc<ClientConfig>>,
) -> Result<(), PostError> {
    let late = |_| io::Error::from(io::ErrorKind::TimedOut);
    match timeout(TIMEOUT, send(message, tls)).await.map_err(late)?? {
        (status, _) if status.is_success() => Ok(()),
        (StatusCode::NOT_FOUND | StatusCode::GONE, _) => Err(PostError::Gone),
        (status, wait) if status.is_server_error() || LATER.contains(&status) => {
            Err(PostError::Later { status, wait })
        }
        (status, _) => Err(PostError::Refused(status)),
    }
}

async fn send(
    message: PushMessage,
    tls: Option<Arc<ClientConfig>>,
) -> io::Result<(StatusCode, Millis)> {
    let Target { host, port, is_encrypted, .. } = &message.target;
    let host = host.trim_matches(['[', ']']).to_owned();
    let stream = TcpStream::connect((&*host, *port)).await?;
    if !is_encrypted {
        return exchange(stream, message).await;
    }
    let tls = tls.ok_or_else(|| io::Error::other("no certificate is trusted"))?;
    let name = ServerName::try_from(host).map_err(io::Error::other)?;
    exchange(TlsConnector::from(tls).connect(name, stream).await?, message).await
}

/// Sends a message, and returns the status of the answer and the pause that it asks for.
async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    message: PushMessage,
) -> io::Result<(StatusCode, Millis)> {
    let (mut sender, connection) =
        handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
    let driver = tokio::spawn(connection);
    let answer = sender.send_request(request(message)?).await;
    driver.abort();
    let answer = answer.map_err(io::Error::other)?;
    let seconds = answer.headers().get(header::RETRY_AFTER);
    let seconds = seconds.and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    Ok((answer.status(), seconds.map_or(0, |seconds| seconds.saturating_mul(1000))))
}

fn request(message: PushMessage) -> io::Result<Request<Body>> {
    let PushMessage { target, authorization, seconds, topic, body } = message;
    Request::builder()
        .method(Method::POST)
        .uri(&target.path)
        .header(header::HOST, target.authority())
        .header(header::AUTHORIZATION, authorization)
        .header(header::CONTENT_TYPE, "application/octet-stream")
        .header(header::CONTENT_ENCODING, "aes128gcm")
        .header(header::CONTENT_LENGTH, body.len())
        .header("ttl", seconds)
        .header("topic", topic)
        .header("urgency", "normal")
        .body(Body::from(Bytes::from(body)))
        .map_err(io::Error::other)
}
