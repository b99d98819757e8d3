//! Reading games and positions of every format.

use thiserror::Error;
use willow_board::Position;

use crate::board_text::BoardTextError;
use crate::detect::{self, Format};
use crate::input_location::{LineCounter, line_at};
use crate::obf::ObfError;
use crate::pgn::PgnTag;
use crate::printed_board::PrintedBoardError;
use crate::property_tree::GameTreeError;
use crate::transcript::{self, TranscriptError};
use crate::transcript_lines::{self, FoundTranscript, LineBefore};
use crate::wthor::{WthorError, WthorFile, WthorFileKind, WthorNames};
use crate::{
    ErrorAt, InputLocation, RecordedGame, ScoredPosition, Synchro, board_text, ggf, obf,
    printed_board, sgf,
};

/// A game or a position of an input.
#[derive(Clone, Debug, PartialEq)]
pub struct InputEntry {
    /// Where in the input it begins.
    pub location: InputLocation,
    /// The game or the position.
    pub item: GameOrPosition,
}

/// A game or a position.
#[derive(Clone, Debug, PartialEq)]
pub enum GameOrPosition {
    /// A start and the moves from there.
    Game(Box<RecordedGame>),
    /// Without the moves that led there.
    Position(ScoredPosition),
}

impl GameOrPosition {
    /// Returns the position itself, or that at the end of the game.
    pub fn position(&self) -> &Position {
        match self {
            GameOrPosition::Game(record) => record.game.position(),
            GameOrPosition::Position(scored) => &scored.position,
        }
    }

    /// Returns the game, or one without moves that starts in the position. The scores of a position
    /// are lost.
    pub fn into_record(self) -> RecordedGame {
        match self {
            GameOrPosition::Game(record) => *record,
            GameOrPosition::Position(scored) => {
                let mut record = RecordedGame::from_position(scored.position);
                record.comment = scored.comment;
                record
            }
        }
    }
}

/// The error of an input, or of an entry of it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{location}: {}{problem}", game_prefix(*.game))]
pub struct ReadError {
    /// Where the problem is.
    pub location: InputLocation,
    /// The number of the game in the input, counted from 1, in formats whose games are not lines.
    pub game: Option<usize>,
    /// What is wrong.
    pub problem: ReadProblem,
}

/// What is wrong with an input or an entry.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReadProblem {
    /// The input has only blank lines and comments.
    #[error("no game or position found")]
    Empty,
    /// The format is unknown.
    #[error(
        "unknown format: neither a position (64 cells and a side) nor a game \
         (moves such as f5d6c3, GGF, SGF, WTHOR)"
    )]
    Unknown,
    /// The input is neither UTF-8 text nor a known binary format.
    #[error("binary data, or text that is not UTF-8")]
    NotText,
    /// A byte is not a character of the character set that the file names, or that its first bytes show.
    #[error("a byte that is no character in {charset}")]
    NotInCharset {
        /// The character set.
        charset: &'static str,
    },
    /// `CA` names an unknown character set.
    #[error("unknown character set `{name}` (CA)")]
    UnknownCharset {
        /// The value of `CA`, or its beginning.
        name: String,
    },
    /// A line is too long.
    #[error("a line of {length} bytes is too long (the limit is {MAX_LINE})")]
    LongLine {
        /// The number of bytes.
        length: usize,
    },
    /// An entry of a stream is too long.
    #[error("a game or position of more than {MAX_ENTRY_MIB} MiB")]
    LongEntry,
    /// The input has more than [`MAX_ENTRIES`] entries.
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
    /// A game in GGF or SGF is wrong.
    #[error(transparent)]
    Tree(#[from] GameTreeError),
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
/// The longest entry of a stream, in units of 2^20 bytes.
pub(crate) const MAX_ENTRY_MIB: usize = 64;
/// The largest number of entries that [`read`] returns.
pub const MAX_ENTRIES: usize = 250_000;

/// Reads all games and positions of an input.
///
/// ```
/// let entries = willow_records::read(b"f5d6c3\nf5f6e6\n")?;
/// assert_eq!(entries.len(), 2);
///
/// // A line that cannot begin a game goes on with the one before.
/// assert_eq!(willow_records::read(b"f5d6c3\nd3c4\n")?.len(), 1);
///
/// let error = willow_records::read(b"f5d6c3\nf5d6a1\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 5: move 3, a1: a1 flips no disc");
/// # Ok::<(), willow_records::ReadError>(())
/// ```
///
/// # Errors
/// The first problem. An input without entries is an error, and so is an input with more than
/// [`MAX_ENTRIES`]; [`entries`] reads those one by one.
pub fn read(input: &[u8]) -> Result<Vec<InputEntry>, ReadError> {
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
/// After an error the next entry follows, if the format shows where it begins. An input that cannot be read
/// at all gives one error. An input without entries gives [`ReadProblem::Empty`].
pub fn entries(input: &[u8]) -> Entries<'_> {
    entries_with_names(input, &NO_NAMES)
}

/// Reads the games and positions of an input one by one, as [`entries`] does. The numbers of players and
/// tournaments in a WTHOR file become these names.
pub fn entries_with_names<'a>(input: &'a [u8], names: &'a WthorNames) -> Entries<'a> {
    Entries { source: source(input, names) }
}

/// Reads the games and positions of an input one by one, those before a byte left out. `offset` is what
/// [`Entries::offset`] has returned for the same input. So an input may be read in portions, without an
/// iterator that borrows it meanwhile. The numbers in a WTHOR file become these names.
///
/// Two things are not known of the entries before: games are counted anew in errors, and the second game
/// of a synchro pair is not recognised as one if the first was in the portion before.
pub fn entries_from<'a>(input: &'a [u8], names: &'a WthorNames, offset: usize) -> Entries<'a> {
    let mut entries = entries_with_names(input, names);
    match &mut entries.source {
        EntrySource::Text(text) => text.skip_to(offset.min(text.text.len())),
        EntrySource::Wthor(games) => games.index = offset,
        EntrySource::Failed(error) if 0 < offset => *error = None,
        EntrySource::Failed(_) => {}
    }
    entries
}

static NO_NAMES: WthorNames = WthorNames { players: Vec::new(), tournaments: Vec::new() };

/// An iterator over the games and positions of an input and over its errors.
#[derive(Clone, Debug)]
pub struct Entries<'a> {
    source: EntrySource<'a>,
}

