//! Othello on the full screen: takes the terminal over and gives it back.

use std::io::{self, stdout};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind, MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::layout::{Position as Place, Rect};
use ratatui::{DefaultTerminal, Frame};
use willow_board::Square;

use crate::app::{App, Dialog, Question, Request};
use crate::files::{self, FileError, Overwrite};
use crate::host::Host;
use crate::keeper;
use crate::news::News;
use crate::options::{PlayEnd, PlayError, PlayOptions, Resume};
use crate::table::{Command, Pace};
use crate::unfinished::Unfinished;
use crate::view::{self, Scene, Theme};

/// How long the screen waits for a key before it looks for a program's answer.
const FRAME: Duration = Duration::from_millis(30);
/// How often the clocks are drawn.
const CLOCK_FRAME: Duration = Duration::from_millis(200);

/// Plays on the full screen. The terminal is given back as it was, whatever happens.
///
/// # Errors
/// Players must be such that they can be built, and the terminal must work.
pub fn run(options: &PlayOptions) -> Result<PlayEnd, PlayError> {
    let theme = Theme::new(options.glyphs, options.colors);
    let path = options.unfinished.as_deref();
    let mut app = App::new();
    let mut offered = None;
    let mut host = match options.resume {
        Resume::Never => Host::open(options, None)?,
        Resume::Always => {
            let unfinished = keeper::look(path)?.ok_or(PlayError::NothingToResume)?;
            Host::open(options, Some(&unfinished))?
        }
        Resume::Ask => {
            offered = keeper::look(path).unwrap_or_else(|error| {
                app.say(format!("{error}."));
                None
            });
            Host::open(options, None)?
        }
    };
    if let Some(unfinished) = &offered {
        // Nobody should lose time over the question.
        host.handle(Command::TogglePause);
        app.dialog = Some(Dialog::Confirm(Question::Resume(unfinished.title())));
    }
    let terminal = Terminal::take_over().map_err(PlayError::Terminal)?;
    let mut visit = Visit { terminal, host, app, theme, drawn: Instant::now(), offered };
    let left = visit.stay();
    let end = visit.host.leave();
    left.map(|()| end)
}

/// The terminal while it is taken over.
pub(crate) struct Terminal(pub(crate) DefaultTerminal);

impl Terminal {
    pub(crate) fn take_over() -> io::Result<Terminal> {
        let terminal = Terminal(ratatui::try_init()?);
        execute!(stdout(), EnableMouseCapture)?;
        Ok(terminal)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // The terminal may be gone already.
        let _ = execute!(stdout(), DisableMouseCapture);
        ratatui::restore();
    }
}

/// A visit to the terminal.
struct Visit {
    terminal: Terminal,
    host: Host,
    app: App,
    theme: Theme,
    /// When the screen was drawn last.
    drawn: Instant,
    /// The unfinished game, until it is clear whether it goes on.
    offered: Option<Unfinished>,
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Stay,
    Leave,
}

impl Visit {
    /// Draws, waits and does what keys and programs want until somebody leaves.
    fn stay(&mut self) -> Result<(), PlayError> {
        self.draw().map_err(PlayError::Terminal)?;
        loop {
            let revision = self.host.table().revision();
            let mut changed = self.clocks_moved();
            if event::poll(FRAME).map_err(PlayError::Terminal)? {
                let event = event::read().map_err(PlayError::Terminal)?;
                if self.handle(&event)? == Next::Leave {
                    return Ok(());
                }
                changed = true;
            }
            let news = self.host.wait(Duration::ZERO)?;
            self.app.hear(&news, self.host.table().revision());
            if changed || !news.is_empty() || revision != self.host.table().revision() {
                self.draw().map_err(PlayError::Terminal)?;
            }
        }
    }

    /// Returns whether clocks run and were not drawn lately.
    fn clocks_moved(&self) -> bool {
        let (clock, _) = self.host.table().session().clock(self.host.now());
        let runs = clock.deadline().is_some() && self.host.table().pace() == Pace::Going;
        runs && CLOCK_FRAME <= self.drawn.elapsed()
    }

    fn draw(&mut self) -> io::Result<()> {
        self.drawn = Instant::now();
        let scene = Scene { table: self.host.table(), app: &self.app, now: self.host.now() };
        let theme = self.theme;
        let render = |frame: &mut Frame| {
            view::draw(&scene, theme, frame.area(), frame.buffer_mut());
        };
        self.terminal.0.draw(render).map(|_| ())
    }

    fn handle(&mut self, event: &Event) -> Result<Next, PlayError> {
        let request = match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                self.app.press(key, self.host.table())
            }
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                let at = Place { x: mouse.column, y: mouse.row };
                let square = self.square_at(at).map_err(PlayError::Terminal)?;
                square.and_then(|square| self.app.click(square))
            }
            _ => None,
        };
        if self.offered.is_some() && self.app.dialog.is_none() && request != Some(Request::Resume) {
            self.offered = None;
            self.host.handle(Command::TogglePause);
        }
        match request {
            None => {}
            Some(Request::Table(command)) => {
                let news = self.host.handle(command);
                self.app.hear(&news, self.host.table().revision());
            }
            Some(Request::Save(path, overwrite)) => self.save(path, overwrite),
            Some(Request::Load(path)) => self.load(&path),
            Some(Request::Resume) => self.resume()?,
            Some(Request::Quit) => return Ok(Next::Leave),
        }
        Ok(Next::Stay)
    }

    fn square_at(&mut self, at: Place) -> io::Result<Option<Square>> {
        let screen = self.terminal.0.size()?;
        Ok(view::square_at(Rect::from((Place::ORIGIN, screen)), at))
    }

    fn save(&mut self, path: PathBuf, overwrite: Overwrite) {
        match files::save(self.host.table(), &path, overwrite) {
            Ok(()) => self.app.say(format!("Written to {}.", path.display())),
            Err(FileError::Exists(_)) => {
                self.app.dialog = Some(Dialog::Confirm(Question::Replace(path)));
            }
            Err(error) => self.app.say(error.to_string()),
        }
    }

    fn load(&mut self, path: &Path) {
        let control = self.host.table().session().control();
        match files::load(path, control) {
            Ok(session) => {
                self.host.take_up(session, Pace::Paused);
                self.app.say(format!("Read from {}.", path.display()));
            }
            Err(error) => self.app.say(error.to_string()),
        }
    }

    fn resume(&mut self) -> Result<(), PlayError> {
        let Some(unfinished) = self.offered.take() else { return Ok(()) };
        self.host.resume(&unfinished)?;
        self.app.hear(&[News::TakenUp], self.host.table().revision());
        Ok(())
    }
}
