//! Boards as programs and books print them, over several lines.
//!
//! ```text
//!     1 2 3 4 5 6 7 8   [@=2 0=2 (+0)]        a b c d e f g h   [@=2  O=2  (+0)]
//!  10 . . . . . . . .                       1 . . . . . . . .
//!  20 . . . . . . . .                       2 . . . . . . . .
//!  30 . . . . . . . .                       3 . . . . . . . .
//!  40 . . . 0 @ . . .                       4 . . . O @ . . .
//!  50 . . . @ 0 . . .                       5 . . . @ O . . .
//!  60 . . . . . . . .                       6 . . . . . . . .
//!  70 . . . . . . . .                       7 . . . . . . . .
//!  80 . . . . . . . .                       8 . . . . . . . .  [@=29:59 O=30:00]
//! ```
//!
//! Both forms are read, and so is every other text of eight rows with eight cells. Labels, spaces between
//! cells, the header and the clocks are optional. A row may begin with `|`, and its label may follow it.
//! The boards of [`board_vector`] are read, too. Text around boards is skipped. If the header counts discs, the
//! counts must be those of the board.
//!
//! A line such as `@ to move` or `@ moves to f5` after the board names the side to move. Without such a
//! line the side is guessed: see [`PrintedBoard::position`].

use std::fmt;
use std::time::Duration;

use thiserror::Error;
use willow_board::{Bitboard, Color, Position, Square};

use crate::ErrorAt;
use crate::board_vector;
use crate::cell::{self, CellContents};
use crate::input_location::line_at;

/// A board as a program or a book printed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedBoard {
    /// Black's discs and White's. They share no square.
    discs: [Bitboard; 2],
    /// The side to move, if the text names it.
    pub side_to_move: Option<Color>,
    /// How the board is labelled.
    pub labels: BoardLabels,
    /// The time that Black and White have left. It is printed in whole seconds.
    pub clocks: Option<[Duration; 2]>,
}

/// How a printed board is labelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoardLabels {
    /// Columns `a` to `h`, rows `1` to `8`.
    #[default]
    Letters,
    /// Columns `1` to `8`, rows `10` to `80`.
    Numbers,
}

/// The error of a text that is not a printed board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PrintedBoardError {
    /// The text has no printed board.
    #[error("no printed board found (eight rows of eight cells)")]
    NotFound,
    /// Something else stands where a row is expected.
    #[error("row {row} of the board is missing")]
    MissingRow {
        /// From 1 at the top.
        row: u32,
    },
    /// A row is too short or too long.
    #[error("row {row} has {found} cells instead of 8")]
    RowLength {
        /// From 1 at the top.
        row: u32,
        /// The number of cells.
        found: usize,
    },
    /// A value of a program begins as a board and is none.
    #[error("not a vector of a board: 100 elements with a border, or 10 rows of 10 keywords")]
    Vector,
    /// The header's numbers of discs are not those of the board.
    #[error(
        "the header says {black} black and {white} white discs, but the board has other numbers"
    )]
    WrongCounts {
        /// Black's discs by the header.
        black: u32,
        /// White's discs by the header.
        white: u32,
    },
}

use PrintedBoardError as Error;

impl PrintedBoard {
    /// Returns the board of a position with these labels.
    pub(crate) fn labelled(position: &Position, labels: BoardLabels) -> PrintedBoard {
        PrintedBoard { labels, ..PrintedBoard::from(*position) }
    }

    /// Returns the discs of a colour.
    pub const fn discs(&self, color: Color) -> Bitboard {
        self.discs[color.index()]
    }

    /// Returns the position.
    ///
    /// If the text does not name the side to move, an even number of discs means Black and an odd one
    /// White, unless only the other side has a legal move.
    pub fn position(&self) -> Position {
        let n_discs = self.discs.iter().map(|discs| discs.count()).sum::<u32>();
        let by_parity = if n_discs.is_multiple_of(2) { Color::Black } else { Color::White };
        let position = cell::position(self.discs, self.side_to_move.unwrap_or(by_parity));
        if self.side_to_move.is_none() && position.must_pass() {
            return cell::position(self.discs, !by_parity);
        }
        position
    }
}

impl From<Position> for PrintedBoard {
    fn from(position: Position) -> PrintedBoard {
        PrintedBoard {
            discs: Color::ALL.map(|color| position.discs(color)),
            side_to_move: Some(position.side_to_move()),
            labels: BoardLabels::default(),
            clocks: None,
        }
    }
}

