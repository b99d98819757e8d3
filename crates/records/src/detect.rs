//! Finding out the format of a text or a file.

use std::fmt;

use crate::cell::CellContents;
use crate::input_location::{line_at, lines};
use crate::pgn::PgnTag;
use crate::property_tree::{TreeScanner, TreeToken};
use crate::wthor::WthorFileKind;
use crate::{printed_board, transcript};

/// A format of games or positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// [Transcripts](crate::transcript), one a line or wrapped; also those of a PGN or among other words.
    Transcript,
    /// [Boards of 64 characters](crate::board_text) with their side, one a line.
    Board,
    /// [OBF](crate::obf): positions with scored moves, one a line.
    Obf,
    /// [GGF](crate::ggf): games.
    Ggf,
    /// [SGF](crate::sgf): games.
    Sgf,
    /// [Printed boards](crate::printed_board), eight rows each.
    PrintedBoard,
    /// What [PAIP's monitor](crate::paip_text) prints, with numbers for squares.
    Paip,
    /// What the [program in Clojure](crate::clojure_text) prints.
    Clojure,
    /// PAIP's [vectors](crate::board_vector) of 100 numbers.
    BoardVector,
    /// [WTHOR](crate::wthor) games.
    Wthor,
    /// Names of [WTHOR](crate::wthor) players.
    WthorPlayers,
    /// Names of [WTHOR](crate::wthor) tournaments.
    WthorTournaments,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 12] = [
        Format::Transcript,
        Format::Board,
        Format::Obf,
        Format::Ggf,
        Format::Sgf,
        Format::PrintedBoard,
        Format::Paip,
        Format::Clojure,
        Format::BoardVector,
        Format::Wthor,
        Format::WthorPlayers,
        Format::WthorTournaments,
    ];

    /// Returns what the format is called, and the usual extension of a file's name, in lower case and without its
    /// dot.
    const fn name_and_extension(self) -> (&'static str, &'static str) {
        match self {
            Format::Transcript => ("transcript", "txt"),
            Format::Board => ("board", "board"),
            Format::Obf => ("OBF", "obf"),
            Format::Ggf => ("GGF", "ggf"),
            Format::Sgf => ("SGF", "sgf"),
            Format::PrintedBoard => ("printed board", "print"),
            Format::Paip => ("PAIP's transcript", "paip"),
            Format::Clojure => ("Clojure transcript", "clojure"),
            Format::BoardVector => ("PAIP's vector", "vector"),
            Format::Wthor => ("WTHOR games", "wtb"),
            Format::WthorPlayers => ("WTHOR players", "jou"),
            Format::WthorTournaments => ("WTHOR tournaments", "trn"),
        }
    }

    /// Returns the usual extension of a file's name, in lower case and without its dot.
    pub const fn extension(self) -> &'static str {
        self.name_and_extension().1
    }

    /// Returns whether the format holds positions, so that a game becomes several entries.
    pub const fn holds_positions(self) -> bool {
        matches!(
            self,
            Format::Board
                | Format::Obf
                | Format::PrintedBoard
                | Format::Paip
                | Format::Clojure
                | Format::BoardVector
        )
    }

    /// Returns whether the format holds only games from the standard start position.
    pub const fn needs_standard_start(self) -> bool {
        matches!(self, Format::Transcript | Format::Wthor)
    }

    /// Returns the format that an extension of a file's name stands for, in either case.
    pub fn from_extension(extension: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| extension.eq_ignore_ascii_case(format.extension()))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name_and_extension().0)
    }
}

/// Detects the format of an input. The input may still have errors. The boards in all texts of the old programs
/// are found as printed boards.
///
/// ```
/// use willow_records::{Format, detect};
///
/// assert_eq!(detect(b"F5 D6 C3"), Some(Format::Transcript));
/// assert_eq!(detect(b"(;GM[Othello]PB[alice];)"), Some(Format::Ggf));
/// assert_eq!(detect(b"hello"), None);
/// ```
pub fn detect(input: &[u8]) -> Option<Format> {
    match WthorFileKind::detect(input) {
        Some(WthorFileKind::Games) => Some(Format::Wthor),
        Some(WthorFileKind::Players) => Some(Format::WthorPlayers),
        Some(WthorFileKind::Tournaments) => Some(Format::WthorTournaments),
        None => of_text(std::str::from_utf8(input).ok()?),
    }
}

/// Detects the format of a text.
pub(crate) fn of_text(text: &str) -> Option<Format> {
    let text = text.trim_start_matches('\u{feff}');
    let is_tree = |&begin: &usize| {
        // A definition of Clojure may hold a board.
        leads_to_tree(&text[..begin]) && !text[begin..].starts_with("(def ")
    };
    if let Some(begin) = text.find('(').filter(is_tree) {
        return of_tree(&text[begin..]);
    }
    let first = from_first_line(text)?;
    match of_line(line_at(first, 0)?.text) {
        _ if begins_game(first) => Some(Format::Transcript),
        Some(format) if format != Format::Board => Some(format),
        _ if printed_board::next(text, 0).is_some() => Some(Format::PrintedBoard),
        None => {
            let is_moves = |line: &str| transcript::find_in_prose(line).is_some();
            lines(text).any(|line| is_moves(line.text)).then_some(Format::Transcript)
        }
        board => board,
    }
}

