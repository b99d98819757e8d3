//! The formats in which a game record is sent.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::ExpectedWord;

/// A format of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum RecordFormat {
    /// The moves without passes, for example `f5d6c3`.
    Transcript,
    /// The Generic Game Format, with clocks and results.
    Ggf,
    /// A WTHOR file with this one game, in hexadecimal digits.
    Wthor,
}

impl fmt::Display for RecordFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RecordFormat::Transcript => "transcript",
            RecordFormat::Ggf => "ggf",
            RecordFormat::Wthor => "wthor",
        })
    }
}

impl FromStr for RecordFormat {
    type Err = ExpectedWord;

    fn from_str(text: &str) -> Result<RecordFormat, ExpectedWord> {
        match text {
            "transcript" => Ok(RecordFormat::Transcript),
            "ggf" => Ok(RecordFormat::Ggf),
            "wthor" => Ok(RecordFormat::Wthor),
            _ => Err(ExpectedWord("transcript, ggf or wthor")),
        }
    }
}
