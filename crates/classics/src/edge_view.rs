//! An edge as the old programs look at it while they build their edge tables, step by step.

use std::fmt;
use std::str::FromStr;

use willow_board::{Board, Square};

/// The number of squares of an edge: eight from corner to corner, and the X-squares beside it.
pub(crate) const N_SQUARES: usize = 10;

/// The squares of the upper edge in order.
pub(crate) const UPPER_EDGE: [Square; N_SQUARES] = [
    Square::B2,
    Square::A1,
    Square::B1,
    Square::C1,
    Square::D1,
    Square::E1,
    Square::F1,
    Square::G1,
    Square::H1,
    Square::G2,
];

/// The discs of an edge, its X-squares at both ends: 1 for the side to move, -1 for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeDiscs(pub(crate) [i8; N_SQUARES]);

/// Why a text is not an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseEdgeError;

impl EdgeDiscs {
    /// Returns the discs on a board's upper, lower, left or right edge (0 to 3), for its player.
    ///
    /// # Panics
    /// There are four edges.
    pub fn of_board(board: &Board, edge: usize) -> EdgeDiscs {
        EdgeDiscs(EdgeDiscs::squares(edge).map(|square| {
            i8::from(board.player().contains(square)) - i8::from(board.opponent().contains(square))
        }))
    }

    /// Returns the number that the edge writes in base 3: its place in an edge table from 0 on.
    pub fn index(self) -> usize {
        self.0.iter().fold(0, |index, disc| 3 * index + [2, 0, 1][(disc + 1) as usize])
    }

    /// Returns the squares of a board's upper, lower, left or right edge (0 to 3).
    ///
    /// # Panics
    /// There are four edges.
    pub fn squares(edge: usize) -> [Square; N_SQUARES] {
        UPPER_EDGE.map(|square| {
            let (along, across) = (square.column(), square.row());
            let square = match edge {
                0 => Some(square),
                1 => Square::from_coords(along, 7 - across),
                2 => Square::from_coords(across, along),
                3 => Square::from_coords(7 - across, along),
                _ => None,
            };
            square.expect("there are four edges")
        })
    }

    /// Returns the edge of a number.
    pub(crate) fn of_index(index: usize) -> EdgeDiscs {
        let digit = |place: usize| index / 3_usize.pow((N_SQUARES - 1 - place) as u32) % 3;
        EdgeDiscs(std::array::from_fn(|place| [0, 1, -1][digit(place)]))
    }

    /// Returns the same discs seen by the other side.
    pub(crate) fn reversed(self) -> EdgeDiscs {
        EdgeDiscs(self.0.map(|disc| -disc))
    }
}

/// Ten cells, `X` for the side to move.
impl fmt::Display for EdgeDiscs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|disc| f.write_str(["O", "-", "X"][(disc + 1) as usize]))
    }
}

/// Ten cells, or eight without the X-squares: `X` for the side to move, `O`, and `-` or `.`.
impl FromStr for EdgeDiscs {
    type Err = ParseEdgeError;

    fn from_str(text: &str) -> Result<EdgeDiscs, ParseEdgeError> {
        let cells = text.chars().map(|cell| match cell {
            'X' | 'x' => Ok(1),
            'O' | 'o' => Ok(-1),
            '-' | '.' => Ok(0),
            _ => Err(ParseEdgeError),
        });
        let cells: Vec<i8> = cells.collect::<Result<_, _>>()?;
        let padded = if cells.len() == 8 { [&[0], &cells[..], &[0]].concat() } else { cells };
        padded.try_into().map(EdgeDiscs).map_err(|_| ParseEdgeError)
    }
}

impl fmt::Display for ParseEdgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an edge has eight cells from corner to corner, or ten with its X-squares")
    }
}

impl std::error::Error for ParseEdgeError {}

/// What an old program makes of an edge, for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct EdgeView {
    /// The static value, the sum of `discs`.
    pub static_value: i32,
    /// The discs with their stability and static value, the opponent's negative.
    pub discs: Vec<EdgeDisc>,
    /// The moves on the edge and, last, none.
    pub moves: Vec<EdgeMoveView>,
    /// How the moves that count were combined in the last pass, best first. Empty if none were looked at.
    pub steps: Vec<EdgeStep>,
    /// The value in the table, before the moves are considered and after each pass.
    pub passes: Vec<f64>,
    /// The entry of the table.
    pub value: i32,
}

