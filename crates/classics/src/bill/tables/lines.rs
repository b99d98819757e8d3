//! The lines of the board that the tables evaluate, and their indices, updated move by move.
//!
//! What is on a line is a number in balanced ternary: each square is a digit, 1 for a disc of the
//! player, -1 for one of the opponent and 0 if it is empty. Exchanging the sides negates the number:
//! the report's "simple color-reversal".

use std::ops::Range;

use willow_board::{Bitboard, Board, Square};

/// The most squares on a line: an edge and its two X-squares.
pub(crate) const MAX_SQUARES: usize = 10;

/// The number of edges.
pub(crate) const N_EDGES: usize = 4;

/// The number of internal lines.
pub(crate) const N_INTERNAL: usize = 34;

/// All lines: edges first.
pub(crate) const N_LINES: usize = N_EDGES + N_INTERNAL;

/// The lines that share a table.
#[derive(Clone, Debug)]
pub(crate) struct LineKind {
    /// The number of squares on each.
    pub(crate) len: usize,
    /// Which lines they are.
    pub(crate) lines: Range<usize>,
    /// Where their table begins in the table of all internal lines.
    pub(crate) offset: usize,
}

/// The kinds of internal lines: the rows and columns 2, 3 and 4 (and 7, 6 and 5, their mirrors), and
/// the diagonals of 8 to 3 squares.
pub(crate) const INTERNAL_KINDS: [LineKind; 9] = {
    const fn kind(len: usize, first: usize, n: usize, offset: usize) -> LineKind {
        LineKind { len, lines: first..first + n, offset }
    }
    [
        kind(8, 4, 4, 0),
        kind(8, 8, 4, 6_561),
        kind(8, 12, 4, 13_122),
        kind(8, 16, 2, 19_683),
        kind(7, 18, 4, 26_244),
        kind(6, 22, 4, 28_431),
        kind(5, 26, 4, 29_160),
        kind(4, 30, 4, 29_403),
        kind(3, 34, 4, 29_484),
    ]
};

/// The number of entries of all internal tables together.
pub(crate) const N_INTERNAL_ENTRIES: usize = 29_511;

/// The squares of a line in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardLine {
    len: usize,
    squares: [Square; MAX_SQUARES],
}

impl BoardLine {
    const EMPTY: BoardLine = BoardLine { len: 0, squares: [Square::A1; MAX_SQUARES] };

    const fn with(mut self, column: u32, row: u32) -> BoardLine {
        self.squares[self.len] = match Square::from_coords(column, row) {
            Some(square) => square,
            None => panic!("the constants below stay on the board"),
        };
        self.len += 1;
        self
    }

    /// The row with this number from 0, from the left to the right.
    const fn row(mut self, row: u32) -> BoardLine {
        let mut column = 0;
        while column < 8 {
            self = self.with(column, row);
            column += 1;
        }
        self
    }

    /// Exchanges columns and rows.
    const fn transposed(self) -> BoardLine {
        let mut line = BoardLine::EMPTY;
        while line.len < self.len {
            let square = self.squares[line.len];
            line = line.with(square.row(), square.column());
        }
        line
    }

    /// Exchanges left and right.
    const fn mirrored(self) -> BoardLine {
        let mut line = BoardLine::EMPTY;
        while line.len < self.len {
            let square = self.squares[line.len];
            line = line.with(7 - square.column(), square.row());
        }
        line
    }

    /// The diagonal of this length from the first column down to the right, in the lower half.
    const fn diagonal(len: u32) -> BoardLine {
        let mut line = BoardLine::EMPTY;
        let mut column = 0;
        while column < len {
            line = line.with(column, 8 - len + column);
            column += 1;
        }
        line
    }

    /// From one end of the line to the other.
    pub(crate) fn squares(&self) -> &[Square] {
        &self.squares[..self.len]
    }
}

/// All lines: the upper, lower, left and right edge from X-square to X-square; then, kind by kind,
/// the internal ones.
pub(crate) const LINES: [BoardLine; N_LINES] = {
    let mut lines = [BoardLine::EMPTY; N_LINES];
    let upper = BoardLine::EMPTY.with(1, 1).row(0).with(6, 1);
    let lower = BoardLine::EMPTY.with(1, 6).row(7).with(6, 6);
    lines[0] = upper;
    lines[1] = lower;
    lines[2] = upper.transposed();
    lines[3] = lower.transposed();
    let mut row = 1;
    while row < 4 {
        let first = N_EDGES * row as usize;
        lines[first] = BoardLine::EMPTY.row(row);
        lines[first + 1] = BoardLine::EMPTY.row(7 - row);
        lines[first + 2] = lines[first].transposed();
        lines[first + 3] = lines[first + 1].transposed();
        row += 1;
    }
    lines[16] = BoardLine::diagonal(8);
    lines[17] = lines[16].mirrored();
    let mut len = 7;
    while len > 2 {
        let first = 18 + 4 * (7 - len as usize);
        lines[first] = BoardLine::diagonal(len);
        lines[first + 1] = lines[first].transposed();
        lines[first + 2] = lines[first].mirrored();
        lines[first + 3] = lines[first + 1].mirrored();
        len -= 1;
    }
    lines
};

/// The numbers of the lines, and some zeros that fill vector registers.
const WIDTH: usize = 48;

/// What is on every line of a board, seen by its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct LineIndices([i16; WIDTH]);

