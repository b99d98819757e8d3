//! The formats in which a game record is sent.

use serde::{Deserialize, Serialize};

use crate::expected_word::words;

/// A format of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum RecordFormat {
    /// The moves without passes, for example `f5d6c3`.
    Transcript,
    /// The Generic Game Format, with clocks and results.
    Ggf,
    /// A WTHOR file with this one game, in hexadecimal digits.
    Wthor,
}

words!(RecordFormat, "transcript, ggf or wthor");