impl fmt::Display for PrintedBoard {
    /// Prints the board in nine lines, and the side to move, if it is known, in a tenth.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let white = self.labels.disc(Color::White);
        let columns = match self.labels {
            BoardLabels::Letters => "a b c d e f g h",
            BoardLabels::Numbers => "1 2 3 4 5 6 7 8",
        };
        let [n_black, n_white] = self.discs.map(Bitboard::count);
        let diff = i64::from(n_black) - i64::from(n_white);
        writeln!(f, "    {columns}   [@={n_black:<2} {white}={n_white:<2} ({diff:+})]")?;
        for row in 1..=8 {
            match self.labels {
                BoardLabels::Letters => write!(f, "  {row}")?,
                BoardLabels::Numbers => write!(f, " {row}0")?,
            }
            for square in Square::ALL.into_iter().filter(|square| square.row() + 1 == row) {
                write!(f, " {}", self.cell(square, white))?;
            }
            if let (8, Some(clocks)) = (row, self.clocks) {
                write!(f, "{}", ClockPair(clocks, self.labels))?;
            }
            writeln!(f)?;
        }
        match self.side_to_move {
            Some(Color::Black) => writeln!(f, "@ to move"),
            Some(Color::White) => writeln!(f, "{white} to move"),
            None => Ok(()),
        }
    }
}

impl PrintedBoard {
    const fn cell(&self, square: Square, white: char) -> char {
        let [black_discs, white_discs] = self.discs;
        match (black_discs.contains(square), white_discs.contains(square)) {
            (true, _) => '@',
            (_, true) => white,
            _ => '.',
        }
    }
}

/// The times that Black and White have left, as they stand behind a board.
pub(crate) struct ClockPair(pub(crate) [Duration; 2], pub(crate) BoardLabels);

impl fmt::Display for ClockPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = self.0.map(time_string);
        write!(f, "  [@={black} {}={white}]", self.1.disc(Color::White))
    }
}

/// Returns a time as minutes and seconds, `29:59`, rounded to the nearest second and a half to an even one, as PAIP's
/// function of this name does.
fn time_string(time: Duration) -> String {
    let seconds = time.as_secs_f64().round_ties_even() as u64;
    format!("{:2}:{:02}", seconds / 60, seconds % 60)
}

/// Reads the first board of a text.
///
/// ```
/// use willow_records::printed_board;
///
/// let printed = printed_board::PrintedBoard::from(willow_board::Position::START);
/// assert_eq!(printed_board::parse(&printed.to_string()), Ok(printed));
/// ```
///
/// # Errors
/// What is wrong, and where.
pub fn parse(text: &str) -> Result<PrintedBoard, ErrorAt<PrintedBoardError>> {
    match next(text, 0) {
        Some(found) => found.board,
        None => Err(ErrorAt { offset: 0, error: Error::NotFound }),
    }
}

/// A board that was found in a text.
pub(crate) struct FoundBoard {
    /// The board, or what is wrong with it.
    pub(crate) board: Result<PrintedBoard, ErrorAt<PrintedBoardError>>,
    /// Where its first line begins.
    pub(crate) begin: usize,
    /// Where the lines after it begin.
    pub(crate) end: usize,
}

/// Returns the first board from a byte of the text on.
pub(crate) fn next(text: &str, from: usize) -> Option<FoundBoard> {
    let mut lines = BoardLines { text, offset: from };
    while let Some((begin, line)) = lines.next_line() {
        if let Some(found) = vector_in_line(&mut lines, begin, line) {
            return Some(found);
        }
        let header = PrintedHeader::parse(line);
        let row = PrintedRow::parse(line);
        if header.is_none() && row.as_ref().is_some_and(|row| !row.may_be(1)) {
            let end_of_row = lines.offset;
            lines.skip_later_rows();
            if lines.offset == end_of_row {
                continue;
            }
            let error = ErrorAt { offset: begin, error: Error::MissingRow { row: 1 } };
            return Some(FoundBoard { board: Err(error), begin, end: lines.offset });
        }
        if header.is_none() && row.is_none() {
            continue;
        }
        let mut ahead = lines.clone();
        if header.is_none() {
            ahead.offset = begin;
        }
        let (n_rows, board) = read_board(header, begin, &mut ahead);
        // A single line that looks like a row or a header is not a board.
        if board.is_ok() || 2 <= n_rows || header.is_some() && 1 <= n_rows {
            if board.is_err() {
                ahead.skip_later_rows();
            }
            return Some(FoundBoard { board, begin, end: ahead.offset.max(lines.offset) });
        }
    }
    None
}

