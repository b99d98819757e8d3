//! The value of every edge with its two X-squares: the report's edge table (section 3.2.1).

use arrayvec::ArrayVec;

use super::edge_line::Edge;
use super::edge_moves::{EdgeMove, edge_moves};
use super::edge_probabilities::EdgeProbabilities;
use super::edge_statics::StaticEdgeValues;
use super::lines::{MAX_SQUARES, all_lines, index_of, middle};
use crate::bill::constants::Constants;
use crate::{EdgeDiscs, EdgeMoveView, EdgeStep, EdgeView, StaticRow};

/// The number of edges: each of ten squares is empty or has a disc of one side or the other.
pub(crate) const N_EDGE_ENTRIES: usize = 59_049;

/// What the static values, up to 8000, are divided by for the table.
const STATIC_SCALE: f64 = 8.0;

/// BILL's edge table, with all that it is built from.
pub struct EdgeTable {
    statics: StaticEdgeValues,
    probabilities: EdgeProbabilities,
    values: EdgeValues,
}

impl EdgeTable {
    /// Builds the table by the fabricated probabilities of these constants.
    pub(crate) fn fabricated(constants: &Constants) -> EdgeTable {
        EdgeTable::new(&EdgeProbabilities::fabricated(constants), constants)
    }

    /// Builds the tuned table by estimated probabilities.
    pub(crate) fn estimated() -> EdgeTable {
        EdgeTable::new(&EdgeProbabilities::ESTIMATED, &Constants::TUNED)
    }

    fn new(probabilities: &EdgeProbabilities, constants: &Constants) -> EdgeTable {
        let mut values = EdgeValues::statics(constants);
        let mut edges: Vec<Edge> = all_lines(MAX_SQUARES)
            .map(|edge| edge.try_into().expect("an edge has ten squares"))
            .collect();
        edges.sort_by_key(n_empty);
        for same_size in edges.chunk_by(|one, other| n_empty(one) == n_empty(other)) {
            values.search(same_size, probabilities);
        }
        EdgeTable {
            statics: StaticEdgeValues::new(constants),
            probabilities: *probabilities,
            values,
        }
    }

    /// Returns the static values that the table is built from (table 3-3).
    pub fn static_values(&self) -> Vec<StaticRow> {
        self.statics.table_3_3()
    }

    /// Looks at an edge as the table did when it was built.
    pub fn view(&self, edge: EdgeDiscs) -> EdgeView {
        let EdgeDiscs(discs) = edge;
        let searched = self.values.searched[entry(&discs)];
        let pass = -self.values.after_pass[entry(&edge.reversed().0)];
        let moves = self.values.moves(&discs, pass, &self.probabilities);
        EdgeView {
            static_value: self.statics.value(&discs),
            discs: self.statics.discs(&discs),
            steps: if n_empty(&discs) == 0 { Vec::new() } else { combination(&moves).to_vec() },
            moves: moves.to_vec(),
            passes: vec![self.values.statics[entry(&discs)], searched],
            value: searched.round() as i32,
        }
    }
}

/// Builds the table: the value of each edge for the side to move, which has the discs 1, between
/// -1000 and 1000 (a little more with X-squares), in the order of the edges' numbers.
pub(crate) fn edge_table(probabilities: &EdgeProbabilities, constants: &Constants) -> Box<[i16]> {
    let table = EdgeTable::new(probabilities, constants);
    table.values.searched.iter().map(|value| value.round() as i16).collect()
}

/// Builds the table of static values, on the scale of the other.
pub(crate) fn static_edge_table(constants: &Constants) -> Box<[i16]> {
    EdgeValues::statics(constants).statics.iter().map(|value| value.round() as i16).collect()
}

fn n_empty(edge: &Edge) -> usize {
    edge.iter().filter(|&&disc| disc == 0).count()
}

/// The values of all edges, each for the side to move.
struct EdgeValues {
    /// Before any moves are considered.
    statics: Vec<f64>,
    /// After the other side has just passed.
    after_pass: Vec<f64>,
    /// After all moves were considered.
    searched: Vec<f64>,
}

