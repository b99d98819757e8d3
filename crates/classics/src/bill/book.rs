//! The opening book (section 3.3.1).

use std::collections::HashMap;
use std::sync::OnceLock;

use willow_board::{Position, Square};

/// A book.
#[derive(Default)]
pub struct Book {
    replies: HashMap<Position, Square>,
}

impl Book {
    /// Returns BILL's book.
    pub fn bill() -> &'static Book {
        static BOOK: OnceLock<Book> = OnceLock::new();
        BOOK.get_or_init(Book::default)
    }

    /// Returns the reply.
    pub fn reply(&self, position: &Position) -> Option<Square> {
        self.replies.get(position).copied()
    }
}
