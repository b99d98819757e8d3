//! One connection: requests out, notices in.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::time::Duration;

use willow_protocol::{Notice, Request, json};

use crate::destination::Destination;
use crate::stream::Stream;

/// How long the server may take to send its welcome.
const WELCOME_TIMEOUT: Duration = Duration::from_secs(10);

/// The longest welcome, in bytes. Another program at that port may send anything.
const MAX_WELCOME: u64 = 1 << 12;

/// Returns the error of a server that does not send its welcome in time.
fn no_welcome(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::WouldBlock | ErrorKind::TimedOut => io::Error::new(
            ErrorKind::TimedOut,
            format!("no welcome from the server within {} s", WELCOME_TIMEOUT.as_secs()),
        ),
        _ => error,
    }
}

/// A connection that speaks JSON.
#[derive(Debug)]
pub(crate) struct JsonConnection {
    stream: BufReader<Stream>,
    /// The received part of the next line.
    partial: Vec<u8>,
}

impl JsonConnection {
    /// Connects and reads the server's welcome.
    pub(crate) fn connect(server: &Destination) -> io::Result<JsonConnection> {
        let mut stream = BufReader::new(server.connect()?);
        let mut welcome = Vec::new();
        stream.get_ref().set_read_timeout(Some(WELCOME_TIMEOUT))?;
        (&mut stream).take(MAX_WELCOME).read_until(b'\n', &mut welcome).map_err(no_welcome)?;
        stream.get_ref().set_read_timeout(None)?;
        if welcome.is_empty() {
            let message = "the server closed the connection at once; it may expect TLS";
            return Err(io::Error::new(ErrorKind::UnexpectedEof, message));
        }
        if !welcome.starts_with(b"welcome ") {
            return Err(io::Error::new(ErrorKind::InvalidData, "the server sent no welcome"));
        }
        Ok(JsonConnection { stream, partial: Vec::new() })
    }

    pub(crate) fn send(&mut self, request: &Request) -> io::Result<()> {
        let stream = self.stream.get_mut();
        stream.write_all((json::write_request(request) + "\n").as_bytes())?;
        stream.flush()
    }

    /// Waits for the next notice.
    pub(crate) fn next(&mut self) -> io::Result<Notice> {
        self.stream.read_until(b'\n', &mut self.partial)?;
        let line = std::mem::take(&mut self.partial);
        let Some(line) = line.strip_suffix(b"\n") else {
            return Err(ErrorKind::UnexpectedEof.into());
        };
        json::read_notice(&String::from_utf8_lossy(line))
            .map_err(|error| io::Error::new(ErrorKind::InvalidData, error))
    }

    /// Waits for the next notice, with a timeout. A part of a line is kept for the next call.
    pub(crate) fn next_timeout(&mut self, time: Duration) -> io::Result<Option<Notice>> {
        // A timeout of zero is an error.
        let time = time.max(Duration::from_millis(1));
        self.stream.get_ref().set_read_timeout(Some(time))?;
        let received = self.next();
        self.stream.get_ref().set_read_timeout(None)?;
        match received {
            Ok(notice) => Ok(Some(notice)),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}
