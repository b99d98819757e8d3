//! Othello on the full screen: the loop of drawing and handling keys.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, MouseButton, MouseEventKind};
use ratatui::layout::Position as ScreenPoint;
use willow_board::Color;
use willow_files::Overwrite;

use crate::app::{App, AppAction, Confirmation, Dialog, GameOrigin, Page};
use crate::autosave;
use crate::game_browser::details_of;
use crate::game_file::{self, GameFileError};
use crate::game_runner::{GameRunner, Loaded, ReplaceGameError, error_sentence};
use crate::local_game::{GameCommand, RunState};
use crate::new_game::NewGameDialog;
use crate::notification::{Notification, result_text};
use crate::options::{PlayEnd, PlayError, PlayOptions, Resume};
use crate::study::{StudiedGame, StudyAction, StudySession};
use crate::terminal::TerminalGuard;
use crate::termination::TerminationListener;
use crate::unfinished_game::UnfinishedGame;
use crate::view::{self, Theme};

/// How long the screen waits for a key before it checks for replies of programs.
const FRAME: Duration = Duration::from_millis(30);
/// How often the screen is redrawn while clocks run.
const CLOCK_FRAME: Duration = Duration::from_millis(200);

/// Delay in which SIGHUP may follow a terminal error.
pub(crate) const HANGUP_DELAY: Duration = Duration::from_millis(200);

