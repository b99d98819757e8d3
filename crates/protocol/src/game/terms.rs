//! The terms of a game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use willow_board::{Position, RANDOM_START_DISCS, TimeControl};

use crate::connection::echo::shown;
use crate::expected_word::display_as_word;
use crate::serde_text::{as_text, serde_as_text};
use crate::{SpeedClass, position_text};

/// The terms of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
#[expect(clippy::struct_excessive_bools, reason = "each is a word of its own, in any combination")]
pub struct Terms {
    /// The time control.
    #[serde(default = "default_clock", with = "as_text")]
    #[cfg_attr(test, schemars(with = "crate::ClockText"), ts(as = "String"))]
    pub clock: TimeControl,
    /// Whether the result changes the players' ratings.
    #[serde(default)]
    pub rated: bool,
    /// The colour of the player who offers.
    #[serde(default)]
    pub color: ColorChoice,
    /// The start position.
    #[serde(default)]
    pub start: Start,
    /// Whether the game is unlisted: those who know its number may join or watch.
    #[serde(default)]
    pub private: bool,
    /// Whether two games are played at once from the same start, one with each colour.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub synchro: bool,
    /// Whether a move in one game of such a pair is shown when the other game has one, too (left out if
    /// it is not).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lockstep: bool,
    /// Whether the players bid for the first move, which decides the komi and the colours (left out if
    /// they do not).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub komi: bool,
}

/// The colour of the player who offers a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum ColorChoice {
    /// The player who offers moves first.
    Black,
    /// The player who offers moves second.
    White,
    /// Chosen at random.
    #[default]
    Random,
}

/// The start position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Start {
    /// The standard start.
    #[default]
    Standard,
    /// After random moves, with this number of discs on the board (4 to 48).
    Random(u8),
    /// After eight moves from the server's list of balanced openings.
    Balanced,
    /// A given position.
    Position(Position),
}

/// A word is not one of the terms of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseTermsError {
    /// The word is unknown.
    #[error(
        "`{0}` is unknown (expected a clock such as 5 or 5+3, rated, unrated, black, white, random, balanced, synchro, lockstep, komi, private, or start=...)"
    )]
    Unknown(String),
    /// There is a clock before this one.
    #[error("`{0}` is a second clock: 5+3 is five minutes, and three seconds more after each move")]
    SecondClock(String),
    /// The start position is invalid.
    #[error(
        "`{0}` is not a start position (expected standard, random:N with N from 4 to 48, balanced, or position:CELLS/SIDE)"
    )]
    Start(String),
}

impl Default for Terms {
    /// Returns five minutes and three seconds a move, unrated.
    fn default() -> Terms {
        Terms {
            clock: default_clock(),
            rated: false,
            color: ColorChoice::Random,
            start: Start::Standard,
            private: false,
            synchro: false,
            lockstep: false,
            komi: false,
        }
    }
}

/// Returns the default time control.
const fn default_clock() -> TimeControl {
    let (main, increment) = (Duration::from_mins(5), Duration::from_secs(3));
    TimeControl::Increment { main, increment }
}

impl Terms {
    /// Returns the terms that matter once a game has started, as text: the colours are known by then.
    pub fn in_progress(&self) -> String {
        let mut words = vec![self.clock.to_string()];
        if self.rated {
            words.push("rated".to_owned());
        }
        if self.start != Start::Standard {
            words.push(format!("start={}", self.start));
        }
        words.extend(self.pair_and_komi().map(str::to_owned));
        words.join(" ")
    }

    /// Returns all terms as text, with the colour or without it.
    pub(crate) fn in_words(&self, color: Option<ColorChoice>) -> String {
        let rated = if self.rated { "rated" } else { "unrated" };
        let mut words = vec![self.clock.to_string(), rated.to_owned()];
        words.extend(color.map(|color| color.to_string()));
        words.extend((self.start != Start::Standard).then(|| format!("start={}", self.start)));
        words.extend(self.pair_and_komi().map(str::to_owned));
        words.extend(self.private.then(|| "private".to_owned()));
        words.join(" ")
    }

