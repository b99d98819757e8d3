//! The queue of positions for the bots' threads.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use willow_protocol::GameId;

use crate::domain::BotJob;

/// The jobs that wait for a thread, oldest first: at most one for each game, so that there are never
/// more jobs than games of bots.
#[derive(Debug, Default)]
pub(super) struct BotQueue {
    jobs: Mutex<Jobs>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Jobs {
    waiting: VecDeque<BotJob>,
    is_closed: bool,
}

impl BotQueue {
    fn jobs(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a job, in place of an older one for the same game.
    pub(super) fn push(&self, job: BotJob) {
        let mut jobs = self.jobs();
        jobs.waiting.retain(|waiting| waiting.game != job.game);
        jobs.waiting.push_back(job);
        self.changed.notify_one();
    }

    /// Removes the job of a game.
    pub(super) fn cancel(&self, game: GameId) {
        self.jobs().waiting.retain(|waiting| waiting.game != game);
    }

    /// Waits for a job; `None` when the queue is closed.
    pub(super) fn next(&self) -> Option<BotJob> {
        let mut jobs = self.jobs();
        loop {
            if jobs.is_closed {
                return None;
            }
            if let Some(job) = jobs.waiting.pop_front() {
                return Some(job);
            }
            jobs = self.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Closes the queue: the threads end.
    pub(super) fn close(&self) {
        self.jobs().is_closed = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use willow_board::{Clock, Game, GameSnapshot, TimeControl};

    use super::*;

    fn job(game: u64, turn: u64) -> BotJob {
        let clock = Clock::new(TimeControl::Unlimited);
        let snapshot = GameSnapshot { game: Game::new(), clock, now: Duration::ZERO };
        BotJob { game: GameId(game), turn, bot: 0, snapshot }
    }

    #[test]
    fn of_each_game_only_the_last_turn_waits() {
        let queue = BotQueue::default();
        for (game, turn) in [(1, 1), (2, 1), (3, 1), (1, 3), (1, 5)] {
            queue.push(job(game, turn));
        }
        queue.cancel(GameId(3));
        let turns: Vec<(u64, u64)> =
            (0..2).filter_map(|_| queue.next()).map(|job| (job.game.0, job.turn)).collect();
        assert_eq!(turns, [(2, 1), (1, 5)]);
        queue.close();
        assert!(queue.next().is_none());
    }
}
