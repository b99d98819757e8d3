//! The keys of the analysis.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEventKind};

use willow_analysis::LineName;

use super::Study;
use super::tree::TreeStep;

/// An action that reaches beyond the state of the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StudyAction {
    /// Go back to the board.
    Leave,
    /// Quit the program.
    Quit,
}

/// The number of lines by which a key scrolls the explanation.
const PAGE: usize = 3;

impl Study {
    /// Handles a key.
    pub(crate) fn press(&mut self, key: &KeyEvent) -> Option<StudyAction> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return self.press_with_control(key.code);
        }
        self.message = None;
        if std::mem::take(&mut self.shows_help) {
            // Any key closes the help.
            return None;
        }
        let (typed, has_typed) = (self.typed.take(), std::mem::take(&mut self.has_typed));
        if let Some(step) = step_of(key.code) {
            self.step(step);
            return None;
        }
        match key.code {
            KeyCode::Esc if typed.is_some() => {}
            KeyCode::Esc => return Some(StudyAction::Leave),
            KeyCode::Enter if has_typed => {}
            KeyCode::Enter => self.follow_best(),
            KeyCode::PageDown => self.scroll += PAGE,
            KeyCode::PageUp => self.scroll = self.scroll.saturating_sub(PAGE),
            KeyCode::F(1) => self.shows_help = true,
            KeyCode::Char(letter) => return self.type_letter(typed, letter.to_ascii_lowercase()),
            _ => {}
        }
        None
    }

    /// Scrolls the explanation by the mouse wheel.
    pub(crate) fn turn_wheel(&mut self, kind: MouseEventKind) {
        match kind {
            MouseEventKind::ScrollDown => self.scroll += 1,
            MouseEventKind::ScrollUp => self.scroll = self.scroll.saturating_sub(1),
            _ => {}
        }
    }

    fn press_with_control(&mut self, code: KeyCode) -> Option<StudyAction> {
        match code {
            KeyCode::Char('c' | 'q') => return Some(StudyAction::Quit),
            KeyCode::Char('z') => self.step(TreeStep::Back),
            KeyCode::Char('y') => self.step(TreeStep::Forward),
            _ => {}
        }
        None
    }

    fn type_letter(&mut self, typed: Option<char>, letter: char) -> Option<StudyAction> {
        match letter {
            'a'..='h' => self.typed = Some(letter),
            '1'..='8' => {
                if let Ok(square) = String::from_iter([typed?, letter]).parse() {
                    self.try_move(square);
                    self.has_typed = true;
                }
            }
            'n' => self.show_next_mistake(),
            'p' => self.show_previous_mistake(),
            'l' => self.show_line(LineName::Best),
            'm' => self.show_line(LineName::Played),
            'x' if self.tree.left_game_at().is_some() => {
                self.tree.return_to_game();
                self.scroll = 0;
            }
            'x' => self.message = Some("This is a position of the game.".to_owned()),
            '?' => self.shows_help = true,
            'q' => return Some(StudyAction::Leave),
            _ => {}
        }
        None
    }
}

/// Returns the step that a key stands for.
const fn step_of(code: KeyCode) -> Option<TreeStep> {
    match code {
        KeyCode::Left | KeyCode::Char('[' | ',' | 'u') => Some(TreeStep::Back),
        KeyCode::Right | KeyCode::Char(']' | '.' | 'r') => Some(TreeStep::Forward),
        KeyCode::Home => Some(TreeStep::First),
        KeyCode::End => Some(TreeStep::Last),
        KeyCode::Up => Some(TreeStep::BranchBefore),
        KeyCode::Down => Some(TreeStep::BranchAfter),
        _ => None,
    }
}
