//! Traps on the edges, and what an edge is worth.

use willow_board::{Board, Color, Position, Square};
use willow_classics::{bill, iago};

use super::claim::{Claim, EdgeClaim, EdgeFeature, SquareList, WeakFormation};
use super::line::{Line, Lines};
use super::reason::{Reason, Seen, Term};

/// The squares of an edge from one corner to the other. Each edge is looked at from both ends.
type Edge = [Square; 8];

/// Returns the weak edges that the side gets after its move and that cost it a corner of this edge: at
/// most one of each kind.
pub(super) fn weak_edges(lines: &Lines) -> Vec<Reason> {
    let kinds: [Finder; 2] = [unbalanced_edge, lone_c_square];
    let first = |find: Finder| edges().into_iter().find_map(|edge| weak_edge(lines, find, edge));
    kinds.into_iter().filter_map(first).collect()
}

/// Finds a weak formation of a side on an edge, seen from its first corner.
type Finder = fn(&Position, Color, Edge) -> Option<WeakFormation>;

fn weak_edge(lines: &Lines, find: Finder, edge: Edge) -> Option<Reason> {
    let (mover, opponent, n_plies) = (lines.mover, !lines.mover, lines.n_plies);
    let first = |line: &Line, n_plies: usize, edge: Edge| {
        let positions = line.positions[..=n_plies].iter().enumerate();
        positions.into_iter().find_map(|(n, at)| Some((n, find(at, mover, edge)?)))
    };
    let (start, formation) = first(&lines.played, n_plies, edge)?;
    let in_best = |edge| first(&lines.best, lines.best.moves.len(), edge).is_some();
    if in_best(edge) || in_best(from_other_end(edge)) {
        return None;
    }
    if lines.best_gives_a_corner() {
        return None;
    }
    let (term, discs, corners) = match &formation {
        WeakFormation::UnbalancedEdge(SquareList(discs)) => {
            (Term::UnbalancedEdge, discs.clone(), vec![edge[0], edge[7]])
        }
        WeakFormation::LoneCSquare { disc, .. } => (Term::LoneCSquare, vec![*disc], vec![edge[0]]),
    };
    let (corner, ply) = corners.into_iter().find_map(|corner| {
        let ply = lines.played.ply_of(opponent, corner, n_plies)?;
        let flips = lines.played.positions[ply].board().flips(corner);
        let takes_part = start <= ply && discs.iter().any(|&disc| flips.contains(disc));
        (takes_part && !lines.best.has_move(opponent, corner)).then_some((corner, ply))
    })?;
    let squares = discs.into_iter().chain([corner]).collect();
    let (moves, other) = (lines.played.prefix(start), lines.best.all_moves());
    let claim = Claim::Edge(EdgeClaim::Weak { formation, moves, corner, other });
    Some(Reason::happens(term, mover, squares, Seen::in_played(lines, ply + 1), claim))
}

/// Returns a side's five discs in a row, if one C-square and both corners are empty: the opponent can
/// attack it from the X-square and then through the empty C-square.
fn unbalanced_edge(at: &Position, side: Color, edge: Edge) -> Option<WeakFormation> {
    let (own, empties) = (at.discs(side), at.board().empties());
    let are_empty = [edge[0], edge[1], edge[7]].iter().all(|&of| empties.contains(of));
    let five = edge[2..7].to_vec();
    let is_weak = are_empty && five.iter().all(|&square| own.contains(square));
    is_weak.then_some(WeakFormation::UnbalancedEdge(SquareList(five)))
}

/// Returns a side's disc on the C-square, if the squares beside it on the edge are empty.
fn lone_c_square(at: &Position, side: Color, edge: Edge) -> Option<WeakFormation> {
    let empty = [edge[0], edge[2]];
    let is_alone = empty.iter().all(|&square| at.board().empties().contains(square));
    let is_weak = is_alone && at.discs(side).contains(edge[1]);
    is_weak.then_some(WeakFormation::LoneCSquare { disc: edge[1], empty })
}

/// Minimum discs of the side on an edge for a trap.
const MIN_TRAPPED: usize = 3;

/// A Stoner trap in a line.
struct StonerTrap {
    /// The ply at which it begins.
    ply: usize,
    x_square: Square,
    c_square: Square,
    corner: Square,
    /// The ply at which the corner is taken.
    taken: usize,
}

