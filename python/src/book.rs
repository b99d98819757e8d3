//! Opening books.

use std::path::PathBuf;

use pyo3::prelude::*;
use willow_book::proven::Proven;
use willow_book::{BookStyle, Lookup, MoveKind, NamedBook, candidates, moves_of};
use willow_eval::Score;

use crate::convert::os_error;
use crate::limits::discs;
use crate::position::Position;

/// An opening book: `'shipped'`, the book of this package; `'proven'`, only what is proven about the opening; or the
/// file of a book. `OSError` if a file cannot be read or is not a book.
///
/// >>> Book().moves(Position())[0].kind
/// 'link'
#[pyclass(frozen, module = "willow_othello")]
pub(crate) struct Book(NamedBook);

/// A move that a book values. Values are in discs, for the side that makes the move.
#[pyclass(frozen, get_all, module = "willow_othello")]
pub(crate) struct BookMove {
    /// Where the disc goes.
    r#move: String,
    /// The estimated or exact score.
    score: f64,
    /// What is proven about the result: at least and at most so many discs.
    bounds: (i32, i32),
    /// The level of the search on which the value rests; `None` if unknown.
    level: Option<u8>,
    /// How many plies the value looks ahead: those in the book, and those of the search at their end.
    depth: u8,
    /// `'link'` (to a position of the book), `'leaf'` (the best of the others) or `'end'` (it ends the game).
    kind: &'static str,
}

impl From<&willow_book::BookMove> for BookMove {
    fn from(of: &willow_book::BookMove) -> BookMove {
        BookMove {
            r#move: of.square.to_string(),
            score: of.value.score.discs(),
            bounds: (of.value.bounds.lower.value(), of.value.bounds.upper.value()),
            level: of.value.level.map(std::num::NonZeroU8::get),
            depth: of.value.depth,
            kind: match of.kind {
                MoveKind::Link => "link",
                MoveKind::Leaf => "leaf",
                MoveKind::End => "end",
            },
        }
    }
}

#[pymethods]
impl BookMove {
    fn __repr__(&self) -> String {
        format!("<BookMove {} {:+.2} {}>", self.r#move, self.score, self.kind)
    }
}

#[pymethods]
impl Book {
    #[new]
    #[pyo3(signature = (name=PathBuf::from(NamedBook::SHIPPED)), text_signature = "(name='shipped')")]
    fn new(name: PathBuf) -> PyResult<Book> {
        NamedBook::open(&name).map(Book).map_err(os_error)
    }

    /// Returns all moves of a position that the book values, the best first.
    fn moves(&self, position: &Bound<'_, Position>) -> PyResult<Vec<BookMove>> {
        let moves = moves_of(position.get().board(), &self.0).map_err(os_error)?;
        Ok(moves.iter().map(BookMove::from).collect())
    }

    /// Returns the moves that a player may choose from, the best first: at most `width` discs worse than the best.
    /// A draw is worth `contempt` discs less. Moves that give a proven result away are left out.
    #[pyo3(signature = (position, *, width=0.0, contempt=0.0))]
    fn candidates(
        &self,
        position: &Bound<'_, Position>,
        width: f64,
        contempt: f64,
    ) -> PyResult<Vec<BookMove>> {
        let style = BookStyle { width: discs(width)?, contempt: discs(contempt)? };
        let moves = candidates(position.get().board(), &self.0, style).map_err(os_error)?;
        Ok(moves.iter().map(BookMove::from).collect())
    }

    /// Returns the value of a position in discs for its side to move; `None` if the book does not know it.
    fn value(&self, position: &Bound<'_, Position>) -> PyResult<Option<f64>> {
        let board = position.get().board();
        let entry = self.0.entry_at(board).map_err(os_error)?;
        let must_pass = board.legal_moves().is_empty();
        let of_side = |score: Score| if must_pass { -score } else { score };
        Ok(entry.map(|entry| of_side(entry.value.score).discs()))
    }

    /// Returns what is proven about a position of the first ten plies, for its side to move: `'proven draw'`,
    /// `'proven win or draw'`, `'proven loss or draw'` or `None`.
    #[staticmethod]
    fn proven(py: Python<'_>, position: &Bound<'_, Position>) -> Option<&'static str> {
        let board = *position.get().board();
        py.detach(|| Proven::knowledge().claim(&board).text())
    }
}
