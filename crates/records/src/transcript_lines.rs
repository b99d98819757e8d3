//! Transcripts in a text that may hold several of them, each on one line or wrapped over several.
//!
//! A line goes on with the game before if it begins with a move number of 2 or more, or with no first move of a
//! game. A line with a first move is a game of its own, except where it may as well be the rest of the one before:
//! that is an error, so that no game is cut in two. In a PGN the moves end at an empty line.

use std::collections::BTreeSet;

use willow_board::{Game, Move, Position};

use crate::detect::{self, Format};
use crate::input_location::{TextLine, line_at};
use crate::pgn::PgnTag;
use crate::read::{MAX_LINE, ReadProblem};
use crate::transcript::{self, LineStart, TranscriptError, TranscriptReader};
use crate::{ErrorAt, RecordedGame};

/// A game that was found in a text.
pub(crate) struct FoundTranscript {
    /// The game, or what is wrong with it.
    pub(crate) record: Result<RecordedGame, ErrorAt<ReadProblem>>,
    /// Where the next line with content begins.
    pub(crate) end: usize,
    /// What comes before that line.
    pub(crate) before_end: LineBefore,
}

/// What comes directly before a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineBefore {
    /// A line with content.
    Content,
    /// A blank line, a comment, or the beginning of the text.
    Gap,
}

/// Reads the game whose moves begin at a byte of a line.
pub(crate) fn read_game(
    text: &str,
    first: TextLine<'_>,
    moves: usize,
    before: LineBefore,
) -> FoundTranscript {
    read_game_from(Position::START, text, first, moves, before)
}

/// Reads the game from a start whose moves begin at a byte of a line.
pub(crate) fn read_game_from(
    start: Position,
    text: &str,
    first: TextLine<'_>,
    moves: usize,
    before: LineBefore,
) -> FoundTranscript {
    let mut game = WrappedGame::new(text, before);
    game.reader = TranscriptReader::new(start);
    let begin = first.begin + moves;
    game.read(TextLine { begin, text: &first.text[moves..], ..first });
    game.read_further()
}

/// Reads a PGN that begins with the tag on this line.
pub(crate) fn read_pgn(text: &str, first: TextLine<'_>) -> FoundTranscript {
    let mut header = RecordedGame::default();
    let mut game = WrappedGame::new(text, LineBefore::Gap);
    game.is_pgn = true;
    game.end = first.begin;
    let mut names = BTreeSet::new();
    // Another tag of the same name belongs to the next game.
    while let Some(line) = game.next_line().filter(|line| line.text.trim_start().starts_with('[')) {
        match PgnTag::parse(&text[line.begin..]) {
            Some((tag, length)) if names.insert(tag.name) => {
                let error = tag.add_to(&mut header).err();
                let error = error.map(|error| ErrorAt { offset: line.begin, error: error.into() });
                game.error = game.error.or(error);
                game.end = line.begin + length;
            }
            Some(_) => break,
            None => game.read(line),
        }
    }
    if let Some(line) = game.next_line().filter(|line| game.tag(*line).is_none()) {
        game.read(line);
    } else if game.error.is_none() {
        let error = TranscriptError::NoMoves.into();
        game.error = Some(ErrorAt { offset: first.begin, error });
    }
    let FoundTranscript { record, end, before_end } = game.read_further();
    let record = record.map(|found| {
        (header.game, header.result) = (found.game, found.result);
        header
    });
    FoundTranscript { record, end, before_end }
}

/// A game that may be wrapped over several lines.
struct WrappedGame<'a> {
    text: &'a str,
    reader: TranscriptReader,
    error: Option<ErrorAt<ReadProblem>>,
    /// What comes before its first line.
    before: LineBefore,
    is_pgn: bool,
    n_lines: usize,
    /// The length of the last line, in bytes.
    last_length: usize,
    /// Where the line after the last one begins.
    end: usize,
}

