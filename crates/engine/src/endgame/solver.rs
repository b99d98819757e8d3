//! The endgame solver of a thread.

use std::collections::TryReserveError;

use willow_board::Board;

use super::exact_score::ExactScore;
use super::parity::odd_quadrants;
use super::table::{EndgameTable, N_ENTRIES, N_SMALL_ENTRIES};

/// The greatest number of empties that the endgame solver solves (experiment 174 of
/// docs/engine-log.md; others there, and 21 and 49).
pub(crate) const MAX_EMPTIES: u32 = 13;
/// The minimum number of empties of the larger table (experiment 170).
pub(super) const MIN_LARGE_TABLE_EMPTIES: u32 = 7;

/// The endgame solver of a thread: its tables and its counts of nodes.
///
/// The solvers of all threads are adjacent in memory and change their counts at every node. The
/// alignment gives each solver its own pair of cache lines (processors fetch pairs). Without it,
/// false sharing made nodes up to 1.6 times slower with two threads.
#[repr(align(128))]
pub(crate) struct EndgameSolver {
    /// The table for [`MIN_LARGE_TABLE_EMPTIES`] and more empties.
    pub(super) table: EndgameTable<N_ENTRIES>,
    /// The table for five and six empties.
    pub(super) small_table: EndgameTable<N_SMALL_ENTRIES>,
    /// The number of nodes of this search, terminal nodes included.
    pub(crate) nodes: u64,
    /// Terminal nodes among the nodes: filled boards.
    pub(crate) terminal_nodes: u64,
}

impl EndgameSolver {
    /// Returns a solver with empty tables.
    ///
    /// # Errors
    /// There must be memory for the tables.
    pub(crate) fn new() -> Result<EndgameSolver, TryReserveError> {
        Ok(EndgameSolver {
            table: EndgameTable::new()?,
            small_table: EndgameTable::new()?,
            nodes: 0,
            terminal_nodes: 0,
        })
    }

    /// Removes all entries of the tables.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.small_table.clear();
    }

    /// Solves a board with at most [`MAX_EMPTIES`] empties in the null window above `alpha`, both
    /// for the side to move. `alpha` is between -64 and 63 discs.
    pub(crate) fn solve(&mut self, board: &Board, alpha: ExactScore) -> ExactScore {
        debug_assert!(board.n_empties() <= MAX_EMPTIES);
        let odd = odd_quadrants(board.empties());
        match board.n_empties() {
            0 => {
                self.add_terminal_node();
                board.final_score().into()
            }
            1..=4 => self.solve_1_to_4(board, alpha),
            5 => self.solve_5(board, alpha, odd, board.legal_moves()),
            _ => self.solve_sorted(board, alpha, odd, board.legal_moves()),
        }
    }

    /// Counts a node that is not terminal.
    #[inline]
    pub(super) fn add_node(&mut self) {
        self.nodes += 1;
    }

    /// Counts a terminal node: a filled board.
    #[inline]
    pub(super) fn add_terminal_node(&mut self) {
        self.nodes += 1;
        self.terminal_nodes += 1;
    }
}
