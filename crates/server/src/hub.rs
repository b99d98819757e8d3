//! Between the core and the world: inputs go in one by one, effects come out in groups.
//!
//! One task asks the core, another writes. While a group is written the next one gathers, so the
//! busier the server, the larger the groups. Nothing is said before its group is on the disk.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Semaphore, mpsc};
use tokio::time::{Instant, sleep_until};
use willow_protocol::{ErrorCode, Event, Notice};

use crate::bots::BotPool;
use crate::clock::ServerClock;
use crate::config::Retention;
use crate::core::{BotTask, Core, Delivery, Effects, Input, Query, Refusal};
use crate::crier::Crier;
use crate::directory::{Directory, Outbound};
use crate::log;
use crate::metrics::Metrics;
use crate::store::{Store, StoreError, Sweep, Writer};

/// How many inputs wait before those who send them do.
const INPUTS: usize = 4096;

/// How many inputs are handled before their effects go to the writer.
const GROUP: usize = 512;

/// How many groups wait for the writer.
const GROUPS: usize = 16;

/// How many questions to the archive are asked at the same time; who asks another one is told so.
pub(crate) const QUESTIONS: usize = 256;

/// How long it is between two steps through the rooms in search of what is too old.
const SWEEP_STEP: Duration = Duration::from_secs(1);

/// How long it is between the end of such a search and the next one.
const SWEEP_PAUSE: Duration = Duration::from_hours(1);

/// The way to the core.
#[derive(Clone, Debug)]
pub(crate) struct Hub {
    inputs: mpsc::Sender<Input>,
}

/// What the writer needs to do what was decided.
pub(crate) struct Executor {
    pub(crate) store: Store,
    pub(crate) writer: Writer,
    pub(crate) directory: Directory,
    pub(crate) crier: Crier,
    pub(crate) bots: BotPool,
    pub(crate) clock: ServerClock,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) retention: Retention,
    /// The places for questions to the archive.
    pub(crate) questions: Arc<Semaphore>,
}

impl Hub {
    /// Returns a hub and the end at which the inputs arrive.
    pub(crate) fn new() -> (Hub, mpsc::Receiver<Input>) {
        let (inputs, receiver) = mpsc::channel(INPUTS);
        (Hub { inputs }, receiver)
    }

    /// Hands an input to the core, when there is room.
    pub(crate) async fn send(&self, input: Input) {
        // Without a core the process is about to end.
        let _ = self.inputs.send(input).await;
    }

    /// Returns whether there is a core.
    pub(crate) fn is_alive(&self) -> bool {
        !self.inputs.is_closed()
    }

    /// Hands an input to the core from a thread.
    pub(crate) fn send_from_thread(&self, input: Input) {
        let _ = self.inputs.blocking_send(input);
    }
}

/// Runs the core until all ways to it are closed, and the writer until it has written everything.
///
/// # Errors
/// The writer must be able to write: otherwise the server ends, and what was not acknowledged has
/// not happened.
pub(crate) async fn run(
    core: Core,
    first: Effects,
    inputs: mpsc::Receiver<Input>,
    executor: Executor,
) -> Result<(), StoreError> {
    let (groups, waiting) = mpsc::channel(GROUPS);
    let clock = executor.clock;
    let decide = tokio::spawn(decide(core, first, inputs, groups, clock));
    let written = execute(executor, waiting).await;
    decide.abort();
    match decide.await {
        // A core that panicked may hold nonsense: the process ends, and the next one starts from
        // what is written.
        Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
        _ => written,
    }
}

/// Lets the core decide.
async fn decide(
    mut core: Core,
    first: Effects,
    mut inputs: mpsc::Receiver<Input>,
    groups: mpsc::Sender<Effects>,
    clock: ServerClock,
) {
    let mut group = Vec::with_capacity(GROUP);
    let mut effects = first;
    loop {
        effects.extend(core.tick(clock.now()));
        if !effects.is_empty() && groups.send(std::mem::take(&mut effects)).await.is_err() {
            return;
        }
        let alarm = core.next_alarm().map(|time| clock.instant_of(time));
        tokio::select! {
            n = inputs.recv_many(&mut group, GROUP) => {
                if n == 0 {
                    return;
                }
                let stops = group.iter().any(|input| matches!(input, Input::Stop));
                for input in group.drain(..) {
                    effects.extend(core.handle(input, clock.now()));
                }
                if stops {
                    let _ = groups.send(effects).await;
                    return;
                }
            }
            () = wait_until(alarm) => {}
        }
    }
}

