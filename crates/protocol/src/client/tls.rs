//! TLS: trusted certificates and the handshake.

use std::io;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use thiserror::Error;

/// The timeout of a read in the handshake.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// The trusted certificates cannot be loaded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TlsError {
    /// The file cannot be read.
    #[error("cannot read certificates from {path}: {error}")]
    File {
        /// The path that the user gave.
        path: PathBuf,
        /// Reading or PEM failed.
        error: pem::Error,
    },
    /// There is no certificate to trust.
    #[error("{0} has no certificate to trust")]
    Empty(String),
    /// The TLS library failed.
    #[error("TLS cannot be used: {0}")]
    Unusable(rustls::Error),
}

impl From<rustls::Error> for TlsError {
    fn from(error: rustls::Error) -> TlsError {
        TlsError::Unusable(error)
    }
}

/// The certificates that a client trusts.
#[derive(Clone, Debug)]
pub struct Tls(Arc<ClientConfig>);

impl Tls {
    /// Trusts the certificate authorities of the system.
    ///
    /// # Errors
    /// The system must have certificate authorities.
    pub fn of_system() -> Result<Tls, TlsError> {
        let found = rustls_native_certs::load_native_certs();
        Tls::with_roots(found.certs, || "the system".to_owned())
    }

    /// Trusts only the certificates of a PEM file: that of the server itself, or of the authority
    /// that signed it.
    ///
    /// # Errors
    /// The file must contain certificates.
    pub fn of_file(path: &Path) -> Result<Tls, TlsError> {
        let fault = |error| TlsError::File { path: path.to_owned(), error };
        let certificates: Vec<CertificateDer<'static>> =
            CertificateDer::pem_file_iter(path).and_then(Iterator::collect).map_err(fault)?;
        Tls::with_roots(certificates, || path.display().to_string())
    }

    fn with_roots(
        certificates: Vec<CertificateDer<'static>>,
        source: impl FnOnce() -> String,
    ) -> Result<Tls, TlsError> {
        let mut roots = RootCertStore::empty();
        let (n_added, _) = roots.add_parsable_certificates(certificates);
        if n_added == 0 {
            return Err(TlsError::Empty(source()));
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Tls(Arc::new(config)))
    }

    /// Returns the settings of connections, for callers who connect by themselves.
    pub fn config(&self) -> Arc<ClientConfig> {
        self.0.clone()
    }

    /// Performs the handshake, and checks that the certificate is for this host.
    pub(crate) fn handshake(
        &self,
        host: &str,
        mut stream: TcpStream,
    ) -> io::Result<StreamOwned<ClientConnection, TcpStream>> {
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        let mut connection =
            ClientConnection::new(self.0.clone(), name).map_err(io::Error::other)?;
        stream.set_read_timeout(Some(HANDSHAKE))?;
        while connection.is_handshaking() {
            connection.complete_io(&mut stream)?;
        }
        stream.set_read_timeout(None)?;
        Ok(StreamOwned::new(connection, stream))
    }
}

/// Returns whether TLS failed, so that another attempt would fail, too.
pub(crate) fn is_tls_error(error: &io::Error) -> bool {
    matches!(error.get_ref(), Some(inner) if inner.is::<rustls::Error>())
}
