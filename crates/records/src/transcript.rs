//! Transcripts: the moves of a game and nothing else, `f5d6c3d3c4`.
//!
//! Squares are read in either case and width, with or without separators: blanks, commas, semicolons,
//! dots, dashes, quotes, the marks `!` and `?`. The `P@f5` of `XBoard` is `f5`. Passes may be left out, or
//! written `pa`, `ps`, `pass` or `--`. Passes after the end of the game, which some programs write, are
//! skipped.
//!
//! A number may stand before a move: that of the move, or that of its pair (`12.` or `12`). What stands
//! behind the last move is a result: the discs of Black and White (`51-13`, `34 30 4`), `1-0`, `0-1`,
//! `1/2-1/2` or `*`.
//!
//! We write squares in lower case, without separators and without passes. One pass is written, as `pa`:
//! the last ply of an unfinished game, because a reader could not know of it.

use thiserror::Error;
use willow_board::{Game, Move, PlayError, Position, Square};

use crate::{ErrorAt, RecordedEnding, RecordedGame, RecordedResult, replay};

/// The error of a text that is not a list of legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TranscriptError {
    /// The text has something else where a move is expected.
    #[error("expected a move (a1 to h8, or a pass: pa, --), found {found:?}")]
    NotAMove {
        /// Its first character.
        found: char,
    },
    /// The text ends in the middle of a move.
    #[error("the last move is incomplete")]
    Incomplete,
    /// The rules do not allow a move.
    #[error(transparent)]
    Illegal(#[from] PlayError),
    /// A move has a number that it cannot have: those before it are missing.
    #[error("a move has the number {number}, but {n_plies} moves stand before it")]
    MoveNumber {
        /// The number that stands before the move.
        number: u32,
        /// The moves before it, with passes.
        n_plies: usize,
    },
    /// Numbers are neither those of moves nor a result.
    #[error("expected a move, or behind the last one a result (as in 51-13, 1-0 or *)")]
    Result,
    /// A line may be a game or the rest of one.
    #[error(
        "this line may be a game of its own or the rest of the one before (put an empty line \
         between two games, join the lines of one)"
    )]
    Ambiguous,
    /// A PGN has tags and nothing else.
    #[error("the moves of this PGN are missing")]
    NoMoves,
    /// The game of a PGN begins elsewhere.
    #[error("PGN with a start position (FEN) is not supported")]
    PgnStart,
}

/// The spellings of a pass. A longer one comes before a shorter one that it begins with.
const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

/// Minimum moves in a row that are a game even in the middle of other words.
const MIN_MOVES_IN_PROSE: usize = 4;

/// Minimum squares in a row that were meant as moves.
const MIN_SQUARES_IN_PROSE: usize = 3;

/// The most numbers of a result: `1/2-1/2`.
const MAX_RESULT_NUMBERS: usize = 4;

/// The longest result that may stand alone on a line, in bytes.
const MAX_RESULT_LENGTH: usize = 9;

/// Reads the moves of a game from the standard start position.
///
/// ```
/// use willow_records::transcript;
///
/// let game = transcript::parse("1. F5 d6 2. c3").expect("these moves are legal");
/// assert_eq!(transcript::write(&game), "f5d6c3");
/// ```
///
/// # Errors
/// What is wrong, and where.
pub fn parse(text: &str) -> Result<Game, ErrorAt<TranscriptError>> {
    parse_from(Position::START, text)
}

/// Reads the moves of a game from a given start.
///
/// # Errors
/// What is wrong, and where.
pub fn parse_from(start: Position, text: &str) -> Result<Game, ErrorAt<TranscriptError>> {
    parse_record(start, text).map(|record| record.game)
}

/// Reads the moves of a game from a given start, and its result.
pub(crate) fn parse_record(
    start: Position,
    text: &str,
) -> Result<RecordedGame, ErrorAt<TranscriptError>> {
    let mut reader = TranscriptReader::new(start);
    reader.read(text, 0)?;
    reader.finish()
}

