//! Random numbers from seeds. They are the same on every machine and with any number of threads.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use crate::spec::error::SpecError;
use crate::spec::options::Options;
use crate::{BuildContext, GameSetup};

/// Derives a seed from another seed; different numbers give unrelated seeds.
///
/// This is `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
/// 2014).
pub const fn derive_seed(seed: u64, number: u64) -> u64 {
    let step = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = seed.wrapping_add(step);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A random number generator that repeats its numbers with the same seed.
#[derive(Clone, Debug)]
pub struct SeededRng(ChaCha8Rng);

impl SeededRng {
    /// Returns the generator with this seed.
    pub fn new(seed: u64) -> SeededRng {
        SeededRng(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Returns a random number below `n`, which must be at least 1. The bias is n / 2^64.
    pub fn below(&mut self, n: u32) -> u32 {
        ((u128::from(self.0.next_u64()) * u128::from(n)) >> 64) as u32
    }

    /// Returns a random number from 0 to 1 (exclusive), in steps of 2^-53.
    pub fn unit(&mut self) -> f64 {
        /// The bits of a number between 0 and 1 that `f64` keeps.
        const BITS: u32 = f64::MANTISSA_DIGITS;
        (self.0.next_u64() >> (64 - BITS)) as f64 / (1u64 << BITS) as f64
    }
}

/// The seed of a player, and in a game the one that follows from both. A player that is built again in the middle
/// of a game continues in the same way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayerSeed {
    own: u64,
    game: u64,
}

impl PlayerSeed {
    /// Returns the seed of a SPEC, or else that of the context.
    pub(crate) fn from_options(
        options: Options<'_>,
        context: &BuildContext,
    ) -> Result<PlayerSeed, SpecError> {
        let own = options.number("seed", 0..=u64::MAX)?.unwrap_or(context.seed);
        Ok(PlayerSeed { own, game: own })
    }

    /// Returns the name of a player with these options: its SPEC with the seed.
    pub(crate) fn name(self, options: Options<'_>) -> String {
        let spec = options.0;
        match (spec.option("seed"), spec.options()) {
            (Some(_), _) => spec.to_string(),
            (None, []) => format!("{spec}:seed={}", self.own),
            (None, _) => format!("{spec},seed={}", self.own),
        }
    }

    pub(crate) const fn start_game(&mut self, setup: &GameSetup) {
        self.game = derive_seed(self.own, setup.seed);
    }

    /// Returns the seed of a random choice at a ply, or for a colour, of the game.
    pub(crate) const fn at(self, number: usize) -> u64 {
        derive_seed(self.game, number as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derived_seeds_differ() {
        let seeds: std::collections::HashSet<u64> =
            (0..10).flat_map(|a| (0..10).map(move |b| derive_seed(a, b))).collect();
        assert_eq!(seeds.len(), 100);
    }

    #[test]
    fn numbers_cover_their_range_and_repeat_with_their_seed() {
        let draw = |seed| {
            let mut rng = SeededRng::new(seed);
            (0..60).map(|_| rng.below(6)).collect::<Vec<_>>()
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
        assert!((0..6).all(|n| draw(1).contains(&n)));
    }
}
