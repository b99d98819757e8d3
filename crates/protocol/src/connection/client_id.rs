//! Random ids that distinguish the clients of one user.

use std::str::FromStr;

use thiserror::Error;

use crate::serde_text::checked_text;

/// The minimum length.
const MIN_LEN: usize = 8;

/// The maximum length.
const MAX_LEN: usize = 32;

/// The random id of a client: 8 to 32 letters, digits, `-` or `_`.
///
/// Command ids are unique per client id. Two tabs of a browser share a token, so each chooses an id of
/// its own, and keeps it as long as it lives.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ClientId(String);

/// The text is not a client id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a client id has {MIN_LEN} to {MAX_LEN} letters, digits, `-` or `_`")]
pub struct ClientIdError;

impl FromStr for ClientId {
    type Err = ClientIdError;

    fn from_str(text: &str) -> Result<ClientId, ClientIdError> {
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let is_valid = (MIN_LEN..=MAX_LEN).contains(&text.len()) && text.chars().all(allowed);
        if is_valid { Ok(ClientId(text.to_owned())) } else { Err(ClientIdError) }
    }
}

checked_text!(ClientId, pattern: "^[A-Za-z0-9_-]{8,32}$");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_eight_to_32_characters() {
        for word in ["tab-0001", "A_b-45678901234567890123456789012"] {
            assert_eq!(word.parse::<ClientId>().is_ok(), word.len() <= 32, "{word}");
        }
        for word in ["", "short12", "blank in", "tabulatör", "semi;colon"] {
            assert!(word.parse::<ClientId>().is_err(), "{word}");
        }
    }
}
