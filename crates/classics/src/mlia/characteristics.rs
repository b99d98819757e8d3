//! The six characteristics of a board: section 2.1 of the paper, formula by formula.

use willow_board::{Bitboard, Board};

use crate::difference;

/// The six characteristics of a board, in the paper's order and units.
///
/// They are Black's: positive where Black is better off. A board's player is taken for Black, so of a
/// board with White to move the [passed](Board::pass) one is measured. All of them change their sign
/// when the colours are exchanged, so that they are the player's own as well.
///
/// The paper calls all six normalised into -100 to 100. Two are not: closeness reaches 150, the disc
/// squares 360. They are left as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Characteristics(pub [f64; 6]);

impl Characteristics {
    /// The names, in the paper's order.
    pub const NAMES: [&'static str; 6] = [
        "piece-difference",
        "corner-occupancy",
        "corner-closeness",
        "mobility",
        "frontier-discs",
        "disc-squares",
    ];

    /// Measures a board whose player is Black.
    pub fn of(board: &Board) -> Characteristics {
        let moves = [board.legal_moves().count(), board.pass().legal_moves().count()];
        Characteristics::with_mobility(board, moves)
    }

    /// Measures a board of which the numbers of legal moves are known, the player's first.
    #[inline]
    pub(crate) fn with_mobility(board: &Board, [black, white]: [u32; 2]) -> Characteristics {
        let mobility = if black == 0 || white == 0 { 0.0 } else { share(black, white) };
        let [black_frontier, white_frontier] = frontier(board);
        Characteristics([
            share(board.player().count(), board.opponent().count()),
            25.0 * f64::from(difference(board, Bitboard::CORNERS)),
            // A negated count: zero must not become a negative zero.
            12.5 * f64::from(-difference(board, beside_empty_corners(board))),
            mobility,
            share(white_frontier, black_frontier),
            f64::from(disc_squares(board)),
        ])
    }
}

/// Returns the larger number's part of the sum in percent, negative if it is White's, and 0 if the
/// numbers are equal.
#[inline]
fn share(black: u32, white: u32) -> f64 {
    let sum = f64::from(black + white);
    match black.cmp(&white) {
        std::cmp::Ordering::Greater => 100.0 * f64::from(black) / sum,
        std::cmp::Ordering::Less => -100.0 * f64::from(white) / sum,
        std::cmp::Ordering::Equal => 0.0,
    }
}

/// Returns the three neighbours of every corner that is empty.
#[inline]
fn beside_empty_corners(board: &Board) -> Bitboard {
    (board.empties() & Bitboard::CORNERS).dilated() - Bitboard::CORNERS
}

/// Counts the discs beside an empty square, in any of the eight directions.
#[inline]
fn frontier(board: &Board) -> [u32; 2] {
    let beside = board.empties().dilated();
    [(board.player() & beside).count(), (board.opponent() & beside).count()]
}

/// The values of the squares of the upper left quadrant, which are mirrored into the others.
const QUARTER: [[i32; 4]; 4] = [[20, -3, 11, 8], [-3, -7, -4, 1], [11, -4, 2, 2], [8, 1, 2, -3]];

/// The values that occur there.
const VALUES: [i32; 8] = [20, 11, 8, 2, 1, -3, -4, -7];

/// The squares of each of these values.
const SQUARES: [Bitboard; 8] = {
    let mut squares = [Bitboard::EMPTY; 8];
    let mut class = 0;
    while class < 8 {
        let mut bits = 0_u64;
        let mut square = 0;
        while square < 64 {
            if value_at(square / 8, square % 8) == VALUES[class] {
                bits |= 1 << square;
            }
            square += 1;
        }
        squares[class] = Bitboard::from_bits(bits);
        class += 1;
    }
    squares
};

const fn value_at(row: usize, column: usize) -> i32 {
    let row = if row < 4 { row } else { 7 - row };
    let column = if column < 4 { column } else { 7 - column };
    QUARTER[row][column]
}

