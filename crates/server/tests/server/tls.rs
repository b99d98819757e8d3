//! Both ports with a certificate.

use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;

use rcgen::CertifiedKey;
use rustls_pki_types::CertificateDer;
use tempfile::TempDir;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use willow_server::{Config, Server, Tls};

use crate::support::http::read_until;
use crate::support::{TestServer, config};

/// The name that the certificate is for.
const NAME: &str = "willow.example";

type Secret = StreamOwned<ClientConnection, TcpStream>;

/// Writes a certificate and its key, and returns a configuration with them.
fn certified(folder: &Path, [lines, https]: [bool; 2]) -> (Config, CertificateDer<'static>) {
    let CertifiedKey { cert, signing_key } =
        rcgen::generate_simple_self_signed([NAME.to_owned()]).unwrap();
    let (certificate, key) = (folder.join("cert.pem"), folder.join("key.pem"));
    std::fs::write(&certificate, cert.pem()).unwrap();
    std::fs::write(&key, signing_key.serialize_pem()).unwrap();
    let config = Config { tls: Some(Tls { certificate, key, lines, https }), ..config(folder) };
    (config, cert.der().clone())
}

/// Connects as somebody who knows the certificate.
fn connect(address: SocketAddr, certificate: &CertificateDer<'static>) -> Secret {
    let mut roots = RootCertStore::empty();
    roots.add(certificate.clone()).unwrap();
    let client = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = crate::support::http::connect(address);
    let name = NAME.try_into().unwrap();
    StreamOwned::new(ClientConnection::new(Arc::new(client), name).unwrap(), stream)
}

#[test]
fn with_a_certificate_both_ports_are_encrypted_unless_the_operator_leaves_one_out() {
    for [lines, https] in [[true, true], [false, true], [true, false]] {
        let mut certificate = None;
        let server = TestServer::configured(|config| {
            let (certified, der) = certified(&config.data, [lines, https]);
            (*config, certificate) = (certified, Some(der));
        });
        let certificate = certificate.unwrap();
        if lines {
            let mut stream = connect(server.address, &certificate);
            stream.write_all(b"guest alice\r\nsay in secret\r\n").unwrap();
            read_until(&mut stream, b"lobby:1 said alice: in secret\r\n");
        } else {
            server.client("alice");
        }
        let request = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n";
        let answer = if https {
            let mut web = connect(server.http, &certificate);
            web.write_all(request).unwrap();
            read_until(&mut web, b"ok\n")
        } else {
            let mut web = crate::support::http::connect(server.http);
            web.write_all(request).unwrap();
            read_until(&mut web, b"ok\n")
        };
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
}

#[test]
fn a_certificate_that_is_none_is_an_error_at_the_start() {
    let folder = TempDir::new().unwrap();
    let (config, _) = certified(folder.path(), [true, true]);
    let tls = config.tls.clone().unwrap();
    let swapped = Tls {
        certificate: tls.key.clone(),
        key: tls.certificate.clone(),
        lines: true,
        https: true,
    };
    let missing = Tls { key: folder.path().join("nowhere"), ..tls };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    for (tls, reason) in [(swapped, "a certificate from"), (missing, "a private key from")] {
        let config = Config { tls: Some(tls), ..config.clone() };
        let error = runtime.block_on(Server::start(config)).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}
