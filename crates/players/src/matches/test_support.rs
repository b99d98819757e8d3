//! Players, games and comparisons for tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::{Decision, MoveRequest, Player, PlayerError};
use willow_board::{Game, Move, Position, Square};

/// A clock that only a test advances.
#[derive(Clone, Debug, Default)]
pub(crate) struct FakeTime(Arc<AtomicU64>);

impl FakeTime {
    pub(crate) fn now(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::SeqCst))
    }

    pub(crate) fn advance(&self, time: Duration) {
        self.0.fetch_add(time.as_millis() as u64, Ordering::SeqCst);
    }
}

/// A player that answers with a function.
pub(crate) struct FnPlayer<F> {
    name: &'static str,
    choose: F,
    is_person: bool,
    pub(crate) observed: Vec<Move>,
    pub(crate) rejections: usize,
}

impl<F> FnPlayer<F>
where
    F: FnMut(&MoveRequest<'_>) -> Result<Decision, PlayerError> + Send,
{
    pub(crate) fn program(name: &'static str, choose: F) -> FnPlayer<F> {
        FnPlayer { name, choose, is_person: false, observed: Vec::new(), rejections: 0 }
    }

    pub(crate) fn person(name: &'static str, choose: F) -> FnPlayer<F> {
        FnPlayer { is_person: true, ..FnPlayer::program(name, choose) }
    }
}

impl<F> Player for FnPlayer<F>
where
    F: FnMut(&MoveRequest<'_>) -> Result<Decision, PlayerError> + Send,
{
    fn name(&self) -> &str {
        self.name
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<Decision, PlayerError> {
        (self.choose)(request)
    }

    fn observe(&mut self, mv: Move, _position: &Position) {
        self.observed.push(mv);
    }

    fn rejected(&mut self, _reason: &willow_board::IllegalMove) {
        self.rejections += 1;
    }

    fn is_person(&self) -> bool {
        self.is_person
    }
}

/// Returns whether two numbers agree to six digits.
pub(crate) fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6 * b.abs().max(1.0)
}

/// Returns the first legal move.
pub(crate) fn first_move(request: &MoveRequest<'_>) -> Decision {
    let square = request
        .game
        .position()
        .legal_moves()
        .first()
        .expect("only a side that has a move is asked");
    Move::Place(square).into()
}

/// Returns a game of random moves to its end, passes included.
pub(crate) fn random_game(seed: u64) -> Game {
    let mut game = Game::new();
    for ply in willow_testkit::random_game(seed) {
        let square = ply.square.and_then(Square::from_index);
        game.play(square.map_or(Move::Pass, Move::Place)).unwrap();
    }
    game
}
