//! Where positions wait for a thread that thinks about them.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use willow_protocol::GameId;

use crate::core::Thought;

/// The positions that wait, the oldest first: at most one of each game, so that there are never
/// more than games of bots.
#[derive(Debug, Default)]
pub(super) struct Desk {
    papers: Mutex<Papers>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Papers {
    waiting: VecDeque<Thought>,
    is_closed: bool,
}

impl Desk {
    fn papers(&self) -> MutexGuard<'_, Papers> {
        self.papers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a position wait, in the place of another one of the same game.
    pub(super) fn put(&self, thought: Thought) {
        let mut papers = self.papers();
        papers.waiting.retain(|waiting| waiting.game != thought.game);
        papers.waiting.push_back(thought);
        self.changed.notify_one();
    }

    /// Lets nothing of a game wait any more.
    pub(super) fn take_back(&self, game: GameId) {
        self.papers().waiting.retain(|waiting| waiting.game != game);
    }

    /// Waits for a position, and returns `None` when none will come.
    pub(super) fn next(&self) -> Option<Thought> {
        let mut papers = self.papers();
        loop {
            if papers.is_closed {
                return None;
            }
            if let Some(thought) = papers.waiting.pop_front() {
                return Some(thought);
            }
            papers = self.changed.wait(papers).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Sends the threads home.
    pub(super) fn close(&self) {
        self.papers().is_closed = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use willow_board::{Clock, Game, GameSnapshot, TimeControl};

    use super::*;

    fn thought(game: u64, turn: u64) -> Thought {
        let clock = Clock::new(TimeControl::Unlimited);
        let snapshot = GameSnapshot { game: Game::new(), clock, now: Duration::ZERO };
        Thought { game: GameId(game), turn, bot: 0, snapshot, seed: 1 }
    }

    #[test]
    fn of_each_game_only_the_last_turn_waits() {
        let desk = Desk::default();
        for (game, turn) in [(1, 1), (2, 1), (3, 1), (1, 3), (1, 5)] {
            desk.put(thought(game, turn));
        }
        desk.take_back(GameId(3));
        let turns: Vec<(u64, u64)> = (0..2)
            .filter_map(|_| desk.next())
            .map(|thought| (thought.game.0, thought.turn))
            .collect();
        assert_eq!(turns, [(2, 1), (1, 5)]);
        desk.close();
        assert!(desk.next().is_none());
    }
}
