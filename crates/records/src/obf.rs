//! OBF, the Othello board format of Edax: one position a line, with scored moves. The head of its
//! [`obftest.c`](https://github.com/abulmo/edax-reversi/blob/179d357c92489e7f6e0ca1bd08ef786877cefea9/src/obftest.c)
//! describes it.
//!
//! ```text
//! <64 cells> <side>; g8:+18; h1:+12; a4:-22; % remark
//! ```
//!
//! The scores are exact results for the side to move, best move first. Boards may use all characters
//! of [`board_text`]. Moves are written in lower case and read in either. `--:-127`, which other programs
//! write for a pass without a score, is left out.

use std::fmt;

use thiserror::Error;
use willow_board::{DiscDiff, DiscDiffRangeError, IllegalMove, Move, Position};

use crate::ErrorAt;
use crate::board_text::{self, BoardTextError};

/// A position, perhaps with scored moves and a remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredPosition {
    /// Board and side to move.
    pub position: Position,
    /// Moves with their scores, each move once, in the order of the source.
    pub scores: Vec<MoveScore>,
    /// A remark on one line.
    pub comment: String,
}

/// A move and its exact score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveScore {
    /// A legal move of the side to move.
    pub mv: Move,
    /// The result for the side to move, if it plays this move and both sides play perfectly.
    pub score: DiscDiff,
}

/// The error of a line that is not a position in OBF.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ObfError {
    /// The position is wrong.
    #[error(transparent)]
    Board(#[from] BoardTextError),
    /// Something other than a semicolon follows the position or a score.
    #[error("expected `;`")]
    ExpectedSemicolon,
    /// A part between semicolons is not a move with a score.
    #[error("expected a move and its score, as in `f5:+2`")]
    ExpectedMoveScore,
    /// A score is out of range.
    #[error(transparent)]
    Score(#[from] DiscDiffRangeError),
    /// The rules do not allow a scored move.
    #[error("{mv}: {reason}")]
    IllegalMove {
        /// The illegal move of the line.
        mv: Move,
        /// The rule that it breaks.
        reason: IllegalMove,
    },
    /// A move is scored twice.
    #[error("{mv} is scored twice")]
    Repeated {
        /// The second occurrence.
        mv: Move,
    },
}

use ObfError as Error;

impl ScoredPosition {
    /// Returns the highest score, if there are any.
    pub fn best_score(&self) -> Option<DiscDiff> {
        self.scores.iter().map(|scored| scored.score).max()
    }
}

impl From<Position> for ScoredPosition {
    fn from(position: Position) -> ScoredPosition {
        ScoredPosition { position, scores: Vec::new(), comment: String::new() }
    }
}

impl fmt::Display for ScoredPosition {
    /// Writes the line without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", self.position)?;
        for MoveScore { mv, score } in &self.scores {
            write!(f, " {mv}:{score};")?;
        }
        let comment = one_line(&self.comment);
        if comment.is_empty() { Ok(()) } else { write!(f, " % {comment}") }
    }
}

/// Reads one line.
///
/// ```
/// let line = "---------------------------OX------XO--------------------------- X; F5:+0; % start";
/// let scored = willow_records::obf::parse(line).expect("the line is well-formed");
/// assert_eq!(scored.best_score(), Some(willow_board::DiscDiff::DRAW));
/// assert_eq!(scored.comment, "start");
/// ```
///
/// # Errors
/// What is wrong, and where.
pub fn parse(line: &str) -> Result<ScoredPosition, ErrorAt<ObfError>> {
    let (content, comment) = line.split_once('%').unwrap_or((line, ""));
    let (position, mut offset) =
        board_text::parse_start(content).map_err(|error| error.map(Error::Board))?;
    let comment = one_line(comment);
    let mut scored = ScoredPosition { position, scores: Vec::new(), comment };
    let mut rest = content[offset..].trim_start();
    while !rest.is_empty() {
        offset = content.len() - rest.len();
        let part =
            rest.strip_prefix(';').ok_or(ErrorAt { offset, error: Error::ExpectedSemicolon })?;
        let part = part.trim_start();
        offset = content.len() - part.len();
        let (text, _) = part.split_once(';').unwrap_or((part, ""));
        if !text.is_empty() {
            let score =
                parse_score(text.trim_end(), &scored).map_err(|error| ErrorAt { offset, error })?;
            scored.scores.extend(score);
        }
        rest = &part[text.len()..];
    }
    Ok(scored)
}

