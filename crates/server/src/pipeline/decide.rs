//! The task that handles inputs in the domain.

use std::future::pending;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio::time::sleep_until;

use super::{InputReceiver, Queued};
use crate::domain::{BegunTurn, Effects, InMemory, Input, Millis, ServerState};
use crate::ops::ServerClock;

/// How many inputs are handled before their effects go to the commit task.
const GROUP: usize = 256;

/// The longest time between two looks at the clock while something is due: a longer one is a standstill.
const PULSE: Duration = Duration::from_millis(100);

/// How late a look at the clock may be. A server that is later stood still: its process was stopped, or the
/// commits do not go on.
const STANDSTILL: Millis = 500;

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

/// Whence the deciding task takes what happens.
#[derive(Debug)]
pub(super) struct Sources {
    pub(super) inputs: InputReceiver,
    /// The turns that have been delivered. The queue has no limit, so that the delivery task never waits for the
    /// deciding task, which waits for it; there is at most one message for each group.
    pub(super) delivered: mpsc::UnboundedReceiver<Vec<BegunTurn>>,
    pub(super) clock: ServerClock,
}

/// The times at which the deciding task looked at the clock.
#[derive(Debug, Default)]
struct Pulse {
    /// The last one, unless nothing is due.
    last: Option<Millis>,
}

impl Pulse {
    /// Notes a look at the clock. Returns since when the server stood still, if it did.
    fn beat(&mut self, now: Millis) -> Option<Millis> {
        self.last.replace(now).filter(|&last| now.saturating_sub(last) >= STANDSTILL)
    }
}

/// Handles inputs and timers until the queue is closed, nobody commits any more, or the server stops.
pub(super) async fn decide(
    mut state: ServerState,
    first: Effects,
    Sources { mut inputs, mut delivered, clock }: Sources,
    groups: mpsc::Sender<DecidedGroup>,
) {
    let mut received = Vec::with_capacity(GROUP);
    let mut group = DecidedGroup { effects: first, ..DecidedGroup::default() };
    let mut pulse = Pulse::default();
    loop {
        let now = look_at_clock(&mut state, clock, &mut pulse, &mut group);
        group.effects.extend(state.tick(now));
        if !group.effects.is_empty() {
            group.in_memory = state.in_memory();
            if groups.send(std::mem::take(&mut group)).await.is_err() {
                return;
            }
        }
        let deadline = state.next_deadline().map(|time| clock.instant_of(time));
        let awake = deadline.map(|time| time.min(Instant::now() + PULSE));
        if deadline.is_none() {
            pulse.last = None;
        }
        tokio::select! {
            biased;
            Some(turns) = delivered.recv() => {
                let now = look_at_clock(&mut state, clock, &mut pulse, &mut group);
                group.effects.extend(state.handle(Input::Delivered(turns), now));
            }
            n = inputs.recv_many(&mut received, GROUP) => {
                if n == 0 {
                    return;
                }
                let stops = received.iter().any(|queued| matches!(queued, Queued::Input(Input::Stop, _)));
                let taken = Instant::now();
                let now = look_at_clock(&mut state, clock, &mut pulse, &mut group);
                for queued in received.drain(..) {
                    handle(&mut state, queued, Taken { at: taken, now }, &mut group);
                }
                if stops {
                    let _ = groups.send(group).await;
                    return;
                }
            }
            () = groups.closed() => return,
            () = wait_until(awake) => {}
        }
    }
}

/// Returns the time, after a standstill was taken out of the players' account.
fn look_at_clock(
    state: &mut ServerState,
    clock: ServerClock,
    pulse: &mut Pulse,
    group: &mut DecidedGroup,
) -> Millis {
    let now = clock.now();
    if let Some(since) = pulse.beat(now) {
        tracing::warn!(
            milliseconds = now - since,
            "the server stood still; no player is charged for it"
        );
        group.effects.extend(state.handle(Input::StoodStill { since }, now));
    }
    now
}

/// When inputs were taken from the queue. All of them have the same time: a process that is stopped between
/// two of them charges nobody.
#[derive(Clone, Copy)]
struct Taken {
    at: Instant,
    now: Millis,
}

/// Handles what was taken from the queue at a time, and adds its effects to a group.
fn handle(state: &mut ServerState, queued: Queued, taken: Taken, group: &mut DecidedGroup) {
    match queued {
        Queued::Input(input, queued) => {
            if input.is_command() {
                group.commands.push(CommandTimes { queued, taken: taken.at });
            }
            group.effects.extend(state.handle(input, taken.now));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_look_at_the_clock_is_a_standstill_unless_nothing_was_due() {
        let mut pulse = Pulse::default();
        for (now, since) in [(5000, None), (5499, None), (5999, Some(5499)), (6100, None)] {
            assert_eq!(pulse.beat(now), since, "{now}");
        }
        pulse.last = None;
        assert_eq!(pulse.beat(60_000), None);
    }
}
