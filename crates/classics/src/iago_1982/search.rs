//! Alpha-beta over the kept plies and below them.

use willow_board::{Board, Color, Move, Square};

use super::evaluation::Evaluation;
use super::kept_tree::{KEPT_PLIES, KeptNode};
use super::killers::ResponseKillers;
use crate::node_counter::{NodeCounter, Stopped};
use crate::principal_variation::PrincipalVariation;
use crate::search_tree::{Step, Trace, TreeUnit, ValueScale};
use crate::window::Window;

/// Greater than every value.
pub(crate) const INFINITY: i32 = i32::MAX;

/// More than any static value: what a won game is worth, discs not counted.
const WON: i32 = 10_000_000;

/// The window of the root.
pub(crate) const FULL: Window = Window { alpha: -INFINITY, beta: INFINITY };

/// What the values of a normal search mean.
pub(crate) const SCALE: ValueScale = ValueScale {
    unit: TreeUnit::Units,
    per_unit: 1,
    won: WON,
    per_disc: Some(1),
    infinity: INFINITY,
};

/// How many nodes the search visits between two calls of the stop function.
pub(crate) const NODES_BETWEEN_STOPS: u64 = 256;

/// One search in progress.
pub(crate) struct TreeSearch<'a> {
    pub(crate) evaluation: Evaluation,
    pub(crate) killers: &'a mut ResponseKillers,
    pub(crate) counter: NodeCounter<'a>,
    pub(crate) evaluations: u64,
    /// Whether a position was evaluated because the search went no deeper there.
    pub(crate) saw_horizon: bool,
    pub(crate) line: PrincipalVariation<Move>,
    pub(crate) trace: Trace<'a, Square>,
}

/// The position of a node in the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeContext {
    /// The side to move.
    pub(crate) color: Color,
    /// The move before, if it placed a disc.
    pub(crate) last: Option<Square>,
    /// The plies from the root.
    pub(crate) ply: u32,
    /// The plies to search.
    pub(crate) depth: u32,
}

impl NodeContext {
    fn after(self, square: Option<Square>) -> NodeContext {
        NodeContext { color: !self.color, last: square, ply: self.ply + 1, depth: self.depth - 1 }
    }
}

impl TreeSearch<'_> {
    /// Searches a position of the kept plies that has moves, and puts them into their new order. Moves that
    /// were not searched, because one before was good enough, keep their values of the search before.
    pub(crate) fn kept(
        &mut self,
        node: &mut KeptNode,
        context: NodeContext,
        mut window: Window,
    ) -> Result<i32, Stopped> {
        let mut best: Option<(i32, Square)> = None;
        let mut untried = node.moves.iter_mut();
        while let Some(mv) = untried.next() {
            let below = context.after(Some(mv.square));
            let value = if below.ply < KEPT_PLIES && !mv.after.legal_moves().is_empty() {
                let fresh = || KeptNode::new(&mv.after, below.color, below.last, self.killers);
                let mut next = mv.next.take().unwrap_or_else(|| Box::new(fresh()));
                let value = self.enter_kept(&mut next, below, -window);
                mv.next = Some(next);
                -value?
            } else {
                -self.node(&mv.after, below, -window)?
            };
            mv.value = value;
            if best.is_none_or(|(least, _)| least < value) {
                best = Some((value, mv.square));
            }
            if window.alpha < value {
                window.alpha = value;
                self.line.set_best(mv.square.into());
                self.trace.set_best(mv.square);
            }
            if window.beta <= window.alpha {
                self.trace.cut_off(|| untried.map(|mv| mv.square));
                break;
            }
        }
        let (value, square) = best.expect("kept positions have moves");
        self.killers.note(context.color, context.last, square);
        node.sort();
        Ok(value)
    }

    fn enter_kept(
        &mut self,
        node: &mut KeptNode,
        context: NodeContext,
        window: Window,
    ) -> Result<i32, Stopped> {
        self.enter_node(context, window);
        let value = self.counter.enter().and_then(|()| {
            if context.depth == 0 {
                Ok(self.leaf(&node.board))
            } else {
                self.kept(node, context, window)
            }
        });
        self.leave_node(value)
    }

    /// Notes that the search is at a node below the one before.
    #[inline]
    fn enter_node(&mut self, context: NodeContext, window: Window) {
        self.line.enter();
        self.trace.enter(Step::below(context.last), Some(window));
    }

    /// Notes that the search returns to the node above, and passes the value on.
    #[inline]
    fn leave_node(&mut self, value: Result<i32, Stopped>) -> Result<i32, Stopped> {
        if let Ok(value) = value {
            self.trace.leave(value);
        }
        self.line.leave();
        value
    }

    /// Returns the value of a board below the current one for its player, exact within the window and a
    /// bound outside.
    fn node(
        &mut self,
        board: &Board,
        context: NodeContext,
        window: Window,
    ) -> Result<i32, Stopped> {
        self.enter_node(context, window);
        let value = self.search(board, context, window);
        self.leave_node(value)
    }

    fn search(
        &mut self,
        board: &Board,
        context: NodeContext,
        mut window: Window,
    ) -> Result<i32, Stopped> {
        self.counter.enter()?;
        let moves = board.legal_moves();
        if moves.is_empty() {
            let passed = board.pass();
            if passed.legal_moves().is_empty() {
                return Ok(value_of_end(board));
            }
            if 0 < context.depth {
                let value = -self.node(&passed, context.after(None), -window)?;
                self.line.set_best(Move::Pass);
                return Ok(value);
            }
        }
        if context.depth == 0 {
            return Ok(self.leaf(board));
        }
        let mut best = -INFINITY;
        let mut untried = self.killers.ordered(moves, context.color, context.last).into_iter();
        while let Some(square) = untried.next() {
            let after = board.after(square, board.flips(square));
            let value = -self.node(&after, context.after(Some(square)), -window)?;
            if best < value {
                best = value;
                if window.alpha < value {
                    window.alpha = value;
                    self.line.set_best(square.into());
                    self.trace.set_best(square);
                    self.killers.note(context.color, context.last, square);
                }
                if window.beta <= window.alpha {
                    self.trace.cut_off(|| untried);
                    break;
                }
            }
        }
        Ok(best)
    }

    fn leaf(&mut self, board: &Board) -> i32 {
        self.saw_horizon = true;
        self.evaluations += 1;
        self.evaluation.value(board)
    }
}

/// Returns the value of a finished game for the player, by the final score.
fn value_of_end(board: &Board) -> i32 {
    let discs = board.final_score().value();
    WON * discs.signum() + discs
}
