//! Boards as values of a program: PAIP's vector of 100 numbers, and the rows of keywords of the program in Clojure.
//!
//! ```text
//! #(3 3 3 3 3 3 3 3 3 3          [[:edge :edge  :edge  :edge ...
//!   3 0 0 0 0 0 0 0 0 3           [:edge :empty :empty :empty ...
//!   ...                           ...
//!   3 0 0 0 2 1 0 0 0 3           [:edge :empty :empty :empty :white :black ...
//! ```
//!
//! Both have a border. 0 is an empty square, 1 a black disc, 2 a white one.

use std::fmt;

use willow_board::{Bitboard, Color, Position, Square};

use crate::cell::{self, CellContents};

/// PAIP's vector, in lines of ten, and the side to move, which the vector does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardVector(pub Position);

impl fmt::Display for BoardVector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..10 {
            let begin = if row == 0 { "#(" } else { "  " };
            let cells: Vec<&str> = (0..10).map(|column| self.cell(column, row)).collect();
            let end = if row == 9 { ")" } else { "" };
            writeln!(f, "{begin}{}{end}", cells.join(" "))?;
        }
        writeln!(f, "{} to move", if self.0.side_to_move() == Color::Black { '@' } else { 'O' })
    }
}

impl BoardVector {
    fn cell(self, column: u32, row: u32) -> &'static str {
        match inner_square(column, row).map(|square| self.0.disc_at(square)) {
            None => "3",
            Some(None) => "0",
            Some(Some(Color::Black)) => "1",
            Some(Some(Color::White)) => "2",
        }
    }
}

/// Returns the square at a column and a row that count the border.
fn inner_square(column: u32, row: u32) -> Option<Square> {
    Square::from_coords(column.checked_sub(1)?, row.checked_sub(1)?)
}

/// What stands in a vector.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    Border,
    Cell(CellContents),
}

impl Element {
    fn parse(word: &str) -> Option<Element> {
        Some(match word {
            "0" | ":empty" => Element::Cell(CellContents::Empty),
            "1" | ":black" => Element::Cell(CellContents::Disc(Color::Black)),
            "2" | ":white" => Element::Cell(CellContents::Disc(Color::White)),
            "3" | ":edge" => Element::Border,
            _ => return None,
        })
    }
}

/// Returns at which byte of a line the border above a board begins, if it does.
pub(crate) fn find_begin(line: &str) -> Option<usize> {
    let is_followed = |at: usize, border: &str| {
        let after = line[at..].strip_prefix(char::is_whitespace);
        after.is_some_and(|after| after.trim_start().starts_with(border))
    };
    let begin = |mark: &str, border: &str| {
        let mut found = line.match_indices(mark);
        found.find(|(at, _)| is_followed(at + mark.len(), border)).map(|(at, _)| at)
    };
    begin("#(3", "3").or_else(|| begin("[:edge", ":edge"))
}

/// Returns whether a line has nothing but elements.
pub(crate) fn is_row(line: &str) -> bool {
    let mut words = line.split(is_between).filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(|word| Element::parse(word).is_some())
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || "#()[]'".contains(c)
}

/// Reads the vector at the beginning of a text: Black's discs and White's, and where the vector ends.
pub(crate) fn parse(text: &str) -> Option<([Bitboard; 2], usize)> {
    let mut cells = Vec::with_capacity(64);
    let mut rest = text;
    for index in 0..100 {
        rest = rest.trim_start_matches(is_between);
        let (word, after) = rest.split_at(rest.find(is_between)?);
        match (Element::parse(word)?, inner_square(index % 10, index / 10)) {
            (Element::Cell(cell), Some(_)) => cells.push(cell),
            (Element::Border, None) => {}
            _ => return None,
        }
        rest = after;
    }
    let end = text.len() - rest.trim_start_matches([')', ']']).len();
    Some((cell::discs(&cells), end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, detect, printed_board, read};

    const RAW: &str = "#(3 3 3 3 3 3 3 3 3 3
    3 0 0 0 0 0 0 0 0 3
    3 0 0 0 0 0 0 0 0 3
    3 0 0 0 0 0 0 0 0 3
    3 0 0 0 2 1 0 0 0 3
    3 0 0 0 1 2 0 0 0 3
    3 0 0 0 0 0 0 0 0 3
    3 0 0 0 0 0 0 0 0 3
    3 0 0 0 0 0 0 0 0 3
    3 3 3 3 3 3 3 3 3 3)
";

    #[test]
    fn both_programs_boards_are_read() {
        let keywords = RAW
            .replace("#(", "(def starting-position \"words\" '[[")
            .replace("\n    3", "]\n [3")
            .replace("3)", "3]])");
        let keywords = [("3", ":edge"), ("0", ":empty"), ("1", ":black"), ("2", ":white")]
            .into_iter()
            .fold(keywords, |text, (digit, word)| text.replace(digit, word));
        let one_line = RAW.replace("\n   ", "");
        let [aligned, wide] = [&*keywords, RAW].map(|text| text.replace(' ', "  "));
        let (twice, windows) = (format!("{RAW}\n{RAW}"), RAW.replace('\n', "\r\n"));
        for text in [RAW, &keywords, &one_line, &aligned, &wide, &twice, &windows] {
            assert_eq!(detect(text.as_bytes()), Some(Format::PrintedBoard), "{text}");
            let entries = read(text.as_bytes()).unwrap();
            assert_eq!(*entries[0].item.position(), Position::START, "{text}");
        }
        assert_eq!(read(format!("{RAW}\n{RAW}").as_bytes()).unwrap().len(), 2);
    }

    #[test]
    fn a_vector_is_written_as_it_is_read() {
        let text = BoardVector(Position::START).to_string();
        assert_eq!(text, format!("{}@ to move\n", RAW.replace("    3", "  3")));
        let game = crate::transcript::parse("f5d6c3d3c4f4").unwrap();
        for ply in 0..=game.n_plies() {
            let position = *game.position_at(ply).unwrap();
            let read = printed_board::parse(&BoardVector(position).to_string()).unwrap();
            assert_eq!(read.position(), position);
        }
    }

    #[test]
    fn no_board_of_several_is_lost() {
        let one_line = RAW.replace("\n   ", "").trim_end().to_owned();
        assert_eq!(read(format!("{one_line} {one_line}\n").as_bytes()).unwrap().len(), 2);
        let keywords = [("3", ":edge"), ("0", ":empty"), ("1", ":black"), ("2", ":white")]
            .into_iter()
            .fold(RAW.replace("#(", "[[").replace("\n    3", "]\n [3"), |text, (digit, word)| {
                text.replace(digit, word)
            });
        for (good, damaged) in [
            (RAW, RAW[..90].to_owned() + "\n"),
            (RAW, RAW.replace("2 1", "2 4")),
            (&*keywords, keywords.replacen(":black", ":blak", 1)),
        ] {
            for text in [format!("{good}\n{damaged}"), format!("{damaged}\n{good}")] {
                let error = read(text.as_bytes()).unwrap_err().to_string();
                assert!(error.contains("vector"), "{text}{error}");
            }
        }
    }

    #[test]
    fn a_damaged_vector_is_none() {
        for damaged in [RAW.replace("2 1", "2 3"), RAW.replace("2 1", "2 4"), RAW[..90].to_owned()]
        {
            assert!(printed_board::parse(&damaged).is_err(), "{damaged}");
        }
    }
}
