//! One position of the general search, its steps in this order: leaf, table, end of the game,
//! non-speculative pruning, choice and order of moves, zero windows, table again.

use std::cmp::Reverse;

use super::transposition_table::{TableEntry, TranspositionTable, ValueBasis};
use super::{GeneralCounts, GeneralLimits, Metareasoning, Techniques};
use crate::paip::evaluation::{Evaluation, Side};
use crate::paip::game_rules::{GameRules, TurnOptions};
use crate::paip::search::Problem;
use crate::paip::search::killer::put_first;
use crate::paip::search::node_result::{BestMove, NodeResult, Stopped, Window};
use crate::paip::value::Value;
use crate::principal_variation::PrincipalVariation;
use crate::search_tree::{Step, Trace, ValueBound, ValueSource};

/// How many boards the search makes between two calls of the stop function.
const BOARDS_BETWEEN_STOPS: u64 = 1024;

/// The smallest step between two values: the width of a zero window.
const STEP: i32 = 1;

/// A search in progress.
pub(crate) struct NodeSearch<'a, G: GameRules, E> {
    pub(crate) problem: &'a Problem<'a, G, E>,
    pub(crate) techniques: Techniques,
    pub(crate) limits: GeneralLimits,
    pub(crate) table: &'a mut TranspositionTable<G>,
    pub(crate) counts: GeneralCounts,
    /// What the values of the search depend on.
    pub(crate) basis: ValueBasis,
    /// The position whose static value the last node's value is, if metareasoning asks for it; `None` where
    /// it is the result of a game.
    pub(crate) line_end: Option<G::State>,
    pub(crate) trace: Trace<'a, G::Move>,
    pub(crate) line: PrincipalVariation<Step<G::Move>>,
}

/// What is left to do at a node when one of its moves is searched.
pub(crate) struct Rest<M> {
    /// The value of the best move so far.
    pub(crate) rival: Option<Value>,
    pub(crate) window: Window,
    /// The plies to search from the node.
    pub(crate) depth: u32,
    /// The reply to try first.
    pub(crate) reply: Option<M>,
}

