//! One option of a SPEC: a key and its value, in brackets where it needs them.

use std::fmt;

/// The key whose value takes the rest of the SPEC.
pub(crate) const COMMAND_KEY: &str = "cmd";

/// One `KEY=VALUE` of a SPEC.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SpecOption {
    key: String,
    value: String,
}

impl SpecOption {
    pub(crate) fn new(key: &str, value: &str) -> SpecOption {
        SpecOption { key: key.to_owned(), value: value.to_owned() }
    }

    /// Returns what stands before the `=`.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Returns the value, without the brackets around it.
    pub fn value(&self) -> &str {
        &self.value
    }
}

impl fmt::Display for SpecOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SpecOption { key, value } = self;
        let is_bare = !value.is_empty() && !value.contains([',', '(', ')']);
        if key == COMMAND_KEY || is_bare {
            write!(f, "{key}={value}")
        } else {
            write!(f, "{key}=({value})")
        }
    }
}
