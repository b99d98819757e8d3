//! Remarks and variations of a game as one text: most games have none, and a list of a hundred thousand games has
//! to be small.

use std::fmt::{Display, Write};

use willow_records::{Branch, RecordedGame};

/// What stands between two parts of the text, and in no part.
const SEPARATOR: char = '\u{1f}';

/// Returns the remarks and the variations of a game, or an empty text if there are none.
///
/// The first part is the number of lines that were left out. Then come three parts each: a position, a move or
/// nothing, and a remark or nothing. A position is a number of plies of the game, or the letter `v` and the
/// number of an earlier move of variations, counted from 0. With a move, the remark belongs to the position
/// after it.
pub(crate) fn text(record: &RecordedGame) -> String {
    let mut parts = Parts::default();
    let n_left_out = record.variations.n_left_out();
    parts.add(&0, "", &record.comment);
    for ply in 0..record.game.n_plies() {
        parts.add(&(ply + 1), "", record.note(ply).map_or("", |note| &note.comment));
    }
    for mv in record.variations.moves() {
        match mv.after {
            Branch::Game(ply) => parts.add(&ply, &mv.mv.to_string(), &mv.comment),
            Branch::Variation(index) => {
                parts.add(&format_args!("v{index}"), &mv.mv.to_string(), &mv.comment);
            }
        }
    }
    if parts.0.is_empty() && n_left_out == 0 {
        return String::new();
    }
    format!("{n_left_out}{}", parts.0)
}

/// The parts behind the first one.
#[derive(Default)]
struct Parts(String);

impl Parts {
    /// Adds three parts, unless they say nothing.
    fn add(&mut self, position: &dyn Display, mv: &str, comment: &str) {
        if mv.is_empty() && comment.is_empty() {
            return;
        }
        let comment = comment.replace(SEPARATOR, " ");
        // Writing into a text does not fail.
        let _ = write!(self.0, "{SEPARATOR}{position}{SEPARATOR}{mv}{SEPARATOR}{comment}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use willow_records::sgf;

    fn of(nodes: &str) -> String {
        text(&sgf::parse(&format!("(;GM[2]{nodes})")).unwrap()).replace(SEPARATOR, "|")
    }

    #[test]
    fn remarks_and_variations_are_told() {
        assert_eq!(of(";B[f5];W[d6]"), "");
        assert_eq!(of("C[a game];B[f5]C[good]"), "0|0||a game|1||good");
        let nodes = ";B[f5](;W[d6]C[one])(;W[f6];B[e6]C[two])(;W[a1])";
        assert_eq!(of(nodes), "1|2||one|1|f6||v0|e6|two");
        assert_eq!(of("C[a\u{1f}b]"), "0|0||a b");
    }
}
