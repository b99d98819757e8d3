//! The moves on an edge, and how likely the inside of the board makes them legal (section 3.2.1.2).

use arrayvec::ArrayVec;

use super::edge_line::{LEN, fixed, play};
use super::lines::MAX_SQUARES;

/// An edge with its X-squares at both ends: 1 for the mover's discs, -1 for the other side's.
pub(super) type Edge = [i8; MAX_SQUARES];

/// A move on an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EdgeMove {
    /// How likely it is to be legal, or `None` for one that turns edge discs over and so is legal
    /// whatever the inside of the board: the report's *legal* moves, the others are its *possible*
    /// ones.
    pub(super) probability: Option<f64>,
    /// The edge after it, still seen by the mover.
    pub(super) after: Edge,
}

// The probabilities are fabricated, as the report says of its own, which it does not print. They
// begin with those of Norvig's Iago (PAIP, `edge-move-probability`), and follow the example of figure
// 3-8: 0.92 and 0.02 for corners, 0.80 for an X-square.

/// A corner beside an X-square of the opponent.
const CORNER_AT_OPPOSING_X: f64 = 0.92;

/// A corner beside an X-square of the mover.
const CORNER_AT_OWN_X: f64 = 0.02;

/// A corner beside an empty X-square.
const CORNER_AT_EMPTY_X: f64 = 0.1;

/// An X-square.
const X_SQUARE: f64 = 0.6;

/// Other squares by the number of own discs beside them, then of opposing ones.
const BY_NEIGHBOURS: [&[f64]; 3] = [&[0.1, 0.4, 0.7], &[0.05, 0.3], &[0.01]];

/// What the probabilities of other squares are multiplied by for each disc between the corners, from
/// [`ON_EMPTY_EDGE`] on: moves are more likely on an edge with more discs.
const PER_DISC: f64 = 0.08;

/// What they are multiplied by on an edge without discs.
const ON_EMPTY_EDGE: f64 = 0.8;

/// No move that turns no edge discs over is likelier than this.
const MOST_LIKELY: f64 = 0.95;

/// Returns the moves on an edge, place by place.
pub(super) fn edge_moves(edge: &Edge) -> ArrayVec<EdgeMove, MAX_SQUARES> {
    (0..MAX_SQUARES).filter(|&place| edge[place] == 0).map(|place| edge_move(edge, place)).collect()
}

fn edge_move(edge: &Edge, place: usize) -> EdgeMove {
    let mut after = *edge;
    after[place] = 1;
    let mut flips = 0;
    if (1..=LEN).contains(&place) {
        let (line, turned) = play(fixed(&edge[1..=LEN]), place - 1, 1);
        after[1..=LEN].copy_from_slice(&line);
        flips = turned;
    }
    let probability = (flips == 0).then(|| probability(edge, place));
    EdgeMove { probability, after }
}

fn probability(edge: &Edge, place: usize) -> f64 {
    let corner = |x_square: usize| match edge[x_square] {
        1 => CORNER_AT_OWN_X,
        -1 => CORNER_AT_OPPOSING_X,
        _ => CORNER_AT_EMPTY_X,
    };
    match place {
        0 | 9 => X_SQUARE,
        1 => corner(0),
        8 => corner(9),
        _ => line_probability(edge, place),
    }
}

/// Discs of the opponent beside the square make a move likelier, own ones less likely.
fn line_probability(edge: &Edge, place: usize) -> f64 {
    let beside = [edge[place - 1], edge[place + 1]];
    let n = |side: i8| beside.iter().filter(|&&disc| disc == side).count();
    let n_discs = edge[1..=LEN].iter().filter(|&&disc| disc != 0).count();
    let crowd = ON_EMPTY_EDGE + PER_DISC * n_discs as f64;
    (BY_NEIGHBOURS[n(1)][n(-1)] * crowd).min(MOST_LIKELY)
}

#[cfg(test)]
mod tests {
    use super::super::edge_line::read;
    use super::*;

    fn moves(text: &str) -> Vec<EdgeMove> {
        edge_moves(&read(text).try_into().unwrap()).to_vec()
    }

    #[test]
    fn moves_that_turn_edge_discs_over_are_legal() {
        let found = moves("---XO-----");
        assert_eq!(found.len(), 8);
        let legal: Vec<_> = found.iter().filter(|mv| mv.probability.is_none()).collect();
        assert_eq!(legal.len(), 1);
        assert_eq!(legal[0].after.to_vec(), read("---XXX----"));
    }

    #[test]
    fn corners_depend_on_the_x_squares() {
        let corners = |text| {
            let found = moves(text);
            let at = |place: usize| {
                found.iter().find(|mv| mv.after[place] == 1).and_then(|mv| mv.probability)
            };
            (at(1), at(8))
        };
        assert_eq!(corners("O---------"), (Some(0.92), Some(0.1)));
        assert_eq!(corners("O--------X"), (Some(0.92), Some(0.02)));
        // With an own disc behind an opposing one the corner is legal at once.
        assert_eq!(corners("--OX------").0, None);
    }

    /// The factors of section 3.2.1.2, item 3.
    #[test]
    fn neighbours_and_crowds_count() {
        let likely = |text: &str, place| probability(&read(text).try_into().unwrap(), place);
        assert!(likely("----------", 4) < likely("---O------", 4));
        assert!(likely("---X------", 4) < likely("----------", 4));
        assert!(likely("---O------", 4) < likely("---O--O---", 4));
        // 0.4 x (0.8 + 2 x 0.08)
        assert!((likely("---O--O---", 4) - 0.384).abs() < 1e-9);
    }
}
