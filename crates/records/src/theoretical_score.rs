//! The theoretical score of a game in formats that have no property for it: a line of its remark.
//!
//! WTHOR holds the score of perfect play from some number of empty squares on. GGF and SGF have no
//! such property, so the last line of the game's remark says it, for people and for this reader.

use std::borrow::Cow;
use std::fmt;

use willow_board::DiscDiff;

use crate::{RecordedGame, TheoreticalScore};

/// The words around the two numbers of the line.
const PREFIX: &str = "Theoretical score with perfect play from ";
const MIDDLE: &str = " empty squares on: ";
const SUFFIX: &str = " for Black";

impl fmt::Display for TheoreticalScore {
    /// Writes the line of the remark, as in `Theoretical score with perfect play from 22 empty
    /// squares on: +4 for Black`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}{MIDDLE}{:+}{SUFFIX}", self.n_empties, self.black.value())
    }
}

/// Returns the remark about a game, with the theoretical score if there is one.
pub(crate) fn remark_with_score(record: &RecordedGame) -> Cow<'_, str> {
    match record.theoretical_score {
        None => Cow::Borrowed(&record.comment),
        Some(score) if record.comment.trim().is_empty() => Cow::Owned(score.to_string()),
        Some(score) => Cow::Owned(format!("{}\n{score}", record.comment.trim_end())),
    }
}

/// Moves the theoretical score from the remark about a game to where it belongs.
pub(crate) fn take_score_from_remark(record: &mut RecordedGame) {
    let (rest, line) = record.comment.rsplit_once('\n').unwrap_or(("", &record.comment));
    if let Some(score) = parse(line) {
        record.theoretical_score = Some(score);
        record.comment = rest.to_owned();
    }
}

fn parse(line: &str) -> Option<TheoreticalScore> {
    let numbers = line.trim().strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?;
    let (n_empties, black) = numbers.split_once(MIDDLE)?;
    let n_empties = n_empties.parse().ok().filter(|&n_empties: &u32| n_empties <= 60)?;
    Some(TheoreticalScore { n_empties, black: DiscDiff::new(black.parse().ok()?).ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ggf, sgf, transcript};

    #[test]
    fn the_score_survives_ggf_and_sgf() {
        for (black, comment) in [(4, ""), (-6, "one\ntwo"), (0, "a draw")] {
            let mut record = RecordedGame::new(transcript::parse("f5d6c3").unwrap());
            record.theoretical_score =
                Some(TheoreticalScore { n_empties: 22, black: DiscDiff::clamped(black) });
            comment.clone_into(&mut record.comment);
            let kept = |again: RecordedGame| (again.theoretical_score, again.comment);
            let expected = (record.theoretical_score, comment.to_owned());
            assert_eq!(kept(ggf::parse(&ggf::write(&record)).unwrap()), expected);
            assert_eq!(kept(sgf::parse(&sgf::write(&record)).unwrap()), expected);
        }
    }

    #[test]
    fn other_remarks_stay() {
        for comment in ["", "x", &format!("{PREFIX}22{MIDDLE}+400{SUFFIX}"), PREFIX] {
            let mut record = RecordedGame::default();
            comment.clone_into(&mut record.comment);
            take_score_from_remark(&mut record);
            assert_eq!((record.theoretical_score, record.comment.as_str()), (None, comment));
        }
    }
}
