//! A client of a server with a certificate of its own.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Instant;

use tempfile::TempDir;
use willow_protocol::client::{
    Client, ClientError, Credentials, Destination, Tls, TlsError, WrongPort,
};
use willow_protocol::{Command, Event};

use crate::support::{PATIENCE, TestServer};

/// Starts a server with a certificate for a name, and returns the certificate's file.
fn certified(name: &str) -> (TestServer, PathBuf) {
    let made = rcgen::generate_simple_self_signed([name.to_owned()]).unwrap();
    let server = TestServer::configured(|config| {
        let files = ["cert.pem", "key.pem"].map(|file| config.data.join(file));
        std::fs::write(&files[0], made.cert.pem()).unwrap();
        std::fs::write(&files[1], made.signing_key.serialize_pem()).unwrap();
        let [certificate, key] = files;
        config.tls = Some(willow_server::Tls { certificate, key, lines: true, https: true });
    });
    let certificate = server.folder().join("cert.pem");
    (server, certificate)
}

/// Returns a server that is trusted by the certificate in a file.
fn trusted(address: SocketAddr, file: &Path) -> Destination {
    Destination::from(address.to_string()).encrypted(Tls::of_file(file).unwrap())
}

fn connect(server: Destination) -> Result<Client, ClientError> {
    Client::connect(server, Credentials::Guest(None), PATIENCE, 1)
}

fn say(client: &mut Client, text: &str) {
    assert_eq!(client.request(Command::Say { text: text.parse().unwrap() }).unwrap(), Event::Ok);
    while !matches!(client.next().unwrap().event, Event::Said { text: said, .. } if said.as_str() == text)
    {
    }
}

#[test]
fn a_client_that_trusts_the_certificate_logs_in_and_reconnects() {
    let (mut server, certificate) = certified("127.0.0.1");
    let mut client = connect(trusted(server.address, &certificate)).unwrap();
    say(&mut client, "in secret");
    server.restart();
    say(&mut client, "again");
}

#[test]
fn an_untrusted_certificate_is_an_error_at_once() {
    let ((server, _), (elsewhere, other)) = (certified("127.0.0.1"), certified("club.example"));
    let began = Instant::now();
    let stranger = connect(trusted(server.address, &other));
    assert!(matches!(stranger, Err(ClientError::Encryption(_))), "{stranger:?}");
    let of_another_host = connect(trusted(elsewhere.address, &other)).unwrap_err().to_string();
    assert!(of_another_host.contains("certificate not valid for name"), "{of_another_host}");
    assert!(began.elapsed() < PATIENCE);
}

#[test]
fn a_port_that_speaks_tls_or_does_not_is_an_error_at_once() {
    let (server, certificate) = certified("127.0.0.1");
    let wrong = |server| match connect(server) {
        Err(ClientError::WrongPort { speaks, .. }) => speaks,
        other => panic!("{other:?}"),
    };
    let began = Instant::now();
    for address in [server.address, server.http] {
        assert_eq!(wrong(address.to_string().into()), WrongPort::Tls);
    }
    let plain = TestServer::start();
    for address in [plain.address, plain.http] {
        assert_eq!(wrong(trusted(address, &certificate)), WrongPort::Plain);
    }
    assert!(began.elapsed() < PATIENCE);
}

#[test]
fn a_file_without_a_certificate_is_an_error() {
    let folder = TempDir::new().unwrap();
    let empty = folder.path().join("empty.pem");
    std::fs::write(&empty, "nothing").unwrap();
    assert!(matches!(Tls::of_file(&empty), Err(TlsError::Empty(_))));
    assert!(matches!(Tls::of_file(&folder.path().join("nowhere")), Err(TlsError::File { .. })));
}
