//! Transcripts: the moves of a game and nothing else, `f5d6c3d3c4`.
//!
//! Squares are read in either case, with or without spaces and commas between them. Passes may be left
//! out, or written `pa`, `ps`, `pass` or `--`. Move numbers such as `12.` are skipped. So are passes
//! after the end of the game, which some programs write.
//!
//! We write squares in lower case, without separators and without passes. One pass is written, as `pa`:
//! the last ply of an unfinished game, because a reader could not know of it.

use thiserror::Error;
use willow_board::{Game, Move, PlayError, Position, Square};

use crate::{ErrorAt, replay};

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
}

/// The spellings of a pass. A longer one comes before a shorter one that it begins with.
const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

/// Reads the moves of a game from the standard start position.
///
/// ```
/// use willow_records::transcript;
///
/// let game = transcript::parse("F5 d6 c3").expect("these moves are legal");
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
    let mut game = Game::from_position(start);
    let mut offset = 0;
    loop {
        offset += separators(&text[offset..]);
        if offset == text.len() {
            return Ok(game);
        }
        let at = |error| ErrorAt { offset, error };
        let (mv, length) = move_at(&text[offset..]).map_err(at)?;
        replay::play(&mut game, mv).map_err(|error| at(error.into()))?;
        offset += length;
    }
}

/// Writes the moves of a game.
#[must_use]
pub fn write(game: &Game) -> String {
    let mut text: String =
        game.moves().filter_map(Move::square).map(|square| square.to_string()).collect();
    if game.last_move() == Some(Move::Pass) {
        text.push_str("pa");
    }
    text
}

/// Returns the length of the spaces, commas and move numbers at the front of a text.
fn separators(text: &str) -> usize {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        let after_number = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        match after_number.strip_prefix('.') {
            Some(after) if after_number.len() < rest.len() => rest = after,
            _ => return text.len() - rest.len(),
        }
    }
}

/// Reads the move at the front of a text that is not empty. Also returns its length.
fn move_at(text: &str) -> Result<(Move, usize), TranscriptError> {
    let is_front =
        |pass: &str| text.get(..pass.len()).is_some_and(|front| front.eq_ignore_ascii_case(pass));
    if let Some(pass) = PASSES.into_iter().find(|pass| is_front(pass)) {
        return Ok((Move::Pass, pass.len()));
    }
    let square = text.get(..2).and_then(|name| name.parse::<Square>().ok());
    match square {
        Some(square) => Ok((Move::Place(square), 2)),
        None if text.len() == 1 && text.starts_with(is_column) => Err(TranscriptError::Incomplete),
        None => Err(TranscriptError::NotAMove { found: text.chars().next().unwrap_or(' ') }),
    }
}

/// Returns whether a character is the letter of a column.
pub(crate) const fn is_column(c: char) -> bool {
    matches!(c, 'a'..='h' | 'A'..='H')
}

/// Returns whether a character is the digit of a row.
pub(crate) const fn is_row(c: char) -> bool {
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
        for text in ["F5D6C3D3C4", " f5 d6\tc3\nd3 c4 ", "f5,d6,c3,d3,c4", "1. f5 2. d6 3.c3 d3 c4"]
        {
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