/// Writes the moves of a game.
pub fn write(game: &Game) -> String {
    let mut text: String =
        game.moves().filter_map(Move::square).map(|square| square.to_string()).collect();
    if game.last_move() == Some(Move::Pass) {
        text.push_str("pa");
    }
    text
}

/// A game that is read from one piece of text after the other.
#[derive(Clone, Debug)]
pub(crate) struct TranscriptReader {
    pub(crate) game: Game,
    /// What has come since the last move, and where: the number of the next one, or a result, in which
    /// `*` is `None`.
    numbers: Vec<(usize, Option<u32>)>,
}

impl TranscriptReader {
    pub(crate) fn new(start: Position) -> TranscriptReader {
        TranscriptReader { game: Game::from_position(start), numbers: Vec::new() }
    }

    /// Reads a piece of text that begins at a byte of the input.
    pub(crate) fn read(
        &mut self,
        text: &str,
        begin: usize,
    ) -> Result<(), ErrorAt<TranscriptError>> {
        let mut tokens = Tokens { text, offset: 0 };
        while let Some((offset, token)) = tokens.next() {
            let offset = begin + offset;
            let at = |error| ErrorAt { offset, error };
            match token.map_err(at)? {
                Token::Move(mv) => {
                    self.end_number()?;
                    replay::play(&mut self.game, mv).map_err(|error| at(error.into()))?;
                }
                _ if self.numbers.len() == MAX_RESULT_NUMBERS => {
                    return Err(at(TranscriptError::Result));
                }
                Token::Number(number) => self.numbers.push((offset, Some(number))),
                Token::Unfinished => self.numbers.push((offset, None)),
            }
        }
        Ok(())
    }

    /// Returns whether the text so far ends with the number of a move.
    pub(crate) fn expects_move(&self) -> bool {
        matches!(self.numbers[..], [(_, Some(_))])
    }

    /// Checks the number before a move.
    fn end_number(&mut self) -> Result<(), ErrorAt<TranscriptError>> {
        let n_plies = self.game.n_plies();
        let n_moves = self.game.moves().filter_map(Move::square).count();
        // Programs count passes or do not, and one that is not written is not among the plies yet.
        let n_counted = n_plies + usize::from(self.game.position().must_pass());
        let of_pair = n_moves / 2 + 1..=n_counted.div_ceil(2) + 1;
        let of_move = n_moves + 1..=n_counted + 1;
        let is_next = |number| of_pair.contains(&number) || of_move.contains(&number);
        let error = match self.numbers[..] {
            [] => return Ok(()),
            [(_, Some(number))] if is_next(number as usize) => {
                self.numbers.clear();
                return Ok(());
            }
            [(_, Some(number))] => TranscriptError::MoveNumber { number, n_plies },
            _ => TranscriptError::Result,
        };
        Err(ErrorAt { offset: self.numbers[0].0, error })
    }

    /// Returns the game with its result.
    pub(crate) fn finish(self) -> Result<RecordedGame, ErrorAt<TranscriptError>> {
        let mut record = RecordedGame::new(self.game);
        let n_discs = record.game.position().board().occupied().count();
        let numbers: Vec<_> = self.numbers.iter().map(|&(_, number)| number).collect();
        let score = match numbers[..] {
            [] | [None] | [Some(0), Some(1)] | [Some(1), Some(0)] => None,
            [Some(1), Some(2), Some(1), Some(2)] => Some(0),
            [Some(black), Some(white), ref rest @ ..]
                if (n_discs..=64).contains(&black.saturating_add(white))
                    && matches!(*rest, [] | [Some(_)])
                    && rest.iter().all(|&margin| margin == Some(black.abs_diff(white))) =>
            {
                Some(black as i32 - white as i32)
            }
            _ => return Err(ErrorAt { offset: self.numbers[0].0, error: TranscriptError::Result }),
        };
        let ending = RecordedEnding::Board;
        record.conclude(score.map(|score| RecordedResult { score: f64::from(score), ending }));
        Ok(record)
    }
}

