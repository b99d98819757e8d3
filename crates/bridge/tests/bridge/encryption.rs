//! The bridge over TLS, to servers with certificates of their own.

use std::cell::RefCell;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_rustls::rustls::{ServerConfig, ServerConnection, StreamOwned};
use willow_bridge::bridge::{BridgeConfig, EXAMPLE_CONFIG, run};
use willow_files::write_private;

use crate::game_server::GameServer;

/// No connection takes longer, even on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A certificate for this machine, written to a file, and what a server needs to show it.
struct Certificate {
    file: PathBuf,
    server: Arc<ServerConfig>,
}

fn certificate(folder: &Path, name: &str) -> Certificate {
    let made = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
    let file = folder.join(name);
    std::fs::write(&file, made.cert.pem()).unwrap();
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
    let server = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    Certificate { file, server: Arc::new(server) }
}

/// Starts a GGS behind a TLS tunnel; its thread ends with the test's process.
fn start_ggs(certificate: &Certificate) -> (GameServer, SocketAddr) {
    let game_server = GameServer::start();
    let server = game_server.ggs;
    let acceptor = TlsAcceptor::from(certificate.server.clone());
    let (sender, address) = mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let tunnel = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            sender.send(tunnel.local_addr().unwrap()).unwrap();
            while let Ok((stream, _)) = tunnel.accept().await {
                let Ok(mut outside) = acceptor.accept(stream).await else { continue };
                let mut inside = tokio::net::TcpStream::connect(server).await.unwrap();
                tokio::spawn(async move {
                    tokio::io::copy_bidirectional(&mut outside, &mut inside).await
                });
            }
        });
    });
    (game_server, address.recv_timeout(TIMEOUT).unwrap())
}

/// Starts something that lets the bridge in as a Willow server does, over TLS. Returns the lines that it gets.
fn start_willow(certificate: &Certificate) -> (SocketAddr, mpsc::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (config, (sender, lines)) = (certificate.server.clone(), mpsc::channel());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let connection = ServerConnection::new(config.clone()).unwrap();
            let mut reader = BufReader::new(StreamOwned::new(connection, stream.unwrap()));
            let mut line = String::new();
            while reader.read_line(&mut line).is_ok_and(|n| n > 0) {
                if line.contains(r#""do":"login""#) {
                    let entered = r#"{"time":0,"event":"entered","name":"ggs","role":"bridge"}"#;
                    writeln!(reader.get_mut(), "{entered}").unwrap();
                }
                let _ = sender.send(std::mem::take(&mut line));
            }
        }
    });
    (address, lines)
}

/// Returns the configuration of a bridge that trusts a certificate.
fn config(folder: &Path, willow: SocketAddr, ggs: SocketAddr, trusted: &Path) -> BridgeConfig {
    let text = EXAMPLE_CONFIG.split("# A login that all others").next().unwrap();
    let mut config: BridgeConfig = toml::from_str(text).unwrap();
    config.data = folder.join("data");
    config.willow.password_file = folder.join("password");
    config.logins[0].password_file = folder.join("password");
    write_private(&folder.join("password"), b"pass-w").unwrap();
    let of_ggs = &mut config.ggs;
    (config.willow.address, of_ggs.address) = (willow.to_string(), ggs.to_string());
    (config.willow.ca, of_ggs.ca) = (Some(trusted.to_owned()), Some(trusted.to_owned()));
    config
}

/// Runs a bridge until its log has all these texts, and returns the log.
fn log_until(config: &BridgeConfig, wanted: &[&str]) -> Vec<String> {
    let (log, began) = (RefCell::new(Vec::<String>::new()), Instant::now());
    let has = |text: &&str| log.borrow().iter().any(|line| line.contains(*text));
    let is_stopped = || wanted.iter().all(has) || began.elapsed() > TIMEOUT;
    run(config, &is_stopped, &mut |line| log.borrow_mut().push(line.to_owned())).unwrap();
    let log = log.into_inner();
    assert!(began.elapsed() < TIMEOUT, "{log:?}");
    log
}

#[test]
fn a_bridge_that_trusts_the_certificates_is_in_on_both_servers() {
    let folder = tempfile::tempdir().unwrap();
    let own = certificate(folder.path(), "own.pem");
    let ((willow, lines), (_server, ggs)) = (start_willow(&own), start_ggs(&own));
    let config = config(folder.path(), willow, ggs, &own.file);
    log_until(&config, &["bob is in on GGS", "the bridge is in on Willow"]);
    assert!(lines.try_iter().any(|line| line.contains("pass-w")));
}

#[test]
fn no_password_goes_to_a_server_whose_certificate_is_not_trusted() {
    let folder = tempfile::tempdir().unwrap();
    let own = certificate(folder.path(), "own.pem");
    let other = certificate(folder.path(), "other.pem");
    let ((willow, lines), (_server, ggs)) = (start_willow(&own), start_ggs(&own));
    let config = config(folder.path(), willow, ggs, &other.file);
    let [of_willow, of_ggs] =
        [willow, ggs].map(|server| format!("{server}: no connection: invalid peer certificate"));
    let log = log_until(&config, &[&of_willow, &of_ggs]);
    assert!(!log.iter().any(|line| line.contains(" is in on ")), "{log:?}");
    assert_eq!(lines.try_iter().count(), 0);
}

#[test]
fn a_file_without_a_certificate_is_an_error_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty.pem");
    std::fs::write(&empty, "nothing").unwrap();
    let address = "127.0.0.1:1".parse().unwrap();
    let config = config(folder.path(), address, address, &empty);
    let error = run(&config, &|| true, &mut |_| {}).unwrap_err().to_string();
    assert!(error.contains("empty.pem has no certificate to trust"), "{error}");
}
