//! Runs a local game: with the system's clock, engine threads and the autosave file.

use std::mem;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use willow_board::{Color, TimeControl};
use willow_players::{BuildContext, Player, PlayerSpec, build_player};

use crate::autosave::Autosave;
use crate::engine_threads::{EngineThreads, Role, RoleReply};
use crate::game_file::{self, GameFileError};
use crate::game_session::GameSession;
use crate::local_game::{
    Controller, GameCommand, LocalGame, LocalPlayer, PlayerId, Revision, RunState,
};
use crate::notification::Notification;
use crate::options::{PlayEnd, PlayError, PlayOptions};
use crate::player_thread::PlayerReply;
use crate::unfinished_game::UnfinishedGame;

/// The player that gives hints and values.
const HINT_PLAYER: &str = "willow:level=10";

/// A local game with its engine threads and its autosave file.
#[derive(Debug)]
pub(crate) struct GameRunner {
    local_game: LocalGame,
    threads: EngineThreads,
    autosave: Autosave,
    /// The players' SPECs by their [`PlayerId`].
    specs: [PlayerSpec; 2],
    seed: u64,
    started: Instant,
    handled_revision: Option<Revision>,
    /// The least time between two moves of programs that people only watch.
    delay: Duration,
    /// When the game changed last.
    changed_at: Duration,
    /// A move that is not due yet.
    held: Option<RoleReply>,
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
        let local_game = LocalGame::new(session, local_players(&specs), Duration::ZERO);
        let started = Instant::now();
        let mut runner = GameRunner {
            local_game,
            threads,
            autosave,
            specs,
            seed,
            started,
            handled_revision: None,
            delay: options.delay,
            changed_at: Duration::ZERO,
            held: None,
        };
        runner.after_change();
        Ok(runner)
    }

    /// Replaces the current game and players by those of an unfinished game.
    ///
    /// # Errors
    /// A player cannot be built from its SPEC. Nothing has changed then.
    pub(crate) fn resume(&mut self, unfinished: &UnfinishedGame) -> Result<(), PlayError> {
        let threads = start_threads(&unfinished.players, self.seed)?;
        mem::replace(&mut self.threads, threads).shut_down();
        self.autosave.adopt();
        self.specs.clone_from(&unfinished.players);
        self.local_game =
            LocalGame::new(unfinished.session(), local_players(&self.specs), self.now());
        self.handled_revision = None;
        self.after_change();
        Ok(())
    }

    /// Returns the game.
    pub(crate) fn local_game(&self) -> &LocalGame {
        &self.local_game
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

    /// Replaces the game by the first one of a file; the players stay. A game in progress is kept in a
    /// file of its own.
    ///
    /// # Errors
    /// The file cannot be read, or the game in progress cannot be kept. Nothing has changed then.
    pub(crate) fn load(
        &mut self,
        path: &Path,
        run_state: RunState,
    ) -> Result<Vec<Notification>, GameFileError> {
        let session = game_file::load(path, self.local_game.session().control())?;
        let mut notifications = vec![Notification::Loaded(path.to_owned())];
        if self.local_game.is_in_progress() {
            let kept = self.autosave.set_aside(&self.unfinished());
            let kept = kept.map_err(GameFileError::CurrentGameNotKept)?;
            notifications.extend(kept.map(Notification::GameKept));
        }
        self.local_game.replace_game(session, run_state, self.now());
        notifications.extend(self.after_change());
        Ok(notifications)
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
        if let Some(reply) = reply
            && let PlayerReply::Decided(asked, decision) = reply.reply
        {
            notifications.extend(match reply.role {
                Role::Player => self.local_game.decide(asked, decision, now),
                Role::Adviser => self.local_game.advise(asked, decision),
            });
        }
        notifications.extend(self.after_change());
        Ok(notifications)
    }

    /// Waits for the next reply that is due. The move of a program that people only watch is due `delay` after
    /// the move before it.
    fn next_reply(&mut self, timeout: Duration) -> Result<Option<RoleReply>, PlayError> {
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
        let players = Color::ALL.map(|color| {
            let PlayerId(player) = self.local_game.player(color).id;
            self.specs[player].clone()
        });
        UnfinishedGame::of(self.local_game.session(), players, self.now())
    }
}

/// How long after a clock's deadline it is checked.
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
    let spec = HINT_PLAYER.parse().expect("the adviser's SPEC can be read");
    build_player(&spec, &BuildContext::default()).expect("the adviser's SPEC can be built")
}

fn local_players(specs: &[PlayerSpec; 2]) -> [LocalPlayer; 2] {
    [0, 1].map(|player| {
        let spec = &specs[player];
        let controller = if spec.is_human() { Controller::Human } else { Controller::Program };
        LocalPlayer { name: spec.to_string(), controller, id: PlayerId(player) }
    })
}