/// Returns that the opponent springs a Stoner trap in the line after the move, and none in the best
/// line: plays the X-square beside an edge of the side, then the C-square of the same edge, where it cannot
/// be taken, and then a corner of this edge.
pub(super) fn stoner_trap(lines: &Lines) -> Option<Reason> {
    let first = |line: &Line, n_plies: usize| {
        edges().into_iter().find_map(|edge| stoner_in(lines, line, n_plies, edge))
    };
    let trap = first(&lines.played, lines.n_plies)?;
    if first(&lines.best, lines.best.moves.len()).is_some() {
        return None;
    }
    let StonerTrap { ply, x_square, c_square, corner, taken } = trap;
    let squares = vec![x_square, c_square, corner];
    let (moves, other) = (lines.played.prefix(ply), lines.best.all_moves());
    let claim = Claim::Edge(EdgeClaim::StonerTrap { moves, x_square, c_square, corner, other });
    let seen = Seen::in_played(lines, taken + 1);
    Some(Reason::happens(Term::StonerTrap, !lines.mover, squares, seen, claim))
}

fn stoner_in(lines: &Lines, line: &Line, n_plies: usize, edge: Edge) -> Option<StonerTrap> {
    let (mover, opponent) = (lines.mover, !lines.mover);
    let [near, c_square, neighbour, .., far] = edge;
    let x_square = x_square_of(near);
    let ply = line.ply_of(opponent, x_square, n_plies)?;
    let (at, own) = (&line.positions[ply], line.positions[ply].discs(mover));
    let are_empty = [near, c_square, far].iter().all(|&of| at.board().empties().contains(of));
    let n_discs = edge.iter().filter(|&&square| own.contains(square)).count();
    let ply_of_c = line.ply_of(opponent, c_square, n_plies)?;
    let after_c = line.positions.get(ply_of_c + 1)?;
    let is_beside = |position: &Position| position.discs(mover).contains(neighbour);
    let (corner, taken) = [far, near].into_iter().find_map(|corner| {
        let taken = line.ply_of(opponent, corner, n_plies)?;
        (ply_of_c < taken).then_some((corner, taken))
    })?;
    let is_trap = are_empty
        && MIN_TRAPPED <= n_discs
        && is_beside(at)
        && ply < ply_of_c
        && is_beside(&line.positions[ply_of_c])
        && after_c.discs(opponent).contains(c_square);
    is_trap.then_some(StonerTrap { ply, x_square, c_square, corner, taken })
}

/// Returns the X-square beside a corner.
fn x_square_of(corner: Square) -> Square {
    let inner = |line: u32| if line == 0 { 1 } else { 6 };
    Square::from_coords(inner(corner.column()), inner(corner.row()))
        .expect("1 and 6 are coordinates")
}

/// Returns that the opponent wedges in the line after the move: plays between two discs of the side on an
/// edge, and turns neither of them. Such a disc cannot be turned along the edge, and often opens the way to
/// both corners.
pub(super) fn wedge(lines: &Lines) -> Option<Reason> {
    let places: Vec<[Square; 3]> = edges()
        .into_iter()
        .flat_map(|edge| [0, 1, 2, 3, 4, 5].map(|i| [0, 1, 2].map(|j| edge[i + j])))
        .collect();
    let in_line = |line: &Line, n_plies: usize| {
        places.iter().find_map(|&place| Some((wedge_at(lines, line, n_plies, place)?, place)))
    };
    let (ply, [one, square, two]) = in_line(&lines.played, lines.n_plies)?;
    if in_line(&lines.best, lines.best.moves.len()).is_some() {
        return None;
    }
    let (moves, other) = (lines.played.prefix(ply), lines.best.all_moves());
    let claim = Claim::Edge(EdgeClaim::Wedge { moves, square, neighbours: [one, two], other });
    let (squares, seen) = (vec![square, one, two], Seen::in_played(lines, ply + 1));
    Some(Reason::happens(Term::Wedge, !lines.mover, squares, seen, claim))
}

/// Returns the ply of a line at which the opponent wedges between two squares.
fn wedge_at(
    lines: &Lines,
    line: &Line,
    n_plies: usize,
    [one, square, other]: [Square; 3],
) -> Option<usize> {
    let ply = line.ply_of(!lines.mover, square, n_plies)?;
    let after = line.positions[ply + 1].discs(lines.mover);
    (after.contains(one) && after.contains(other)).then_some(ply)
}

/// Minimum difference of an edge's value that is worth mentioning: about a quarter of what a full edge is
/// worth, in the units of Iago's table and of BILL's.
const MIN_VALUES: [i32; 2] = [2000, 250];

