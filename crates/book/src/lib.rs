//! Opening books: learned by search, shared with other programs, and what is proven about the opening.
//!
//! A [`Book`] has an [`Entry`] for each position that it knows. Positions that are equal under the eight
//! symmetries are one. Links are implicit: a move is in the book if the position after it is. The value of
//! an entry is the best of its links and of its *leaf*, the best move out of the book.
//!
//! | module | contents |
//! | --- | --- |
//! | `entry` | an entry, its value and bounds; two entries become one |
//! | `file` | entries as bytes, pages, sorted files, the log |
//! | `book`, `shipped`, `named` | looking up: a book, the one that comes with the program, books by their names |
//! | `graph` | the moves of a position, values by negamax, what budgets reach |
//! | `change` | writing, learning, results of games, changes by hand, pruning |
//! | `move_choice` | which move to play |
//! | `proven` | what is proven about the first ten plies |
//! | `formats` | the books of other programs |
//!
//! Invariants: the crate never prints. What a writer has kept is on the disk. A damaged, foreign or newer file
//! is refused with its name. Proven knowledge is never mixed with the values of a book.

mod book;
mod change;
mod entry;
mod error;
mod file;
pub mod formats;
mod graph;
mod move_choice;
mod named;
pub mod proven;
mod shipped;

#[cfg(test)]
mod test_support;

pub use book::{Book, Lookup};
pub use change::builder::BookBuilder;
pub use change::edit::{BookEditor, EditHistory};
pub use change::games::StoredGames;
pub use change::learn::{LearnPlan, LearnProgress, add, learn};
pub use change::prune::prune;
pub use change::writer::{BookWriter, NewBook};
pub use entry::combine::combine;
pub use entry::{
    BookLookup, BookPosition, BookValue, Bounds, Entry, Leaf, Origin, Program, Results, canonical,
    has_centre,
};
pub use error::{BookError, FileProblem};
pub use file::stamp::BookStamp;
pub use graph::fix::fixed_entry;
pub use graph::moves::{BookMove, MoveKind, loss_of, moves_of};
pub use graph::region::Budgets;
pub use move_choice::{BookStyle, candidates, choose, choose_proven};
pub use named::NamedBook;
pub use shipped::ShippedBook;
