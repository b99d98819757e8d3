//! Runs a local game: with the system's clock, engine threads and the autosave file.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{io, mem, thread};

use thiserror::Error;
use willow_board::{Color, TimeControl};
use willow_players::{BuildContext, Player, PlayerSpec, build_player};
use willow_records::{RecordedGame, WthorNames};

use crate::autosave::{self, Autosave};
use crate::engine_threads::EngineThreads;
use crate::game_browser::{FindWthorNames, GameBrowser};
use crate::game_file::{self, GameFileError};
use crate::game_session::GameSession;
use crate::local_game::{GameCommand, LocalGame, Revision, RunState};
use crate::new_game::NewGame;
use crate::notification::Notification;
use crate::options::{PlayEnd, PlayError, PlayOptions};
use crate::player_thread::{PlayerReply, Role};
use crate::unfinished_game::UnfinishedGame;

/// The player that gives hints and values.
const HINT_PLAYER: &str = "willow:level=10";

/// A local game with its engine threads and its autosave file.
#[derive(Debug)]
pub(crate) struct GameRunner {
    local_game: LocalGame,
    threads: EngineThreads,
    autosave: Autosave,
    seed: u64,
    started: Instant,
    handled_revision: Option<Revision>,
    /// Minimum time between two moves of programs that people only watch.
    delay: Duration,
    /// When the game changed last.
    changed_at: Duration,
    /// A move that is not due yet.
    held: Option<PlayerReply>,
    find_names: FindWthorNames,
}

/// The contents of a file.
#[derive(Debug)]
pub(crate) enum Loaded {
    /// One game, which is on the board now.
    OneGame(Vec<Notification>),
    /// Several games, none of which was loaded, and what went wrong when they were read.
    Games(Box<GameBrowser>, Vec<Notification>),
}

/// The game on the board cannot be replaced by another one.
#[derive(Debug, Error)]
pub(crate) enum ReplaceGameError {
    /// The other game cannot begin.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The file of the other game cannot be read.
    #[error(transparent)]
    File(#[from] GameFileError),
    /// The game in progress cannot be kept.
    #[error("the game on the board stays, because it cannot be saved: {0}")]
    NotKept(io::Error),
}

impl GameRunner {
    /// Starts a new game, or resumes an unfinished one with its own players and clock.
    ///
    /// # Errors
    /// A player cannot be built from its SPEC.
    pub(crate) fn start(
        options: &PlayOptions,
        unfinished: Option<&UnfinishedGame>,
    ) -> Result<GameRunner, PlayError> {
        let mut autosave = Autosave::new(options.unfinished.clone());
        let (specs, session) = if let Some(unfinished) = unfinished {
            autosave.adopt();
            (unfinished.players.clone(), unfinished.session())
        } else {
            let control = options.clock.unwrap_or(TimeControl::Unlimited);
            let specs = [options.black.clone(), options.white.clone()];
            (specs, GameSession::new(options.start.clone(), control))
        };
        let seed = options.seed;
        let threads = start_threads(&specs, seed)?;
        let local_game = LocalGame::new(session, &specs, Duration::ZERO);
        let started = Instant::now();
        let mut runner = GameRunner {
            local_game,
            threads,
            autosave,
            seed,
            started,
            handled_revision: None,
            delay: options.delay,
            changed_at: Duration::ZERO,
            held: None,
            find_names: options.find_wthor_names,
        };
        runner.after_change();
        Ok(runner)
    }

    /// Replaces the game and the players. A game in progress is kept in a file of its own.
    ///
    /// # Errors
    /// A player cannot be built from its SPEC, or the game in progress cannot be kept. Nothing has changed
    /// then.
    pub(crate) fn start_new(
        &mut self,
        new_game: NewGame,
    ) -> Result<Vec<Notification>, ReplaceGameError> {
        let NewGame { players, control, start, delay, .. } = new_game;
        let threads = start_threads(&players, self.seed)?;
        let kept = self.set_aside()?;
        self.delay = delay;
        self.install(threads, &players, GameSession::new(start, control));
        Ok([Notification::NewGame].into_iter().chain(kept).chain(self.after_change()).collect())
    }

    /// Begins again with the same players, from the same position or after the same opening. A game in
    /// progress is kept in a file of its own.
    ///
    /// # Errors
    /// The game in progress cannot be kept. Nothing has changed then.
    pub(crate) fn start_again(&mut self) -> Result<Vec<Notification>, ReplaceGameError> {
        let session = self.local_game.new_session();
        let notifications = self.replace_game(session, None, RunState::Running)?;
        Ok([Notification::NewGame].into_iter().chain(notifications).collect())
    }

