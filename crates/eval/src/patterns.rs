//! An evaluation learned from data: a small network over patterns of squares.
//!
//! A *pattern shape* is a list of squares (`shapes.rs`). A *feature* is one occurrence of a shape on the
//! board. Its *pattern index* is the number that its squares spell in base three: 0 for a disc of the
//! opponent, 1 for an empty square, 2 for a disc of the player. Seen from the other side, every digit `d`
//! becomes `2 - d`, so an index becomes the largest index minus itself. A move adds a constant to an
//! index for each disc that it changes.
//!
//! Patterns see discs, not moves. `mobility.rs` adds features of the legal moves, each with an
//! index of its own.
//!
//! Every index of a shape has a vector of 32 weights, one for each *hidden unit*; the *weight
//! index* says where it is stored. The weights belong to the shape, so all occurrences share them.
//! There are three *banks* of them: one for the first half of the game, one for each half of the second.
//! The *accumulator* of a hidden unit is the sum of the weights of all features and of a bias for
//! the number of empties. The unit's activation is the square of the accumulator, clipped to 0 to
//! [`MAX_SUM`] before. An *output layer* for each phase of the game makes a score of the
//! activations. The weights that all phases of a bank share learn from all their positions, which a sum of
//! single weights for each phase does not. The idea is that of KUROOBI's evaluation (2026), the
//! clipped square that of networks of chess programs.

mod evaluator;
mod features;
mod hidden;
mod mobility;
mod network;
mod phases;
mod shapes;
#[allow(unsafe_code, reason = "vector instructions, and sums without index checks")]
mod simd;

pub use evaluator::{FeatureContribution, PatternEvaluator, PatternState};
pub use features::FeatureSet;
pub use hidden::{HiddenSums, HiddenWeights, MAX_SUM, N_HIDDEN};
pub use network::{N_EMPTIES, NetworkError, OutputLayer, PatternNetwork};
pub use phases::{N_BANKS, N_PHASES, bank_of, phase_of};
pub use shapes::{N_FEATURES, N_WEIGHTS};
