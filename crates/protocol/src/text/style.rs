//! How much a person is shown beside the events.

use serde::{Deserialize, Serialize};

use crate::expected_word::words;

/// How much a connection is shown in text beside the events themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum TextStyle {
    /// The board after each move, and what may be typed next.
    #[default]
    Full,
    /// One line after each move, and what may be typed next.
    Short,
    /// The events alone.
    Off,
}

words!(TextStyle, "`full` (a board after each move), `short` (one line) or `off`");
