//! Bytes into messages.
//!
//! The server ends lines with CR and LF and messages with a line `READY`, or `ALERT` when it is in
//! trouble. A message that comes on its own has an empty line before it, or the escape sequence that
//! clears a line. Continuation lines of a service begin with `|`; those of the central server do not.
//! Two messages may come without `READY` between: a sender at the front of a line begins a new one.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;

/// The longest line that is kept; the rest of a longer one is dropped.
const LONGEST_LINE: usize = 8 * 1024;

/// The most lines of a message; what follows is a message of its own.
const MAX_LINES: usize = 4096;

/// How the prompts of the login begin. They come without `READY`.
const PROMPT: &str = ": Enter ";

/// A message: its first line, which names the sender, and its continuation lines without their `|`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The first line.
    pub head: String,
    /// The other lines.
    pub rows: Vec<String>,
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.head)?;
        let bar = if self.head.starts_with('/') { "|" } else { "" };
        self.rows.iter().try_for_each(|row| write!(f, "\n{bar}{row}"))
    }
}

/// What comes from the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// A first line, and the lines that belong to it.
    Message(Message),
    /// The prompt: all answers to a command have come.
    Ready,
    /// `ALERT`: the server is in trouble.
    Alert,
}

/// Puts messages together from bytes, however these are split.
#[derive(Clone, Debug, Default)]
pub struct MessageReader {
    line: Vec<u8>,
    lines: Vec<String>,
    ready: VecDeque<Incoming>,
}

impl MessageReader {
    /// Takes bytes of the server.
    pub fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if byte == b'\n' {
                let line = std::mem::take(&mut self.line);
                self.take_line(&clean(&line));
            } else if self.line.len() < LONGEST_LINE {
                self.line.push(byte);
            }
        }
    }

    /// Returns the next message or mark that is complete.
    pub fn next_incoming(&mut self) -> Option<Incoming> {
        self.ready.pop_front()
    }

    fn take_line(&mut self, line: &str) {
        match line.trim_end() {
            "" => {}
            "READY" => self.end(Incoming::Ready),
            "ALERT" => self.end(Incoming::Alert),
            _ => {
                if begins_message(line) || self.lines.len() >= MAX_LINES {
                    self.flush();
                }
                self.lines.push(line.to_owned());
                if line.starts_with(PROMPT) {
                    self.flush();
                }
            }
        }
    }

    fn end(&mut self, mark: Incoming) {
        self.flush();
        self.ready.push_back(mark);
    }

    fn flush(&mut self) {
        let mut lines = std::mem::take(&mut self.lines).into_iter();
        if let Some(head) = lines.next() {
            let has_bars = head.starts_with('/');
            let rows = lines.map(|line| match line.strip_prefix('|') {
                Some(row) if has_bars => row.to_owned(),
                _ => line,
            });
            let rows = rows.collect();
            self.ready.push_back(Incoming::Message(Message { head, rows }));
        }
    }
}

/// Returns whether a line names its sender as services, channels and the central server do.
fn begins_message(line: &str) -> bool {
    let word = line.split(' ').next().unwrap_or_default();
    matches!(word.as_bytes(), [b':'] | [b'.', ..] | [b'/', .., b':'])
}

/// Returns a line without bells, escape sequences and carriage returns.
fn clean(line: &[u8]) -> String {
    // What is not UTF-8 is somebody's Latin-1.
    let line: Cow<'_, str> = match str::from_utf8(line) {
        Ok(line) => line.into(),
        Err(_) => line.iter().copied().map(char::from).collect::<String>().into(),
    };
    let mut text = String::new();
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\u{1b}' => skip_sequence(&mut rest),
            '\t' => text.push(' '),
            '\u{80}'..='\u{a0}' => text.push('?'),
            c if !c.is_control() => text.push(c),
            _ => {}
        }
    }
    text
}

/// Skips the rest of an escape sequence: a bracket, digits and semicolons, a letter.
fn skip_sequence(rest: &mut std::iter::Peekable<impl Iterator<Item = char>>) {
    if rest.next_if_eq(&'[').is_some() {
        while rest.next_if(|c| c.is_ascii_digit() || *c == ';').is_some() {}
        rest.next_if(char::is_ascii_alphabetic);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<Incoming> {
        let mut reader = MessageReader::default();
        reader.feed(bytes);
        std::iter::from_fn(|| reader.next_incoming()).collect()
    }

    fn message(head: &str, rows: &[&str]) -> Incoming {
        let rows = rows.iter().map(|&row| row.to_owned()).collect();
        Incoming::Message(Message { head: head.to_owned(), rows })
    }

    const DIALOGUE: &[u8] = b"banner\r\n: Enter login (yours).\r\n: Enter your password.\r\nREADY\r\n\
        \r\n/os: error .5 not found\r\nREADY\r\n\x1b[2K\r\x07/os: stored 1 a\r\n|row 1\r\n|row 2\r\n\
        : + bob\r\nREADY\r\nbob: /os: hi\r\nREADY\r\nALERT\n";

    #[test]
    fn messages_are_told_apart() {
        let expected = [
            message("banner", &[]),
            message(": Enter login (yours).", &[]),
            message(": Enter your password.", &[]),
            Incoming::Ready,
            message("/os: error .5 not found", &[]),
            Incoming::Ready,
            message("/os: stored 1 a", &["row 1", "row 2"]),
            message(": + bob", &[]),
            Incoming::Ready,
            message("bob: /os: hi", &[]),
            Incoming::Ready,
            Incoming::Alert,
        ];
        assert_eq!(read(DIALOGUE), expected);
    }

    #[test]
    fn reads_may_be_split_anywhere() {
        let whole = read(DIALOGUE);
        for split in 0..DIALOGUE.len() {
            let mut reader = MessageReader::default();
            reader.feed(&DIALOGUE[..split]);
            let mut found: Vec<_> = std::iter::from_fn(|| reader.next_incoming()).collect();
            reader.feed(&DIALOGUE[split..]);
            found.extend(std::iter::from_fn(|| reader.next_incoming()));
            assert_eq!(found, whole, "split at {split}");
        }
    }

    #[test]
    fn bodies_of_the_central_server_have_no_bars() {
        let found = read(b": finger alice\nlogin : alice\nemail : -\nREADY\n");
        assert_eq!(found[0], message(": finger alice", &["login : alice", "email : -"]));
    }

    #[test]
    fn text_is_utf_8_or_else_latin_1() {
        let found = read("bob: gr\u{fc}ezi \u{68cb}\u{1f600}\u{9b}\nREADY\n".as_bytes());
        assert_eq!(found[0], message("bob: gr\u{fc}ezi \u{68cb}\u{1f600}?", &[]));
        assert_eq!(read(b"bob: gr\xfcezi\x9b\nREADY\n")[0], message("bob: gr\u{fc}ezi?", &[]));
    }

    #[test]
    fn a_flood_is_cut_into_lines_and_messages_of_limited_size() {
        let mut reader = MessageReader::default();
        reader.feed(&vec![b'x'; 10 * LONGEST_LINE]);
        reader.feed(b"\nREADY\n");
        let Some(Incoming::Message(message)) = reader.next_incoming() else { panic!("no message") };
        assert_eq!(message.head.len(), LONGEST_LINE);
    }
}