/// Reads the [vector](board_vector) that begins in a line.
fn vector_in_line(lines: &mut BoardLines<'_>, begin: usize, line: &str) -> Option<FoundBoard> {
    let begin = begin + board_vector::find_begin(line)?;
    let Some((discs, length)) = board_vector::parse(&lines.text[begin..]) else {
        let mut ahead = lines.clone();
        while ahead.next_line().is_some_and(|(_, line)| board_vector::is_row(line)) {
            lines.offset = ahead.offset;
        }
        let board = Err(ErrorAt { offset: begin, error: Error::Vector });
        return Some(FoundBoard { board, begin, end: lines.offset });
    };
    let end = begin + length;
    lines.offset = match line_at(lines.text, end) {
        Some(rest) if board_vector::find_begin(rest.text).is_none() => rest.end,
        _ => end,
    };
    let side_to_move = read_side(lines);
    let labels = BoardLabels::Numbers;
    let board = Ok(PrintedBoard { discs, side_to_move, labels, clocks: None });
    Some(FoundBoard { board, begin, end: lines.offset })
}

/// Reads the rows and what follows them. Returns how many rows there are, too.
fn read_board(
    header: Option<PrintedHeader>,
    header_offset: usize,
    lines: &mut BoardLines<'_>,
) -> (u32, Result<PrintedBoard, ErrorAt<PrintedBoardError>>) {
    let mut cells = Vec::with_capacity(64);
    let mut clocks = None;
    let mut labels = header.and_then(|header| header.labels);
    for number in 1..=8 {
        let before = lines.offset;
        let (offset, line) = lines.next_line().unwrap_or((lines.text.len(), ""));
        let Some(row) = PrintedRow::parse(line).filter(|row| row.may_be(number)) else {
            lines.offset = before;
            let error = broken_row(number, line);
            let is_row = matches!(error, Error::RowLength { .. });
            return (number - 1 + u32::from(is_row), Err(ErrorAt { offset, error }));
        };
        cells.extend(row.cells);
        clocks = row.clocks;
        labels = labels.or(row.labels);
    }
    let discs = cell::discs(&cells);
    if let Some([black, white]) = header.and_then(|header| header.counts)
        && discs.map(Bitboard::count) != [black, white]
    {
        let error = Error::WrongCounts { black, white };
        return (8, Err(ErrorAt { offset: header_offset, error }));
    }
    let labels = labels.unwrap_or_default();
    (8, Ok(PrintedBoard { discs, side_to_move: read_side(lines), labels, clocks }))
}

/// Returns what is wrong with a line that is not the row with this number.
fn broken_row(row: u32, line: &str) -> PrintedBoardError {
    let (label, rest) = split_label(line);
    let found = rest.chars().filter(|c| !c.is_whitespace()).take(64).map(CellContents::from_char);
    let are_cells = found.clone().all(|cell| cell.is_some());
    match label {
        Some((number, _)) if number == row && are_cells && found.clone().count() != 0 => {
            Error::RowLength { row, found: found.count() }
        }
        _ => Error::MissingRow { row },
    }
}

/// Reads the line after a board if it names the side to move, and skips it.
fn read_side(lines: &mut BoardLines<'_>) -> Option<Color> {
    let mut ahead = lines.clone();
    // Servers print the letters of the columns once more below the board.
    let line = loop {
        let (_, line) = ahead.next_line()?;
        if PrintedHeader::parse(line).is_none() {
            break line;
        }
    };
    let mut words = line.trim_start_matches('|').split_whitespace();
    let (side, verb, to) = (words.next()?, words.next(), words.next());
    let mut chars = side.chars();
    let letter = chars.next().filter(|_| chars.next().is_none()).and_then(CellContents::side);
    let color = letter.or_else(|| side.parse().ok())?;
    if !matches!((verb, to), (None, _) | (Some("to"), Some("move")) | (Some("moves"), Some("to"))) {
        return None;
    }
    lines.offset = ahead.offset;
    Some(color)
}

/// Returns whether a line is the border that the Clojure program prints above and below a board.
fn is_border(line: &str) -> bool {
    match line.split_once(char::is_whitespace) {
        Some(("0" | "90", edge)) => edge.chars().all(|c| c == '*' || c.is_whitespace()),
        _ => false,
    }
}

/// The lines of a text that are neither blank nor borders, and where they begin.
#[derive(Clone)]
struct BoardLines<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> BoardLines<'a> {
    /// Skips what is left of a damaged board.
    fn skip_later_rows(&mut self) {
        let mut ahead = self.clone();
        while let Some((_, line)) = ahead.next_line()
            && split_label(line).0.is_some_and(|(number, _)| 2 <= number)
        {
            self.offset = ahead.offset;
        }
    }

    fn next_line(&mut self) -> Option<(usize, &'a str)> {
        loop {
            let line = line_at(self.text, self.offset)?;
            self.offset = line.end;
            let content = line.text.trim_matches(|c: char| c == '|' || c.is_whitespace());
            if !content.is_empty() && !is_border(content) {
                return Some((line.begin, line.text));
            }
        }
    }
}