    /// Replaces the game and the players by those of the unfinished game in this game's own file. A game in
    /// progress is kept in a file of its own.
    ///
    /// # Errors
    /// The file has no unfinished game, a player cannot be built from its SPEC, or the game in progress
    /// cannot be kept. Nothing has changed then.
    pub(crate) fn resume(&mut self) -> Result<Vec<Notification>, ReplaceGameError> {
        let unfinished = autosave::read_unfinished(self.autosave.path())?;
        let unfinished = unfinished.ok_or(PlayError::NothingToResume)?;
        let threads = start_threads(&unfinished.players, self.seed)?;
        let kept = self.set_aside()?;
        self.autosave.adopt();
        self.install(threads, &unfinished.players, unfinished.session());
        Ok([Notification::Resumed].into_iter().chain(kept).chain(self.after_change()).collect())
    }

    /// Keeps a game in progress in a file of its own, because another one replaces it.
    fn set_aside(&mut self) -> Result<Option<Notification>, ReplaceGameError> {
        if !self.local_game.is_in_progress() {
            return Ok(None);
        }
        let kept = self.autosave.set_aside(&self.unfinished());
        Ok(kept.map_err(ReplaceGameError::NotKept)?.map(Notification::GameKept))
    }

    fn install(&mut self, threads: EngineThreads, specs: &[PlayerSpec; 2], session: GameSession) {
        mem::replace(&mut self.threads, threads).shut_down();
        self.held = None;
        self.local_game = LocalGame::new(session, specs, self.now());
        self.handled_revision = None;
    }

    pub(crate) fn local_game(&self) -> &LocalGame {
        &self.local_game
    }

    /// Returns the least time between two moves of programs that people only watch.
    pub(crate) fn delay(&self) -> Duration {
        self.delay
    }

    /// Returns the time since the start of the program: the time base of the game's clocks.
    pub(crate) fn now(&self) -> Duration {
        self.started.elapsed()
    }

    /// Executes a command, unless the side to move has run out of time.
    pub(crate) fn handle(&mut self, command: GameCommand) -> Vec<Notification> {
        let now = self.now();
        let mut notifications = self.local_game.tick(now);
        if notifications.is_empty() {
            notifications = self.local_game.handle(command, now);
        }
        notifications.extend(self.after_change());
        notifications
    }

    /// Replaces the game by the only one of a file; the players stay. Of a file with several games nothing
    /// is loaded yet.
    ///
    /// # Errors
    /// The file cannot be read, or the game in progress cannot be kept. Nothing has changed then.
    pub(crate) fn load_file(
        &mut self,
        path: &Path,
        run_state: RunState,
    ) -> Result<Loaded, ReplaceGameError> {
        let bytes = game_file::read(path)?;
        if let Some(unfinished) = game_file::unfinished_game(&bytes) {
            let notifications = self.replace_game(unfinished.session(), None, run_state)?;
            return Ok(Loaded::OneGame(loaded_from(path, notifications)));
        }
        let (names, unread) = match (self.find_names)(path, &bytes) {
            Ok(names) => (names, None),
            Err(error) => {
                (WthorNames::default(), Some(Notification::NamesUnread(error.to_string())))
            }
        };
        let games = GameBrowser::read(path, &bytes, &names)?;
        let left_out = Some(games.n_errors()).filter(|&n_errors| n_errors != 0);
        let problems = unread.into_iter().chain(left_out.map(Notification::GamesLeftOut));
        match games.record(0).filter(|_| games.list.len() == 1) {
            Some(record) => {
                let notifications = problems.chain(self.load(record, run_state)?).collect();
                Ok(Loaded::OneGame(loaded_from(path, notifications)))
            }
            None => Ok(Loaded::Games(Box::new(games), problems.collect())),
        }
    }

    /// Replaces the game by a recorded one; the players stay. A game in progress is kept in a file of its
    /// own.
    ///
    /// # Errors
    /// The game in progress cannot be kept. Nothing has changed then.
    pub(crate) fn load(
        &mut self,
        record: RecordedGame,
        run_state: RunState,
    ) -> Result<Vec<Notification>, ReplaceGameError> {
        let session = game_file::session_of(&record, self.local_game.session().control());
        self.replace_game(session, Some(Box::new(record)), run_state)
    }

    fn replace_game(
        &mut self,
        session: GameSession,
        origin: Option<Box<RecordedGame>>,
        run_state: RunState,
    ) -> Result<Vec<Notification>, ReplaceGameError> {
        let kept = self.set_aside()?;
        self.local_game.replace_game(session, origin, run_state, self.now());
        Ok(kept.into_iter().chain(self.after_change()).collect())
    }

