//! What follows from the claims for earlier positions.

use std::collections::HashMap;

use willow_board::Board;

use super::claim::{Claim, ProofBound};
use super::claims;

/// The number of empties of the claims.
const EMPTIES_OF_CLAIMS: u32 = 50;

/// The most positions that one question looks at. Questions about the first five plies of the standard game need
/// up to 6,080. Boards that somebody has set up shall not cost much more, whatever they are.
const MAX_POSITIONS: usize = 20_000;

/// The most answers that are remembered; then all are forgotten. One takes 32 bytes in a table that may be half
/// empty.
const MAX_REMEMBERED: usize = 500_000;

/// The claims, and what was found to follow from them.
pub(super) struct Walk {
    claims: HashMap<Board, Claim>,
    /// Whether a side of a claim follows for a canonical board.
    found: HashMap<(Board, ProofBound), bool>,
    /// How many positions one question may look at, and how many the present one still may.
    max: usize,
    left: usize,
}

impl Walk {
    pub(super) fn new() -> Walk {
        Walk { claims: claims::read(), found: HashMap::new(), max: MAX_POSITIONS, left: 0 }
    }

    /// Returns what is proven about a board; nothing if the question is too large.
    pub(super) fn claim(&mut self, board: &Board) -> Claim {
        if !(EMPTIES_OF_CLAIMS..=60).contains(&board.n_empties()) {
            return Claim::default();
        }
        self.begin();
        Claim {
            at_least_draw: self.is_proven(board, ProofBound::AtLeastDraw) == Some(true),
            at_most_draw: self.is_proven(board, ProofBound::AtMostDraw) == Some(true),
        }
    }

    /// Begins a question.
    fn begin(&mut self) {
        self.left = self.max;
        if self.found.len() > MAX_REMEMBERED {
            self.found.clear();
        }
    }

    /// Returns whether a side of a claim follows for a board; `None` if the question is too large.
    ///
    /// "At least a draw" follows from one move after which the opponent gets at most a draw. "At most a
    /// draw" follows if the opponent gets at least a draw after every move.
    fn is_proven(&mut self, board: &Board, side: ProofBound) -> Option<bool> {
        let board = board.canonical();
        if board.n_empties() <= EMPTIES_OF_CLAIMS {
            let claim = self.claims.get(&board);
            return Some(claim.is_some_and(|claim| match side {
                ProofBound::AtLeastDraw => claim.at_least_draw,
                ProofBound::AtMostDraw => claim.at_most_draw,
            }));
        }
        if let Some(&known) = self.found.get(&(board, side)) {
            return Some(known);
        }
        if board.is_game_over() {
            let result = board.final_score().sign();
            return Some(if side == ProofBound::AtLeastDraw { 0 <= result } else { result <= 0 });
        }
        self.left = self.left.checked_sub(1)?;
        let is_proven = self.follows(&board, side)?;
        self.found.insert((board, side), is_proven);
        Some(is_proven)
    }

    /// Returns whether a side of a claim follows from the moves of a board.
    fn follows(&mut self, board: &Board, side: ProofBound) -> Option<bool> {
        // One move with this answer decides.
        let decides = side == ProofBound::AtLeastDraw;
        let mut is_complete = true;
        for child in children(board) {
            match self.is_proven(&child, side.negated()) {
                Some(answer) if answer == decides => return Some(decides),
                Some(_) => {}
                None => is_complete = false,
            }
        }
        is_complete.then_some(!decides)
    }
}

/// Returns the boards after all moves, seen from the next player; after a pass if there is none, and nothing
/// at the end of a game (the shortest has nine moves).
fn children(board: &Board) -> Vec<Board> {
    if board.is_game_over() {
        return Vec::new();
    }
    let moves = board.legal_moves();
    if moves.is_empty() {
        return vec![board.pass()];
    }
    moves.squares().map(|square| board.after(square, board.flips(square))).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Every position of the first plies of the standard game, without symmetric ones.
    fn positions_after(plies: u32) -> HashSet<Board> {
        let mut positions = HashSet::from([Board::START.canonical()]);
        for _ in 0..plies {
            let next = positions.iter().flat_map(children);
            positions = next.map(|board| board.canonical()).collect();
        }
        positions
    }

    #[test]
    fn every_question_about_the_first_five_plies_is_answered() {
        for board in (0..=5).flat_map(positions_after) {
            let mut walk = Walk::new();
            walk.begin();
            for side in [ProofBound::AtLeastDraw, ProofBound::AtMostDraw] {
                assert!(walk.is_proven(&board, side).is_some(), "{board:?}");
            }
        }
    }

    #[test]
    fn a_question_that_is_too_large_is_given_up_and_leaves_nothing_wrong_behind() {
        let mut walk = Walk { max: 1_000, ..Walk::new() };
        assert_eq!(walk.claim(&Board::START), Claim::default());
        assert_eq!(walk.left, 0, "it would go on");
        walk.max = MAX_POSITIONS;
        assert_eq!(walk.claim(&Board::START).text(), Some("proven draw"));
    }
}
