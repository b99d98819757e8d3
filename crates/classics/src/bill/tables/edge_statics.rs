//! The static value of an edge, before any move on it is considered (section 3.2.1.1).

use super::edge_line::{AllFlipThreats, Edge, EdgeLine, LEN, empty_squares, fixed, play};
use crate::bill::constants::{Constant, Constants};
use crate::{EdgeDisc, StaticRow};

/// How stable a disc on an edge is: the types of table 3-3, in the order in which they are tested. A disc
/// that several of the report's descriptions fit is of the first of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stability {
    /// It can never be turned over, no matter what happens.
    Stable3,
    /// Only after moves that one side, and then the other, would have to be forced into.
    Stable2,
    /// Only after its owner was forced to play to one particular square.
    Stable1,
    /// It stands between two rows of opposing discs that both can be turned over by the next move.
    UnanchoredStable,
    /// The next move on the edge can turn it over.
    Unstable,
    /// It has an empty square on each side.
    Alone,
    /// None of these.
    SemiStable,
}

/// The kinds of squares on an edge, from the corner to the middle.
const N_SQUARE_KINDS: usize = 4;

impl Stability {
    /// All types in the order of table 3-3.
    const ALL: [Stability; 7] = [
        Stability::Unstable,
        Stability::Alone,
        Stability::SemiStable,
        Stability::UnanchoredStable,
        Stability::Stable1,
        Stability::Stable2,
        Stability::Stable3,
    ];

    /// Returns the report's word, and the value of such a disc on a corner, C-, A- and B-square (table 3-3).
    /// Impossible combinations are 0.
    const fn name_and_values(self) -> (&'static str, [i32; N_SQUARE_KINDS]) {
        match self {
            Stability::Stable3 => ("stable-3", [800, 1200, 1000, 1000]),
            Stability::Stable2 => ("stable-2", [0, 1000, 1000, 1000]),
            Stability::Stable1 => ("stable-1", [0, 800, 800, 800]),
            Stability::UnanchoredStable => ("unanchored stable", [0, 0, 300, 200]),
            Stability::Unstable => ("unstable", [0, -50, 20, 15]),
            Stability::Alone => ("alone", [0, -75, -25, -50]),
            Stability::SemiStable => ("semi-stable", [0, -125, 100, 100]),
        }
    }
}

/// The static values of all edges.
pub(crate) struct StaticEdgeValues {
    threats: AllFlipThreats,
    /// What a disc on an X-square is worth while the corner beside it is empty.
    x_square: i32,
    /// How much of an alone disc one with an empty square on one side is.
    half_alone: f64,
}

impl StaticEdgeValues {
    /// Computes what the values depend on.
    pub(crate) fn new(constants: &Constants) -> StaticEdgeValues {
        let x_square = -constants.of(Constant::EdgeXSquare).round() as i32;
        let half_alone = constants.of(Constant::HalfAlone);
        StaticEdgeValues { threats: AllFlipThreats::find(), x_square, half_alone }
    }

    /// Returns the value of an edge with its X-squares at both ends, for the side whose discs are 1,
    /// between -8000 and 8000 but for the X-squares.
    pub(crate) fn value(&self, edge: &[i8; 10]) -> i32 {
        let line = fixed(&edge[1..=LEN]);
        let discs: i32 = self.own_discs(line) - self.own_discs(line.map(|disc| -disc));
        let x_squares = [(edge[0], edge[1]), (edge[9], edge[8])];
        let open = x_squares.iter().filter(|(_, corner)| *corner == 0);
        discs + open.map(|&(disc, _)| i32::from(disc) * self.x_square).sum::<i32>()
    }

