//! A random number generator of a few lines, whose numbers are the same on every machine.

/// Knuth's linear congruential generator of 64 bits (MMIX; The Art of Computer Programming, 3.3.4).
///
/// The numbers are good enough to choose moves in tests, and for nothing else.
#[derive(Clone, Debug)]
pub struct TestRng {
    state: u64,
    increment: u64,
}

/// MMIX's multiplier.
const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
/// MMIX's increment.
const INCREMENT: u64 = 1_442_695_040_888_963_407;

impl TestRng {
    /// Returns the generator of a seed.
    pub const fn new(seed: u64) -> TestRng {
        TestRng::with_increment(seed, INCREMENT)
    }

    /// Returns the generator of a seed with an odd increment of its own, for another sequence: figures
    /// that are published of one sequence stay as they are.
    pub const fn with_increment(seed: u64, increment: u64) -> TestRng {
        TestRng { state: seed, increment }
    }

    /// Goes one step on and returns the state. Its low bits are hardly random.
    const fn step(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(self.increment);
        self.state
    }

    /// Returns the next number of 64 bits, whose low bits depend on the high ones.
    pub const fn next_u64(&mut self) -> u64 {
        let state = self.step();
        state ^ state >> 31
    }

    /// Returns the next number below `bound`, which must not be 0.
    pub const fn below(&mut self, bound: usize) -> usize {
        (self.step() >> 33) as usize % bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_numbers_every_time() {
        let numbers = |seed| {
            let mut rng = TestRng::new(seed);
            [rng.next_u64(), rng.next_u64(), rng.below(100) as u64]
        };
        assert_eq!(numbers(7), numbers(7));
        assert_ne!(numbers(7), numbers(8));
    }

    #[test]
    fn every_number_below_the_bound_comes() {
        let mut rng = TestRng::new(1);
        let mut counts = [0; 10];
        (0..10_000).for_each(|_| counts[rng.below(10)] += 1);
        assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
    }
}