impl<'a> WrappedGame<'a> {
    fn new(text: &'a str, before: LineBefore) -> WrappedGame<'a> {
        WrappedGame {
            text,
            reader: TranscriptReader::new(Position::START),
            error: None,
            before,
            is_pgn: false,
            n_lines: 0,
            last_length: 0,
            end: 0,
        }
    }

    /// Reads a line of the game; after an error, skips it.
    fn read(&mut self, line: TextLine<'_>) {
        if self.error.is_none() {
            let length = line.text.len();
            self.error = if MAX_LINE < length {
                Some(ErrorAt { offset: line.begin, error: ReadProblem::LongLine { length } })
            } else {
                self.reader.read(line.text, line.begin).err().map(|at| at.map(ReadProblem::from))
            };
        }
        self.n_lines += 1;
        self.last_length = line.text.trim().len();
        self.end = line.end;
    }

    /// Reads the lines that go on with the game.
    fn read_further(mut self) -> FoundTranscript {
        loop {
            let next = self.next_line();
            let end = next.map_or(self.text.len(), |line| line.begin);
            match next.map(|line| (line, self.role(line))) {
                Some((line, LineRole::Continuation)) => self.read(line),
                Some((line, LineRole::Ambiguous)) => {
                    let error = TranscriptError::Ambiguous.into();
                    self.error = Some(ErrorAt { offset: line.begin, error });
                    self.end = line.end;
                }
                Some((_, LineRole::Other)) | None => {
                    let record = match self.error {
                        Some(error) => Err(error),
                        None => self.reader.finish().map_err(|at| at.map(ReadProblem::from)),
                    };
                    let before_end =
                        if end == self.end { LineBefore::Content } else { LineBefore::Gap };
                    return FoundTranscript { record, end, before_end };
                }
            }
        }
    }

    /// Returns the next line with content.
    fn next_line(&self) -> Option<TextLine<'a>> {
        let mut line = line_at(self.text, self.end)?;
        while !detect::has_content(line.text) {
            line = line_at(self.text, line.end)?;
        }
        Some(line)
    }

    fn tag(&self, line: TextLine<'_>) -> Option<PgnTag<'a>> {
        PgnTag::parse(&self.text[line.begin..]).map(|(tag, _)| tag)
    }

    fn role(&self, line: TextLine<'_>) -> LineRole {
        let is_next = line.begin == self.end;
        if is_next && self.is_pgn && self.tag(line).is_none() {
            return LineRole::Continuation;
        }
        if detect::of_line(line.text) != Some(Format::Transcript) {
            let is_end = is_next && transcript::is_end(line.text);
            return if is_end { LineRole::Continuation } else { LineRole::Other };
        }
        if is_next && self.reader.expects_move() {
            return LineRole::Continuation;
        }
        match transcript::line_start(line.text) {
            LineStart::Continuation => LineRole::Continuation,
            LineStart::Either if is_next && self.error.is_none() => self.role_of_either(line),
            LineStart::Game | LineStart::Either => LineRole::Other,
        }
    }

    /// Returns the role of the line behind the last one if it begins with a first move of a game.
    fn role_of_either(&self, line: TextLine<'_>) -> LineRole {
        let is_further = self.reader.clone().read(line.text, line.begin).is_ok();
        let length = line.text.trim().len();
        let has_one_move = length == 2 && n_moves(&self.reader.game) == self.n_lines;
        if transcript::parse(line.text).is_err() || 1 < self.n_lines && has_one_move {
            return if is_further { LineRole::Continuation } else { LineRole::Other };
        }
        // Wrapped lines are full, but for the last. If there are only two, nothing shows that the second is not
        // the rest of the first, even if they do not fit: a move may be misspelt.
        let is_pair = self.n_lines == 1
            && self.before == LineBefore::Gap
            && !self.reader.game.is_over()
            && line_at(self.text, line.end).is_none_or(|third| !detect::has_content(third.text));
        let is_shorter = length < self.last_length;
        let may_be_rest = is_further && (is_shorter || 1 < self.n_lines) || is_pair && is_shorter;
        if may_be_rest { LineRole::Ambiguous } else { LineRole::Other }
    }
}

/// What the line after a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineRole {
    Continuation,
    Ambiguous,
    Other,
}

/// Returns the number of moves of a game without its passes.
fn n_moves(game: &Game) -> usize {
    game.moves().filter_map(Move::square).count()
}
