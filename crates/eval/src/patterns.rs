//! An evaluation learned from data: a small network over patterns of squares.
//!
//! The file `shapes.rs` lists the patterns. Each occurrence of one on the board is a *feature*, whose
//! value is the number that its squares spell in base three: 0 for a disc of the opponent, 1 for an
//! empty square, 2 for the player's own. Seen from the other side every digit is two minus itself,
//! so the number becomes the largest one minus itself; a move is an addition for every disc that it
//! changes.
//!
//! What the sides can do is beyond patterns; `mobility.rs` adds features of their moves.
//!
//! Every value of a shape has a row of sixteen numbers. They belong to the shape, not to a feature: what
//! holds in one corner holds in all. The rows of all features and a bias for each
//! number of empty squares are added up, negative sums are cut off at zero, and a readout, one for each phase of the game, makes a score of the sixteen. Rows that serve all
//! phases learn from all positions, which a sum of single weights for each phase does not; the idea is
//! that of KUROOBI's evaluation (2026).

mod evaluator;
mod features;
mod mobility;
mod network;
mod phases;
mod shapes;

pub use evaluator::{FeatureContribution, PatternEvaluator, PatternState};
pub use features::{FeatureSet, N_SLOTS};
pub(crate) use mobility::N_MOBILITY;
pub use network::{LARGEST_UNIT, N_EMPTIES, N_HIDDEN, NetworkError, PatternNetwork, Readout, Row};
pub use phases::{N_PHASES, phase_of};
pub(crate) use shapes::{FEATURE_OFFSETS, N_PATTERNS};
pub use shapes::{N_FEATURES, N_WEIGHTS};