/// Returns the edge that is worth the most less to the side where the line after its move is at rest, if
/// the tables of the programs Iago and BILL agree that it is worth less, and if something can be named that
/// is bad about it.
pub(super) fn edge_value(lines: &Lines) -> Option<Reason> {
    let (played, best) = lines.at_rest()?;
    let (mover, rest) = (lines.mover, lines.rest?);
    let of = |position: &Position, values: fn(&Board) -> [i32; 4]| {
        let sign = if position.side_to_move() == mover { 1 } else { -1 };
        values(position.board()).map(|value| sign * value)
    };
    let tables: [fn(&Board) -> [i32; 4]; 2] = [iago::edge_values, bill::edge_values];
    let [by_iago, by_bill] = tables.map(|table| [of(best, table), of(played, table)]);
    let lost = |[best, played]: &[[i32; 4]; 2], edge: usize| best[edge] - played[edge];
    let is_worse = |edge: &usize| {
        let lost = [lost(&by_iago, *edge), lost(&by_bill, *edge)];
        MIN_VALUES.iter().zip(lost).all(|(min, lost)| *min <= lost)
    };
    let feature_of = |edge: usize| {
        let best_features = edge_features(best, mover, edges()[edge]);
        let mut features = edge_features(played, mover, edges()[edge]).into_iter();
        features.find(|feature| !best_features.contains(feature))
    };
    let worse = (0..4).filter(is_worse).filter_map(|edge| Some((edge, feature_of(edge)?)));
    let (edge, feature) = worse.max_by_key(|(edge, _)| lost(&by_iago, *edge))?;
    let squares = edges()[edge];
    Some(Reason {
        term: Term::EdgeValue,
        side: mover,
        before: by_iago[0][edge],
        after: by_iago[1][edge],
        squares: squares.to_vec(),
        seen: Seen::in_played(lines, rest),
        amount: lost(&by_iago, edge).unsigned_abs(),
        claim: Claim::Edge(EdgeClaim::Value {
            moves: lines.played.prefix(rest),
            ends: [squares[0], squares[7]],
            best_moves: lines.best.prefix(rest),
            feature,
        }),
    })
}

/// Returns what is bad for a side about an edge, the worst first.
fn edge_features(at: &Position, side: Color, edge: Edge) -> Vec<EdgeFeature> {
    let (own, other, empties) = (at.discs(side), at.discs(!side), at.board().empties());
    let ends = [edge, from_other_end(edge)];
    let corners = ends.map(|edge| edge[0]).into_iter();
    let lost = corners.clone().filter(|&corner| other.contains(corner));
    let missing = corners.clone().filter(|&corner| !own.contains(corner));
    let x_squares = corners.filter_map(|corner| {
        let disc = x_square_of(corner);
        let is_open = own.contains(disc) && empties.contains(corner);
        is_open.then_some(EdgeFeature::XSquare { disc, corner })
    });
    let weak = |find: Finder| ends.into_iter().filter_map(move |edge| find(at, side, edge));
    let wedges = edge.windows(3).filter_map(|three| {
        let &[one, disc, two] = three else { return None };
        let is_wedged = other.contains(disc) && own.contains(one) && own.contains(two);
        is_wedged.then_some(EdgeFeature::Wedge { disc, neighbours: [one, two] })
    });
    (lost.map(EdgeFeature::CornerLost))
        .chain(missing.map(EdgeFeature::CornerMissing))
        .chain(weak(unbalanced_edge).map(EdgeFeature::Weak))
        .chain(x_squares)
        .chain(weak(lone_c_square).map(EdgeFeature::Weak))
        .chain(wedges)
        .collect()
}

/// Returns an edge, seen from its other end.
fn from_other_end(mut edge: Edge) -> Edge {
    edge.reverse();
    edge
}

/// Returns the four edges, upper, lower, left and right, and then the same from their other ends.
fn edges() -> [Edge; 8] {
    let places: [fn(u32) -> (u32, u32); 4] = [|i| (i, 0), |i| (i, 7), |i| (0, i), |i| (7, i)];
    std::array::from_fn(|edge| {
        std::array::from_fn(|i| {
            let i = if edge < 4 { i } else { 7 - i };
            let (column, row) = places[edge % 4](i as u32);
            Square::from_coords(column, row).expect("0, 7 and the index of an edge are coordinates")
        })
    })
}
