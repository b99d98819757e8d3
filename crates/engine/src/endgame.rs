//! The last moves of the game, solved exactly with null windows.
//!
//! From the leaves upwards: [`last_moves`] plays out one to four empty squares with code of their
//! own; [`shallow`] goes on to six with nothing but the parity of the board's quarters to order moves;
//! [`local`] goes on to [`MAX_EMPTIES`] with a small table of its thread, the stability cut-off and
//! the opponent's mobility to order moves. Above that the general search takes over.
//!
//! Scores here are disc differences as plain integers, for the side to move. A search with the window
//! `alpha` to `alpha + 1` is fail-soft: a result above `alpha` is a lower bound, any other an upper
//! bound.

pub(crate) mod last_flip;
mod last_moves;
mod local;
mod local_table;
mod parity;
mod shallow;

pub(crate) use local::{MAX_EMPTIES, safe_discs};
pub(crate) use local_table::LocalTable;
pub(crate) use parity::odd_quadrants;

use willow_board::Board;

/// A score below every possible one, to begin a maximum with.
const NO_SCORE: i32 = -65;

/// A thread's solver of small endgames: its table and its count of nodes.
///
/// Every node is counted in place. The solvers of all threads lie side by side, so each has cache lines of
/// its own (a pair, as processors fetch them): without that, two threads took up to 1.6 times as long for a node.
#[repr(align(128))]
pub(crate) struct EndgameSolver {
    table: LocalTable,
    /// The number of positions entered in this search, the filled boards included.
    pub(crate) nodes: u64,
}

impl EndgameSolver {
    /// Returns a solver with an empty table.
    pub(crate) fn new() -> EndgameSolver {
        EndgameSolver { table: LocalTable::new(), nodes: 0 }
    }

    /// Forgets everything learned from earlier searches.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
    }

    /// Solves a board with at most [`MAX_EMPTIES`] empty squares in the null window above `alpha`,
    /// which lies between -64 and 63.
    pub(crate) fn solve(&mut self, board: &Board, alpha: i32) -> i32 {
        debug_assert!(board.n_empties() <= MAX_EMPTIES);
        match board.n_empties() {
            0 => {
                self.nodes += 1;
                board.final_score().value()
            }
            1..=4 => self.solve_few(board, alpha),
            5..=6 => self.shallow(board, alpha, odd_quadrants(board.empties())),
            _ => self.local(board, alpha),
        }
    }
}

/// Returns the greatest score that the side to move can still reach, given the stable discs of the
/// opponent.
#[inline]
pub(crate) fn stability_bound(board: &Board) -> i32 {
    64 - 2 * board.pass().stable_discs().count() as i32
}

/// Returns the least `alpha` at which looking for stable discs pays, by the number of empty squares.
///
/// With few empties a side needs a large lead for its stable discs to decide anything. The line
/// follows the values that Edax uses (source: its public table of thresholds).
#[inline]
pub(crate) const fn stability_threshold(n_empties: u32) -> i32 {
    let empties = n_empties as i32;
    if empties < 10 {
        2 * empties - 2
    } else if empties <= 24 {
        2 * empties
    } else {
        24 + empties
    }
}
