//! Levels of play.

use std::fmt;

use thiserror::Error;

/// A level of play, 1 to 60: how deep the midgame is searched and from how many empty squares on the
/// game is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// There is no such level.
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
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0 as u32
    }

    /// Returns how many plies the midgame is searched.
    #[must_use]
    pub const fn depth(self) -> u32 {
        self.number()
    }

    /// Returns the number of empty squares from which the game is solved exactly.
    ///
    /// Up to level 10 that is twice the depth, where a solve costs about as much as the search of
    /// that depth before it; later the costs of solving grow faster, and the two approach each other.
    #[must_use]
    pub const fn exact_from(self) -> u32 {
        let level = self.number();
        if level <= 10 {
            2 * level
        } else if level <= 20 {
            20 + (level - 10) / 3
        } else if level <= 24 {
            24
        } else {
            level
        }
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
