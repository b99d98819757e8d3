//! The answers to the last questions about the archive, kept until the archive changes.
//!
//! A question that takes long is often asked by many: everybody who opens the explorer asks for the same start.
//! Those who ask while the answer is being made wait for it, and it is made once.
//!
//! Invariant: whatever changes an answer goes through the writer, which ends a version of the archive after its
//! commit. A question takes the number of the version before it reads. So an answer that was read before
//! a change is never given to a question that was asked after it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quick_cache::sync::Cache;
use willow_protocol::Event;

use crate::domain::{ArchiveQuery, Refusal, UserWrite, Write};
use crate::store::QueryError;

/// How many answers are kept. The largest, a page of 100 games, has some tens of kilobytes.
const ANSWERS: usize = 128;

/// The number of the archive's version: it grows with every change that an answer may show.
#[derive(Clone, Debug, Default)]
pub(crate) struct ArchiveVersion(Arc<AtomicU64>);

impl ArchiveVersion {
    /// Ends the version, after a change was committed.
    pub(crate) fn end(&self) {
        self.0.fetch_add(1, Ordering::Release);
    }

    fn number(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }
}

/// What the store says to a question.
type Answer = Result<Event, Refusal>;

/// The answers that one group of readers has got.
#[derive(Clone, Debug)]
pub(crate) struct RememberedAnswers {
    version: ArchiveVersion,
    answers: Arc<Cache<(u64, ArchiveQuery), Arc<Answer>>>,
}

impl RememberedAnswers {
    /// Returns an empty memory for questions to an archive.
    pub(crate) fn new(version: ArchiveVersion) -> RememberedAnswers {
        RememberedAnswers { version, answers: Arc::new(Cache::new(ANSWERS)) }
    }

    /// Returns the answer to a question: the one that is remembered, the one that somebody else waits for, or that
    /// of `ask`. A failure is not remembered.
    pub(crate) async fn get_or_ask(
        &self,
        question: &ArchiveQuery,
        ask: impl Future<Output = Result<Event, QueryError>>,
    ) -> Result<Event, QueryError> {
        let key = (self.version.number(), question.clone());
        let asked = async {
            match ask.await {
                Ok(answer) => Ok(Arc::new(Ok(answer))),
                Err(QueryError::Refused(refusal)) => Ok(Arc::new(Err(refusal))),
                Err(QueryError::Failed(error)) => Err(error),
            }
        };
        Ok((*self.answers.get_or_insert_async(&key, asked).await?).clone()?)
    }
}

/// Returns whether a write may change an answer about the archive: the games, or the users whose names a
/// filter has.
pub(crate) const fn changes_archive(write: &Write) -> bool {
    matches!(
        write,
        Write::GameEnded(_)
            | Write::DeviceGame(_)
            | Write::User(UserWrite::Created { .. } | UserWrite::Deleted(..))
    )
}
