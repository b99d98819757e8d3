//! The moves on an edge, and how likely the inside of the board makes them legal (section 3.2.1.2).

use arrayvec::ArrayVec;

use super::edge_line::{Edge, LEN, fixed, play};
use super::edge_probabilities::EdgeProbabilities;
use super::lines::MAX_SQUARES;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct EdgeMove {
    /// The square, by its place on the edge.
    pub(crate) place: usize,
    /// How likely it is to be legal, or `None` for one that turns edge discs over and so is legal
    /// whatever the inside of the board: the report's *legal* moves, the others are its *possible*
    /// ones.
    pub(crate) probability: Option<f64>,
    /// The edge after it, still seen by the mover.
    pub(crate) after: Edge,
}

/// Returns the moves on an edge, square by square.
pub(crate) fn edge_moves(
    edge: &Edge,
    probabilities: &EdgeProbabilities,
) -> ArrayVec<EdgeMove, MAX_SQUARES> {
    let empty = (0..MAX_SQUARES).filter(|&index| edge[index] == 0);
    empty.map(|index| edge_move(edge, index, probabilities)).collect()
}

fn edge_move(edge: &Edge, index: usize, probabilities: &EdgeProbabilities) -> EdgeMove {
    let mut after = *edge;
    after[index] = 1;
    let mut flips = 0;
    if (1..=LEN).contains(&index) {
        let (line, turned) = play(fixed(&edge[1..=LEN]), index - 1, 1);
        after[1..=LEN].copy_from_slice(&line);
        flips = turned;
    }
    let probability = (flips == 0).then(|| probabilities.of(edge, index));
    EdgeMove { place: index, probability, after }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bill::tables::edge_line::read;

    fn moves(text: &str) -> Vec<EdgeMove> {
        let edge = read(text).try_into().unwrap();
        edge_moves(&edge, &EdgeProbabilities::FABRICATED).to_vec()
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
            let at = |index: usize| {
                found.iter().find(|mv| mv.after[index] == 1).and_then(|mv| mv.probability)
            };
            (at(1), at(8))
        };
        assert_eq!(corners("O---------"), (Some(0.92), Some(0.1)));
        assert_eq!(corners("O--------X"), (Some(0.92), Some(0.02)));
        // With an own disc behind an opposing one the corner is a *legal* move.
        assert_eq!(corners("--OX------").0, None);
    }
}