    /// Returns the discs of either side on an edge with their types and values, whose sum is the edge's.
    pub(crate) fn discs(&self, edge: &Edge) -> Vec<EdgeDisc> {
        let line = fixed(&edge[1..=LEN]);
        let disc = |place: usize| {
            let (sign, place_on_line) = (edge[place], place.wrapping_sub(1));
            let (stability, value) = match place {
                0 | 9 => {
                    let is_open = edge[if place == 0 { 1 } else { 8 }] == 0;
                    if is_open { ("X-square", self.x_square) } else { ("beside a corner", 0) }
                }
                _ => {
                    let own = line.map(|disc| disc * sign);
                    let name = self.type_of(own, place_on_line).name_and_values().0;
                    (name, self.disc_value(own, place_on_line))
                }
            };
            EdgeDisc { place, stability, value: i32::from(sign) * value }
        };
        (0..edge.len()).filter(|&place| edge[place] != 0).map(disc).collect()
    }

    /// Returns the type of an own disc: semi-stable ones that count as alone are alone.
    fn type_of(&self, own: EdgeLine, index: usize) -> Stability {
        let is_alone = 0.5 <= self.half_alone && is_half_alone(own, index);
        match self.stability(own, index) {
            Stability::SemiStable if is_alone => Stability::Alone,
            stability => stability,
        }
    }

    /// Returns table 3-3, with the value of an X-square beside an empty corner, which is ours.
    pub(crate) fn table_3_3(&self) -> Vec<StaticRow> {
        let x_square = ("X-square", [Some(self.x_square), None, None, None, None]);
        let rows = Stability::ALL.iter().map(|stability| {
            let (name, values) = stability.name_and_values();
            let [corner, c, a, b] = values.map(|value| (value != 0).then_some(value));
            (name, [None, corner, c, a, b])
        });
        rows.chain([x_square]).collect()
    }

    fn own_discs(&self, line: EdgeLine) -> i32 {
        let own = (0..LEN).filter(|&index| line[index] == 1);
        own.map(|index| self.disc_value(line, index)).sum()
    }

    fn disc_value(&self, line: EdgeLine, index: usize) -> i32 {
        let value =
            |stability: Stability| stability.name_and_values().1[index.min(LEN - 1 - index)];
        match self.stability(line, index) {
            Stability::SemiStable if is_half_alone(line, index) => {
                let [semi_stable, alone] =
                    [Stability::SemiStable, Stability::Alone].map(|one| f64::from(value(one)));
                (semi_stable + self.half_alone * (alone - semi_stable)).round() as i32
            }
            stability => value(stability),
        }
    }

    /// Returns how stable the own disc on a square is.
    fn stability(&self, line: EdgeLine, index: usize) -> Stability {
        let is_in = |set: u8| set >> index & 1 != 0;
        let threats = self.threats.of(line);
        if !is_in(threats.ever) {
            Stability::Stable3
        } else if !is_in(threats.alone) {
            // By one own move, after which the next of the other side turns it over.
            let flipping_moves = empty_squares(line)
                .filter(|&empty| is_in(self.threats.of(play(line, empty, 1).0).next));
            match flipping_moves.count() {
                0 => Stability::Stable2,
                1 => Stability::Stable1,
                _ => Stability::UnanchoredStable,
            }
        } else if is_in(threats.next) {
            Stability::Unstable
        } else if [index - 1, index + 1].iter().all(|&beside| line[beside] == 0) {
            Stability::Alone
        } else {
            Stability::SemiStable
        }
    }
}

