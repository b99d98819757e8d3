//! The opening book that comes with the program: learned by `willow book learn`, as docs/book.md says.

use std::collections::HashMap;
use std::io::Read;
use std::sync::LazyLock;

use flate2::read::GzDecoder;

use crate::book::Lookup;
use crate::entry::{BookPosition, Entry};
use crate::error::BookError;
use crate::formats::{self, BookFormat};

/// The book as text (`willow book export`), compressed.
static COMPRESSED: &[u8] = include_bytes!("../data/shipped.tsv.gz");

static SHIPPED: LazyLock<ShippedBook> = LazyLock::new(ShippedBook::read);

/// The book that comes with the program, in memory.
#[derive(Debug)]
pub struct ShippedBook {
    entries: HashMap<BookPosition, Entry>,
}

impl ShippedBook {
    /// Returns the book. The first call reads it.
    pub fn get() -> &'static ShippedBook {
        &SHIPPED
    }

    /// Returns the book as text, the format of `willow book export FILE.tsv`.
    #[must_use = "the text is read from it"]
    pub fn text() -> impl Read {
        GzDecoder::new(COMPRESSED)
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns all entries, in no order.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values()
    }

    fn read() -> ShippedBook {
        let mut entries = HashMap::new();
        let mut take = |entry: &Entry| {
            entries
                .extend(BookPosition::of_canonical(entry.board).map(|position| (position, *entry)));
            Ok(())
        };
        formats::import_stream(ShippedBook::text(), BookFormat::Text, 0, &mut take)
            .expect("a test reads the embedded book");
        ShippedBook { entries }
    }
}

impl Lookup for ShippedBook {
    fn entry(&self, position: BookPosition) -> Result<Option<Entry>, BookError> {
        Ok(self.entries.get(&position).copied())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use willow_board::Board;

    use super::*;
    use crate::entry::BookLookup;
    use crate::{BookStyle, candidates, fixed_entry};

    #[test]
    fn the_book_knows_the_start_and_some_thousand_positions() {
        let book = ShippedBook::get();
        assert!((1_000..1_000_000).contains(&book.len()), "{}", book.len());
        let moves = candidates(&Board::START, book, BookStyle::BEST).unwrap();
        assert!(!moves.is_empty());
        // Who installs the program gets at most 5 MiB of book.
        assert!(COMPRESSED.len() < 5 << 20, "{}", COMPRESSED.len());
    }

    #[test]
    fn every_value_is_that_of_the_moves_in_the_book() {
        let book = ShippedBook::get();
        for entry in book.entries() {
            assert_eq!(fixed_entry(*entry, book).unwrap().value, entry.value, "{:?}", entry.board);
        }
    }

    #[test]
    fn a_line_from_the_start_leads_to_every_position() {
        let book = ShippedBook::get();
        let mut reached = HashSet::new();
        let mut open = vec![Board::START];
        while let Some(board) = open.pop() {
            let board = match BookPosition::seen(&board) {
                BookLookup::Pass(..) => board.pass(),
                _ => board,
            };
            let BookLookup::Position(position, _) = BookPosition::seen(&board) else { continue };
            if !book.entries.contains_key(&position) || !reached.insert(position) {
                continue;
            }
            let after = |square| board.after(square, board.flips(square));
            open.extend(board.legal_moves().squares().map(after));
        }
        assert_eq!(reached.len(), book.len());
    }
}