/// How a line with moves stands to the line before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineStart {
    /// It begins a game: with the number 1.
    Game,
    /// It goes on with a game: with a higher number, or with no first move of a game.
    Continuation,
    /// It may do either.
    Either,
}

/// Returns how a line with moves begins.
pub(crate) fn line_start(line: &str) -> LineStart {
    match (Tokens { text: line, offset: 0 }).next() {
        Some((_, Ok(Token::Number(1)))) => LineStart::Game,
        Some((_, Ok(Token::Move(mv)))) if is_first_move(mv) => LineStart::Either,
        _ => LineStart::Continuation,
    }
}

/// Returns whether a line begins with a move, or with its number.
pub(crate) fn is_transcript(line: &str) -> bool {
    let mut tokens = Tokens { text: line, offset: 0 };
    let mut has_number = false;
    while let Some((offset, Ok(token))) = tokens.next() {
        match token {
            // Boards may begin with dashes.
            Token::Move(Move::Pass) if line[offset..].starts_with("--") => {}
            Token::Move(_) => return true,
            Token::Number(_) if !has_number => has_number = true,
            Token::Number(_) | Token::Unfinished => return false,
        }
    }
    false
}

/// Returns whether a line is nothing but the result of a game, or a pass.
pub(crate) fn is_end(line: &str) -> bool {
    let line = line.trim();
    if line == "--" {
        return true;
    }
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '*' | '-' | '/' | ' ');
    line.len() <= MAX_RESULT_LENGTH
        && line.starts_with(|c: char| c.is_ascii_digit() || c == '*')
        && line.chars().all(is_part)
}

/// Returns where the moves of a game begin in a line of prose.
pub(crate) fn find_in_prose(line: &str) -> Option<usize> {
    let mut before = ' ';
    let begins = line.char_indices().filter(|&(_, c)| {
        let is_word = !std::mem::replace(&mut before, c).is_alphanumeric();
        is_word && is_column(half_width(c))
    });
    begins.map(|(offset, _)| offset).find(|&offset| {
        let mut tokens = Tokens { text: &line[offset..], offset: 0 };
        let first = tokens.next();
        let mut n_moves = 1;
        while n_moves < MIN_MOVES_IN_PROSE {
            match tokens.next() {
                Some((_, Ok(Token::Move(_)))) => n_moves += 1,
                Some((_, Ok(Token::Number(_)))) => {}
                _ => return false,
            }
        }
        matches!(first, Some((_, Ok(Token::Move(mv)))) if is_first_move(mv))
    })
}

/// Returns where a line that is not a game has squares in a row, as of the moves of a damaged one.
pub(crate) fn find_squares(line: &str) -> Option<usize> {
    let mut chars = line.char_indices().peekable();
    let (mut begin, mut n_squares) = (0, 0);
    while let Some((offset, c)) = chars.next() {
        let c = half_width(c);
        // A misspelt move may have a row that does not exist.
        let is_row = |&(_, row): &(usize, char)| matches!(half_width(row), '1'..='9');
        if is_column(c) && chars.next_if(is_row).is_some() {
            begin = if n_squares == 0 { offset } else { begin };
            n_squares += 1;
            if n_squares == MIN_SQUARES_IN_PROSE {
                return Some(begin);
            }
        } else if !is_separator(c) && !c.is_ascii_digit() {
            n_squares = 0;
        }
    }
    None
}

fn is_first_move(mv: Move) -> bool {
    Position::START.check(mv).is_ok()
}

/// A piece of a transcript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Move(Move),
    /// The number of a move, or a part of a result.
    Number(u32),
    /// `*`, the result of a game that is not over.
    Unfinished,
}

/// Cuts a text into tokens.
struct Tokens<'a> {
    text: &'a str,
    offset: usize,
}

