//! Komi: the discs that a result is corrected by, and the bids from which it follows.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use willow_board::{DiscDiff, Square};

use crate::Name;
use crate::connection::quoted_input::shown;
use crate::serde_text::{as_text, serde_as_text};

/// Maximum value of a bid in discs, for either side.
const MAX_DISCS: i32 = 64;

/// A number of discs with `DIGITS` digits after the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Discs<const DIGITS: usize>(pub(crate) i32);

/// A player's bid: the value of the start position in discs for the side to move.
pub type BidValue = Discs<2>;

/// The discs that are taken from Black's result; negative if they are given to Black.
pub type Komi = Discs<3>;

/// The text is not a value in discs.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a value in discs (from -64 to 64, such as 2.5 or -0.75)")]
pub struct ParseDiscsError(String);

/// A bid, when both players have made theirs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct KomiBid {
    /// Who made the bid.
    pub name: Name,
    /// The first move.
    #[serde(with = "as_text")]
    #[cfg_attr(test, schemars(with = "crate::SquareText"), ts(as = "String"))]
    pub square: Square,
    /// Its value to the side to move, in discs.
    pub value: BidValue,
}

impl BidValue {
    /// Returns the value of a number of hundredths of a disc.
    pub const fn of_hundredths(hundredths: i32) -> BidValue {
        Discs(hundredths)
    }

    /// Returns the number of hundredths of a disc.
    pub const fn hundredths(self) -> i32 {
        self.0
    }

    /// Returns the mean of two bids, from the view of the side to move. Bids have two digits after the
    /// point, so the mean is a multiple of 0.005, as on GGS.
    pub const fn mean(self, other: BidValue) -> Komi {
        Discs((self.0 + other.0) * 5)
    }
}

impl Komi {
    /// Returns the komi from the other side's view.
    #[must_use]
    pub const fn of_other_side(self) -> Komi {
        Discs(-self.0)
    }

    /// Returns Black's disc difference less the komi.
    #[must_use]
    pub const fn corrected(self, black: DiscDiff) -> Discs<3> {
        Discs(black.value() * 1000 - self.0)
    }

    /// Returns the number of thousandths of a disc.
    pub const fn thousandths(self) -> i32 {
        self.0
    }
}

impl<const DIGITS: usize> fmt::Display for Discs<DIGITS> {
    /// Writes the number without zeros at its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = 10_u32.pow(DIGITS as u32);
        let (whole, rest) = (self.0.unsigned_abs() / unit, self.0.unsigned_abs() % unit);
        let sign = if self.0 < 0 { "-" } else { "" };
        let fraction = format!("{rest:0DIGITS$}");
        match fraction.trim_end_matches('0') {
            "" => f.pad(&format!("{sign}{whole}")),
            fraction => f.pad(&format!("{sign}{whole}.{fraction}")),
        }
    }
}

/// Reads a number with at most so many digits after the point.
fn read_discs(text: &str, digits: usize) -> Option<i32> {
    let (sign, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 2 || fraction.len() > digits {
        return None;
    }
    if !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let number: i32 = format!("{whole}{fraction:0<digits$}").parse().ok()?;
    let most = MAX_DISCS * 10_i32.pow(digits as u32);
    (number <= most).then_some(sign * number)
}

impl<const DIGITS: usize> FromStr for Discs<DIGITS> {
    type Err = ParseDiscsError;

    fn from_str(text: &str) -> Result<Discs<DIGITS>, ParseDiscsError> {
        let number = read_discs(text, DIGITS).map(Discs);
        number.ok_or_else(|| ParseDiscsError(shown(text)))
    }
}

serde_as_text!(BidValue, pattern: "^[+-]?[0-9]{1,2}(\\.[0-9]{0,2})?$");
serde_as_text!(Komi);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bids_have_two_digits_after_the_point() {
        for (text, hundredths) in [("2.5", 250), ("-0.52", -52), ("64", 6400), ("+3", 300)] {
            assert_eq!(text.parse(), Ok(BidValue::of_hundredths(hundredths)), "{text}");
        }
        for text in ["", "-", ".5", "64.01", "100", "1.005", "1e1", "2,5", "--1", "٣"] {
            assert!(text.parse::<BidValue>().is_err(), "{text}");
        }
        assert_eq!(BidValue::of_hundredths(-52).to_string(), "-0.52");
        assert_eq!(BidValue::of_hundredths(300).to_string(), "3");
    }

    /// The komi that GGS made of these bids: 1.04, 0.015 and -3.
    #[test]
    fn komi_is_the_mean_of_both_bids() {
        for (one, other, mean) in [(208, 0, "1.04"), (1, 2, "0.015"), (-800, 200, "-3")] {
            let komi = BidValue::of_hundredths(one).mean(BidValue::of_hundredths(other));
            assert_eq!(komi.to_string(), mean);
            assert_eq!(mean.parse(), Ok(komi));
        }
    }

    #[test]
    fn a_result_is_corrected_by_the_komi() {
        let komi: Komi = "1.04".parse().unwrap();
        assert_eq!(komi.corrected(DiscDiff::MIN).to_string(), "-65.04");
        assert_eq!(komi.of_other_side().corrected(DiscDiff::MAX).to_string(), "65.04");
    }
}
