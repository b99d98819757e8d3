//! Othello on the full screen: the loop of drawing and handling keys.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyEvent, KeyEventKind, MouseButton, MouseEventKind};
use ratatui::layout::{Position as ScreenPoint, Rect};
use willow_board::{Color, Outcome};
use willow_files::Overwrite;

use crate::app::{App, AppAction, Confirmation, Dialog};
use crate::autosave;
use crate::game_file::{self, GameFileError};
use crate::game_runner::GameRunner;
use crate::local_game::{GameCommand, RunState};
use crate::notification::Notification;
use crate::options::{PlayEnd, PlayError, PlayOptions, Resume};
use crate::study::{StudiedGame, StudyAction, StudySession};
use crate::terminal::TerminalGuard;
use crate::termination::TerminationListener;
use crate::unfinished_game::UnfinishedGame;
use crate::view::{self, PlayScreen, Theme};

/// How long the screen waits for a key before it checks for replies of programs.
const FRAME: Duration = Duration::from_millis(30);
/// How often the screen is redrawn while clocks run.
const CLOCK_FRAME: Duration = Duration::from_millis(200);

/// How long after the failure of a terminal that hangs up its signal may arrive.
pub(crate) const HANGUP_DELAY: Duration = Duration::from_millis(200);

/// Plays on the full screen until the user quits or a signal ends the program. The terminal is always
/// restored.
///
/// # Errors
/// A player cannot be built from its SPEC, or the terminal fails.
pub fn run(options: &PlayOptions) -> Result<PlayEnd, PlayError> {
    let theme = Theme::new(options.glyphs, options.colors);
    let path = options.unfinished.as_deref();
    let mut app = App::new();
    let mut offered_resume = None;
    let mut runner = match options.resume {
        Resume::Never => GameRunner::start(options, None)?,
        Resume::Always => {
            let unfinished = autosave::read_unfinished(path)?.ok_or(PlayError::NothingToResume)?;
            GameRunner::start(options, Some(&unfinished))?
        }
        Resume::Ask => {
            offered_resume = autosave::read_unfinished(path).unwrap_or_else(|error| {
                app.show_message(format!("{error}."));
                None
            });
            GameRunner::start(options, None)?
        }
    };
    if let Some(unfinished) = &offered_resume {
        // The clock must not run while the question is open.
        runner.handle(GameCommand::TogglePause);
        app.dialog = Some(Dialog::Confirm(Confirmation::Resume(unfinished.title())));
    }
    let termination = TerminationListener::start().map_err(PlayError::Terminal)?;
    let terminal = TerminalGuard::new().map_err(PlayError::Terminal)?;
    let drawn = Instant::now();
    let (study, pauses_game) = (None, false);
    let mut screen = FullScreen {
        terminal,
        termination,
        runner,
        app,
        theme,
        drawn,
        offered_resume,
        study,
        pauses_game,
    };
    let result = screen.run_until_quit();
    screen.study = None;
    let signal = match &result {
        Err(PlayError::Terminal(_)) => screen.termination.received_within(HANGUP_DELAY),
        _ => screen.termination.received(),
    };
    match (screen.runner.close(), signal) {
        (end, None) => result.map(|()| end),
        (PlayEnd::Interrupted { saved_to }, Some(signal)) => {
            Ok(PlayEnd::Terminated { signal, saved_to })
        }
        (_, Some(signal)) => Ok(PlayEnd::Terminated { signal, saved_to: None }),
    }
}

/// The running full screen.
struct FullScreen {
    terminal: TerminalGuard,
    termination: TerminationListener,
    runner: GameRunner,
    app: App,
    theme: Theme,
    /// When the screen was last drawn.
    drawn: Instant,
    /// The unfinished game, until the user has answered whether to resume it.
    offered_resume: Option<UnfinishedGame>,
    /// The analysis, while it takes the screen.
    study: Option<StudySession>,
    /// Whether the game is paused only for the time of the analysis.
    pauses_game: bool,
}

impl FullScreen {
    /// Draws, handles keys and replies of programs, and repeats until the user quits or a signal
    /// arrives.
    fn run_until_quit(&mut self) -> Result<(), PlayError> {
        self.draw().map_err(PlayError::Terminal)?;
        while self.termination.received().is_none() {
            let revision = self.runner.local_game().revision();
            let mut changed = self.clocks_moved();
            changed |= self.study.as_mut().is_some_and(StudySession::poll);
            if event::poll(FRAME).map_err(PlayError::Terminal)? {
                let event = event::read().map_err(PlayError::Terminal)?;
                if self.handle(&event)?.is_break() {
                    return Ok(());
                }
                changed = true;
            }
            let notifications = self.runner.wait(Duration::ZERO)?;
            self.app.notify(&notifications, self.runner.local_game().revision());
            if changed
                || !notifications.is_empty()
                || revision != self.runner.local_game().revision()
            {
                self.draw().map_err(PlayError::Terminal)?;
            }
        }
        Ok(())
    }

    /// Returns whether a clock runs and its display is out of date.
    fn clocks_moved(&self) -> bool {
        let (clock, _) = self.runner.local_game().session().clock(self.runner.now());
        let runs =
            clock.deadline().is_some() && self.runner.local_game().run_state() == RunState::Running;
        runs && CLOCK_FRAME <= self.drawn.elapsed()
    }

