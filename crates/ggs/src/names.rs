//! The names of players on GGS: 2 to 8 characters of almost any kind.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The name of a player on GGS.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GgsName(String);

/// The text is no name on GGS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a name on GGS has 2 to 8 visible characters, none of `,` `\\` `:` `$` `;`, and does not begin \
     with one of `.` `_` `/` `|` `*` `+` `-`"
)]
pub struct GgsNameError;

/// The longest name, in bytes.
const LONGEST: usize = 8;

/// What a name may not begin with: channels, groups, services, and what begins other lines.
const NOT_FIRST: &[char] = &['.', '_', '/', ':', '|', '*', '+', '-'];

impl GgsName {
    /// Returns the name as its owner wrote it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for GgsName {
    type Err = GgsNameError;

    fn from_str(text: &str) -> Result<GgsName, GgsNameError> {
        let is_allowed =
            |c: char| c.is_ascii_graphic() && !matches!(c, ',' | '\\' | ':' | '$' | ';');
        let fits = (2..=LONGEST).contains(&text.len());
        if fits && !text.starts_with(NOT_FIRST) && text.chars().all(is_allowed) {
            Ok(GgsName(text.to_owned()))
        } else {
            Err(GgsNameError)
        }
    }
}

impl fmt::Display for GgsName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_servers_rules() {
        for name in ["ab", "Edax", "n+1", "bob_2345", "a|b"] {
            assert!(name.parse::<GgsName>().is_ok(), "{name}");
        }
        for name in ["", "a", "toolongna", ".ab", "_ab", "a,b", "a\\b", "a b", "/os", "a\u{e9}"] {
            assert!(name.parse::<GgsName>().is_err(), "{name}");
        }
    }
}
