//! What two players agree on before a game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use willow_board::{Bitboard, Board, Color, Position, Square, TimeControl};

use crate::wire::{serde_as_text, spelled};

/// The terms of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Terms {
    /// The time of each player.
    #[serde(default = "usual_clock", with = "spelled")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub clock: TimeControl,
    /// Whether the result changes the players' ratings.
    #[serde(default)]
    pub rated: bool,
    /// The colour of the one who offers.
    #[serde(default)]
    pub color: ColorChoice,
    /// Where the game begins.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub start: Start,
    /// Whether the game is in no list: who knows its number may join or watch.
    #[serde(default)]
    pub private: bool,
    /// Whether two games are played at once from one start, each player with Black in one of them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub synchro: bool,
}

/// The colour of the one who offers a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ColorChoice {
    /// Black.
    Black,
    /// White.
    White,
    /// By lot.
    #[default]
    Random,
}

/// Where a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Start {
    /// The usual start.
    #[default]
    Standard,
    /// After random moves, with so many discs on the board (5 to 32).
    Random(u8),
    /// After eight moves from the server's list, in which neither side is ahead.
    Balanced,
    /// A given position.
    Position(Position),
}

/// A class of games of about the same speed; each has ratings of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum SpeedClass {
    /// Less than three minutes for a player's thirty moves.
    Bullet,
    /// Less than eight.
    Blitz,
    /// Less than twenty-five.
    Rapid,
    /// Up to a few hours.
    Classical,
    /// Days, or no limit at all.
    Correspondence,
}

/// A word is no part of any terms.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseTermsError {
    /// The word means nothing here.
    #[error(
        "`{0}` is no term of a game (expected a clock such as 5+3, rated, unrated, black, white, random, balanced, synchro, private, or start=...)"
    )]
    Unknown(String),
    /// The start is none.
    #[error(
        "`{0}` is no start (expected standard, random:N with N from 5 to 32, balanced, or position:CELLS/SIDE)"
    )]
    Start(String),
}

impl Default for Terms {
    /// Five minutes and three seconds a move, unrated.
    fn default() -> Terms {
        Terms {
            clock: usual_clock(),
            rated: false,
            color: ColorChoice::Random,
            start: Start::Standard,
            private: false,
            synchro: false,
        }
    }
}

/// Returns the clock of those who do not say which.
const fn usual_clock() -> TimeControl {
    let (main, increment) = (Duration::from_mins(5), Duration::from_secs(3));
    TimeControl::Increment { main, increment }
}

impl Terms {
    /// Reads the words of terms; what they leave out is as in the default.
    ///
    /// # Errors
    /// The first word that is none.
    pub fn from_words<'a>(words: impl Iterator<Item = &'a str>) -> Result<Terms, ParseTermsError> {
        let mut terms = Terms::default();
        for word in words {
            match word {
                "rated" => terms.rated = true,
                "unrated" => terms.rated = false,
                "black" => terms.color = ColorChoice::Black,
                "white" => terms.color = ColorChoice::White,
                "random" => terms.color = ColorChoice::Random,
                "private" => terms.private = true,
                "synchro" => terms.synchro = true,
                "balanced" => terms.start = Start::Balanced,
                _ => match word.strip_prefix("start=") {
                    Some(start) => terms.start = start.parse()?,
                    None => terms.clock = clock(word)?,
                },
            }
        }
        Ok(terms)
    }

    /// Returns the class of the clock.
    #[must_use]
    pub fn speed_class(&self) -> SpeedClass {
        SpeedClass::of(self.clock)
    }
}

fn clock(word: &str) -> Result<TimeControl, ParseTermsError> {
    word.parse().map_err(|_| ParseTermsError::Unknown(word.chars().take(40).collect()))
}

impl fmt::Display for Terms {
    /// Writes the words that [`from_words`](Terms::from_words) reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rated = if self.rated { "rated" } else { "unrated" };
        write!(f, "{} {rated} {}", self.clock, self.color)?;
        if self.start != Start::Standard {
            write!(f, " start={}", self.start)?;
        }
        if self.synchro {
            f.write_str(" synchro")?;
        }
        if self.private {
            f.write_str(" private")?;
        }
        Ok(())
    }
}

impl fmt::Display for ColorChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ColorChoice::Black => "black",
            ColorChoice::White => "white",
            ColorChoice::Random => "random",
        })
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Start::Standard => f.write_str("standard"),
            Start::Balanced => f.write_str("balanced"),
            Start::Random(discs) => write!(f, "random:{discs}"),
            // A blank would end the word.
            Start::Position(position) => {
                write!(f, "position:{}", position.to_string().replace(' ', "/"))
            }
        }
    }
}

