//! The endgame solver: solves the last moves of the game exactly with null windows.
//!
//! `solver.rs` chooses the code by the number of empties:
//! - 1 to 4 empties: `last_four.rs`, with a function for each number. The last move is not played;
//!   `last_flip.rs` counts its flips.
//! - 5 empties: `by_parity.rs` orders the moves by the parity of the quadrants and by the kind of
//!   the square.
//! - 6 to [`MAX_EMPTIES`] empties: `sorted.rs` sorts the moves by the opponent's mobility.
//!
//! From 4 empties on, stable discs cause cutoffs. From 5 on, small tables of the thread keep what is
//! known.
//!
//! With more empties the general search takes over.
//!
//! Scores are [`ExactScore`]s, in discs for the side to move. The searches are fail-soft in the null window from
//! `alpha` to `alpha + 1`: a result above `alpha` is a lower bound, any other result an upper bound.

mod by_parity;
mod corner_stability;
mod exact_score;
pub(crate) mod last_flip;
mod last_four;
mod parity;
mod solver;
mod sorted;
mod stability;
mod table;

pub(crate) use corner_stability::corner_stable_discs;
pub(crate) use exact_score::ExactScore;
pub(crate) use solver::{EndgameSolver, MAX_EMPTIES};
pub(crate) use sorted::weighted_mobility;
pub(crate) use stability::{stability_bound, stability_threshold};
