//! One JSON object a line.

use serde::{Deserialize, Serialize};
use thiserror::Error;
use willow_board::{DiscDiff, Square};

use super::{LineProblem, NO_THEME, read_position, read_squares, read_theme, source_text};
use crate::{Basis, Exercise, Kind, Solution, theme_name};

/// An exercise as it is written. Scores are in discs, for the side to move.
#[derive(Debug, Serialize, Deserialize)]
struct ExerciseJson {
    position: String,
    right: Vec<String>,
    /// That of an estimate says that it is one. The others follow from moves and scores, and are written for readers.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    score: i32,
    next: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    theme: Option<String>,
    rating: u32,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    source: String,
}

/// The text is no JSON object of an exercise.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message} at column {column}")]
pub struct JsonError {
    /// Where that is seen in the line, in bytes from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl JsonError {
    fn new(error: &serde_json::Error) -> JsonError {
        let text = error.to_string();
        // The place of an error in a text of one line is known without the line.
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = text.strip_suffix(&place).unwrap_or(&text).to_owned();
        JsonError { column: error.column(), message }
    }
}

pub(super) fn line(exercise: &Exercise) -> String {
    let Solution { right, score, next, .. } = &exercise.solution;
    let written = ExerciseJson {
        position: exercise.position.to_string(),
        right: right.iter().map(Square::to_string).collect(),
        kind: Some(exercise.kind().word().to_owned()),
        score: score.value(),
        next: next.value(),
        theme: exercise.theme.map(theme_name),
        rating: exercise.rating,
        source: source_text(&exercise.source),
    };
    serde_json::to_string(&written).expect("the fields are plain data")
}

pub(super) fn read(line: &str) -> Result<Exercise, LineProblem> {
    let read: ExerciseJson = serde_json::from_str(line).map_err(|error| JsonError::new(&error))?;
    let is_estimate = read.kind.as_deref() == Some(Kind::Best.word());
    let exercise = Exercise {
        position: read_position(&read.position)?,
        solution: Solution {
            right: read_squares(read.right.iter().map(String::as_str))
                .map_err(LineProblem::Square)?,
            score: DiscDiff::new(read.score)?,
            next: DiscDiff::new(read.next)?,
            basis: if is_estimate { Basis::Estimated } else { Basis::Proven },
        },
        theme: read_theme(read.theme.as_deref().unwrap_or(NO_THEME))?,
        rating: read.rating,
        source: source_text(&read.source),
    };
    let found = exercise.kind().word();
    match read.kind.filter(|stated| stated != found) {
        Some(stated) => Err(LineProblem::Kind { stated, found }),
        None => Ok(exercise),
    }
}
