//! The names of users.

use std::hash::{Hash, Hasher};
use std::str::FromStr;

use thiserror::Error;

use crate::serde_text::checked_text;
use crate::text_safety::look_alike_key;

/// The allowed numbers of characters of a name.
const LENGTHS: std::ops::RangeInclusive<usize> = 2..=20;

/// The name of a user: ASCII letters, digits, `-` and `_`, a letter first.
///
/// Names that differ only in case are the same name. Names that look alike have the same
/// [`skeleton`](Name::skeleton), and a server accepts only one of them.
///
/// ```
/// use willow_protocol::Name;
///
/// let (name, other): (Name, Name) = ("Alice-1".parse()?, "ALICEl".parse()?);
/// assert_ne!(name, other);
/// assert_eq!(name.skeleton(), other.skeleton());
/// # Ok::<(), willow_protocol::NameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Name(String);

/// The text is not a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a name has 2 to 20 letters, digits, `-` or `_`, and begins with a letter")]
pub struct NameError;

impl Name {
    /// Returns the name in lower case: equal for names that are the same.
    pub fn key(&self) -> String {
        self.0.to_ascii_lowercase()
    }

    /// Returns a text that is equal for names that look alike: see
    /// [`look_alike_key`](crate::look_alike_key).
    pub fn skeleton(&self) -> String {
        look_alike_key(&self.0)
    }
}

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Name, NameError> {
        let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let is_valid = LENGTHS.contains(&text.len())
            && text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.chars().all(allowed);
        if is_valid { Ok(Name(text.to_owned())) } else { Err(NameError) }
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Eq for Name {}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

checked_text!(Name, pattern: "^[A-Za-z][A-Za-z0-9_-]{1,19}$");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_plain_words() {
        for good in ["Al", "alice", "bob_2", "willow-5", "abcdefghijklmnopqrst"] {
            assert!(good.parse::<Name>().is_ok(), "{good}");
        }
        for bad in ["", "a", "1abc", "-ab", "a b", "élan", "abcdefghijklmnopqrstu", "a\u{1b}b"] {
            assert!(bad.parse::<Name>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn case_does_not_make_another_name() {
        let [one, two]: [Name; 2] = ["Alice", "aLICE"].map(|text| text.parse().unwrap());
        assert_eq!(one, two);
    }

    fn skeletons(pair: (&str, &str)) -> [String; 2] {
        [pair.0, pair.1].map(|text| text.parse::<Name>().unwrap().skeleton())
    }

    #[test]
    fn look_alikes_share_a_skeleton() {
        let pairs = [
            ("Bill", "BiIl"),
            ("morn", "mom"),
            ("zoe0", "z-oeO"),
            ("vvest", "west"),
            ("A1ice", "Alice"),
            ("Ian", "lan"),
        ];
        for pair in pairs {
            let [one, two] = skeletons(pair);
            assert_eq!(one, two, "{pair:?}");
        }
    }

    /// Names of people that have nothing to do with each other can both be taken.
    #[test]
    fn different_names_have_different_skeletons() {
        let pairs = [
            ("jan", "ian"),
            ("clark", "dark"),
            ("bob2", "bobz"),
            ("Anna5", "annas"),
            ("rob8", "robb"),
        ];
        for pair in pairs {
            let [one, two] = skeletons(pair);
            assert_ne!(one, two, "{pair:?}");
        }
    }
}
