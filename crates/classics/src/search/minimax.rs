//! Plain minimax: all lines to a depth.

use crate::search::walk::{Best, NodeResult, Walk};
use crate::{Evaluation, GameRules, Ties, Turn};

pub(super) fn root<G: GameRules, E: Evaluation<G>>(
    walk: &mut Walk<'_, G, E>,
    state: &G::State,
    depth: u32,
) -> NodeResult<G::Move> {
    Minimax { root_depth: depth }.node(walk, state, depth)
}

struct Minimax {
    root_depth: u32,
}

impl Minimax {
    fn node<G: GameRules, E: Evaluation<G>>(
        &self,
        walk: &mut Walk<'_, G, E>,
        state: &G::State,
        depth: u32,
    ) -> NodeResult<G::Move> {
        if depth == 0 {
            return Ok(walk.leaf(state));
        }
        let moves = match walk.game().turn(state) {
            Turn::Moves(moves) => moves,
            Turn::Pass(next) => {
                return Ok(Best::without_move(self.node(walk, &next, depth - 1)?.for_other_side()));
            }
            Turn::Over(margin) => return Ok(walk.over(margin)),
        };
        let mut best: Option<Best<G::Move>> = None;
        for mv in moves {
            if depth == self.root_depth {
                walk.lead(best.and_then(|best| best.mv).unwrap_or(mv));
            }
            let next = walk.apply(state, mv)?;
            let value = self.node(walk, &next, depth - 1)?.for_other_side();
            let better = best.is_none_or(|best| match walk.ties() {
                Ties::First => best.value < value,
                Ties::Last => best.value <= value,
            });
            if better {
                best = Some(Best { value, mv: Some(mv) });
            }
        }
        Ok(best.expect("a turn with moves has at least one"))
    }
}
