//! Arguments and errors of Python.

use std::error::Error;

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use willow_board::{Color, Move, Square};

/// Returns a `ValueError` with the sentence of an error of the library.
pub(crate) fn value_error(error: impl Error) -> PyErr {
    PyValueError::new_err(sentence(&error))
}

/// Returns an `OSError` with the sentence of an error of the library.
pub(crate) fn os_error(error: impl Error) -> PyErr {
    PyOSError::new_err(sentence(&error))
}

/// Returns an error with its causes.
pub(crate) fn sentence(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text += &format!(": {error}");
        cause = error.source();
    }
    text
}

/// A square by its name or its index, `a1` or 0 to `h8` or 63.
#[derive(FromPyObject)]
pub(crate) enum SquareArgument {
    #[pyo3(annotation = "str")]
    Name(String),
    #[pyo3(annotation = "int")]
    Index(u32),
}

impl SquareArgument {
    pub(crate) fn square(&self) -> PyResult<Square> {
        match self {
            SquareArgument::Name(name) => name.parse().map_err(value_error),
            SquareArgument::Index(index) => square_of(*index),
        }
    }

    /// Returns the move to the square, or the pass that the argument names.
    pub(crate) fn mv(&self) -> PyResult<Move> {
        match self {
            SquareArgument::Name(name) => name.parse().map_err(value_error),
            SquareArgument::Index(_) => self.square().map(Move::Place),
        }
    }
}

fn square_of(index: u32) -> PyResult<Square> {
    let error = || PyValueError::new_err(format!("{index} is not a square (expected 0 to 63)"));
    Square::from_index(index).ok_or_else(error)
}

/// Reads a colour.
pub(crate) fn color(name: &str) -> PyResult<Color> {
    name.parse().map_err(value_error)
}

/// Returns the name of a colour in Python.
pub(crate) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Returns the names of moves.
pub(crate) fn names(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}
