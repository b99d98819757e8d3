//! Othello and Iago on the book's board, an array of 100 squares that is looked at square by square (exercise
//! 18.5): the moves and values of the bitboards by other means, to measure what the means cost.

use std::cell::{Cell, RefCell};
use std::hash::{Hash, Hasher};

use willow_board::{Bitboard, Board, Square};
use willow_classics::iago::edge_table;
use willow_classics::paip::{Evaluation, GameRules, Side, SquareOrder, TurnOptions, Value};

/// The steps to the eight neighbours: a row has eight squares and a border square at both ends.
const DIRECTIONS: [isize; 8] = [-11, -10, -9, -1, 1, 9, 10, 11];

/// A border square: no disc of either side.
const BORDER: i8 = 2;

/// The edges with their X-squares at both ends.
const EDGES: [[usize; 10]; 4] = [
    [22, 11, 12, 13, 14, 15, 16, 17, 18, 27],
    [72, 81, 82, 83, 84, 85, 86, 87, 88, 77],
    [22, 11, 21, 31, 41, 51, 61, 71, 81, 72],
    [27, 18, 28, 38, 48, 58, 68, 78, 88, 77],
];

/// A board: 1 for the discs of the side to move, -1 for the others', 0 for an empty square.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ArrayBoard([i8; 100]);

const fn index(square: Square) -> usize {
    10 * (square.row() as usize + 1) + square.column() as usize + 1
}

/// Counts the squares at whose indices something holds.
fn count(holds: impl Fn(usize) -> bool) -> i64 {
    Square::ALL.into_iter().filter(|&square| holds(index(square))).count() as i64
}

impl ArrayBoard {
    pub(super) fn of(board: &Board) -> ArrayBoard {
        let mut squares = [BORDER; 100];
        for square in Square::ALL {
            let has = |set: Bitboard| i8::from(set.contains(square));
            squares[index(square)] = has(board.player()) - has(board.opponent());
        }
        ArrayBoard(squares)
    }

    /// Returns how many discs a move of a side flips in a direction.
    fn flips(&self, from: usize, step: isize, side: i8) -> usize {
        let mut at = from.wrapping_add_signed(step);
        let mut flips = 0;
        while self.0[at] == -side {
            at = at.wrapping_add_signed(step);
            flips += 1;
        }
        if self.0[at] == side { flips } else { 0 }
    }

    fn is_legal(&self, at: usize, side: i8) -> bool {
        self.0[at] == 0 && DIRECTIONS.iter().any(|&step| 0 < self.flips(at, step, side))
    }

    fn pass(&self) -> ArrayBoard {
        ArrayBoard(self.0.map(|square| if square == BORDER { BORDER } else { -square }))
    }

    /// Returns whether a square is empty and beside a disc of the other side.
    fn is_potential_move(&self, at: usize, side: i8) -> bool {
        let is_beside = |step: &isize| self.0[at.wrapping_add_signed(*step)] == -side;
        self.0[at] == 0 && DIRECTIONS.iter().any(is_beside)
    }

    /// Returns the sum of Iago's table over the four edges for a side.
    fn edges(&self, side: i8) -> i64 {
        let digit = |at: usize| (self.0[at] * side).rem_euclid(3) as usize;
        let position = |edge: [usize; 10]| edge.iter().fold(0, |sum, &at| 3 * sum + digit(at));
        EDGES.into_iter().map(|edge| i64::from(edge_table()[position(edge)])).sum()
    }
}

/// The book's Othello on this board.
pub(super) struct ArrayOthello;

impl GameRules for ArrayOthello {
    type State = ArrayBoard;
    type Move = Square;
    type Moves = Vec<Square>;

    fn options(&self, board: &ArrayBoard) -> TurnOptions<Vec<Square>, ArrayBoard> {
        let squares = SquareOrder::Static.squares(Bitboard::ALL);
        let moves: Vec<Square> =
            squares.filter(|&square| board.is_legal(index(square), 1)).collect();
        if !moves.is_empty() {
            TurnOptions::Moves(moves)
        } else if Square::ALL.into_iter().any(|square| board.is_legal(index(square), -1)) {
            TurnOptions::Pass(board.pass())
        } else {
            let discs = |side| count(|at| board.0[at] == side) as i32;
            TurnOptions::Over(discs(1) - discs(-1))
        }
    }

    fn apply(&self, board: &ArrayBoard, square: Square) -> ArrayBoard {
        let mut next = board.clone();
        for step in DIRECTIONS {
            let mut at = index(square);
            for _ in 0..board.flips(at, step, 1) {
                at = at.wrapping_add_signed(step);
                next.0[at] = 1;
            }
        }
        next.0[index(square)] = 1;
        next.pass()
    }
}

/// `Iago-eval` of section 18.12 on this board, for a root with this number of the move.
pub(super) struct ArrayIago(pub(super) i32);

