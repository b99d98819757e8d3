//! One connection: requests out, notices in.

use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::net::TcpStream;
use std::time::Duration;

use willow_protocol::{Notice, Request, json};

/// A connection that speaks JSON.
#[derive(Debug)]
pub(crate) struct Line {
    reader: BufReader<TcpStream>,
    writer: TcpStream,
    /// What has come of the next line.
    partial: Vec<u8>,
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
        Ok(Line { reader, writer, partial: Vec::new() })
    }

    pub(crate) fn send(&mut self, request: &Request) -> io::Result<()> {
        self.writer.write_all((json::write_request(request) + "\n").as_bytes())
    }

    /// Waits for the next notice.
    pub(crate) fn next(&mut self) -> io::Result<Notice> {
        self.reader.read_until(b'\n', &mut self.partial)?;
        let line = std::mem::take(&mut self.partial);
        let Some(line) = line.strip_suffix(b"\n") else {
            return Err(ErrorKind::UnexpectedEof.into());
        };
        json::read_notice(&String::from_utf8_lossy(line))
            .map_err(|error| io::Error::new(ErrorKind::InvalidData, error))
    }

    /// Waits for the next notice for a while. What has come of one by then is not lost.
    pub(crate) fn next_within(&mut self, time: Duration) -> io::Result<Option<Notice>> {
        // A timeout of nothing would be none at all.
        let time = time.max(Duration::from_millis(1));
        self.writer.set_read_timeout(Some(time))?;
        let heard = self.next();
        self.writer.set_read_timeout(None)?;
        match heard {
            Ok(notice) => Ok(Some(notice)),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}
