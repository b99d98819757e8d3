//! Names in any script beside the plain names, and the beginnings of names.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory as _};

use crate::serde_text::checked_text;
use crate::text_safety::{UnclearText, check_letters, look_alike_key};
use crate::{Name, Role};

/// The allowed numbers of characters of a display name.
const LENGTHS: std::ops::RangeInclusive<usize> = 2..=30;

/// Characters beside letters, digits and marks.
const PUNCTUATION: [char; 8] = [' ', '-', '_', '.', '\'', '’', '·', '・'];

/// A name that is shown beside the plain [`Name`], in any script: letters that can be seen and are
/// written together, digits, single blanks, and a few signs that names have.
///
/// Commands use plain names. Display names that look alike have the same
/// [`look_alike_key`](DisplayName::look_alike_key), and a server accepts only one of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DisplayName(String);

/// The text is not a display name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DisplayNameError {
    /// It is too short or too long.
    #[error("a display name has 2 to 30 characters")]
    Length,
    /// It has other signs than those of names, or none of the letters.
    #[error(
        "a display name has letters of any script, digits, single blanks, and `-`, `_`, `.` and `'`"
    )]
    Characters,
    /// Its letters are not clear.
    #[error(transparent)]
    Unclear(#[from] UnclearText),
}

impl DisplayName {
    /// Returns a text that is equal for names that look alike.
    pub fn look_alike_key(&self) -> String {
        look_alike_key(&self.0)
    }
}

impl FromStr for DisplayName {
    type Err = DisplayNameError;

    fn from_str(text: &str) -> Result<DisplayName, DisplayNameError> {
        let text = text.trim();
        if !LENGTHS.contains(&text.chars().count()) {
            return Err(DisplayNameError::Length);
        }
        check_letters(text)?;
        let allowed = |c: char| is_of_a_word(c) || PUNCTUATION.contains(&c);
        let begins_well = text.starts_with(char::is_alphabetic);
        if begins_well && text.chars().all(allowed) && !text.contains("  ") {
            Ok(DisplayName(text.to_owned()))
        } else {
            Err(DisplayNameError::Characters)
        }
    }
}

/// Returns whether a character is a letter, a mark or a digit, and no sign with a letter in it, such as 🅐.
fn is_of_a_word(c: char) -> bool {
    use GeneralCategoryGroup::{Letter, Mark, Number};
    matches!(c.general_category_group(), Letter | Mark | Number)
}

checked_text!(DisplayName);

/// The beginning of a name: 1 to 20 ASCII letters, digits, `-` or `_`, a letter first, in lower
/// case.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamePrefix(String);

/// The text begins no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the beginning of a name has 1 to 20 letters, digits, `-` or `_`, a letter first")]
pub struct NamePrefixError;

impl FromStr for NamePrefix {
    type Err = NamePrefixError;

    fn from_str(text: &str) -> Result<NamePrefix, NamePrefixError> {
        let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let is_valid = (1..=20).contains(&text.len())
            && text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.chars().all(allowed);
        if is_valid { Ok(NamePrefix(text.to_ascii_lowercase())) } else { Err(NamePrefixError) }
    }
}

checked_text!(NamePrefix);

/// A user whose name begins as it was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct FoundUser {
    /// By which commands name the user.
    pub name: Name,
    /// The user's role.
    pub role: Role,
    /// The name in any script, if the user has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_name: Option<DisplayName>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_names_have_letters_of_any_script() {
        for good in ["José Ångström", "村上 健", "Ольга", "O'Neill", "राम", "Nguyễn Văn", "김철수"]
        {
            assert_eq!(good.parse::<DisplayName>().map(|it| it.to_string()), Ok(good.to_owned()));
        }
        assert_eq!(" Ana ".parse::<DisplayName>().unwrap().to_string(), "Ana");
    }

    #[test]
    fn display_names_that_deceive_or_break_lines_are_refused() {
        for bad in [
            "x",
            &"é".repeat(31),
            "a\u{202e}b",
            "a\u{2800}b",
            "a\u{3164}b",
            "Z\u{300}\u{301}\u{302}\u{303}o",
            "p\u{430}ypal",
            "two  blanks",
            "42",
            "a#b",
            "lobby:1",
            "a\nb",
            "🦊🦊",
            "🅐lice",
            "🅰dmin",
            "Ⓐlice",
            "...",
        ] {
            assert!(bad.parse::<DisplayName>().is_err(), "{bad:?}");
        }
    }
}
