//! Whether the server can commit: for `/healthz`, and to decide when the server is read-only.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use thiserror::Error;
use tokio::sync::watch;
use tokio::time::Instant;

/// The time from which on a commit counts as hanging.
const HANGING: Duration = Duration::from_secs(10);

/// Whether the disk takes what the server writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum DiskState {
    #[default]
    Writable,
    /// No space is left: the server is read-only until there is some.
    Full,
}

/// State of the commit task.
#[derive(Clone, Debug, Default)]
pub(crate) struct Health {
    disk: Arc<watch::Sender<DiskState>>,
    commit_began: Arc<Mutex<Option<Instant>>>,
}

/// Why the server does not commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum Unhealthy {
    #[error("the disk is full: the server is read-only until there is space")]
    DiskFull,
    /// A commit has not ended for this time.
    #[error("a commit has not ended for {} seconds: the disk hangs", .0.as_secs())]
    HangingCommit(Duration),
}

impl Health {
    /// Follows the state of the disk.
    pub(crate) fn disk(&self) -> watch::Receiver<DiskState> {
        self.disk.subscribe()
    }

    /// Records the state of the disk. Returns whether it is news.
    pub(crate) fn set_disk(&self, state: DiskState) -> bool {
        self.disk.send_replace(state) != state
    }

    /// Awaits work that syncs the disk, and records when it began: one that takes too long is a failure.
    pub(crate) async fn during<T>(&self, work: impl Future<Output = T>) -> T {
        self.set_commit(Some(Instant::now()));
        let done = work.await;
        self.set_commit(None);
        done
    }

    /// Records when the commit began that is being made, or that none is.
    fn set_commit(&self, began: Option<Instant>) {
        *self.commit_began.lock().unwrap_or_else(PoisonError::into_inner) = began;
    }

    /// Returns why the server does not commit, if it does not.
    pub(crate) fn problem(&self) -> Option<Unhealthy> {
        self.problem_at(Instant::now())
    }

    fn problem_at(&self, now: Instant) -> Option<Unhealthy> {
        if *self.disk.borrow() == DiskState::Full {
            return Some(Unhealthy::DiskFull);
        }
        let began = *self.commit_began.lock().unwrap_or_else(PoisonError::into_inner);
        let took = now.saturating_duration_since(began?);
        (took >= HANGING).then_some(Unhealthy::HangingCommit(took))
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Waker};

    use super::*;

    #[test]
    fn a_commit_that_does_not_end_is_told() {
        let (health, began) = (Health::default(), Instant::now());
        assert_eq!(health.problem_at(began), None);
        health.set_commit(Some(began));
        let almost = began + HANGING - Duration::from_millis(1);
        assert_eq!(health.problem_at(almost), None, "a slow disk is not yet a broken one");
        let hangs = Some(Unhealthy::HangingCommit(HANGING));
        assert_eq!(health.problem_at(began + HANGING), hangs);
        health.set_commit(None);
        assert_eq!(health.problem_at(began + HANGING), None);
    }

    #[test]
    fn whatever_syncs_the_disk_is_watched() {
        let health = Health::default();
        let mut hanging = std::pin::pin!(health.during(std::future::pending::<()>()));
        let mut context = Context::from_waker(Waker::noop());
        assert!(hanging.as_mut().poll(&mut context).is_pending());
        let later = Instant::now() + HANGING;
        assert!(matches!(health.problem_at(later), Some(Unhealthy::HangingCommit(_))));
        let mut done = std::pin::pin!(health.during(async {}));
        assert!(done.as_mut().poll(&mut context).is_ready());
        assert_eq!(health.problem_at(later), None);
    }
}
