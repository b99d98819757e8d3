//! The thread on which an engine thinks about one game.

use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use willow_board::{Action, Clock, Color, Game, Move, TimeControl};
use willow_players::{GameSetup, MoveRequest, Player, PlayerError, SpecError, StopFlag};

use crate::ggs::{MatchId, OwnGame, PlayedMove, Seconds};

/// The time of each move that is kept back for the way to the server.
const LAG: Duration = Duration::from_millis(200);

/// The shortest time of a move that is told, in seconds: none would mean that the server's clock counts.
const SHORTEST: f64 = 0.01;

/// Builds an engine for one game, with a seed.
pub type BuildEngine = Arc<dyn Fn(u64) -> Result<Box<dyn Player>, SpecError> + Send + Sync>;

/// Where the moves of engines go. It is called from their threads.
pub type OnEngineFound = Arc<dyn Fn(EngineFound) + Send + Sync>;

/// What an engine found.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineFound {
    pub(super) id: MatchId,
    /// The number of the question: an answer to an earlier one is of no use.
    pub(super) ticket: u64,
    pub(super) answer: Result<PlayedMove, PlayerError>,
}

/// A position to think about.
struct Question {
    id: MatchId,
    ticket: u64,
    game: Game,
    clock: Clock,
    stop: StopFlag,
}

/// The thread of an engine in one game.
#[derive(Debug)]
pub(super) struct EngineThread {
    questions: Sender<Question>,
    stop: StopFlag,
}

impl EngineThread {
    /// Starts the thread. It ends with this value.
    pub(super) fn start(player: Box<dyn Player>, seed: u64, found: OnEngineFound) -> EngineThread {
        let (questions, asked) = mpsc::channel::<Question>();
        let mut seat = Seat { player, seed, setup: None };
        thread::spawn(move || {
            for question in asked {
                let answer = seat.think(&question);
                found(EngineFound { id: question.id, ticket: question.ticket, answer });
            }
        });
        EngineThread { questions, stop: StopFlag::new() }
    }

    /// Asks for a move of the side to move, and stops the search for an earlier one.
    pub(super) fn ask(&mut self, own: &OwnGame, ticket: u64) {
        self.stop();
        self.stop = StopFlag::new();
        let question = Question {
            id: own.id,
            ticket,
            game: own.game.clone(),
            clock: clock(own),
            stop: self.stop.clone(),
        };
        // The thread has ended only if the engine panicked: then the clock tells.
        let _ = self.questions.send(question);
    }

    /// Stops a search.
    pub(super) fn stop(&self) {
        self.stop.raise();
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Returns a clock with the times that are left. In overtime there is no other extension.
fn clock(own: &OwnGame) -> Clock {
    let side = |color: Color| -> TimeControl {
        let mut terms = own.clocks[color.index()].terms;
        if own.in_overtime[color.index()] {
            terms.extension.time = Seconds(0);
        }
        terms.time_control()
    };
    Clock::with_odds(side(Color::Black), side(Color::White))
}

/// An engine and the game that it was told of.
struct Seat {
    player: Box<dyn Player>,
    seed: u64,
    setup: Option<GameSetup>,
}

impl Seat {
    fn think(&mut self, question: &Question) -> Result<PlayedMove, PlayerError> {
        let began = Instant::now();
        let color = question.game.position().side_to_move();
        let setup = GameSetup { start: *question.game.start(), color, seed: self.seed };
        if self.setup != Some(setup) {
            self.player.start_game(&setup)?;
            self.setup = Some(setup);
        }
        let mut clock = question.clock.clone();
        clock.start(color, Duration::ZERO);
        let request = MoveRequest::new(&question.game, &clock, LAG, &question.stop);
        let mv = match self.player.choose(&request)?.action {
            Action::Play(mv) => mv,
            Action::Resign => first_move(&question.game),
        };
        if question.game.clone().play(mv).is_err() {
            let (player, reason) = (self.player.name().to_owned(), format!("{mv} is not legal"));
            return Err(PlayerError::Failed { player, reason });
        }
        let seconds = began.elapsed().as_secs_f64().max(SHORTEST);
        Ok(PlayedMove::new(mv).with_seconds(seconds))
    }
}

/// Returns the move of an engine that would resign: its opponent wins on the board.
fn first_move(game: &Game) -> Move {
    game.position().legal_moves().into_iter().next().map_or(Move::Pass, Move::Place)
}
