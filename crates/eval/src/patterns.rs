//! An evaluation learned from data: the sum of weights looked up by patterns of squares.
//!
//! The file `shapes.rs` lists the patterns. Each occurrence of one on the board is a *feature*, whose
//! value is the number that its squares spell in base three: 0 for a disc of the opponent, 1 for an
//! empty square, 2 for the player's own. Seen from the other side every digit is two minus itself,
//! so the number becomes the largest one minus itself; a move is an addition for every disc that it
//! changes. Weights belong to a shape and a phase of the game, not to a feature: what holds in one
//! corner holds in all.

mod evaluator;
mod features;
mod shapes;
mod weights;

pub use evaluator::{PatternEvaluator, PatternState};
pub use features::{FeatureSet, N_SLOTS};
pub(crate) use shapes::FEATURE_OFFSETS;
pub use shapes::{N_FEATURES, N_WEIGHTS};
pub use weights::{N_PHASES, PatternWeights, WeightsError, phase_of};
