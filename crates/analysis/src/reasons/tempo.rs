//! Who runs out of moves: passes, and moves that give no corner away.

use willow_board::{Bitboard, Board, Color, Position, Square};

use super::claim::{Claim, SquareList, TempoClaim};
use super::line::{Line, Lines, board_of};
use super::reason::{Reason, Seen, Term};

/// Returns that the side must pass after its move, but not after the best one, or that the opponent
/// must pass after the best move only.
pub(super) fn passes(lines: &Lines) -> Option<Reason> {
    let (mover, opponent, n_plies) = (lines.mover, !lines.mover, lines.n_plies);
    let only_in = |line: &Line, other: &Line, side| {
        let ply = line.pass_of(side, n_plies)?;
        let never = other.pass_of(side, other.moves.len()).is_none();
        let (moves, other) = (line.prefix(ply), other.all_moves());
        never.then_some((ply, Claim::Tempo(TempoClaim::Pass { moves, other })))
    };
    if let Some((ply, claim)) = only_in(&lines.played, &lines.best, mover) {
        let seen = Seen::in_played(lines, ply);
        return Some(Reason::happens(Term::Pass, mover, Vec::new(), seen, claim));
    }
    let (ply, claim) = only_in(&lines.best, &lines.played, opponent)?;
    let seen = Seen::in_best(lines, ply);
    Some(Reason::fails(Term::Pass, opponent, Vec::new(), seen, claim))
}

/// Minimum safe moves in the best line that are worth mentioning.
const MIN_SAFE_MOVES: u32 = 2;

/// Returns that every legal move of the side lets the opponent take a corner where the line after its
/// move is at rest, but not where the best line is.
pub(super) fn safe_moves(lines: &Lines) -> Option<Reason> {
    let (played, best) = lines.at_rest()?;
    let (mover, rest) = (lines.mover, lines.rest?);
    if played.side_to_move() != mover {
        return None;
    }
    let n_safe = safe(best.board()).count();
    // A corner that can be taken already is not lost for want of moves.
    let is_open = !(board_of(played, !mover).legal_moves() & Bitboard::CORNERS).is_empty();
    if is_open || !is_at_a_loss(played) || n_safe < MIN_SAFE_MOVES {
        return None;
    }
    let legal: Vec<Square> = played.legal_moves().squares().collect();
    Some(Reason {
        term: Term::SafeMoves,
        side: mover,
        before: n_safe as i32,
        after: 0,
        squares: legal.clone(),
        seen: Seen::in_played(lines, rest),
        amount: 1,
        claim: Claim::Tempo(TempoClaim::NoSafeMove {
            moves: lines.played.prefix(rest),
            legal: SquareList(legal),
            best_moves: lines.best.prefix(rest),
            n_safe,
        }),
    })
}

/// Returns that the side is the first without a safe move in the line after its move, and the opponent
/// in the best line: who has moves to wait with forces the other to open a corner.
pub(super) fn tempo(lines: &Lines) -> Option<Reason> {
    let (mover, n_plies) = (lines.mover, lines.n_plies);
    let (ply, first) = first_without_safe_move(&lines.played, n_plies)?;
    let (best_ply, first_in_best) = first_without_safe_move(&lines.best, n_plies)?;
    if first != mover || first_in_best == mover {
        return None;
    }
    let squares = lines.played.positions[ply].legal_moves().squares().collect();
    let (moves, best_moves) = (lines.played.prefix(ply), lines.best.prefix(best_ply));
    let claim = Claim::Tempo(TempoClaim::OutOfSafeMoves { moves, best_moves });
    let seen = Seen::in_played(lines, ply);
    Some(Reason::happens(Term::Tempo, mover, squares, seen, claim))
}

/// Returns after how many plies of a line a side to move has no safe move for the first time, and which
/// side. A pass before that ends the comparison, and so does a corner that this side can take.
fn first_without_safe_move(line: &Line, n_plies: usize) -> Option<(usize, Color)> {
    let is_out = |ply: &usize| safe(line.positions[*ply].board()).is_empty();
    let ply = (0..=n_plies).find(is_out)?;
    let position = &line.positions[ply];
    (0 < ply && is_at_a_loss(position)).then(|| (ply, position.side_to_move()))
}

/// Returns whether the side to move has moves, but none that is safe and none that takes a corner itself.
fn is_at_a_loss(position: &Position) -> bool {
    let moves = position.legal_moves();
    !moves.is_empty() && (moves & Bitboard::CORNERS).is_empty() && safe(position.board()).is_empty()
}

/// Returns the legal moves after which the opponent has no corner to take.
pub(super) fn safe(board: &Board) -> Bitboard {
    let is_safe = |&square: &Square| {
        let after = board.after(square, board.flips(square));
        (after.legal_moves() & Bitboard::CORNERS).is_empty()
    };
    board.legal_moves().squares().filter(is_safe).collect()
}
