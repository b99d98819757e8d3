//! The line that is being typed.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// How many lines are remembered.
const REMEMBERED: usize = 50;

/// The longest line: a server takes no longer ones.
const LONGEST: usize = 2000;

/// A line with its cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Input {
    before: String,
    after: String,
    /// Whether it is shown: a password is not.
    pub(crate) secret: bool,
    /// How far back in the remembered lines it is; 0 is none of them.
    back: usize,
}

/// Lines that were typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Typed(Vec<String>);

/// What a key did to the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Edited {
    /// It is still being typed.
    Open,
    /// It was given up.
    Dropped,
    /// It was finished.
    Done(String),
}

impl Input {
    /// Begins a line with some words.
    pub(crate) fn new(text: &str) -> Input {
        Input { before: text.to_owned(), ..Input::default() }
    }

    /// Begins a line that is not shown.
    pub(crate) fn secret() -> Input {
        Input { secret: true, ..Input::default() }
    }

    /// Returns what stands before and after the cursor, as it is shown.
    pub(crate) fn shown(&self) -> (String, String) {
        let shown = |text: &String| {
            if self.secret { "*".repeat(text.chars().count()) } else { text.clone() }
        };
        (shown(&self.before), shown(&self.after))
    }

    /// Does what a key means.
    pub(crate) fn press(&mut self, key: &KeyEvent, typed: &mut Typed) -> Edited {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if key.code == KeyCode::Char('u') {
                *self = Input { secret: self.secret, ..Input::default() };
            }
            return Edited::Open;
        }
        match key.code {
            KeyCode::Esc => return Edited::Dropped,
            KeyCode::Backspace if self.before.is_empty() && self.after.is_empty() => {
                return Edited::Dropped;
            }
            KeyCode::Enter => return self.finish(typed),
            KeyCode::Up => self.recall(self.back + 1, typed),
            KeyCode::Down => self.recall(self.back.saturating_sub(1), typed),
            code => self.edit(code),
        }
        Edited::Open
    }

    fn edit(&mut self, code: KeyCode) {
        match code {
            KeyCode::Char(letter) if self.before.len() + self.after.len() < LONGEST => {
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

    fn finish(&mut self, typed: &mut Typed) -> Edited {
        let line = std::mem::take(&mut self.before) + &std::mem::take(&mut self.after);
        if line.trim().is_empty() && !self.secret {
            return Edited::Dropped;
        }
        if !self.secret {
            typed.remember(&line);
        }
        Edited::Done(line)
    }

    /// Takes a remembered line. In front of a secret nothing is recalled.
    fn recall(&mut self, back: usize, typed: &Typed) {
        if self.secret {
            return;
        }
        if let Some(line) = typed.back(back) {
            *self = Input { back, ..Input::new(line) };
        }
    }
}

impl Typed {
    fn remember(&mut self, line: &str) {
        if self.0.last().is_none_or(|last| last != line) {
            self.0.push(line.to_owned());
        }
        if self.0.len() > REMEMBERED {
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

    fn press(input: &mut Input, typed: &mut Typed, keys: &[KeyCode]) -> Edited {
        let mut edited = Edited::Open;
        for &code in keys {
            edited = input.press(&KeyEvent::new(code, KeyModifiers::NONE), typed);
        }
        edited
    }

    fn text(text: &str) -> Vec<KeyCode> {
        text.chars().map(KeyCode::Char).collect()
    }

    #[test]
    fn a_line_is_edited_finished_and_remembered() {
        let (mut input, mut typed) = (Input::new("say "), Typed::default());
        press(&mut input, &mut typed, &text("héllo"));
        press(&mut input, &mut typed, &[KeyCode::Left, KeyCode::Left, KeyCode::Backspace]);
        press(&mut input, &mut typed, &[KeyCode::End, KeyCode::Char('!')]);
        let done = press(&mut input, &mut typed, &[KeyCode::Enter]);
        assert_eq!(done, Edited::Done("say hélo!".to_owned()));
        let mut input = Input::new("");
        press(&mut input, &mut typed, &[KeyCode::Up, KeyCode::Up]);
        assert_eq!(input.shown().0, "say hélo!");
        assert_eq!(press(&mut input, &mut typed, &[KeyCode::Down]), Edited::Open);
        assert_eq!(input.shown().0, "");
        assert_eq!(press(&mut input, &mut typed, &[KeyCode::Enter]), Edited::Dropped);
    }

    #[test]
    fn a_secret_is_neither_shown_nor_remembered() {
        let (mut input, mut typed) = (Input::secret(), Typed::default());
        press(&mut input, &mut typed, &text("hunter2"));
        assert_eq!(input.shown().0, "*******");
        assert_eq!(
            press(&mut input, &mut typed, &[KeyCode::Enter]),
            Edited::Done("hunter2".to_owned())
        );
        let mut input = Input::new("");
        press(&mut input, &mut typed, &[KeyCode::Up]);
        assert_eq!(input.shown().0, "");
    }
}
