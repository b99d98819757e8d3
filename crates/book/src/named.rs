//! Books by the names that people give: a file, the book that comes with the program, or the proof alone.

use std::path::Path;
use std::sync::Arc;

use crate::book::{Book, Lookup};
use crate::entry::{BookPosition, Entry};
use crate::error::BookError;
use crate::shipped::ShippedBook;

/// A book that somebody has named. A file of such a name is meant by `./shipped`.
#[derive(Clone, Debug)]
pub enum NamedBook {
    /// A book of the user.
    File(Arc<Book>),
    /// The book that comes with the program.
    Shipped,
    /// No book: only what is proven about the opening.
    Proven,
}

impl NamedBook {
    /// The name of the book that comes with the program.
    pub const SHIPPED: &'static str = "shipped";
    /// The name that stands for what is proven about the opening, without a book.
    pub const PROVEN: &'static str = "proven";

    /// Opens the book of this name.
    ///
    /// # Errors
    /// A file must be a whole book of this version.
    pub fn open(name: &Path) -> Result<NamedBook, BookError> {
        match name.to_str() {
            Some(NamedBook::SHIPPED) => Ok(NamedBook::Shipped),
            Some(NamedBook::PROVEN) => Ok(NamedBook::Proven),
            _ => Ok(NamedBook::File(Arc::new(Book::open(name)?))),
        }
    }
}

impl Lookup for NamedBook {
    fn entry(&self, position: BookPosition) -> Result<Option<Entry>, BookError> {
        match self {
            NamedBook::File(book) => book.entry(position),
            NamedBook::Shipped => ShippedBook::get().entry(position),
            NamedBook::Proven => Ok(None),
        }
    }
}
