//! The historical programs, rebuilt from their descriptions: one module for each source.
//!
//! | module | what it holds | source |
//! | --- | --- | --- |
//! | [`paip`] | searches and evaluations that are separate from the game, and a general searcher | Norvig, "Paradigms of Artificial Intelligence Programming" (1992), chapter 18 |
//! | [`iago`] | Iago's evaluation, with its edge table | the same, section 18.12 |
//! | [`iago_1982`] | the whole program IAGO | Rosenbloom (1982), and the report on BILL |
//! | [`bill`] | the whole program BILL | Lee and Mahajan (1986) |
//! | [`mlia`] | the whole program MLia | Korman and Walluck (2003) |
//! | [`draughts`] | English draughts, a second game for the searches of `paip` | |
//!
//! Every program is a [`Program`]: it is asked for a move in a [`RootPosition`] under [`Limits`], and
//! answers with a [`Choice`].
//!
//! Exact means exact: in every position a program of `paip` chooses the move that the book's code
//! chooses, first-best rules, passes and rounding included. Where an item has another name in its
//! source, its documentation says which.
//!
//! Invariant: nothing here prints, reads a clock or opens files. What is left to chance follows from a seed
//! of the caller's.
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)
)]
#![forbid(unsafe_code)]

mod any_evaluation;
pub mod bill;
mod book_owner;
pub mod draughts;
mod edge_view;
mod evaluation_term;
pub mod iago;
pub mod iago_1982;
mod linear_evaluation;
pub mod mlia;
mod node_counter;
mod opening_book;
pub mod paip;
mod principal_variation;
mod program;
mod search_tree;
pub mod square_name;
#[cfg(test)]
mod test_support;
mod window;

pub use any_evaluation::{AnyEvaluation, EvaluationChoice};
pub use book_owner::BookOwner;
pub use edge_view::{
    EdgeDisc, EdgeDiscs, EdgeMoveView, EdgeStep, EdgeView, ParseEdgeError, StaticRow,
};
pub use evaluation_term::EvaluationTerm;
pub(crate) use evaluation_term::{WeightedPart, difference};
pub use linear_evaluation::LinearEvaluation;
pub use opening_book::{BookMove, BookPage, BookSize, OpeningBook};
pub use program::{
    AskedMove, Choice, Control, DepthReport, GameClock, Limits, MoveSource, MoveValue, Program,
    RootPosition,
};
pub use search_tree::{
    SearchTree, Step, TracedNode, Tracer, TreeTooLarge, TreeUnit, TreeValue, ValueBound,
    ValueScale, ValueSource,
};
pub use window::Window;
