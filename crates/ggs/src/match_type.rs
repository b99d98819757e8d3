//! Match types: `8`, `8b`, `s8r20`, `8k`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use willow_board::Color;

/// The sizes of boards; 88 is the octagon.
const SIZES: [u8; 7] = [4, 6, 8, 10, 12, 14, 88];

/// The fewest discs of a random start.
const FEWEST_DISCS: u16 = 4;

/// The squares of a board that a random start leaves empty.
const FREE_SQUARES: u16 = 16;

/// The type of a match: `[s]SIZE[k][rDISCS][b|w][a]`.
///
/// ```
/// use willow_ggs::MatchType;
///
/// let pair: MatchType = "s8r20".parse()?;
/// assert!(pair.synchro && pair.random == Some(20));
/// assert_eq!(pair.to_string(), "s8r20");
/// # Ok::<(), willow_ggs::MatchTypeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchType {
    /// The size of the board: 8 for Othello's.
    pub size: u8,
    /// Whether two games are played at once, from one start with the colours swapped.
    pub synchro: bool,
    /// Whether the players bid for the sides with their first moves.
    pub komi: bool,
    /// Whether the fewer discs win.
    pub anti: bool,
    /// The discs of a random start.
    pub random: Option<u16>,
    /// The colour of the player who is named first, if it is agreed.
    pub color: Option<Color>,
}

/// The text is not the type of a match. The messages are those of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MatchTypeError {
    /// The text has another form, or there is no such board.
    #[error("illegal board type")]
    IllegalBoard,
    /// A random start would favour a side.
    #[error("random games must be komi or synchro")]
    LoneRandom,
    /// The number of discs is missing, too small or too large.
    #[error("missing or illegal rand-type")]
    RandomDiscs,
    /// Both ways to be fair at once.
    #[error("synchro+komi not supported")]
    SynchroKomi,
    /// The bids decide who has which side.
    #[error("no preferred color in komi or rand games")]
    KomiColor,
    /// Both players have both sides of a random start.
    #[error("no preferred color in komi or rand games")]
    RandomColor,
}

impl MatchType {
    /// The usual game.
    pub const STANDARD: MatchType =
        MatchType { size: 8, synchro: false, komi: false, anti: false, random: None, color: None };

    /// Returns whether the board is Othello's and the more discs win.
    pub const fn is_othello(self) -> bool {
        self.size == 8 && !self.anti
    }

    fn check(self) -> Result<MatchType, MatchTypeError> {
        let squares = if self.size == 88 { 88 } else { u16::from(self.size).pow(2) };
        let most = squares.saturating_sub(FREE_SQUARES);
        match self.random {
            _ if self.synchro && self.komi => Err(MatchTypeError::SynchroKomi),
            Some(n) if !(FEWEST_DISCS..=most).contains(&n) => Err(MatchTypeError::RandomDiscs),
            Some(_) if !self.synchro && !self.komi => Err(MatchTypeError::LoneRandom),
            Some(_) if self.color.is_some() => Err(MatchTypeError::RandomColor),
            _ if self.komi && self.color.is_some() => Err(MatchTypeError::KomiColor),
            _ => Ok(self),
        }
    }
}

impl FromStr for MatchType {
    type Err = MatchTypeError;

    /// Reads a type as the server does: what follows the size may come in any order, and letters are of
    /// either case.
    fn from_str(text: &str) -> Result<MatchType, MatchTypeError> {
        let text = text.to_ascii_lowercase();
        let (synchro, rest) =
            text.strip_prefix('s').map_or((false, &text[..]), |rest| (true, rest));
        let (size, mut rest) = digits(rest);
        let size = size.and_then(|size| u8::try_from(size).ok());
        let size = size.filter(|size| SIZES.contains(size)).ok_or(MatchTypeError::IllegalBoard)?;
        let mut kind = MatchType { size, synchro, ..MatchType::STANDARD };
        while let Some(letter) = rest.chars().next() {
            rest = &rest[letter.len_utf8()..];
            match letter {
                'k' => kind.komi = true,
                'a' => kind.anti = true,
                'b' if kind.color.is_none() => kind.color = Some(Color::Black),
                'w' if kind.color.is_none() => kind.color = Some(Color::White),
                'r' => {
                    (kind.random, rest) = digits(rest);
                    kind.random.ok_or(MatchTypeError::RandomDiscs)?;
                }
                _ => return Err(MatchTypeError::IllegalBoard),
            }
        }
        kind.check()
    }
}

/// Reads the number at the front of a text.
fn digits(text: &str) -> (Option<u16>, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (text[..end].parse().ok(), &text[end..])
}

impl fmt::Display for MatchType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |is_set, letter| if is_set { letter } else { "" };
        let random = self.random.map_or_else(String::new, |discs| format!("r{discs}"));
        let color = self.color.map_or("", |color| if color == Color::Black { "b" } else { "w" });
        f.pad(&format!(
            "{}{}{}{random}{color}{}",
            letter(self.synchro, "s"),
            self.size,
            letter(self.komi, "k"),
            letter(self.anti, "a")
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_read_and_written() {
        let usual = ["8", "8b", "8w", "s8", "s8b", "8k", "8kr20", "s8r20", "s4", "10", "s88", "8a"];
        for text in usual.into_iter().chain(["8ka", "8ba", "8kr20a"]) {
            let parsed: MatchType = text.parse().unwrap();
            assert_eq!(parsed.to_string(), text);
        }
    }

    #[test]
    fn letters_come_in_any_order_and_case() {
        let written = |text: &str| text.parse::<MatchType>().unwrap().to_string();
        assert_eq!(["S8R20", "8ab", "8r20k", "8ak"].map(written), ["s8r20", "8ba", "8kr20", "8ka"]);
    }

    #[test]
    fn refusals_are_the_servers() {
        let cases = [
            ("", "illegal board type"),
            ("9", "illegal board type"),
            ("8x", "illegal board type"),
            ("8bk", "no preferred color in komi or rand games"),
            ("8bw", "illegal board type"),
            ("8r20", "random games must be komi or synchro"),
            ("s8r", "missing or illegal rand-type"),
            ("s8r3", "missing or illegal rand-type"),
            ("s8r49", "missing or illegal rand-type"),
            ("s8k", "synchro+komi not supported"),
            ("8kb", "no preferred color in komi or rand games"),
            ("s8r20b", "no preferred color in komi or rand games"),
        ];
        for (text, message) in cases {
            assert_eq!(text.parse::<MatchType>().unwrap_err().to_string(), message, "{text}");
        }
    }
}
