//! Games to play: random ones, known beforehand, so that the clients need not think.

use willow_board::{Move, Square};
use willow_testkit::random_game;

/// The moves and passes of a game.
pub(crate) type Script = Vec<Move>;

/// How many different games there are.
const GAMES: u64 = 64;

/// Returns some games.
pub(crate) fn scripts() -> Vec<Script> {
    (0..GAMES).map(script).collect()
}

fn script(seed: u64) -> Script {
    let squares = random_game(seed).into_iter().map(|ply| ply.square.and_then(Square::from_index));
    squares.map(|square| square.map_or(Move::Pass, Move::Place)).collect()
}
