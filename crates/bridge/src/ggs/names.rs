//! Names on GGS and names here, mapped reversibly.
//!
//! A name on GGS has 2 to 8 characters of almost any kind; one here has 2 to 20 letters, digits, `-` and
//! `_`, a letter first, and letters of both cases are the same. Each name there has its own name here,
//! which says that it is a guest's from GGS:
//!
//! | there | here | rule |
//! | --- | --- | --- |
//! | `alice` | `g-alice` | allowed characters in lower case |
//! | `Edax` | `g1-Edax` | the capitals as bits, in hexadecimal |
//! | `n+1` | `gx-...` | everything else, as a number to the base 36 |
//!
//! A name here does not fit there in general, so a [`LoginTable`] remembers who got which.

use std::collections::BTreeMap;
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
    #[must_use]
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

/// The visible ASCII characters, in which a name is a number.
const FIRST_VISIBLE: u8 = b'!';
/// One more than there are of them, so that no digit of a name is zero.
const BASE: u64 = 95;
const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// Returns the name here of a player on GGS.
///
/// ```
/// use willow_bridge::ggs::{ggs_name_of, willow_name_of};
///
/// let there = "n+1".parse()?;
/// let here = willow_name_of(&there);
/// assert_eq!(ggs_name_of(&here), Some(there));
/// # Ok::<(), willow_bridge::ggs::GgsNameError>(())
/// ```
#[must_use]
pub fn willow_name_of(name: &GgsName) -> String {
    let text = name.as_str();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if text.chars().all(is_plain) {
        match capitals(text) {
            0 => format!("g-{text}"),
            bits => format!("g{bits:x}-{text}"),
        }
    } else {
        let value =
            text.bytes().fold(0, |value, byte| value * BASE + u64::from(byte - FIRST_VISIBLE) + 1);
        format!("gx-{}", to_base_36(value))
    }
}

/// Returns the player on GGS who has this name here, whatever the case of its letters.
#[must_use]
pub fn ggs_name_of(name: &str) -> Option<GgsName> {
    let name = name.to_ascii_lowercase();
    let (front, rest) = name.strip_prefix('g')?.split_once('-')?;
    let there = match front {
        "" => rest.to_owned(),
        "x" => from_base_36(rest)?,
        bits => {
            let bits = u32::from_str_radix(bits, 16).ok()?;
            let letters = rest.chars().enumerate();
            letters
                .map(|(i, c)| if bits >> i & 1 == 1 { c.to_ascii_uppercase() } else { c })
                .collect()
        }
    };
    let there: GgsName = there.parse().ok()?;
    // One name has only one image.
    (willow_name_of(&there).to_ascii_lowercase() == name).then_some(there)
}

/// Returns a bit for each capital.
fn capitals(text: &str) -> u32 {
    let letters = text.chars().enumerate();
    letters.filter(|(_, c)| c.is_ascii_uppercase()).fold(0, |bits, (i, _)| bits | 1 << i)
}

fn to_base_36(mut value: u64) -> String {
    let mut digits = Vec::new();
    while value > 0 {
        digits.push(char::from(DIGITS[(value % 36) as usize]));
        value /= 36;
    }
    digits.iter().rev().collect()
}

fn from_base_36(text: &str) -> Option<String> {
    let mut value = u64::from_str_radix(text, 36).ok()?;
    let mut bytes = Vec::new();
    while value > 0 {
        let digit = (value % BASE).checked_sub(1)? as u8;
        bytes.push(FIRST_VISIBLE + digit);
        value /= BASE;
    }
    bytes.reverse();
    String::from_utf8(bytes).ok()
}

/// The logins on GGS of the people here: who has which, in both directions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoginTable {
    logins: BTreeMap<String, GgsName>,
}

impl LoginTable {
    /// Enters a login that somebody has, such as one of an earlier run. Returns `false` if somebody else
    /// has it.
    pub fn insert(&mut self, person: &str, login: GgsName) -> bool {
        let person = person.to_ascii_lowercase();
        if self.person_of(&login).is_some_and(|owner| owner != person) {
            return false;
        }
        self.logins.insert(person, login);
        true
    }

    /// Returns the login of a person, and invents one if there is none: the beginning of the name, with
    /// a number if somebody else has that.
    pub fn login_of(&mut self, person: &str) -> GgsName {
        let key = person.to_ascii_lowercase();
        if let Some(login) = self.logins.get(&key) {
            return login.clone();
        }
        let login = (1_u32..).find_map(|number| {
            let number = if number == 1 { String::new() } else { number.to_string() };
            let front: String = person.chars().take(LONGEST - number.len().min(LONGEST)).collect();
            let login: GgsName = format!("{front}{number}").parse().ok()?;
            self.person_of(&login).is_none().then_some(login)
        });
        let login = login.expect("a number of eight digits is a name, and some number is free");
        self.logins.insert(key, login.clone());
        login
    }

    /// Returns the person who has a login, in lower case.
    #[must_use]
    pub fn person_of(&self, login: &GgsName) -> Option<&str> {
        let is_same = |other: &GgsName| other.as_str().eq_ignore_ascii_case(login.as_str());
        self.logins.iter().find(|(_, other)| is_same(other)).map(|(person, _)| person.as_str())
    }

    /// Returns all persons and their logins.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &GgsName)> {
        self.logins.iter().map(|(person, login)| (person.as_str(), login))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use willow_protocol::Name;

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

    #[test]
    fn long_names_get_short_logins_and_keep_them() {
        let mut table = LoginTable::default();
        assert_eq!(table.login_of("alexandria").as_str(), "alexandr");
        assert_eq!(table.login_of("Alexandro").as_str(), "Alexand2");
        assert_eq!(table.login_of("ALEXANDRIA").as_str(), "alexandr");
        let login = "Alexand2".parse().unwrap();
        assert_eq!(table.person_of(&login), Some("alexandro"));
        assert!(!table.insert("carol", login));
    }

    proptest! {
        #[test]
        fn every_name_there_has_a_name_here_and_only_one(text in "[!-~]{2,8}") {
            if let Ok(there) = text.parse::<GgsName>() {
                let here = willow_name_of(&there);
                prop_assert!(here.parse::<Name>().is_ok(), "{here}");
                prop_assert_eq!(ggs_name_of(&here.to_ascii_uppercase()), Some(there));
            }
        }

        #[test]
        fn no_name_here_is_of_two_there(text in "g[0-9a-fx]{0,2}-[a-z0-9-]{0,14}") {
            if let Some(there) = ggs_name_of(&text) {
                prop_assert_eq!(willow_name_of(&there).to_ascii_lowercase(), text);
            }
        }
    }
}
