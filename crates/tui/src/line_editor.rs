//! A one-line text editor.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The longest line in bytes. The server rejects longer ones.
const MAX_LINE_LEN: usize = 2000;

/// A line of text with a cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineEditor {
    before: String,
    after: String,
    /// Whether asterisks are shown instead of the text, for passwords.
    pub(crate) masked: bool,
    /// Whether the text is a suggestion: the first letter typed replaces it.
    pub(crate) is_suggestion: bool,
}

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

    /// Starts with a text that the first letter typed replaces. Other keys edit it.
    pub(crate) fn suggestion(text: &str) -> LineEditor {
        LineEditor { is_suggestion: true, ..LineEditor::new(text) }
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
    pub(crate) fn press(&mut self, key: &KeyEvent) -> EditResult {
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
            KeyCode::Enter => return self.finish(),
            code => self.edit(code),
        }
        EditResult::Editing
    }

    fn edit(&mut self, code: KeyCode) {
        if std::mem::take(&mut self.is_suggestion) && matches!(code, KeyCode::Char(_)) {
            self.before.clear();
        }
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

    fn finish(&mut self) -> EditResult {
        let line = std::mem::take(&mut self.before) + &std::mem::take(&mut self.after);
        if line.trim().is_empty() && !self.masked {
            return EditResult::Cancelled;
        }
        EditResult::Submitted(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(editor: &mut LineEditor, keys: &[KeyCode]) -> EditResult {
        let mut result = EditResult::Editing;
        for &code in keys {
            result = editor.press(&KeyEvent::new(code, KeyModifiers::NONE));
        }
        result
    }

    fn text(text: &str) -> Vec<KeyCode> {
        text.chars().map(KeyCode::Char).collect()
    }

    #[test]
    fn a_line_is_edited_and_finished() {
        let mut editor = LineEditor::new("say ");
        press(&mut editor, &text("héllo"));
        press(&mut editor, &[KeyCode::Left, KeyCode::Left, KeyCode::Backspace]);
        press(&mut editor, &[KeyCode::End, KeyCode::Char('!')]);
        let done = press(&mut editor, &[KeyCode::Enter]);
        assert_eq!(done, EditResult::Submitted("say hélo!".to_owned()));
        assert_eq!(press(&mut editor, &[KeyCode::Enter]), EditResult::Cancelled);
    }

    #[test]
    fn a_suggestion_is_taken_edited_or_replaced() {
        for (keys, expected) in [
            (vec![], "game.ggf"),
            (text("my.sgf"), "my.sgf"),
            ([vec![KeyCode::Home], text("a")].concat(), "agame.ggf"),
            (vec![KeyCode::Backspace, KeyCode::Char('z')], "game.ggz"),
        ] {
            let mut editor = LineEditor::suggestion("game.ggf");
            press(&mut editor, &keys);
            let done = press(&mut editor, &[KeyCode::Enter]);
            assert_eq!(done, EditResult::Submitted(expected.to_owned()));
        }
    }

    #[test]
    fn a_password_is_not_shown() {
        let mut editor = LineEditor::password();
        press(&mut editor, &text("hunter2"));
        assert_eq!(editor.shown().0, "*******");
        let done = press(&mut editor, &[KeyCode::Enter]);
        assert_eq!(done, EditResult::Submitted("hunter2".to_owned()));
    }
}
