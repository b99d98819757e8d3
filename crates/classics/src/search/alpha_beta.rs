//! Alpha-beta: minimax without the lines that cannot matter.

use crate::search::walk::{Best, NodeResult, Walk, Window};
use crate::{Evaluation, GameRules, Turn};

pub(super) fn root<G: GameRules, E: Evaluation<G>>(
    walk: &mut Walk<'_, G, E>,
    state: &G::State,
    depth: u32,
) -> NodeResult<G::Move> {
    let window = walk.full_window();
    AlphaBeta { root_depth: depth }.node(walk, state, window, depth)
}

struct AlphaBeta {
    root_depth: u32,
}

impl AlphaBeta {
    /// Returns a value within the window, its bounds included.
    fn node<G: GameRules, E: Evaluation<G>>(
        &self,
        walk: &mut Walk<'_, G, E>,
        state: &G::State,
        mut window: Window,
        depth: u32,
    ) -> NodeResult<G::Move> {
        if depth == 0 {
            return Ok(walk.leaf(state));
        }
        let moves = match walk.game().turn(state) {
            Turn::Moves(moves) => moves,
            Turn::Pass(next) => {
                return Ok(Best::without_move(
                    self.node(walk, &next, -window, depth - 1)?.for_other_side(),
                ));
            }
            Turn::Over(margin) => return Ok(walk.over(margin)),
        };
        let mut best = moves[0];
        for mv in moves {
            if depth == self.root_depth {
                walk.lead(best);
            }
            let next = walk.apply(state, mv)?;
            let value = self.node(walk, &next, -window, depth - 1)?.for_other_side();
            if window.alpha < value {
                window.alpha = value;
                best = mv;
            }
            if window.beta <= window.alpha {
                break;
            }
        }
        Ok(Best { value: window.alpha, mv: Some(best) })
    }
}