/// A disc on an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeDisc {
    /// The place, from 0: 0 and 9 are X-squares.
    pub place: usize,
    /// The program's word for its stability.
    pub stability: &'static str,
    /// Its static value.
    pub value: i32,
}

/// A move on an edge, or none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeMoveView {
    /// The place, from 0; `None` if no move is made on the edge.
    pub place: Option<usize>,
    /// Whether it is legal whatever the inside of the board, as it flips edge discs or is none.
    pub is_legal: bool,
    /// How likely it is to be legal.
    pub probability: f64,
    /// The edge behind it, seen by the mover.
    pub after: EdgeDiscs,
    /// The value behind it, for the mover.
    pub value: f64,
}

/// A step of the combination of the moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeStep {
    /// The place of the move, as in [`EdgeMoveView`].
    pub place: Option<usize>,
    /// The probability that no better move was legal.
    pub left: f64,
    /// The probability that the move is legal.
    pub probability: f64,
    /// The value behind the move, for the mover.
    pub value: f64,
}

/// A row of a program's static values: its word for a stability, and the values on the X-square, the corner, the
/// C-, A- and B-square. `None` cannot be or is not printed.
pub type StaticRow = (&'static str, [Option<i32>; 5]);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bill::{Constants, Version};
    use crate::iago;

    /// What is shown of an edge adds up to what the tables have.
    #[test]
    fn views_add_up_to_the_tables() {
        let bill = Version::Bill.edge_table(&Constants::HISTORICAL).unwrap();
        let table = crate::bill::edge_table_in_base_3();
        for index in (0..59_049).step_by(37) {
            let edge = EdgeDiscs::of_index(index);
            assert_eq!((edge.index(), edge.to_string().parse()), (index, Ok(edge)));
            let (paips, bills) = (iago::view_edge(edge), bill.view(edge));
            assert_eq!(paips.value, iago::edge_table()[index], "{edge}");
            assert_eq!(bills.value, i32::from(table[index]), "{edge}");
            for view in [paips, bills] {
                let discs: i32 = view.discs.iter().map(|disc| disc.value).sum();
                assert_eq!(discs, view.static_value, "{edge}");
                let parts = view.steps.iter().map(|step| step.left * step.probability * step.value);
                let sum: f64 = parts.sum();
                assert!(
                    view.steps.is_empty() || (sum - f64::from(view.value)).abs() < 0.51,
                    "{edge} {sum}"
                );
                assert!(view.moves.iter().any(|mv| mv.place.is_none()));
            }
        }
    }

    /// Figure 3-7's edge: a hole between d8 and f8.
    #[test]
    fn an_edge_is_seen_as_in_the_report() {
        let bill = Version::Bill.edge_table(&Constants::HISTORICAL).unwrap();
        let view = bill.view("--XXX-X---".parse().unwrap());
        assert_eq!(view.static_value, -100);
        let name = |place: usize| EdgeDiscs::squares(1)[place];
        let discs =
            view.discs.iter().map(|disc| format!("{} {}", name(disc.place), disc.stability));
        let expected = ["b8 semi-stable", "c8 semi-stable", "d8 alone", "f8 alone"];
        assert_eq!(discs.collect::<Vec<_>>(), expected);
        let moves = view.moves.iter().filter_map(|mv| Some((name(mv.place?), mv.probability)));
        let moves: Vec<String> =
            moves.map(|(square, part)| format!("{square} {part:.2}")).collect();
        assert_eq!((&moves[..2], moves.len()), (&["b7 0.80", "a8 0.02"].map(String::from)[..], 6));
    }

    #[test]
    fn edges_are_read_with_and_without_x_squares() {
        let read = |text: &str| text.parse::<EdgeDiscs>().map(|edge| edge.to_string());
        assert_eq!(read("XO......"), Ok("-XO-------".to_owned()));
        assert_eq!(read("x--------o"), Ok("X--------O".to_owned()));
        for wrong in ["", "XOXOXOXOX", "XXXXXXX?", "XXXXXXXXXXX"] {
            assert_eq!(read(wrong), Err(ParseEdgeError), "{wrong}");
        }
    }
}
