//! A part of a name, or a whole name, in a question to the archive.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::serde_text::serde_as_text;
use crate::strip_controls;

/// The longest part of a name, in characters.
const LONGEST: usize = 40;

/// The sign before a whole name.
const WHOLE: char = '=';

/// A part of a name: up to 40 characters. `_` matches any one character, such as a blank. After `=`
/// the text is the whole name. Case is ignored.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamePart {
    text: String,
    is_whole: bool,
}

/// The text cannot be a part of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a part of a name has 1 to 40 characters, and neither `%` nor `\\`")]
pub struct NamePartError;

impl NamePart {
    /// Returns the part in lower case, without the sign of a whole name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns whether the text is the whole name.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Returns whether a name in lower case has this part, or is this name.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        let name: Vec<char> = name.chars().collect();
        let part: Vec<char> = self.text.chars().collect();
        let fits = |place: &[char]| {
            place.iter().zip(&part).all(|(letter, wanted)| *wanted == '_' || letter == wanted)
        };
        if self.is_whole {
            return name.len() == part.len() && fits(&name);
        }
        name.windows(part.len()).any(fits)
    }
}

impl FromStr for NamePart {
    type Err = NamePartError;

    fn from_str(text: &str) -> Result<NamePart, NamePartError> {
        let clean = strip_controls(text).trim().to_lowercase().replace(char::is_whitespace, "_");
        let (text, is_whole) = match clean.strip_prefix(WHOLE) {
            Some(name) => (name.to_owned(), true),
            None => (clean, false),
        };
        let is_valid = (1..=LONGEST).contains(&text.chars().count()) && !text.contains(['%', '\\']);
        if is_valid { Ok(NamePart { text, is_whole }) } else { Err(NamePartError) }
    }
}

impl fmt::Display for NamePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_whole {
            write!(f, "{WHOLE}")?;
        }
        f.write_str(&self.text)
    }
}

serde_as_text!(NamePart);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_may_stand_anywhere_and_a_whole_name_is_the_name() {
        let part = |text: &str| text.parse::<NamePart>().unwrap();
        for (text, name, fits) in [
            ("Doe", "doe jane", true),
            ("jane", "doe jane", true),
            ("doe jane", "doe jane", true),
            ("doe_j", "doe-jane", true),
            ("jane_doe", "doe jane", false),
            ("=doe", "doe jane", false),
            ("=Doe Jane", "doe jane", true),
            ("=doe_jan", "doe jane", false),
            ("doe jane and", "doe", false),
        ] {
            assert_eq!(part(text).matches(name), fits, "{text}, {name}");
        }
        assert_eq!(part("=Doe Jane").to_string(), "=doe_jane");
        for bad in ["", "=", "a%", "a\\", &"x".repeat(41)] {
            assert_eq!(bad.parse::<NamePart>(), Err(NamePartError), "{bad}");
        }
    }
}
