//! A player on its own thread, for one game: games of a pair are played at the same time.

use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use willow_board::{Action, Clock, Game, Move};
use willow_players::{
    Decision, GameSetup, MoveRequest, Player, PlayerError, StopFlag, ThoughtValue,
};

use crate::ggs::{MatchId, OwnGame, PlayedMove};

/// The time of each move that is reserved for the network.
const LAG: Duration = Duration::from_millis(200);

/// The result of a thinker.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    /// The game in which a move is wanted.
    pub(super) id: MatchId,
    /// The number of the question: an answer to an earlier one is of no use.
    pub(super) ticket: u64,
    /// The action of the player.
    pub(super) answer: Result<FoundAction, PlayerError>,
}

/// An action of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FoundAction {
    Play(PlayedMove),
    Resign,
}

/// The shortest time of a move in seconds: GGS writes hundredths, and counts its own time if none is written.
const MIN_SECONDS: f64 = 0.01;

/// A position to think about.
struct Job {
    id: MatchId,
    ticket: u64,
    game: Game,
    clock: Clock,
    stop: StopFlag,
    is_bid: bool,
}

/// A player on its own thread.
#[derive(Debug)]
pub(super) struct Thinker {
    jobs: Sender<Job>,
    stop: StopFlag,
}

impl Thinker {
    /// Starts the thread. Answers go to a callback.
    pub(super) fn start(
        player: Box<dyn Player>,
        seed: u64,
        report: impl Fn(Found) + Send + 'static,
    ) -> Thinker {
        let (jobs, queue) = mpsc::channel::<Job>();
        let mut seat = Seat { player, seed, setup: None };
        // The thread ends with the sender of its jobs.
        thread::spawn(move || {
            for job in queue {
                let answer = seat.think(&job);
                report(Found { id: job.id, ticket: job.ticket, answer });
            }
        });
        Thinker { jobs, stop: StopFlag::new() }
    }

    /// Asks for a move in a game with the times that the player may use, and stops the search of an earlier
    /// question.
    pub(super) fn ask(&mut self, own: &OwnGame, clock: Clock, ticket: u64) {
        self.stop();
        self.stop = StopFlag::new();
        let job = Job {
            id: own.id,
            ticket,
            game: own.game.clone(),
            clock,
            stop: self.stop.clone(),
            is_bid: own.is_bidding,
        };
        // The thread has ended only if the player panicked: then the clock tells.
        let _ = self.jobs.send(job);
    }

    /// Stops a search.
    pub(super) fn stop(&self) {
        self.stop.raise();
    }
}

impl Drop for Thinker {
    /// Ends a search whose game is over.
    fn drop(&mut self) {
        self.stop();
    }
}

/// A player and the game that it was told of.
struct Seat {
    player: Box<dyn Player>,
    seed: u64,
    setup: Option<GameSetup>,
}

impl Seat {
    fn think(&mut self, job: &Job) -> Result<FoundAction, PlayerError> {
        if job.game.position().must_pass() {
            return Ok(FoundAction::Play(PlayedMove::new(Move::Pass)));
        }
        let began = Instant::now();
        let color = job.game.position().side_to_move();
        let setup = GameSetup { start: *job.game.start(), color, seed: self.seed };
        if self.setup != Some(setup) {
            self.player.start_game(&setup)?;
            self.setup = Some(setup);
        }
        let mut clock = job.clock.clone();
        clock.start(color, Duration::ZERO);
        let request = MoveRequest::new(&job.game, &clock, LAG, &job.stop);
        let decision = self.player.choose(&request)?;
        let value = decision_value(&decision).or_else(|| self.judged(job, &request));
        match decision.action {
            Action::Resign => Ok(FoundAction::Resign),
            Action::Play(mv) if job.game.clone().play(mv).is_err() => {
                let (player, reason) =
                    (self.player.name().to_owned(), format!("{mv} is not legal"));
                Err(PlayerError::Failed { player, reason })
            }
            Action::Play(mv) => {
                let played = PlayedMove::new(mv);
                let played = value.map_or(played, |value| played.with_eval(value));
                let seconds = began.elapsed().as_secs_f64().max(MIN_SECONDS);
                Ok(FoundAction::Play(played.with_seconds(seconds)))
            }
        }
    }

    /// Returns what the player thinks of its best move, if it is to bid and did not tell.
    fn judged(&mut self, job: &Job, request: &MoveRequest<'_>) -> Option<f64> {
        if !job.is_bid {
            return None;
        }
        let judgments = self.player.judge_moves(request).ok()?;
        judgments.first().and_then(|best| best.info.discs())
    }
}

/// Returns the value of a decision in discs.
fn decision_value(decision: &Decision) -> Option<f64> {
    match decision.report.as_ref()?.value? {
        ThoughtValue::Discs(discs) | ThoughtValue::AtLeastDiscs(discs) => Some(discs),
        ThoughtValue::Outcome(_) | ThoughtValue::Units(_) => None,
    }
}
