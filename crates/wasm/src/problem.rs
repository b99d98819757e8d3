//! Why a question cannot be answered, as the client learns it.

use wasm_bindgen::prelude::wasm_bindgen;
use willow_records::{InputLocation, ReadError, ReadProblem, WriteError, WriteProblem};

/// A mistake in the input. The client throws it as a `RulesError`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[wasm_bindgen(getter_with_clone)]
pub struct Problem {
    /// What kind of mistake it is, for programs: a `RulesProblem` of `web/src/rules/types.ts`.
    #[wasm_bindgen(readonly)]
    pub problem: String,
    /// What is wrong, in English.
    #[wasm_bindgen(readonly)]
    pub message: String,
    /// The line of a text, counted from 1.
    #[wasm_bindgen(readonly)]
    pub line: Option<u32>,
    /// The character in the line, counted from 1.
    #[wasm_bindgen(readonly)]
    pub column: Option<u32>,
}

impl Problem {
    /// Returns a problem that has no place in a text.
    pub(crate) fn new(problem: &str, message: impl std::fmt::Display) -> Problem {
        let (problem, message) = (problem.to_owned(), message.to_string());
        Problem { problem, message, line: None, column: None }
    }

    /// Adds the place in a text. Binary data has none.
    pub(crate) fn at(self, location: InputLocation) -> Problem {
        let InputLocation::Text { line, column } = location else { return self };
        Problem { line: Some(line as u32), column: Some(column as u32), ..self }
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Problem {
        let kind = match error.problem {
            ReadProblem::Empty => "empty",
            ReadProblem::Unknown | ReadProblem::NotText => "unknown-format",
            ReadProblem::LongLine { .. } | ReadProblem::TooMany => "too-long",
            _ => "malformed",
        };
        Problem::new(kind, error.problem).at(error.location)
    }
}

impl From<WriteError> for Problem {
    fn from(error: WriteError) -> Problem {
        let kind = match error.problem {
            WriteProblem::StartPosition => "cannot-hold",
            _ => "unknown-format",
        };
        Problem::new(kind, error.problem)
    }
}
