//! The explorer's position and its filter of games.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{ArchiveFilter, ParsePositionError};
use crate::FilterError;

/// The words that end the position.
const KEYS: [&str; 8] = ["player", "opponent", "event", "result", "score", "from", "to", "only"];

/// A position, and the games that are counted. As text the position comes first: `f5d6 player ito`.
///
/// The filter's cursor and the length of its page mean nothing here.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ExploreFilter {
    /// The position, the standard start if none is set, and the games.
    #[serde(flatten)]
    pub filter: ArchiveFilter,
}

impl FromStr for ExploreFilter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<ExploreFilter, FilterError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let end = words.iter().position(|word| KEYS.contains(word)).unwrap_or(words.len());
        let (position, rest) = words.split_at(end);
        let mut filter = ArchiveFilter::from_words(rest)?;
        if !position.is_empty() {
            filter.position =
                Some(position.join(" ").parse().map_err(|error: ParsePositionError| {
                    FilterError::Invalid(error.to_string())
                })?);
        }
        Ok(ExploreFilter { filter })
    }
}

impl fmt::Display for ExploreFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let filter = self.filter.clone();
        let games =
            ArchiveFilter { position: None, after: None, limit: None, with: None, ..filter };
        let words =
            [self.filter.position.map(|position| position.to_string()), Some(games.to_string())];
        let words: Vec<String> =
            words.into_iter().flatten().filter(|words| !words.is_empty()).collect();
        f.write_str(&words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_position_comes_first_and_the_games_after_it() {
        let read = |text: &str| text.parse::<ExploreFilter>();
        let filter = read("f5 d6 player ito from 1990 to 1995 only here").unwrap();
        assert_eq!(filter.filter.position, Some("f5d6".parse().unwrap()));
        assert_eq!(filter.filter.player, Some("ito".parse().unwrap()));
        assert_eq!(read(&filter.to_string()), Ok(filter));
        assert_eq!(read(""), Ok(ExploreFilter::default()));
        assert_eq!(read("from 1990").unwrap().filter.position, None);
        for bad in ["f5f5", "f5 player", "f5d6 from soon", "start"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