#[derive(Clone, Debug)]
enum EntrySource<'a> {
    Text(TextEntries<'a>),
    Wthor(WthorEntries<'a>),
    /// The input cannot be read. The error is returned once.
    Failed(Option<ReadError>),
}

impl Entries<'_> {
    /// Returns where the entries begin that were not read yet, for [`entries_from`].
    pub fn offset(&self) -> usize {
        match &self.source {
            EntrySource::Text(text) => text.state.offset,
            EntrySource::Wthor(games) => games.index,
            EntrySource::Failed(error) => usize::from(error.is_none()),
        }
    }
}

impl Iterator for Entries<'_> {
    type Item = Result<InputEntry, ReadError>;

    fn next(&mut self) -> Option<Result<InputEntry, ReadError>> {
        match &mut self.source {
            EntrySource::Text(text) => text.next(),
            EntrySource::Wthor(games) => games.next(),
            EntrySource::Failed(error) => error.take().map(Err),
        }
    }
}

fn source<'a>(input: &'a [u8], names: &'a WthorNames) -> EntrySource<'a> {
    let fail =
        |location, problem| EntrySource::Failed(Some(ReadError { location, game: None, problem }));
    if WthorFileKind::detect(input).is_some() {
        let file_start = InputLocation::Binary { offset: 0 };
        return match WthorFile::parse(input) {
            Ok(file) if file.is_empty() => fail(file_start, ReadProblem::Empty),
            Ok(file) => EntrySource::Wthor(WthorEntries { file, names, index: 0 }),
            Err(error) => fail(file_start, error.into()),
        };
    }
    let text = match text(input) {
        Ok(text) => text,
        Err(offset) => return fail(InputLocation::Binary { offset }, ReadProblem::NotText),
    };
    match TextState::detect(text) {
        Ok(state) => EntrySource::Text(TextEntries { text, state }),
        Err(problem) => fail(InputLocation::START, problem),
    }
}

/// Returns an input as text, without the byte order mark that some editors write.
///
/// # Errors
/// The offset of the first byte that is not text.
fn text(input: &[u8]) -> Result<&str, usize> {
    let text = std::str::from_utf8(input).map_err(|error| error.valid_up_to())?;
    match text.find('\0') {
        Some(offset) => Err(offset),
        None => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
    }
}

/// The entries of a text, which are found as the format of the first one wants it.
#[derive(Clone, Debug)]
pub(crate) struct TextEntries<'a> {
    pub(crate) text: &'a str,
    pub(crate) state: TextState,
}

/// What is known of the text before the next entry.
#[derive(Clone, Debug)]
pub(crate) struct TextState {
    /// The format of the first entry.
    format: Format,
    /// Whether transcripts stand among other words.
    is_prose: bool,
    pub(crate) offset: usize,
    pub(crate) counter: LineCounter,
    /// The games in GGF or SGF so far.
    n_games: usize,
    /// Whether the game before was the first of a synchro pair.
    pair_open: bool,
    /// What comes before the next line.
    before: LineBefore,
    /// Where the last entry began. What stands before it was skipped.
    begin: usize,
    /// What came before it.
    before_begin: LineBefore,
}

