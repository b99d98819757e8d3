//! Draughts notation: the squares 1 to 32, moves and positions.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use willow_board::{Bitboard, Color, Square};

use super::Piece;
use super::position::{Move, Position};

impl Position {
    /// Returns a move as it is written: `11-15`, or `15x22` for a capture, by the squares' numbers.
    pub fn notation(&self, mv: Move) -> String {
        let sign = if mv.captured.is_empty() { '-' } else { 'x' };
        let number = |square| number_of(square, self.side_to_move);
        format!("{}{sign}{}", number(mv.from), number(mv.to))
    }

    /// Returns the board in eight lines, Black's side of it above: the number of each square that is played on,
    /// and what is on it. `b` and `w` are men, `B` and `W` kings, a dot is nothing.
    pub fn numbered_diagram(&self) -> String {
        let mut letters = ['.'; 33];
        for color in Color::ALL {
            for (number, piece) in self.pieces(color) {
                letters[number as usize] = letter_of(color, piece);
            }
        }
        let mut cells: [[String; 8]; 8] = Default::default();
        for number in 1..=32 {
            let (row, column) = coordinates_of(number);
            cells[row][column] = format!("{number:>2}{}", letters[number as usize]);
        }
        let rows = cells.map(|row| row.map(|cell| format!("{cell:<4}")).concat());
        rows.map(|row| row.trim_end().to_owned() + "\n").concat()
    }

    /// Returns the numbers of the squares on which a colour has pieces, in rising order.
    pub fn squares(&self, color: Color) -> Vec<u32> {
        self.pieces(color).into_iter().map(|(number, _)| number).collect()
    }

    /// Returns the number of a colour's men, and that of its kings.
    pub fn counts(&self, color: Color) -> [usize; 2] {
        let pieces = self.pieces(color);
        let kings = pieces.iter().filter(|(_, piece)| *piece == Piece::King).count();
        [pieces.len() - kings, kings]
    }

    /// Returns all pieces of a colour with the numbers of their squares, in rising order.
    fn pieces(&self, color: Color) -> Vec<(u32, Piece)> {
        let set = if color == self.side_to_move { self.own } else { self.other };
        let nth = |square| (number_of(square, self.side_to_move), self.piece_at(square));
        let mut pieces: Vec<(u32, Piece)> = set.squares().map(nth).collect();
        pieces.sort_unstable_by_key(|&(number, _)| number);
        pieces
    }

    /// Puts a piece on an empty square.
    fn put(&mut self, color: Color, kind: Piece, square: Square) -> Result<(), ErrorKind> {
        let is_own = color == self.side_to_move;
        let far_rows = if is_own { Position::FAR_ROW } else { Position::NEAR_ROW };
        if !self.empty().contains(square) {
            return Err(ErrorKind::Occupied);
        }
        match kind {
            Piece::King => self.kings = self.kings.with(square),
            Piece::Man if far_rows.contains(square) => return Err(ErrorKind::ManOnFarRow),
            Piece::Man => {}
        }
        let set = if is_own { &mut self.own } else { &mut self.other };
        *set = set.with(square);
        Ok(())
    }
}

/// Returns the number, 1 to 32, of a dark square as the given side sees it. Black sits at 1.
const fn number_of(square: Square, side: Color) -> u32 {
    let number = square as u32 / 2 + 1;
    match side {
        Color::Black => number,
        Color::White => 33 - number,
    }
}

/// Returns row and column of a square as Black sees the board.
const fn coordinates_of(number: u32) -> (usize, usize) {
    let (row, nth) = ((number - 1) as usize / 4, (number - 1) as usize % 4);
    (row, 2 * nth + 1 - row % 2)
}

fn square_of(number: u32, side: Color) -> Option<Square> {
    Position::DARK.squares().find(|&square| number_of(square, side) == number)
}

impl fmt::Display for Position {
    /// Writes the side to move and both sides' pieces by their squares' numbers, `K` before kings:
    /// `B:W18,K24:B1,2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |color| {
            let words = self.pieces(color).into_iter().map(|(number, piece)| match piece {
                Piece::Man => number.to_string(),
                Piece::King => format!("K{number}"),
            });
            words.collect::<Vec<_>>().join(",")
        };
        let (white, black) = (list(Color::White), list(Color::Black));
        write!(f, "{}:W{white}:B{black}", letter(self.side_to_move))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Returns what a piece is drawn with: a small letter for a man, a capital for a king.
