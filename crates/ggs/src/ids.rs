//! The numbers of requests, matches and archived games, which all begin with a dot.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The text is no number with a dot before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not an id (expected a dot and a number, as in .5)")]
pub struct ParseIdError;

fn dotted(text: &str) -> Result<u32, ParseIdError> {
    let digits = text.strip_prefix('.').ok_or(ParseIdError)?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten().ok_or(ParseIdError)
}

macro_rules! dotted_number {
    ($name:ident, $what:literal) => {
        #[doc = concat!("The number of ", $what, ".")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl FromStr for $name {
            type Err = ParseIdError;

            fn from_str(text: &str) -> Result<$name, ParseIdError> {
                dotted(text).map($name)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&format!(".{}", self.0))
            }
        }
    };
}

dotted_number!(RequestId, "a request for a match");
dotted_number!(ArchiveId, "a finished or stored match");

/// The number of a running match, with that of a game of a synchro pair: `.5`, `.5.0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId {
    /// The match that the game belongs to.
    pub number: u32,
    /// 0 or 1 in a synchro pair.
    pub game: Option<u8>,
}

impl MatchId {
    /// Returns the number of a match.
    pub const fn of_match(number: u32) -> MatchId {
        MatchId { number, game: None }
    }

    /// Returns the number of a game in a synchro pair.
    pub const fn of_game(number: u32, game: u8) -> MatchId {
        MatchId { number, game: Some(game) }
    }
}

impl FromStr for MatchId {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<MatchId, ParseIdError> {
        match text.rfind('.') {
            Some(0) | None => dotted(text).map(MatchId::of_match),
            Some(dot) => {
                let game = dotted(&text[dot..]).ok().and_then(|game| u8::try_from(game).ok());
                let game = game.filter(|&game| game < 2).ok_or(ParseIdError)?;
                Ok(MatchId::of_game(dotted(&text[..dot])?, game))
            }
        }
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.game {
            None => f.pad(&format!(".{}", self.number)),
            Some(game) => f.pad(&format!(".{}.{game}", self.number)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_and_written() {
        assert_eq!(".5".parse(), Ok(MatchId::of_match(5)));
        assert_eq!(".5.1".parse(), Ok(MatchId::of_game(5, 1)));
        assert_eq!(MatchId::of_game(5, 1).to_string(), ".5.1");
        assert_eq!(".8".parse(), Ok(RequestId(8)));
        for text in ["", "5", ".", ".x", ".5.", ".5.2", ".5.1.0", "..1", ".99999999999", ".+5"] {
            assert!(text.parse::<MatchId>().is_err(), "{text}");
        }
    }
}
