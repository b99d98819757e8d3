//! Othello on an array of 100 squares, looked at square by square: as the book's programs had
//! it, before boards were sets of 64 bits.
//!
//! The same moves and the same values as elsewhere in this project, by other means: for measuring what
//! the means cost.

use willow_board::{Bitboard, Board, Square};
use willow_classics::iago::edge_table;
use willow_classics::paip::{Evaluation, GameRules, Side, SquareOrder, TurnOptions, Value};

/// The width of the array: eight squares and a border on each side.
const WIDTH: isize = 10;

/// The steps to the eight neighbours.
const DIRECTIONS: [isize; 8] = [-11, -10, -9, -1, 1, 9, 10, 11];

/// What stands on the border.
const OUTSIDE: i8 = 2;

/// A board: 1 for the discs of the side to move, -1 for the others', 0 for an empty square.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ArrayBoard([i8; 100]);

/// Returns the place of a square in the array.
const fn place(square: Square) -> usize {
    ((square.row() as isize + 1) * WIDTH + square.column() as isize + 1) as usize
}

/// Counts the squares at whose places something holds.
fn count(is_it: impl Fn(usize) -> bool) -> i64 {
    Square::ALL.into_iter().filter(|&square| is_it(place(square))).count() as i64
}

impl ArrayBoard {
    pub(super) fn of(board: &Board) -> ArrayBoard {
        let mut squares = [OUTSIDE; 100];
        for square in Square::ALL {
            let has = |set: Bitboard| i8::from(set.contains(square));
            squares[place(square)] = has(board.player()) - has(board.opponent());
        }
        ArrayBoard(squares)
    }

    /// Returns the discs that a move of a side turns over in a direction.
    fn n_turned(&self, from: usize, step: isize, side: i8) -> usize {
        let mut at = from.wrapping_add_signed(step);
        let mut n = 0;
        while self.0[at] == -side {
            at = at.wrapping_add_signed(step);
            n += 1;
        }
        if self.0[at] == side { n } else { 0 }
    }

    fn is_legal(&self, square: Square, side: i8) -> bool {
        let at = place(square);
        self.0[at] == 0 && DIRECTIONS.iter().any(|&step| 0 < self.n_turned(at, step, side))
    }

    fn moves(&self, side: i8) -> impl Iterator<Item = Square> + '_ {
        Square::ALL.into_iter().filter(move |&square| self.is_legal(square, side))
    }

    /// Returns the board after a move of the side to move, seen by the other side.
    fn after(&self, square: Square) -> ArrayBoard {
        let mut next = self.clone();
        let at = place(square);
        for step in DIRECTIONS {
            let mut to = at;
            for _ in 0..self.n_turned(at, step, 1) {
                to = to.wrapping_add_signed(step);
                next.0[to] = 1;
            }
        }
        next.0[at] = 1;
        next.passed()
    }

    fn passed(mut self) -> ArrayBoard {
        for square in Square::ALL {
            let at = place(square);
            self.0[at] = -self.0[at];
        }
        self
    }

    fn has_neighbour(&self, at: usize, wanted: i8) -> bool {
        DIRECTIONS.iter().any(|&step| self.0[at.wrapping_add_signed(step)] == wanted)
    }

    /// Counts the empty squares beside a disc of the other side: the book's potential mobility.
    fn potential_moves(&self, side: i8) -> i64 {
        count(|at| self.0[at] == 0 && self.has_neighbour(at, -side))
    }

    /// Returns the sum of Iago's table over the four edges for a side.
    fn edges(&self, side: i8) -> i64 {
        let table = edge_table();
        let value = |squares: [usize; 10]| {
            let digit = |at: usize| match self.0[at] * side {
                0 => 0,
                1 => 1,
                _ => 2,
            };
            i64::from(table[squares.iter().fold(0, |index, &at| 3 * index + digit(at))])
        };
        EDGES.into_iter().map(value).sum()
    }
}

