//! Alpha-beta: minimax without the lines that cannot change the result.

use super::node_result::{BestMove, NodeResult, Window};
use super::tree_search::TreeSearch;
use crate::paip::dialect::Dialect;
use crate::paip::evaluation::Evaluation;
use crate::paip::game_rules::{GameRules, TurnOptions};
use crate::search_tree::Step;

/// Returns a value within the window, its bounds included; in Clojure one of beta or more may
/// exceed it.
pub(crate) fn node<G: GameRules, E: Evaluation<G>>(
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
            let after = |search: &mut _| node(search, &next, -window, depth - 1);
            let value = search.visit(Step::Pass, Some(-window), after)?.for_other_side();
            search.set_best(Step::Pass);
            return Ok(BestMove::without_move(value));
        }
        TurnOptions::Over(margin) => return Ok(search.over(margin)),
    };
    let mut best = moves[0];
    let whole_window = window;
    let mut untried = moves.into_iter();
    while let Some(mv) = untried.next() {
        search.lead(depth, best);
        let next = search.apply(state, mv)?;
        // The Clojure version hands every child the window that it was given itself, so that
        // hardly anything is cut off.
        let child_window = match search.dialect() {
            Dialect::Lisp => -window,
            Dialect::Clojure => -whole_window,
        };
        let after = |search: &mut _| node(search, &next, child_window, depth - 1);
        let value = search.visit(Step::Move(mv), Some(child_window), after)?.for_other_side();
        if window.alpha < value {
            window.alpha = value;
            best = mv;
            search.set_best(Step::Move(mv));
        }
        if window.beta <= window.alpha {
            search.trace.cut_off(|| untried);
            break;
        }
    }
    Ok(BestMove { value: window.alpha, mv: Some(best) })
}