impl<G: GameRules, E: Evaluation<G>> NodeSearch<'_, G, E> {
    /// Searches a position below the current one. All positions but the root are visited by this function.
    fn visit(
        &mut self,
        step: Step<G::Move>,
        state: &G::State,
        window: Window,
        depth: u32,
        killer: Option<G::Move>,
    ) -> NodeResult<G::Move> {
        self.line.enter();
        self.trace.enter(step, Some(window.units()));
        let best = self.node(state, window, depth, killer)?;
        self.line.leave();
        if let Some(mv) = best.mv {
            self.trace.set_best(mv);
        }
        self.trace.leave(best.value.units());
        Ok(best)
    }

    /// Returns the value of a position for its side to move: exact within the window, and outside of
    /// it a bound on the same side.
    fn node(
        &mut self,
        state: &G::State,
        window: Window,
        depth: u32,
        killer: Option<G::Move>,
    ) -> NodeResult<G::Move> {
        if depth == 0 {
            self.basis.horizon = true;
            self.end_line(state);
            return Ok(BestMove::without_move(self.evaluate(state, Side::ToMove)));
        }
        let mut first = killer;
        if let Some(entry) = self.table.get(state) {
            first = entry.best.or(killer);
            if let Some(known) = known(entry, window, depth) {
                let bound = entry.bound;
                self.counts.techniques.table_hits += 1;
                self.basis.add(entry.basis);
                // How the line goes on is not in the table.
                self.end_line(state);
                self.trace.take_from(ValueSource::Table, bound);
                return Ok(known);
            }
        }
        // The table keeps the basis of each position, so it is computed apart from the others.
        let others = std::mem::take(&mut self.basis);
        let best = self.inner(state, window, depth, first)?;
        let bound = ValueBound::of(best.value, window);
        if self.techniques.hashing {
            self.table.put(TableEntry {
                state: state.clone(),
                depth,
                value: best.value,
                bound,
                best: best.mv,
                basis: self.basis,
            });
        }
        self.basis.add(others);
        Ok(best)
    }

    fn inner(
        &mut self,
        state: &G::State,
        window: Window,
        depth: u32,
        first: Option<G::Move>,
    ) -> NodeResult<G::Move> {
        let moves = match self.problem.game.options(state) {
            TurnOptions::Moves(moves) => moves,
            TurnOptions::Pass(next) => {
                let answer = self.visit(Step::Pass, &next, -window, depth - 1, None)?;
                self.line.set_best(Step::Pass);
                let value = answer.for_other_side();
                return Ok(BestMove::without_move(value));
            }
            TurnOptions::Over(margin) => {
                self.line_end = None;
                return Ok(BestMove::without_move(self.problem.final_values.of(margin)));
            }
        };
        if let Some(bound) = self.futility_bound(state, window, depth) {
            self.counts.techniques.futility_cutoffs += 1;
            self.basis.horizon = true;
            self.end_line(state);
            let is_low = bound <= window.alpha;
            let side = if is_low { ValueBound::AtMost } else { ValueBound::AtLeast };
            self.trace.take_from(ValueSource::Futility, side);
            return Ok(BestMove::without_move(bound));
        }
        let mut moves: Vec<G::Move> = moves.into_iter().collect();
        self.keep_plausible(state, &mut moves, depth)?;
        let is_first_known = put_first(&mut moves, first);
        let (best, n_tried) = self.try_moves(state, &moves, window, depth)?;
        if window.beta <= best.value && n_tried < moves.len() {
            self.counts.techniques.cutoffs += 1;
            self.counts.techniques.killer_cutoffs += u64::from(is_first_known && n_tried == 1);
        }
        Ok(best)
    }

    /// Returns the best of the moves, and how many of them were tried.
    fn try_moves(
        &mut self,
        state: &G::State,
        moves: &[G::Move],
        window: Window,
        depth: u32,
    ) -> Result<(BestMove<G::Move>, usize), Stopped> {
        let mut best: Option<BestMove<G::Move>> = None;
        let (mut reply, mut n_tried) = (None, 0);
        let mut line_end = None;
        for &mv in moves {
            n_tried += 1;
            let next = self.apply(state, mv)?;
            let rival = best.map(|best| best.value);
            let answer = self.successor(mv, &next, Rest { rival, window, depth, reply })?;
            let value = answer.for_other_side();
            reply = answer.mv.or(reply);
            if best.is_none_or(|best| best.value < value) {
                best = Some(BestMove { value, mv: Some(mv) });
                self.line.set_best(Step::Move(mv));
                line_end = self.line_end.take();
            }
            if window.beta <= value {
                self.trace.cut_off(|| moves[n_tried..].iter().copied());
                break;
            }
        }
        self.line_end = line_end;
        Ok((best.expect("a turn with moves has at least one"), n_tried))
    }

    /// Notes that the value is the static one of this position.
    fn end_line(&mut self, state: &G::State) {
        if self.techniques.metareasoning == Some(Metareasoning::Variance) {
            self.line_end = Some(state.clone());
        }
    }

    /// Searches the position after a move: the first one with the whole window, the others with a zero
    /// window if that technique is on.
    pub(crate) fn successor(
        &mut self,
        mv: G::Move,
        next: &G::State,
        Rest { rival, window, depth, reply }: Rest<G::Move>,
    ) -> NodeResult<G::Move> {
        let alpha = rival.map_or(window.alpha, |value| window.alpha.max(value));
        let rest = Window { alpha, beta: window.beta };
        if rival.is_none() || !self.techniques.zero_window {
            return self.visit(Step::Move(mv), next, -rest, depth - 1, reply);
        }
        let zero = Window { alpha, beta: alpha.plus(STEP) };
        let answer = self.visit(Step::Move(mv), next, -zero, depth - 1, reply)?;
        let value = -answer.value;
        if value <= alpha || window.beta <= value {
            return Ok(answer);
        }
        self.counts.techniques.zero_window_researches += 1;
        self.visit(Step::Move(mv), next, -rest, depth - 1, answer.mv)
    }

    /// Returns a bound on the value if the moves left cannot bring it into the window.
    fn futility_bound(&mut self, state: &G::State, window: Window, depth: u32) -> Option<Value> {
        if !self.techniques.non_speculative
            || self.problem.game.max_moves_left(state).is_none_or(|left| left <= depth)
        {
            return None;
        }
        let change = self.problem.evaluation.greatest_change()?.units();
        let static_value = self.evaluate(state, Side::ToMove).units();
        // The side to move makes the larger half of the moves; the other side's only harm it.
        let highest = Value::from_units(static_value + change * depth.div_ceil(2) as i32);
        let lowest = Value::from_units(static_value - change * (depth / 2) as i32);
        if highest <= window.alpha {
            Some(highest)
        } else {
            (window.beta <= lowest).then_some(lowest)
        }
    }

    /// Leaves out all but the moves with the best static values: the plausible move generator.
    pub(crate) fn keep_plausible(
        &mut self,
        state: &G::State,
        moves: &mut Vec<G::Move>,
        depth: u32,
    ) -> Result<(), Stopped> {
        // One ply before the leaves, evaluating a move costs as much as searching it.
        let Some(most) = self.techniques.plausible.filter(|&most| 1 < depth && most < moves.len())
        else {
            return Ok(());
        };
        let mut valued = Vec::with_capacity(moves.len());
        for &mv in moves.iter() {
            let next = self.apply(state, mv)?;
            valued.push((mv, self.evaluate(&next, Side::Waiting)));
        }
        valued.sort_by_key(|&(_, value)| Reverse(value));
        self.counts.techniques.left_out += (valued.len() - most) as u64;
        self.basis.left_out = true;
        self.trace.prune(|| valued[most..].iter().map(|&(mv, _)| mv));
        *moves = valued.into_iter().take(most).map(|(mv, _)| mv).collect();
        Ok(())
    }

    /// Makes a move, counts the new board and checks whether to stop.
    pub(crate) fn apply(&mut self, state: &G::State, mv: G::Move) -> Result<G::State, Stopped> {
        if self.limits.boards <= self.counts.boards {
            return Err(Stopped);
        }
        self.counts.boards += 1;
        if self.counts.boards.is_multiple_of(BOARDS_BETWEEN_STOPS)
            && (self.problem.stop)(self.counts.boards)
        {
            return Err(Stopped);
        }
        Ok(self.problem.game.apply(state, mv))
    }

    pub(crate) fn evaluate(&mut self, state: &G::State, side: Side) -> Value {
        self.counts.evaluations += 1;
        self.problem.evaluation.evaluate(state, side)
    }
}

/// Returns the table's value if it is good enough for this depth and window. Values of other depths
/// are not used: the value of a depth must not depend on what was searched before.
fn known<S, M: Copy>(entry: &TableEntry<S, M>, window: Window, depth: u32) -> Option<BestMove<M>> {
    let is_enough = match entry.bound {
        ValueBound::Exact => true,
        ValueBound::AtLeast => window.beta <= entry.value,
        ValueBound::AtMost => entry.value <= window.alpha,
    };
    (entry.depth == depth && is_enough).then_some(BestMove { value: entry.value, mv: entry.best })
}
