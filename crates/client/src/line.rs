//! One connection: requests out, notices in.

use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::time::Duration;

use willow_protocol::{Notice, Request, json};

use crate::destination::Destination;
use crate::way::Way;

/// A connection that speaks JSON.
#[derive(Debug)]
pub(crate) struct Line {
    way: BufReader<Way>,
    /// What has come of the next line.
    partial: Vec<u8>,
}

impl Line {
    /// Connects and reads the server's welcome.
    pub(crate) fn connect(server: &Destination) -> io::Result<Line> {
        let mut way = BufReader::new(server.connect()?);
        let mut welcome = Vec::new();
        way.read_until(b'\n', &mut welcome)?;
        if !welcome.starts_with(b"welcome ") {
            return Err(io::Error::new(ErrorKind::InvalidData, "there is no welcome"));
        }
        Ok(Line { way, partial: Vec::new() })
    }

    pub(crate) fn send(&mut self, request: &Request) -> io::Result<()> {
        let way = self.way.get_mut();
        way.write_all((json::write_request(request) + "\n").as_bytes())?;
        way.flush()
    }

    /// Waits for the next notice.
    pub(crate) fn next(&mut self) -> io::Result<Notice> {
        self.way.read_until(b'\n', &mut self.partial)?;
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
        self.way.get_ref().wait_at_most(Some(time))?;
        let heard = self.next();
        self.way.get_ref().wait_at_most(None)?;
        match heard {
            Ok(notice) => Ok(Some(notice)),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}
