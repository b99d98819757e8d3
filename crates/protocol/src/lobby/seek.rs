//! Seeks: the wish for an opponent whom the server finds.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::connection::echo::shown;
use crate::serde_text::serde_as_text;
use crate::{ParseTermsError, Terms};

/// What a user seeks: the terms of a game, and the opponent's rating.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct SeekTerms {
    /// The terms of the game.
    #[serde(flatten)]
    pub terms: Terms,
    /// The ratings of opponents who are welcome; all if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<RatingRange>,
}

/// A range of ratings, both ends included: `1400-1600`, `1400-` or `-1600`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RatingRange {
    /// The least rating, if there is one.
    least: Option<i32>,
    /// The largest rating, if there is one.
    most: Option<i32>,
}

/// The largest number that is accepted as a rating.
const MAX_RATING: i32 = 9999;

/// The words are not those of a seek.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseSeekError {
    /// The terms are invalid.
    #[error(transparent)]
    Terms(#[from] ParseTermsError),
    /// The range of ratings is invalid.
    #[error(transparent)]
    Range(#[from] ParseRangeError),
}

/// The text is not a range of ratings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a range of ratings (examples: 1400-1600, 1400-, -1600)")]
pub struct ParseRangeError(String);

impl RatingRange {
    /// Returns whether a rating lies in the range.
    pub fn contains(&self, rating: i32) -> bool {
        self.least.is_none_or(|least| least <= rating)
            && self.most.is_none_or(|most| rating <= most)
    }
}

impl fmt::Display for RatingRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(least) = self.least {
            write!(f, "{least}")?;
        }
        f.write_str("-")?;
        self.most.map_or(Ok(()), |most| write!(f, "{most}"))
    }
}

impl FromStr for RatingRange {
    type Err = ParseRangeError;

    fn from_str(text: &str) -> Result<RatingRange, ParseRangeError> {
        parse_range(text).ok_or_else(|| ParseRangeError(shown(text)))
    }
}

fn parse_range(text: &str) -> Option<RatingRange> {
    let (least, most) = text.split_once('-')?;
    let range = RatingRange { least: parse_rating(least), most: parse_rating(most) };
    let is_empty = range.least.zip(range.most).is_some_and(|(least, most)| least > most);
    let is_open = range.least.or(range.most).is_none();
    // An end that is no rating would be missing.
    (range.to_string() == text && !is_empty && !is_open).then_some(range)
}

fn parse_rating(text: &str) -> Option<i32> {
    text.parse().ok().filter(|rating| (0..=MAX_RATING).contains(rating))
}

/// Returns whether a word is meant as a range: digits and a `-`, which no term of a game has.
fn is_range(word: &str) -> bool {
    word.contains('-') && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

impl FromStr for SeekTerms {
    type Err = ParseSeekError;

    fn from_str(text: &str) -> Result<SeekTerms, ParseSeekError> {
        let (ranges, terms): (Vec<&str>, Vec<&str>) =
            text.split_whitespace().partition(|word| is_range(word));
        let range = ranges.last().map(|range| range.parse()).transpose()?;
        Ok(SeekTerms { terms: Terms::from_words(terms.into_iter())?, range })
    }
}

impl fmt::Display for SeekTerms {
    /// Writes the words that [`from_str`](FromStr::from_str) reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.terms)?;
        self.range.map_or(Ok(()), |range| write!(f, " {range}"))
    }
}

serde_as_text!(RatingRange, pattern: "^([0-9]+-[0-9]*|-[0-9]+)$");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_one_or_two_ends() {
        let contains = |text: &str, rating| text.parse::<RatingRange>().unwrap().contains(rating);
        assert!(contains("1400-1600", 1400) && contains("1400-1600", 1600));
        assert!(!contains("1400-1600", 1399) && !contains("1400-1600", 1601));
        assert!(contains("1400-", 3000) && !contains("1400-", 1399));
        assert!(contains("-1600", 0) && !contains("-1600", 1601));
        for text in ["-", "1600-1400", "1400", "1400-1600-1800", "a-b", "10000-", "1400-+9", ""] {
            assert!(text.parse::<RatingRange>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_seek_has_terms_and_a_range_in_any_order() {
        let seek: SeekTerms = "1400- rated 10:00 black".parse().unwrap();
        assert_eq!(seek.to_string(), "10:00 rated black 1400-");
        assert_eq!(seek.to_string().parse(), Ok(seek));
        assert_eq!("".parse(), Ok(SeekTerms::default()));
        assert!("5+3 1600-1400".parse::<SeekTerms>().is_err());
    }
}
