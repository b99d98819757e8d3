//! The error of a word that is none of a few.

/// The word is none of those that are expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {0}")]
pub struct ExpectedWord(pub(crate) &'static str);
