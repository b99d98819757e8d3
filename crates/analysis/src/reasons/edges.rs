//! Traps on the edges, and what an edge is worth.

use willow_board::{Color, Position, Square};
use willow_classics::iago;

use super::claim::{Claim, SquareList, Weakness};
use super::line::{Line, Lines};
use super::reason::{Reason, Term};

/// The squares of an edge from one corner to the other. Each edge is looked at from both ends.
type Edge = [Square; 8];

/// A formation on an edge of which the opponent can often take a corner.
struct WeakEdge {
    discs: Vec<Square>,
    /// The corners that it may cost.
    corners: Vec<Square>,
}

/// Returns the weak edges that the side gets after its move and that cost it a corner of this edge: at
/// most one of each kind.
pub(super) fn weak_edges(lines: &Lines) -> Vec<Reason> {
    let kinds = [Weakness::UnbalancedEdge, Weakness::LoneCSquare];
    let first = |kind| edges().into_iter().find_map(|edge| weak_edge(lines, kind, edge));
    kinds.into_iter().filter_map(first).collect()
}

fn weak_edge(lines: &Lines, weakness: Weakness, edge: Edge) -> Option<Reason> {
    let (mover, opponent, n_plies) = (lines.mover, !lines.mover, lines.n_plies);
    let find = |line: &Line, edge: Edge| {
        let positions = line.positions[..=n_plies].iter().enumerate();
        positions.into_iter().find_map(|(n, at)| Some((n, formation(weakness, at, mover, edge)?)))
    };
    let (start, found) = find(&lines.played, edge)?;
    let mut other_end = edge;
    other_end.reverse();
    if [edge, other_end].into_iter().any(|edge| find(&lines.best, edge).is_some()) {
        return None;
    }
    let corner = found.corners.into_iter().find(|&corner| {
        let in_best = lines.best.ply_of(opponent, corner, n_plies);
        let ply = lines.played.ply_of(opponent, corner, n_plies);
        ply.is_some_and(|ply| start <= ply) && in_best.is_none()
    })?;
    Some(Reason {
        term: match weakness {
            Weakness::UnbalancedEdge => Term::UnbalancedEdge,
            Weakness::LoneCSquare => Term::LoneCSquare,
        },
        side: mover,
        before: 0,
        after: 1,
        squares: found.discs.iter().copied().chain([corner]).collect(),
        amount: 1,
        claim: Claim::WeakEdge {
            weakness,
            moves: lines.played.prefix(start),
            discs: SquareList(found.discs),
            corner,
            other: lines.beginning(lines.best_move()),
        },
    })
}

/// Returns a side's weak formation on an edge, seen from its first corner.
///
/// An edge is unbalanced if a side has five of its discs in a row, and one C-square and both corners
/// are empty. The opponent can attack it from the X-square and then through the empty C-square.
fn formation(weakness: Weakness, at: &Position, side: Color, edge: Edge) -> Option<WeakEdge> {
    let (own, empties) = (at.discs(side), at.board().empties());
    match weakness {
        Weakness::UnbalancedEdge => {
            let are_empty = [edge[0], edge[1], edge[7]].iter().all(|&of| empties.contains(of));
            let five = edge[2..7].to_vec();
            let is_weak = are_empty && five.iter().all(|&square| own.contains(square));
            is_weak.then(|| WeakEdge { discs: five, corners: vec![edge[0], edge[7]] })
        }
        Weakness::LoneCSquare => {
            let is_alone = empties.contains(edge[0]) && empties.contains(edge[2]);
            let is_weak = is_alone && own.contains(edge[1]);
            is_weak.then(|| WeakEdge { discs: vec![edge[1]], corners: vec![edge[0]] })
        }
    }
}

/// So many discs of the side on an edge are worth a trap.
const LEAST_TRAPPED: usize = 3;

/// A Stoner trap in a line.
struct StonerTrap {
    /// The ply at which it begins.
    ply: usize,
    x_square: Square,
    c_square: Square,
    corner: Square,
}

