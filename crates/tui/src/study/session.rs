//! An analysis with its thread, as the full screens use it.

use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyEventKind, MouseButton, MouseEventKind};
use ratatui::layout::{Position as ScreenPoint, Rect};
use willow_board::Position;

use super::analyst::{Analyst, default_level};
use super::{StudiedGame, Study, StudyAction, view};
use crate::view::Theme;

/// An analysis with its thread. Dropping it stops the thread.
#[derive(Debug)]
pub(crate) struct StudySession {
    study: Study,
    analyst: Analyst,
    /// The position that the thread was last told.
    told: Position,
}

impl StudySession {
    /// Starts the analysis of a game.
    pub(crate) fn start(studied: StudiedGame) -> StudySession {
        let game = studied.game.clone();
        let study = Study::new(studied);
        let told = *study.position();
        StudySession { analyst: Analyst::start(game, told, default_level()), study, told }
    }

    /// Takes what the thread has found. Returns whether there was anything.
    pub(crate) fn poll(&mut self) -> bool {
        let mut is_new = false;
        while let Some(news) = self.analyst.next_news() {
            self.study.note(news);
            is_new = true;
        }
        is_new
    }

    /// Handles a key or the mouse on this screen. Returns what the caller has to do: leave the analysis
    /// or quit.
    pub(crate) fn handle(&mut self, event: &Event, screen: Rect) -> Option<StudyAction> {
        let action = match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.study.press(key),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                let at = ScreenPoint { x: mouse.column, y: mouse.row };
                view::click(&mut self.study, screen, at);
                None
            }
            Event::Mouse(mouse) => {
                self.study.turn_wheel(mouse.kind);
                None
            }
            _ => None,
        };
        let shown = *self.study.position();
        if shown != self.told {
            self.told = shown;
            self.analyst.show(&shown);
        }
        action
    }

    /// Draws the whole screen.
    pub(crate) fn draw(&self, theme: Theme, frame: &mut Frame<'_>) {
        view::draw(&self.study, theme, frame.area(), frame.buffer_mut());
    }
}
