//! Arguments and errors of Python.

use std::error::Error;

use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
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
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

/// Reads a square: its name or its index, `a1` or 0 to `h8` or 63.
pub(crate) fn square(argument: &Bound<'_, PyAny>) -> PyResult<Square> {
    match name_or_index(argument)? {
        Ok(name) => name.to_str()?.parse().map_err(value_error),
        Err(index) => square_of(index),
    }
}

/// Reads a move: a square, or a pass by its name.
pub(crate) fn mv(argument: &Bound<'_, PyAny>) -> PyResult<Move> {
    match name_or_index(argument)? {
        Ok(name) => name.to_str()?.parse().map_err(value_error),
        Err(index) => square_of(index).map(Move::Place),
    }
}

/// Returns a text, or else a number. A failed conversion to a Rust type would cost a microsecond.
fn name_or_index<'a, 'py>(
    argument: &'a Bound<'py, PyAny>,
) -> PyResult<Result<&'a Bound<'py, PyString>, i64>> {
    if let Ok(name) = argument.cast::<PyString>() {
        return Ok(Ok(name));
    }
    argument.extract().map(Err).map_err(|_| {
        let kind =
            argument.get_type().name().map_or_else(|_| String::new(), |name| name.to_string());
        PyTypeError::new_err(format!("a square is a name or a number from 0 to 63, not `{kind}`"))
    })
}

fn square_of(index: i64) -> PyResult<Square> {
    let error = || PyValueError::new_err(format!("{index} is not a square (expected 0 to 63)"));
    u32::try_from(index).ok().and_then(Square::from_index).ok_or_else(error)
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
