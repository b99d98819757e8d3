//! A client whose server falls silent, or sends a line without an end.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use willow_protocol::client::{Client, ClientError, Credentials, Received};

use crate::support::PATIENCE;

/// The interval of keepalives in these tests.
const INTERVAL: Duration = Duration::from_millis(100);

/// Accepts a client, lets it in, and answers its first commands.
fn let_in(listener: &TcpListener) -> BufReader<TcpStream> {
    let (stream, _) = listener.accept().unwrap();
    let mut reader = BufReader::new(stream);
    reader.get_mut().write_all(b"welcome to Willow 0.1.0, protocol 2.\r\n").unwrap();
    for answer in
        [r#""event":"ok""#, r#""event":"entered","name":"bob","role":"guest","token":"t""#]
    {
        let line = next(&mut reader);
        let id = line.split('"').nth(3).unwrap();
        let answer = format!("{{\"id\":\"{id}\",\"time\":1,{answer}}}\n");
        reader.get_mut().write_all(answer.as_bytes()).unwrap();
    }
    reader
}

fn next(reader: &mut BufReader<TcpStream>) -> String {
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    line
}

/// Connects a client to a server that is played by a function, which is given the listener.
fn connect<T: Send + 'static>(
    server: impl FnOnce(TcpListener) -> T + Send + 'static,
) -> (Client, JoinHandle<T>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let server = thread::spawn(move || server(listener));
    let mut client = Client::connect(address, Credentials::Guest(None), PATIENCE, 1).unwrap();
    client.set_keepalive(INTERVAL);
    (client, server)
}

#[test]
fn a_silent_server_is_pinged_and_then_left() {
    let (tell, told) = mpsc::channel();
    let (mut client, server) = connect(move |listener| {
        let mut first = let_in(&listener);
        assert_eq!(next(&mut first), "{\"do\":\"ping\"}\n");
        // It answers once, and then never again.
        first.get_mut().write_all(b"{\"time\":2,\"event\":\"pong\"}\n").unwrap();
        for _ in 0..2 {
            assert_eq!(next(&mut first), "{\"do\":\"ping\"}\n");
        }
        let mut second = let_in(&listener);
        let hello = b"{\"time\":3,\"event\":\"announced\",\"text\":\"hello\"}\n";
        second.get_mut().write_all(hello).unwrap();
        told.recv().unwrap();
    });
    let notice = client.next().unwrap();
    assert_eq!(notice.time, 3, "the answer to a keepalive is no event: {notice:?}");
    tell.send(()).unwrap();
    server.join().unwrap();
}

#[test]
fn a_silent_server_is_noticed_between_short_waits() {
    let (tell, told) = mpsc::channel();
    let (mut client, server) = connect(move |listener| {
        let _silent = let_in(&listener);
        told.recv().unwrap();
    });
    let mut n_waits = 0;
    while client.next_timeout(INTERVAL / 10).unwrap() == Received::Nothing {
        n_waits += 1;
    }
    assert!(n_waits >= 10, "{n_waits}");
    tell.send(()).unwrap();
    server.join().unwrap();
}

#[test]
fn a_line_without_an_end_does_not_fill_the_memory() {
    let (mut client, server) = connect(|listener| {
        let mut stream = let_in(&listener);
        let chunk = vec![b'x'; 1 << 20];
        // The client ends the connection long before a gigabyte.
        (0..1024).take_while(|_| stream.get_mut().write_all(&chunk).is_ok()).count()
    });
    let error = client.next().unwrap_err();
    assert!(matches!(&error, ClientError::Protocol(text) if text.contains("longer")), "{error}");
    drop(client);
    assert!(server.join().unwrap() < 100);
}
