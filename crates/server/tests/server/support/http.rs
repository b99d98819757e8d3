//! HTTP requests and connections by WebSocket.

use std::fmt;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use serde_json::Value;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::{HeaderName, HeaderValue};
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{HandshakeError, Message, WebSocket};
use willow_protocol::{Event, Notice, json};

use super::{PATIENCE, TestServer};

/// The time between two looks at a WebSocket.
pub(crate) const POLL: Duration = Duration::from_millis(10);

/// An answer, without the sizes of its chunks.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    fn read(bytes: &[u8]) -> Answer {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let mut answer = Answer { status, head, body: bytes[end + 4..].to_vec() };
        if answer.header("transfer-encoding") == Some("chunked") {
            answer.body = without_sizes(&answer.body);
        }
        answer
    }

    /// Asserts the status.
    #[track_caller]
    pub(crate) fn is(self, status: u16) -> Answer {
        assert_eq!(self.status, status, "{self}");
        self
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self}"))
    }

    pub(crate) fn event(&self) -> Event {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self}"))
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n\n{}", self.head, self.text())
    }
}

fn without_sizes(mut chunks: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let end = chunks.windows(2).position(|two| two == b"\r\n").expect("the size of a chunk");
        let size = usize::from_str_radix(str::from_utf8(&chunks[..end]).unwrap(), 16).unwrap();
        if size == 0 {
            return body;
        }
        let (chunk, rest) = chunks[end + 2..].split_at(size);
        body.extend_from_slice(chunk);
        chunks = &rest[2..];
    }
}

/// Opens a connection that waits for the server in its reads.
pub(crate) fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Reads until some bytes have come, and returns all.
pub(crate) fn read_until(stream: &mut impl Read, wanted: &[u8]) -> String {
    let (mut received, mut byte) = (Vec::new(), [0]);
    while !received.ends_with(wanted) {
        stream.read_exact(&mut byte).unwrap_or_else(|error| {
            panic!("{error} after {}", String::from_utf8_lossy(&received));
        });
        received.extend(byte);
    }
    String::from_utf8_lossy(&received).into_owned()
}

impl TestServer {
    /// Sends bytes over a new connection, and reads until it ends.
    pub(crate) fn exchange(&self, bytes: &str) -> Vec<u8> {
        let mut stream = connect(self.http);
        stream.write_all(bytes.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("the connection ends in time");
        answer
    }

    /// Sends a request with further headers, each with its line end.
    pub(crate) fn request(&self, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        let (host, length) = (self.http, body.len());
        Answer::read(&self.exchange(&format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\n{headers}Content-Length: {length}\r\n\
             Connection: close\r\n\r\n{body}"
        )))
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.get_with(path, "")
    }

    pub(crate) fn get_with(&self, path: &str, headers: &str) -> Answer {
        self.request("GET", path, headers, "")
    }

    /// Sends the head of a command and a part of its body; the rest never comes.
    pub(crate) fn half_a_command(&self, token: &str) -> Answer {
        Answer::read(&self.exchange(&format!(
            "POST /api/do HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer {token}\r\n\
             Content-Length: 100\r\nConnection: close\r\n\r\n{{\"do\":"
        )))
    }

    /// Returns the header by which a page of this server says so.
    pub(crate) fn origin(&self) -> String {
        format!("Origin: http://{}\r\n", self.http)
    }

    /// Logs in from a page of this server, and returns the headers that it sends from then on.
    pub(crate) fn log_page_in(&self, command: &str) -> String {
        let answer = self.request("POST", "/api/session", &self.origin(), command).is(200);
        let text = answer.text();
        assert!(!text.contains("\"token\""), "scripts do not see the token: {text}");
        let set = answer.header("set-cookie").unwrap();
        assert!(set.ends_with("; HttpOnly; SameSite=Strict"), "{set}");
        format!("Cookie: {}\r\n{}", set.split(';').next().unwrap(), self.origin())
    }
}

/// A client over WebSocket, which answers pings while it reads.
pub(crate) struct WebClient(WebSocket<TcpStream>);

impl WebClient {
    pub(crate) fn connect(address: SocketAddr) -> WebClient {
        WebClient::open(address, "").unwrap()
    }

    /// Opens a WebSocket with further headers, each with its line end, or returns the status of the refusal.
    pub(crate) fn open(address: SocketAddr, headers: &str) -> Result<WebClient, u16> {
        let mut request = format!("ws://{address}/ws").into_client_request().unwrap();
        for (name, value) in headers.lines().filter_map(|line| line.split_once(": ")) {
            let name: HeaderName = name.parse().unwrap();
            request.headers_mut().insert(name, HeaderValue::from_str(value).unwrap());
        }
        match tungstenite::client(request, connect(address)) {
            Ok((socket, _)) => {
                socket.get_ref().set_read_timeout(Some(POLL)).unwrap();
                Ok(WebClient(socket))
            }
            Err(HandshakeError::Failure(tungstenite::Error::Http(refusal))) => {
                Err(refusal.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    pub(crate) fn send(&mut self, line: &str) {
        self.0.send(Message::text(line)).unwrap();
    }

    /// Sends bytes in place of a frame.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        self.0.get_mut().write_all(bytes).unwrap();
    }

    /// Waits for the frame with which the server closes the connection, and returns its code and reason.
    pub(crate) fn close_frame(&mut self) -> (CloseCode, String) {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            if let Ok(Message::Close(frame)) = self.0.read() {
                let frame = frame.expect("the server says why");
                return (frame.code, frame.reason.to_string());
            }
        }
        panic!("the server closes the connection");
    }

    /// Waits for the frame with which the server closes the connection.
    pub(crate) fn expect_close(&mut self) {
        let until = Instant::now() + PATIENCE;
        while !matches!(self.0.read(), Ok(Message::Close(_))) {
            assert!(Instant::now() < until, "the server closes the connection");
        }
    }

    /// Reads bytes until the end of the connection, past the frames.
    pub(crate) fn rest(&mut self) -> Vec<u8> {
        let (socket, until) = (self.0.get_mut(), Instant::now() + PATIENCE);
        let mut bytes = Vec::new();
        while let Err(error) = socket.read_to_end(&mut bytes) {
            let is_early = matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
            assert!(is_early && Instant::now() < until, "{error}");
        }
        bytes
    }

    /// Reads for a while, or until the server has ended the connection.
    pub(crate) fn read_for(&mut self, time: Duration) -> Vec<Notice> {
        let until = Instant::now() + time;
        let mut notices = Vec::new();
        while Instant::now() < until {
            match self.0.read() {
                Ok(Message::Text(text)) => notices.push(json::read_notice(&text).unwrap()),
                Ok(_) => {}
                Err(tungstenite::Error::Io(error))
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(_) => return notices,
            }
        }
        notices
    }

    pub(crate) fn wait_for(&mut self, wanted: impl Fn(&Event) -> bool) -> Notice {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(notice) = self.next().filter(|notice| wanted(&notice.event)) {
                return notice;
            }
            assert!(Instant::now() < until, "the event did not come");
        }
    }

    /// Returns the next notice if it comes at once; `None` too after the end of the connection.
    fn next(&mut self) -> Option<Notice> {
        match self.0.read() {
            Ok(Message::Text(text)) => Some(json::read_notice(&text).unwrap()),
            _ => None,
        }
    }
}
