//! Alpha-beta with the successors of every position sorted by their static values.
//!
//! Each position is evaluated once, for the side that moved into it, and at a leaf that value is
//! negated instead of asking again for the side to move. With an evaluation that is not antisymmetric
//! the values, and through them sometimes the moves, differ from plain alpha-beta's. So it is in the
//! book.

use std::cmp::Reverse;

use super::node_result::{BestMove, NodeResult, Stopped, Window};
use super::tree_search::TreeSearch;
use crate::paip::evaluation::{Evaluation, Side};
use crate::paip::game_rules::{GameRules, TurnOptions};
use crate::paip::value::Value;
use crate::search_tree::Step;

/// A position after a move, with its value for the side that made it.
struct Successor<G: GameRules> {
    mv: G::Move,
    state: G::State,
    value: Value,
}

/// `static_value` is for the side to move, and was found on the way here.
pub(crate) fn node<G: GameRules, E: Evaluation<G>>(
    search: &mut TreeSearch<'_, G, E>,
    state: &G::State,
    static_value: Value,
    mut window: Window,
    depth: u32,
) -> NodeResult<G::Move> {
    if depth == 0 {
        return Ok(BestMove::without_move(static_value));
    }
    let moves = match search.game().options(state) {
        TurnOptions::Moves(moves) => moves,
        TurnOptions::Pass(next) => {
            let after = |search: &mut _| node(search, &next, -static_value, -window, depth - 1);
            let value = search.visit(Step::Pass, Some(-window), after)?.for_other_side();
            search.set_best(Step::Pass);
            return Ok(BestMove::without_move(value));
        }
        TurnOptions::Over(margin) => return Ok(search.over(margin)),
    };
    search.lead(depth, moves[0]);
    let successors = sorted_successors(search, state, moves)?;
    let mut best = successors[0].mv;
    let mut untried = successors.into_iter();
    while let Some(Successor { mv, state: next, value: static_value }) = untried.next() {
        search.lead(depth, best);
        let after = |search: &mut _| node(search, &next, -static_value, -window, depth - 1);
        let value = search.visit(Step::Move(mv), Some(-window), after)?.for_other_side();
        if window.alpha < value {
            window.alpha = value;
            best = mv;
            search.set_best(Step::Move(mv));
        }
        if window.beta <= window.alpha {
            search.trace.cut_off(|| untried.map(|successor| successor.mv));
            break;
        }
    }
    Ok(BestMove { value: window.alpha, mv: Some(best) })
}

/// Makes and evaluates all successors, best first; equal ones keep the game's order.
fn sorted_successors<G: GameRules, E: Evaluation<G>>(
    search: &mut TreeSearch<'_, G, E>,
    state: &G::State,
    moves: G::Moves,
) -> Result<Vec<Successor<G>>, Stopped> {
    let mut successors = Vec::with_capacity(moves.len());
    for mv in moves {
        let state = search.apply(state, mv)?;
        let value = search.evaluate(&state, Side::Waiting);
        successors.push(Successor { mv, state, value });
    }
    successors.sort_by_key(|successor| Reverse(successor.value));
    Ok(successors)
}
