//! Engine threads: requests, cancelling, moves and panics.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use willow_board::{Game, Move, Outcome, Position, Square, TimeControl};
use willow_players::{Decision, GameSetup, MoveRequest, Player, PlayerError};

use super::{EngineThreads, Role};
use crate::game_session::GameSession;
use crate::local_game::{GameCommand, LocalGame};
use crate::notification::{AdviceKind, Notification};
use crate::options::PlayError;

const NOW: Duration = Duration::ZERO;
/// Longer than any thread takes to reply.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Records its calls, and plays the first legal move, at once or when it is stopped.
struct RecordingPlayer {
    calls: Sender<String>,
    behavior: MockBehavior,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum MockBehavior {
    Quick,
    UntilStopped,
    Panicking,
}

impl RecordingPlayer {
    fn record(&self, what: String) {
        // Nobody reads the calls of the adviser.
        let _ = self.calls.send(what);
    }
}

impl Player for RecordingPlayer {
    fn name(&self) -> &'static str {
        "recorder"
    }

    fn start_game(&mut self, setup: &GameSetup) -> Result<(), PlayerError> {
        self.record(format!("start as {}", setup.color));
        Ok(())
    }

    fn choose(&mut self, turn: &MoveRequest<'_>) -> Result<Decision, PlayerError> {
        self.record(format!("choose after {}", turn.game.n_plies()));
        assert!(self.behavior != MockBehavior::Panicking, "this player panics on purpose");
        while self.behavior == MockBehavior::UntilStopped && !turn.stop.is_raised() {
            thread::yield_now();
        }
        let first = turn.game.position().legal_moves().first();
        Ok(first.map_or(Move::Pass, Move::Place).into())
    }

    fn observe(&mut self, mv: Move, _: &Position) {
        self.record(mv.to_string());
    }

    fn end_game(&mut self, _: &Outcome) {
        self.record("end".to_owned());
    }
}

/// Returns a game of a person as Black and a recording player as White, its threads, and the
/// calls to the player.
fn game_and_threads(behavior: MockBehavior) -> (LocalGame, EngineThreads, Receiver<String>) {
    let (calls, recorded) = channel();
    let recorder: Box<dyn Player> = Box::new(RecordingPlayer { calls, behavior });
    let adviser: Box<dyn Player> =
        Box::new(RecordingPlayer { calls: channel().0, behavior: MockBehavior::Quick });
    let players = ["human", "random"].map(|spec| spec.parse().unwrap());
    let session = GameSession::new(Game::new(), TimeControl::Unlimited);
    (
        LocalGame::new(session, &players, NOW),
        EngineThreads::start([None, Some(recorder)], adviser, 0),
        recorded,
    )
}

fn next_calls(recorded: &Receiver<String>, n_times: usize) -> Vec<String> {
    (0..n_times).map(|_| recorded.recv_timeout(TIMEOUT).unwrap()).collect()
}

/// Waits for the move of the program and applies it.
fn decide(local_game: &mut LocalGame, threads: &mut EngineThreads) {
    threads.sync(local_game, NOW);
    let answer = threads.next_reply(TIMEOUT).unwrap().unwrap();
    assert_eq!(answer.role, Role::Player);
    local_game.decide(answer.asked, answer.decision, NOW);
    threads.sync(local_game, NOW);
}

#[test]
fn a_program_gets_every_move_also_after_an_undo() {
    let (mut local_game, mut threads, recorded) = game_and_threads(MockBehavior::Quick);
    local_game.handle(GameCommand::Place(Square::F5), NOW);
    decide(&mut local_game, &mut threads);
    assert_eq!(next_calls(&recorded, 3), ["start as White", "f5", "choose after 1"]);
    local_game.handle(GameCommand::Place(Square::C4), NOW);
    local_game.handle(GameCommand::Undo, NOW);
    local_game.handle(GameCommand::Undo, NOW);
    local_game.handle(GameCommand::Place(Square::D3), NOW);
    decide(&mut local_game, &mut threads);
    assert_eq!(next_calls(&recorded, 3), ["start as White", "d3", "choose after 1"]);
    local_game.handle(GameCommand::Resign, NOW);
    threads.sync(&local_game, NOW);
    assert_eq!(next_calls(&recorded, 1), ["end"]);
    threads.shut_down();
}

#[test]
fn an_outdated_request_is_cancelled_and_its_reply_ignored() {
    let (mut local_game, mut threads, recorded) = game_and_threads(MockBehavior::UntilStopped);
    local_game.handle(GameCommand::Place(Square::F5), NOW);
    threads.sync(&local_game, NOW);
    assert_eq!(next_calls(&recorded, 3).last().unwrap(), "choose after 1");
    local_game.handle(GameCommand::Undo, NOW);
    threads.sync(&local_game, NOW);
    let answer = threads.next_reply(TIMEOUT).unwrap().unwrap();
    assert_eq!(local_game.decide(answer.asked, answer.decision, NOW), []);
    assert_eq!(local_game.game().n_plies(), 0);
}

#[test]
fn the_adviser_may_be_asked_twice_about_one_position() {
    let (mut local_game, mut threads, _recorded) = game_and_threads(MockBehavior::Quick);
    for kind in [AdviceKind::Hint, AdviceKind::Value] {
        local_game.handle(GameCommand::Ask(kind), NOW);
        threads.sync(&local_game, NOW);
        let answer = threads.next_reply(TIMEOUT).unwrap().unwrap();
        assert_eq!(answer.role, Role::Adviser);
        let advice = local_game.advise(answer.asked, answer.decision);
        assert!(matches!(advice[..], [Notification::Advice(_)]));
        threads.sync(&local_game, NOW);
    }
}

#[test]
fn a_panic_of_a_program_is_an_error() {
    let (mut local_game, mut threads, _recorded) = game_and_threads(MockBehavior::Panicking);
    local_game.handle(GameCommand::Place(Square::F5), NOW);
    threads.sync(&local_game, NOW);
    assert!(matches!(threads.next_reply(TIMEOUT), Err(PlayError::Crashed)));
}
