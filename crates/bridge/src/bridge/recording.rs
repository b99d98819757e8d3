//! A recorded dialogue: what both servers said to a bridge, and what the bridge said, with the times.
//!
//! A recording is text. After two lines of heading, each line is one entry:
//!
//! ```text
//! # dialogue of a willow bridge, version 1
//! # run bridge-18af3c
//! 12 willow:ggs open
//! 12 willow:ggs > {"client":"bridge-18af3c","do":"protocol","version":2}
//! 15 ggs:bob < : Enter login\r\n
//! 1500 - tick
//! ```
//!
//! The number is the time in milliseconds. `>` is a line of the bridge, `<` are bytes of the server. Passwords are
//! left out.

use std::fmt::{self, Write as _};

use serde_json::Value;
use thiserror::Error;

use super::millis::Millis;
use super::pairing::PairingRecord;

/// The first line of a recording.
const HEADING: &str = "# dialogue of a willow bridge, version 1";

/// What the second line begins with; the random word of the run follows.
const RUN: &str = "# run ";

/// What stands in the place of a password.
pub(super) const NO_PASSWORD: &str = "*****";

/// What stands in the place of a link's name.
const NO_LINK: &str = "-";

/// A line of a recording.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedEntry {
    /// The time.
    pub at: Millis,
    /// What happened.
    pub what: Recorded,
}

/// What a line of a recording tells. Names are those of links: `willow:ACCOUNT` or `ggs:LOGIN`.
#[derive(Clone, Debug, PartialEq)]
pub enum Recorded {
    /// A match that the journal remembered at the beginning.
    Match(Box<PairingRecord>),
    /// A link is open.
    Opened(String),
    /// Bytes came.
    Heard(String, Vec<u8>),
    /// A link was closed from outside; why.
    Closed(String, String),
    /// Time has passed, and the bridge did something.
    Tick,
    /// The bridge said a line.
    Said(String, String),
    /// The bridge closed a link.
    Left(String),
}

/// A recording cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line} of the recording: {reason}")]
pub struct RecordingError {
    /// The line, the first one is 1.
    pub line: usize,
    /// What is wrong.
    pub reason: RecordingFault,
}

/// What is wrong with a line of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordingFault {
    /// It is no recording.
    #[error("this is no dialogue of a bridge")]
    Heading,
    /// The second line does not name the run.
    #[error("the run is missing")]
    Run,
    /// The line does not begin with a time, or the time is before that of the line before.
    #[error("the time is missing or runs backwards")]
    Time,
    /// The line has another form.
    #[error("this is no entry: TIME LINK open|close|leave|<|> TEXT")]
    Entry,
    /// The text has an escape that does not exist.
    #[error("the text is damaged")]
    Text,
}

/// A recorded dialogue.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// The random word of the run.
    pub(super) run: String,
    /// The entries with their lines.
    pub(super) entries: Vec<(usize, RecordedEntry)>,
}

impl Recording {
    /// Reads a recording. A last line without an end was cut off, and is left out.
    ///
    /// # Errors
    /// Every line must have the form of an entry.
    pub fn parse(text: &str) -> Result<Recording, RecordingError> {
        let fault = |line, reason| RecordingError { line, reason };
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = (1..).zip(whole.lines());
        if lines.next().is_none_or(|(_, line)| line != HEADING) {
            return Err(fault(1, RecordingFault::Heading));
        }
        let run = lines.next().and_then(|(_, line)| line.strip_prefix(RUN));
        let run = run.ok_or_else(|| fault(2, RecordingFault::Run))?.to_owned();
        let (mut entries, mut last) = (Vec::<(usize, RecordedEntry)>::new(), 0);
        for (number, line) in lines {
            let entry = RecordedEntry::parse(line).map_err(|reason| fault(number, reason))?;
            if entry.at < last {
                return Err(fault(number, RecordingFault::Time));
            }
            last = entry.at;
            entries.push((number, entry));
        }
        Ok(Recording { run, entries })
    }

    /// Returns the first lines of the recording of a run, which begins with what the journal remembers.
    #[must_use]
    pub fn heading(run: &str, records: &[PairingRecord]) -> String {
        let mut text = format!("{HEADING}\n{RUN}{run}\n");
        for record in records {
            let entry = RecordedEntry { at: 0, what: Recorded::Match(Box::new(record.clone())) };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{entry}");
        }
        text
    }
}

impl RecordedEntry {
    fn parse(line: &str) -> Result<RecordedEntry, RecordingFault> {
        let mut words = line.splitn(4, ' ');
        let at = words.next().and_then(|word| word.parse().ok()).ok_or(RecordingFault::Time)?;
        let (link, verb) = (words.next(), words.next());
        let (Some(link), Some(verb)) = (link, verb) else { return Err(RecordingFault::Entry) };
        let text = unescaped(words.next().unwrap_or_default()).ok_or(RecordingFault::Text)?;
        let string = || String::from_utf8(text.clone()).map_err(|_| RecordingFault::Text);
        let link = link.to_owned();
        let what = match (link.as_str(), verb) {
            (NO_LINK, "tick") => Recorded::Tick,
            (NO_LINK, "match") => Recorded::Match(Box::new(
                serde_json::from_slice(&text).map_err(|_| RecordingFault::Text)?,
            )),
            (NO_LINK, _) => return Err(RecordingFault::Entry),
            (_, "open") => Recorded::Opened(link),
            (_, "<") => Recorded::Heard(link, text),
            (_, ">") => Recorded::Said(link, string()?),
            (_, "close") => Recorded::Closed(link, string()?),
            (_, "leave") => Recorded::Left(link),
            _ => return Err(RecordingFault::Entry),
        };
        Ok(RecordedEntry { at, what })
    }
}

