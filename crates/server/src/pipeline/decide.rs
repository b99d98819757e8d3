//! The task that handles inputs in the domain.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, watch};
use tokio::time::sleep_until;

use super::{InputReceiver, Queued};
use crate::domain::{BegunTurn, Effects, Input, Millis, ServerState, UserId};
use crate::ops::{DiskState, InMemory, ServerClock};
use crate::store::{Store, StoreError};

/// Maximum inputs handled before their effects go to the commit task.
const GROUP: usize = 256;

/// Maximum interval between clock readings while a timer is set.
const MAX_READING_INTERVAL: Duration = Duration::from_millis(100);

/// Clock readings further apart than this, in milliseconds, mean that the process was suspended or commits stalled.
const STANDSTILL: Millis = 500;

/// The effects of some inputs, and the times of the commands among these.
#[derive(Debug, Default)]
pub(super) struct DecidedGroup {
    pub(super) effects: Effects,
    pub(super) commands: Vec<CommandTimes>,
    /// The sizes in memory after the inputs.
    pub(super) in_memory: InMemory,
    /// The known state of the disk.
    pub(super) disk: DiskState,
    pub(super) number: u64,
}

/// When a command came into the input queue, and when it was taken out of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct CommandTimes {
    pub(super) queued: Instant,
    pub(super) taken: Instant,
}

impl DecidedGroup {
    /// Appends another group.
    pub(super) fn extend(&mut self, other: DecidedGroup) {
        self.effects.extend(other.effects);
        self.commands.extend(other.commands);
        self.in_memory = other.in_memory;
        self.number = other.number;
    }
}

/// Inputs of the deciding task.
#[derive(Debug)]
pub(super) struct Sources {
    pub(super) inputs: InputReceiver,
    /// The turns that have been delivered. The queue has no limit, so that the delivery task never waits for the
    /// deciding task, which waits for it; there is at most one message for each group.
    pub(super) delivered: mpsc::UnboundedReceiver<Vec<BegunTurn>>,
    pub(super) disk: watch::Receiver<DiskState>,
    pub(super) clock: ServerClock,
    /// Reads users who are not in memory.
    pub(super) store: Store,
    /// The number of the last group that was committed.
    pub(super) committed: Arc<AtomicU64>,
}

/// When the deciding task last read the clock.
#[derive(Debug, Default)]
struct LastReading {
    /// `None` while nothing is due.
    last: Option<Millis>,
}

impl LastReading {
    /// Records a clock reading. Returns the previous one if the server stood still since.
    fn stood_still_since(&mut self, now: Millis) -> Option<Millis> {
        self.last.replace(now).filter(|&last| now.saturating_sub(last) >= STANDSTILL)
    }
}

/// Handles inputs and timers until the queue is closed, nobody commits any more, or the server stops.
///
/// # Errors
/// The store must have the users who are not in memory.
pub(super) async fn decide(
    state: ServerState,
    first: Effects,
    Sources { mut inputs, mut delivered, mut disk, clock, store, committed }: Sources,
    groups: mpsc::Sender<DecidedGroup>,
) -> Result<(), StoreError> {
    let mut received = Vec::with_capacity(GROUP);
    let group = DecidedGroup { effects: first, number: 1, ..DecidedGroup::default() };
    let (last_reading, later) = (LastReading::default(), Vec::new());
    let mut decider = Decider { state, clock, last_reading, group, later, store, committed };
    loop {
        // Earlier effects belong to the earlier state of the disk.
        if !decider.send(&groups).await {
            return Ok(());
        }
        decider.follow(*disk.borrow_and_update()).await?;
        if !decider.send(&groups).await {
            return Ok(());
        }
        let deadline = decider.next_deadline();
        tokio::select! {
            biased;
            Some(turns) = delivered.recv() => decider.handle(Input::Delivered(turns)).await?,
            n = inputs.recv_many(&mut received, GROUP) => {
                if n == 0 {
                    return Ok(());
                }
                let stops = received.iter().any(|queued| matches!(queued, Queued::Input(Input::Stop, _)));
                decider.handle_all(&mut received).await?;
                if !decider.send(&groups).await || stops {
                    return Ok(());
                }
            }
            Ok(()) = disk.changed() => {}
            () = groups.closed() => return Ok(()),
            () = wait_until(deadline) => {}
        }
    }
}

/// The domain with its clock, and what it has decided.
struct Decider {
    state: ServerState,
    clock: ServerClock,
    last_reading: LastReading,
    group: DecidedGroup,
    /// Effects that wait until the disk has space.
    later: Vec<Input>,
    store: Store,
    committed: Arc<AtomicU64>,
}

impl Decider {
    /// Records the state of the disk, and handles the timers that are due if anything can be written.
    async fn follow(&mut self, disk: DiskState) -> Result<(), StoreError> {
        self.group.disk = disk;
        self.state.begin_group(self.group.number, self.committed.load(Ordering::Acquire));
        if disk == DiskState::Full {
            self.state.begin_read_only(self.clock.now());
            return Ok(());
        }
        let now = self.read_clock();
        self.group.effects.extend(self.state.end_read_only(now));
        for input in std::mem::take(&mut self.later) {
            self.handle_at(input, now).await?;
        }
        self.group.effects.extend(self.state.tick(now));
        Ok(())
    }

    /// Reads the clock; after a standstill, adjusts the players' clocks first.
    fn read_clock(&mut self) -> Millis {
        let now = self.clock.now();
        if let Some(since) =
            self.last_reading.stood_still_since(now).filter(|_| !self.state.is_read_only())
        {
            tracing::warn!(
                milliseconds = now - since,
                "the server stood still; no player is charged for it"
            );
            self.group.effects.extend(self.state.handle(Input::StoodStill { since }, now));
            // Time spent handling a standstill does not count as one.
            self.last_reading.last = Some(self.clock.now());
        }
        now
    }

