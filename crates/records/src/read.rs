//! One entrance for all formats: whatever the input is, games and positions come out.

use thiserror::Error;
use willow_board::Position;

use crate::board_text::BoardTextError;
use crate::detect::{self, Format};
use crate::ggf::GgfError;
use crate::location::LineCounter;
use crate::logbook::LogbookError;
use crate::obf::ObfError;
use crate::printed_board::PrintedBoardError;
use crate::sgf::SgfError;
use crate::transcript::TranscriptError;
use crate::wthor::{FileKind, WthorError, WthorFile, WthorNames};
use crate::{
    At, Location, Record, ScoredPosition, Synchro, board_text, ggf, logbook, obf, printed_board,
    sgf, transcript,
};

/// A game or a position, and where in the input it begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Where it begins.
    pub location: Location,
    /// What it is.
    pub item: Item,
}

/// A game or a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A game.
    Game(Box<Record>),
    /// A position.
    Position(ScoredPosition),
}

impl Item {
    /// Returns the position itself, or that at the end of the game.
    #[must_use]
    pub fn position(&self) -> &Position {
        match self {
            Item::Game(record) => record.game.position(),
            Item::Position(scored) => &scored.position,
        }
    }

    /// Returns the game, or one without moves that starts in the position. The scores of a position
    /// are lost.
    #[must_use]
    pub fn into_record(self) -> Record {
        match self {
            Item::Game(record) => *record,
            Item::Position(scored) => {
                let mut record = Record::from_position(scored.position);
                record.comment = scored.comment;
                record
            }
        }
    }
}

/// An input, or an entry of it, cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{location}: {}{problem}", game_prefix(*.game))]
pub struct ReadError {
    /// Where the problem is.
    pub location: Location,
    /// The number of the game in the input, counted from 1, where lines do not tell it.
    pub game: Option<usize>,
    /// What is wrong.
    pub problem: ReadProblem,
}

