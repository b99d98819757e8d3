//! What was said and what happened, line by line.

use std::collections::VecDeque;

use willow_protocol::strip_controls;

/// How many lines are kept.
const KEPT: usize = 500;

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Somebody said it to all who are there.
    Chat,
    /// Somebody said it to the reader alone.
    Private,
    /// It happened, or answers what was asked.
    Info,
    /// Something did not work.
    Error,
}

/// A line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) kind: Kind,
    pub(crate) text: String,
}

/// Lines, the oldest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Log(VecDeque<Entry>);

impl Log {
    /// Adds what was said, line by line. Whoever said it, nothing in it reaches the terminal but
    /// characters that are read.
    pub(crate) fn add(&mut self, kind: Kind, text: &str) {
        for line in text.lines() {
            self.0.push_back(Entry { kind, text: strip_controls(line) });
        }
        while self.0.len() > KEPT {
            self.0.pop_front();
        }
    }

    /// Returns the lines, the newest first.
    pub(crate) fn newest_first(&self) -> impl Iterator<Item = &Entry> {
        self.0.iter().rev()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_escape_gets_into_it_and_old_lines_leave_it() {
        let mut log = Log::default();
        log.add(Kind::Info, "one\u{1b}[2J\r\ntwo\u{9b}31m\u{202e}");
        let lines: Vec<&str> = log.newest_first().map(|entry| entry.text.as_str()).collect();
        assert_eq!(lines, ["two31m", "one[2J"]);
        for number in 0..2 * KEPT {
            log.add(Kind::Chat, &number.to_string());
        }
        assert_eq!(log.newest_first().count(), KEPT);
    }
}
