//! Serves opening books over HTTP: the shipped one and the operator's. Nothing is searched here.
//!
//! All of it blocks: files are read, and the first question about a proof takes a moment. Callers use
//! `spawn_blocking`.

mod own;
mod page;

use std::sync::Arc;

use thiserror::Error;
use willow_book::{BookError, ShippedBook};
use willow_protocol::{BookName, BookPage};

pub use self::own::OpenError;
pub(crate) use self::own::{Edit, EditError, OwnBook};
pub(crate) use self::page::{BookLine, date_of};
use crate::ops::BookFile;

#[derive(Clone, Debug, Default)]
pub(crate) struct Books {
    own: Option<Arc<OwnBook>>,
}

/// A question about a book cannot be answered.
#[derive(Debug, Error)]
pub(crate) enum LookupError {
    /// The operator has named no book.
    #[error("this server has no book of its own")]
    NoSuchBook,
    /// No game has such a board.
    #[error("books have no positions with an empty centre square")]
    NoCentre,
    /// The file is damaged.
    #[error(transparent)]
    Book(#[from] BookError),
}

impl Books {
    /// Opens the book that the operator names, if there is one.
    pub(crate) fn open(config: &BookFile) -> Result<Books, OpenError> {
        let own = config.file.as_deref().map(OwnBook::open).transpose()?;
        Ok(Books { own: own.map(Arc::new) })
    }

    /// Returns the operator's book.
    pub(crate) fn own(&self) -> Option<Arc<OwnBook>> {
        self.own.clone()
    }

    /// Returns what a book knows about a position.
    pub(crate) fn page(&self, book: BookName, line: &BookLine) -> Result<BookPage, LookupError> {
        if !willow_book::has_centre(line.position().board()) {
            return Err(LookupError::NoCentre);
        }
        let found = match book {
            BookName::Shipped => page::of(line, ShippedBook::get()),
            BookName::Server => {
                let own = self.own.as_ref().ok_or(LookupError::NoSuchBook)?;
                page::of(line, &*own.book())
            }
        };
        Ok(BookPage { book, books: self.names(), ..found? })
    }

    fn names(&self) -> Vec<BookName> {
        let own = self.own.as_ref().map(|_| BookName::Server);
        [BookName::Shipped].into_iter().chain(own).collect()
    }
}