/// Returns a text from its first line on that is neither blank nor a comment.
pub(crate) fn from_first_line(text: &str) -> Option<&str> {
    lines(text).find(|line| has_content(line.text)).map(|line| &text[line.begin..])
}

/// Returns whether a text begins with a game as a transcript or a PGN.
pub(crate) fn begins_game(text: &str) -> bool {
    PgnTag::parse(text).is_some()
        || line_at(text, 0).is_some_and(|line| transcript::is_transcript(line.text))
}

/// Returns whether a text may stand before a game in GGF or SGF: blanks and a number of games.
pub(crate) fn leads_to_tree(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || c.is_ascii_digit() || c == '|')
}

/// The number of tokens in which a game must show whether it is GGF or SGF.
const TREE_TOKENS: usize = 64;

/// Tells GGF and SGF apart by the properties with which a game begins.
pub(crate) fn of_tree(text: &str) -> Option<Format> {
    let mut scanner = TreeScanner::new(text, 0);
    if scanner.token() != Ok(TreeToken::Open) || scanner.token() != Ok(TreeToken::Node) {
        return None;
    }
    for _ in 0..TREE_TOKENS {
        let property = match scanner.token() {
            Ok(TreeToken::Value(property)) => property,
            Ok(TreeToken::Node) => continue,
            Ok(TreeToken::Open | TreeToken::Close) | Err(_) => break,
        };
        match property.name {
            "GM" if property.trimmed().bytes().all(|byte| byte.is_ascii_digit()) => {
                return Some(Format::Sgf);
            }
            "GM" | "BO" | "TY" | "TI" => return Some(Format::Ggf),
            "FF" | "SZ" | "AB" | "AW" => return Some(Format::Sgf),
            "B" | "W" if property.value.contains('/') => return Some(Format::Ggf),
            _ => {}
        }
    }
    Some(Format::Sgf)
}

/// Returns whether a line is neither blank nor a comment.
pub(crate) fn has_content(line: &str) -> bool {
    let line = line.trim_start();
    !line.is_empty() && (!line.starts_with(['#', '%']) || line.starts_with("#(3"))
}

/// Detects the format of a line, among the formats that have a game or a position on every line.
pub(crate) fn of_line(line: &str) -> Option<Format> {
    let line = line.trim_start();
    if transcript::is_transcript(line) {
        Some(Format::Transcript)
    } else if !is_board(line) {
        None
    } else if line.contains([';', '%']) {
        Some(Format::Obf)
    } else {
        Some(Format::Board)
    }
}

/// The fewest characters that are taken for a board if most of them are cells.
const BOARD_LIKE: usize = 8;

/// Returns whether most of the characters that could be cells of a board are.
fn is_board(text: &str) -> bool {
    let cells = text.chars().filter(|c| !c.is_whitespace()).take(64);
    let (mut n_chars, mut n_cells) = (0, 0);
    for c in cells {
        n_chars += 1;
        n_cells += usize::from(CellContents::from_char(c).is_some());
    }
    BOARD_LIKE <= n_chars && n_chars < 2 * n_cells
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn lines_are_told_apart() {
        let cases = [
            ("f5d6", Some(Format::Transcript)),
            ("  F5 D6", Some(Format::Transcript)),
            ("1. f5 2. d6", Some(Format::Transcript)),
            ("--b4", Some(Format::Transcript)),
            ("pa f5", Some(Format::Transcript)),
            (START, Some(Format::Board)),
            (&START.replace('-', "."), Some(Format::Board)),
            (&format!("{START};"), Some(Format::Obf)),
            (&format!("\n# remark\n\n{START} % remark\n"), Some(Format::Obf)),
            ("1 f5 2 d6", Some(Format::Transcript)),
            ("[Event \"Cup\"]\n\n1. f5", Some(Format::Transcript)),
            ("Sent by a friend\nMoves: f5d6c3d3", Some(Format::Transcript)),
            ("\u{30fb}Ｆ５", Some(Format::Transcript)),
            ("8 --------", Some(Format::Board)),
            ("black to move", None),
            ("Party time", None),
            ("2018-06-10 f5", None),
            ("", None),
            ("\0\u{1}", None),
        ];
        for (text, format) in cases {
            assert_eq!(detect(text.as_bytes()), format, "{text:?}");
        }
        assert_eq!(detect(&[0xff, 0xfe, b'f', 0]), None);
    }

    #[test]
    fn extensions_name_formats() {
        for format in Format::ALL {
            assert_eq!(Format::from_extension(format.extension()), Some(format));
        }
        assert_eq!(Format::from_extension("OBF"), Some(Format::Obf));
        assert_eq!(Format::from_extension("docx"), None);
    }
}