impl EdgeValues {
    fn statics(constants: &Constants) -> EdgeValues {
        let statics = StaticEdgeValues::new(constants);
        let value = |edge: Vec<i8>| {
            let edge = edge.try_into().expect("an edge has ten squares");
            f64::from(statics.value(&edge)) / STATIC_SCALE
        };
        let statics: Vec<f64> = all_lines(MAX_SQUARES).map(value).collect();
        EdgeValues { after_pass: statics.clone(), searched: statics.clone(), statics }
    }

    /// Finds the values of edges with equally many discs from those with one more.
    ///
    /// Passing is a legal move, and two passes would go on for ever. The report deals with it by "a
    /// complex variation" that uses static values; here a pass in answer to a pass takes the static
    /// value. Full edges have no moves: their static values are the true ones.
    fn search(&mut self, edges: &[Edge], probabilities: &EdgeProbabilities) {
        for edge in edges.iter().filter(|edge| n_empty(edge) != 0) {
            let pass = self.statics[entry(edge)];
            self.after_pass[entry(edge)] = self.value_of_moves(edge, pass, probabilities);
        }
        for edge in edges.iter().filter(|edge| n_empty(edge) != 0) {
            let passed = edge.map(|disc| -disc);
            let pass = -self.after_pass[entry(&passed)];
            self.searched[entry(edge)] = self.value_of_moves(edge, pass, probabilities);
        }
    }

    /// Combines the values after all moves with that after a pass.
    fn value_of_moves(&self, edge: &Edge, pass: f64, probabilities: &EdgeProbabilities) -> f64 {
        sum_of(&combination(&self.moves(edge, pass, probabilities)))
    }

    /// Returns the moves with their values, and the pass with this one.
    fn moves(&self, edge: &Edge, pass: f64, probabilities: &EdgeProbabilities) -> EdgeMoves {
        let moves = edge_moves(edge, probabilities).into_iter();
        let moves = moves.map(|EdgeMove { place, probability, after }| EdgeMoveView {
            place: Some(place),
            is_legal: probability.is_none(),
            probability: probability.unwrap_or(1.0),
            after: EdgeDiscs(after),
            value: -self.searched[entry(&after.map(|disc| -disc))],
        });
        let after = EdgeDiscs(*edge);
        let pass =
            EdgeMoveView { place: None, is_legal: true, probability: 1.0, after, value: pass };
        moves.chain([pass]).collect()
    }
}

/// The moves on an edge and the pass.
type EdgeMoves = ArrayVec<EdgeMoveView, { MAX_SQUARES + 1 }>;

/// Those of them that count.
type EdgeSteps = ArrayVec<EdgeStep, { MAX_SQUARES + 1 }>;

/// Returns the place of an edge in the table.
pub(crate) fn entry(edge: &Edge) -> usize {
    middle(MAX_SQUARES).wrapping_add_signed(index_of(edge))
}

/// Combines the value of the best legal move with the possible moves, each a value and a probability:
/// section 3.2.1.2's algorithm.
///
/// # Panics
/// If there are more possible moves than squares, ten.
pub fn combine_moves(legal: f64, possible: &[(f64, f64)]) -> f64 {
    let edge = |is_legal, value, probability| EdgeMoveView {
        place: None,
        is_legal,
        probability,
        after: EdgeDiscs([0; MAX_SQUARES]),
        value,
    };
    let possible = possible.iter().map(|&(value, probability)| edge(false, value, probability));
    sum_of(&combination(&possible.chain([edge(true, legal, 1.0)]).collect::<EdgeMoves>()))
}

