//! Squares as their names, for serde's `with`.

use serde::{Deserialize as _, Deserializer, Serializer, de};
use willow_board::Square;

/// Writes a square as its name.
///
/// # Errors
/// The serializer fails.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
pub fn serialize<S: Serializer>(square: &Square, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(square)
}

/// Reads a square from its name.
///
/// # Errors
/// The input must be a string that names a square.
pub fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Square, D::Error> {
    String::deserialize(input)?.parse().map_err(de::Error::custom)
}
