//! A game as PAIP's monitor prints it, the function `othello` of its sections 18.2 and 18.7.
//!
//! The texts are those that the printed code makes: names of squares are Lisp symbols, which print as capitals, and a
//! blank follows every cell.

use std::fmt::Write as _;
use std::time::Duration;

use willow_board::{Color, Game, Move, Position, Square};

use crate::PrintedBoard;
use crate::printed_board::{BoardLabels, ClockPair};

/// Writes a game, every board of it, and at its end the difference in discs that `othello` returns. `clocks` tells the
/// time that is left at a ply; the version with numbers, of section 18.2, has no clock.
pub fn write(
    game: &Game,
    labels: BoardLabels,
    clocks: impl Fn(usize) -> Option<[Duration; 2]>,
) -> String {
    let clocks = |ply| clocks(ply).filter(|_| labels == BoardLabels::Letters);
    let mut text = String::new();
    for (ply, mv) in game.moves().enumerate() {
        let before = game.position_at(ply).unwrap_or(game.start());
        let mover = labels.disc(before.side_to_move());
        let told = match mv {
            Move::Pass => format!("{mover} has no moves and must pass."),
            Move::Place(square) => {
                push_board(&mut text, before, labels, clocks(ply));
                format!("{mover} moves to {}.", labels.square(square))
            }
        };
        start_line(&mut text, 1);
        text += &told;
    }
    let end = game.position();
    if end.is_game_over() {
        start_line(&mut text, 1);
        text += "The game is over.  Final result:";
    }
    push_board(&mut text, end, labels, clocks(game.n_plies()));
    start_line(&mut text, 1);
    if end.is_game_over() {
        let [black, white] = Color::ALL.map(|color| end.discs(color).count());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", i64::from(black) - i64::from(white));
    }
    text
}

/// Appends what `print-board` prints.
fn push_board(
    text: &mut String,
    position: &Position,
    labels: BoardLabels,
    clocks: Option<[Duration; 2]>,
) {
    let mut board = PrintedBoard::labelled(position, labels);
    board.side_to_move = None;
    let board = board.to_string();
    start_line(text, 2);
    for (row, line) in board.lines().enumerate() {
        start_line(text, 1);
        *text += line;
        *text += if row == 0 { "" } else { " " };
    }
    if let Some(clocks) = clocks {
        *text += &ClockPair(clocks, labels).to_string();
        start_line(text, 2);
    }
}

/// Begins a new line, unless one is begun, and leaves so many less one empty: Lisp's `~n&`.
fn start_line(text: &mut String, n: usize) {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.extend(std::iter::repeat_n('\n', n - 1));
}

impl BoardLabels {
    /// Returns the letter of a side.
    pub const fn disc(self, color: Color) -> char {
        match (color, self) {
            (Color::Black, _) => '@',
            (Color::White, BoardLabels::Letters) => 'O',
            (Color::White, BoardLabels::Numbers) => '0',
        }
    }

    /// Returns the name of a square as the book's code prints it: `F5`, or 56 for the fifth row and the sixth column.
    pub fn square(self, square: Square) -> String {
        match self {
            BoardLabels::Letters => square.to_string().to_uppercase(),
            BoardLabels::Numbers => square_number(square).to_string(),
        }
    }
}

/// Returns the number of a square in the book's vector of 100 elements, 11 to 88.
pub const fn square_number(square: Square) -> u32 {
    10 * (square.row() + 1) + square.column() + 1
}

/// Returns the square with a number of 11 to 88; none has a 0 or a 9 in it.
pub fn square_of_number(number: u32) -> Option<Square> {
    Square::from_coords((number % 10).checked_sub(1)?, (number / 10).checked_sub(1)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{read, transcript};

    /// What the code of section 18.7 prints, followed by hand.
    #[test]
    fn the_monitors_lines_are_those_of_the_code() {
        let game = transcript::parse("d3").unwrap();
        let clock = |ply| Some([Duration::from_millis([1_800_000, 1_799_600][ply]); 2]);
        let expected = "
    a b c d e f g h   [@=2  O=2  (+0)]
  1 . . . . . . . .\u{20}
  2 . . . . . . . .\u{20}
  3 . . . . . . . .\u{20}
  4 . . . O @ . . .\u{20}
  5 . . . @ O . . .\u{20}
  6 . . . . . . . .\u{20}
  7 . . . . . . . .\u{20}
  8 . . . . . . . .   [@=30:00 O=30:00]

@ moves to D3.

    a b c d e f g h   [@=4  O=1  (+3)]
  1 . . . . . . . .\u{20}
  2 . . . . . . . .\u{20}
  3 . . . @ . . . .\u{20}
  4 . . . @ @ . . .\u{20}
  5 . . . @ O . . .\u{20}
  6 . . . . . . . .\u{20}
  7 . . . . . . . .\u{20}
  8 . . . . . . . .   [@=30:00 O=30:00]

";
        assert_eq!(write(&game, BoardLabels::Letters, clock), expected);
        let numbers = write(&game, BoardLabels::Numbers, clock);
        assert!(
            numbers.contains("\n@ moves to 34.\n\n    1 2 3 4 5 6 7 8   [@=4  0=1"),
            "{numbers}"
        );
        assert!(!numbers.contains("30:00"), "{numbers}");
    }

    #[test]
    fn an_end_has_its_board_and_the_difference() {
        let quick = transcript::parse("e6f4e3f6g5d6e7f5c5").unwrap();
        let text = write(&quick, BoardLabels::Letters, |_| None);
        assert!(
            text.contains("\n@ moves to C5.\nThe game is over.  Final result:\n\n    a b"),
            "{text}"
        );
        assert!(text.ends_with("  8 . . . . . . . . \n13\n"), "{text}");
        let read = read(text.as_bytes()).unwrap();
        let read: Vec<_> =
            read.iter().map(|entry| entry.item.position().discs(Color::Black)).collect();
        let played = (0..=9).map(|ply| quick.position_at(ply).unwrap().discs(Color::Black));
        assert_eq!(read, played.collect::<Vec<_>>());
    }

    #[test]
    fn a_pass_prints_no_board() {
        let rows = ["XO------", "--------", "XO------"].concat();
        let start = format!("{rows}{} X", "-".repeat(40));
        let mut game = Game::from_position(crate::board_text::parse(&start).unwrap());
        game.place(Square::C1).unwrap();
        game.place(Square::C3).unwrap();
        let text = write(&game, BoardLabels::Numbers, |_| None);
        let pass = "\n@ moves to 13.\n0 has no moves and must pass.\n\n    1 2 3";
        assert!(text.contains(pass), "{text}");
        assert_eq!(text.matches("    1 2 3").count(), 3, "{text}");
        assert!(text.ends_with("\n6\n"), "{text}");
    }

    #[test]
    fn squares_have_numbers() {
        for square in Square::ALL {
            assert_eq!(square_of_number(square_number(square)), Some(square));
        }
        assert_eq!([10, 19, 90, 5, 89, 99].map(square_of_number), [None; 6]);
        assert_eq!((square_number(Square::A1), square_number(Square::F5)), (11, 56));
    }
}
