//! The task that handles inputs in the domain.

use std::future::pending;
use std::time::Instant;

use tokio::sync::{mpsc, watch};
use tokio::time::sleep_until;

use super::{InputReceiver, Queued};
use crate::domain::{Effects, InMemory, Input, ServerState};
use crate::ops::{DiskState, ServerClock};

/// How many inputs are handled before their effects go to the commit task.
const GROUP: usize = 256;

/// The effects of some inputs, and the times of the commands among these.
#[derive(Debug, Default)]
pub(super) struct DecidedGroup {
    pub(super) effects: Effects,
    pub(super) commands: Vec<CommandTimes>,
    /// What was in memory after the inputs.
    pub(super) in_memory: InMemory,
    /// What was known of the disk.
    pub(super) disk: DiskState,
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
    }
}

/// What the deciding task knows of the world outside.
pub(super) struct Surroundings {
    pub(super) clock: ServerClock,
    pub(super) disk: watch::Receiver<DiskState>,
}

/// Handles inputs and timers until the queue is closed, nobody commits any more, or the server stops.
pub(super) async fn decide(
    state: ServerState,
    first: Effects,
    mut inputs: InputReceiver,
    groups: mpsc::Sender<DecidedGroup>,
    Surroundings { clock, mut disk }: Surroundings,
) {
    let mut received = Vec::with_capacity(GROUP);
    let mut group = DecidedGroup { effects: first, ..DecidedGroup::default() };
    let mut decider = Decider { state, clock, later: Vec::new() };
    loop {
        decider.follow(*disk.borrow_and_update(), &mut group);
        if !decider.send(&mut group, &groups).await {
            return;
        }
        let deadline = decider.next_deadline();
        tokio::select! {
            n = inputs.recv_many(&mut received, GROUP) => {
                if n == 0 {
                    return;
                }
                let stops = received.iter().any(|queued| matches!(queued, Queued::Input(Input::Stop, _)));
                let taken = Instant::now();
                for queued in received.drain(..) {
                    decider.handle(queued, taken, &mut group);
                }
                if !decider.send(&mut group, &groups).await || stops {
                    return;
                }
            }
            Ok(()) = disk.changed() => {}
            () = groups.closed() => return,
            () = wait_until(deadline) => {}
        }
    }
}

/// The domain with its clock.
struct Decider {
    state: ServerState,
    clock: ServerClock,
    /// What waits until the disk has room.
    later: Vec<Input>,
}

impl Decider {
    /// Notes the state of the disk, and handles the timers that are due if anything can be written.
    fn follow(&mut self, disk: DiskState, group: &mut DecidedGroup) {
        let now = self.clock.now();
        group.disk = disk;
        if disk == DiskState::Full {
            self.state.begin_read_only(now);
            return;
        }
        group.effects.extend(self.state.end_read_only(now));
        for input in self.later.drain(..) {
            group.effects.extend(self.state.handle(input, now));
        }
        group.effects.extend(self.state.tick(now));
    }

    /// Returns when the next timer is due. Timers wait while nothing can be written.
    fn next_deadline(&self) -> Option<Instant> {
        let deadline = self.state.next_deadline().filter(|_| !self.state.is_read_only());
        deadline.map(|time| self.clock.instant_of(time))
    }

    /// Passes a group on, unless it is empty. Returns whether somebody commits.
    async fn send(&self, group: &mut DecidedGroup, groups: &mpsc::Sender<DecidedGroup>) -> bool {
        if group.effects.is_empty() {
            return true;
        }
        group.in_memory = self.state.in_memory();
        let next = DecidedGroup { disk: group.disk, ..DecidedGroup::default() };
        groups.send(std::mem::replace(group, next)).await.is_ok()
    }

    /// Handles what was taken from the queue at a time, and adds its effects to a group.
    fn handle(&mut self, queued: Queued, taken: Instant, group: &mut DecidedGroup) {
        let now = self.clock.now();
        match queued {
            Queued::Input(input, queued) => {
                if input.is_command() {
                    group.commands.push(CommandTimes { queued, taken });
                }
                if self.state.is_read_only() {
                    match self.state.handle_read_only(input, now) {
                        Ok(effects) => group.effects.extend(effects),
                        Err(later) => self.later.push(later),
                    }
                } else {
                    group.effects.extend(self.state.handle(input, now));
                }
            }
            Queued::Question(question) => question(&self.state),
        }
    }
}

async fn wait_until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline.into()).await,
        None => pending().await,
    }
}
