//! One ply: the move after which the evaluation of the mover's position is highest.

use super::node_result::{BestMove, NodeResult};
use super::tree_search::TreeSearch;
use crate::paip::evaluation::{Evaluation, Side};
use crate::paip::game_rules::{GameRules, TurnOptions};
use crate::search_tree::Step;

/// Chooses the move whose position is worth most to the mover, by the evaluation alone: a finished
/// game has no special value here.
pub(crate) fn root<G: GameRules, E: Evaluation<G>>(
    search: &mut TreeSearch<'_, G, E>,
    state: &G::State,
) -> NodeResult<G::Move> {
    let moves = match search.game().options(state) {
        TurnOptions::Moves(moves) => moves,
        TurnOptions::Pass(_) | TurnOptions::Over(_) => return Ok(search.leaf(state)),
    };
    search.lead(1, moves[0]);
    let mut best: Option<BestMove<G::Move>> = None;
    for mv in moves {
        let next = search.apply(state, mv)?;
        // The tree has the value of the side to move, like every other tree.
        let leaf = |search: &mut TreeSearch<'_, G, E>| {
            Ok(BestMove::without_move(-search.evaluate(&next, Side::Waiting)))
        };
        let value = search.visit(Step::Move(mv), None, leaf)?.for_other_side();
        if best.is_none_or(|best| search.dialect().prefers(value, best.value)) {
            best = Some(BestMove { value, mv: Some(mv) });
            search.lead(1, mv);
            search.set_best(Step::Move(mv));
        }
    }
    Ok(best.expect("a turn with moves has at least one"))
}