/// Returns the moves that count, the best first: the possible ones that are better than the best legal one,
/// and that.
///
/// The report says that what is left of the probability is decremented by a move's; its example
/// multiplies it by the move's complement, and so do we.
fn combination(moves: &EdgeMoves) -> EdgeSteps {
    let legal = moves.iter().filter(|mv| mv.is_legal);
    let legal = legal.max_by(|one, other| one.value.total_cmp(&other.value));
    let legal = legal.expect("the options end with the pass");
    let mut order: ArrayVec<&EdgeMoveView, { MAX_SQUARES + 1 }> =
        moves.iter().filter(|mv| !mv.is_legal && legal.value < mv.value).collect();
    order.sort_by(|one, other| other.value.total_cmp(&one.value));
    let mut left = 1.0;
    let steps = order.into_iter().chain([legal]).map(|mv| {
        let EdgeMoveView { place, probability, value, .. } = *mv;
        let step = EdgeStep { place, left, probability, value };
        left *= 1.0 - probability;
        step
    });
    steps.collect()
}

fn sum_of(steps: &[EdgeStep]) -> f64 {
    steps.iter().map(|step| step.left * step.probability * step.value).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bill::tables::edge_line::read;

    /// Figure 3-8: legal moves for -600, -500 and 200 (no move); possible ones for 450 (0.92), 400
    /// (0.02) and -100 (0.80). 414 + 0.64 + 15.68; the report's sum, 430.30, is misadded.
    #[test]
    fn the_reports_example() {
        let legal = f64::max(f64::max(-600.0, -500.0), 200.0);
        let value = combine_moves(legal, &[(450.0, 0.92), (400.0, 0.02), (-100.0, 0.8)]);
        assert!((value - 430.32).abs() < 1e-9, "{value}");
    }

    fn value(table: &[i16], text: &str) -> i16 {
        let edge: Edge = read(text).try_into().unwrap();
        table[entry(&edge)]
    }

    #[test]
    fn full_edges_have_their_static_values() {
        let table = edge_table(&EdgeProbabilities::FABRICATED, &Constants::TUNED);
        assert_eq!(value(&table, "XXXXXXXXXX"), 1000);
        assert_eq!(value(&table, "OOOOOOOOOO"), -1000);
        // Black: corner, C, A, B, all stable: 4000; White the same.
        assert_eq!(value(&table, "XXXXXOOOOX"), 0);
    }

    #[test]
    fn one_empty_square_by_hand() {
        let table = edge_table(&EdgeProbabilities::FABRICATED, &Constants::TUNED);
        // Only an X-square is left, beside a taken corner: whoever takes it, nothing changes.
        assert_eq!(value(&table, "XXXXXXXXX-"), 1000);
        // The mover fills the hole, turns the disc beside it over and has the whole edge.
        assert_eq!(value(&table, "XXXXO-XXXX"), 1000);
        // The other side to move cannot turn anything over there. To fill the hole is possible with
        // probability 0.3 x (0.8 + 7 x 0.08) = 0.408; it then has two stable B-squares of the eight
        // discs: (2000 - 6000) / 8 = -500. A pass loses the whole edge: 0.408 x -500 + 0.592 x -1000.
        assert_eq!(value(&table, "OOOOX-OOOO"), -796);
    }

    #[test]
    fn the_knowledge_that_the_report_asks_for() {
        let table = edge_table(&EdgeProbabilities::FABRICATED, &Constants::TUNED);
        let value = |text: &str| value(&table, text);
        // Figure 3-4: a disc on the X-square of its owner turns a fair edge into a lost one.
        assert!(value("---XXXXX-X") < value("---XXXXX--") - 100);
        // A lone C-square is bad, corners are good, and it is good to have the move.
        assert!(value("--X-------") < 0);
        assert!(100 < value("-X--------"));
        assert!(value("X---------") < value("--X-------"));
        // The unbalanced edge of five discs is worse than the balanced one of six.
        assert!(value("--XXXXX---") < value("--XXXXXX--"));
        for text in ["---XO-----", "--XX--OO--", "-X---O----"] {
            let reversed: String = text
                .chars()
                .map(|c| match c {
                    'X' => 'O',
                    'O' => 'X',
                    other => other,
                })
                .collect();
            assert!(0 <= value(text) + value(&reversed), "{text}");
        }
    }
}
