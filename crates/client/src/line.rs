//! One connection: requests out, notices in.

use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::net::TcpStream;

use willow_protocol::{Notice, Request, json};

/// A connection that speaks JSON.
#[derive(Debug)]
pub(crate) struct Line {
    reader: BufReader<TcpStream>,
    writer: TcpStream,
}

impl Line {
    /// Connects and reads the server's welcome.
    pub(crate) fn connect(address: &str) -> io::Result<Line> {
        let writer = TcpStream::connect(address)?;
        writer.set_nodelay(true)?;
        let mut reader = BufReader::new(writer.try_clone()?);
        let mut welcome = String::new();
        reader.read_line(&mut welcome)?;
        if !welcome.starts_with("welcome ") {
            return Err(io::Error::new(ErrorKind::InvalidData, "there is no welcome"));
        }
        Ok(Line { reader, writer })
    }

    pub(crate) fn send(&mut self, request: &Request) -> io::Result<()> {
        self.writer.write_all((json::write_request(request) + "\n").as_bytes())
    }

    /// Waits for the next notice.
    pub(crate) fn next(&mut self) -> io::Result<Notice> {
        let mut line = String::new();
        self.reader.read_line(&mut line)?;
        if !line.ends_with('\n') {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        json::read_notice(line.trim_end())
            .map_err(|error| io::Error::new(ErrorKind::InvalidData, error))
    }
}