#[inline]
fn disc_squares(board: &Board) -> i32 {
    VALUES.iter().zip(SQUARES).map(|(value, squares)| value * difference(board, squares)).sum()
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the formulas' values in these positions are whole numbers")]
mod tests {
    use super::*;

    /// Reads a board of 64 cells, `X` being Black and the player.
    fn board(cells: &str) -> Board {
        let set = |mark| {
            let entries = (0_u64..).zip(cells.chars()).filter(|&(_, cell)| cell == mark);
            Bitboard::from_bits(entries.map(|(entry, _)| 1 << entry).sum())
        };
        assert_eq!(cells.len(), 64);
        Board::new(set('X'), set('O')).unwrap()
    }

    /// Compares to within the last digits of a division.
    #[track_caller]
    fn check(board: &Board, expected: [f64; 6]) {
        let Characteristics(found) = Characteristics::of(board);
        for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
            let name = Characteristics::NAMES[index];
            assert!((found - expected).abs() < 1e-12, "{name}: {found}, not {expected}");
        }
    }

    #[test]
    fn the_start_is_even() {
        check(&Board::START, [0.0; 6]);
    }

    /// ```text
    ///   a b c d e f g h
    /// 1 X O - - - - - -      X is Black: a1 d4 d5 e4 g7, 5 discs
    /// 2 - - - - - - - -      O is White: b1 e5 h7, 3 discs
    /// 3 - - - - - - - -
    /// 4 - - - X X - - -
    /// 5 - - - X O - - -
    /// 6 - - - - - - - -
    /// 7 - - - - - - X O
    /// 8 - - - - - - - -
    /// ```
    #[test]
    fn worked_by_hand() {
        let rows = [
            "XO------", "--------", "--------", "---XX---", "---XO---", "--------", "------XO",
            "--------",
        ];
        let board = board(&rows.concat());
        check(
            &board,
            [
                // 5 discs of 8: 100 x 5/8.
                62.5, // One corner against none: 25 x 1 - 25 x 0.
                25.0,
                // Corner a1 is taken, so White's b1 does not count; beside the empty h8 Black has g7
                // and White h7: -12.5 x 1 + 12.5 x 1.
                0.0,
                // Black: c1 over b1; e6 and f6 and f5 over e5: 4 moves. White: c3 over d4, c5 over
                // d5, e3 over e4, f7 over g7: 4 moves. Equal.
                0.0, // Every disc has an empty neighbour: 5 against 3: -100 x 5/8.
                -62.5,
                // Black: a1 20, d4 -3, d5 -3, e4 -3, g7 -7 = 4. White: b1 -3, e5 -3, h7 -3 = -9.
                13.0,
            ],
        );
    }

    #[test]
    fn shares_are_percentages_of_the_larger_number() {
        let found = [share(3, 1), share(1, 3), share(2, 2), share(0, 0), share(5, 0)];
        assert_eq!(found, [75.0, -75.0, 0.0, 0.0, 100.0]);
    }

    /// Black has moves and White none, so mobility is 0 and not 100.
    #[test]
    fn who_cannot_move_makes_mobility_nothing() {
        let mut cells = "-".repeat(61);
        cells.push_str("-OX");
        let board = board(&cells);
        assert_eq!(board.legal_moves().count(), 1);
        assert!(board.pass().legal_moves().is_empty());
        // Both discs touch the empties of row 7, g8 touches f8 as well. Black has the corner;
        // White's g8 is beside it, but it is taken.
        check(&board, [0.0, 25.0, 0.0, 0.0, 0.0, 20.0 + 3.0]);
    }

    #[test]
    fn two_of_them_reach_beyond_a_hundred() {
        // White on all twelve squares beside empty corners: +12.5 x 12.
        let beside = Bitboard::CORNERS.dilated() - Bitboard::CORNERS;
        let board = Board::new(Bitboard::EMPTY, beside).unwrap();
        assert_eq!(Characteristics::of(&board).0[2], 150.0);
        let good: Bitboard = VALUES
            .iter()
            .zip(SQUARES)
            .filter(|(value, _)| 0 < **value)
            .map(|(_, set)| set)
            .fold(Bitboard::EMPTY, |all, squares| all | squares);
        let board = Board::new(good, Bitboard::ALL - good).unwrap();
        // 20 + 2 x (11 + 8 + 2 + 1) + 2 + 2 x (3 + 4) + 7 + 3 = 90 in each quadrant.
        assert_eq!(Characteristics::of(&board).0[5], 360.0);
    }

    #[test]
    fn the_classes_cover_the_board() {
        assert_eq!(SQUARES.iter().map(|squares| squares.count()).sum::<u32>(), 64);
        let c_squares_and_centre = Bitboard::C_SQUARES | Bitboard::from_bits(0x0000_0018_1800_0000);
        assert_eq!(SQUARES[5], c_squares_and_centre);
        assert_eq!((SQUARES[0], SQUARES[7]), (Bitboard::CORNERS, Bitboard::X_SQUARES));
    }
}
