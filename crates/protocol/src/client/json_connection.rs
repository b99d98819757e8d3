//! One connection: requests out, notices in.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::time::{Duration, Instant};

use crate::{Command, Due, Event, Liveness, Notice, Request, json};

use crate::client::destination::Destination;
use crate::client::stream::Stream;

/// How long the server may take to send its welcome.
const WELCOME_TIMEOUT: Duration = Duration::from_secs(10);

/// After how long without a welcome the client asks whether the port is one of HTTP or TLS, whose server waits, too.
const PATIENCE: Duration = Duration::from_secs(1);

/// The longest welcome, in bytes. Another program at that port may send anything.
const MAX_WELCOME: u64 = 1 << 12;

/// The longest line, in bytes. The longest that a server sends lists all its games, each in some
/// hundred bytes. A server that sends a longer line would fill the memory.
const MAX_LINE: usize = 1 << 24;

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
    liveness: Liveness,
    /// The newest version of the protocol that the server speaks.
    server_version: u32,
}

impl JsonConnection {
    /// Connects within a time and reads the server's welcome. A server that is silent for `keepalive`
    /// is pinged.
    pub(crate) fn connect(
        server: &Destination,
        timeout: Duration,
        keepalive: Duration,
    ) -> io::Result<JsonConnection> {
        let mut stream = BufReader::new(server.connect_within(timeout)?);
        let mut welcome = Vec::new();
        stream.get_ref().set_read_timeout(Some(PATIENCE))?;
        if stream.fill_buf().is_err_and(|error| is_timeout(&error))
            && let Some(wrong) = server.wrong_port()
        {
            return Err(io::Error::new(ErrorKind::InvalidData, wrong));
        }
        stream.get_ref().set_read_timeout(Some(WELCOME_TIMEOUT))?;
        (&mut stream).take(MAX_WELCOME).read_until(b'\n', &mut welcome).map_err(no_welcome)?;
        if welcome.is_empty() {
            let message = "the server closed the connection at once";
            return Err(io::Error::new(ErrorKind::UnexpectedEof, message));
        }
        let server_version = version_of_welcome(&welcome)
            .ok_or_else(|| io::Error::new(ErrorKind::InvalidData, "the server sent no welcome"))?;
        let liveness = Liveness::new(keepalive, Instant::now());
        // A server that reads nothing for so long is dead, too.
        stream.get_ref().set_write_timeout(Some(liveness.longest_silence()))?;
        Ok(JsonConnection { stream, partial: Vec::new(), liveness, server_version })
    }

    /// Returns the newest version of the protocol that the server speaks.
    pub(crate) const fn server_version(&self) -> u32 {
        self.server_version
    }

    /// Sets the silence after which the server is pinged.
    pub(crate) const fn set_keepalive(&mut self, interval: Duration) {
        self.liveness.set_interval(interval);
    }

    pub(crate) fn send(&mut self, request: &Request) -> io::Result<()> {
        self.write(&(json::write_request(request) + "\n"))
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        let stream = self.stream.get_mut();
        stream.write_all(line.as_bytes())?;
        stream.flush()
    }

    /// Waits for the next notice, as long as the server answers pings.
    pub(crate) fn next(&mut self) -> io::Result<Notice> {
        loop {
            if let Some(notice) = self.next_until(None)? {
                return Ok(notice);
            }
        }
    }

    /// Waits for the next notice, with a timeout. A part of a line is kept for the next call.
    pub(crate) fn next_timeout(&mut self, time: Duration) -> io::Result<Option<Notice>> {
        self.next_until(Some(Instant::now() + time))
    }

    /// Waits for the next notice until a time. Pings and their answers are not notices.
    fn next_until(&mut self, until: Option<Instant>) -> io::Result<Option<Notice>> {
        loop {
            let wake = self.keep_alive()?;
            let wake = until.map_or(wake, |until| until.min(wake));
            match self.line(wake) {
                Ok(line) => {
                    self.liveness.received(Instant::now());
                    match read_notice(&line)? {
                        // The server asks whether the client is alive: any line is an answer.
                        notice if notice.event == Event::Ping => self.write("\n")?,
                        notice if notice.id.is_none() && notice.event == Event::Pong => {}
                        notice => return Ok(Some(notice)),
                    }
                }
                Err(error) if is_timeout(&error) => {
                    if until.is_some_and(|until| until <= Instant::now()) {
                        return Ok(None);
                    }
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Pings a server that was silent. Returns the time until which nothing else is due.
    fn keep_alive(&mut self) -> io::Result<Instant> {
        loop {
            match self.liveness.due(Instant::now()) {
                Due::Nothing(until) => return Ok(until),
                Due::Ping => self.send(&Request { id: None, command: Command::Ping })?,
                Due::Dead => {
                    let silence = self.liveness.longest_silence().as_secs_f64();
                    let message = format!("no answer from the server for {silence} s");
                    return Err(io::Error::new(ErrorKind::TimedOut, message));
                }
            }
        }
    }

    /// Reads a line, without its end, until a time. Its part is kept when the time is over.
    fn line(&mut self, until: Instant) -> io::Result<Vec<u8>> {
        loop {
            if self.stream.buffer().is_empty() {
                // A timeout of zero is an error.
                let wait = until.saturating_duration_since(Instant::now());
                let wait = wait.max(Duration::from_millis(1));
                self.stream.get_ref().set_read_timeout(Some(wait))?;
            }
            let received = self.stream.fill_buf()?;
            if received.is_empty() {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            let end = received.iter().position(|&byte| byte == b'\n');
            self.partial.extend_from_slice(&received[..end.unwrap_or(received.len())]);
            let n_read = end.map_or(received.len(), |end| end + 1);
            self.stream.consume(n_read);
            if self.partial.len() > MAX_LINE {
                let message = format!("a line of the server is longer than {MAX_LINE} bytes");
                return Err(io::Error::new(ErrorKind::InvalidData, message));
            }
            if end.is_some() {
                return Ok(std::mem::take(&mut self.partial));
            }
        }
    }
}

/// Returns the version that a welcome names, such as `welcome to Willow 0.1.0, protocol 2. Type ...`.
/// A welcome without a number is one of version 1.
fn version_of_welcome(line: &[u8]) -> Option<u32> {
    let text = String::from_utf8_lossy(line);
    let text = text.strip_prefix("welcome ")?;
    let digits = text.split_once("protocol ").map_or("", |(_, rest)| rest);
    let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
    Some(digits[..end].parse().unwrap_or(1))
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

fn read_notice(line: &[u8]) -> io::Result<Notice> {
    json::read_notice(&String::from_utf8_lossy(line))
        .map_err(|error| io::Error::new(ErrorKind::InvalidData, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_welcome_names_the_version_of_the_server() {
        let version = |line: &str| version_of_welcome(line.as_bytes());
        assert_eq!(version("welcome to Willow 0.1.0, protocol 2. Type `help`.\r\n"), Some(2));
        assert_eq!(version("welcome to Willow 0.1.0, protocol 1\r\n"), Some(1));
        assert_eq!(version("welcome to Willow\r\n"), Some(1));
        assert_eq!(version("220 mail.example ESMTP\r\n"), None);
    }
}
