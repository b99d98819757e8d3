//! A one-line text editor with history.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The largest number of lines in the history.
const HISTORY_LEN: usize = 50;

/// The longest line in bytes. The server rejects longer ones.
const MAX_LINE_LEN: usize = 2000;

/// A line of text with a cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineEditor {
    before: String,
    after: String,
    /// Whether asterisks are shown instead of the text, for passwords.
    pub(crate) masked: bool,
    /// The position in the history, counted back from the newest line; 0 is a new line.
    back: usize,
}

/// The lines that were submitted, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct InputHistory(Vec<String>);

/// The result of a key press.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EditResult {
    /// The line is still being edited.
    Editing,
    /// Editing was cancelled.
    Cancelled,
    /// The line was submitted.
    Submitted(String),
}

impl LineEditor {
    /// Starts with a text, the cursor at its end.
    pub(crate) fn new(text: &str) -> LineEditor {
        LineEditor { before: text.to_owned(), ..LineEditor::default() }
    }

    /// Starts a password.
    pub(crate) fn password() -> LineEditor {
        LineEditor { masked: true, ..LineEditor::default() }
    }

    /// Returns the visible text before and after the cursor.
    pub(crate) fn shown(&self) -> (String, String) {
        let shown = |text: &String| {
            if self.masked { "*".repeat(text.chars().count()) } else { text.clone() }
        };
        (shown(&self.before), shown(&self.after))
    }

    /// Returns whether nothing is typed.
    pub(crate) fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }

    /// Handles a key press.
    pub(crate) fn press(&mut self, key: &KeyEvent, history: &mut InputHistory) -> EditResult {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if key.code == KeyCode::Char('u') {
                *self = LineEditor { masked: self.masked, ..LineEditor::default() };
            }
            return EditResult::Editing;
        }
        match key.code {
            KeyCode::Esc => return EditResult::Cancelled,
            KeyCode::Backspace if self.before.is_empty() && self.after.is_empty() => {
                return EditResult::Cancelled;
            }
            KeyCode::Enter => return self.finish(history),
            KeyCode::Up => self.recall(self.back + 1, history),
            KeyCode::Down => self.recall(self.back.saturating_sub(1), history),
            code => self.edit(code),
        }
        EditResult::Editing
    }

    fn edit(&mut self, code: KeyCode) {
        match code {
            KeyCode::Char(letter) if self.before.len() + self.after.len() < MAX_LINE_LEN => {
                self.before.push(letter);
            }
            KeyCode::Backspace => {
                self.before.pop();
            }
            KeyCode::Delete => {
                let mut rest = self.after.chars();
                rest.next();
                self.after = rest.collect();
            }
            KeyCode::Left => {
                if let Some(letter) = self.before.pop() {
                    self.after.insert(0, letter);
                }
            }
            KeyCode::Right if !self.after.is_empty() => self.before.push(self.after.remove(0)),
            KeyCode::Home => self.after = std::mem::take(&mut self.before) + &self.after,
            KeyCode::End => self.before.push_str(&std::mem::take(&mut self.after)),
            _ => {}
        }
    }

    fn finish(&mut self, history: &mut InputHistory) -> EditResult {
        let line = std::mem::take(&mut self.before) + &std::mem::take(&mut self.after);
        if line.trim().is_empty() && !self.masked {
            return EditResult::Cancelled;
        }
        if !self.masked {
            history.remember(&line);
        }
        EditResult::Submitted(line)
    }

    /// Replaces the line by one of the history. Passwords have no history.
    fn recall(&mut self, back: usize, history: &InputHistory) {
        if self.masked {
            return;
        }
        if let Some(line) = history.back(back) {
            *self = LineEditor { back, ..LineEditor::new(line) };
        }
    }
}

impl InputHistory {
    fn remember(&mut self, line: &str) {
        if self.0.last().is_none_or(|last| last != line) {
            self.0.push(line.to_owned());
        }
        if self.0.len() > HISTORY_LEN {
            self.0.remove(0);
        }
    }

    fn back(&self, n: usize) -> Option<&str> {
        match n {
            0 => Some(""),
            n => self.0.get(self.0.len().checked_sub(n)?).map(String::as_str),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(editor: &mut LineEditor, history: &mut InputHistory, keys: &[KeyCode]) -> EditResult {
        let mut result = EditResult::Editing;
        for &code in keys {
            result = editor.press(&KeyEvent::new(code, KeyModifiers::NONE), history);
        }
        result
    }

    fn text(text: &str) -> Vec<KeyCode> {
        text.chars().map(KeyCode::Char).collect()
    }

    #[test]
    fn a_line_is_edited_finished_and_remembered() {
        let (mut editor, mut history) = (LineEditor::new("say "), InputHistory::default());
        press(&mut editor, &mut history, &text("héllo"));
        press(&mut editor, &mut history, &[KeyCode::Left, KeyCode::Left, KeyCode::Backspace]);
        press(&mut editor, &mut history, &[KeyCode::End, KeyCode::Char('!')]);
        let done = press(&mut editor, &mut history, &[KeyCode::Enter]);
        assert_eq!(done, EditResult::Submitted("say hélo!".to_owned()));
        let mut editor = LineEditor::new("");
        press(&mut editor, &mut history, &[KeyCode::Up, KeyCode::Up]);
        assert_eq!(editor.shown().0, "say hélo!");
        assert_eq!(press(&mut editor, &mut history, &[KeyCode::Down]), EditResult::Editing);
        assert_eq!(editor.shown().0, "");
        assert_eq!(press(&mut editor, &mut history, &[KeyCode::Enter]), EditResult::Cancelled);
    }

    #[test]
    fn a_password_is_neither_shown_nor_remembered() {
        let (mut editor, mut history) = (LineEditor::password(), InputHistory::default());
        press(&mut editor, &mut history, &text("hunter2"));
        assert_eq!(editor.shown().0, "*******");
        assert_eq!(
            press(&mut editor, &mut history, &[KeyCode::Enter]),
            EditResult::Submitted("hunter2".to_owned())
        );
        let mut editor = LineEditor::new("");
        press(&mut editor, &mut history, &[KeyCode::Up]);
        assert_eq!(editor.shown().0, "");
    }
}