    /// Returns when to read the clock next, if a timer is set. Timers wait while nothing can be written.
    fn next_deadline(&mut self) -> Option<Instant> {
        let deadline = self.state.next_deadline().filter(|_| !self.state.is_read_only());
        if deadline.is_none() {
            self.last_reading.last = None;
        }
        deadline.map(|time| self.clock.instant_of(time).min(Instant::now() + MAX_READING_INTERVAL))
    }

    /// Passes the group on, unless it is empty. Returns whether the commit task still runs.
    async fn send(&mut self, groups: &mpsc::Sender<DecidedGroup>) -> bool {
        if self.group.effects.is_empty() {
            return true;
        }
        self.group.in_memory = self.state.in_memory();
        let number = self.group.number + 1;
        let next = DecidedGroup { disk: self.group.disk, number, ..DecidedGroup::default() };
        self.state.begin_group(number, self.committed.load(Ordering::Acquire));
        groups.send(std::mem::replace(&mut self.group, next)).await.is_ok()
    }

    /// Handles what was taken from the queue. All of it has the same time: a process that is stopped between two
    /// inputs charges nobody.
    async fn handle_all(&mut self, received: &mut Vec<Queued>) -> Result<(), StoreError> {
        let (taken, now) = (Instant::now(), self.read_clock());
        let inputs = received.iter().filter_map(|queued| match queued {
            Queued::Input(input, _) => Some(input),
            Queued::Question(_) => None,
        });
        // Load all users up front; `handle_at` loads those that only an earlier input makes necessary.
        let absent = inputs.flat_map(|input| self.state.absent_users(input)).collect();
        self.admit(absent, now).await?;
        for queued in received.drain(..) {
            match queued {
                Queued::Input(input, queued) => {
                    if input.is_command() {
                        self.group.commands.push(CommandTimes { queued, taken });
                    }
                    self.handle_at(input, now).await?;
                }
                Queued::Question(question) => question(&self.state),
            }
        }
        Ok(())
    }

    async fn handle(&mut self, input: Input) -> Result<(), StoreError> {
        let now = self.read_clock();
        self.handle_at(input, now).await
    }

    /// Loads the tournaments and users that an input needs, and handles it.
    async fn handle_at(&mut self, input: Input, now: Millis) -> Result<(), StoreError> {
        let absent = self.state.absent_tournaments(&input);
        if !absent.is_empty() {
            let rooms = self.store.tournaments(&absent).await?;
            self.state.admit_tournaments(rooms, now);
        }
        let absent = self.state.absent_users(&input);
        self.admit(absent, now).await?;
        if self.state.is_read_only() {
            match self.state.handle_read_only(input, now) {
                Ok(effects) => self.group.effects.extend(effects),
                Err(later) => self.later.push(*later),
            }
        } else {
            self.group.effects.extend(self.state.handle(input, now));
        }
        Ok(())
    }

    /// Loads users into memory. A user is evicted only after all writes about them, so the disk has their whole state.
    async fn admit(&mut self, absent: Vec<UserId>, now: Millis) -> Result<(), StoreError> {
        if !absent.is_empty() {
            let saved = self.store.saved_users(&absent).await?;
            self.state.admit(saved, now);
        }
        Ok(())
    }
}

async fn wait_until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline.into()).await,
        None => pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::tests::world::{World, board};
    use crate::store::test_support::TestStore;

    #[test]
    fn a_late_look_at_the_clock_is_a_standstill_unless_nothing_was_due() {
        let mut last_reading = LastReading::default();
        for (now, since) in [(5000, None), (5499, None), (5999, Some(5499)), (6100, None)] {
            assert_eq!(last_reading.stood_still_since(now), since, "{now}");
        }
        last_reading.last = None;
        assert_eq!(last_reading.stood_still_since(60_000), None);
    }

    /// The order of [`Decider::follow`]. If timers came before the end of the read-only time, the flag of the first
    /// game would fall; if what waited did, the clock of the second would never run. What waited may come before or
    /// after the timers: one that it sets is handled at the next clock reading.
    #[test]
    fn after_a_full_disk_games_go_on_before_what_waited_and_before_timers() {
        let (mut world, alice, bob) = World::guests();
        // The clock does not start before the time of day.
        world.wait(ServerClock::time_of_day() + 3_600_000 - world.now);
        let first = world.start_game(alice, bob, "0:10");
        world.undelivered = Some(Vec::new());
        let second = world.start_game(alice, bob, "0:10");
        let turns = world.undelivered.take().unwrap();
        assert_eq!(turns.len(), 1);
        let database = TestStore::new();
        let mut decider = Decider {
            state: world.state,
            clock: ServerClock::start(world.now),
            last_reading: LastReading::default(),
            group: DecidedGroup::default(),
            later: Vec::new(),
            store: database.store.clone(),
            committed: Arc::default(),
        };
        database.runtime.block_on(decider.follow(DiskState::Full)).unwrap();
        database.runtime.block_on(decider.handle(Input::Delivered(turns))).unwrap();
        assert_eq!(decider.later.len(), 1);
        world.now += 60_000;
        decider.clock = ServerClock::start(world.now);
        database.runtime.block_on(decider.follow(DiskState::Writable)).unwrap();
        world.state = decider.state;
        assert_eq!(world.end(first), None, "the flag did not fall while the disk was full");
        assert!(board(&mut world, alice, second).clocks.deadline.is_some(), "the clock runs");
    }
}
