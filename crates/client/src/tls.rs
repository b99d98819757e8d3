//! TLS: whom a client trusts, and how it agrees with a server on a key.

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

/// How long a server may be silent while it agrees on a key.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// Nobody can be trusted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TlsError {
    /// The file cannot be read.
    #[error("cannot read certificates from {path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: pem::Error,
    },
    /// There is no certificate that can be trusted.
    #[error("{0} has no certificate that can be trusted")]
    Empty(String),
    /// The library refuses what is asked of it.
    #[error("TLS cannot be used: {0}")]
    Unusable(#[from] rustls::Error),
}

/// Whom a client trusts.
#[derive(Clone, Debug)]
pub struct Tls(Arc<ClientConfig>);

impl Tls {
    /// Trusts the authorities that the system trusts.
    ///
    /// # Errors
    /// The system must have some.
    pub fn of_system() -> Result<Tls, TlsError> {
        let found = rustls_native_certs::load_native_certs();
        Tls::trusting(found.certs, || "the system".to_owned())
    }

    /// Trusts the certificates of a file in PEM, and nobody else: that of the server itself or of
    /// the authority that signed it.
    ///
    /// # Errors
    /// The file must have some.
    pub fn of_file(path: &Path) -> Result<Tls, TlsError> {
        let fault = |error| TlsError::File { path: path.to_owned(), error };
        let certificates: Vec<CertificateDer<'static>> =
            CertificateDer::pem_file_iter(path).and_then(Iterator::collect).map_err(fault)?;
        Tls::trusting(certificates, || path.display().to_string())
    }

    fn trusting(
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

    /// Agrees with a server on a key, and makes sure that it is the server of this name.
    pub(crate) fn agree(
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

/// Returns whether both sides cannot agree, so that to try again is of no use.
pub(crate) fn is_refusal(error: &io::Error) -> bool {
    matches!(error.get_ref(), Some(inner) if inner.is::<rustls::Error>())
}
