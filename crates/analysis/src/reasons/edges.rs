//! Traps on the edges.

use willow_board::{Bitboard, Color, Position, Square};

use super::line::Lines;
use super::reason::{Reason, Term, listed};

/// The weight of an unbalanced edge that costs a corner, in discs: a little more than the corner
/// alone. Not measured.
const UNBALANCED: f64 = 7.5;

/// The weight of a wedge, in discs. Not measured.
const WEDGE: f64 = 4.0;

/// Returns that the side gets an unbalanced edge after its move and loses a corner of this edge, which
/// is not so after the best move.
///
/// An edge is unbalanced if a side has five of its discs in a row, and one C-square and both corners
/// are empty. The opponent can attack it from the X-square and then through the empty C-square.
pub(super) fn unbalanced_edge(lines: &Lines) -> Option<Reason> {
    edges().into_iter().find_map(|edge| on_edge(lines, edge))
}

fn on_edge(lines: &Lines, edge: [Square; 8]) -> Option<Reason> {
    let (mover, opponent, n_plies) = (lines.mover, !lines.mover, lines.n_plies);
    let is_in = |line: &super::line::Line| {
        line.positions[..=n_plies].iter().position(|at| is_unbalanced(at, mover, edge))
    };
    let start = is_in(&lines.played)?;
    if is_in(&lines.best).is_some() {
        return None;
    }
    let corners = [edge[0], edge[7]];
    let taken = corners.into_iter().find(|&corner| {
        let in_best = lines.best.ply_of(opponent, corner, n_plies);
        lines.played.ply_of(opponent, corner, n_plies).is_some_and(|ply| start <= ply)
            && in_best.is_none()
    })?;
    let discs: Vec<Square> = edge
        .into_iter()
        .filter(|&square| lines.played.positions[start].disc_at(square) == Some(mover))
        .collect();
    let prefix = lines.played.prefix(start.max(1));
    Some(Reason {
        term: Term::UnbalancedEdge,
        side: mover,
        before: 0,
        after: 1,
        text: format!(
            "After {prefix} {mover} has an unbalanced edge of five ({}), and {opponent} takes the \
             corner {taken} in the line; in the line after {} there is no such edge.",
            listed(discs.iter().copied()),
            lines.best_move(),
        ),
        squares: discs.into_iter().chain([taken]).collect(),
        weight: UNBALANCED,
    })
}

/// Returns that the opponent wedges in the line after the move: plays between two discs of the side on an
/// edge, and turns neither of them. Such a disc cannot be turned along the edge, and often opens the way to
/// both corners.
pub(super) fn wedge(lines: &Lines) -> Option<Reason> {
    let places = edges()
        .into_iter()
        .flat_map(|edge| [0, 1, 2, 3, 4, 5].map(|i| [0, 1, 2].map(|j| edge[i + j])));
    places.into_iter().find_map(|place| wedge_at(lines, place))
}

fn wedge_at(lines: &Lines, [one, square, other]: [Square; 3]) -> Option<Reason> {
    let (mover, opponent, n_plies) = (lines.mover, !lines.mover, lines.n_plies);
    let wedges = |line: &super::line::Line| {
        let ply = line.ply_of(opponent, square, n_plies)?;
        let after = line.positions[ply + 1].discs(mover);
        (after.contains(one) && after.contains(other)).then_some(ply)
    };
    let ply = wedges(&lines.played)?;
    if wedges(&lines.best).is_some() {
        return None;
    }
    Some(Reason {
        term: Term::Wedge,
        side: opponent,
        before: 0,
        after: 1,
        squares: vec![square, one, other],
        text: format!(
            "After {} {opponent} wedges at {square}, between {mover}'s discs on {one} and {other}; in {} \
             {opponent} does not.",
            lines.played.prefix(ply),
            lines.beginning(lines.best_move()),
        ),
        weight: WEDGE,
    })
}

/// Returns whether a side has five discs in a row on an edge, with the corners and the sixth square
/// empty.
fn is_unbalanced(position: &Position, side: Color, edge: [Square; 8]) -> bool {
    let own = position.discs(side);
    let empties: Bitboard = position.board().empties();
    let are_corners_empty = empties.contains(edge[0]) && empties.contains(edge[7]);
    let has_five = |five: &[Square], c_square: Square| {
        empties.contains(c_square) && five.iter().all(|&square| own.contains(square))
    };
    are_corners_empty && (has_five(&edge[2..7], edge[1]) || has_five(&edge[1..6], edge[6]))
}

/// Returns the squares of the four edges, from corner to corner.
fn edges() -> [[Square; 8]; 4] {
    let at = |column: usize, row: usize| {
        Square::from_coords(column as u32, row as u32).expect("both are less than 8")
    };
    [
        std::array::from_fn(|i| at(i, 0)),
        std::array::from_fn(|i| at(i, 7)),
        std::array::from_fn(|i| at(0, i)),
        std::array::from_fn(|i| at(7, i)),
    ]
}
