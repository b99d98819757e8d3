//! The task that handles inputs in the domain.

use std::future::pending;

use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::input_queue::InputReceiver;
use crate::domain::{Effects, Input, ServerState};
use crate::ops::ServerClock;

/// How many inputs are handled before their effects go to the commit task.
const GROUP: usize = 256;

/// Handles inputs and timers until the queue is closed or the server stops.
pub(super) async fn decide(
    mut state: ServerState,
    first: Effects,
    mut inputs: InputReceiver,
    groups: mpsc::Sender<Effects>,
    clock: ServerClock,
) {
    let mut group = Vec::with_capacity(GROUP);
    let mut effects = first;
    loop {
        effects.extend(state.tick(clock.now()));
        if !effects.is_empty() && groups.send(std::mem::take(&mut effects)).await.is_err() {
            return;
        }
        let deadline = state.next_deadline().map(|time| clock.instant_of(time));
        tokio::select! {
            n = inputs.recv_many(&mut group, GROUP) => {
                if n == 0 {
                    return;
                }
                let stops = group.iter().any(|input| matches!(input, Input::Stop));
                for input in group.drain(..) {
                    effects.extend(state.handle(input, clock.now()));
                }
                if stops {
                    let _ = groups.send(effects).await;
                    return;
                }
            }
            () = wait_until(deadline) => {}
        }
    }
}

async fn wait_until(deadline: Option<std::time::Instant>) {
    match deadline {
        Some(deadline) => sleep_until(Instant::from_std(deadline)).await,
        None => pending().await,
    }
}
