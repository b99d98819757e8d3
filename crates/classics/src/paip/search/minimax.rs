//! Plain minimax: all lines to a depth.

use super::node_result::{BestMove, NodeResult};
use super::tree_search::TreeSearch;
use crate::paip::evaluation::Evaluation;
use crate::paip::game_rules::{GameRules, TurnOptions};
use crate::search_tree::Step;

pub(crate) fn node<G: GameRules, E: Evaluation<G>>(
    search: &mut TreeSearch<'_, G, E>,
    state: &G::State,
    depth: u32,
) -> NodeResult<G::Move> {
    if depth == 0 {
        return Ok(search.leaf(state));
    }
    let moves = match search.game().options(state) {
        TurnOptions::Moves(moves) => moves,
        TurnOptions::Pass(next) => {
            let after = |search: &mut _| node(search, &next, depth - 1);
            let value = search.visit(Step::Pass, None, after)?.for_other_side();
            search.set_best(Step::Pass);
            return Ok(BestMove::without_move(value));
        }
        TurnOptions::Over(margin) => return Ok(search.over(margin)),
    };
    let mut best: Option<BestMove<G::Move>> = None;
    for mv in moves {
        search.lead(depth, best.and_then(|best| best.mv).unwrap_or(mv));
        let next = search.apply(state, mv)?;
        let after = |search: &mut _| node(search, &next, depth - 1);
        let value = search.visit(Step::Move(mv), None, after)?.for_other_side();
        if best.is_none_or(|best| search.dialect().prefers(value, best.value)) {
            search.set_best(Step::Move(mv));
            best = Some(BestMove { value, mv: Some(mv) });
        }
    }
    Ok(best.expect("a turn with moves has at least one"))
}
