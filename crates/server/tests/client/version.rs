//! A client whose server speaks an older version of the protocol.

use std::io::Write;
use std::net::TcpListener;
use std::thread;
use std::time::Duration;

use willow_protocol::client::{Client, ClientError, Credentials};

#[test]
fn a_server_of_version_1_is_an_error_that_names_both_versions() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(b"welcome to Willow 0.1.0, protocol 1. Type `help`.\r\n").unwrap();
    });
    let timeout = Duration::from_mins(1);
    let error = Client::connect(address, Credentials::Guest(None), timeout, 1).unwrap_err();
    assert!(matches!(error, ClientError::Version { server: 1, client: 2 }), "{error}");
    assert_eq!(
        error.to_string(),
        "the server speaks version 1 of the protocol, and this client version 2; update the \
         server, or use an older client"
    );
    server.join().unwrap();
}
