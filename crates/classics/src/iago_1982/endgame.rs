//! The end of the game in two phases: who wins, and then by how much.
//!
//! That IAGO did so is known, and that BILL has it from there; from how many empties on is not.

use willow_board::{Bitboard, Board, Color, Square};

use super::search::{INFINITY, TreeSearch};
use crate::node_counter::Stopped;
use crate::search_tree::{Step, ValueScale};
use crate::window::Window;

/// How many more empties than the plies of a normal search are searched for the outcome. Ours.
pub(crate) const OUTCOME_BEYOND: u32 = 5;

/// How many more are searched for the exact score. Ours.
pub(crate) const EXACT_BEYOND: u32 = 3;

/// The part of the nodes or of the time of a move that an endgame search may use. The rest is left for a
/// normal search if the endgame search does not finish. Ours.
pub(crate) const SHARE_OF_END: f64 = 0.5;

/// What the values of both searches mean: the one for the outcome counts discs too.
const SCALE: ValueScale = ValueScale::discs(INFINITY);

/// A move with its final score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SolvedMove {
    pub(crate) square: Square,
    /// In discs, exact within the window and a bound outside.
    pub(crate) discs: i32,
}

/// A position with moves, and those of them that are searched.
#[derive(Clone, Copy)]
pub(crate) struct EndgamePosition {
    pub(crate) board: Board,
    pub(crate) color: Color,
    pub(crate) last: Option<Square>,
    pub(crate) moves: Bitboard,
}

/// Searches a position to the end of the game, within a window of discs.
pub(crate) fn solve(
    search: &mut TreeSearch<'_>,
    root: EndgamePosition,
    window: Window,
) -> Result<SolvedMove, Stopped> {
    search.trace.begin(SCALE, Some(window));
    let solved = best_move(search, root, window)?;
    search.trace.end(solved.discs, Some(solved.square), None);
    Ok(solved)
}

fn best_move(
    search: &mut TreeSearch<'_>,
    EndgamePosition { board, color, last, moves }: EndgamePosition,
    mut window: Window,
) -> Result<SolvedMove, Stopped> {
    let mut best: Option<SolvedMove> = None;
    let mut untried = search.killers.ordered(moves, color, last).into_iter();
    while let Some(square) = untried.next() {
        let after = board.after(square, board.flips(square));
        let discs = -node(search, &after, !color, Some(square), -window)?;
        if best.is_none_or(|best| best.discs < discs) {
            best = Some(SolvedMove { square, discs });
            search.trace.set_best(square);
            window.alpha = window.alpha.max(discs);
            if window.beta <= window.alpha {
                search.trace.cut_off(|| untried);
                break;
            }
        }
    }
    let best = best.expect("the board has moves");
    search.killers.note(color, last, best.square);
    Ok(best)
}

fn node(
    search: &mut TreeSearch<'_>,
    board: &Board,
    color: Color,
    last: Option<Square>,
    window: Window,
) -> Result<i32, Stopped> {
    search.counter.enter()?;
    search.trace.enter(Step::below(last), Some(window));
    let (passed, moves) = (board.pass(), board.legal_moves());
    let discs = if !moves.is_empty() {
        best_move(search, EndgamePosition { board: *board, color, last, moves }, window)?.discs
    } else if passed.legal_moves().is_empty() {
        board.final_score().value()
    } else {
        -node(search, &passed, !color, None, -window)?
    };
    search.trace.leave(discs);
    Ok(discs)
}

/// The window of a search for the outcome: only the sign of its result counts.
pub(crate) const OUTCOME: Window = Window { alpha: -1, beta: 1 };

/// Returns the window of an exact search when the outcome is known: a win is by at least one disc.
pub(crate) const fn exact_window(outcome: i32) -> Window {
    match outcome {
        1 => Window { alpha: 0, beta: 64 },
        0 => OUTCOME,
        _ => Window { alpha: -64, beta: 0 },
    }
}
