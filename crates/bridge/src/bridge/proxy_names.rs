//! The names of proxies: one for each player of GGS, reversibly.
//!
//! A name on GGS has 2 to 8 characters of almost any kind; one here has 2 to 20 letters, digits, `-` and `_`, a
//! letter first, and letters of both cases are the same. A proxy's name begins with the name of the bridge and a
//! hyphen:
//!
//! | there | here | rule |
//! | --- | --- | --- |
//! | `alice` | `ggs-alice` | allowed characters in lower case |
//! | `Edax` | `ggs-_1-Edax` | the capitals as bits, in hexadecimal |
//! | `n+1` | `ggs-_x-...` | everything else, as a number to the base 36 |
//!
//! No name on GGS begins with `_`, so the forms cannot be confused.

use willow_protocol::Name;

use crate::ggs::GgsName;

/// Maps the names of players on GGS to names here, and back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProxyNames {
    prefix: String,
}

/// The longest name of a bridge, so that the names of all its proxies fit.
pub const LONGEST_BRIDGE: usize = 5;

/// The visible ASCII characters, in which a name is a number.
const FIRST_VISIBLE: u8 = b'!';
/// One more than there are of them, so that no digit of a name is zero.
const BASE: u64 = 95;
const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

impl ProxyNames {
    /// Returns the mapping of a bridge.
    pub fn new(bridge: &Name) -> ProxyNames {
        ProxyNames { prefix: format!("{}-", bridge.key()) }
    }

    /// Returns the name here of a player on GGS; `None` if the bridge's own name is too long for it.
    pub fn proxy_of(&self, there: &GgsName) -> Option<Name> {
        let text = there.as_str();
        let is_plain = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        let form = match capitals(text) {
            _ if !is_plain => format!("_x-{}", to_base_36(text)),
            0 => text.to_owned(),
            bits => format!("_{bits:x}-{text}"),
        };
        format!("{}{form}", self.prefix).parse().ok()
    }

    /// Returns the player on GGS who has this name here.
    pub fn remote_of(&self, proxy: &Name) -> Option<GgsName> {
        let key = proxy.key();
        let rest = key.strip_prefix(&self.prefix)?;
        let there = match rest.strip_prefix('_') {
            None => rest.to_owned(),
            Some(form) => match form.split_once('-')? {
                ("x", digits) => from_base_36(digits)?,
                (bits, text) => with_capitals(text, u32::from_str_radix(bits, 16).ok()?),
            },
        };
        let there = there.parse().ok()?;
        // One name has only one image.
        (self.proxy_of(&there)?.key() == key).then_some(there)
    }
}

/// Returns a bit for each capital.
fn capitals(text: &str) -> u32 {
    let letters = text.chars().enumerate();
    letters.filter(|(_, c)| c.is_ascii_uppercase()).fold(0, |bits, (i, _)| bits | 1 << i)
}

fn with_capitals(text: &str, bits: u32) -> String {
    let is_capital = |i: usize| bits.checked_shr(i as u32).is_some_and(|bits| bits & 1 == 1);
    let letters = text.chars().enumerate();
    letters.map(|(i, c)| if is_capital(i) { c.to_ascii_uppercase() } else { c }).collect()
}

fn to_base_36(text: &str) -> String {
    let mut value =
        text.bytes().fold(0, |value, byte| value * BASE + u64::from(byte - FIRST_VISIBLE) + 1);
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn names() -> ProxyNames {
        ProxyNames::new(&"ggs".parse().unwrap())
    }

    #[test]
    fn names_are_marked_and_readable() {
        for (there, here) in [("alice", "ggs-alice"), ("Edax", "ggs-_1-Edax")] {
            let there: GgsName = there.parse().unwrap();
            let proxy = names().proxy_of(&there).unwrap();
            assert_eq!(proxy.as_str(), here);
            assert_eq!(names().remote_of(&proxy), Some(there));
        }
        for foreign in ["bob", "ggsalice", "other-alice"] {
            assert_eq!(names().remote_of(&foreign.parse().unwrap()), None);
        }
    }

    proptest! {
        #[test]
        fn every_name_there_has_its_own_name_here(one in "[!-~]{2,8}", two in "[!-~]{2,8}") {
            let names = ProxyNames::new(&"abcde".parse().unwrap());
            let parsed = (one.parse::<GgsName>(), two.parse::<GgsName>());
            if let (Ok(one), Ok(two)) = parsed {
                let proxies = [&one, &two].map(|name| names.proxy_of(name).unwrap());
                prop_assert_eq!(names.remote_of(&proxies[0]), Some(one.clone()));
                prop_assert_eq!(proxies[0] == proxies[1], one == two);
            }
        }

        #[test]
        fn no_name_here_is_of_two_there(text in "abcde-_[0-9a-fx]{0,2}-[a-z0-9-]{0,10}") {
            let names = ProxyNames::new(&"abcde".parse().unwrap());
            if let Ok(proxy) = text.parse::<Name>()
                && let Some(there) = names.remote_of(&proxy)
            {
                prop_assert_eq!(names.proxy_of(&there).unwrap().key(), proxy.key());
            }
        }
    }
}
