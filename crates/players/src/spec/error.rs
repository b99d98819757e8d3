//! Errors in a player SPEC, and hints for them.

use thiserror::Error;
use willow_engine::OutOfMemoryError;

/// Why a player SPEC is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// The name of the player is missing.
    #[error("a player SPEC begins with the player's name")]
    MissingName,
    /// The player's name has characters other than letters, digits, `-` and `_`.
    #[error("`{0}` is not a player name")]
    MalformedName(String),
    /// A key is missing.
    #[error("a player SPEC has a KEY=VALUE after each `:` and `,`")]
    MissingKey,
    /// A key has characters other than letters, digits, `-` and `_`.
    #[error("`{0}` is not a key of a player SPEC")]
    MalformedKey(String),
    /// A key has no value.
    #[error("`{0}` has no value in a player SPEC")]
    MissingValue(String),
    /// A bracketed value has no closing bracket.
    #[error("a bracketed value of a player SPEC has no closing bracket")]
    UnclosedBracket,
    /// A value is not followed by a comma, or a bare value contains a bracket.
    #[error("unexpected `{0}` in a player SPEC")]
    Unexpected(char),
    /// A key is given twice.
    #[error("`{0}` is given twice in a player SPEC")]
    DuplicateKey(String),
    /// There is no such player.
    #[error("there is no player `{name}` (there are: {})", known.join(", "))]
    UnknownPlayer {
        /// The name in the SPEC.
        name: String,
        /// The names of all players.
        known: Vec<&'static str>,
    },
    /// The player has no such key.
    #[error("`{player}` has no key `{key}` ({})", list_of_keys(known))]
    UnknownKey {
        /// The player's name.
        player: &'static str,
        /// The key in the SPEC.
        key: String,
        /// The keys that the player has.
        known: Vec<&'static str>,
    },
    /// The value is invalid for its key.
    #[error("`{key}={value}`: expected {expected}")]
    InvalidValue {
        /// As the SPEC has it.
        key: String,
        /// As the SPEC has it.
        value: String,
        /// The valid values.
        expected: String,
    },
    /// The value is not one of the names that the key allows.
    #[error("`{key}={value}`: there is no such {key} (there are: {})", known.join(", "))]
    UnknownValue {
        /// As the SPEC has it.
        key: String,
        /// As the SPEC has it.
        value: String,
        /// The valid values.
        known: Vec<&'static str>,
    },
    /// A required key is missing.
    #[error("`{player}` needs `{key}`")]
    RequiredKey {
        /// The player's name.
        player: String,
        /// The key that is missing.
        key: &'static str,
    },
    /// Two keys contradict each other.
    #[error("`{first}` and `{second}` exclude each other")]
    Conflict {
        /// The key that comes first.
        first: String,
        /// The key that comes after it.
        second: String,
    },
    /// A key has a meaning only with another option.
    #[error("`{key}` needs `{needs}`")]
    Needs {
        /// As the SPEC has it.
        key: String,
        /// The option that is missing.
        needs: &'static str,
    },
    /// The player is a person. Only programs can be built from a SPEC.
    #[error("`{0}` is a person; only programs can play here")]
    Person(&'static str),
    /// There is no memory for the player's engine.
    #[error(transparent)]
    OutOfMemory(OutOfMemoryError),
}

fn list_of_keys(known: &[&str]) -> String {
    if known.is_empty() {
        "it has none".to_owned()
    } else {
        format!("it has: {}", known.join(", "))
    }
}

impl SpecError {
    /// Returns what the user can do about the error, in one line, if that is clear.
    pub fn hint(&self) -> Option<String> {
        match self {
            SpecError::UnknownPlayer { name, known } => nearest(name, known),
            SpecError::UnknownKey { key, known, .. } => nearest(key, known),
            SpecError::UnknownValue { value, known, .. } => nearest(value, known),
            SpecError::MissingValue(key) => return Some(format!("write `{key}=VALUE`")),
            SpecError::RequiredKey { key, .. } => {
                return Some(format!("add `{key}=...` to its SPEC"));
            }
            SpecError::Unexpected(_) => {
                return Some("put a value with commas or brackets in (...)".to_owned());
            }
            SpecError::OutOfMemory(_) => {
                return Some("use fewer threads or a smaller hash table".to_owned());
            }
            SpecError::Person(_) => {
                return Some("people play in `willow play`; name a program here".to_owned());
            }
            _ => None,
        }
        .map(|name| format!("did you mean `{name}`?"))
    }
}

/// Minimum Jaro-Winkler similarity for a hint: `wilow` gets the hint `willow`, and `random` does
/// not get the hint `human`.
const MIN_SIMILARITY: f64 = 0.8;

/// Returns the known word most similar to `word`, if one is similar enough.
fn nearest(word: &str, known: &[&'static str]) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    known
        .iter()
        .map(|&candidate| (strsim::jaro_winkler(&word, candidate), candidate))
        .filter(|&(similarity, _)| MIN_SIMILARITY <= similarity)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_found_or_none() {
        let known = ["human", "random", "willow", "alpha-beta", "alpha-beta-sorted"];
        assert_eq!(nearest("wilow", &known), Some("willow"));
        assert_eq!(nearest("Random", &known), Some("random"));
        assert_eq!(nearest("alphabeta", &known), Some("alpha-beta"));
        assert_eq!(nearest("zebra", &known), None);
        assert_eq!(nearest("", &known), None);
    }
}