impl Tokens<'_> {
    /// Returns the next token and where it begins.
    fn next(&mut self) -> Option<(usize, Result<Token, TranscriptError>)> {
        loop {
            let found = self.peek(0)?;
            let is_pass = found == '-' && self.peek(1) == Some('-');
            if is_pass || !is_separator(found) {
                return Some((self.offset, self.token(found)));
            }
            self.skip(1);
        }
    }

    fn token(&mut self, found: char) -> Result<Token, TranscriptError> {
        if found == '*' {
            self.skip(1);
            return Ok(Token::Unfinished);
        }
        if found.is_ascii_digit() {
            return Ok(Token::Number(self.number()));
        }
        // XBoard writes that a disc is put on the board.
        let is_drop = found.eq_ignore_ascii_case(&'p') && self.peek(1) == Some('@');
        let before = if is_drop { 2 } else { 0 };
        if let Some(square) = self.square(before) {
            self.skip(before + 2);
            return Ok(Token::Move(Move::Place(square)));
        }
        if let Some(pass) = PASSES.into_iter().find(|pass| self.is_pass(pass)) {
            self.skip(pass.len());
            return Ok(Token::Move(Move::Pass));
        }
        Err(match self.peek(1) {
            None if is_column(found) => TranscriptError::Incomplete,
            _ => TranscriptError::NotAMove { found },
        })
    }

    fn number(&mut self) -> u32 {
        let mut number = 0_u32;
        while let Some(digit) = self.peek(0).and_then(|c| c.to_digit(10)) {
            number = number.saturating_mul(10).saturating_add(digit);
            self.skip(1);
        }
        number
    }

    /// Returns the square whose name stands behind so many characters.
    fn square(&self, ahead: usize) -> Option<Square> {
        let column = self.peek(ahead).filter(|&c| is_column(c))?.to_ascii_lowercase();
        let row = self.peek(ahead + 1).filter(|&c| is_row(c))?;
        Square::from_coords(u32::from(column) - u32::from('a'), u32::from(row) - u32::from('1'))
    }

    /// Returns whether a pass in this spelling comes next, and not a word that begins with it.
    fn is_pass(&self, pass: &str) -> bool {
        let after = pass.len();
        self.has_word(0, pass)
            && (!self.peek(after).is_some_and(char::is_alphabetic)
                || self.square(after).is_some()
                || PASSES.into_iter().any(|next| self.has_word(after, next)))
    }

    /// Returns whether a word stands behind so many characters, in either case.
    fn has_word(&self, ahead: usize, word: &str) -> bool {
        let found = self.text[self.offset..].chars().skip(ahead).map(half_width);
        let mut found = found.map(|c| c.to_ascii_lowercase());
        word.chars().all(|c| found.next() == Some(c))
    }

    /// Returns the next character but so many, in half width.
    fn peek(&self, ahead: usize) -> Option<char> {
        self.text[self.offset..].chars().nth(ahead).map(half_width)
    }

    fn skip(&mut self, n_chars: usize) {
        let skipped = self.text[self.offset..].chars().take(n_chars);
        self.offset += skipped.map(char::len_utf8).sum::<usize>();
    }
}

/// Returns the half-width form of a character that has one: Japanese keyboards write `Ｆ５`.
fn half_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

/// Returns whether a character may stand between moves.
fn is_separator(c: char) -> bool {
    const MARKS: &str = ",;.:-/|\"'`!?\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2212}\
        \u{2018}\u{2019}\u{201c}\u{201d}\u{b7}\u{2022}\u{2192}\u{3001}\u{3002}\u{300c}\u{300d}\
        \u{30fb}\u{ff61}\u{ff62}\u{ff63}\u{ff64}\u{ff65}\u{feff}";
    c.is_whitespace() || MARKS.contains(c)
}

/// Returns whether a character is the letter of a column.
const fn is_column(c: char) -> bool {
    matches!(c, 'a'..='h' | 'A'..='H')
}

