//! What follows from the claims for earlier positions.

use std::collections::{HashMap, HashSet};

use willow_board::Board;

use super::claim::{Claim, Side};
use super::claims;

/// The number of empty squares of the claims.
const EMPTIES_OF_CLAIMS: u32 = 50;

/// A proof, walked from a position to the claims.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The number of different positions of the proof, those of the claims included.
    pub positions: usize,
    /// The claims that it rests on, in the order in which the walk meets them.
    pub claims: Vec<(Board, Side)>,
}

/// The claims, and what was found to follow from them.
pub(super) struct Walk {
    claims: HashMap<Board, Claim>,
    /// Whether a side of a claim follows for a canonical board.
    found: HashMap<(Board, Side), bool>,
}

impl Walk {
    pub(super) fn new() -> Walk {
        Walk { claims: claims::read(), found: HashMap::new() }
    }

    /// Returns what is proven about a board.
    pub(super) fn claim(&mut self, board: &Board) -> Claim {
        if !(EMPTIES_OF_CLAIMS..=60).contains(&board.n_empties()) {
            return Claim::default();
        }
        Claim {
            at_least_draw: self.is_proven(board, Side::AtLeastDraw),
            at_most_draw: self.is_proven(board, Side::AtMostDraw),
        }
    }

    /// Returns the proof of one side.
    pub(super) fn proof(&mut self, board: &Board, side: Side) -> Option<Proof> {
        if !(EMPTIES_OF_CLAIMS..=60).contains(&board.n_empties()) || !self.is_proven(board, side) {
            return None;
        }
        let mut proof = Proof { positions: 0, claims: Vec::new() };
        let mut seen = HashSet::new();
        let mut open = vec![(board.canonical(), side)];
        while let Some((board, side)) = open.pop() {
            if !seen.insert((board, side)) {
                continue;
            }
            if board.n_empties() == EMPTIES_OF_CLAIMS {
                proof.claims.push((board, side));
            } else {
                open.extend(self.premises(&board, side));
            }
        }
        proof.positions = seen.len();
        Some(proof)
    }

    /// Returns whether a side of a claim follows for a board.
    ///
    /// "At least a draw" follows from one move after which the opponent gets at most a draw. "At most a
    /// draw" follows if the opponent gets at least a draw after every move.
    fn is_proven(&mut self, board: &Board, side: Side) -> bool {
        let board = board.canonical();
        if board.n_empties() <= EMPTIES_OF_CLAIMS {
            let claim = self.claims.get(&board);
            return claim.is_some_and(|claim| match side {
                Side::AtLeastDraw => claim.at_least_draw,
                Side::AtMostDraw => claim.at_most_draw,
            });
        }
        if let Some(&known) = self.found.get(&(board, side)) {
            return known;
        }
        if board.is_game_over() {
            let result = board.final_score().sign();
            return if side == Side::AtLeastDraw { 0 <= result } else { result <= 0 };
        }
        let next = children(&board);
        let is_proven = match side {
            Side::AtLeastDraw => next.iter().any(|child| self.is_proven(child, side.negated())),
            Side::AtMostDraw => next.iter().all(|child| self.is_proven(child, side.negated())),
        };
        self.found.insert((board, side), is_proven);
        is_proven
    }

    /// Returns the positions from which a proven side of a claim follows: one, or all of them.
    fn premises(&mut self, board: &Board, side: Side) -> Vec<(Board, Side)> {
        let next = children(board);
        let mut next = next.into_iter().map(|child| (child.canonical(), side.negated()));
        match side {
            Side::AtMostDraw => next.collect(),
            Side::AtLeastDraw => {
                next.find(|(child, side)| self.is_proven(child, *side)).into_iter().collect()
            }
        }
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
