//! The end of the game in two phases: who wins, and then by how much.
//!
//! That IAGO did so is known, and that BILL has it from there; from how many empty squares on is not.

use willow_board::{Board, Color, Square};

use super::search::{Stopped, Walk};

/// How many more empty squares than the plies of a normal search are searched for the outcome. Ours.
pub(super) const OUTCOME_BEYOND: u32 = 5;

/// How many more are searched for the exact score. Ours.
pub(super) const EXACT_BEYOND: u32 = 3;

/// The part of the nodes or of the time of a move that the end may use; the rest is left for a normal search
/// if it was not enough. Ours.
pub(super) const SHARE_OF_END: f64 = 0.5;

/// A move with what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Solved {
    pub(super) square: Square,
    /// In discs, exact within the window and a bound outside.
    pub(super) discs: i32,
}

/// Searches a board with moves to the end of the game, within a window of discs.
pub(super) fn solve(
    walk: &mut Walk<'_>,
    board: &Board,
    color: Color,
    last: Option<Square>,
    (mut alpha, beta): (i32, i32),
) -> Result<Solved, Stopped> {
    let mut best: Option<Solved> = None;
    for square in walk.killers.ordered(board.legal_moves(), color, last) {
        let after = board.after(square, board.flips(square));
        let discs = -node(walk, &after, !color, Some(square), (-beta, -alpha))?;
        if best.is_none_or(|best| best.discs < discs) {
            best = Some(Solved { square, discs });
            alpha = alpha.max(discs);
            if beta <= alpha {
                break;
            }
        }
    }
    let best = best.expect("the board has moves");
    walk.killers.note(color, last, best.square);
    Ok(best)
}

fn node(
    walk: &mut Walk<'_>,
    board: &Board,
    color: Color,
    last: Option<Square>,
    window: (i32, i32),
) -> Result<i32, Stopped> {
    walk.enter()?;
    if !board.legal_moves().is_empty() {
        return solve(walk, board, color, last, window).map(|solved| solved.discs);
    }
    let passed = board.pass();
    if passed.legal_moves().is_empty() {
        return Ok(board.final_score().value());
    }
    node(walk, &passed, !color, None, (-window.1, -window.0)).map(|discs| -discs)
}

/// The window of a search for the outcome: only the sign of its result counts.
pub(super) const OUTCOME: (i32, i32) = (-1, 1);

/// Returns the window of an exact search when the outcome is known: a win is by at least one disc.
pub(super) const fn exact_window(outcome: i32) -> (i32, i32) {
    match outcome {
        1 => (0, 64),
        0 => (-1, 1),
        _ => (-64, 0),
    }
}
