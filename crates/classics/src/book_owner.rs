//! Which of the old programs have opening books.

use crate::{OpeningBook, bill, iago_1982, mlia};

/// The programs with opening books.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookOwner {
    /// Lee and Mahajan's of 1986.
    Bill,
    /// Korman and Walluck's of 2003.
    Mlia,
    /// Rosenbloom's.
    Iago1982,
}

impl BookOwner {
    /// Returns the program of this name in a SPEC, such as `iago-1982`.
    pub fn named(name: &str) -> Option<BookOwner> {
        Some(match name {
            "bill" => BookOwner::Bill,
            "mlia" => BookOwner::Mlia,
            "iago-1982" => BookOwner::Iago1982,
            _ => return None,
        })
    }

    /// Returns the book that is part of this crate.
    pub fn book(self) -> &'static dyn OpeningBook {
        match self {
            BookOwner::Bill => bill::Book::embedded(),
            BookOwner::Mlia => mlia::Book::shipped(),
            BookOwner::Iago1982 => &iago_1982::Book,
        }
    }
}
