//! The findings of the analysis so far, by position and move.

use std::collections::HashMap;

use willow_analysis::MoveAnalysis;
use willow_board::{Position, Square};

/// The findings so far about the moves of the game and of variations.
///
/// A move of the game is searched twice: with the game, and with all legal moves of its position when
/// that is shown. One finding is kept, so that board, graph and list always say the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    found: HashMap<(Position, Square), MoveAnalysis>,
}

impl Findings {
    /// Adds a finding, unless a more certain or deeper one about the same move is there.
    pub(crate) fn add(&mut self, found: MoveAnalysis) {
        let worth = |found: &MoveAnalysis| (found.certainty, found.depth);
        let known = self.found.entry((found.position, found.mv));
        known
            .and_modify(|known| {
                if worth(known) <= worth(&found) {
                    known.clone_from(&found);
                }
            })
            .or_insert(found);
    }

    /// Returns what is known about a move.
    pub(crate) fn of(&self, position: &Position, mv: Square) -> Option<&MoveAnalysis> {
        self.found.get(&(*position, mv))
    }

    /// Returns what is known about the legal moves of a position.
    pub(crate) fn at<'a>(
        &'a self,
        position: &'a Position,
    ) -> impl Iterator<Item = &'a MoveAnalysis> {
        position.legal_moves().squares().filter_map(|mv| self.of(position, mv))
    }
}

#[cfg(test)]
mod tests {
    use willow_analysis::Certainty;
    use willow_eval::Score;

    use super::*;
    use crate::study::tests::estimate;

    #[test]
    fn the_more_certain_and_the_deeper_finding_stays() {
        let start = Position::START;
        let shallow = estimate(&start, Square::F5, 1, 4);
        let deep = estimate(&start, Square::F5, 2, 8);
        let exact =
            MoveAnalysis { certainty: Certainty::Exact, ..estimate(&start, Square::F5, 3, 4) };
        let mut findings = Findings::default();
        let mut value_after = |found: &MoveAnalysis| {
            findings.add(found.clone());
            findings.of(&start, Square::F5).map(|found| found.value)
        };
        assert_eq!(value_after(&shallow), Some(Score::DISC));
        assert_eq!(value_after(&deep), Some(Score::DISC * 2));
        assert_eq!(value_after(&shallow), Some(Score::DISC * 2));
        assert_eq!(value_after(&exact), Some(Score::DISC * 3));
        assert_eq!(value_after(&deep), Some(Score::DISC * 3));
        assert_eq!(findings.at(&start).count(), 1);
        assert_eq!(findings.of(&start, Square::E6), None);
    }
}
