//! The results of games in a book.

use std::collections::HashMap;

use willow_board::{Board, DiscDiff};

use crate::book::Lookup;
use crate::change::writer::BookWriter;
use crate::entry::{BookLookup, BookPosition, Entry, Results};
use crate::error::BookError;

/// The results of games by position, to be added to a book.
#[derive(Clone, Debug, Default)]
pub struct StoredGames {
    results: HashMap<BookPosition, Results>,
}

impl StoredGames {
    /// Adds a position of a game, and the result of the game for its side to move.
    pub fn add(&mut self, board: &Board, result: DiscDiff) {
        let (position, result) = match BookPosition::seen(board) {
            BookLookup::Position(position, _) => (position, result),
            // The position after the pass comes next.
            BookLookup::Pass(..) | BookLookup::Over(_) | BookLookup::Unknown => return,
        };
        let results = self.results.entry(position).or_default();
        *results = results.plus(Results::of_game(result));
    }

    /// Returns the boards of all positions.
    pub fn boards(&self) -> Vec<Board> {
        self.results.keys().map(|position| position.board()).collect()
    }

    /// Adds the results to the positions that are in the book. Returns how many these are.
    ///
    /// # Errors
    /// The disk may be full.
    pub fn store(&self, book: &mut BookWriter) -> Result<usize, BookError> {
        let mut changed: Vec<Entry> = Vec::new();
        for (position, results) in &self.results {
            if let Some(entry) = book.entry(*position)? {
                changed.push(Entry { results: entry.results.plus(*results), ..entry });
            }
        }
        book.keep(&changed)?;
        Ok(changed.len())
    }
}
