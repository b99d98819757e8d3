//! The endgame solver of a thread.

use willow_board::Board;

use super::parity::odd_quadrants;
use super::table::EndgameTable;

/// The greatest number of empty squares that the endgame solver solves.
pub(crate) const MAX_EMPTIES: u32 = 12;
/// The least number of empty squares at which the solver uses its table.
pub(super) const MIN_TABLE_EMPTIES: u32 = 7;

/// A score below every possible score, in discs: the maximum before the first move.
pub(super) const NO_SCORE: i32 = -65;

/// The endgame solver of a thread: its table and its count of nodes.
///
/// The solvers of all threads are adjacent in memory and change their counts at every node. The
/// alignment gives each solver its own pair of cache lines (processors fetch pairs). Without it,
/// false sharing made nodes up to 1.6 times slower with two threads.
#[repr(align(128))]
pub(crate) struct EndgameSolver {
    pub(super) table: EndgameTable,
    /// The number of nodes in this search, with the filled boards after the last move.
    pub(crate) nodes: u64,
}

impl EndgameSolver {
    /// Returns a solver with an empty table.
    pub(crate) fn new() -> EndgameSolver {
        EndgameSolver { table: EndgameTable::new(), nodes: 0 }
    }

    /// Removes all entries of the table.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
    }

    /// Solves a board with at most [`MAX_EMPTIES`] empty squares in the null window above `alpha`.
    /// The score and `alpha` are in discs for the side to move, and `alpha` is between -64 and 63.
    pub(crate) fn solve(&mut self, board: &Board, alpha: i32) -> i32 {
        debug_assert!(board.n_empties() <= MAX_EMPTIES);
        match board.n_empties() {
            0 => {
                self.nodes += 1;
                board.final_score().value()
            }
            1..=4 => self.solve_1_to_4(board, alpha),
            5..=6 => self.solve_by_parity(board, alpha, odd_quadrants(board.empties())),
            _ => self.solve_with_table(board, alpha),
        }
    }
}