/// Plays on the full screen until the user quits or a signal ends the program. The terminal is always
/// restored.
///
/// # Errors
/// A player cannot be built from its SPEC, or the terminal fails.
pub fn run(options: &PlayOptions) -> Result<PlayEnd, PlayError> {
    let theme = Theme::new(options.glyphs, options.colors);
    let path = options.unfinished.as_deref();
    let (mut offered_resume, mut unread) = (None, None);
    let mut runner = match options.resume {
        Resume::Never => GameRunner::start(options, None)?,
        Resume::Always => {
            let unfinished = autosave::read_unfinished(path)?.ok_or(PlayError::NothingToResume)?;
            GameRunner::start(options, Some(&unfinished))?
        }
        Resume::Ask => {
            match autosave::read_unfinished(path) {
                Ok(unfinished) => offered_resume = unfinished,
                Err(error) => unread = Some(error_sentence(&error.into())),
            }
            GameRunner::start(options, None)?
        }
    };
    let mut app = App::new();
    app.shows_thoughts = options.thoughts.is_shown_at_start(runner.local_game());
    app.messages.extend(unread);
    if let Some(unfinished) = &offered_resume {
        // The clock must not run while the question is open.
        runner.handle(GameCommand::TogglePause);
        app.dialog = Some(Dialog::Confirm(Confirmation::Resume(unfinished.title())));
    }
    if let Some(path) = &options.file {
        open_at_start(path, &mut runner, &mut app)?;
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

/// Shows the games of a file, or its only one.
fn open_at_start(path: &Path, runner: &mut GameRunner, app: &mut App) -> Result<(), PlayError> {
    match runner.load_file(path, RunState::Paused) {
        Ok(loaded) => show_loaded(loaded, runner, app),
        Err(ReplaceGameError::File(error)) => return Err(error.into()),
        Err(ReplaceGameError::Play(error)) => return Err(error),
        // There is no game in progress yet.
        Err(ReplaceGameError::NotKept(error)) => return Err(PlayError::Terminal(error)),
    }
    Ok(())
}

/// Shows the game of a file on the board, or the list of its games.
fn show_loaded(loaded: Loaded, runner: &GameRunner, app: &mut App) {
    match loaded {
        Loaded::OneGame(notifications) => {
            app.show_other_game(GameOrigin::File);
            app.games = None;
            app.notify(&notifications, runner.local_game().revision());
        }
        Loaded::Games(mut games, problems) => {
            let problems: Vec<String> = problems.iter().map(Notification::to_string).collect();
            games.list.note = problems.join(" ");
            app.games = Some(games);
            app.page = Some(Page::Games);
        }
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
        let (local_game, now) = (self.runner.local_game(), self.runner.now());
        let (app, theme, study) = (&self.app, self.theme, &self.study);
        let render = |frame: &mut Frame| match study {
            Some(study) => study.draw(theme, frame),
            None => view::draw(local_game, app, now, theme, frame.area(), frame.buffer_mut()),
        };
        self.terminal.inner.draw(render).map(|_| ())
    }

    fn handle(&mut self, event: &Event) -> Result<ControlFlow<()>, PlayError> {
        let screen = self.terminal.area().map_err(PlayError::Terminal)?;
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
                    // Nothing is shown that another key could mean.
                    matches!(key.code, KeyCode::Char('q' | 'c')).then_some(AppAction::Quit)
                }
            }
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                let at = ScreenPoint { x: mouse.column, y: mouse.row };
                view::square_at(&self.app, screen, at).and_then(|square| self.app.click(square))
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
        Ok(request.map_or(ControlFlow::Continue(()), |action| self.act(action)))
    }

    /// Does what the user asks for.
    fn act(&mut self, action: AppAction) -> ControlFlow<()> {
        match action {
            AppAction::Quit => return ControlFlow::Break(()),
            AppAction::Resume => self.resume(),
            AppAction::Game(command) => {
                let notifications = self.runner.handle(command);
                self.notify(&notifications);
            }
            AppAction::Save(path, overwrite) => self.save(path, overwrite),
            AppAction::Load(path) => match self.runner.load_file(&path, RunState::Paused) {
                Ok(loaded) => show_loaded(loaded, &self.runner, &mut self.app),
                Err(error) => self.complain(&error),
            },
            AppAction::OpenGame(index) => self.open_game(index),
            AppAction::AskForNewGame => {
                let dialog = NewGameDialog::new(self.runner.local_game(), self.runner.delay());
                self.app.page = Some(Page::NewGame(Box::new(dialog)));
            }
            AppAction::StartNew(new_game) => {
                let opened = self.runner.start_new(*new_game);
                self.show_other_game(opened, GameOrigin::Players);
            }
            AppAction::Analyze => self.start_study(),
        }
        ControlFlow::Continue(())
    }

    fn notify(&mut self, notifications: &[Notification]) {
        self.app.notify(notifications, self.runner.local_game().revision());
    }

    /// Says in a sentence what went wrong.
    fn complain(&mut self, error: &ReplaceGameError) {
        self.app.show_message(error_sentence(error));
        self.app.page = None;
    }

    /// Shows the board with another game, or says why it does not.
    fn show_other_game(
        &mut self,
        opened: Result<Vec<Notification>, ReplaceGameError>,
        origin: GameOrigin,
    ) {
        match opened {
            Ok(notifications) => {
                self.app.show_other_game(origin);
                self.notify(&notifications);
            }
            Err(error) => self.complain(&error),
        }
    }

    /// Shows a game of the file that is open.
    fn open_game(&mut self, index: usize) {
        let Some(record) = self.app.games.as_ref().and_then(|games| games.record(index)) else {
            return;
        };
        let about = [format!("Game {}.", index + 1), details_of(&record), record.comment.clone()];
        let opened = self.runner.load(record, RunState::Paused);
        self.show_other_game(opened, GameOrigin::File);
        self.app.show_message(about.join(" "));
    }

    fn save(&mut self, path: PathBuf, overwrite: Overwrite) {
        match game_file::save(self.runner.local_game(), &path, overwrite) {
            Ok(()) => self.notify(&[Notification::Saved(path)]),
            Err(GameFileError::Exists(_)) => {
                self.app.dialog = Some(Dialog::Confirm(Confirmation::Replace(path)));
            }
            Err(error) => self.app.show_message(error_sentence(&error.into())),
        }
    }

    /// Opens the analysis. A running game is paused meanwhile: its clock stops, and programs wait.
    fn start_study(&mut self) {
        let local_game = self.runner.local_game();
        let (line, _) = local_game.session().full_line();
        let shown_ply = local_game.game().n_plies();
        let [black, white] = Color::ALL.map(|color| local_game.shown_name(color));
        let players = format!("{black} - {white}");
        let record = local_game.origin().cloned().map(Box::new);
        let result = line.outcome().map(|outcome| result_text(&outcome));
        if local_game.run_state() == RunState::Running && !local_game.game().is_over() {
            self.runner.handle(GameCommand::TogglePause);
            self.pauses_game = true;
        }
        let result = result.unwrap_or_default();
        let studied = StudiedGame { game: line, shown_ply, players, result, record };
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

    /// Goes on with the unfinished game that was offered.
    fn resume(&mut self) {
        if self.offered_resume.take().is_none() {
            return;
        }
        let opened = self.runner.resume();
        if opened.is_err() {
            // The new game waited for the answer.
            self.runner.handle(GameCommand::TogglePause);
        }
        self.show_other_game(opened, GameOrigin::Players);
    }
}