const fn letter_of(color: Color, piece: Piece) -> char {
    match piece {
        Piece::Man => letter(color).to_ascii_lowercase(),
        Piece::King => letter(color),
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

fn color(letter: &str) -> Result<Color, ErrorKind> {
    Color::ALL
        .into_iter()
        .find(|&color| letter.chars().eq([self::letter(color)]))
        .ok_or(ErrorKind::Color)
}

/// A text is not a position of draughts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{part}`: {mistake}")]
pub struct ParsePositionError {
    /// The part of the text that is wrong.
    part: String,
    mistake: ErrorKind,
}

/// What can be wrong with a part of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
enum ErrorKind {
    #[error("expected three parts such as B:W18,K24:B1,2")]
    Parts,
    #[error("expected B or W")]
    Color,
    #[error("not a square from 1 to 32")]
    Square,
    #[error("there are two pieces on this square")]
    Occupied,
    #[error("a man cannot stand where it becomes a king")]
    ManOnFarRow,
}

impl FromStr for Position {
    type Err = ParsePositionError;

    /// Reads what [`Display`](fmt::Display) writes; White's and Black's pieces may change places.
    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        let wrong = |part: &str, mistake| ParsePositionError { part: part.to_owned(), mistake };
        let parts: Vec<&str> = text.split(':').collect();
        let [side, first, second] = parts[..] else { return Err(wrong(text, ErrorKind::Parts)) };
        let mut position = Position {
            own: Bitboard::EMPTY,
            other: Bitboard::EMPTY,
            side_to_move: color(side).map_err(|mistake| wrong(side, mistake))?,
            ..Position::START
        };
        for list in [first, second] {
            let (letter, squares) = list.split_at_checked(1).unwrap_or((list, ""));
            let owner = color(letter).map_err(|mistake| wrong(list, mistake))?;
            for word in squares.split(',').filter(|_| !squares.is_empty()) {
                read_piece(word, owner, &mut position).map_err(|mistake| wrong(word, mistake))?;
            }
        }
        Ok(position)
    }
}

fn read_piece(word: &str, owner: Color, position: &mut Position) -> Result<(), ErrorKind> {
    let (kind, number) = match word.strip_prefix('K') {
        Some(number) => (Piece::King, number),
        None => (Piece::Man, word),
    };
    let number = number.parse().map_err(|_| ErrorKind::Square)?;
    let square = square_of(number, position.side_to_move).ok_or(ErrorKind::Square)?;
    position.put(owner, kind, square)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_written_as_they_are_read() {
        let start = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
        assert_eq!(Position::START.to_string(), start);
        for text in [start, "W:W18,K24:B1,2", "B:W:BK32", "W:W:B"] {
            assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let cases = [
            ("", "``: expected three parts such as B:W18,K24:B1,2"),
            ("X:W1:B2", "`X`: expected B or W"),
            ("B:é1:B2", "`é1`: expected B or W"),
            ("B:W33:B2", "`33`: not a square from 1 to 32"),
            ("B:W13,:B2", "``: not a square from 1 to 32"),
            ("B:W7:BK7", "`K7`: there are two pieces on this square"),
            ("W:W3:B", "`3`: a man cannot stand where it becomes a king"),
            ("W:W5:B30", "`30`: a man cannot stand where it becomes a king"),
        ];
        for (text, message) in cases {
            assert_eq!(text.parse::<Position>().unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_diagram_shows_men_and_kings() {
        let position: Position = "W:W32,K1:B5,K28".parse().unwrap();
        let numbered = position.numbered_diagram();
        let rows: Vec<&str> = numbered.lines().collect();
        assert_eq!(rows[0], "     1W      2.      3.      4.");
        assert_eq!(rows[1], " 5b      6.      7.      8.");
        assert_eq!(rows[7], "29.     30.     31.     32w");
        assert_eq!(
            (position.counts(Color::Black), position.counts(Color::White)),
            ([1, 1], [1, 1])
        );
    }
}
