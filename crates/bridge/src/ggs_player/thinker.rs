//! A player on its own thread: games of a pair are played at the same time.

use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use willow_board::{Action, Clock, Color, Game, Move, TimeControl};
use willow_players::{
    Decision, GameSetup, MoveRequest, Player, PlayerError, StopFlag, ThoughtValue,
};

use crate::ggs::{MatchId, OwnGame, PlayedMove};

/// The time of each move that is reserved for the network.
const LAG: Duration = Duration::from_millis(200);

/// What a thinker found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    /// The game.
    pub(super) id: MatchId,
    /// The number of the question: an answer to an earlier one is of no use.
    pub(super) ticket: u64,
    /// What the player does.
    pub(super) answer: Result<FoundAction, PlayerError>,
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FoundAction {
    Play(PlayedMove),
    Resign,
}

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

    /// Asks for a move in a game, and stops the search of an earlier question.
    pub(super) fn ask(&mut self, own: &OwnGame, ticket: u64) {
        self.stop.raise();
        self.stop = StopFlag::new();
        let job = Job {
            id: own.id,
            ticket,
            game: own.game.clone(),
            clock: clock(own),
            stop: self.stop.clone(),
            is_bid: own.is_bidding,
        };
        // The thread has ended only if the player panicked; then the match is lost on time.
        let _ = self.jobs.send(job);
    }
}

impl Drop for Thinker {
    /// Ends a search whose game is over.
    fn drop(&mut self) {
        self.stop.raise();
    }
}

/// Returns a clock with the times that are left. The extension is not counted on, because it costs the
/// win; increments go on in it.
fn clock(own: &OwnGame) -> Clock {
    let side = |color: Color| {
        let terms = own.clocks[color.index()].terms;
        let (main, increment) = (terms.main.time.duration(), terms.increment.time.duration());
        TimeControl::Increment { main, increment }
    };
    Clock::with_odds(side(Color::Black), side(Color::White))
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
            Action::Play(mv) => {
                let played = PlayedMove::new(mv).with_eval(value.unwrap_or(0.0));
                // A time of nothing would not be written, and then the server's own would count.
                let seconds = began.elapsed().as_secs_f64().max(0.01);
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
        judgments.first().and_then(|best| best.thought.discs())
    }
}

/// Returns the value of a decision in discs.
fn decision_value(decision: &Decision) -> Option<f64> {
    match decision.report.as_ref()?.value? {
        ThoughtValue::Discs(discs)
        | ThoughtValue::AtLeastDiscs(discs)
        | ThoughtValue::AtMostDiscs(discs) => Some(discs),
        ThoughtValue::Outcome(_) | ThoughtValue::Units(_) => None,
    }
}
