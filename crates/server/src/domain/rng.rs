//! Random numbers, and what is sampled with them.

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use willow_board::{Position, RandomSource, random_start};
use willow_protocol::{GameId, Start};

use super::Seed;
use super::game_numbers::{FIRST_PRIVATE, LARGEST_EXACT};
use super::openings::BALANCED;

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

    /// Returns the position with which a game of these terms begins.
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
