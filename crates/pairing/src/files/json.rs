//! A tournament as JSON: its changes, one a line.

use serde::Deserialize;

use super::FileError;
use crate::tournament::NumberedChange;
use crate::{Tournament, TournamentError};

/// The value of `format`.
const FORMAT: &str = "willow-event-1";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EventFile {
    format: String,
    changes: Vec<NumberedChange>,
}

/// Writes a tournament.
pub fn write(tournament: &Tournament) -> String {
    let line =
        |change: &NumberedChange| serde_json::to_string(change).expect("changes are plain data");
    let changes: Vec<String> = tournament.log().iter().map(line).collect();
    format!("{{\"format\":\"{FORMAT}\",\"changes\":[\n{}\n]}}\n", changes.join(",\n"))
}

/// Reads a tournament and checks every change.
///
/// # Errors
/// The text is not such a file, a change is missing, or one is not possible.
pub fn read(text: &str) -> Result<Tournament, FileError> {
    let file: EventFile = serde_json::from_str(text).map_err(|error| {
        FileError::new(error.line(), format!("not a tournament of Willow's: {error}"))
    })?;
    if file.format != FORMAT {
        return Err(FileError::new(1, format!("the format is {:?}, not {FORMAT:?}", file.format)));
    }
    let mut changes = Vec::new();
    for (expected, NumberedChange { number, change }) in (1..).zip(file.changes) {
        if number != expected {
            let problem = format!("change {expected} is missing: here is {number}");
            return Err(FileError::new(expected as usize + 1, problem));
        }
        changes.push(change);
    }
    // The first change is on the second line.
    let at = |line: usize, error: TournamentError| FileError::new(line, error.to_string());
    let first = changes.drain(..changes.len().min(1)).collect::<Vec<_>>();
    let mut tournament = Tournament::from_changes(first).map_err(|error| at(2, error))?;
    for (line, change) in (3..).zip(changes) {
        tournament.apply(change).map_err(|error| at(line, error))?;
    }
    Ok(tournament)
}
