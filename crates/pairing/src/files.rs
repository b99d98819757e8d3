//! Files of tournaments: ELF, TRF, CSV and JSON, read and written.
//!
//! Written files round-trip byte for byte. A line that cannot be read is an error with its number, never left out.

pub mod csv;
pub mod elf;
pub mod json;
pub mod trf;

use thiserror::Error;

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct FileError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: String,
}

impl FileError {
    fn new(line: usize, problem: impl Into<String>) -> FileError {
        FileError { line, problem: problem.into() }
    }
}
