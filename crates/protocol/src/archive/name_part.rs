//! A part of a name, or a whole name, in a question to the archive.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;
use unicode_normalization::UnicodeNormalization as _;

use crate::serde_text::serde_as_text;
use crate::strip_controls;

/// The longest part of a name, in characters.
const LONGEST: usize = 40;

/// The longest whole name: that of the longest event of an archive.
const LONGEST_WHOLE: usize = 100;

/// The sign before a whole name.
const WHOLE: char = '=';

/// A part of a name: up to 40 characters. `_` matches any one character, such as a blank. After `=`
/// the text is the whole name, with up to 100 characters, and `_` is a blank or itself. Case and
/// accents are ignored, and several blanks of any kind are like one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamePart {
    text: String,
    is_whole: bool,
}

/// The text cannot be a part of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a part of a name has 1 to 40 characters, and neither `%` nor `\\`; a whole name after `=` has up to 100"
)]
pub struct NamePartError;

impl NamePart {
    /// Returns the part in lower case, without the sign of a whole name.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns whether the text is the whole name.
    pub const fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Returns whether a name has this part, or is this name.
    pub fn matches(&self, name: &str) -> bool {
        let name: Vec<char> = name_key(name).chars().collect();
        let part: Vec<char> = self.text.chars().collect();
        let fits = |place: &[char], is_any: fn(char) -> bool| {
            let mut pairs = place.iter().zip(&part);
            pairs.all(|(&letter, &wanted)| letter == wanted || wanted == '_' && is_any(letter))
        };
        if self.is_whole {
            return name.len() == part.len() && fits(&name, |letter| letter == ' ');
        }
        name.windows(part.len()).any(|place| fits(place, |_| true))
    }
}

/// Returns what names are compared by: the name in lower case, without accents, in letters of the usual width, with one
/// blank for several ones of any kind.
///
/// ```
/// use willow_protocol::name_key;
///
/// assert_eq!(name_key(" 山田　太郎 Jr"), "山田 太郎 jr");
/// assert_eq!(name_key("Müller Søren"), "muller soren");
/// assert_eq!(name_key("ﾊﾞﾊﾞ Ｋｅｎ"), "ババ ken");
/// ```
pub fn name_key(name: &str) -> String {
    let folded = if name.is_ascii() { name.to_ascii_lowercase() } else { without_accents(name) };
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The accents of Latin, Greek and Cyrillic. The marks of other scripts are parts of their letters, such as the dots
/// that tell が from か.
const ACCENTS: RangeInclusive<char> = '\u{300}'..='\u{36f}';

fn without_accents(name: &str) -> String {
    let lower = name.nfkc().collect::<String>().to_lowercase();
    let mut plain = String::new();
    for letter in lower.nfd().filter(|letter| !ACCENTS.contains(letter)) {
        match letter {
            'ß' => plain += "ss",
            'æ' => plain += "ae",
            'œ' => plain += "oe",
            'þ' => plain += "th",
            'ø' => plain.push('o'),
            'ł' => plain.push('l'),
            'đ' | 'ð' => plain.push('d'),
            'ı' => plain.push('i'),
            letter => plain.push(letter),
        }
    }
    plain.nfc().collect()
}

impl FromStr for NamePart {
    type Err = NamePartError;

    fn from_str(text: &str) -> Result<NamePart, NamePartError> {
        let clean = name_key(&strip_controls(text)).replace(' ', "_");
        let (text, is_whole) = match clean.strip_prefix(WHOLE) {
            Some(name) => (name.trim_start_matches('_').to_owned(), true),
            None => (clean, false),
        };
        let n_characters = text.chars().count();
        let is_valid = if is_whole {
            (1..=LONGEST_WHOLE).contains(&n_characters)
        } else {
            (1..=LONGEST).contains(&n_characters) && !text.contains(['%', '\\'])
        };
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
            ("=doe_jane", "doe jane", true),
            ("=doe_jane", "doe_jane", true),
            ("=doe_jane", "doe-jane", false),
            ("=doe jane", "doexjane", false),
            ("doe jane and", "doe", false),
            ("=山田　太郎", "山田 太郎", true),
            ("=山田 太郎", "山田　太郎", true),
            ("山田_太郎", "山田　太郎", true),
            ("=doe  jane", "Doe \u{a0}Jane ", true),
            ("=100%", "100%", true),
            ("=100%", "1000", false),
            ("=a\\b", "a\\b", true),
            ("muller", "Müller Jörg", true),
            ("MÜLLER", "Muller", true),
            ("=strasse", "Straße", true),
            ("ババ", "ﾊﾞﾊﾞ けん", true),
            ("か", "が", false),
        ] {
            assert_eq!(part(text).matches(name), fits, "{text}, {name}");
        }
        assert_eq!(part("=Doe Jane").to_string(), "=doe_jane");
        let long = format!("={}", "x".repeat(100));
        assert!(part(&long).matches(&"X".repeat(100)));
        for bad in ["", "=", "= ", "a%", "a\\", &"x".repeat(41), &format!("{long}x")] {
            assert_eq!(bad.parse::<NamePart>(), Err(NamePartError), "{bad}");
        }
    }
}
