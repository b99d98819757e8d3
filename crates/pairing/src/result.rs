//! Results of games.

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};

use crate::Color;

/// The discs of a full board.
pub(crate) const DISCS: u32 = 64;
/// The discs of the shortest game: four at the start and nine moves.
const FEWEST_DISCS: u32 = 13;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", schemars(rename = "TableResult"), ts(rename = "TableResult"))]
pub enum GameResult {
    /// The discs of Black and White on the board.
    Discs(u8, u8),
    /// The player with this colour forfeited the game, by not coming or otherwise.
    Forfeit(Color),
    /// Both players forfeited the game.
    DoubleForfeit,
}

impl GameResult {
    /// Returns whether a game can end so.
    pub const fn is_possible(self) -> bool {
        match self {
            GameResult::Discs(black, white) => {
                let sum = black as u32 + white as u32;
                FEWEST_DISCS <= sum && sum <= DISCS
            }
            GameResult::Forfeit(_) | GameResult::DoubleForfeit => true,
        }
    }

    /// Returns the half-points of a side.
    pub fn half_points(self, color: Color) -> u32 {
        match self {
            GameResult::Discs(..) => {
                let [own, other] = self.board_discs(color);
                1 + u32::from(other < own) - u32::from(own < other)
            }
            GameResult::Forfeit(by) => 2 * u32::from(by != color),
            GameResult::DoubleForfeit => 0,
        }
    }

    /// Returns the discs of a side and of the other one, empties to the winner. A forfeit is 64 to 0.
    pub fn discs(self, color: Color) -> [u32; 2] {
        let [own, other] = self.board_discs(color);
        let empties = DISCS.saturating_sub(own + other);
        match self {
            GameResult::Discs(..) if other < own => [own + empties, other],
            GameResult::Discs(..) if own < other => [own, other + empties],
            GameResult::Discs(..) => [own + empties / 2, other + empties / 2],
            GameResult::Forfeit(by) if by == color => [0, DISCS],
            GameResult::Forfeit(_) => [DISCS, 0],
            GameResult::DoubleForfeit => [0, 0],
        }
    }

    /// Returns the discs of a side and of the other one on the board; none if the game was forfeited.
    fn board_discs(self, color: Color) -> [u32; 2] {
        match (self, color) {
            (GameResult::Discs(black, white), Color::Black) => [black.into(), white.into()],
            (GameResult::Discs(black, white), Color::White) => [white.into(), black.into()],
            _ => [0, 0],
        }
    }

    /// Returns the result with the colours swapped.
    #[must_use]
    pub fn swapped(self) -> GameResult {
        match self {
            GameResult::Discs(black, white) => GameResult::Discs(white, black),
            GameResult::Forfeit(color) => GameResult::Forfeit(!color),
            GameResult::DoubleForfeit => GameResult::DoubleForfeit,
        }
    }
}

impl Display for GameResult {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            GameResult::Discs(black, white) => write!(f, "{black}-{white}"),
            GameResult::Forfeit(Color::Black) => write!(f, "forfeit-win"),
            GameResult::Forfeit(Color::White) => write!(f, "win-forfeit"),
            GameResult::DoubleForfeit => write!(f, "forfeit-forfeit"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_discs_are_those_of_the_rules() {
        for (result, points, discs) in [
            (GameResult::Discs(33, 31), [2, 0], [33, 31]),
            (GameResult::Discs(20, 40), [0, 2], [20, 44]),
            (GameResult::Discs(30, 30), [1, 1], [32, 32]),
            (GameResult::Discs(13, 0), [2, 0], [64, 0]),
            (GameResult::Forfeit(Color::Black), [0, 2], [0, 64]),
            (GameResult::DoubleForfeit, [0, 0], [0, 0]),
        ] {
            let colors = [Color::Black, Color::White];
            assert_eq!(colors.map(|color| result.half_points(color)), points, "{result}");
            assert_eq!(result.discs(Color::Black), discs, "{result}");
            assert_eq!(result.swapped().discs(Color::White), discs, "{result}");
            assert!(result.is_possible());
        }
        for impossible in [GameResult::Discs(40, 25), GameResult::Discs(12, 0)] {
            assert!(!impossible.is_possible());
        }
    }
}
