//! Alpha-beta: minimax without the lines that cannot change the result.

use super::tree_search::{BestMove, NodeResult, TreeSearch, Window};
use crate::paip::evaluation::Evaluation;
use crate::paip::game_rules::{GameRules, TurnOptions};

pub(crate) fn root<G: GameRules, E: Evaluation<G>>(
    search: &mut TreeSearch<'_, G, E>,
    state: &G::State,
    depth: u32,
) -> NodeResult<G::Move> {
    let window = search.full_window();
    AlphaBeta { root_depth: depth }.node(search, state, window, depth)
}

struct AlphaBeta {
    root_depth: u32,
}

impl AlphaBeta {
    /// Returns a value within the window, its bounds included.
    fn node<G: GameRules, E: Evaluation<G>>(
        &self,
        search: &mut TreeSearch<'_, G, E>,
        state: &G::State,
        mut window: Window,
        depth: u32,
    ) -> NodeResult<G::Move> {
        if depth == 0 {
            return Ok(search.leaf(state));
        }
        let moves = match search.game().options(state) {
            TurnOptions::Moves(moves) => moves,
            TurnOptions::Pass(next) => {
                return Ok(BestMove::without_move(
                    self.node(search, &next, -window, depth - 1)?.for_other_side(),
                ));
            }
            TurnOptions::Over(margin) => return Ok(search.over(margin)),
        };
        let mut best = moves[0];
        for mv in moves {
            if depth == self.root_depth {
                search.lead(best);
            }
            let next = search.apply(state, mv)?;
            let value = self.node(search, &next, -window, depth - 1)?.for_other_side();
            if window.alpha < value {
                window.alpha = value;
                best = mv;
            }
            if window.beta <= window.alpha {
                break;
            }
        }
        Ok(BestMove { value: window.alpha, mv: Some(best) })
    }
}