/// Returns whether a disc between the corners has an empty square beside it that is not a corner.
fn is_half_alone(line: EdgeLine, index: usize) -> bool {
    let beside = [index.wrapping_sub(1), index + 1];
    beside.iter().any(|&beside| (1..LEN - 1).contains(&beside) && line[beside] == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bill::tables::edge_line::read;

    fn stability(text: &str, index: usize) -> Stability {
        StaticEdgeValues::new(&Constants::TUNED).stability(fixed(read(text)), index)
    }

    /// The report's figure 3-6 is lost; these edges are what its descriptions say of it.
    #[test]
    fn discs_are_of_the_types_that_the_report_describes() {
        // Next to an own corner; on a full edge.
        assert_eq!(stability("XXXX----", 3), Stability::Stable3);
        assert_eq!(stability("OXXOXOXO", 2), Stability::Stable3);
        // "If Black were forced to go to square 6" he would turn over the fifth disc, and White's
        // seventh all of them. On the other side White's discs hang together with the corner.
        assert_eq!(stability("OOXXO---", 2), Stability::Stable1);
        assert_eq!(stability("OOXXO---", 3), Stability::Stable1);
        // White must first be forced to 6, then Black to 7: only then White's 8 turns all over.
        assert_eq!(stability("OXXOX---", 1), Stability::Stable2);
        // Both opposing rows can be turned over by the next move.
        assert_eq!(stability("--OXXO--", 3), Stability::UnanchoredStable);
        assert_eq!(stability("-OXX----", 3), Stability::Unstable);
        assert_eq!(stability("--X-O---", 2), Stability::Alone);
        assert_eq!(stability("--XX----", 2), Stability::SemiStable);
        assert_eq!(stability("-XXXXXX-", 1), Stability::SemiStable);
    }

    #[test]
    fn values_are_the_sums_of_the_table() {
        let statics = StaticEdgeValues::new(&Constants::TUNED);
        let value = |text: &str| statics.value(&read(text).try_into().unwrap());
        assert_eq!(value("----------"), 0);
        // Two corners, two C-, two A- and two B-squares that cannot be flipped: the end of the scale.
        assert_eq!(value("-XXXXXXXX-"), 2 * 800 + 2 * 1200 + 4 * 1000);
        assert_eq!(value("-OOOOOOOO-"), -8000);
        // C-squares of a balanced edge are semi-stable: 2 x -125 + 4 x 100.
        assert_eq!(value("--XXXXXX--"), 150);
        // Black's C alone; White's B and A semi-stable.
        assert_eq!(value("--X--OO---"), -75 - 200);
        // c and d stable-1 between an anchored row and one that 6 would turn over; White's corner and
        // C-square are stable for ever, its disc on e is unstable.
        assert_eq!(value("-OOXXO----"), 800 + 800 - (800 + 1200) - 15);
        // X-squares count beside empty corners only.
        assert_eq!(value("X---------"), statics.x_square);
        assert_eq!(value("XX--------"), 800);
        assert_eq!(value("O--------X"), 0);
    }

    /// The southern edge of figure 3-7, which the report prints as -100: Black's b8, c8, d8 and f8. The
    /// C-square is semi-stable, -125, c8 too, 100; d8 and f8 are beside the hole, -50 and -25.
    #[test]
    fn an_empty_square_on_one_side_makes_a_disc_alone_in_figure_3_7() {
        let edge = read("--XXX-X---").try_into().unwrap();
        let value = |constants| StaticEdgeValues::new(&constants).value(&edge);
        assert_eq!(value(Constants::HISTORICAL), -100);
        // If both sides must be empty, d8 is semi-stable.
        assert_eq!(value(Constants::FIRST), 50);
        let half = Constants::FIRST.with(Constant::HalfAlone, 50).unwrap();
        assert_eq!(value(half), -25);
    }

    #[test]
    fn sides_and_directions_exchange() {
        let statics = StaticEdgeValues::new(&Constants::TUNED);
        for edge in crate::bill::tables::lines::all_lines(10) {
            let edge: [i8; 10] = edge.try_into().unwrap();
            let value = statics.value(&edge);
            assert_eq!(statics.value(&edge.map(|disc| -disc)), -value);
            let mut mirrored = edge;
            mirrored.reverse();
            assert_eq!(statics.value(&mirrored), value);
            let discs: i32 = statics.discs(&edge).iter().map(|disc| disc.value).sum();
            assert_eq!(discs, value);
        }
    }
}
