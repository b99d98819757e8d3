//! A move with its evaluation and its time: `f5//1.50`, `D6/0.50`, `PA`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use willow_board::Move;

use crate::numbers::{finite, hundredths};

/// A move as players send it and everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedMove {
    /// A square, or a pass.
    pub mv: Move,
    /// Whether the player wrote it in capitals.
    pub is_upper_case: bool,
    /// The mover's evaluation in discs, if it was sent and is not 0.
    pub eval: Option<f64>,
    /// The seconds that the move took, if the player reports them; never 0.
    pub seconds: Option<f64>,
}

/// The text is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a move (examples: f5, F5/1.50, f5//3.47, PA)")]
pub struct ParsePlayedMoveError;

/// The largest evaluation that is read.
const MAX_EVAL: f64 = 1000.0;

/// The longest time that is read, in seconds.
const MAX_SECONDS: f64 = 100_000.0;

impl PlayedMove {
    /// Returns a move about which nothing else is known.
    pub const fn new(mv: Move) -> PlayedMove {
        PlayedMove { mv, is_upper_case: false, eval: None, seconds: None }
    }

    /// Returns the same move with an evaluation, rounded to hundredths.
    #[must_use]
    pub fn with_eval(self, eval: f64) -> PlayedMove {
        PlayedMove { eval: not_zero(hundredths(eval.clamp(-MAX_EVAL, MAX_EVAL))), ..self }
    }

    /// Returns the same move with its time, rounded to hundredths.
    #[must_use]
    pub fn with_seconds(self, seconds: f64) -> PlayedMove {
        PlayedMove { seconds: not_zero(hundredths(seconds.clamp(0.0, MAX_SECONDS))), ..self }
    }
}

/// Returns the number unless it is 0, which GGS does not write: nobody can tell it from a missing one.
fn not_zero(number: f64) -> Option<f64> {
    Some(number).filter(|number| *number != 0.0)
}

impl FromStr for PlayedMove {
    type Err = ParsePlayedMoveError;

    fn from_str(text: &str) -> Result<PlayedMove, ParsePlayedMoveError> {
        let mut parts = text.split('/');
        let name = parts.next().unwrap_or_default();
        let mv: Move = name.parse().map_err(|_| ParsePlayedMoveError)?;
        let mut number = || match parts.next() {
            None | Some("") => Ok(None),
            Some(text) => finite(text).map(Some).ok_or(ParsePlayedMoveError),
        };
        let (eval, seconds) = (number()?, number()?);
        if parts.next().is_some() {
            return Err(ParsePlayedMoveError);
        }
        let is_upper_case = name.starts_with(|c: char| c.is_ascii_uppercase());
        let mut played = PlayedMove { is_upper_case, ..PlayedMove::new(mv) };
        if let Some(eval) = eval {
            played = played.with_eval(eval);
        }
        if let Some(seconds) = seconds {
            played = played.with_seconds(seconds);
        }
        Ok(played)
    }
}

impl fmt::Display for PlayedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.mv {
            Move::Place(square) => square.to_string(),
            Move::Pass => "pa".to_owned(),
        };
        let name = if self.is_upper_case { name.to_ascii_uppercase() } else { name };
        match (self.eval, self.seconds) {
            (None, None) => f.write_str(&name),
            (Some(eval), None) => write!(f, "{name}/{eval:.2}"),
            (None, Some(seconds)) => write!(f, "{name}//{seconds:.2}"),
            (Some(eval), Some(seconds)) => write!(f, "{name}/{eval:.2}/{seconds:.2}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_and_written() {
        for text in ["f5", "F5", "f5//1.50", "d6/0.50", "d6/-12.25/3.47", "pa", "PA"] {
            let played: PlayedMove = text.parse().unwrap();
            assert_eq!(played.to_string(), text);
        }
        assert_eq!("PASS".parse::<PlayedMove>().unwrap().to_string(), "PA");
        assert_eq!("f5/0/0".parse::<PlayedMove>().unwrap().to_string(), "f5");
        for text in ["", "z9", "f5/x", "f5/1/2/3", "f5/nan", "f5//inf"] {
            assert!(text.parse::<PlayedMove>().is_err(), "{text}");
        }
    }
}
