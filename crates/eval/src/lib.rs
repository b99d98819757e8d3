//! What a position is worth before it is searched.
//!
//! [`Evaluator`] is the interface between an evaluation and the search; [`HandMade`] is an
//! evaluation from the features that the old programs named, [`patterns`] one learned from data.
//! Evaluations never print, open files or read the environment.

mod evaluator;
mod hand_made;
mod hand_made_weights;
pub mod patterns;
mod probcut;
mod score;
#[allow(unsafe_code, reason = "vector instructions, and sums without index checks")]
mod simd;

pub use evaluator::Evaluator;
pub use hand_made::{FEATURE_NAMES, FeatureValue, HandMade, N_FEATURES};
pub use probcut::{Difference, ErrorModel, ErrorTable, N_DEEP, N_SHALLOW};
pub use score::Score;
