//! From an input to what clients receive: decide, commit, deliver.
//!
//! One task handles inputs in the domain, another commits the writes, a third delivers the notices
//! and starts the bots. The first two have a thread each. While a group of writes is committed, the
//! next one gathers and the one before is delivered: the busier the server, the larger the groups.
//!
//! While the disk is full, the commit task tries again each second. Until it succeeds, the domain decides nothing
//! that must be written (`domain/read_only.rs`), and what it answers is delivered at once.
//!
//! Invariant: nothing is acknowledged before its group is on the disk, and nothing is delivered before it, but
//! for answers to questions while the disk is full.

mod commit;
mod decide;
mod deliver;
pub(crate) mod input_queue;
mod lobby_broadcaster;
mod log;
mod public_lists;
mod recent_writes;

use tokio::runtime::Builder;
use tokio::sync::mpsc;
use tokio::task::{JoinError, JoinHandle};

pub(crate) use self::commit::CommitTask;
use self::decide::{CommandTimes, DecidedGroup, Sources, decide};
pub(crate) use self::deliver::{DeliveryTask, QueryReaders};
use self::input_queue::Queued;
pub(crate) use self::input_queue::{InputReceiver, InputSender, input_queue};
pub(crate) use self::lobby_broadcaster::LobbyBroadcaster;
pub(crate) use self::public_lists::{EncodedList, ListReader};
use crate::domain::{Effects, ServerState};
use crate::store::StoreError;

/// How many groups wait for the commit task, and how many for the delivery task.
const QUEUED_GROUPS: usize = 16;

/// Runs the tasks until the input queue is closed, and until everything is written and delivered.
/// The result is an error if a commit failed: then the server ends, and no client has received an
/// acknowledgement of what was lost.
pub(crate) fn start(
    state: ServerState,
    first: Effects,
    inputs: InputReceiver,
    commit: CommitTask,
    delivery: DeliveryTask,
) -> JoinHandle<Result<(), StoreError>> {
    let (groups, waiting) = mpsc::channel(QUEUED_GROUPS);
    let (committed, receiver) = mpsc::channel(QUEUED_GROUPS);
    let (told, delivered) = mpsc::unbounded_channel();
    let (clock, disk) = (commit.clock, commit.health.disk());
    let (store, last_committed) = (delivery.users.store.clone(), commit.committed.clone());
    let sources = Sources { inputs, delivered, disk, clock, store, committed: last_committed };
    let decide = async move || decide(state, first, sources, groups).await;
    let deciding = on_own_thread(decide);
    let commit = async move || commit.run(waiting, committed).await;
    let committing = on_own_thread(commit);
    tokio::spawn(supervise(deciding, committing, tokio::spawn(delivery.run(receiver, told))))
}

/// Runs a task on a thread of its own. On the shared runtime, each answer of the database would wait behind
/// thousands of connections. On one thread for both, it would wait for a group of decisions.
fn on_own_thread<F: Future<Output = Result<(), StoreError>>>(
    task: impl FnOnce() -> F + Send + 'static,
) -> JoinHandle<Result<(), StoreError>> {
    tokio::task::spawn_blocking(move || {
        let runtime = Builder::new_current_thread().enable_time().build();
        let runtime = runtime.map_err(StoreError::failed)?;
        runtime.block_on(task())
    })
}

/// Waits until all tasks have ended. Each ends when one of the others takes or gives nothing any more.
async fn supervise(
    deciding: JoinHandle<Result<(), StoreError>>,
    committing: JoinHandle<Result<(), StoreError>>,
    delivering: JoinHandle<()>,
) -> Result<(), StoreError> {
    let committed = result_of(committing).await;
    let decided = result_of(deciding).await;
    result_of(delivering).await;
    committed.and(decided)
}

/// Returns the result of a task, or panics as the task has. After a panic the state may be inconsistent: the
/// process ends, and the next one starts from the database.
async fn result_of<T>(task: JoinHandle<T>) -> T {
    let panicked = |error: JoinError| std::panic::resume_unwind(error.into_panic());
    task.await.unwrap_or_else(panicked)
}
