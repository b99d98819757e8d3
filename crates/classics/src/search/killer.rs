//! Alpha-beta with a killer move: what answered the move before best is tried first.

use crate::search::walk::{Best, NodeResult, Walk, Window};
use crate::{Evaluation, GameRules, Turn, Value};

pub(super) fn root<G: GameRules, E: Evaluation<G>>(
    walk: &mut Walk<'_, G, E>,
    state: &G::State,
    depth: u32,
) -> NodeResult<G::Move> {
    let window = walk.full_window();
    Killer { root_depth: depth }.node(walk, state, window, depth, None)
}

struct Killer {
    root_depth: u32,
}

impl Killer {
    fn node<G: GameRules, E: Evaluation<G>>(
        &self,
        walk: &mut Walk<'_, G, E>,
        state: &G::State,
        mut window: Window,
        depth: u32,
        killer: Option<G::Move>,
    ) -> NodeResult<G::Move> {
        if depth == 0 {
            return Ok(walk.leaf(state));
        }
        let mut moves = match walk.game().turn(state) {
            Turn::Moves(moves) => moves,
            Turn::Pass(next) => {
                return Ok(Best::without_move(
                    self.node(walk, &next, -window, depth - 1, None)?.for_other_side(),
                ));
            }
            Turn::Over(margin) => return Ok(walk.over(margin)),
        };
        put_first(&mut moves, killer);
        let mut best = moves[0];
        let mut replies = Replies { killer: None, value: walk.full_window().beta };
        for mv in moves {
            if depth == self.root_depth {
                walk.lead(best);
            }
            let next = walk.apply(state, mv)?;
            let answer = self.node(walk, &next, -window, depth - 1, replies.killer)?;
            let value = -answer.value;
            if window.alpha < value {
                window.alpha = value;
                best = mv;
            }
            replies.consider(answer.mv, value);
            if window.beta <= window.alpha {
                break;
            }
        }
        Ok(Best { value: window.alpha, mv: Some(best) })
    }
}

/// Moves the killer to the front if it is one of the moves; the others keep their order.
fn put_first<M: Copy + Eq>(moves: &mut [M], killer: Option<M>) {
    if let Some(place) = moves.iter().position(|&mv| Some(mv) == killer) {
        moves[..=place].rotate_right(1);
    }
}

/// The best of the opponent's replies so far.
struct Replies<M> {
    killer: Option<M>,
    /// What it left to the side to move.
    value: Value,
}

impl<M> Replies<M> {
    fn consider(&mut self, reply: Option<M>, value: Value) {
        if reply.is_some() && value < self.value {
            *self = Replies { killer: reply, value };
        }
    }
}
