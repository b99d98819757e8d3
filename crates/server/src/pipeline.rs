//! From an input to what clients receive: decide, commit, deliver.
//!
//! One task handles inputs in the domain, another commits the writes, a third delivers the notices
//! and starts the bots. While a group of writes is committed, the next one gathers and the one before
//! is delivered: the busier the server, the larger the groups.
//!
//! Invariant: nothing is delivered before its group is on the disk.

mod commit;
mod decide;
mod decided_group;
mod deliver;
pub(crate) mod input_queue;
mod lobby_broadcaster;
mod public_lists;

use tokio::runtime::Builder;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

pub(crate) use self::commit::CommitTask;
pub(crate) use self::deliver::{DeliveryTask, QueryReaders};
pub(crate) use self::input_queue::{InputReceiver, InputSender, input_queue};
pub(crate) use self::lobby_broadcaster::LobbyBroadcaster;
use self::public_lists::ListPublisher;
pub(crate) use self::public_lists::{EncodedList, ListReader, public_lists};

use self::decide::decide;
use self::deliver::Committed;
use crate::domain::{Effects, ServerState};
use crate::ops::{EventLoop, measure_delays};
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
    lists: ListPublisher,
    commit: CommitTask,
    delivery: DeliveryTask,
) -> JoinHandle<Result<(), StoreError>> {
    let (committed, receiver) = mpsc::channel(QUEUED_GROUPS);
    let delivering = tokio::spawn(delivery.run(receiver));
    tokio::task::spawn_blocking(move || {
        // The commit task has a thread of its own: on the shared runtime, each answer of the
        // database would wait behind thousands of connections.
        let runtime = Builder::new_current_thread().enable_time().build();
        let runtime = runtime.map_err(|error| StoreError::from(sqlx::Error::Io(error)))?;
        runtime.block_on(run(
            Decisions { state, first, inputs, lists },
            commit,
            committed,
            delivering,
        ))
    })
}

/// What the deciding task starts with.
struct Decisions {
    state: ServerState,
    /// The effects of the start itself.
    first: Effects,
    inputs: InputReceiver,
    lists: ListPublisher,
}

async fn run(
    Decisions { state, first, inputs, lists }: Decisions,
    commit: CommitTask,
    committed: mpsc::Sender<Committed>,
    delivering: JoinHandle<()>,
) -> Result<(), StoreError> {
    let (groups, waiting) = mpsc::channel(QUEUED_GROUPS);
    let deciding = tokio::spawn(decide(state, first, inputs, lists, groups, commit.clock));
    tokio::spawn(measure_delays(commit.metrics.clone(), EventLoop::Pipeline));
    let result = commit.run(waiting, committed).await;
    deciding.abort();
    // After a panic the state may be inconsistent: the process ends, and the next one starts from
    // the database.
    for task in [deciding, delivering] {
        if let Err(error) = task.await
            && error.is_panic()
        {
            std::panic::resume_unwind(error.into_panic());
        }
    }
    result
}