/// What is wrong with an input or an entry.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReadProblem {
    /// There is nothing but blanks and comments.
    #[error("there is no game or position")]
    Empty,
    /// The input looks like none of the formats.
    #[error(
        "neither a position (64 cells and a side) nor a game (moves such as f5d6c3, GGF, SGF, WTHOR)"
    )]
    Unknown,
    /// The input is neither UTF-8 text nor a binary format that is known.
    #[error("binary data, or text that is not UTF-8")]
    NotText,
    /// A line is too long to be a record.
    #[error("a line of {length} bytes is too long (the limit is {MAX_LINE})")]
    LongLine {
        /// The number of bytes.
        length: usize,
    },
    /// There are too many entries to hold at once.
    #[error("more than {MAX_ENTRIES} games or positions at once")]
    TooMany,
    /// A transcript is wrong.
    #[error(transparent)]
    Transcript(#[from] TranscriptError),
    /// A board is wrong.
    #[error(transparent)]
    Board(#[from] BoardTextError),
    /// A line of OBF is wrong.
    #[error(transparent)]
    Obf(#[from] ObfError),
    /// A line of Logistello's book is wrong.
    #[error(transparent)]
    Logbook(#[from] LogbookError),
    /// A game in GGF is wrong.
    #[error(transparent)]
    Ggf(#[from] GgfError),
    /// A game in SGF is wrong.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// A printed board is wrong.
    #[error(transparent)]
    PrintedBoard(#[from] PrintedBoardError),
    /// A WTHOR file is wrong.
    #[error(transparent)]
    Wthor(#[from] WthorError),
}

fn game_prefix(game: Option<usize>) -> String {
    game.map_or_else(String::new, |number| format!("game {number}: "))
}

/// The longest line, in bytes, of formats that have an entry on every line.
pub const MAX_LINE: usize = 1 << 16;
/// The largest number of entries that [`read`] returns.
pub const MAX_ENTRIES: usize = 250_000;

/// Reads all games and positions of an input.
///
/// ```
/// let entries = willow_records::read(b"f5d6c3\nf5f6e6\n")?;
/// assert_eq!(entries.len(), 2);
///
/// let error = willow_records::read(b"f5d6c3\nf5d6a1\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 5: move 3, a1: a1 turns over no disc");
/// # Ok::<(), willow_records::ReadError>(())
/// ```
///
/// # Errors
/// The first problem. An input without entries is one; so is one of more than [`MAX_ENTRIES`], which
/// [`entries`] can read one by one.
pub fn read(input: &[u8]) -> Result<Vec<Entry>, ReadError> {
    let mut all = Vec::new();
    for entry in entries(input) {
        let entry = entry?;
        if all.len() == MAX_ENTRIES {
            let problem = ReadProblem::TooMany;
            return Err(ReadError { location: entry.location, game: None, problem });
        }
        all.push(entry);
    }
    Ok(all)
}

/// Reads the games and positions of an input one by one.
///
/// After an error it goes on with the next entry where the format shows where that begins. An input
/// that cannot be read at all gives one error, and one without entries gives
/// [`ReadProblem::Empty`].
#[must_use]
pub fn entries(input: &[u8]) -> Entries<'_> {
    entries_with_names(input, &NO_NAMES)
}

/// Reads the games and positions of an input one by one. If it is a WTHOR file, its numbers stand for
/// these names.
#[must_use]
pub fn entries_with_names<'a>(input: &'a [u8], names: &'a WthorNames) -> Entries<'a> {
    Entries { source: source(input, names) }
}

static NO_NAMES: WthorNames = WthorNames { players: Vec::new(), tournaments: Vec::new() };

/// The games and positions of an input, and what is wrong with others.
#[derive(Clone, Debug)]
pub struct Entries<'a> {
    source: Source<'a>,
}

#[derive(Clone, Debug)]
enum Source<'a> {
    Lines(Lines<'a>),
    Trees(Trees<'a>),
    PrintedBoards(PrintedBoards<'a>),
    Wthor(WthorGames<'a>),
    /// The input cannot be read, for a reason that is yet to be told.
    Failed(Option<ReadError>),
}

impl Iterator for Entries<'_> {
    type Item = Result<Entry, ReadError>;

    fn next(&mut self) -> Option<Result<Entry, ReadError>> {
        match &mut self.source {
            Source::Lines(lines) => lines.next(),
            Source::Trees(trees) => trees.next(),
            Source::PrintedBoards(boards) => boards.next(),
            Source::Wthor(games) => games.next(),
            Source::Failed(error) => error.take().map(Err),
        }
    }
}

fn source<'a>(input: &'a [u8], names: &'a WthorNames) -> Source<'a> {
    let fail =
        |location, problem| Source::Failed(Some(ReadError { location, game: None, problem }));
    if FileKind::detect(input).is_some() {
        let file_start = Location::Binary { offset: 0 };
        return match WthorFile::parse(input) {
            Ok(file) if file.is_empty() => fail(file_start, ReadProblem::Empty),
            Ok(file) => Source::Wthor(WthorGames { file, names, index: 0 }),
            Err(error) => fail(file_start, error.into()),
        };
    }
    let text = match text(input) {
        Ok(text) => text,
        Err(offset) => return fail(Location::Binary { offset }, ReadProblem::NotText),
    };
    match detect::of_text(text) {
        Some(Format::Ggf | Format::Sgf) => Source::Trees(Trees::new(text)),
        Some(Format::PrintedBoard) => Source::PrintedBoards(PrintedBoards::new(text)),
        Some(_) => Source::Lines(Lines::new(text)),
        None if text.lines().any(detect::has_content) => {
            fail(Location::START, ReadProblem::Unknown)
        }
        None => fail(Location::START, ReadProblem::Empty),
    }
}

/// Returns an input as text, without the byte order mark that some editors write.
///
/// # Errors
/// The offset of the first byte that belongs to no text.
fn text(input: &[u8]) -> Result<&str, usize> {
    let text = std::str::from_utf8(input).map_err(|error| error.valid_up_to())?;
    match text.find('\0') {
        Some(offset) => Err(offset),
        None => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
    }
}

/// An entry on every line that is neither blank nor a comment.
#[derive(Clone, Debug)]
struct Lines<'a> {
    text: &'a str,
    offset: usize,
    counter: LineCounter<'a>,
}

impl<'a> Lines<'a> {
    const fn new(text: &'a str) -> Lines<'a> {
        Lines { text, offset: 0, counter: LineCounter::new(text) }
    }

    fn next(&mut self) -> Option<Result<Entry, ReadError>> {
        while self.offset < self.text.len() {
            let start = self.offset;
            let rest = &self.text[start..];
            let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
            self.offset = self.text.len().min(start + line.len() + 1);
            if detect::has_content(line) {
                return Some(self.entry(start, line));
            }
        }
        None
    }

    fn entry(&mut self, start: usize, line: &str) -> Result<Entry, ReadError> {
        match item_of_line(line) {
            Ok(item) => Ok(Entry { location: self.counter.locate(start), item }),
            Err(At { offset, error }) => Err(ReadError {
                location: self.counter.locate(start + offset),
                game: None,
                problem: error,
            }),
        }
    }
}

/// Returns an error of one format as a problem of the input.
fn problem<E: Into<ReadProblem>>(error: At<E>) -> At<ReadProblem> {
    error.map(E::into)
}

/// Reads a line that has content.
fn item_of_line(line: &str) -> Result<Item, At<ReadProblem>> {
    if MAX_LINE < line.len() {
        return Err(At { offset: 0, error: ReadProblem::LongLine { length: line.len() } });
    }
    let position = |position| Item::Position(ScoredPosition::from(position));
    match detect::of_line(line) {
        Some(Format::Board) => board_text::parse(line).map(position).map_err(problem),
        Some(Format::Obf) => obf::parse(line).map(Item::Position).map_err(problem),
        Some(Format::Logbook) => logbook::parse(line).map(game).map_err(problem),
        Some(Format::Transcript) => {
            transcript::parse(line).map(Record::new).map(game).map_err(problem)
        }
        _ => Err(At { offset: 0, error: ReadProblem::Unknown }),
    }
}

fn game(record: impl Into<Record>) -> Item {
    Item::Game(Box::new(record.into()))
}

/// Games in GGF or SGF, one after the other.
#[derive(Clone, Debug)]
struct Trees<'a> {
    text: &'a str,
    offset: usize,
    counter: LineCounter<'a>,
    n_games: usize,
    /// Whether the game before was the first of a synchro pair.
    pair_open: bool,
}

impl<'a> Trees<'a> {
    const fn new(text: &'a str) -> Trees<'a> {
        Trees { text, offset: 0, counter: LineCounter::new(text), n_games: 0, pair_open: false }
    }

    fn next(&mut self) -> Option<Result<Entry, ReadError>> {
        let rest = &self.text[self.offset..];
        let before = &rest[..rest.find('(').unwrap_or(rest.len())];
        if !detect::leads_to_tree(before) {
            let strange = before.len() - before.trim_start().len();
            let at = At { offset: self.offset + strange, error: ReadProblem::Unknown };
            self.skip_to_tree(self.offset + strange);
            return Some(Err(self.error(at, None)));
        }
        let begin = self.offset + before.len();
        if begin == self.text.len() {
            return None;
        }
        self.n_games += 1;
        let synchro = match before.trim() {
            count if count.ends_with('2') => Some(Synchro::First),
            _ if self.pair_open => Some(Synchro::Second),
            _ => None,
        };
        self.pair_open = synchro == Some(Synchro::First);
        Some(self.game(begin, synchro))
    }

    fn game(&mut self, begin: usize, synchro: Option<Synchro>) -> Result<Entry, ReadError> {
        let parsed = match detect::of_tree(&self.text[begin..]) {
            Some(Format::Ggf) => ggf::parse_at(self.text, begin).map_err(problem),
            _ => sgf::parse_at(self.text, begin).map_err(problem),
        };
        match parsed {
            Ok((mut record, end)) => {
                record.synchro = synchro;
                self.offset = end;
                Ok(Entry { location: self.counter.locate(begin), item: game(record) })
            }
            Err(at) => {
                self.skip_to_tree(at.offset.max(begin + 1));
                Err(self.error(at, Some(self.n_games)))
            }
        }
    }

    fn error(&mut self, at: At<ReadProblem>, game: Option<usize>) -> ReadError {
        ReadError { location: self.counter.locate(at.offset), game, problem: at.error }
    }

    /// Goes on where the next game, or the number of games before it, seems to begin.
    fn skip_to_tree(&mut self, from: usize) {
        let from = self.text.ceil_char_boundary(from);
        let rest = &self.text[from..];
        let before = &rest[..rest.find("(;").unwrap_or(rest.len())];
        let is_count = |c: char| c.is_whitespace() || c.is_ascii_digit();
        self.offset = from + before.trim_end_matches(is_count).len();
    }
}

/// Printed boards, and text between them that does not matter.
#[derive(Clone, Debug)]
struct PrintedBoards<'a> {
    text: &'a str,
    offset: usize,
    counter: LineCounter<'a>,
}

impl<'a> PrintedBoards<'a> {
    const fn new(text: &'a str) -> PrintedBoards<'a> {
        PrintedBoards { text, offset: 0, counter: LineCounter::new(text) }
    }

    fn next(&mut self) -> Option<Result<Entry, ReadError>> {
        let found = printed_board::next(self.text, self.offset)?;
        self.offset = found.end;
        Some(match found.board {
            Ok(board) => Ok(Entry {
                location: self.counter.locate(found.begin),
                item: Item::Position(board.position().into()),
            }),
            Err(At { offset, error }) => Err(ReadError {
                location: self.counter.locate(offset),
                game: None,
                problem: error.into(),
            }),
        })
    }
}

/// The games of a WTHOR file.
#[derive(Clone, Debug)]
struct WthorGames<'a> {
    file: WthorFile<'a>,
    names: &'a WthorNames,
    index: usize,
}

impl WthorGames<'_> {
    fn next(&mut self) -> Option<Result<Entry, ReadError>> {
        let index = self.index;
        let record = self.file.record(index, self.names)?;
        self.index += 1;
        let binary = |offset| Location::Binary { offset };
        Some(match record {
            Ok(record) => {
                Ok(Entry { location: binary(WthorFile::offset(index)), item: game(record) })
            }
            Err(At { offset, error }) => Err(ReadError {
                location: binary(offset),
                game: Some(index + 1),
                problem: error.into(),
            }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    fn error(input: &[u8]) -> String {
        read(input).unwrap_err().to_string()
    }

    #[test]
    fn lines_of_several_formats_may_be_mixed() {
        let text = format!("\u{feff}# a remark\r\n{START}\r\n\r\nf5d6\r\n{START}; f5:+0; % x\r\n");
        let all = read(text.as_bytes()).unwrap();
        let lines: Vec<_> = all.iter().map(|entry| entry.location.line()).collect();
        assert_eq!(lines, [Some(2), Some(4), Some(5)]);
        assert_eq!(all[0].item.position(), &Position::START);
        assert_eq!(all[1].item.position().board().occupied().count(), 6);
        assert_eq!(all[2].item.clone().into_record().comment, "x");
    }

    #[test]
    fn errors_do_not_stop_the_next_line() {
        let text = "f5d6\nf5d5\n\nhello\nf5\n";
        let results: Vec<_> = entries(text.as_bytes())
            .map(|entry| entry.map(|_| ()).map_err(|error| error.location.line()))
            .collect();
        assert_eq!(results, [Ok(()), Err(Some(2)), Err(Some(4)), Ok(())]);
    }

    #[test]
    fn a_broken_game_does_not_stop_the_next() {
        let text =
            "(;GM[Othello]B[f5]W[f5];)\n2 (;GM[Othello]B[f5];)(;GM[Othello]B[d3];) x\n(;B[f5/1];)";
        let results: Vec<String> = entries(text.as_bytes())
            .map(|entry| match entry {
                Ok(entry) => {
                    let record = entry.item.into_record();
                    format!("{}: {} {:?}", entry.location, record.game.n_plies(), record.synchro)
                }
                Err(error) => error.to_string(),
            })
            .collect();
        let unknown = ReadProblem::Unknown;
        let expected = [
            "line 1, column 21: game 1: move 2, f5: f5 is not empty".to_owned(),
            "line 2, column 3: 1 Some(First)".to_owned(),
            "line 2, column 23: 1 Some(Second)".to_owned(),
            format!("line 2, column 44: {unknown}"),
            "line 3, column 1: 1 None".to_owned(),
        ];
        assert_eq!(results, expected);
    }

    #[test]
    fn wthor_games_are_read_with_names() {
        let record = Record::new(transcript::parse("f5d6").unwrap());
        let mut named = record.clone();
        named.result = Some(crate::RecordedResult { score: 2.0, ending: crate::Ending::Board });
        named.players[0].name = "Doe Jane".to_owned();
        let files = crate::wthor::write(
            &[named],
            2026,
            crate::wthor::Created { century: 20, month: 1, ..Default::default() },
        )
        .unwrap();
        let name = |entry: Result<Entry, ReadError>| {
            entry.unwrap().item.into_record().players[0].name.clone()
        };
        let names = WthorNames::parse(&files.players, &files.tournaments).unwrap();
        assert_eq!(
            entries_with_names(&files.games, &names).map(name).collect::<Vec<_>>(),
            ["Doe Jane"]
        );
        assert_eq!(entries(&files.games).map(name).collect::<Vec<_>>(), ["#1"]);
        assert_eq!(error(&files.players), "byte 0: the file holds names, not games");
        let mut broken = files.games;
        broken[16 + 8 + 1] = 99;
        assert_eq!(error(&broken), "byte 25: game 1: move 2: 99 is no square (expected 11 to 88)");
    }

    #[test]
    fn inputs_that_are_nothing_are_told_apart() {
        assert_eq!(error(b""), "line 1, column 1: there is no game or position");
        assert_eq!(error(b"\n# remark\n"), "line 1, column 1: there is no game or position");
        assert_eq!(error(b"ab\xffc"), "byte 2: binary data, or text that is not UTF-8");
        assert_eq!(error(b"f5\0d6"), "byte 2: binary data, or text that is not UTF-8");
        assert!(error(b"hello").starts_with("line 1, column 1: neither a position"));
        let long = "f5".repeat(MAX_LINE);
        assert_eq!(
            error(long.as_bytes()),
            "line 1, column 1: a line of 131072 bytes is too long (the limit is 65536)"
        );
    }
}
