//! The programs of Norvig's "Paradigms of Artificial Intelligence Programming" (1992), chapter 18,
//! called "the book" in this module.
//!
//! A game is a [`GameRules`], a measure of its positions an [`Evaluation`], and a [`Method`] searches any
//! game with any evaluation: three separable parts. [`Othello`] and
//! [`Draughts`](crate::draughts::Draughts) are the games. [`OthelloEvaluation`] has the book's
//! evaluations, and [`Dialect`] is what differs in the rewriting in Clojure.
//!
//! [`GeneralSearcher`] has the further techniques of section 18.13. [`Strategy`] and
//! [`GeneralStrategy`] play Othello by one search or the other.

pub(crate) mod dialect;
pub(crate) mod evaluation;
pub(crate) mod game_rules;
mod general;
mod general_strategy;
pub(crate) mod leaf_features;
mod leaf_tree;
pub(crate) mod othello;
mod perft;
pub(crate) mod search;
mod strategy;
pub(crate) mod value;

pub use dialect::{Dialect, FinalValues};
pub use evaluation::{Evaluation, Side};
pub use game_rules::{GameRules, TurnOptions};
pub use general::{
    GeneralCounts, GeneralLimits, GeneralResult, GeneralSearcher, Metareasoning, SearchEnd,
    SearchWatch, TechniqueCounts, Techniques, allocated_time,
};
pub use general_strategy::{GeneralDetails, GeneralStrategy, Guesses};
pub use leaf_tree::{LeafTree, LeafTreeError, TreePlace};
pub use othello::{Othello, OthelloEvaluation, SquareOrder, move_number};
pub use perft::perft;
pub use search::{Counts, Method, Problem, SearchResult, search, search_with_line};
pub use strategy::{Details, Strategy};
pub use value::Value;