/// What stands for the score of a pass that has none.
const NO_SCORE: i32 = -127;

/// Reads a legal move with its score; `None` if it has none. The move must not be among those of `scored` yet.
fn parse_score(text: &str, scored: &ScoredPosition) -> Result<Option<MoveScore>, ObfError> {
    let (mv, score) = text.split_once(':').ok_or(Error::ExpectedMoveScore)?;
    let mv: Move = mv.trim_end().parse().map_err(|_| Error::ExpectedMoveScore)?;
    let score: i32 = score.trim_start().parse().map_err(|_| Error::ExpectedMoveScore)?;
    if (mv, score) == (Move::Pass, NO_SCORE) {
        return Ok(None);
    }
    let score = DiscDiff::new(score)?;
    scored.position.check(mv).map_err(|reason| Error::IllegalMove { mv, reason })?;
    if scored.scores.iter().any(|known| known.mv == mv) {
        return Err(Error::Repeated { mv });
    }
    Ok(Some(MoveScore { mv, score }))
}

/// Returns a text on one line: line ends and other control characters become spaces.
fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use willow_board::Square;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    fn error(tail: &str) -> (usize, ObfError) {
        let ErrorAt { offset, error } = parse(&format!("{START}{tail}")).unwrap_err();
        (offset - START.len(), error)
    }

    #[test]
    fn scores_are_read_and_written() {
        let scored = parse(&format!("{START}; F5:+0;d3:-2 ; C4: 4;; %  a remark ")).unwrap();
        let values: Vec<_> = scored.scores.iter().map(|s| (s.mv, s.score.value())).collect();
        let place = Move::Place;
        assert_eq!(
            values,
            [(place(Square::F5), 0), (place(Square::D3), -2), (place(Square::C4), 4)]
        );
        let written = format!("{START}; f5:+0; d3:-2; c4:+4; % a remark");
        assert_eq!(scored.to_string(), written);
        assert_eq!(parse(&written), Ok(scored));
    }

    #[test]
    fn a_board_alone_is_a_line() {
        let scored = ScoredPosition::from(Position::START);
        for tail in ["", ";", " ;", "%", " ; %"] {
            assert_eq!(parse(&format!("{START}{tail}")), Ok(scored.clone()), "{tail}");
        }
        assert_eq!(scored.best_score(), None);
        let without_pass = parse(&format!("{START}; f5:+0; --:-127;")).unwrap();
        assert_eq!(without_pass.scores.len(), 1);
        assert_eq!(error("; f5:-127"), (2, Error::Score(DiscDiffRangeError(-127))));
    }

    #[test]
    fn errors_say_where() {
        assert_eq!(error(" f5:+0"), (1, Error::ExpectedSemicolon));
        assert_eq!(error("; f5"), (2, Error::ExpectedMoveScore));
        assert_eq!(error("; f5:x"), (2, Error::ExpectedMoveScore));
        assert_eq!(error("; f5:+0; f5:+65"), (9, Error::Score(DiscDiffRangeError(65))));
        let mv = Move::Place(Square::F5);
        assert_eq!(error("; f5:+0; F5:+0"), (9, Error::Repeated { mv }));
        let (offset, illegal) = error("; a1:+0");
        assert_eq!(offset, 2);
        assert_eq!(illegal.to_string(), "a1: a1 flips no disc");
        assert!(matches!(parse("XO X;").unwrap_err().error, Error::Board(_)));
    }
}
