//! Alpha-beta with killer moves: what answered the moves before best is tried first. The book's program keeps one
//! such reply; it says that more could be kept.

use arrayvec::ArrayVec;

use super::node_result::{BestMove, NodeResult, Window};
use super::tree_search::TreeSearch;
use crate::paip::evaluation::Evaluation;
use crate::paip::game_rules::{GameRules, TurnOptions};
use crate::paip::value::Value;
use crate::search_tree::Step;

pub(crate) fn node<G: GameRules, E: Evaluation<G>>(
    search: &mut TreeSearch<'_, G, E>,
    state: &G::State,
    mut window: Window,
    depth: u32,
    killers: &[G::Move],
) -> NodeResult<G::Move> {
    if depth == 0 {
        return Ok(search.leaf(state));
    }
    let mut moves = match search.game().options(state) {
        TurnOptions::Moves(moves) => moves,
        TurnOptions::Pass(next) => {
            let after = |search: &mut _| node(search, &next, -window, depth - 1, &[]);
            let value = search.visit(Step::Pass, Some(-window), after)?.for_other_side();
            search.set_best(Step::Pass);
            return Ok(BestMove::without_move(value));
        }
        TurnOptions::Over(margin) => return Ok(search.over(margin)),
    };
    for &killer in killers.iter().rev() {
        put_first(&mut moves, Some(killer));
    }
    let mut best = moves[0];
    let mut replies = Replies::new(search.killers, search.full_window().beta);
    let mut untried = moves.into_iter();
    while let Some(mv) = untried.next() {
        search.lead(depth, best);
        let next = search.apply(state, mv)?;
        let after = |search: &mut _| node(search, &next, -window, depth - 1, &replies.best);
        let answer = search.visit(Step::Move(mv), Some(-window), after)?;
        let value = -answer.value;
        if window.alpha < value {
            window.alpha = value;
            best = mv;
            search.set_best(Step::Move(mv));
        }
        replies.consider(answer.mv, value);
        if window.beta <= window.alpha {
            search.trace.cut_off(|| untried);
            break;
        }
    }
    Ok(BestMove { value: window.alpha, mv: Some(best) })
}

/// Moves the killer to the front and returns true if it is one of the moves; the others keep their order.
pub(crate) fn put_first<M: Copy + Eq>(moves: &mut [M], killer: Option<M>) -> bool {
    let place = moves.iter().position(|&mv| Some(mv) == killer);
    if let Some(index) = place {
        moves[..=index].rotate_right(1);
    }
    place.is_some()
}

/// The most replies that can be kept.
pub(crate) const MAX_KILLERS: usize = 8;

/// The best of the opponent's replies so far, the best first.
struct Replies<M> {
    best: ArrayVec<M, MAX_KILLERS>,
    /// What they left to the side to move.
    values: ArrayVec<Value, MAX_KILLERS>,
    capacity: usize,
    /// Only a reply that leaves less is one.
    limit: Value,
}

impl<M: Copy + Eq> Replies<M> {
    fn new(capacity: usize, limit: Value) -> Replies<M> {
        let (best, values) = (ArrayVec::new(), ArrayVec::new());
        Replies { best, values, capacity: capacity.clamp(1, MAX_KILLERS), limit }
    }

    fn consider(&mut self, reply: Option<M>, value: Value) {
        let Some(reply) = reply.filter(|_| value < self.limit) else { return };
        if let Some(known) = self.best.iter().position(|&known| known == reply) {
            if self.values[known] <= value {
                return;
            }
            self.remove(known);
        }
        let place = self.values.partition_point(|&known| known <= value);
        if self.best.len() == self.capacity {
            if place == self.capacity {
                return;
            }
            self.remove(self.capacity - 1);
        }
        self.best.insert(place, reply);
        self.values.insert(place, value);
    }

    fn remove(&mut self, index: usize) {
        self.best.remove(index);
        self.values.remove(index);
    }
}
