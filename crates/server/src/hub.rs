//! Between the core and the world: inputs go in one by one, effects come out in groups.
//!
//! One task asks the core, another writes, a third says what follows. While a group is written the
//! next one gathers, so the busier the server, the larger the groups, and the one before is said.
//! Nothing is said before its group is on the disk.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Builder;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};
use willow_protocol::{ErrorCode, Event, Notice};

use crate::bots::BotPool;
use crate::clock::ServerClock;
use crate::config::Retention;
use crate::core::{BotTask, Core, Delivery, Effects, Input, Query, Refusal, Write};
use crate::crier::Crier;
use crate::directory::{Directory, Outbound};
use crate::limits::Questions;
use crate::log;
use crate::metrics::Metrics;
use crate::store::{Store, StoreError, Sweep, Writer};

/// How many inputs wait before those who send them do.
const INPUTS: usize = 4096;

/// How many inputs are handled before their effects go to the writer.
const GROUP: usize = 256;

/// From how many writes on a commit takes no more groups: with all that is there in one, those who
/// wait for it would all go on at the same moment, and the disk would have nothing to do until then.
const COMMIT: usize = 512;

/// How many groups wait for the writer, and how many for the one who speaks.
const GROUPS: usize = 16;

/// How long it is between two steps through the rooms in search of what is too old.
const SWEEP_STEP: Duration = Duration::from_secs(1);

/// How long it is between the end of such a search and the next one.
const SWEEP_PAUSE: Duration = Duration::from_hours(1);

/// The way to the core.
#[derive(Clone, Debug)]
pub(crate) struct Hub {
    inputs: mpsc::Sender<Input>,
}

/// Writes what was decided.
pub(crate) struct Scribe {
    pub(crate) writer: Writer,
    pub(crate) clock: ServerClock,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) retention: Retention,
}

/// Says and does what follows from what is written.
pub(crate) struct Speaker {
    pub(crate) store: Store,
    pub(crate) directory: Directory,
    pub(crate) crier: Crier,
    pub(crate) bots: BotPool,
    pub(crate) clock: ServerClock,
    pub(crate) metrics: Arc<Metrics>,
    /// The places for questions to the archive.
    pub(crate) questions: Questions,
}

/// What is to be said and done, in its order.
struct Followup {
    deliveries: Vec<Delivery>,
    thoughts: Vec<BotTask>,
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

/// Runs the core until all ways to it are closed, and the others until everything is written and
/// said. What it comes to is an error if the writer could not write: then the server ends, and what
/// was not acknowledged has not happened.
pub(crate) fn start(
    core: Core,
    first: Effects,
    inputs: mpsc::Receiver<Input>,
    scribe: Scribe,
    speaker: Speaker,
) -> JoinHandle<Result<(), StoreError>> {
    let (written, saying) = mpsc::channel(GROUPS);
    let speak = tokio::spawn(speaker.speak(saying));
    tokio::task::spawn_blocking(move || {
        // A thread of their own: among thousands of connections that have something to do, each
        // answer of the database would wait for its turn.
        let runtime = Builder::new_current_thread().enable_time().build();
        let runtime = runtime.map_err(|error| StoreError::from(sqlx::Error::Io(error)))?;
        runtime.block_on(run(core, first, inputs, scribe, written, speak))
    })
}

async fn run(
    core: Core,
    first: Effects,
    inputs: mpsc::Receiver<Input>,
    scribe: Scribe,
    written: mpsc::Sender<Followup>,
    speak: JoinHandle<()>,
) -> Result<(), StoreError> {
    let (groups, waiting) = mpsc::channel(GROUPS);
    let clock = scribe.clock;
    let decide = tokio::spawn(decide(core, first, inputs, groups, clock));
    let done = scribe.write(waiting, written).await;
    decide.abort();
    // A core that panicked may hold nonsense: the process ends, and the next one starts from what
    // is written.
    for task in [decide, speak] {
        match task.await {
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            _ => {}
        }
    }
    done
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

impl Scribe {
    /// Writes groups, and hands on what follows from them.
    async fn write(
        mut self,
        mut waiting: mpsc::Receiver<Effects>,
        written: mpsc::Sender<Followup>,
    ) -> Result<(), StoreError> {
        let mut sweep = Sweep::default();
        let mut sweeps_at = Instant::now();
        loop {
            tokio::select! {
                group = waiting.recv() => {
                    let Some(mut effects) = group else { return Ok(()) };
                    while effects.writes.len() < COMMIT
                        && let Ok(group) = waiting.try_recv()
                    {
                        effects.extend(group);
                    }
                    let Effects { writes, deliveries, thoughts } = effects;
                    self.commit(writes).await?;
                    if written.send(Followup { deliveries, thoughts }).await.is_err() {
                        // Who speaks has panicked.
                        return Ok(());
                    }
                }
                () = sleep_until(sweeps_at) => {
                    let now = self.clock.now();
                    let done = self.writer.sweep(&mut sweep, &self.retention, now).await?;
                    sweeps_at = Instant::now() + if done { SWEEP_PAUSE } else { SWEEP_STEP };
                }
            }
        }
    }

    async fn commit(&mut self, writes: Vec<Write>) -> Result<(), StoreError> {
        let (n_writes, began) = (writes.len(), Instant::now());
        writes.iter().for_each(log::note);
        self.writer.commit(writes).await?;
        if n_writes > 0 {
            self.metrics.committed(n_writes, began.elapsed());
        }
        Ok(())
    }
}

impl Speaker {
    async fn speak(self, mut saying: mpsc::Receiver<Followup>) {
        while let Some(Followup { deliveries, thoughts }) = saying.recv().await {
            for delivery in deliveries {
                self.deliver(delivery).await;
            }
            for task in thoughts {
                self.think(task);
            }
        }
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
                let place = match self.questions.begin() {
                    Ok(place) => place,
                    Err(busy) => {
                        let notice = Notice::new(clock.now(), busy.into_event(query.command()));
                        directory.answer(connection, id, notice);
                        return;
                    }
                };
                tokio::spawn(async move {
                    let event = answer(&store, &query).await;
                    // Whoever hears the answer may ask the next question at once.
                    drop(place);
                    directory.answer(connection, id, Notice::new(clock.now(), event));
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