/// What a disc on each square adds to the numbers of the lines.
static DIGITS: [LineIndices; 64] = {
    let mut digits = [LineIndices([0; WIDTH]); 64];
    let mut line = 0;
    while line < N_LINES {
        let mut index = 0;
        let mut power = 1;
        while index < LINES[line].len {
            digits[LINES[line].squares[index].index()].0[line] = power;
            power = power.wrapping_mul(3);
            index += 1;
        }
        line += 1;
    }
    digits
};

impl LineIndices {
    /// Returns what is on the lines of a board.
    pub(crate) fn of(board: &Board) -> LineIndices {
        let mut indices = LineIndices([0; WIDTH]);
        indices.add(board.player(), 1);
        indices.add(board.opponent(), -1);
        indices
    }

    /// Returns what is on the lines after the player placed a disc on `square` and turned `flips`
    /// over, seen by the other side.
    #[inline]
    pub(crate) fn after(&self, square: Square, flips: Bitboard) -> LineIndices {
        let mut after = *self;
        after.add(square.bitboard(), 1);
        after.add(flips, 2);
        after.passed()
    }

    /// Returns the same discs seen by the other side.
    #[inline]
    pub(crate) fn passed(&self) -> LineIndices {
        LineIndices(self.0.map(|index| -index))
    }

    #[inline]
    fn add(&mut self, squares: Bitboard, times: i16) {
        for square in squares.squares() {
            for (index, digit) in self.0.iter_mut().zip(&DIGITS[square.index()].0) {
                // Only the sums of all that a move changes fit: twice the highest digit does not.
                *index = index.wrapping_add(times.wrapping_mul(*digit));
            }
        }
    }

    /// Returns the number of a line.
    #[inline]
    pub(crate) const fn line(&self, line: usize) -> isize {
        self.0[line] as isize
    }
}

/// Returns the number that stands for the discs on a line.
pub(crate) fn index_of(discs: &[i8]) -> isize {
    discs.iter().rev().fold(0, |index, &disc| 3 * index + isize::from(disc))
}

/// Returns the largest number of a line of this length: the middle of its table.
pub(crate) const fn middle(len: usize) -> usize {
    (3_usize.pow(len as u32) - 1) / 2
}

/// Returns all contents of a line of this length, in the order of its table.
pub(crate) fn all_lines(len: usize) -> impl Iterator<Item = Vec<i8>> {
    (0..3_usize.pow(len as u32)).map(move |entry| {
        let digits = (0..len as u32).map(|index| entry / 3_usize.pow(index) % 3);
        digits.map(|digit| digit as i8 - 1).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::squares_of;

    #[test]
    fn the_lines_are_the_reports() {
        let text = |line: usize| {
            LINES[line].squares().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(text(0), "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2");
        assert_eq!(text(3), "g2 h1 h2 h3 h4 h5 h6 h7 h8 g7");
        assert_eq!(text(4), "a2 b2 c2 d2 e2 f2 g2 h2");
        assert_eq!(text(15), "e1 e2 e3 e4 e5 e6 e7 e8");
        assert_eq!(text(17), "h1 g2 f3 e4 d5 c6 b7 a8");
        assert_eq!(text(18), "a2 b3 c4 d5 e6 f7 g8");
        assert_eq!(text(37), "c1 b2 a3");
        let mut next = N_EDGES;
        let mut offset = 0;
        for kind in INTERNAL_KINDS {
            assert_eq!((kind.lines.start, kind.offset), (next, offset));
            assert!(kind.lines.clone().all(|line| LINES[line].squares().len() == kind.len));
            next = kind.lines.end;
            offset += 3_usize.pow(kind.len as u32);
        }
        assert_eq!((next, offset), (N_LINES, N_INTERNAL_ENTRIES));
    }

    /// Every inner square lies on a row, a column and the diagonals of at least three squares; the
    /// edges belong to the other table.
    #[test]
    fn each_square_lies_on_the_lines_that_cross_it() {
        for square in Square::ALL {
            let on = LINES[N_EDGES..].iter().filter(|line| line.squares().contains(&square));
            let (column, row) = (square.column() as i32, square.row() as i32);
            let straight = [column, row].iter().filter(|&&index| 0 < index && index < 7).count();
            let diagonals = [(column - row).abs(), (column + row - 7).abs()];
            let diagonals = diagonals.iter().filter(|&&distance| distance < 6).count();
            assert_eq!(on.count(), straight + diagonals, "{square}");
        }
    }

    #[test]
    fn numbers_kept_along_moves_are_those_of_the_board() {
        let mut board = Board::START;
        let mut indices = LineIndices::of(&board);
        for square in squares_of("f5d6c3d3c4f4f6f3e6e7d7c5f7d8") {
            indices = indices.after(square, board.flips(square));
            board = board.play(square).unwrap();
            assert_eq!(indices, LineIndices::of(&board), "{square}");
        }
        assert_eq!(indices.passed(), LineIndices::of(&board.pass()));
    }

    #[test]
    fn tables_are_in_the_order_of_the_numbers() {
        for (entry, discs) in all_lines(4).enumerate() {
            assert_eq!(index_of(&discs) + middle(4) as isize, entry as isize);
        }
        // Player, empty, opponent, player: 1 + 0 - 9 + 27.
        assert_eq!(index_of(&[1, 0, -1, 1]), 19);
    }
}
