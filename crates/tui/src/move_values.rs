//! The values of all moves on the board of a local game, when the user asks for them.

use willow_board::{Game, Position};

use crate::study::{Analyst, Findings, News, default_level};

/// The values of all legal moves, with the thread that searches them. Dropping it stops the thread.
///
/// There is none on the board of a game server: nothing helps a player there.
#[derive(Debug)]
pub(crate) struct MoveValues {
    analyst: Analyst,
    findings: Findings,
    /// The position that is searched; `None` while the thread rests.
    searched: Option<Position>,
}

impl MoveValues {
    /// Begins with a position.
    pub(crate) fn start(position: &Position) -> MoveValues {
        let game = Game::from_position(*position);
        let analyst = Analyst::start(game, *position, default_level());
        MoveValues { analyst, findings: Findings::default(), searched: Some(*position) }
    }

    /// Searches another position, or rests. What was found stays.
    pub(crate) fn search(&mut self, position: Option<&Position>) {
        if self.searched.as_ref() == position {
            return;
        }
        match position {
            None => self.analyst.halt(),
            Some(position) => {
                self.analyst.show(position);
                if self.searched.is_none() {
                    self.analyst.resume();
                }
            }
        }
        self.searched = position.copied();
    }

    /// Takes what the thread has found. Returns whether there was anything.
    pub(crate) fn poll(&mut self) -> bool {
        let mut is_new = false;
        while let Some(news) = self.analyst.next_news() {
            if let News::Found(found) = news {
                for found in found {
                    self.findings.add(found);
                }
                is_new = true;
            }
        }
        is_new
    }

    /// Returns what is known.
    pub(crate) fn findings(&self) -> &Findings {
        &self.findings
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    /// Polls until a position has the values of all its moves.
    fn wait_for(values: &mut MoveValues, position: &Position) -> bool {
        let end = Instant::now() + Duration::from_mins(1);
        let n_moves = position.legal_moves().count() as usize;
        while Instant::now() < end {
            values.poll();
            if values.findings().at(position).count() == n_moves {
                return true;
            }
            std::thread::yield_now();
        }
        false
    }

    #[test]
    fn every_position_that_is_asked_for_gets_its_values() {
        let game = willow_records::transcript::parse("f5d6c3d3c4").unwrap();
        let [first, last] = [0, 5].map(|ply| *game.position_at(ply).unwrap());
        let mut values = MoveValues::start(&first);
        assert!(wait_for(&mut values, &first));
        values.search(None);
        values.search(Some(&last));
        assert!(wait_for(&mut values, &last));
        assert_eq!(values.findings().at(&first).count(), 4, "what was found stays");
    }
}
