//! One position of the general search, its steps in this order: leaf, table, end of the game,
//! non-speculative pruning, choice and order of moves, zero windows, table again.

use std::cmp::Reverse;

use super::table::{Basis, Bound, Entry, Table};
use super::{Bounds, Tally, Techniques};
use crate::search::Problem;
use crate::search::walk::{Best, NodeResult, Stopped, Window};
use crate::{Evaluation, GameRules, Side, Turn, Value};

/// The search is asked whether to stop once in so many boards.
const BOARDS_BETWEEN_STOPS: u64 = 1024;

/// The smallest step between two values: a window so wide has no value in it.
const STEP: i32 = 1;

/// A search on its way.
pub(super) struct Walk<'a, G: GameRules, E> {
    pub(super) problem: &'a Problem<'a, G, E>,
    pub(super) techniques: Techniques,
    pub(super) bounds: Bounds,
    pub(super) table: &'a mut Table<G>,
    pub(super) tally: Tally,
    /// What values rest on, since this was last emptied.
    pub(super) basis: Basis,
}

impl<G: GameRules, E: Evaluation<G>> Walk<'_, G, E> {
    /// Returns the value of a position for its side to move: exact within the window, and outside of
    /// it a bound on the same side.
    pub(super) fn node(
        &mut self,
        state: &G::State,
        window: Window,
        depth: u32,
        killer: Option<G::Move>,
    ) -> NodeResult<G::Move> {
        if depth == 0 {
            self.basis.horizon = true;
            return Ok(Best::without_move(self.evaluate(state, Side::ToMove)));
        }
        let mut first = killer;
        if let Some(entry) = self.table.get(state) {
            first = entry.best.or(killer);
            if let Some(known) = known(entry, window, depth) {
                self.tally.table_hits += 1;
                self.basis.add(entry.basis);
                return Ok(known);
            }
        }
        // What this position rests on is kept with it, so it is found out apart from the others.
        let others = std::mem::take(&mut self.basis);
        let best = self.inner(state, window, depth, first)?;
        let bound = match best.value {
            value if value <= window.alpha => Bound::AtMost,
            value if window.beta <= value => Bound::AtLeast,
            _ => Bound::Exact,
        };
        self.table.put(Entry {
            state: state.clone(),
            depth,
            value: best.value,
            bound,
            best: best.mv,
            basis: self.basis,
        });
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
        let moves = match self.problem.game.turn(state) {
            Turn::Moves(moves) => moves,
            Turn::Pass(next) => {
                let value = self.node(&next, -window, depth - 1, None)?.for_other_side();
                return Ok(Best::without_move(value));
            }
            Turn::Over(margin) => {
                return Ok(Best::without_move(self.problem.final_values.of(margin)));
            }
        };
        if let Some(bound) = self.hopeless(state, window, depth) {
            self.tally.pruned += 1;
            self.basis.horizon = true;
            return Ok(Best::without_move(bound));
        }
        let mut moves: Vec<G::Move> = moves.into_iter().collect();
        self.keep_plausible(state, &mut moves, depth)?;
        put_first(&mut moves, first);
        self.try_moves(state, &moves, window, depth)
    }

    fn try_moves(
        &mut self,
        state: &G::State,
        moves: &[G::Move],
        window: Window,
        depth: u32,
    ) -> NodeResult<G::Move> {
        let mut best: Option<Best<G::Move>> = None;
        let mut reply = None;
        for &mv in moves {
            let next = self.apply(state, mv)?;
            let answer = self.successor(&next, best, window, depth, reply)?;
            let value = answer.for_other_side();
            reply = answer.mv.or(reply);
            if best.is_none_or(|best| best.value < value) {
                best = Some(Best { value, mv: Some(mv) });
            }
            if window.beta <= value {
                break;
            }
        }
        Ok(best.expect("a turn with moves has at least one"))
    }

    /// Searches the position after a move: the first with the whole window, the others only for
    /// whether they are better, if that is the technique.
    pub(super) fn successor(
        &mut self,
        next: &G::State,
        best: Option<Best<G::Move>>,
        window: Window,
        depth: u32,
        reply: Option<G::Move>,
    ) -> NodeResult<G::Move> {
        let alpha = best.map_or(window.alpha, |best| window.alpha.max(best.value));
        let rest = Window { alpha, beta: window.beta };
        if best.is_none() || !self.techniques.zero_window {
            return self.node(next, -rest, depth - 1, reply);
        }
        let zero = Window { alpha, beta: step_above(alpha) };
        let answer = self.node(next, -zero, depth - 1, reply)?;
        let value = -answer.value;
        if value <= alpha || window.beta <= value {
            return Ok(answer);
        }
        self.tally.searched_again += 1;
        self.node(next, -rest, depth - 1, answer.mv)
    }

    /// Returns a bound on the value if it cannot come into the window any more.
    fn hopeless(&mut self, state: &G::State, window: Window, depth: u32) -> Option<Value> {
        if !self.techniques.non_speculative
            || self.problem.game.most_moves_left(state).is_none_or(|left| left <= depth)
        {
            return None;
        }
        let change = self.problem.evaluation.greatest_change()?.units();
        let standing = self.evaluate(state, Side::ToMove).units();
        // The side to move makes the larger half of the moves; the other side's only harm it.
        let highest = Value::from_units(standing + change * depth.div_ceil(2) as i32);
        let lowest = Value::from_units(standing - change * (depth / 2) as i32);
        if highest <= window.alpha {
            Some(highest)
        } else {
            (window.beta <= lowest).then_some(lowest)
        }
    }

    /// Leaves the moves out that do not look plausible: the plausible move generator.
    pub(super) fn keep_plausible(
        &mut self,
        state: &G::State,
        moves: &mut Vec<G::Move>,
        depth: u32,
    ) -> Result<(), Stopped> {
        // One ply before the leaves, looking at a move costs what it would save.
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
        self.tally.pruned += (valued.len() - most) as u64;
        self.basis.left_out = true;
        *moves = valued.into_iter().take(most).map(|(mv, _)| mv).collect();
        Ok(())
    }

    /// Makes a board by a move.
    pub(super) fn apply(&mut self, state: &G::State, mv: G::Move) -> Result<G::State, Stopped> {
        if self.bounds.boards <= self.tally.boards {
            return Err(Stopped);
        }
        self.tally.boards += 1;
        if self.tally.boards.is_multiple_of(BOARDS_BETWEEN_STOPS) && (self.problem.stop)() {
            return Err(Stopped);
        }
        Ok(self.problem.game.apply(state, mv))
    }

    fn evaluate(&mut self, state: &G::State, side: Side) -> Value {
        self.tally.evaluations += 1;
        self.problem.evaluation.evaluate(state, side)
    }
}

/// Returns what the table tells about a search of this depth, if that is enough. Values of other
/// depths tell nothing: the value of a depth must not depend on what was searched before.
fn known<S, M: Copy>(entry: &Entry<S, M>, window: Window, depth: u32) -> Option<Best<M>> {
    let is_enough = match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => window.beta <= entry.value,
        Bound::AtMost => entry.value <= window.alpha,
    };
    (entry.depth == depth && is_enough).then_some(Best { value: entry.value, mv: entry.best })
}

/// Moves a move to the front if it is there; the others keep their order.
fn put_first<M: Copy + Eq>(moves: &mut [M], first: Option<M>) {
    if let Some(place) = moves.iter().position(|&mv| Some(mv) == first) {
        moves[..=place].rotate_right(1);
    }
}

pub(super) fn step_above(value: Value) -> Value {
    Value::from_units(value.units() + STEP)
}
