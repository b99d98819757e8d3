//! Alpha-beta with a killer move: what answered the move before best is tried first.

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
    killer: Option<G::Move>,
) -> NodeResult<G::Move> {
    if depth == 0 {
        return Ok(search.leaf(state));
    }
    let mut moves = match search.game().options(state) {
        TurnOptions::Moves(moves) => moves,
        TurnOptions::Pass(next) => {
            let after = |search: &mut _| node(search, &next, -window, depth - 1, None);
            let value = search.visit(Step::Pass, Some(-window), after)?.for_other_side();
            search.set_best(Step::Pass);
            return Ok(BestMove::without_move(value));
        }
        TurnOptions::Over(margin) => return Ok(search.over(margin)),
    };
    put_first(&mut moves, killer);
    let mut best = moves[0];
    let mut best_reply = BestReply { killer: None, value: search.full_window().beta };
    let mut untried = moves.into_iter();
    while let Some(mv) = untried.next() {
        search.lead(depth, best);
        let next = search.apply(state, mv)?;
        let killer = best_reply.killer;
        let after = |search: &mut _| node(search, &next, -window, depth - 1, killer);
        let answer = search.visit(Step::Move(mv), Some(-window), after)?;
        let value = -answer.value;
        if window.alpha < value {
            window.alpha = value;
            best = mv;
            search.set_best(Step::Move(mv));
        }
        best_reply.consider(answer.mv, value);
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

/// The best of the opponent's replies so far.
struct BestReply<M> {
    killer: Option<M>,
    /// What it left to the side to move.
    value: Value,
}

impl<M> BestReply<M> {
    fn consider(&mut self, reply: Option<M>, value: Value) {
        if reply.is_some() && value < self.value {
            *self = BestReply { killer: reply, value };
        }
    }
}
