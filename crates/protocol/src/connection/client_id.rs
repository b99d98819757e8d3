//! The random words by which clients of one user are told apart.

use std::str::FromStr;

use thiserror::Error;

use crate::serde_text::checked_text;

/// The smallest number of characters of a word.
const SHORTEST: usize = 8;

/// The largest number of characters of a word.
const LONGEST: usize = 32;

/// The random word of a client: 8 to 32 letters, digits, `-` or `_`.
///
/// The ids of commands belong to it. Two tabs of a browser share a token, so each chooses a word of
/// its own, and keeps it as long as it lives.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ClientWord(String);

/// The text is no word of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the word of a client has {SHORTEST} to {LONGEST} letters, digits, `-` or `_`")]
pub struct ClientWordError;

impl FromStr for ClientWord {
    type Err = ClientWordError;

    fn from_str(text: &str) -> Result<ClientWord, ClientWordError> {
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let is_valid = (SHORTEST..=LONGEST).contains(&text.len()) && text.chars().all(allowed);
        if is_valid { Ok(ClientWord(text.to_owned())) } else { Err(ClientWordError) }
    }
}

checked_text!(ClientWord, pattern: "^[A-Za-z0-9_-]{8,32}$");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_eight_to_32_characters() {
        for word in ["tab-0001", "A_b-45678901234567890123456789012"] {
            assert_eq!(word.parse::<ClientWord>().is_ok(), word.len() <= 32, "{word}");
        }
        for word in ["", "short12", "blank in", "tabulatör", "semi;colon"] {
            assert!(word.parse::<ClientWord>().is_err(), "{word}");
        }
    }
}
