//! Who runs out of moves: passes, and moves that give no corner away.

use willow_board::{Bitboard, Board};

use super::line::{CORNERS, Lines};
use super::reason::{Reason, Term, listed};

/// The weight of a pass, in discs. Not measured.
const PASS: f64 = 5.0;
/// The weight of having no safe move, in discs. Not measured.
const NO_SAFE_MOVE: f64 = 6.0;

/// Returns that the side must pass after its move, but not after the best one, or that the opponent
/// must pass after the best move only.
pub(super) fn passes(lines: &Lines) -> Option<Reason> {
    let (mover, opponent) = (lines.mover, !lines.mover);
    let (mv, best, n_plies) = (lines.mv(), lines.best_move(), lines.n_plies);
    let own = lines.played.pass_of(mover, n_plies);
    let own_in_best = lines.best.pass_of(mover, n_plies);
    let other = lines.best.pass_of(opponent, n_plies);
    let other_in_played = lines.played.pass_of(opponent, n_plies);
    let reason = |side, [before, after]: [u32; 2], text| {
        Some(Reason {
            term: Term::Pass,
            side,
            before,
            after,
            squares: Vec::new(),
            text,
            weight: PASS,
        })
    };
    match (own, own_in_best, other, other_in_played) {
        (Some(ply), None, ..) => {
            let (prefix, line) = (lines.played.prefix(ply), lines.beginning(best));
            let text = format!("After {prefix} {mover} must pass; in {line} {mover} does not.");
            reason(mover, [0, 1], text)
        }
        (_, _, Some(ply), None) => {
            let (prefix, line) = (lines.best.prefix(ply), lines.beginning(mv));
            let text =
                format!("After {prefix} {opponent} must pass; in {line} {opponent} does not.");
            reason(opponent, [1, 0], text)
        }
        _ => None,
    }
}

/// So many safe moves in the best line are worth mentioning.
const LEAST_SAFE_MOVES: u32 = 2;

/// Returns that every legal move of the side lets the opponent take a corner where the line after its
/// move is at rest, but not where the best line is.
pub(super) fn safe_moves(lines: &Lines) -> Option<Reason> {
    let (played, best) = lines.at_rest()?;
    let mover = lines.mover;
    if played.side_to_move() != mover {
        return None;
    }
    let (unsafe_only, safe) = (played.legal_moves(), safe(best.board()).count());
    if !self::safe(played.board()).is_empty() || safe < LEAST_SAFE_MOVES {
        return None;
    }
    let rest = lines.rest?;
    let moves = listed(unsafe_only.squares());
    let each = match unsafe_only.count() {
        1 => format!("the only legal move of {mover}, {moves},"),
        _ => format!("each legal move of {mover} ({moves})"),
    };
    Some(Reason {
        term: Term::SafeMoves,
        side: mover,
        before: safe,
        after: 0,
        squares: unsafe_only.squares().collect(),
        text: format!(
            "After {} {each} lets {} take a corner; after {} {mover} has {safe} moves that do not.",
            lines.played.prefix(rest),
            !mover,
            lines.best.prefix(rest),
        ),
        weight: NO_SAFE_MOVE,
    })
}

/// Returns the legal moves after which the opponent has no corner to take.
fn safe(board: &Board) -> Bitboard {
    let is_safe = |&square: &willow_board::Square| {
        let after = board.after(square, board.flips(square));
        (after.legal_moves() & CORNERS).is_empty()
    };
    board.legal_moves().squares().filter(is_safe).collect()
}
