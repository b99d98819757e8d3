//! Duplicates: the same exercise up to symmetry, or with the same solution line.

use std::collections::HashSet;

use willow_board::{Board, Move, Position, Square, Symmetry};

/// The shortest end of a solution line by which two exercises are the same, in plies. Not measured.
const SHORTEST: usize = 8;

/// The exercises so far, to tell duplicates.
#[derive(Clone, Debug, Default)]
pub struct KnownExercises {
    /// Canonical boards.
    boards: HashSet<Board>,
    /// Whole solution lines, canonical.
    lines: HashSet<Vec<u8>>,
    /// Suffixes of solution lines from each ply on, canonical, the whole lines included.
    ends: HashSet<Vec<u8>>,
}

impl KnownExercises {
    /// Returns whether an exercise like one of this position is known: the same board under a symmetry, whoever of
    /// the colours is to move.
    pub fn has_position(&self, position: &Position) -> bool {
        self.boards.contains(&position.board().canonical())
    }

    /// Returns whether an exercise with this solution is known: of two lines one ends with the other, up to
    /// symmetry. Lines of few plies are not compared.
    pub fn has_line(&self, line: &[Move]) -> bool {
        let mut ends = ends(line);
        let Some(whole) = ends.next() else { return false };
        self.ends.contains(&whole) || ends.any(|end| self.lines.contains(&end))
    }

    /// Adds the position of an exercise.
    pub fn add_position(&mut self, position: &Position) {
        self.boards.insert(position.board().canonical());
    }

    /// Adds the solution line of an exercise.
    pub fn add_line(&mut self, line: &[Move]) {
        let mut ends = ends(line);
        if let Some(whole) = ends.next() {
            self.lines.insert(whole.clone());
            self.ends.insert(whole);
            self.ends.extend(ends);
        }
    }
}

/// Returns the line and what is left of it after each ply, canonical.
fn ends(line: &[Move]) -> impl Iterator<Item = Vec<u8>> + '_ {
    (0..line.len()).map(|from| &line[from..]).take_while(|end| SHORTEST <= end.len()).map(canonical)
}

/// The byte of a pass; squares are below it.
const PASS: u8 = 64;

/// Returns the smallest of a line's images under the symmetries.
fn canonical(line: &[Move]) -> Vec<u8> {
    let image = |symmetry: Symmetry| -> Vec<u8> {
        let byte = |square: Square| square.transformed(symmetry).index() as u8;
        line.iter().map(|mv| mv.square().map_or(PASS, byte)).collect()
    };
    Symmetry::ALL.into_iter().map(image).min().expect("there are eight symmetries")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::final_game;

    fn line() -> Vec<Move> {
        final_game().moves().skip(46).collect()
    }

    #[test]
    fn boards_are_the_same_under_symmetries() {
        let position = crate::test_support::exercise().position;
        let mut seen = KnownExercises::default();
        assert!(!seen.has_position(&position));
        seen.add_position(&position);
        for symmetry in Symmetry::ALL {
            let image = position.board().transformed(symmetry);
            for color in willow_board::Color::ALL {
                assert!(seen.has_position(&Position::new(image, color)));
            }
        }
        assert!(!seen.has_position(&Position::START));
    }

    #[test]
    fn lines_are_the_same_if_one_ends_with_the_other() {
        let (mut seen, line) = (KnownExercises::default(), line());
        seen.add_line(&line);
        assert!(seen.has_line(&line) && seen.has_line(&line[2..]));
        assert!(seen.has_line(&line[1..]), "the other side finds the same moves");
        assert!(!seen.has_line(&line[line.len() - 6..]), "too short");
        let mirrored = |mv: &Move| match mv.square() {
            Some(square) => square.transformed(Symmetry::Transpose).into(),
            None => Move::Pass,
        };
        assert!(seen.has_line(&line.iter().map(mirrored).collect::<Vec<_>>()));

        let mut seen = KnownExercises::default();
        seen.add_line(&line[2..]);
        assert!(seen.has_line(&line), "a longer line that leads into a known one");
        let mut other = line[2..].to_vec();
        other.swap(0, 2);
        assert!(!seen.has_line(&other));
    }
}
