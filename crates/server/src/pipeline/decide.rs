//! The task that handles inputs in the domain.

use std::future::pending;
use std::time::Instant;

use tokio::sync::mpsc;
use tokio::time::sleep_until;

use super::{InputReceiver, Queued};
use crate::domain::{Effects, InMemory, Input, ServerState};
use crate::ops::ServerClock;

/// How many inputs are handled before their effects go to the commit task.
const GROUP: usize = 256;

/// The effects of some inputs, and the times of the commands among these.
#[derive(Debug, Default)]
pub(super) struct DecidedGroup {
    pub(super) effects: Effects,
    pub(super) commands: Vec<CommandTimes>,
    /// What was in memory after the inputs.
    pub(super) in_memory: InMemory,
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

/// Handles inputs and timers until the queue is closed, nobody commits any more, or the server stops.
pub(super) async fn decide(
    mut state: ServerState,
    first: Effects,
    mut inputs: InputReceiver,
    groups: mpsc::Sender<DecidedGroup>,
    clock: ServerClock,
) {
    let mut received = Vec::with_capacity(GROUP);
    let mut group = DecidedGroup { effects: first, ..DecidedGroup::default() };
    loop {
        group.effects.extend(state.tick(clock.now()));
        if !group.effects.is_empty() {
            group.in_memory = state.in_memory();
            if groups.send(std::mem::take(&mut group)).await.is_err() {
                return;
            }
        }
        let deadline = state.next_deadline().map(|time| clock.instant_of(time));
        tokio::select! {
            n = inputs.recv_many(&mut received, GROUP) => {
                if n == 0 {
                    return;
                }
                let stops = received.iter().any(|queued| matches!(queued, Queued::Input(Input::Stop, _)));
                let taken = Instant::now();
                for queued in received.drain(..) {
                    handle(&mut state, queued, taken, clock, &mut group);
                }
                if stops {
                    let _ = groups.send(group).await;
                    return;
                }
            }
            () = groups.closed() => return,
            () = wait_until(deadline) => {}
        }
    }
}

/// Handles what was taken from the queue at a time, and adds its effects to a group.
fn handle(
    state: &mut ServerState,
    queued: Queued,
    taken: Instant,
    clock: ServerClock,
    group: &mut DecidedGroup,
) {
    match queued {
        Queued::Input(input, queued) => {
            if input.is_command() {
                group.commands.push(CommandTimes { queued, taken });
            }
            group.effects.extend(state.handle(input, clock.now()));
        }
        Queued::Question(question) => question(state),
    }
}

async fn wait_until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline.into()).await,
        None => pending().await,
    }
}