/// Returns that the opponent springs a Stoner trap in the line after the move, and none in the best
/// line: plays the X-square beside an edge of the side, then the C-square of the same edge, where it cannot
/// be taken, and then a corner of this edge.
pub(super) fn stoner_trap(lines: &Lines) -> Option<Reason> {
    let first = |line: &Line| edges().into_iter().find_map(|edge| stoner_in(lines, line, edge));
    let trap = first(&lines.played)?;
    if first(&lines.best).is_some() {
        return None;
    }
    let StonerTrap { ply, x_square, c_square, corner } = trap;
    Some(Reason {
        term: Term::StonerTrap,
        side: !lines.mover,
        before: 0,
        after: 1,
        squares: vec![x_square, c_square, corner],
        amount: 1,
        claim: Claim::StonerTrap {
            moves: lines.played.prefix(ply),
            x_square,
            c_square,
            corner,
            other: lines.beginning(lines.best_move()),
        },
    })
}

fn stoner_in(lines: &Lines, line: &Line, edge: Edge) -> Option<StonerTrap> {
    let (mover, opponent, n_plies) = (lines.mover, !lines.mover, lines.n_plies);
    let [near, c_square, neighbour, .., far] = edge;
    let x_square = x_square_of(near);
    let ply = line.ply_of(opponent, x_square, n_plies)?;
    let (at, own) = (&line.positions[ply], line.positions[ply].discs(mover));
    let are_empty = [near, c_square, far].iter().all(|&of| at.board().empties().contains(of));
    let n_discs = edge.iter().filter(|&&square| own.contains(square)).count();
    let ply_of_c = line.ply_of(opponent, c_square, n_plies)?;
    let after_c = line.positions.get(ply_of_c + 1)?;
    let is_beside = |position: &Position| position.discs(mover).contains(neighbour);
    let corner = [far, near].into_iter().find(|&corner| {
        line.ply_of(opponent, corner, n_plies).is_some_and(|taken| ply_of_c < taken)
    })?;
    let is_trap = are_empty
        && LEAST_TRAPPED <= n_discs
        && is_beside(at)
        && ply < ply_of_c
        && is_beside(&line.positions[ply_of_c])
        && after_c.discs(opponent).contains(c_square);
    is_trap.then_some(StonerTrap { ply, x_square, c_square, corner })
}

/// Returns the X-square beside a corner.
fn x_square_of(corner: Square) -> Square {
    let inner = |line: u32| if line == 0 { 1 } else { 6 };
    Square::from_coords(inner(corner.column()), inner(corner.row())).expect("both are less than 8")
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
    let wedges = |line: &Line| {
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
        amount: 1,
        claim: Claim::Wedge {
            moves: lines.played.prefix(ply),
            square,
            neighbours: [one, other],
            other: lines.beginning(lines.best_move()),
        },
    })
}

/// The least difference of an edge's value that is worth mentioning, in the units of Iago's table.
const LEAST_EDGE_VALUE: i32 = 2000;

/// Returns the edge that is worth the most less to the side where the line after its move is at rest, by
/// the table of the program Iago.
pub(super) fn edge_value(lines: &Lines) -> Option<Reason> {
    let (played, best) = lines.at_rest()?;
    let (mover, rest) = (lines.mover, lines.rest?);
    let of = |position: &Position| {
        let sign = if position.side_to_move() == mover { 1 } else { -1 };
        iago::edge_values(position.board()).map(|value| sign * value)
    };
    let (values, best_values) = (of(played), of(best));
    let lost = |edge: &usize| best_values[*edge] - values[*edge];
    let edge = (0..4).max_by_key(lost).filter(|edge| LEAST_EDGE_VALUE <= lost(edge))?;
    let (value, best_value) = (values[edge], best_values[edge]);
    let squares = edges()[edge];
    Some(Reason {
        term: Term::EdgeValue,
        side: mover,
        before: best_value,
        after: value,
        squares: squares.to_vec(),
        amount: lost(&edge).unsigned_abs(),
        claim: Claim::EdgeValue {
            moves: lines.played.prefix(rest),
            ends: [squares[0], squares[7]],
            best_moves: lines.best.prefix(rest),
            value,
            best_value,
        },
    })
}

/// Returns the four edges, upper, lower, left and right, and then the same from their other ends.
fn edges() -> [Edge; 8] {
    let at = |column: usize, row: usize| {
        Square::from_coords(column as u32, row as u32).expect("both are less than 8")
    };
    [
        std::array::from_fn(|i| at(i, 0)),
        std::array::from_fn(|i| at(i, 7)),
        std::array::from_fn(|i| at(0, i)),
        std::array::from_fn(|i| at(7, i)),
        std::array::from_fn(|i| at(7 - i, 0)),
        std::array::from_fn(|i| at(7 - i, 7)),
        std::array::from_fn(|i| at(0, 7 - i)),
        std::array::from_fn(|i| at(7, 7 - i)),
    ]
}
