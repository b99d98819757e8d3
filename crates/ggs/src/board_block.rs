//! A board with its players, their clocks and its side to move, as messages show it in 15 lines.
//!
//! ```text
//! |alice    (1720.0 *) 00:59,0:0//02:00,0:0
//! |bob      (1720.0 O) 01:00,0:0//02:00,0:0
//! |
//! |   A B C D E F G H
//! | 1 - - - - - - - - 1
//!   ... 8 rows ...
//! |   A B C D E F G H
//! |
//! |* to move
//! ```

use willow_board::{Bitboard, Board, Color, Position, Square};

use crate::clock_terms::ClockFace;
use crate::numbers::finite;

/// The letters above and below a board.
const COLUMNS: &str = "   A B C D E F G H";

/// The lines of a block.
pub(crate) const N_LINES: usize = 15;

/// A player's line above a board.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatLine {
    /// The login of who plays this colour.
    pub name: String,
    /// The rating in the pool of the match.
    pub rating: f64,
    /// What is left, and the terms.
    pub clock: ClockFace,
}

/// A board with its players and its side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardBlock {
    /// Black and White, or the players in the order of the request while they bid for the sides.
    pub seats: [SeatLine; 2],
    /// Whether the players still bid: then nobody has a colour.
    pub is_bidding: bool,
    /// The position. A finished game shows a side to move all the same.
    pub position: Position,
}

/// Returns the mark of a colour.
const fn mark(color: Color) -> char {
    match color {
        Color::Black => '*',
        Color::White => 'O',
    }
}

fn color_of(mark: char) -> Option<Color> {
    match mark {
        '*' => Some(Color::Black),
        'O' => Some(Color::White),
        _ => None,
    }
}

impl BoardBlock {
    /// Returns the lines, without the bars before them.
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = (0..2).map(|index| self.seat(index)).collect();
        lines.push(String::new());
        lines.push(COLUMNS.to_owned());
        lines.extend((0..8).map(|row| self.row(row)));
        lines.push(COLUMNS.to_owned());
        lines.push(String::new());
        lines.push(format!("{} to move", mark(self.position.side_to_move())));
        lines
    }

    fn seat(&self, index: usize) -> String {
        let SeatLine { name, rating, clock } = &self.seats[index];
        let mark = if self.is_bidding { '?' } else { mark(Color::ALL[index]) };
        format!("{name:<8} ({rating:6.1} {mark}) {clock}")
    }

    fn row(&self, row: u32) -> String {
        let cells = (0..8).map(|column| {
            let square = Square::from_coords(column, row).expect("a board has 8 rows and columns");
            self.position.disc_at(square).map_or('-', mark)
        });
        let cells: String = cells.flat_map(|cell| [cell, ' ']).collect();
        format!(" {0} {cells}{0} ", row + 1)
    }

    /// Reads a block from the front of some lines.
    pub(crate) fn parse(lines: &[String]) -> Option<BoardBlock> {
        let lines = lines.get(..N_LINES)?;
        let (first, first_mark) = parse_seat(&lines[0])?;
        let (second, second_mark) = parse_seat(&lines[1])?;
        let side = color_of(lines[14].strip_suffix(" to move")?.trim().chars().next()?)?;
        let position = parse_position(&lines[4..12], side)?;
        let seats = match (first_mark, second_mark) {
            ('?', '?') | ('*', 'O') => [first, second],
            // Black comes first everywhere; a server that has it otherwise is understood.
            ('O', '*') => [second, first],
            _ => return None,
        };
        Some(BoardBlock { seats, is_bidding: first_mark == '?', position })
    }
}

fn parse_seat(line: &str) -> Option<(SeatLine, char)> {
    let (name, rest) = line.split_once('(')?;
    let (rating, clock) = rest.split_once(')')?;
    let mut words = rating.split_whitespace();
    let (rating, mark) = (finite(words.next()?)?, words.next()?.chars().next()?);
    let name = name.trim().to_owned();
    let clock = clock.trim().parse().ok()?;
    (!name.is_empty()).then_some((SeatLine { name, rating, clock }, mark))
}

fn parse_position(rows: &[String], side: Color) -> Option<Position> {
    let mut discs = [Bitboard::EMPTY; 2];
    for (row, line) in (0..8).zip(rows) {
        let cells: Vec<&str> = line.split_whitespace().collect();
        let (front, cells) = cells.split_first()?;
        if front.parse() != Ok(row + 1) || cells.len() < 8 {
            return None;
        }
        for (column, cell) in (0..8).zip(cells) {
            let square = Square::from_coords(column, row)?;
            match color_of(cell.chars().next()?) {
                Some(color) => discs[color.index()] = discs[color.index()].with(square),
                None if *cell == "-" => {}
                None => return None,
            }
        }
    }
    let (player, opponent) = (discs[side.index()], discs[(!side).index()]);
    Some(Position::new(Board::new(player, opponent).ok()?, side))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_written_as_the_server_writes_it() {
        let clock = "00:59,0:0//02:00,0:0".parse().unwrap();
        let seat = |name: &str| SeatLine { name: name.to_owned(), rating: 1720.0, clock };
        let block = BoardBlock {
            seats: [seat("alice"), seat("bob")],
            is_bidding: false,
            position: Position::START,
        };
        let lines = block.lines();
        assert_eq!(lines.len(), N_LINES);
        assert_eq!(lines[0], "alice    (1720.0 *) 00:59,0:0//02:00,0:0");
        assert_eq!(lines[1], "bob      (1720.0 O) 00:59,0:0//02:00,0:0");
        assert_eq!(lines[3], "   A B C D E F G H");
        assert_eq!(lines[7], " 4 - - - O * - - - 4 ");
        assert_eq!(lines[14], "* to move");
        assert_eq!(BoardBlock::parse(&lines), Some(block));
    }
}
