//! Where a search's value comes from: the parts of the static value at the end of its line.

use willow_board::{Board, Move};

use super::value::Value;
use crate::EvaluationTerm;

/// Returns the parts of the static value at the end of a line from `root`, for the side that moves first.
/// They add up to the value of the line. There are none if the value has another source: the end of the
/// game, or a line of which only the beginning is known.
///
/// `value_of` and `explain` are those of the evaluation, for the player of a board.
pub(crate) fn leaf_features(
    root: &Board,
    line: &[Move],
    value: Value,
    value_of: impl Fn(&Board) -> Value,
    explain: impl Fn(&Board) -> Vec<EvaluationTerm>,
) -> Vec<EvaluationTerm> {
    let Some((leaf, is_movers)) = end_of_line(root, line) else { return Vec::new() };
    if leaf.is_game_over() {
        return Vec::new();
    }
    // Searches value a leaf for its side to move, or for the side that moved there.
    for (board, is_movers) in [(leaf, is_movers), (leaf.pass(), !is_movers)] {
        let found = value_of(&board);
        if value == if is_movers { found } else { -found } {
            let terms = explain(&board).into_iter();
            return terms.map(|term| if is_movers { term } else { term.reversed() }).collect();
        }
    }
    Vec::new()
}

/// Returns the board at the end of a line, and whether the side to move there is that of the root.
fn end_of_line(root: &Board, line: &[Move]) -> Option<(Board, bool)> {
    line.iter().try_fold((*root, true), |(board, is_movers), mv| {
        let next = match mv {
            Move::Place(square) => board.play(*square)?,
            Move::Pass => board.pass(),
        };
        Some((next, !is_movers))
    })
}
