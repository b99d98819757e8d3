//! Corners that the opponent gets, and corners that the side itself does not get.

use willow_board::{Bitboard, Move, Square};

use super::claim::{Claim, CornerClaim, CornerNeighbour};
use super::line::{Line, Lines};
use super::reason::{Reason, Seen, Term};

/// Returns the corners that the move gives to the opponent: those that the opponent can take at once
/// or takes in the line, but neither after the best move nor in its line.
pub(super) fn given(lines: &Lines) -> Vec<Reason> {
    Bitboard::CORNERS.squares().filter_map(|corner| given_corner(lines, corner)).collect()
}

fn given_corner(lines: &Lines, corner: Square) -> Option<Reason> {
    let opponent = !lines.mover;
    // A best move that gives another corner away, or takes this one, is no contrast.
    let is_contrast = !lines.best_gives_a_corner() && lines.best_move().square() != Some(corner);
    if !is_contrast || lines.best.could_take(opponent, corner) {
        return None;
    }
    let can_take = |line: &Line| {
        let position = line.after_first();
        position.side_to_move() == opponent && position.legal_moves().contains(corner)
    };
    let (mv, best, neighbour) = (lines.mv(), lines.best_move(), neighbour(lines, corner));
    let n_turned = |plies: usize| lines.played.positions[plies].board().flips(corner).count();
    let (plies, claim) = if can_take(&lines.played) && !can_take(&lines.best) {
        (1, CornerClaim::AtOnce { mv, best, corner, neighbour, n_turned: n_turned(1) })
    } else {
        let ply = lines.played.ply_of(opponent, corner, lines.n_plies)?;
        let (moves, other, n_turned) =
            (lines.played.prefix(ply), lines.best.all_moves(), n_turned(ply));
        (ply + 1, CornerClaim::Later { mv, moves, corner, neighbour, n_turned, other })
    };
    let term = match neighbour {
        Some(CornerNeighbour::X) => Term::XSquare,
        Some(CornerNeighbour::C) => Term::CSquare,
        None => Term::CornerGiven,
    };
    let squares = [Some(corner), mv.square()].into_iter().flatten().collect();
    let seen = Seen::in_played(lines, plies);
    Some(Reason::happens(term, opponent, squares, seen, Claim::Corner(claim)))
}

/// Returns whether the move is an X-square or a C-square of a corner that is empty. If the side plays there
/// in the best line, too, the square is not to blame.
fn neighbour(lines: &Lines, corner: Square) -> Option<CornerNeighbour> {
    let square = lines.mv().square().filter(|&mv| !lines.best.has_move(lines.mover, mv))?;
    let is_empty = lines.played.positions[0].disc_at(corner).is_none();
    let columns = square.column().abs_diff(corner.column());
    let rows = square.row().abs_diff(corner.row());
    match (columns, rows) {
        _ if !is_empty => None,
        (1, 1) => Some(CornerNeighbour::X),
        (0, 1) | (1, 0) => Some(CornerNeighbour::C),
        _ => None,
    }
}

/// Returns the corners that the side takes in the best line, but not in the line after its move.
pub(super) fn missed(lines: &Lines) -> Vec<Reason> {
    Bitboard::CORNERS.squares().filter_map(|corner| missed_corner(lines, corner)).collect()
}

/// Returns that the best move takes a corner, which the side does not lose by its move: it can take it later.
pub(super) fn left(lines: &Lines) -> Option<Reason> {
    let [mv, corner] = [lines.mv(), lines.best_move()].map(Move::square);
    let corner = corner.filter(|&corner| Bitboard::CORNERS.contains(corner))?;
    let is_left = !mv.is_some_and(|mv| Bitboard::CORNERS.contains(mv));
    (is_left && lines.played.could_take(lines.mover, corner)).then(|| {
        let claim = Claim::Corner(CornerClaim::Taken { best: corner.into() });
        Reason::fails(Term::CornerMissed, lines.mover, vec![corner], Seen::in_best(lines, 1), claim)
    })
}

fn missed_corner(lines: &Lines, corner: Square) -> Option<Reason> {
    let mover = lines.mover;
    let ply = lines.best.ply_of(mover, corner, lines.n_plies)?;
    if lines.mv().square() == Some(corner) || lines.played.could_take(mover, corner) {
        return None;
    }
    let other = lines.played.all_moves();
    let claim = if ply == 0 {
        CornerClaim::MissedAtOnce { best: lines.best_move(), other }
    } else {
        CornerClaim::MissedLater { moves: lines.best.prefix(ply), corner, other }
    };
    let (seen, claim) = (Seen::in_best(lines, ply + 1), Claim::Corner(claim));
    Some(Reason::fails(Term::CornerMissed, mover, vec![corner], seen, claim))
}
