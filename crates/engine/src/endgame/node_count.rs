//! The count of the nodes of one solve.

/// The number of nodes of one solve by the endgame solver, and of the filled boards among them.
///
/// The lower half of the integer counts the nodes and the upper half the filled boards, so that one
/// addition counts a filled board in both. Neither half overflows: the moves on 12 empty squares lead
/// to at most e times 12! boards, and a pass can follow each of them. That is less than 2^32.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SolveNodeCount(u64);

impl SolveNodeCount {
    const NODE: u64 = 1;
    const FILLED_BOARD: u64 = 1 << 32;

    /// Counts a node that is not a filled board.
    #[inline]
    pub(super) fn add_node(&mut self) {
        self.0 += Self::NODE;
    }

    /// Counts a filled board, which is a node, too.
    #[inline]
    pub(super) fn add_filled_board(&mut self) {
        self.0 += Self::NODE + Self::FILLED_BOARD;
    }

    /// Returns the number of nodes, filled boards included.
    #[inline]
    pub(super) const fn nodes(self) -> u64 {
        self.0 % Self::FILLED_BOARD
    }

    /// Returns the number of filled boards.
    #[inline]
    pub(super) const fn filled_boards(self) -> u64 {
        self.0 / Self::FILLED_BOARD
    }
}

#[cfg(test)]
mod tests {
    use super::super::solver::MAX_EMPTIES;
    use super::*;

    #[test]
    fn a_filled_board_is_a_node() {
        let mut count = SolveNodeCount::default();
        count.add_node();
        count.add_filled_board();
        count.add_filled_board();
        assert_eq!((count.nodes(), count.filled_boards()), (3, 2));
    }

    #[test]
    fn the_halves_hold_the_largest_tree() {
        let boards_after =
            |n_moves: u32| (MAX_EMPTIES - n_moves + 1..=MAX_EMPTIES).product::<u32>();
        let boards: u64 = (0..=MAX_EMPTIES).map(|n_moves| u64::from(boards_after(n_moves))).sum();
        assert!(2 * boards < SolveNodeCount::FILLED_BOARD, "{boards}");
    }
}