    fn draw(&mut self) -> io::Result<()> {
        self.drawn = Instant::now();
        let scene = PlayScreen {
            local_game: self.runner.local_game(),
            app: &self.app,
            now: self.runner.now(),
        };
        let (theme, study) = (self.theme, &self.study);
        let render = |frame: &mut Frame| match study {
            Some(study) => study.draw(theme, frame),
            None => view::draw(&scene, theme, frame.area(), frame.buffer_mut()),
        };
        self.terminal.inner.draw(render).map(|_| ())
    }

    fn handle(&mut self, event: &Event) -> Result<ControlFlow<()>, PlayError> {
        let screen = self.screen().map_err(PlayError::Terminal)?;
        if let Some(study) = &mut self.study {
            match study.handle(event, screen) {
                Some(StudyAction::Quit) => return Ok(ControlFlow::Break(())),
                Some(StudyAction::Leave) => self.end_study(),
                _ => {}
            }
            return Ok(ControlFlow::Continue(()));
        }
        let request = match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                if view::fits(screen) {
                    self.app.press(key, self.runner.local_game())
                } else {
                    self.app.press_without_board(key)
                }
            }
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                self.click(screen, ScreenPoint { x: mouse.column, y: mouse.row })
            }
            _ => None,
        };
        if self.offered_resume.is_some()
            && self.app.dialog.is_none()
            && request != Some(AppAction::Resume)
        {
            self.offered_resume = None;
            self.runner.handle(GameCommand::TogglePause);
        }
        match request {
            None => {}
            Some(AppAction::Game(command)) => {
                let notifications = self.runner.handle(command);
                self.app.notify(&notifications, self.runner.local_game().revision());
            }
            Some(AppAction::Save(path, overwrite)) => self.save(path, overwrite),
            Some(AppAction::Load(path)) => self.load(&path),
            Some(AppAction::Resume) => self.resume()?,
            Some(AppAction::Analyze) => self.start_study(),
            Some(AppAction::Quit) => return Ok(ControlFlow::Break(())),
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Handles a click: on a square, or on a key of the footer or of a dialog.
    fn click(&mut self, screen: Rect, at: ScreenPoint) -> Option<AppAction> {
        if let Some(square) = view::square_at(screen, at).filter(|_| self.app.dialog.is_none()) {
            return self.app.click(square);
        }
        let code = view::key_at(&self.app, screen, at)?;
        self.app.press(&KeyEvent::from(code), self.runner.local_game())
    }

    /// Returns the size of the terminal.
    fn screen(&self) -> io::Result<Rect> {
        Ok(Rect::from((ScreenPoint::ORIGIN, self.terminal.inner.size()?)))
    }

    fn save(&mut self, path: PathBuf, overwrite: Overwrite) {
        match game_file::save(self.runner.local_game(), &path, overwrite) {
            Ok(()) => self.app.show_message(format!("Saved to {}.", path.display())),
            Err(GameFileError::Exists(_)) => {
                self.app.dialog = Some(Dialog::Confirm(Confirmation::Replace(path)));
            }
            Err(error) => self.app.show_message(error.to_string()),
        }
    }

    fn load(&mut self, path: &Path) {
        match self.runner.load(path, RunState::Paused) {
            Ok(notifications) => {
                self.app.notify(&notifications, self.runner.local_game().revision());
            }
            Err(error) => self.app.show_message(error.to_string()),
        }
    }

    /// Opens the analysis. A running game is paused meanwhile: its clock stops, and programs wait.
    fn start_study(&mut self) {
        let local_game = self.runner.local_game();
        let (line, _) = local_game.session().full_line();
        let shown_ply = local_game.game().n_plies();
        let [black, white] = Color::ALL.map(|color| local_game.player(color).name.clone());
        let result = line.outcome().map(|outcome| result_of(&outcome));
        if local_game.run_state() == RunState::Running && !local_game.game().is_over() {
            self.runner.handle(GameCommand::TogglePause);
            self.pauses_game = true;
        }
        let (players, result) = (format!("{black} - {white}"), result.unwrap_or_default());
        let studied = StudiedGame { game: line, shown_ply, players, result, record: None };
        self.study = Some(StudySession::start(studied));
    }

    /// Closes the analysis, and goes on with a game that ran before.
    fn end_study(&mut self) {
        self.study = None;
        let is_paused = self.runner.local_game().run_state() == RunState::Paused;
        if std::mem::take(&mut self.pauses_game) && is_paused {
            self.runner.handle(GameCommand::TogglePause);
        }
    }

    fn resume(&mut self) -> Result<(), PlayError> {
        let Some(unfinished) = self.offered_resume.take() else { return Ok(()) };
        self.runner.resume(&unfinished)?;
        self.app.notify(&[Notification::Resumed], self.runner.local_game().revision());
        Ok(())
    }
}

/// Returns how a game ended, in one sentence.
fn result_of(outcome: &Outcome) -> String {
    let count = format!("{}-{}", outcome.black_discs, outcome.white_discs);
    match outcome.winner() {
        Some(color) => format!("{color} wins, {count} ({}).", outcome.reason),
        None => format!("Draw, {count} ({}).", outcome.reason),
    }
}
