//! Lines from the bytes of a socket.

use crate::connection::telnet::TelnetFilter;

/// A line, or the error of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineEvent {
    /// A line, without its end. Invalid UTF-8 is replaced.
    Line(String),
    /// A line was longer than the limit and was dropped.
    TooLong,
}

/// Splits a stream of bytes into lines: LF or CR LF ends a line, telnet's option bytes are removed,
/// and memory is bounded by the longest line.
#[derive(Clone, Debug)]
pub struct LineSplitter {
    longest: usize,
    telnet: TelnetFilter,
    line: Vec<u8>,
    overlong: bool,
}

impl LineSplitter {
    /// Returns a splitter for lines of at most `longest` bytes.
    pub const fn new(longest: usize) -> LineSplitter {
        LineSplitter { longest, telnet: TelnetFilter::Data, line: Vec::new(), overlong: false }
    }

    /// Adds bytes and returns the lines that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<LineEvent> {
        let mut events = Vec::new();
        for &byte in bytes {
            match self.telnet.take(byte) {
                Some(b'\n') => events.push(self.end_line()),
                // Telnet sends a NUL after a carriage return that stands alone.
                Some(0) | None => {}
                Some(data) if self.line.len() < self.longest => self.line.push(data),
                // The carriage return before the line feed does not count.
                Some(b'\r') => {}
                Some(_) => self.overlong = true,
            }
        }
        events
    }

    fn end_line(&mut self) -> LineEvent {
        let mut line = std::mem::take(&mut self.line);
        if std::mem::take(&mut self.overlong) {
            return LineEvent::TooLong;
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        LineEvent::Line(String::from_utf8_lossy(&line).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(pieces: &[&[u8]]) -> Vec<LineEvent> {
        let mut splitter = LineSplitter::new(8);
        pieces.iter().flat_map(|piece| splitter.push(piece)).collect()
    }

    #[test]
    fn lines_do_not_depend_on_packet_boundaries() {
        let line = |text: &str| LineEvent::Line(text.to_owned());
        assert_eq!(lines(&[b"wh", b"o\r", b"\ngames\n", b"x"]), [line("who"), line("games")]);
        assert_eq!(lines(&[b"\xff\xfb\x01hi\r\0\n"]), [line("hi")]);
        assert_eq!(lines(&[b"a\xc3\n"]), [line("a\u{fffd}")]);
    }

    #[test]
    fn an_overlong_line_is_dropped_and_the_next_one_read() {
        let eight = LineEvent::Line("12345678".to_owned());
        let next = LineEvent::Line("ok".to_owned());
        assert_eq!(lines(&[b"12345678\r\n123456789\nok\n"]), [eight, LineEvent::TooLong, next]);
    }
}
