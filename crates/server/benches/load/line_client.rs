//! A client of the line protocol that does as little work as possible.

use std::io::{self, ErrorKind};
use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A connection in JSON.
pub(crate) struct LineClient {
    stream: TcpStream,
    buffer: Vec<u8>,
    /// The start of the first line that was not returned yet.
    begin: usize,
}

impl LineClient {
    /// Connects and logs in as a guest.
    pub(crate) async fn guest(address: SocketAddr, name: &str) -> io::Result<LineClient> {
        let command = format!(r#"{{"do":"guest","name":"{name}"}}"#);
        LineClient::enter(address, &command).await.map(|(client, _)| client)
    }

    /// Connects and logs in by a command. Returns the answer, too.
    pub(crate) async fn enter(
        address: SocketAddr,
        command: &str,
    ) -> io::Result<(LineClient, Vec<u8>)> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let mut client = LineClient { stream, buffer: Vec::with_capacity(1024), begin: 0 };
        client.wait_for(b"welcome ").await?;
        client.send(command).await?;
        let entered = client.wait_for(br#""event":"entered""#).await?;
        Ok((client, entered))
    }

    /// Sends a line.
    pub(crate) async fn send(&mut self, line: &str) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(line.len() + 1);
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
        self.stream.write_all(&bytes).await
    }

    /// Waits for more bytes. Nothing is lost if the future is dropped.
    pub(crate) async fn fill(&mut self) -> io::Result<()> {
        if self.begin == self.buffer.len() {
            self.buffer.clear();
            self.begin = 0;
        }
        match self.stream.read_buf(&mut self.buffer).await? {
            0 => Err(ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }

    /// Returns the next line, if it is complete.
    pub(crate) fn line(&mut self) -> Option<&[u8]> {
        let rest = &self.buffer[self.begin..];
        let Some(end) = rest.iter().position(|&byte| byte == b'\n') else {
            self.buffer.drain(..self.begin);
            self.begin = 0;
            return None;
        };
        let begin = self.begin;
        self.begin += end + 1;
        Some(&self.buffer[begin..begin + end])
    }

    /// Waits for a line that contains some bytes.
    pub(crate) async fn wait_for(&mut self, wanted: &[u8]) -> io::Result<Vec<u8>> {
        loop {
            while let Some(line) = self.line() {
                if contains(line, wanted) {
                    return Ok(line.to_vec());
                }
                if contains(line, br#""event":"error""#) {
                    return Err(io::Error::other(String::from_utf8_lossy(line).into_owned()));
                }
            }
            self.fill().await?;
        }
    }

    /// Returns the bare stream.
    pub(crate) fn into_stream(self) -> TcpStream {
        self.stream
    }
}

/// Returns whether a line contains some bytes.
pub(crate) fn contains(line: &[u8], wanted: &[u8]) -> bool {
    line.windows(wanted.len()).any(|window| window == wanted)
}

/// Returns the number that follows a key in a line of JSON.
pub(crate) fn number(line: &[u8], key: &[u8]) -> Option<u64> {
    let at = line.windows(key.len()).position(|window| window == key)? + key.len();
    let digits = line[at..].iter().take_while(|byte| byte.is_ascii_digit());
    let mut digits = digits.peekable();
    digits.peek()?;
    Some(digits.fold(0, |number, &digit| 10 * number + u64::from(digit - b'0')))
}