/// Returns whether a character is the digit of a row.
const fn is_row(c: char) -> bool {
    matches!(c, '1'..='8')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> (usize, TranscriptError) {
        let ErrorAt { offset, error } = parse(text).unwrap_err();
        (offset, error)
    }

    #[test]
    fn spellings_of_one_game_are_equal() {
        let game = parse("f5d6c3d3c4").unwrap();
        assert_eq!(game.n_plies(), 5);
        for text in [
            "F5D6C3D3C4",
            " f5 d6\tc3\nd3 c4 ",
            "f5,d6,c3,d3,c4",
            "1. f5 2. d6 3.c3 d3 c4",
            "1 f5 d6 2 c3 d3 3 c4",
            "f5-d6;c3 → d3!? \"c4\".",
            "\u{30fb}Ｆ５ｄ６ \u{ff23}3、d3 P@c4",
        ] {
            assert_eq!(parse(text).as_ref(), Ok(&game), "{text}");
        }
        assert_eq!(parse(""), Ok(Game::new()));
    }

    #[test]
    fn errors_say_where() {
        assert_eq!(error("f5d6z3"), (4, TranscriptError::NotAMove { found: 'z' }));
        assert_eq!(error("f5d6é"), (4, TranscriptError::NotAMove { found: 'é' }));
        assert_eq!(error("f5 d"), (3, TranscriptError::Incomplete));
        assert_eq!(error("f5 d9"), (3, TranscriptError::NotAMove { found: 'd' }));
        let (offset, illegal) = error("f5d6c3a1");
        assert_eq!(offset, 6);
        assert_eq!(illegal.to_string(), "move 4, a1: a1 flips no disc");
        assert_eq!(error("f5pad6").0, 2);
        assert_eq!(error("f5 party"), (3, TranscriptError::NotAMove { found: 'p' }));
        let number = TranscriptError::MoveNumber { number: 3, n_plies: 1 };
        assert_eq!(error("1. f5 3. c3"), (6, number));
        let lost = TranscriptError::MoveNumber { number: 4, n_plies: 4 };
        assert_eq!(error("1. f5 d6 2. c3 d3 4. c4"), (18, lost));
        let joined = TranscriptError::MoveNumber { number: 1, n_plies: 3 };
        assert_eq!(error("1. f5 d6 2. c3 1. d3 c4"), (15, joined));
        for (text, offset) in [("f5 2.", 3), ("f5 1 3", 3), ("f5 1-0 d6", 3), ("f5 60-9", 3)] {
            assert_eq!(error(text), (offset, TranscriptError::Result), "{text}");
        }
        assert_eq!(error("f5 1 1 1 1 1"), (11, TranscriptError::Result));
    }

    #[test]
    fn results_stand_behind_the_moves() {
        let score = |text: &str| {
            let result = parse_record(Position::START, text).unwrap().result;
            result.map(|result| result.score)
        };
        for (text, expected) in [
            ("f5", None),
            ("f5 *", None),
            ("f5 1-0", None),
            ("f5 0-1", None),
            ("f5 1/2-1/2", Some(0.0)),
            ("f5 13-51", Some(-38.0)),
            ("f5 34 30 4", Some(4.0)),
        ] {
            assert_eq!(score(text), expected, "{text}");
        }
    }

    #[test]
    fn moves_are_found_in_prose() {
        for (line, found) in [
            ("Moves: f5d6c3d3c4", Some(7)),
            ("we saw 1. f5 d6 2. c3 d3", Some(10)),
            ("the square f5 was his", None),
            ("Moves: f5d6c3", None),
            ("Moves: d6c3d3c4", None),
        ] {
            assert_eq!(find_in_prose(line), found, "{line}");
        }
    }

    #[test]
    fn passes_may_be_written_or_left_out() {
        // White's only disc is in the corner: Black cannot take it, and White ends the game on c1.
        let start = format!("OX{} X", "-".repeat(62));
        let start = crate::board_text::parse(&start).unwrap();
        let game = parse_from(start, "c1").unwrap();
        assert_eq!(game.moves().collect::<Vec<_>>(), [Move::Pass, Move::Place(Square::C1)]);
        assert_eq!(write(&game), "c1");
        for text in ["pac1", "PAC1", "--c1", "ps c1", "Pass C1", "pa c1 pa --"] {
            assert_eq!(parse_from(start, text).as_ref(), Ok(&game), "{text}");
        }
        assert_eq!(write(&parse_from(start, "--").unwrap()), "pa");
    }
}
