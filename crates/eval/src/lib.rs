//! Static evaluation: the value of a position without a search.
//!
//! [`Evaluator`] is the interface between an evaluation and the search. [`HandMade`] is an
//! evaluation from the features of the classic programs, and [`patterns`] is one learned from data.
//!
//! Invariant: evaluations never print, open files or read the environment.
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)
)]

mod evaluator;
mod hand_made;
mod hand_made_features;
mod hand_made_weights;
pub mod patterns;
mod probcut;
mod score;
#[cfg(feature = "weights")]
pub mod weights;

pub use evaluator::Evaluator;
pub use hand_made::{FeatureValue, HandMade};
pub use hand_made_features::{FEATURE_NAMES, N_FEATURES};
pub use probcut::{N_DEEP_DEPTHS, N_SHALLOW_DEPTHS, ProbCutModel, ProbCutStatistics, ProbCutTable};
pub use score::Score;
