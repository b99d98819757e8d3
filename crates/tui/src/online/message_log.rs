//! A log of chat messages, information and errors.

use std::collections::VecDeque;

use willow_protocol::strip_controls;

/// The largest number of lines that are kept.
const MAX_MESSAGES: usize = 500;

/// The kind of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessageKind {
    /// Chat to everyone in the room.
    Chat,
    /// A private message.
    Private,
    /// Information, or the reply to a command.
    Info,
    /// An error.
    Error,
}

/// One line of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogMessage {
    pub(crate) kind: MessageKind,
    pub(crate) text: String,
}

/// The messages, oldest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct MessageLog(VecDeque<LogMessage>);

impl MessageLog {
    /// Adds a message, one entry a line. Control characters are removed, so that no message can
    /// control the terminal.
    pub(crate) fn add(&mut self, kind: MessageKind, text: &str) {
        for line in text.lines() {
            self.0.push_back(LogMessage { kind, text: strip_controls(line) });
        }
        while self.0.len() > MAX_MESSAGES {
            self.0.pop_front();
        }
    }

    /// Returns the messages, newest first.
    pub(crate) fn newest_first(&self) -> impl Iterator<Item = &LogMessage> {
        self.0.iter().rev()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_escape_gets_into_it_and_old_lines_leave_it() {
        let mut log = MessageLog::default();
        log.add(MessageKind::Info, "one\u{1b}[2J\r\ntwo\u{9b}31m\u{202e}");
        let lines: Vec<&str> = log.newest_first().map(|entry| entry.text.as_str()).collect();
        assert_eq!(lines, ["two31m", "one[2J"]);
        for number in 0..2 * MAX_MESSAGES {
            log.add(MessageKind::Chat, &number.to_string());
        }
        assert_eq!(log.newest_first().count(), MAX_MESSAGES);
    }
}
