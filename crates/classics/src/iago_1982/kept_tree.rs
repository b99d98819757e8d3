//! The first three plies of the tree, kept from search to search instead of a hash table.

use std::cmp::Reverse;

use willow_board::{Board, Color, Square};

use super::killers::ResponseKillers;

/// How many plies from the root are kept from search to search.
pub(crate) const KEPT_PLIES: u32 = 3;

/// A position of the kept plies with its moves, in the order of the last search, the best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptNode {
    pub(crate) board: Board,
    pub(crate) moves: Vec<KeptMove>,
}

/// A move of a kept position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptMove {
    pub(crate) square: Square,
    pub(crate) after: Board,
    /// The value for the mover in the last search, exact or a bound from above.
    pub(crate) value: i32,
    /// The position after it, if it was kept.
    pub(crate) next: Option<Box<KeptNode>>,
}

impl KeptNode {
    /// Returns a position whose moves are in the order of the response killers.
    pub(crate) fn new(
        board: &Board,
        color: Color,
        last: Option<Square>,
        killers: &ResponseKillers,
    ) -> KeptNode {
        let squares = killers.ordered(board.legal_moves(), color, last).into_iter();
        let moves = squares.map(|square| KeptMove {
            square,
            after: board.after(square, board.flips(square)),
            value: i32::MIN,
            next: None,
        });
        KeptNode { board: *board, moves: moves.collect() }
    }

    /// Puts the moves into the order of their values, the first of equal ones first.
    pub(crate) fn sort(&mut self) {
        self.moves.sort_by_key(|mv| Reverse(mv.value));
    }

    /// Returns the part of the tree below a position, if it is in the tree.
    pub(crate) fn below(self, board: &Board) -> Option<KeptNode> {
        if self.board == *board {
            return Some(self);
        }
        self.moves.into_iter().filter_map(|mv| mv.next).find_map(|next| next.below(board))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_two_plies_on_is_found_with_what_is_known_about_it() {
        let killers = ResponseKillers::new();
        let node = |board: &Board| KeptNode::new(board, Color::Black, None, &killers);
        let mut root = node(&Board::START);
        let after = root.moves[1].after;
        let mut child = node(&after);
        let grandchild = child.moves[2].after;
        let mut known = node(&grandchild);
        known.moves[1].value = 7;
        known.sort();
        child.moves[2].next = Some(Box::new(known.clone()));
        root.moves[1].next = Some(Box::new(child));
        assert_eq!(root.clone().below(&grandchild).as_ref(), Some(&known));
        assert_eq!(known.moves[0].value, 7);
        assert!(root.below(&grandchild.pass()).is_none());
    }
}
