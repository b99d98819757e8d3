//! Random numbers, start positions, and the numbers of private games.

use std::sync::LazyLock;

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use willow_board::{Position, RandomSource, random_start};
use willow_protocol::{GameId, Start};
use willow_records::transcript;

use super::Seed;

/// Openings after which neither side is ahead, written by `willow lab openings`.
const OPENINGS: &str = include_str!("balanced.txt");

/// The positions after the openings.
static BALANCED: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let lines = OPENINGS.lines().filter(|line| !line.starts_with('#'));
    let moves = lines.filter_map(|line| line.split(' ').next());
    let game = |moves| transcript::parse(moves).expect("the tests parse the list");
    moves.map(|moves| *game(moves).position()).collect()
});

/// The smallest number of a game that was played on a user's device. Those of this server do not reach it.
pub(crate) const FIRST_DEVICE: u64 = 1 << 39;

/// The smallest number of a private game. These numbers are random, so that nobody guesses them.
pub(crate) const FIRST_PRIVATE: u64 = 1 << 40;

/// The largest number that every JSON parser represents exactly.
const LARGEST_EXACT: u64 = (1 << 53) - 1;

/// A cryptographic random number generator: the number of a private game is its only protection.
#[derive(Debug)]
pub(crate) struct Rng(ChaCha12Rng);

impl Rng {
    pub(crate) fn new(seed: Seed) -> Rng {
        Rng(ChaCha12Rng::from_seed(seed))
    }

    pub(crate) fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number for a private game.
    pub(crate) fn private_game_id(&mut self) -> GameId {
        GameId(FIRST_PRIVATE + self.next_u64() % (LARGEST_EXACT - FIRST_PRIVATE))
    }

    pub(crate) fn position(&mut self, start: Start) -> Position {
        match start {
            Start::Standard => Position::START,
            Start::Balanced => BALANCED[self.below(BALANCED.len())],
            Start::Position(position) => position,
            Start::Random(discs) => random_start(usize::from(discs), self),
        }
    }
}

impl RandomSource for Rng {
    fn below(&mut self, n: usize) -> usize {
        (self.next_u64() % n as u64) as usize
    }

    fn coin_flip(&mut self) -> bool {
        self.next_u64() >> 63 == 1
    }
}

pub(crate) const fn is_on_device(game: GameId) -> bool {
    FIRST_DEVICE <= game.0 && game.0 < FIRST_PRIVATE
}

pub(crate) const fn is_private(game: GameId) -> bool {
    game.0 >= FIRST_PRIVATE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_balanced_openings_have_eight_moves_and_no_symmetric_copies() {
        let names: std::collections::HashSet<_> =
            BALANCED.iter().map(|position| position.board().canonical()).collect();
        assert_eq!(names.len(), BALANCED.len());
        assert!(BALANCED.len() >= 100, "{}", BALANCED.len());
        for position in BALANCED.iter() {
            assert_eq!(position.board().occupied().count(), 12);
            assert!(!position.legal_moves().is_empty());
        }
    }
}