async fn wait_until(alarm: Option<std::time::Instant>) {
    match alarm {
        Some(alarm) => sleep_until(Instant::from_std(alarm)).await,
        None => pending().await,
    }
}

/// Writes groups, and says what they say when they are written.
async fn execute(
    mut executor: Executor,
    mut waiting: mpsc::Receiver<Effects>,
) -> Result<(), StoreError> {
    let mut groups = Vec::with_capacity(GROUPS);
    let mut sweep = Sweep::default();
    let mut sweeps_at = Instant::now();
    loop {
        tokio::select! {
            n = waiting.recv_many(&mut groups, GROUPS) => {
                if n == 0 {
                    return Ok(());
                }
                let mut effects = Effects::default();
                for group in groups.drain(..) {
                    effects.extend(group);
                }
                executor.carry_out(effects).await?;
            }
            () = sleep_until(sweeps_at) => {
                let now = executor.clock.now();
                let done = executor.writer.sweep(&mut sweep, &executor.retention, now).await?;
                sweeps_at = Instant::now() + if done { SWEEP_PAUSE } else { SWEEP_STEP };
            }
        }
    }
}

impl Executor {
    /// Writes, and then says and does what follows.
    async fn carry_out(&mut self, effects: Effects) -> Result<(), StoreError> {
        let Effects { writes, deliveries, thoughts } = effects;
        let (n_writes, began) = (writes.len(), Instant::now());
        writes.iter().for_each(log::note);
        self.writer.commit(writes).await?;
        if n_writes > 0 {
            self.metrics.committed(n_writes, began.elapsed());
        }
        for delivery in deliveries {
            self.deliver(delivery).await;
        }
        for task in thoughts {
            self.think(task);
        }
        Ok(())
    }

    async fn deliver(&self, delivery: Delivery) {
        match delivery {
            Delivery::Say { to, notice } => {
                let dropped = self.directory.say(&to, &notice);
                self.metrics.delivered(to.len(), dropped);
            }
            Delivery::Cry { to, notice } => self.crier.cry(to, notice).await,
            Delivery::Entered { connection, user, name } => {
                self.directory.send(&[connection], || Outbound::Entered(user, name.clone()));
            }
            Delivery::Close { connection, reason } => {
                self.directory.send(&[connection], || Outbound::Close(reason));
            }
            Delivery::Ask { connection, id, query } => {
                let (store, directory, clock) =
                    (self.store.clone(), self.directory.clone(), self.clock);
                let Ok(place) = self.questions.clone().try_acquire_owned() else {
                    let busy = Refusal::new(ErrorCode::Limit, "the archive is busy; try again");
                    let notice = Notice::new(clock.now(), busy.into_event(query.command()));
                    directory.answer(connection, id, notice);
                    return;
                };
                tokio::spawn(async move {
                    let event = answer(&store, &query).await;
                    directory.answer(connection, id, Notice::new(clock.now(), event));
                    drop(place);
                });
            }
        }
    }

    fn think(&self, task: BotTask) {
        match task {
            BotTask::Think(thought) => {
                self.metrics.thought();
                self.bots.think(*thought);
            }
            BotTask::Rest(game) => self.bots.rest(game),
        }
    }
}

/// Answers a question from the archive.
async fn answer(store: &Store, query: &Query) -> Event {
    let command = query.command();
    match store.answer(query).await {
        Ok(Ok(event)) => event,
        Ok(Err(refusal)) => refusal.into_event(command),
        Err(error) => {
            tracing::error!(%error, command, "the archive did not answer");
            Refusal::new(ErrorCode::Internal, "the server failed; try again").into_event(command)
        }
    }
}
