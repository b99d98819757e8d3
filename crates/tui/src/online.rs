//! A game server on the full screen: the lobby, games, and talk.
//!
//! `state` holds what is known and takes what the server says; `keys` turns keys into commands;
//! `view` draws. The connection is on a thread of its own, in `link`.

mod input;
mod keys;
mod link;
mod lobby;
mod log;
mod seat;
mod state;
mod view;

#[cfg(test)]
mod tests;

use std::io;
use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyEventKind, MouseButton, MouseEventKind};
use ratatui::layout::{Position as Place, Rect};
use willow_client::{Credentials, Destination};

use self::keys::Action;
use self::link::{Link, Order};
use self::state::{Phase, State};
use crate::options::{Colors, Glyphs};
use crate::screen::Terminal;
use crate::view::Theme;

/// How long the screen waits for a key before it looks for news.
const FRAME: Duration = Duration::from_millis(30);

/// How often the clocks are drawn.
const CLOCK_FRAME: Duration = Duration::from_millis(200);

/// What a visit to a server is started with.
#[derive(Clone, Debug)]
pub struct ConnectOptions {
    /// The server.
    pub server: Destination,
    /// How to come in; the visitor is asked if nothing is said.
    pub credentials: Option<Credentials>,
    /// Makes the ids of the visit's commands its own.
    pub seed: u64,
    /// The characters that the screen is drawn with.
    pub glyphs: Glyphs,
    /// Whether the screen has colours.
    pub colors: Colors,
}

/// Visits a server on the full screen. The terminal is given back as it was, whatever happens.
///
/// # Errors
/// The terminal must work. That the server is not there is told on the screen.
pub fn visit(options: ConnectOptions) -> io::Result<()> {
    let ConnectOptions { server, credentials, seed, glyphs, colors } = options;
    let mut state = State::new(server.address());
    let link = Link::start(server, seed);
    if let Some(credentials) = credentials {
        state.phase = Phase::Knocking;
        state.input = None;
        link.order(Order::Enter(credentials));
    }
    let terminal = Terminal::take_over()?;
    let (began, theme) = (Instant::now(), Theme::new(glyphs, colors));
    Visit { terminal, state, link, theme, began, drawn: None }.stay()
}

/// A visit.
struct Visit {
    terminal: Terminal,
    state: State,
    link: Link,
    theme: Theme,
    began: Instant,
    /// When the screen was drawn last.
    drawn: Option<Instant>,
}

impl Visit {
    /// Draws, waits and does what keys and the server want until the visitor leaves.
    fn stay(&mut self) -> io::Result<()> {
        loop {
            let mut changed = self.drawn.is_none_or(|drawn| CLOCK_FRAME <= drawn.elapsed());
            while let Some(tiding) = self.link.tiding() {
                for command in self.state.take(tiding, self.began.elapsed()) {
                    self.link.order(Order::Send(command));
                }
                changed = true;
            }
            if changed {
                self.draw()?;
            }
            if event::poll(FRAME)? {
                match self.handle(&event::read()?)? {
                    Some(Action::Quit) => return Ok(()),
                    Some(Action::Send(command)) => self.link.order(Order::Send(command)),
                    Some(Action::Enter(credentials)) => self.link.order(Order::Enter(credentials)),
                    None => {}
                }
                self.drawn = None;
            }
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        self.drawn = Some(Instant::now());
        let now = self.state.server_time(self.began.elapsed());
        let (state, theme) = (&self.state, self.theme);
        let render = |frame: &mut Frame| {
            view::draw(state, now, theme, frame.area(), frame.buffer_mut());
        };
        self.terminal.0.draw(render).map(|_| ())
    }

    fn handle(&mut self, event: &Event) -> io::Result<Option<Action>> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => Ok(self.state.press(key)),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                let screen = Rect::from((Place::ORIGIN, self.terminal.0.size()?));
                let at = Place { x: mouse.column, y: mouse.row };
                let square = view::square_at(&self.state, screen, at);
                let free = self.state.dialog.is_none() && self.state.input.is_none();
                Ok(square.filter(|_| free).and_then(|square| self.state.place(square)))
            }
            _ => Ok(None),
        }
    }
}
