//! A game as the program in Clojure prints it, a rewriting of Norvig's: its board and its sentences.
//!
//! Its squares are a column and a row, each from 1 to 8: f5 is `[6 5]`. It prints a line for each disc that it places
//! or turns over. A program that searches prints them for the moves that it tries, too: those are not written here.

use std::fmt::{self, Write as _};

use willow_board::{Color, Game, Move, Position, Square};

/// A board with a border of stars, a blank line after each row, and the numbers of discs above.
///
/// [`printed_board::parse`](crate::printed_board::parse) reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClojureBoard(pub Position);

impl fmt::Display for ClojureBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = Color::ALL.map(|color| self.0.discs(color).count());
        let diff = i64::from(black) - i64::from(white);
        writeln!(f, "\n\t    1  2  3  4  5  6  7  8  Black={black} White={white} {diff}")?;
        for row in 0..10 {
            write!(f, "{}\t", 10 * row)?;
            for column in 0..10 {
                f.write_str(self.cell(column, row))?;
            }
            f.write_str("\n\n")?;
        }
        Ok(())
    }
}

impl ClojureBoard {
    /// Returns the cell of a column and a row, which are 0 and 9 in the border.
    fn cell(self, column: u32, row: u32) -> &'static str {
        let inner = |number: u32| number.checked_sub(1).filter(|number| *number < 8);
        let square = inner(column).zip(inner(row)).and_then(|(c, r)| Square::from_coords(c, r));
        let Some(square) = square else { return " * " };
        if self.0.discs(Color::Black).contains(square) {
            " ◉ "
        } else if self.0.discs(Color::White).contains(square) {
            " ◎ "
        } else {
            " . "
        }
    }
}

/// Writes a game, every board of it, and who has won. The program knows no other end of a game than that
/// neither side can move: of another one the text ends with the last board.
pub fn write(game: &Game) -> String {
    let mut text = ClojureBoard(*game.start()).to_string();
    for (ply, mv) in game.moves().enumerate() {
        let after = game.position_at(ply + 1).unwrap_or(game.start());
        let before = game.position_at(ply).unwrap_or(game.start());
        text += &text_of_move(mv, before, after);
    }
    if game.position().is_game_over() {
        text += result(game.position());
        text.push('\n');
    }
    text
}

/// The steps to the neighbours, right and down, in the order in which the program flips.
const DIRECTIONS: [[i32; 2]; 8] =
    [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]];

/// Returns the text about a move, with the board after it.
fn text_of_move(mv: Move, before: &Position, after: &Position) -> String {
    let mover = before.side_to_move();
    let Move::Place(square) = mv else {
        return format!("{mover} has no moves and must pass.\n");
    };
    let mut text = format!("{mover} moves to {}\n", pair(square));
    let flipped = before.discs(!mover) & after.discs(mover);
    let ray = |direction| ray(square, direction).take_while(|at| flipped.contains(*at));
    for placed in [square].into_iter().chain(DIRECTIONS.into_iter().flat_map(ray)) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "Placing {} piece at {}.", keyword(mover), pair(placed));
    }
    text += if after.is_game_over() { "GAME OVER. Final result:\n" } else { "" };
    text + &ClojureBoard(*after).to_string()
}

/// Returns the squares from a square on in a direction, without it.
fn ray(from: Square, [right, down]: [i32; 2]) -> impl Iterator<Item = Square> {
    std::iter::successors(from.offset(right, down), move |at| at.offset(right, down))
}

/// Returns a square as the program writes it.
fn pair(square: Square) -> String {
    format!("[{} {}]", square.column() + 1, square.row() + 1)
}

const fn keyword(color: Color) -> &'static str {
    match color {
        Color::Black => ":black",
        Color::White => ":white",
    }
}

/// Returns what the program says before it asks for another move.
pub fn illegal_move(square: Square, color: Color) -> String {
    format!("!Attempted illegal move {} by {}.\n", pair(square), keyword(color))
}

/// Returns who has more discs, as the program says it.
fn result(position: &Position) -> &'static str {
    let [black, white] = Color::ALL.map(|color| position.discs(color).count());
    match black.cmp(&white) {
        std::cmp::Ordering::Less => "White wins.",
        std::cmp::Ordering::Equal => "Game is a draw.",
        std::cmp::Ordering::Greater => "Black wins.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{board_text, printed_board, transcript};

    #[test]
    fn the_first_board_is_as_printed() {
        let rows = |number: u32, middle: &str| format!("{number}\t * {middle} * \n\n");
        let empty = " . ".repeat(8);
        let edge = " * ".repeat(8);
        let mut expected =
            "\n\t    1  2  3  4  5  6  7  8  Black=2 White=2 0\n".to_owned() + &rows(0, &edge);
        for number in 1..=8 {
            let middle = match number {
                4 => " .  .  .  ◎  ◉  .  .  . ",
                5 => " .  .  .  ◉  ◎  .  .  . ",
                _ => &empty,
            };
            expected += &rows(10 * number, middle);
        }
        expected += &rows(90, &edge);
        assert_eq!(ClojureBoard(Position::START).to_string(), expected);
    }

    #[test]
    fn boards_are_read_back() {
        let game = transcript::parse("f5d6c3d3c4f4").unwrap();
        let text = ClojureBoard(*game.position()).to_string();
        let board = printed_board::parse(&text).unwrap();
        assert_eq!(board.position(), *game.position());
    }

    /// The shortest game: nine moves and a wipe-out.
    #[test]
    fn a_game_ends_with_its_result() {
        let quick = transcript::parse("e6f4e3f6g5d6e7f5c5").unwrap();
        assert!(quick.is_over());
        let text = write(&quick);
        assert!(text.contains("White moves to [6 4]\n"), "{text}");
        assert_eq!(text.matches("GAME OVER. Final result:\n").count(), 1, "{text}");
        assert!(text.ends_with("Black wins.\n"), "{text}");
        assert_eq!(text.matches("\t    1  2").count(), 10, "{text}");
    }

    /// In the order of `all-directions`, away from the square.
    #[test]
    fn every_disc_that_is_placed_has_a_line() {
        let text = write(&transcript::parse("f5d6c3d3c4f4").unwrap());
        let first = "Black moves to [6 5]\nPlacing :black piece at [6 5].\nPlacing :black piece at [5 5].\n\n";
        assert!(text.contains(first), "{text}");
        let row = |text: &str| format!("{text}{} X", "-".repeat(48));
        let start = board_text::parse(&row("X-XOO-OX--------")).unwrap();
        let mut game = Game::from_position(start);
        game.place(Square::F1).unwrap();
        let placed: Vec<String> = write(&game)
            .lines()
            .filter_map(|line| Some(line.split_once(" at ")?.1.to_owned()))
            .collect();
        assert_eq!(placed, ["[6 1].", "[5 1].", "[4 1].", "[7 1]."]);
        assert_eq!(
            illegal_move(Square::A1, Color::Black),
            "!Attempted illegal move [1 1] by :black.\n"
        );
    }

    #[test]
    fn every_result_has_its_sentence() {
        let game = |text: &str| super::result(&board_text::parse(text).unwrap());
        let row = |text: &str| format!("{text}{} X", "-".repeat(56));
        assert_eq!(game(&row("OOOOXXX-")), "White wins.");
        assert_eq!(game(&row("OOOO-XXX")), "White wins.");
        assert_eq!(game(&row("OOO--XXX")), "Game is a draw.");
        assert_eq!(game(&row("OO---XXX")), "Black wins.");
    }
}
