//! TLS for both ports, with the operator's certificate and key.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rustls_pki_types::pem::{self, PemObject as _};
use rustls_pki_types::{CertificateDer, PrivateKeyDer, UnixTime};
use thiserror::Error;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::{self, ServerConfig};
use tokio_rustls::server::TlsStream;

use super::certificate::{is_exposed, objections};
use crate::ops::{Config, Current, Tls};

/// The timeout of a TLS handshake.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// The certificate or the key cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TlsError {
    /// A file cannot be read, or does not contain what it should.
    #[error("cannot read {what} from {path}: {error}")]
    File {
        /// What it should contain.
        what: &'static str,
        /// As the configuration names it.
        path: PathBuf,
        /// Reading or PEM failed.
        error: pem::Error,
    },
    /// The key does not match the certificate, or its kind is not supported.
    #[error("the certificate and the key cannot be used: {0}")]
    Unusable(rustls::Error),
}

/// Accepts TLS connections.
#[derive(Clone)]
pub(crate) struct Acceptor(Current<tokio_rustls::TlsAcceptor>);

impl std::fmt::Debug for Acceptor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Acceptor")
    }
}

impl Acceptor {
    /// Reads certificate and key, both in PEM, if the configuration names them.
    pub(crate) fn open(config: &Config) -> Result<Option<Acceptor>, TlsError> {
        let read = config.tls.as_ref().map(|tls| Acceptor::read(tls, config.public_url()));
        Ok(read.transpose()?.map(|acceptor| Acceptor(Current::new(acceptor))))
    }

    /// Reads certificate and key again, for connections from now on. If it fails, the old ones stay.
    pub(crate) fn reload(&self, config: &Config) -> Result<(), TlsError> {
        if let Some(tls) = &config.tls {
            self.0.set(Acceptor::read(tls, config.public_url())?);
        }
        Ok(())
    }

    /// Reads certificate and key, and warns of what clients will object to.
    fn read(tls: &Tls, public_url: Option<&str>) -> Result<tokio_rustls::TlsAcceptor, TlsError> {
        let chain = certificates(&tls.certificate)?;
        for objection in objections(&chain, public_url, UnixTime::now()) {
            tracing::warn!("the certificate in {} {objection}", tls.certificate.display());
        }
        if is_exposed(&tls.key) {
            let path = tls.key.display();
            tracing::warn!(
                "other users of this machine may read the key in {path}: give it to the user of the server, and \
                 `chmod 600 {path}`"
            );
        }
        let provider = Arc::new(ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(TlsError::Unusable)?
            .with_no_client_auth()
            .with_single_cert(chain, key(&tls.key)?)
            .map_err(TlsError::Unusable)?;
        Ok(Arc::new(config).into())
    }

    /// Performs the handshake with a client, within the timeout.
    pub(crate) async fn accept(&self, stream: TcpStream) -> Option<TlsStream<TcpStream>> {
        timeout(HANDSHAKE, self.0.get().accept(stream)).await.ok()?.ok()
    }
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let fault = |error| TlsError::File { what: "a certificate", path: path.to_owned(), error };
    let chain: Vec<_> =
        CertificateDer::pem_file_iter(path).and_then(Iterator::collect).map_err(fault)?;
    if chain.is_empty() { Err(fault(pem::Error::NoItemsFound)) } else { Ok(chain) }
}

fn key(path: &Path) -> Result<PrivateKeyDer<'static>, TlsError> {
    PrivateKeyDer::from_pem_file(path).map_err(|error| TlsError::File {
        what: "a private key",
        path: path.to_owned(),
        error,
    })
}
