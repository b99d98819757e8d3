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
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::services::Target;
use crate::domain::Millis;

/// The timeout for a message, from the connection to the answer's head.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A message that is sealed.
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

/// What a service does with a message.
#[derive(Debug, Error)]
pub(super) enum Answer {
    /// It takes it.
    #[error("taken")]
    Taken,
    /// The address is not there any more.
    #[error("gone")]
    Gone,
    /// It refuses the message for ever.
    #[error("{0}")]
    Refused(StatusCode),
    /// It does not take the server's signature: the key is another one than that of the subscription, or the
    /// server's clock is wrong.
    #[error("{0}")]
    Unsigned(StatusCode),
    /// It asks for a later time.
    #[error("{status}")]
    Later {
        status: StatusCode,
        /// The pause that it asks for.
        wait: Option<Millis>,
    },
    /// The connection ended before the answer, or the message could not be sealed.
    #[error("{0}")]
    Failed(io::Error),
    /// It cannot be reached: every message to it fails.
    #[error("{0}")]
    Unreachable(io::Error),
}

/// Gives a message to its service.
pub(super) async fn post(message: PushMessage, tls: Arc<ClientConfig>) -> Answer {
    match timeout(TIMEOUT, send(message, tls)).await {
        Ok(answer) => answer,
        Err(_) => Answer::Unreachable(io::ErrorKind::TimedOut.into()),
    }
}

fn answer_of(status: StatusCode, wait: Option<Millis>) -> Answer {
    match status {
        StatusCode::NOT_FOUND | StatusCode::GONE => Answer::Gone,
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Answer::Unsigned(status),
        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS => {
            Answer::Later { status, wait }
        }
        status if status.is_success() => Answer::Taken,
        status if status.is_server_error() => Answer::Later { status, wait },
        status => Answer::Refused(status),
    }
}

async fn send(message: PushMessage, tls: Arc<ClientConfig>) -> Answer {
    let answer = match connect(&message.target, tls).await {
        Ok(Stream::Plain(stream)) => exchange(stream, message).await,
        Ok(Stream::Encrypted(stream)) => exchange(stream, message).await,
        Err(error) => return Answer::Unreachable(error),
    };
    answer.map_or_else(Answer::Failed, |(status, wait)| answer_of(status, wait))
}

/// A connection to a service.
enum Stream {
    Plain(TcpStream),
    Encrypted(Box<TlsStream<TcpStream>>),
}

async fn connect(target: &Target, tls: Arc<ClientConfig>) -> io::Result<Stream> {
    let address = target.host.trim_matches(['[', ']']);
    let stream = TcpStream::connect((address, target.port)).await?;
    if !target.is_encrypted {
        return Ok(Stream::Plain(stream));
    }
    let name = ServerName::try_from(address.to_owned()).map_err(io::Error::other)?;
    Ok(Stream::Encrypted(Box::new(TlsConnector::from(tls).connect(name, stream).await?)))
}

/// Sends a message, and returns the status of the answer and the pause that it asks for.
async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    message: PushMessage,
) -> io::Result<(StatusCode, Option<Millis>)> {
    let (mut sender, connection) =
        handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
    let driver = tokio::spawn(connection);
    let answer = sender.send_request(request(message)?).await;
    driver.abort();
    let answer = answer.map_err(io::Error::other)?;
    let seconds = answer.headers().get(header::RETRY_AFTER);
    let seconds = seconds.and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    Ok((answer.status(), seconds.map(|seconds| seconds.saturating_mul(1000))))
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

/// Returns the certificates that the system trusts.
pub(crate) fn system_roots() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    let system = rustls_native_certs::load_native_certs();
    for error in &system.errors {
        tracing::warn!(%error, "certificates of the system cannot be read");
    }
    let (_, ignored) = roots.add_parsable_certificates(system.certs);
    if roots.is_empty() {
        tracing::warn!(ignored, "no certificates of the system: no push service is trusted");
    }
    roots
}

/// Returns the settings of TLS with some trusted certificates.
pub(super) fn tls(roots: RootCertStore) -> Arc<ClientConfig> {
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("ring has the ciphers of TLS 1.2 and 1.3")
        .with_root_certificates(roots)
        .with_no_client_auth();
    Arc::new(config)
}
