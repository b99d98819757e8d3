//! Random games that the clients play.

use willow_board::{Move, Square};
use willow_testkit::random_game;

/// The moves and passes of a game.
pub(crate) type Script = Vec<Move>;

/// The number of different games.
const GAMES: u64 = 64;

/// Returns the games.
pub(crate) fn scripts() -> Vec<Script> {
    (0..GAMES).map(script).collect()
}

fn script(seed: u64) -> Script {
    let squares = random_game(seed).into_iter().map(|ply| ply.square.and_then(Square::from_index));
    squares.map(|square| square.map_or(Move::Pass, Move::Place)).collect()
}
