//! The guesses at the opponent's move, and how good they were.

use std::time::Duration;

use willow_board::Position;

use super::move_search::PonderResult;

/// The opponent's moves that were searched in its own time, and what they lead to.
#[derive(Clone, Debug, Default)]
pub(crate) struct PonderedMoves {
    guesses: Vec<GuessedMove>,
    counts: PonderCounts,
}

#[derive(Clone, Copy, Debug)]
struct GuessedMove {
    /// The position after the guessed move.
    after: Position,
    result: PonderResult,
}

/// How well the opponent's moves were guessed in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PonderCounts {
    /// Moves that the opponent made after BILL had thought ahead.
    pub moves: u32,
    /// Those among them that BILL had searched.
    pub hits: u32,
    /// Those among them that were its first guess.
    pub first_hits: u32,
    /// The time that was invested in them.
    pub saved: Duration,
}

impl PonderedMoves {
    /// Returns how well the moves of this game were guessed.
    pub(crate) const fn counts(&self) -> PonderCounts {
        self.counts
    }

    /// Forgets the guesses at an earlier move.
    pub(crate) fn clear(&mut self) {
        self.guesses.clear();
    }

    /// Returns the number of the guess that leads to this position; a new one gets the next number.
    pub(crate) fn guess(&mut self, after: Position) -> usize {
        let known = self.guesses.iter().position(|known| known.after == after);
        known.unwrap_or_else(|| {
            self.guesses.push(GuessedMove { after, result: PonderResult::default() });
            self.guesses.len() - 1
        })
    }

    /// Returns what was found out about a guess.
    pub(crate) fn result(&self, guess: usize) -> PonderResult {
        self.guesses[guess].result
    }

    /// Notes what was found out about a guess.
    pub(crate) fn set_result(&mut self, guess: usize, result: PonderResult) {
        self.guesses[guess].result = result;
    }

    /// Returns what was found out about the position of BILL's turn, counts whether it was guessed, and
    /// forgets all guesses.
    pub(crate) fn take(&mut self, position: &Position) -> PonderResult {
        if self.guesses.is_empty() {
            return PonderResult::default();
        }
        self.counts.moves += 1;
        let hit = self.guesses.iter().position(|guess| guess.after == *position);
        let result = hit.map_or_else(PonderResult::default, |index| {
            self.counts.hits += 1;
            self.counts.first_hits += u32::from(index == 0);
            self.guesses[index].result
        });
        self.counts.saved += result.invested;
        self.guesses.clear();
        result
    }

    /// Returns the position after the first guess.
    #[cfg(test)]
    pub(crate) fn first_position(&self) -> Option<Position> {
        self.guesses.first().map(|guess| guess.after)
    }
}
