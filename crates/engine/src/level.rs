//! Levels of play.

use std::fmt;

use thiserror::Error;

/// A level of play, 1 to 60. It sets the depth of the midgame search and the number of empties
/// from which the game is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// Depth and exact-from of the levels from 1 on. The solve costs about as much as the midgame
/// search. Level 3 is the first that never loses to random play. Their errors and Elo: docs/levels.md; no other
/// table was measured.
const LOW_LEVELS: [(u32, u32); 24] = [
    (1, 4),
    (2, 8),
    (5, 12),
    (6, 13),
    (6, 14),
    (7, 15),
    (8, 16),
    (9, 17),
    (9, 18),
    (10, 19),
    (10, 20),
    (11, 20),
    (12, 20),
    (12, 21),
    (13, 21),
    (14, 22),
    (15, 22),
    (16, 23),
    (17, 23),
    (18, 24),
    (19, 24),
    (20, 25),
    (21, 25),
    (22, 26),
];

/// The number is not a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("level {0} is not between 1 and 60")]
pub struct LevelRangeError(pub u32);

impl Level {
    /// The weakest level.
    pub const MIN: Level = Level(1);
    /// The strongest level: the whole game is searched to its end.
    pub const MAX: Level = Level(60);

    /// Returns the level with this number.
    ///
    /// # Errors
    /// The number must lie between 1 and 60.
    pub const fn new(number: u32) -> Result<Level, LevelRangeError> {
        if 1 <= number && number <= 60 {
            Ok(Level(number as u8))
        } else {
            Err(LevelRangeError(number))
        }
    }

    /// Returns the number of the level.
    pub const fn number(self) -> u32 {
        self.0 as u32
    }

    /// Returns the depth of the midgame search in plies.
    pub const fn depth(self) -> u32 {
        self.depth_and_exact_from().0
    }

    /// Returns the number of empties from which the game is solved exactly.
    pub const fn exact_from(self) -> u32 {
        self.depth_and_exact_from().1
    }

    /// Returns the number of empties from which the game is searched to its end selectively.
    pub const fn selective_from(self) -> u32 {
        /// A selective search to the end is faster than an exact one and begins this many empties
        /// earlier. Not measured (what such solves cost: experiments 35 and 48 of
        /// docs/engine-log.md).
        const EXTRA_EMPTIES: u32 = 4;
        if self.depth() < 4 { self.exact_from() } else { self.exact_from() + EXTRA_EMPTIES }
    }

    /// Returns depth and exact-from. Above the table the depth is the level itself, and the game is
    /// solved when that depth reaches its end.
    const fn depth_and_exact_from(self) -> (u32, u32) {
        let index = self.0 as usize - 1;
        if index < LOW_LEVELS.len() {
            return LOW_LEVELS[index];
        }
        let (depth, (_, last_exact_from)) = (self.number(), LOW_LEVELS[LOW_LEVELS.len() - 1]);
        (depth, if depth < last_exact_from { last_exact_from } else { depth })
    }

    /// Returns all levels in order.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=60).map(Level)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_level_searches_no_less() {
        let levels: Vec<Level> = Level::all().collect();
        assert_eq!(levels.len(), 60);
        for pair in levels.windows(2) {
            assert!(pair[0].depth() <= pair[1].depth());
            assert!(pair[0].exact_from() <= pair[1].exact_from());
            assert!(
                pair[0].depth_and_exact_from() < pair[1].depth_and_exact_from(),
                "level {}",
                pair[1]
            );
        }
        assert_eq!((Level::MAX.depth(), Level::MAX.exact_from()), (60, 60));
    }

    #[test]
    fn other_numbers_are_rejected() {
        assert_eq!(Level::new(0), Err(LevelRangeError(0)));
        assert_eq!(Level::new(61), Err(LevelRangeError(61)));
        assert_eq!(Level::new(60), Ok(Level::MAX));
    }
}