impl FromStr for Start {
    type Err = ParseTermsError;

    fn from_str(text: &str) -> Result<Start, ParseTermsError> {
        let start = match text.split_once(':') {
            None if text == "standard" => Some(Start::Standard),
            None if text == "balanced" => Some(Start::Balanced),
            Some(("random", n)) => {
                n.parse().ok().filter(|n| (5..=32).contains(n)).map(Start::Random)
            }
            Some(("position", cells)) => position(cells).map(Start::Position),
            _ => None,
        };
        start.ok_or_else(|| ParseTermsError::Start(text.chars().take(80).collect()))
    }
}

/// Reads 64 cells, a stroke and the side to move, all as `Position` writes them.
fn position(text: &str) -> Option<Position> {
    let (cells, side) = text.split_once('/')?;
    if cells.len() != Square::ALL.len() {
        return None;
    }
    let side_to_move = match side {
        "X" => Color::Black,
        "O" => Color::White,
        _ => return None,
    };
    let mut sets = [Bitboard::EMPTY; 2];
    for (square, cell) in Square::ALL.into_iter().zip(cells.bytes()) {
        match cell {
            b'X' => sets[Color::Black.index()] |= square.bitboard(),
            b'O' => sets[Color::White.index()] |= square.bitboard(),
            b'-' => {}
            _ => return None,
        }
    }
    let (player, opponent) = (sets[side_to_move.index()], sets[(!side_to_move).index()]);
    Board::new(player, opponent).ok().map(|board| Position::new(board, side_to_move))
}

impl SpeedClass {
    /// All classes, the fastest first.
    pub const ALL: [SpeedClass; 5] = [
        SpeedClass::Bullet,
        SpeedClass::Blitz,
        SpeedClass::Rapid,
        SpeedClass::Classical,
        SpeedClass::Correspondence,
    ];

    /// Returns the class of a clock, by the time that it gives a player for thirty moves.
    #[must_use]
    pub fn of(clock: TimeControl) -> SpeedClass {
        let seconds = match clock {
            TimeControl::Unlimited => return SpeedClass::Correspondence,
            TimeControl::PerMove(each) => each.as_secs_f64() * 30.0,
            TimeControl::Game(main) => main.as_secs_f64(),
            TimeControl::Increment { main, increment: each }
            | TimeControl::Byoyomi { main, period: each }
            | TimeControl::Ggs { main, increment: each, .. } => {
                main.as_secs_f64() + each.as_secs_f64() * 30.0
            }
        };
        match seconds {
            s if s < 180.0 => SpeedClass::Bullet,
            s if s < 480.0 => SpeedClass::Blitz,
            s if s < 1500.0 => SpeedClass::Rapid,
            s if s < 21_600.0 => SpeedClass::Classical,
            _ => SpeedClass::Correspondence,
        }
    }
}

impl fmt::Display for SpeedClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            SpeedClass::Bullet => "bullet",
            SpeedClass::Blitz => "blitz",
            SpeedClass::Rapid => "rapid",
            SpeedClass::Classical => "classical",
            SpeedClass::Correspondence => "correspondence",
        })
    }
}

impl FromStr for SpeedClass {
    type Err = ParseTermsError;

    fn from_str(text: &str) -> Result<SpeedClass, ParseTermsError> {
        let found = SpeedClass::ALL.into_iter().find(|class| class.to_string() == text);
        found.ok_or_else(|| ParseTermsError::Unknown(text.chars().take(40).collect()))
    }
}

serde_as_text!(Start);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_words_in_any_order() {
        let terms = Terms::from_words("rated start=random:12 black 10:00".split(' ')).unwrap();
        assert_eq!(terms.to_string(), "10:00 rated black start=random:12");
        assert_eq!(terms.speed_class(), SpeedClass::Rapid);
        let terms = Terms::from_words("3d balanced synchro".split(' ')).unwrap();
        assert_eq!(terms.to_string(), "3d unrated random start=balanced synchro");
        assert_eq!(terms.speed_class(), SpeedClass::Correspondence);
    }

    #[test]
    fn words_that_are_none_are_named() {
        for word in ["fast", "start=random:4", "start=position:X/X", "start=", "99999999:00"] {
            assert!(Terms::from_words([word].into_iter()).is_err(), "{word}");
        }
    }
}
