//! Opening books: learned by search, shared with other programs, and what is proven about the opening.
//!
//! A [`Book`] has an [`Entry`] for each position that it knows. Positions that are equal under the eight
//! symmetries are one. Links are implicit: a move is in the book if the position after it is. The value of
//! an entry is the best of its links and of its *leaf*, the best move out of the book.
//!
//! | file | contents |
//! | --- | --- |
//! | `entry.rs`, `combine.rs` | an entry, its value and bounds; two entries become one |
//! | `record.rs`, `layout.rs` | an entry as bytes; the pages of a file |
//! | `sorted_file.rs`, `memory_map.rs` | looking up entries in a sorted file |
//! | `sorted_writer.rs`, `builder.rs` | writing a sorted file; sorting |
//! | `log.rs`, `book.rs`, `writer.rs` | what was learned since; a book for reading; for writing |
//! | `moves.rs`, `fix.rs` | the moves of a position; values by negamax |
//! | `region.rs`, `search.rs`, `learn.rs` | what budgets reach; searches; learning |
//! | `prune.rs`, `store.rs`, `edit.rs` | taking lines out; results of games; changes by hand |
//! | `stamp.rs` | whether another program has changed a book |
//! | `choice.rs` | which move to play |
//! | `shipped.rs`, `named.rs` | the book that comes with the program; books by their names |
//! | `proven.rs` | what is proven about the first ten plies |
//! | `formats.rs` | the books of other programs |
//!
//! Invariants: the crate never prints. What a writer has kept is on the disk. A damaged, foreign or newer file
//! is refused with its name. Proven knowledge is never mixed with the values of a book.

mod book;
mod builder;
mod choice;
mod combine;
mod edit;
mod entry;
mod error;
mod fix;
pub mod formats;
mod layout;
mod learn;
mod log;
#[allow(unsafe_code, reason = "a memory map")]
mod memory_map;
mod moves;
mod named;
pub mod proven;
mod prune;
mod record;
mod region;
mod search;
mod shipped;
mod sorted_file;
mod sorted_writer;
mod stamp;
mod store;
mod writer;

#[cfg(test)]
mod test_support;

pub use book::{Book, Lookup};
pub use builder::BookBuilder;
pub use choice::{BookStyle, candidates, choose, choose_proven};
pub use combine::combine;
pub use edit::{BookEditor, EditHistory};
pub use entry::{
    BookPosition, BookValue, Bounds, Entry, Leaf, Origin, Program, Results, Seen, canonical,
    has_centre,
};
pub use error::{BookError, FileProblem};
pub use fix::fixed_entry;
pub use learn::{LearnPlan, LearnProgress, add, learn};
pub use moves::{BookMove, MoveKind, loss_of, moves_of};
pub use named::NamedBook;
pub use prune::prune;
pub use region::Budgets;
pub use shipped::ShippedBook;
pub use stamp::BookStamp;
pub use store::StoredGames;
pub use writer::{BookWriter, NewBook};
