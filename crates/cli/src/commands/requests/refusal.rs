//! Errors of requests and positions.

use serde_json::Value;
use thiserror::Error;
use willow_engine::{LevelRangeError, SearchLimits};
use willow_records::ReadError;

use crate::error::one_line;
use crate::output;

/// The fields of a request.
const FIELDS: &str = "id, position, stop, level, depth, nodes, time, top, max_empties, progress";

/// Why a request, or a position of the command line, has no result.
#[derive(Debug, Error)]
pub(crate) enum Refusal {
    /// The line is no JSON object.
    #[error("{}", without_line(.0))]
    Json(serde_json::Error),
    #[error("`{name}` is {expected}, and not {}", one_line(&value.to_string()))]
    Field { name: String, value: Value, expected: &'static str },
    #[error("there is no field `{}` (there are: {FIELDS})", one_line(name))]
    UnknownField { name: String },
    #[error("`position` is missing")]
    NoPosition,
    /// The location is left out: the number of the line, or the id, stands before the message.
    #[error("{}", without_location(.0))]
    Unreadable(ReadError),
    #[error(transparent)]
    Level(#[from] LevelRangeError),
    #[error("a depth is from 1 to {}", SearchLimits::MAX_DEPTH)]
    Depth,
    #[error("a time is a number of seconds above 0")]
    Time,
    #[error("give one of level, depth, nodes and time")]
    SeveralLimits,
    #[error("a solve is limited by time alone")]
    SolveLimit,
    #[error("`top` solves every move exactly, without a time")]
    LimitedTop,
    #[error("an analysis has `level` or `time`, and no other option")]
    AnalysisOption,
    #[error("{n_empties} empties are more than {max_empties}")]
    TooManyEmpties { n_empties: u32, max_empties: u32 },
    #[error("not solved: stopped")]
    Stopped,
    #[error("not solved: out of time")]
    OutOfTime,
}

/// The number of the line, or the id, stands before the message.
fn without_line(error: &serde_json::Error) -> String {
    one_line(&error.to_string()).replace(" at line 1 column ", " at column ")
}

fn without_location(error: &ReadError) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("line 1, ").unwrap_or(&text);
    output::printable(text.strip_prefix("column 1: ").unwrap_or(text))
}