impl fmt::Display for RecordedEntry {
    /// Writes the entry as [`Recording::parse`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.at)?;
        match &self.what {
            Recorded::Match(record) => {
                let json = serde_json::to_string(record).map_err(|_| fmt::Error)?;
                write!(f, "{NO_LINK} match {}", escaped(json.as_bytes()))
            }
            Recorded::Tick => write!(f, "{NO_LINK} tick"),
            Recorded::Opened(link) => write!(f, "{link} open"),
            Recorded::Heard(link, bytes) => write!(f, "{link} < {}", escaped(bytes)),
            Recorded::Said(link, line) => write!(f, "{link} > {}", escaped(line.as_bytes())),
            Recorded::Closed(link, why) => write!(f, "{link} close {}", escaped(why.as_bytes())),
            Recorded::Left(link) => write!(f, "{link} leave"),
        }
    }
}

impl Recorded {
    /// Returns what is recorded of a line of the bridge: the password of the link is left out.
    #[must_use]
    pub fn said(link: &str, line: &str, password: &str) -> Recorded {
        Recorded::Said(link.to_owned(), without_password(line, password))
    }
}

/// Returns a line of the bridge without its password.
fn without_password(line: &str, password: &str) -> String {
    if line == password {
        return NO_PASSWORD.to_owned();
    }
    match serde_json::from_str::<Value>(line) {
        Ok(mut value) if value["do"] == "login" => {
            value["password"] = NO_PASSWORD.into();
            value.to_string()
        }
        _ => line.to_owned(),
    }
}

/// Returns bytes as text in one line: control characters, backslashes and what is no UTF-8 are escaped.
fn escaped(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for letter in chunk.valid().chars() {
            match letter {
                '\\' => text.push_str("\\\\"),
                '\n' => text.push_str("\\n"),
                '\r' => text.push_str("\\r"),
                letter if letter.is_control() => {
                    let mut buffer = [0; 4];
                    push_hexadecimal(&mut text, letter.encode_utf8(&mut buffer).as_bytes());
                }
                letter => text.push(letter),
            }
        }
        push_hexadecimal(&mut text, chunk.invalid());
    }
    text
}

fn push_hexadecimal(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "\\x{byte:02x}");
    }
}

/// Returns the bytes of an escaped text.
fn unescaped(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend_from_slice(before.as_bytes());
        let (byte, length) = match after.as_bytes().first()? {
            b'\\' => (b'\\', 1),
            b'n' => (b'\n', 1),
            b'r' => (b'\r', 1),
            b'x' => (u8::from_str_radix(after.get(1..3)?, 16).ok()?, 3),
            _ => return None,
        };
        bytes.push(byte);
        rest = &after[length..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(text: &str) -> Result<Vec<String>, RecordingError> {
        let recording = Recording::parse(&format!("{HEADING}\n{RUN}r7\n{text}"))?;
        Ok(recording.entries.iter().map(|(_, entry)| entry.to_string()).collect())
    }

    #[test]
    fn entries_are_read_as_they_are_written() {
        let lines = [
            "0 ggs:bob open",
            r"0 ggs:bob < : Enter \\login\r\n\x1b\xff\x00 gr\u{fc}n",
            "7 ggs:bob > ",
            "7 willow:ggs close the connection ended",
            "9 ggs:bob leave",
            "500 - tick",
        ];
        let lines = lines.map(|line| line.replace("\\u{fc}", "\u{fc}"));
        assert_eq!(entries(&(lines.join("\n") + "\n")).unwrap(), lines);
        let bytes: Vec<u8> = (0..=255).collect();
        let entry = RecordedEntry { at: 3, what: Recorded::Heard("x".to_owned(), bytes) };
        assert_eq!(RecordedEntry::parse(&entry.to_string()), Ok(entry));
    }

    #[test]
    fn a_last_line_that_was_cut_off_is_left_out() {
        assert_eq!(entries("0 ggs:bob open\n7 ggs:b").unwrap(), ["0 ggs:bob open"]);
    }

    #[test]
    fn a_damaged_recording_is_refused_with_its_line() {
        let fault = |text: &str| {
            let error = entries(text).unwrap_err();
            (error.line, error.reason)
        };
        assert_eq!(fault("0 a open\nx a open\n"), (4, RecordingFault::Time));
        assert_eq!(fault("9 a open\n8 a open\n"), (4, RecordingFault::Time));
        assert_eq!(fault("0 a\n"), (3, RecordingFault::Entry));
        assert_eq!(fault("0 a opened\n"), (3, RecordingFault::Entry));
        assert_eq!(fault("0 - open\n"), (3, RecordingFault::Entry));
        for text in
            [r"0 a < \", r"0 a < \q", r"0 a < \x1", r"0 a < \xzz", r"0 a > \xff", "0 - match x"]
        {
            assert_eq!(fault(&format!("{text}\n")), (3, RecordingFault::Text), "{text}");
        }
        assert_eq!(Recording::parse("my diary\n").unwrap_err().line, 1);
        assert_eq!(Recording::parse(&format!("{HEADING}\n")).unwrap_err().line, 2);
        let message = entries("x\n").unwrap_err().to_string();
        assert_eq!(message, "line 3 of the recording: the time is missing or runs backwards");
    }

    #[test]
    fn passwords_are_left_out() {
        assert_eq!(without_password("secret", "secret"), NO_PASSWORD);
        assert_eq!(without_password("tell bob secret", "secret"), "tell bob secret");
        let login = r#"{"do":"login","name":"ggs","password":"se\"cret"}"#;
        let wanted = r#"{"do":"login","name":"ggs","password":"*****"}"#;
        assert_eq!(without_password(login, "se\"cret"), wanted);
    }
}