    /// Returns the words for a pair of games and for komi. `lockstep` says that there is a pair.
    fn pair_and_komi(&self) -> impl Iterator<Item = &'static str> {
        let pair = match (self.synchro, self.lockstep) {
            (_, true) => Some("lockstep"),
            (true, false) => Some("synchro"),
            (false, false) => None,
        };
        pair.into_iter().chain(self.komi.then_some("komi"))
    }

    /// Returns terms that agree with each other: games in lock-step are a pair.
    #[must_use]
    pub fn normalized(self) -> Terms {
        Terms { synchro: self.synchro || self.lockstep, ..self }
    }

    /// Reads the words of terms. Terms that are left out have their defaults.
    ///
    /// # Errors
    /// The first word that is unknown, or a second clock.
    pub fn from_words<'a>(words: impl Iterator<Item = &'a str>) -> Result<Terms, ParseTermsError> {
        let mut terms = Terms::default();
        let mut has_clock = false;
        for word in words {
            match word {
                "rated" => terms.rated = true,
                "unrated" => terms.rated = false,
                "black" => terms.color = ColorChoice::Black,
                "white" => terms.color = ColorChoice::White,
                "random" => terms.color = ColorChoice::Random,
                "private" => terms.private = true,
                "synchro" => terms.synchro = true,
                "lockstep" => (terms.synchro, terms.lockstep) = (true, true),
                "komi" => terms.komi = true,
                "balanced" => terms.start = Start::Balanced,
                _ => {
                    if let Some(start) = word.strip_prefix("start=") {
                        terms.start = start.parse()?;
                        continue;
                    }
                    terms.clock = clock(word)?;
                    if std::mem::replace(&mut has_clock, true) {
                        return Err(ParseTermsError::SecondClock(word.to_owned()));
                    }
                }
            }
        }
        Ok(terms)
    }

    /// Returns the speed class of the time control.
    pub fn speed_class(&self) -> SpeedClass {
        SpeedClass::of(self.clock)
    }
}

/// Reads a clock. A number alone is minutes.
fn clock(word: &str) -> Result<TimeControl, ParseTermsError> {
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    let clock = if is_number { format!("{word}:00").parse() } else { word.parse() };
    clock.map_err(|_| ParseTermsError::Unknown(shown(word)))
}

impl fmt::Display for Terms {
    /// Writes the words that [`from_words`](Terms::from_words) reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(Some(self.color)))
    }
}

display_as_word!(ColorChoice);

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Start::Standard => f.write_str("standard"),
            Start::Balanced => f.write_str("balanced"),
            Start::Random(discs) => write!(f, "random:{discs}"),
            Start::Position(position) => write!(f, "position:{}", position_text::write(position)),
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
                let fits = |n: &u8| RANDOM_START_DISCS.contains(&usize::from(*n));
                n.parse().ok().filter(fits).map(Start::Random)
            }
            Some(("position", cells)) => position_text::parse(cells).map(Start::Position),
            _ => None,
        };
        start.ok_or_else(|| ParseTermsError::Start(shown(text)))
    }
}

impl FromStr for Terms {
    type Err = ParseTermsError;

    fn from_str(text: &str) -> Result<Terms, ParseTermsError> {
        Terms::from_words(text.split_whitespace())
    }
}

serde_as_text!(
    Start,
    pattern: "^(standard|balanced|random:\\+?0*([4-9]|[1-3][0-9]|4[0-8])|position:[XO-]{64}/[XO])$"
);

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
        let terms = Terms::from_words("lockstep start=random:20".split(' ')).unwrap();
        assert!(terms.synchro, "games in lock-step are a pair");
        assert_eq!(terms.to_string(), "5:00+3 unrated random start=random:20 lockstep");
        let terms = Terms::from_words("5 rated".split(' ')).unwrap();
        assert_eq!(terms.to_string(), "5:00 rated random", "a number is minutes");
        let terms = Terms::from_words("komi 5+3".split(' ')).unwrap();
        assert_eq!(terms.in_progress(), "5:00+3 komi");
    }

    #[test]
    fn words_that_are_none_are_named() {
        for word in [
            "fast",
            "start=random:3",
            "start=random:49",
            "start=position:X/X",
            "start=",
            "99999999:00",
            "0",
            "99999999",
        ] {
            assert!(Terms::from_words([word].into_iter()).is_err(), "{word}");
        }
        let two = Terms::from_words("5 3".split(' ')).unwrap_err();
        assert_eq!(two, ParseTermsError::SecondClock("3".to_owned()), "{two}");
    }
}
