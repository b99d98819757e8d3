//! Random games that the clients play.

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use willow_board::{Game, Move, Square};

/// The moves and passes of a game.
pub(crate) type Script = Vec<Move>;

/// The number of different games.
const GAMES: u64 = 64;

/// Returns the games.
pub(crate) fn scripts() -> Vec<Script> {
    let mut rng = ChaCha12Rng::seed_from_u64(1);
    (0..GAMES).map(|_| random_game(&mut rng)).collect()
}

fn random_game(rng: &mut ChaCha12Rng) -> Script {
    let mut game = Game::new();
    while !game.is_over() {
        let moves: Vec<Square> = game.position().legal_moves().into_iter().collect();
        let mv = match moves.len() {
            0 => Move::Pass,
            n => Move::Place(moves[(rng.next_u64() % n as u64) as usize]),
        };
        game.play(mv).expect("a legal move, or a pass where there is none");
    }
    game.moves().collect()
}