/// The edges with their X-squares at both ends.
const EDGES: [[usize; 10]; 4] = [
    [22, 11, 12, 13, 14, 15, 16, 17, 18, 27],
    [72, 81, 82, 83, 84, 85, 86, 87, 88, 77],
    [22, 11, 21, 31, 41, 51, 61, 71, 81, 72],
    [27, 18, 28, 38, 48, 58, 68, 78, 88, 77],
];

/// Returns how much more one count is than another, in parts of 1000, with two more in the denominator.
fn quotient(coefficient: i64, own: i64, other: i64) -> f64 {
    ((coefficient * (own - other)) as f64 / (own + other + 2) as f64).round_ties_even()
}

/// The book's Othello on this board.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArrayOthello;

impl GameRules for ArrayOthello {
    type State = ArrayBoard;
    type Move = Square;
    type Moves = Vec<Square>;

    fn options(&self, board: &ArrayBoard) -> TurnOptions<Vec<Square>, ArrayBoard> {
        let order = SquareOrder::Static.squares(Bitboard::ALL);
        let moves: Vec<Square> = order.filter(|&square| board.is_legal(square, 1)).collect();
        if !moves.is_empty() {
            return TurnOptions::Moves(moves);
        }
        if board.moves(-1).next().is_some() {
            return TurnOptions::Pass(board.clone().passed());
        }
        let discs = |side| count(|at| board.0[at] == side) as i32;
        TurnOptions::Over(discs(1) - discs(-1))
    }

    fn apply(&self, board: &ArrayBoard, square: Square) -> ArrayBoard {
        board.after(square)
    }
}

/// The book's Iago on this board: `Iago-eval` of section 18.12.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArrayIago {
    pub(super) move_number: i32,
}

impl ArrayIago {
    fn value(self, board: &ArrayBoard, side: i8) -> i32 {
        let number = i64::from(self.move_number);
        let current = if number < 25 { 50_000 + 2_000 * number } else { 75_000 + 1_000 * number };
        let moves = |side| board.moves(side).count() as i64;
        let edges = ((312_000 + 6_240 * number) * board.edges(side)) as f64 / 32_000.0;
        let value = edges.round_ties_even()
            + quotient(current, moves(side), moves(-side))
            + quotient(20_000, board.potential_moves(side), board.potential_moves(-side));
        value as i32
    }
}

impl Evaluation<ArrayOthello> for ArrayIago {
    fn evaluate(&self, board: &ArrayBoard, side: Side) -> Value {
        let side = if side == Side::ToMove { 1 } else { -1 };
        Value::from_units(self.value(board, side))
    }
}

#[cfg(test)]
mod tests {
    use willow_board::Position;
    use willow_classics::paip::{Othello, OthelloEvaluation, move_number};

    use super::*;
    use crate::reproduce::bill_games::bill_games;

    fn boards() -> Vec<Board> {
        let positions = bill_games()
            .iter()
            .flat_map(|game| (0..game.game.n_plies()).filter_map(|ply| game.game.position_at(ply)));
        positions.map(|position: &Position| *position.board()).collect()
    }

    #[test]
    fn moves_and_values_are_those_of_the_other_boards() {
        let (array, othello) = (ArrayOthello, Othello { order: SquareOrder::Static });
        for board in boards() {
            let by_squares = ArrayBoard::of(&board);
            let (TurnOptions::Moves(one), TurnOptions::Moves(other)) =
                (array.options(&by_squares), othello.options(&board))
            else {
                continue;
            };
            assert_eq!(one, other.to_vec());
            for square in one {
                let next = othello.apply(&board, square);
                assert_eq!(array.apply(&by_squares, square), ArrayBoard::of(&next));
            }
            let iago = OthelloEvaluation::named("iago", &board).unwrap();
            let by_array = ArrayIago { move_number: move_number(&board) };
            for side in [Side::ToMove, Side::Waiting] {
                assert_eq!(by_array.evaluate(&by_squares, side), iago.evaluate(&board, side));
            }
        }
    }
}