impl TextState {
    /// Returns the state before the first entry of a text.
    pub(crate) fn detect(text: &str) -> Result<TextState, ReadProblem> {
        let first = detect::from_first_line(text).ok_or(ReadProblem::Empty)?;
        let format = detect::of_text(text).ok_or(ReadProblem::Unknown)?;
        let is_prose = format == Format::Transcript && !detect::begins_game(first);
        Ok(TextState { is_prose, ..TextState::of(format) })
    }

    /// Returns the state before the first entry of a text in a format.
    pub(crate) const fn of(format: Format) -> TextState {
        TextState {
            format,
            is_prose: false,
            offset: 0,
            counter: LineCounter::new(),
            n_games: 0,
            pair_open: false,
            before: LineBefore::Gap,
            begin: 0,
            before_begin: LineBefore::Gap,
        }
    }

    /// Goes to where the last entry of a later state began, to read it again when more of the text is there.
    #[cfg(feature = "encodings")]
    pub(crate) fn skip_to_begin_of(&mut self, later: &TextState) {
        (self.offset, self.before) = (later.begin, later.before_begin);
    }
}

/// Returns what a line is for the next one.
fn line_before(line: &str) -> LineBefore {
    if detect::has_content(line) { LineBefore::Content } else { LineBefore::Gap }
}

/// An entry and the byte at which it begins, or an error and the number of its game.
type TextEntry = Result<(usize, GameOrPosition), (ErrorAt<ReadProblem>, Option<usize>)>;

impl TextEntries<'_> {
    pub(crate) fn next(&mut self) -> Option<Result<InputEntry, ReadError>> {
        (self.state.begin, self.state.before_begin) = (self.state.offset, self.state.before);
        let found = match self.state.format {
            Format::Ggf | Format::Sgf => self.next_tree(),
            Format::PrintedBoard => self.next_board(),
            _ => self.next_line(),
        };
        let counter = &mut self.state.counter;
        Some(match found? {
            Ok((begin, item)) => {
                Ok(InputEntry { location: counter.locate(self.text, begin), item })
            }
            Err((ErrorAt { offset, error }, game)) => {
                let location = counter.locate(self.text, offset);
                Err(ReadError { location, game, problem: error })
            }
        })
    }

    /// Goes on with the entry that begins at a byte.
    fn skip_to(&mut self, offset: usize) {
        self.state.offset = offset;
        let before = &self.text[..offset];
        let before = before.strip_suffix('\n').unwrap_or(before);
        let before = before.strip_suffix('\r').unwrap_or(before);
        let begin = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        self.state.before = line_before(&before[begin..]);
    }

    /// Reads the entry that begins on the next line that is neither blank nor a comment.
    fn next_line(&mut self) -> Option<TextEntry> {
        loop {
            let line = line_at(self.text, self.state.offset)?;
            self.state.offset = line.end;
            let before = std::mem::replace(&mut self.state.before, line_before(line.text));
            (self.state.begin, self.state.before_begin) = (line.begin, before);
            let found = match detect::of_line(line.text) {
                _ if self.state.before == LineBefore::Gap => continue,
                _ if PgnTag::parse(&self.text[line.begin..]).is_some() => {
                    transcript_lines::read_pgn(self.text, line)
                }
                Some(Format::Transcript) => transcript_lines::read_game(self.text, line, 0, before),
                None if self.state.is_prose => match transcript::find_in_prose(line.text) {
                    Some(moves) => transcript_lines::read_game(self.text, line, moves, before),
                    None => match unread_in_prose(line.text) {
                        Some(at) => return Some(Err((at.shifted(line.begin), None))),
                        None => continue,
                    },
                },
                format => {
                    let Some((start, moves)) = start_before_moves(line.text, format) else {
                        let item = item_of_line(line.text, format).map(|item| (line.begin, item));
                        return Some(item.map_err(|at| (at.shifted(line.begin), None)));
                    };
                    transcript_lines::read_game_from(start, self.text, line, moves, before)
                }
            };
            let FoundTranscript { record, end, before_end } = found;
            (self.state.offset, self.state.before) = (end, before_end);
            return Some(match record {
                Ok(record) => Ok((line.begin, game(record))),
                Err(at) => Err((at, None)),
            });
        }
    }

    /// Reads the next game in GGF or SGF.
    fn next_tree(&mut self) -> Option<TextEntry> {
        let rest = &self.text[self.state.offset..];
        let before = &rest[..rest.find('(').unwrap_or(rest.len())];
        if !detect::leads_to_tree(before) {
            let offset = self.state.offset + before.len() - before.trim_start().len();
            self.skip_to_tree(offset);
            return Some(Err((ErrorAt { offset, error: ReadProblem::Unknown }, None)));
        }
        let begin = self.state.offset + before.len();
        if begin == self.text.len() {
            return None;
        }
        self.state.n_games += 1;
        let synchro = match before.trim() {
            count if count.ends_with('2') => Some(Synchro::First),
            _ if self.state.pair_open => Some(Synchro::Second),
            _ => None,
        };
        self.state.pair_open = synchro == Some(Synchro::First);
        let parsed = match detect::of_tree(&self.text[begin..]) {
            Some(Format::Ggf) => ggf::parse_at(self.text, begin).map_err(problem),
            _ => sgf::parse_at(self.text, begin).map_err(problem),
        };
        Some(match parsed {
            Ok((mut record, end)) => {
                record.synchro = synchro;
                self.state.offset = end;
                Ok((begin, game(record)))
            }
            Err(at) => {
                self.skip_to_tree(at.offset.max(begin + 1));
                Err((at, Some(self.state.n_games)))
            }
        })
    }

    /// Skips to the next game, or to the number of games before it.
    fn skip_to_tree(&mut self, from: usize) {
        let from = self.text.ceil_char_boundary(from);
        let rest = &self.text[from..];
        let before = &rest[..rest.find("(;").unwrap_or(rest.len())];
        let is_count = |c: char| c.is_whitespace() || c.is_ascii_digit();
        self.state.offset = from + before.trim_end_matches(is_count).len();
    }

    /// Reads the next printed board. Text between the boards is skipped.
    fn next_board(&mut self) -> Option<TextEntry> {
        let found = printed_board::next(self.text, self.state.offset)?;
        (self.state.offset, self.state.begin) = (found.end, found.begin);
        let board = found.board.map_err(|at| (problem(at), None));
        Some(board.map(|board| (found.begin, GameOrPosition::Position(board.position().into()))))
    }
}