impl Evaluation<ArrayOthello> for ArrayIago {
    fn evaluate(&self, board: &ArrayBoard, side: Side) -> Value {
        let side = if side == Side::ToMove { 1 } else { -1 };
        let number = i64::from(self.0);
        let share = |coefficient: i64, count: &dyn Fn(i8) -> i64| {
            let [own, other] = [count(side), count(-side)];
            ((coefficient * (own - other)) as f64 / (own + other + 2) as f64).round_ties_even()
        };
        let current = if number < 25 { 50_000 + 2_000 * number } else { 75_000 + 1_000 * number };
        let edges = ((312_000 + 6_240 * number) * board.edges(side)) as f64 / 32_000.0;
        let value = edges.round_ties_even()
            + share(current, &|side| count(|at| board.is_legal(at, side)))
            + share(20_000, &|side| count(|at| board.is_potential_move(at, side)));
        Value::from_units(value as i32)
    }
}

/// The same game on boards that stand in memory of their own, as Lisp's do (section 18.10).
pub(super) struct StoredOthello<'a> {
    /// Boards that were given back, to be used again; `None` if each board is allocated anew.
    pub(super) free: Option<&'a FreeBoards>,
    /// How many boards were allocated.
    pub(super) allocated: &'a Cell<u64>,
}

/// Boards that are not in use.
pub(super) type FreeBoards = RefCell<Vec<Box<ArrayBoard>>>;

/// A board in memory of its own, which is given back if boards are used again.
#[derive(Clone, Debug)]
pub(super) struct StoredBoard<'a> {
    board: Option<Box<ArrayBoard>>,
    free: Option<&'a FreeBoards>,
}

impl PartialEq for StoredBoard<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
    }
}

impl Eq for StoredBoard<'_> {}

impl Hash for StoredBoard<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.board.hash(state);
    }
}

impl Drop for StoredBoard<'_> {
    fn drop(&mut self) {
        if let Some(free) = self.free {
            free.borrow_mut().extend(self.board.take());
        }
    }
}

impl StoredBoard<'_> {
    fn board(&self) -> &ArrayBoard {
        self.board.as_ref().expect("it is taken when the board is dropped")
    }
}

impl<'a> StoredOthello<'a> {
    /// Puts a board into memory that is free, or new.
    pub(super) fn store(&self, board: ArrayBoard) -> StoredBoard<'a> {
        let used = self.free.and_then(|free| free.borrow_mut().pop());
        let board = if let Some(mut used) = used {
            *used = board;
            used
        } else {
            self.allocated.set(self.allocated.get() + 1);
            Box::new(board)
        };
        StoredBoard { board: Some(board), free: self.free }
    }
}

impl<'a> GameRules for StoredOthello<'a> {
    type State = StoredBoard<'a>;
    type Move = Square;
    type Moves = Vec<Square>;

    fn options(&self, board: &StoredBoard<'a>) -> TurnOptions<Vec<Square>, StoredBoard<'a>> {
        match ArrayOthello.options(board.board()) {
            TurnOptions::Moves(moves) => TurnOptions::Moves(moves),
            TurnOptions::Pass(board) => TurnOptions::Pass(self.store(board)),
            TurnOptions::Over(margin) => TurnOptions::Over(margin),
        }
    }

    fn apply(&self, board: &StoredBoard<'a>, square: Square) -> StoredBoard<'a> {
        self.store(ArrayOthello.apply(board.board(), square))
    }
}

impl<'a> Evaluation<StoredOthello<'a>> for ArrayIago {
    fn evaluate(&self, board: &StoredBoard<'a>, side: Side) -> Value {
        Evaluation::<ArrayOthello>::evaluate(self, board.board(), side)
    }
}

#[cfg(test)]
mod tests {
    use willow_classics::paip::{Othello, OthelloEvaluation, move_number};

    use super::*;
    use crate::reproduce::bill_games::bill_games;

    #[test]
    fn moves_and_values_are_those_of_the_bitboards() {
        let othello = Othello::new(SquareOrder::Static);
        for game in bill_games() {
            let positions = (0..game.game.n_plies()).filter_map(|ply| game.game.position_at(ply));
            for board in positions.map(willow_board::Position::board) {
                let array = ArrayBoard::of(board);
                let iago = OthelloEvaluation::named(OthelloEvaluation::IAGO, board).unwrap();
                for side in [Side::ToMove, Side::Waiting] {
                    let array_iago = ArrayIago(move_number(board));
                    let value = Evaluation::<ArrayOthello>::evaluate(&array_iago, &array, side);
                    assert_eq!(value, iago.evaluate(board, side), "{board:?}");
                }
                let TurnOptions::Moves(moves) = othello.options(board) else { continue };
                assert_eq!(ArrayOthello.options(&array), TurnOptions::Moves(moves.to_vec()));
                for square in moves {
                    let next = ArrayBoard::of(&othello.apply(board, square));
                    assert_eq!(ArrayOthello.apply(&array, square), next, "{board:?} {square}");
                }
            }
        }
    }
}
