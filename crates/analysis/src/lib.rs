//! Analysis of games: what each move lost, how certain that is, and why.
//!
//! [`Analysis`] takes a game or a position and is fed step by step with an engine. Each step searches
//! one move and its best alternative. The findings so far can be read after every step: they are
//! [`MoveAnalysis`] values. [`explain`] gives the reasons for a loss, and [`PlayerSummary`] adds up a
//! player's moves.
//!
//! Invariant: nothing here opens a file, reads a clock, spawns a thread or prints. The engine, with
//! its weights and its clock, comes as an argument. So the crate runs in a browser too.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)
)]

mod accuracy;
mod alternatives;
mod analysis;
mod certainty;
mod class;
mod counterfactual;
mod counterfactual_search;
pub mod describe;
mod error_model;
pub mod graph;
mod json;
mod move_analysis;
mod plan;
mod reasons;
pub mod report;
mod reported_move;
mod summary;
#[cfg(test)]
mod test_support;

pub use accuracy::{Accuracy, AccuracyScale};
pub use alternatives::Alternative;
pub use analysis::{Analysis, Step, compare};
pub use certainty::{Certainty, Outcome, OutcomeChange};
pub use class::MoveClass;
pub use counterfactual::{Counterfactual, SquareChange};
pub use counterfactual_search::CounterfactualSearch;
pub use error_model::{ErrorModel, Errors};
pub use json::to_json;
pub use move_analysis::MoveAnalysis;
pub use plan::Plan;
pub use reasons::{
    Language, LineName, Reason, Seen, Term, all_reasons, compared_line, explain, explanation,
    reason_sentences,
};
pub use reported_move::{BadReport, ReportedMove};
pub use summary::PlayerSummary;
