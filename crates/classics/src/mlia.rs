//! MLia, the program of Michael Korman and David Walluck: "Playing Othello with Artificial
//! Intelligence" (2003), section 2, called "the paper" in this module.
//!
//! [`Mlia`] thinks: iterative deepening of an alpha-beta search whose moves are ordered by a search of
//! two plies, with a table of evaluated positions, the corner killer at the root and a count of discs
//! where games end. [`MliaEvaluation`] is the weighted sum of six [`characteristics`](Characteristics).
//! [`MliaBook`] is the opening book that the authors began and did not finish.
//!
//! Invariant: the thread and the clock of the paper's design are the caller's; nothing here has one.

mod book;
mod characteristics;
mod evaluation;
mod search;
mod table;
mod think;
mod weights;

pub use book::{MliaBook, MliaBookError, opening_positions};
pub use characteristics::Characteristics;
pub use evaluation::MliaEvaluation;
pub use think::{Mlia, MliaCounts, MliaLimits, MliaThought};
pub use weights::{MliaWeights, ParseMliaWeightsError};
