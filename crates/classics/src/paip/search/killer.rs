//! Alpha-beta with a killer move: what answered the move before best is tried first.

use super::node_result::{BestMove, NodeResult, Window};
use super::tree_search::TreeSearch;
use crate::paip::evaluation::Evaluation;
use crate::paip::game_rules::{GameRules, TurnOptions};
use crate::paip::value::Value;
use crate::search_tree::Step;

pub(crate) fn root<G: GameRules, E: Evaluation<G>>(
    search: &mut TreeSearch<'_, G, E>,
    state: &G::State,
    depth: u32,
) -> NodeResult<G::Move> {
    let window = search.full_window();
    KillerAlphaBeta { root_depth: depth }.node(search, state, window, depth, None)
}

struct KillerAlphaBeta {
    root_depth: u32,
}

impl KillerAlphaBeta {
    fn node<G: GameRules, E: Evaluation<G>>(
        &self,
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
                let after = |search: &mut _| self.node(search, &next, -window, depth - 1, None);
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
            if depth == self.root_depth {
                search.lead(best);
            }
            let next = search.apply(state, mv)?;
            let killer = best_reply.killer;
            let after = |search: &mut _| self.node(search, &next, -window, depth - 1, killer);
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
}

/// Moves the killer to the front if it is one of the moves; the others keep their order.
fn put_first<M: Copy + Eq>(moves: &mut [M], killer: Option<M>) {
    if let Some(index) = moves.iter().position(|&mv| Some(mv) == killer) {
        moves[..=index].rotate_right(1);
    }
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