    /// Waits for a reply of a program or the end of a clock, at most for `timeout`.
    ///
    /// # Errors
    /// A program's thread has panicked.
    pub(crate) fn wait(&mut self, timeout: Duration) -> Result<Vec<Notification>, PlayError> {
        let time_until_flag = self.local_game.session().time_until_flag(self.now());
        // The clock has run out just after the deadline, not at it.
        let timeout = time_until_flag.map_or(timeout, |left| timeout.min(left + CLOCK_MARGIN));
        let reply = self.next_reply(timeout)?;
        let now = self.now();
        let mut notifications = self.local_game.tick(now);
        if let Some(PlayerReply { role, asked, decision }) = reply {
            notifications.extend(match role {
                Role::Player => self.local_game.decide(asked, decision, now),
                Role::Adviser => self.local_game.advise(asked, decision),
            });
        }
        notifications.extend(self.after_change());
        Ok(notifications)
    }

    /// Waits for the next reply that is due. The move of a program that people only watch is due `delay` after
    /// the move before it.
    fn next_reply(&mut self, timeout: Duration) -> Result<Option<PlayerReply>, PlayError> {
        let reply = match self.held.take() {
            Some(held) => Some(held),
            None => self.threads.next_reply(timeout)?,
        };
        let Some(reply) = reply else { return Ok(None) };
        let due = self.changed_at + self.delay;
        let early = due.saturating_sub(self.now());
        if early.is_zero() || reply.role == Role::Adviser || self.local_game.has_human() {
            return Ok(Some(reply));
        }
        thread::sleep(early.min(timeout));
        if early <= timeout {
            return Ok(Some(reply));
        }
        self.held = Some(reply);
        Ok(None)
    }

    /// Ends the run: saves an unfinished game and stops the programs.
    pub(crate) fn close(mut self) -> PlayEnd {
        self.autosave();
        self.threads.shut_down();
        match self.local_game.game().outcome() {
            Some(outcome) => PlayEnd::Finished(outcome),
            None => {
                PlayEnd::Interrupted { saved_to: self.autosave.saved_path().map(PathBuf::from) }
            }
        }
    }

    /// Updates the engine threads and the autosave file after a change.
    fn after_change(&mut self) -> Vec<Notification> {
        let now = self.now();
        self.threads.sync(&self.local_game, now);
        if self.handled_revision == Some(self.local_game.revision()) {
            return Vec::new();
        }
        self.handled_revision = Some(self.local_game.revision());
        self.changed_at = now;
        self.autosave().into_iter().collect()
    }

    /// Saves the game if it is unfinished and has a move; otherwise removes its file.
    fn autosave(&mut self) -> Option<Notification> {
        let saved = if self.local_game.is_in_progress() {
            self.autosave.save(&self.unfinished())
        } else {
            self.autosave.remove()
        };
        saved.err().map(|error| Notification::AutosaveFailed(error.to_string()))
    }

    /// Returns the game as it is saved.
    fn unfinished(&self) -> UnfinishedGame {
        let players = Color::ALL.map(|color| self.local_game.player(color).spec.clone());
        UnfinishedGame::of(self.local_game.session(), players, self.now())
    }
}

/// Returns an error as a sentence. The name of a file or of a program at its beginning stays as it is.
pub(crate) fn error_sentence(error: &ReplaceGameError) -> String {
    let text = error.to_string();
    match error {
        ReplaceGameError::File(_)
        | ReplaceGameError::Play(PlayError::GameFile(_) | PlayError::Program(_)) => {
            format!("{}.", text.trim_end_matches('.'))
        }
        _ => sentence(&text),
    }
}

/// Returns a text as a sentence: with a capital and a full stop.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.trim_end_matches('.').chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    format!("{}{}.", first.collect::<String>(), letters.as_str())
}

/// Says first where a game was loaded from.
fn loaded_from(path: &Path, notifications: Vec<Notification>) -> Vec<Notification> {
    [Notification::Loaded(path.to_owned())].into_iter().chain(notifications).collect()
}

/// Delay after a clock's deadline before it is checked.
const CLOCK_MARGIN: Duration = Duration::from_millis(1);

fn start_threads(specs: &[PlayerSpec; 2], seed: u64) -> Result<EngineThreads, PlayError> {
    let build = |color: Color| {
        let spec = &specs[color.index()];
        let context = BuildContext::new(seed.wrapping_add(color.index() as u64));
        if spec.is_human() {
            return Ok(None);
        }
        build_player(spec, &context).map(Some).map_err(|error| PlayError::Player { color, error })
    };
    Ok(EngineThreads::start([build(Color::Black)?, build(Color::White)?], adviser(), seed))
}

fn adviser() -> Box<dyn Player> {
    let spec = HINT_PLAYER.parse().expect("a test builds the adviser");
    build_player(&spec, &BuildContext::default()).expect("a test builds the adviser")
}

#[cfg(test)]
mod tests;
