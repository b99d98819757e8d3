//! Corners that the opponent gets, and corners that the side itself does not get.

use willow_board::Square;

use super::line::{CORNERS, Lines};
use super::reason::{Reason, Term};

/// The weight of a corner that can be taken at once, in discs. Not measured.
const AT_ONCE: f64 = 10.0;
/// The weight of a corner that is taken later in the line, in discs. Not measured.
const LATER: f64 = 7.0;

/// Returns the corners that the move gives to the opponent: those that the opponent can take at once
/// or takes in the line, but neither after the best move nor in its line.
pub(super) fn given(lines: &Lines) -> Vec<Reason> {
    CORNERS.squares().filter_map(|corner| given_corner(lines, corner)).collect()
}

fn given_corner(lines: &Lines, corner: Square) -> Option<Reason> {
    let opponent = !lines.mover;
    let (mv, best) = (lines.mv(), lines.best_move());
    if lines.best.ply_of(opponent, corner, lines.n_plies).is_some() {
        return None;
    }
    let can_take = |line: &super::line::Line| {
        let position = line.after_first();
        position.side_to_move() == opponent && position.legal_moves().contains(corner)
    };
    let ply = lines.played.ply_of(opponent, corner, lines.n_plies);
    let is_at_once = can_take(&lines.played) && !can_take(&lines.best);
    let (weight, claim) = match ply {
        _ if is_at_once => (
            AT_ONCE,
            format!("{mv} lets {opponent} take the corner {corner} at once; {best} does not"),
        ),
        Some(ply) => (
            LATER,
            format!(
                "after {} {opponent} takes the corner {corner}; in {} {opponent} does not",
                lines.played.prefix(ply),
                lines.beginning(best)
            ),
        ),
        None => return None,
    };
    let (term, text) = match neighbour_kind(lines, corner) {
        Some(Term::XSquare) => (
            Term::XSquare,
            format!("{mv} is an X-square beside the empty corner {corner}: {claim}."),
        ),
        Some(term) => {
            (term, format!("{mv} is a C-square beside the empty corner {corner}: {claim}."))
        }
        None => (Term::CornerGiven, capitalized(&claim) + "."),
    };
    Some(Reason {
        term,
        side: opponent,
        before: 0,
        after: 1,
        squares: [Some(corner), mv.square()].into_iter().flatten().collect(),
        text,
        weight,
    })
}

/// Returns whether the move is an X-square or a C-square of a corner that is empty.
fn neighbour_kind(lines: &Lines, corner: Square) -> Option<Term> {
    let square = lines.mv().square()?;
    let is_empty = lines.played.positions[0].disc_at(corner).is_none();
    let columns = square.column().abs_diff(corner.column());
    let rows = square.row().abs_diff(corner.row());
    match (columns, rows) {
        _ if !is_empty => None,
        (1, 1) => Some(Term::XSquare),
        (0, 1) | (1, 0) => Some(Term::CSquare),
        _ => None,
    }
}

/// Returns the corners that the side takes in the best line, but not in the line after its move.
pub(super) fn missed(lines: &Lines) -> Vec<Reason> {
    CORNERS.squares().filter_map(|corner| missed_corner(lines, corner)).collect()
}

fn missed_corner(lines: &Lines, corner: Square) -> Option<Reason> {
    let (mover, mv, best) = (lines.mover, lines.mv(), lines.best_move());
    let ply = lines.best.ply_of(mover, corner, lines.n_plies)?;
    if lines.played.ply_of(mover, corner, lines.n_plies).is_some() {
        return None;
    }
    let not = format!("in {} {mover} does not", lines.beginning(mv));
    let (weight, text) = if ply == 0 {
        (AT_ONCE, format!("{best} takes a corner; {not} take it."))
    } else {
        let prefix = lines.best.prefix(ply);
        (LATER, format!("After {prefix} {mover} takes the corner {corner}; {not}."))
    };
    Some(Reason {
        term: Term::CornerMissed,
        side: mover,
        before: 1,
        after: 0,
        squares: vec![corner],
        text,
        weight,
    })
}

/// Returns a sentence with a capital letter, unless it begins with a square.
fn capitalized(claim: &str) -> String {
    match claim.strip_prefix("after ") {
        Some(rest) => format!("After {rest}"),
        None => claim.to_owned(),
    }
}
