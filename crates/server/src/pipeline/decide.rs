//! The task that handles inputs in the domain.

use std::future::pending;

use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::{
    CommandTimes, DecidedGroup, InputReceiver, ListPublisher, QueuedInput, TurnTeller, tell,
};
use crate::domain::{Effects, Input, ServerState};
use crate::ops::ServerClock;

/// How many inputs are handled before their effects go to the commit task.
const GROUP: usize = 256;

/// Handles inputs and timers until the queue is closed, nobody commits any more, or the server stops.
pub(super) async fn decide(
    mut state: ServerState,
    first: Effects,
    mut inputs: InputReceiver,
    mut lists: ListPublisher,
    mut turns: TurnTeller,
    groups: mpsc::Sender<DecidedGroup>,
    clock: ServerClock,
) {
    let mut received = Vec::with_capacity(GROUP);
    let mut group = DecidedGroup { effects: first, ..DecidedGroup::default() };
    loop {
        group.effects.extend(state.tick(clock.now()));
        if !group.effects.is_empty() {
            lists.changed();
            group.in_memory = state.in_memory();
        }
        if !group.effects.is_empty() && groups.send(std::mem::take(&mut group)).await.is_err() {
            return;
        }
        let deadline = state.next_deadline().map(|time| clock.instant_of(time));
        tokio::select! {
            n = inputs.recv_many(&mut received, GROUP) => {
                if n == 0 {
                    return;
                }
                let stops = received.iter().any(|queued| matches!(queued.input, Input::Stop));
                let taken = std::time::Instant::now();
                for input in received.drain(..) {
                    handle(&mut state, input, taken, clock, &mut group);
                }
                if stops {
                    let _ = groups.send(group).await;
                    return;
                }
            }
            () = groups.closed() => return,
            () = lists.wanted() => lists.publish(&state),
            Some(answer) = turns.wanted() => tell(answer, &state),
            () = wait_until(deadline) => {}
        }
    }
}

/// Handles an input that was taken at a time, and adds its effects to a group.
fn handle(
    state: &mut ServerState,
    received: QueuedInput,
    taken: std::time::Instant,
    clock: ServerClock,
    group: &mut DecidedGroup,
) {
    let QueuedInput { input, queued } = received;
    let is_command = input.is_command();
    group.effects.extend(state.handle(input, clock.now()));
    if is_command {
        group.commands.push(CommandTimes { queued, taken });
    }
}

async fn wait_until(deadline: Option<std::time::Instant>) {
    match deadline {
        Some(deadline) => sleep_until(Instant::from_std(deadline)).await,
        None => pending().await,
    }
}