/// Returns an error of one format as a problem of the input.
fn problem<E: Into<ReadProblem>>(error: ErrorAt<E>) -> ErrorAt<ReadProblem> {
    error.map(E::into)
}

/// Reads a line that has content and holds no transcript.
fn item_of_line(
    line: &str,
    format: Option<Format>,
) -> Result<GameOrPosition, ErrorAt<ReadProblem>> {
    if MAX_LINE < line.len() {
        return Err(ErrorAt { offset: 0, error: ReadProblem::LongLine { length: line.len() } });
    }
    match format {
        Some(Format::Board) => {
            let position = board_text::parse(line).map_err(problem)?;
            Ok(GameOrPosition::Position(ScoredPosition::from(position)))
        }
        Some(Format::Obf) => obf::parse(line).map(GameOrPosition::Position).map_err(problem),
        _ => Err(ErrorAt { offset: 0, error: ReadProblem::Unknown }),
    }
}

/// Returns the board of a line, and the byte at which the moves of a game from there begin, if it has both.
fn start_before_moves(line: &str, format: Option<Format>) -> Option<(Position, usize)> {
    let is_board = format == Some(Format::Board) && line.len() <= MAX_LINE;
    let (start, end) = board_text::parse_start(line).ok().filter(|_| is_board)?;
    transcript::is_transcript(&line[end..]).then_some((start, end))
}

/// Returns where a line of prose has a game that is not read there, so that none is lost in silence.
fn unread_in_prose(line: &str) -> Option<ErrorAt<ReadProblem>> {
    let offset = line.find("(;").or_else(|| transcript::find_squares(line))?;
    Some(ErrorAt { offset, error: ReadProblem::Unknown })
}

fn game(record: impl Into<RecordedGame>) -> GameOrPosition {
    GameOrPosition::Game(Box::new(record.into()))
}

/// The games of a WTHOR file.
#[derive(Clone, Debug)]
struct WthorEntries<'a> {
    file: WthorFile<'a>,
    names: &'a WthorNames,
    index: usize,
}

impl WthorEntries<'_> {
    fn next(&mut self) -> Option<Result<InputEntry, ReadError>> {
        let index = self.index;
        let record = self.file.record(index, self.names)?;
        self.index += 1;
        Some(wthor_entry(index, record))
    }
}

/// Returns a game of a WTHOR file, counted from 0, as an entry.
pub(crate) fn wthor_entry(
    index: usize,
    record: Result<RecordedGame, ErrorAt<WthorError>>,
) -> Result<InputEntry, ReadError> {
    let location = |offset| InputLocation::Binary { offset };
    match record {
        Ok(record) => {
            Ok(InputEntry { location: location(WthorFile::offset(index)), item: game(record) })
        }
        Err(ErrorAt { offset, error }) => Err(ReadError {
            location: location(offset),
            game: Some(index + 1),
            problem: error.into(),
        }),
    }
}

#[cfg(test)]
mod tests;
