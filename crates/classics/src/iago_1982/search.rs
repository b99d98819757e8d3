//! Alpha-beta over the kept plies and below them.

use std::time::Duration;

use willow_board::{Board, Color, Square};

use super::Iago1982Evaluation;
use super::kept_tree::{KEPT_PLIES, KeptNode};
use super::killers::ResponseKillers;
use super::player::Iago1982Control;

/// Beyond every value.
pub(super) const INFINITY: i32 = i32::MAX;

/// More than any static value: what a won game is worth, discs not counted.
const WON: i32 = 10_000_000;

/// The search is asked whether to stop once in so many nodes.
const NODES_BETWEEN_STOPS: u64 = 256;

/// The search was stopped or has used its nodes or its time up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// One search on its way.
pub(super) struct Walk<'a> {
    pub(super) evaluation: Iago1982Evaluation,
    pub(super) killers: &'a mut ResponseKillers,
    pub(super) control: Iago1982Control<'a>,
    pub(super) nodes: u64,
    pub(super) most_nodes: u64,
    pub(super) last_moment: Option<Duration>,
    /// Whether a position was evaluated because the search went no deeper there.
    pub(super) saw_horizon: bool,
}

/// Where a node stands in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Who is to move.
    pub(super) color: Color,
    /// The move before, if it placed a disc.
    pub(super) last: Option<Square>,
    /// The plies from the root.
    pub(super) ply: u32,
    /// The plies to search.
    pub(super) depth: u32,
}

impl Place {
    fn after(self, square: Option<Square>) -> Place {
        Place { color: !self.color, last: square, ply: self.ply + 1, depth: self.depth - 1 }
    }
}

impl Walk<'_> {
    /// Searches a position of the kept plies that has moves, and puts them into their new order. Moves that
    /// were not searched, because one before was good enough, keep their values of the search before.
    pub(super) fn kept(
        &mut self,
        node: &mut KeptNode,
        place: Place,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let mut best: Option<(i32, Square)> = None;
        for mv in &mut node.moves {
            let below = place.after(Some(mv.square));
            let value = if below.ply < KEPT_PLIES && !mv.after.legal_moves().is_empty() {
                let fresh = || KeptNode::new(&mv.after, below.color, below.last, self.killers);
                let mut next = mv.next.take().unwrap_or_else(|| Box::new(fresh()));
                let value = self.enter_kept(&mut next, below, -beta, -alpha);
                mv.next = Some(next);
                -value?
            } else {
                -self.node(&mv.after, below, -beta, -alpha)?
            };
            mv.value = value;
            if best.is_none_or(|(least, _)| least < value) {
                best = Some((value, mv.square));
            }
            alpha = alpha.max(value);
            if beta <= alpha {
                break;
            }
        }
        let (value, square) = best.expect("kept positions have moves");
        self.killers.note(place.color, place.last, square);
        node.sort();
        Ok(value)
    }

    fn enter_kept(
        &mut self,
        node: &mut KeptNode,
        place: Place,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.enter()?;
        if place.depth == 0 {
            Ok(self.leaf(&node.board))
        } else {
            self.kept(node, place, alpha, beta)
        }
    }

    /// Returns the value of a board for its player, exact within the window and a bound outside.
    fn node(
        &mut self,
        board: &Board,
        place: Place,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.enter()?;
        let moves = board.legal_moves();
        if moves.is_empty() {
            let passed = board.pass();
            if passed.legal_moves().is_empty() {
                return Ok(value_of_end(board));
            }
            if 0 < place.depth {
                return Ok(-self.node(&passed, place.after(None), -beta, -alpha)?);
            }
        }
        if place.depth == 0 {
            return Ok(self.leaf(board));
        }
        let mut best = -INFINITY;
        for square in self.killers.ordered(moves, place.color, place.last) {
            let after = board.after(square, board.flips(square));
            let value = -self.node(&after, place.after(Some(square)), -beta, -alpha)?;
            if best < value {
                best = value;
                if alpha < value {
                    alpha = value;
                    self.killers.note(place.color, place.last, square);
                }
                if beta <= alpha {
                    break;
                }
            }
        }
        Ok(best)
    }

    fn leaf(&mut self, board: &Board) -> i32 {
        self.saw_horizon = true;
        self.evaluation.value(board)
    }

    /// Counts a node and looks whether it is time to stop.
    pub(super) fn enter(&mut self) -> Result<(), Stopped> {
        if self.most_nodes <= self.nodes {
            return Err(Stopped);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_STOPS) && self.is_late() {
            return Err(Stopped);
        }
        Ok(())
    }

    fn is_late(&self) -> bool {
        let is_time_up = self.last_moment.is_some_and(|moment| moment <= (self.control.now)());
        is_time_up || (self.control.stop)()
    }
}

/// Returns what a finished game is worth to the player: won by so many discs, empty squares included.
fn value_of_end(board: &Board) -> i32 {
    let discs = board.final_score().value();
    WON * discs.signum() + discs
}
