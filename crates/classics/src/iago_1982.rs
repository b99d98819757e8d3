//! IAGO, the champion of 1981, as far as it is described: Rosenbloom, "A World-Championship-Level Othello
//! Program", Artificial Intelligence 19 (1982), 279-320, by way of what Norvig's book and the report on
//! BILL (Lee and Mahajan 1986) say of it. Norvig's approximation of its evaluation is
//! [`OthelloEvaluation::Iago`](crate::paip::OthelloEvaluation::Iago), another program.
//!
//! What is known, and is here: alpha-beta by iterative deepening; *response killers* (`killers`); the
//! first three plies of the tree kept instead of a hash table (`kept_tree`); an estimate of the time that
//! another level takes instead of an alarm (`timing`); a search for the outcome before the exact one at
//! the end (`endgame`); an evaluation of edge table, internal stability, current and potential mobility
//! with the published coefficients (`evaluation`); a book of 20 positions within the first four plies
//! (`book`). It has no think-ahead.
//!
//! What is not published is ours: the constants say so where they stand. The edge table is that of Norvig's
//! book, which follows Rosenbloom's article; the book's replies are the modern engine's, because those of
//! 1982 are lost.

mod book;
mod endgame;
mod evaluation;
mod kept_tree;
mod killers;
mod program;
mod search;
mod timing;

#[cfg(test)]
mod program_tests;

pub use book::Book;
pub use evaluation::{Evaluation, Weights};
pub use program::{Details, Iago1982, Options};
