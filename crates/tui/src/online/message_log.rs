//! A log of chat messages, information and errors.

use std::collections::VecDeque;

use willow_protocol::{Event, Notice, Room, strip_controls};

/// Maximum number of lines that are kept.
const MAX_MESSAGES: usize = 500;

/// The kind of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessageKind {
    /// Chat to everyone in the room.
    Chat,
    Private,
    /// Information, or the reply to a command.
    Info,
    Error,
}

/// One line of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogMessage {
    pub(crate) kind: MessageKind,
    pub(crate) text: String,
    /// Which event of which room it is, if it is a chat message.
    pub(crate) event: Option<(Room, u64)>,
}

/// Writes a chat message, or what a moderator has left of it; nothing of another event.
pub(crate) fn chat_line(notice: &Notice) -> Option<String> {
    match &notice.event {
        Event::Said { from, text } => Some(format!("{from}: {text}")),
        Event::Removed { from, message } if notice.number == Some(*message) => {
            Some(removed_line(from))
        }
        _ => None,
    }
}

fn removed_line(from: impl std::fmt::Display) -> String {
    format!("{from}: (removed by a moderator)")
}

/// The messages of a room, of which a part is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct MessageLog {
    /// The messages, oldest first.
    messages: VecDeque<LogMessage>,
    /// How many of the newest messages are below the shown ones.
    below: usize,
}

impl MessageLog {
    /// Adds a message, one entry a line. Control characters are removed, so that no message can
    /// control the terminal.
    pub(crate) fn add(&mut self, kind: MessageKind, text: &str) {
        for line in text.lines() {
            let text = strip_controls(line);
            self.messages.push_back(LogMessage { kind, text, event: None });
            if self.below > 0 {
                // What somebody reads stays where it is.
                self.below += 1;
            }
        }
        while self.messages.len() > MAX_MESSAGES {
            self.messages.pop_front();
        }
        self.scroll(0);
    }

    /// Adds a chat message, which a moderator may remove.
    pub(crate) fn add_chat(&mut self, notice: &Notice, text: &str) {
        self.add(MessageKind::Chat, text);
        if let Some(last) = self.messages.back_mut() {
            last.event = notice.room.zip(notice.number);
        }
    }

    /// Adds an older chat message before all others, if there is room.
    pub(crate) fn add_earlier_chat(&mut self, notice: &Notice, text: &str) {
        let n_before = self.messages.len();
        self.add_earlier(MessageKind::Chat, text);
        if let Some(first) = self.messages.front_mut().filter(|_| n_before < MAX_MESSAGES) {
            first.event = notice.room.zip(notice.number);
        }
    }

    /// Leaves of a chat message that a moderator has removed only who wrote it.
    pub(crate) fn remove_chat(&mut self, notice: &Notice) {
        let (Event::Removed { from, message }, Some(room)) = (&notice.event, notice.room) else {
            return;
        };
        let mut messages = self.messages.iter_mut();
        if let Some(found) = messages.find(|it| it.event == Some((room, *message))) {
            found.text = removed_line(from);
        }
    }

    /// Adds an older message before all others, if there is room.
    fn add_earlier(&mut self, kind: MessageKind, text: &str) {
        for line in text.lines().rev() {
            if self.messages.len() < MAX_MESSAGES {
                let text = strip_controls(line);
                self.messages.push_front(LogMessage { kind, text, event: None });
            }
        }
    }

    /// Shows older messages, so many up, or newer ones if the number is negative.
    pub(crate) fn scroll(&mut self, up: isize) {
        let oldest = self.messages.len().saturating_sub(1);
        self.below = self.below.saturating_add_signed(up).min(oldest);
    }

    /// Returns the number of newer messages below the shown ones.
    pub(crate) const fn below(&self) -> usize {
        self.below
    }

    /// Returns the shown messages, newest first, and all older ones.
    pub(crate) fn newest_first(&self) -> impl Iterator<Item = &LogMessage> {
        self.messages.iter().rev().skip(self.below)
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

    #[test]
    fn scrolled_messages_stay_in_place_when_new_ones_come() {
        let mut log = MessageLog::default();
        let shown = |log: &MessageLog| log.newest_first().next().map(|entry| entry.text.clone());
        for number in 0..10 {
            log.add(MessageKind::Chat, &number.to_string());
        }
        log.scroll(3);
        assert_eq!(shown(&log).as_deref(), Some("6"));
        log.add(MessageKind::Chat, "new");
        assert_eq!((shown(&log).as_deref(), log.below()), (Some("6"), 4));
        log.scroll(100);
        assert_eq!(shown(&log).as_deref(), Some("0"), "the oldest message stays on the screen");
        log.scroll(-100);
        assert_eq!((shown(&log).as_deref(), log.below()), (Some("new"), 0));
    }
}
