//! Alpha-beta with the paper's ordering: every move is first searched two plies deep.

use arrayvec::ArrayVec;
use std::cmp::Reverse;
use willow_board::{Board, Move, Square};

use super::evaluation::Evaluation;
use super::evaluation_table::{EvaluationTable, TableUse};
use crate::node_counter::{NodeCounter, Stopped};
use crate::principal_variation::PrincipalVariation;
use crate::search_tree::{Step, Trace};
use crate::window::Window;

/// Greater than every value.
pub(crate) const INFINITY: i32 = i32::MAX;

/// The window of the root.
pub(crate) const FULL: Window = Window { alpha: -INFINITY, beta: INFINITY };

/// The least remaining depth at which a node orders its moves by the search of two plies. The paper
/// names no limit; with 2, 3, 4 and 5 a game at 8 plies took 53.9, 21.4, 10.9 and 10.8 million nodes.
pub(crate) const ORDERED_FROM: u32 = 4;

/// How many nodes the search visits between two calls of the stop function.
pub(crate) const NODES_BETWEEN_STOPS: u64 = 512;

/// A move with the board after it, seen by the opponent, and its value in the search of two plies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Successor {
    pub(crate) square: Square,
    pub(crate) board: Board,
    value: i32,
}

pub(crate) type Successors = ArrayVec<Successor, 64>;

/// One search in progress.
pub(crate) struct AlphaBeta<'a> {
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) table: &'a mut EvaluationTable,
    pub(crate) counter: NodeCounter<'a>,
    pub(crate) table_use: TableUse,
    /// The least remaining depth at which moves are ordered.
    pub(crate) ordered_from: u32,
    pub(crate) line: PrincipalVariation<Move>,
    pub(crate) trace: Trace<'a, Square>,
    /// Whether a position was evaluated because the search went no deeper there.
    pub(crate) saw_horizon: bool,
}

impl AlphaBeta<'_> {
    /// Returns the value of a board below the current one for its player, exact within the window and a
    /// bound outside.
    pub(crate) fn node(
        &mut self,
        step: Step<Square>,
        board: &Board,
        window: Window,
        depth: u32,
    ) -> Result<i32, Stopped> {
        self.line.enter();
        self.trace.enter(step, Some(window));
        let value = self.search(board, window, depth);
        if let Ok(value) = value {
            self.trace.leave(value);
        }
        self.line.leave();
        value
    }

    fn search(&mut self, board: &Board, mut window: Window, depth: u32) -> Result<i32, Stopped> {
        self.counter.enter()?;
        if depth == 0 {
            let value = self.leaf(board);
            self.saw_horizon |= Evaluation::discs_of_leaf(value).is_none();
            return Ok(value);
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            let passed = board.pass();
            if passed.legal_moves().is_empty() {
                return Ok(Evaluation::leaf_units(board));
            }
            let value = -self.node(Step::Pass, &passed, -window, depth - 1)?;
            self.line.set_best(Move::Pass);
            return Ok(value);
        }
        let successors = self.successors(board, depth)?;
        let mut best = -INFINITY;
        let mut untried = successors.iter();
        while let Some(Successor { square, board, .. }) = untried.next() {
            let value = -self.node(Step::Move(*square), board, -window, depth - 1)?;
            best = best.max(value);
            if window.alpha < value {
                window.alpha = value;
                self.line.set_best((*square).into());
                self.trace.set_best(*square);
            }
            if window.beta <= window.alpha {
                self.trace.cut_off(|| untried.map(|successor| successor.square));
                break;
            }
        }
        Ok(best)
    }

    /// Returns the boards after all moves. Far enough from the leaves they are ordered by the search of two
    /// plies.
    pub(crate) fn successors(&mut self, board: &Board, depth: u32) -> Result<Successors, Stopped> {
        let squares = board.legal_moves().squares();
        let mut successors: Successors = squares
            .map(|square| {
                let board = board.after(square, board.flips(square));
                Successor { square, board, value: 0 }
            })
            .collect();
        if self.ordered_from <= depth && 1 < successors.len() {
            for successor in &mut successors {
                self.counter.enter()?;
                successor.value = self.two_plies(&successor.board)?;
            }
            successors.sort_by_key(|successor| Reverse(successor.value));
        }
        Ok(successors)
    }

    /// Returns what the best reply leaves to the side that moved to this board: the second ply of the
    /// search that orders moves.
    fn two_plies(&mut self, board: &Board) -> Result<i32, Stopped> {
        let replies = board.legal_moves();
        if replies.is_empty() {
            return Ok(-self.leaf(board));
        }
        let mut worst = INFINITY;
        for square in replies.squares() {
            self.counter.enter()?;
            let after = board.after(square, board.flips(square));
            worst = worst.min(self.leaf(&after));
        }
        Ok(worst)
    }

    /// Returns the value of a board that is searched no further: from the table, by the evaluation,
    /// or by counting if the game is over.
    fn leaf(&mut self, board: &Board) -> i32 {
        let evaluation = self.evaluation;
        self.table.value(board, &mut self.table_use, || {
            match [board.legal_moves().count(), board.pass().legal_moves().count()] {
                [0, 0] => Evaluation::leaf_units(board),
                moves => evaluation.units(board, moves),
            }
        })
    }
}
