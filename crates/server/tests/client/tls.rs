//! A client of a server with a certificate of its own.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Instant;

use tempfile::TempDir;
use willow_protocol::client::{Client, ClientError, Credentials, Destination, Tls, TlsError};
use willow_protocol::{Command, Event};
use willow_server::Config;

use crate::support::{TIMEOUT, start, start_with};

const LOOPBACK: [u8; 4] = [127, 0, 0, 1];

/// Writes a certificate for a name and its key, and returns their files.
fn certificate(folder: &Path, name: &str) -> [PathBuf; 2] {
    let made = rcgen::generate_simple_self_signed([name.to_owned()]).unwrap();
    let files = [folder.join(format!("{name}.pem")), folder.join(format!("{name}.key"))];
    std::fs::write(&files[0], made.cert.pem()).unwrap();
    std::fs::write(&files[1], made.signing_key.serialize_pem()).unwrap();
    files
}

/// Returns a configuration of a server with a certificate.
fn config(port: u16, [certificate, key]: [PathBuf; 2]) -> Config {
    let tls = Some(willow_server::Tls { certificate, key, lines: true });
    Config { listen: SocketAddr::from((LOOPBACK, port)), tls, ..Config::default() }
}

/// Returns a server that is trusted by the certificate in a file.
fn trusted(address: SocketAddr, file: &Path) -> Destination {
    Destination::from(address.to_string()).encrypted(Tls::of_file(file).unwrap())
}

fn connect(server: Destination) -> Result<Client, ClientError> {
    Client::connect(server, Credentials::Guest(None), TIMEOUT, 1)
}

fn say(client: &mut Client, text: &str) {
    assert_eq!(client.request(Command::Say { text: text.parse().unwrap() }).unwrap(), Event::Ok);
    while !matches!(client.next().unwrap().event, Event::Said { text: said, .. } if said.as_str() == text)
    {
    }
}

#[test]
fn a_client_that_trusts_the_certificate_logs_in_and_reconnects() {
    let (folder, files) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let certificate = certificate(files.path(), "127.0.0.1");
    let server = start_with(folder.path(), config(0, certificate.clone()));
    let mut client = connect(trusted(server.address, &certificate[0])).unwrap();
    say(&mut client, "in secret");
    let port = server.address.port();
    server.stop();
    let server = start_with(folder.path(), config(port, certificate));
    say(&mut client, "again");
    server.stop();
}

#[test]
fn an_untrusted_certificate_is_an_error_at_once() {
    let (folder, files) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let own = certificate(files.path(), "127.0.0.1");
    let other = certificate(files.path(), "club.example");
    let began = Instant::now();
    let server = start_with(folder.path(), config(0, own.clone()));
    let stranger = connect(trusted(server.address, &other[0]));
    assert!(matches!(stranger, Err(ClientError::Encryption(_))), "{stranger:?}");
    server.stop();
    // The right certificate, but for another host.
    let server = start_with(folder.path(), config(0, other.clone()));
    let elsewhere = connect(trusted(server.address, &other[0])).unwrap_err().to_string();
    assert!(elsewhere.contains("certificate not valid for name"), "{elsewhere}");
    server.stop();
    let server = start(folder.path(), SocketAddr::from((LOOPBACK, 0)));
    let plain = connect(trusted(server.address, &own[0]));
    assert!(matches!(plain, Err(ClientError::Encryption(_))), "{plain:?}");
    server.stop();
    assert!(began.elapsed() < TIMEOUT);
}

#[test]
fn a_file_without_a_certificate_is_an_error() {
    let folder = TempDir::new().unwrap();
    let empty = folder.path().join("empty.pem");
    std::fs::write(&empty, "nothing").unwrap();
    assert!(matches!(Tls::of_file(&empty), Err(TlsError::Empty(_))));
    assert!(matches!(Tls::of_file(&folder.path().join("nowhere")), Err(TlsError::File { .. })));
}
