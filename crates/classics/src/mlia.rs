//! MLia, the program of Michael Korman and David Walluck: "Playing Othello with Artificial
//! Intelligence" (2003), section 2, called "the paper" in this module.
//!
//! [`Mlia`] is the program: iterative deepening of an alpha-beta search whose moves are ordered by a
//! search of two plies, with a table of evaluated positions, the corner killer at the root and a count of
//! discs where games end. [`Evaluation`] is the weighted sum of six
//! [`characteristics`](Characteristics). [`Book`] is the opening book that the authors began and did not
//! finish.
//!
//! The paper's program searches in one thread and waits in another until the time is up. Here the search
//! checks the clock every few hundred nodes. The effect is the same.

mod book;
mod characteristics;
mod evaluation;
mod evaluation_table;
mod program;
mod search;
mod timing;
mod weights;

pub use book::{Book, BookError, opening_positions};
pub use characteristics::Characteristics;
pub use evaluation::Evaluation;
pub use evaluation_table::TableUse;
pub use program::{Details, Mlia, Options};
pub use weights::{ParseWeightsError, Weights};
