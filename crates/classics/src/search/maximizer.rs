//! One ply: the move after which the evaluation likes the mover's position best.

use crate::search::walk::{Best, NodeResult, Walk};
use crate::{Evaluation, GameRules, Side, Ties, Turn};

/// Chooses the move whose position is worth most to the mover, by the evaluation alone: a finished
/// game has no special value here.
pub(super) fn root<G: GameRules, E: Evaluation<G>>(
    walk: &mut Walk<'_, G, E>,
    state: &G::State,
) -> NodeResult<G::Move> {
    let moves = match walk.game().turn(state) {
        Turn::Moves(moves) => moves,
        Turn::Pass(_) | Turn::Over(_) => return Ok(walk.leaf(state)),
    };
    walk.lead(moves[0]);
    let mut best: Option<Best<G::Move>> = None;
    for mv in moves {
        let next = walk.apply(state, mv)?;
        let value = walk.evaluate(&next, Side::Waiting);
        let better = best.is_none_or(|best| match walk.ties() {
            Ties::First => best.value < value,
            Ties::Last => best.value <= value,
        });
        if better {
            best = Some(Best { value, mv: Some(mv) });
            walk.lead(mv);
        }
    }
    Ok(best.expect("a turn with moves has at least one"))
}