/// The line above a board.
#[derive(Clone, Copy)]
struct PrintedHeader {
    labels: Option<BoardLabels>,
    /// Black's discs and White's.
    counts: Option<[u32; 2]>,
}

impl PrintedHeader {
    fn parse(line: &str) -> Option<PrintedHeader> {
        let line = line.trim_start_matches(|c: char| c == '|' || c.is_whitespace());
        let mut rest = line;
        let mut first = None;
        for column in 0..8_u8 {
            let c = rest.chars().next()?;
            let labels = match c.to_ascii_lowercase() {
                c if c == char::from(b'a' + column) => BoardLabels::Letters,
                c if c == char::from(b'1' + column) => BoardLabels::Numbers,
                _ => return None,
            };
            if *first.get_or_insert(labels) != labels {
                return None;
            }
            rest = rest[1..].trim_start();
        }
        let bracket = rest.strip_prefix('[');
        let is_header = rest.is_empty() || bracket.is_some() || rest.starts_with("Black");
        let counts = bracket.and_then(|text| pair(text, |number| number.parse().ok()));
        is_header.then_some(PrintedHeader { labels: first, counts })
    }
}

/// Reads the two values of `@=2 0=2 (+0)]`.
fn pair<T>(text: &str, parse: impl Fn(&str) -> Option<T>) -> Option<[T; 2]> {
    let value = |text: &str| {
        let text = text.trim_start();
        parse(&text[..text.find([' ', ']', '(']).unwrap_or(text.len())])
    };
    let mut values = text.split('=').skip(1).map(value);
    Some([values.next()??, values.next()??])
}

struct PrintedRow {
    label: Option<u32>,
    labels: Option<BoardLabels>,
    cells: [CellContents; 8],
    clocks: Option<[Duration; 2]>,
}

impl PrintedRow {
    /// Reads a row: eight cells with or without a label before and after them, or ten cells of
    /// which the outer two are the border.
    fn parse(line: &str) -> Option<PrintedRow> {
        let (label, mut rest) = split_label(line);
        let mut cells = Vec::with_capacity(10);
        while let Some(c) = rest.chars().next() {
            let Some(cell) = CellContents::from_char(c) else { break };
            if cells.len() == 10 {
                return None;
            }
            cells.push(cell);
            rest = rest[c.len_utf8()..].trim_start();
        }
        let edge = CellContents::Disc(Color::Black);
        let cells = match *cells.as_slice() {
            [first, ref inner @ .., last] if cells.len() == 10 && [first, last] == [edge; 2] => {
                inner
            }
            ref cells => cells,
        };
        let cells = cells.try_into().ok()?;
        let clocks = rest.strip_prefix('[').and_then(|text| pair(text, parse_clock_text));
        let is_label = label.is_some_and(|(number, _)| rest.trim_end() == number.to_string());
        if !rest.is_empty() && !is_label && clocks.is_none() {
            return None;
        }
        Some(PrintedRow { label: label.map(|l| l.0), labels: label.map(|l| l.1), cells, clocks })
    }

    /// Returns whether the label agrees that this is the row of this number.
    fn may_be(&self, number: u32) -> bool {
        self.label.is_none_or(|label| label == number)
    }
}

/// Splits `1` to `8` or `10` to `80` and the blanks around it off a line.
fn split_label(line: &str) -> (Option<(u32, BoardLabels)>, &str) {
    let line = line.trim_matches(|c: char| c == '|' || c.is_whitespace());
    let Some((word, rest)) = line.split_once(char::is_whitespace) else { return (None, line) };
    let label = match *word.as_bytes() {
        [digit @ b'1'..=b'8'] => (u32::from(digit - b'0'), BoardLabels::Letters),
        [digit @ b'1'..=b'8', b'0'] => (u32::from(digit - b'0'), BoardLabels::Numbers),
        _ => return (None, line),
    };
    (Some(label), rest.trim_start())
}

/// Reads minutes and seconds.
fn parse_clock_text(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.split_once(':')?;
    let minutes: u32 = minutes.parse().ok()?;
    let seconds: u32 = seconds.parse().ok().filter(|&seconds| seconds < 60)?;
    Some(Duration::from_secs(u64::from(minutes) * 60 + u64::from(seconds)))
}

#[cfg(test)]
mod tests;
