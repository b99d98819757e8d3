//! The task that keeps the GGS of an engine, in the place of a connection.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc::{Receiver, channel};
use tokio::time::{Instant, interval};

use super::EngineFound;
use super::opponent::{BuildEngine, EngineTerms};
use super::server::{EngineOutput, EngineServer};
use crate::bridge::connection_message::{LinkEvent, Notifier};
use crate::ggs::GgsName;

/// Interval at which the clocks of an engine's matches are checked.
const TICK: Duration = Duration::from_millis(250);

/// The most moves that wait; the threads of the engine wait when there are more.
const MAX_MOVES: usize = 16;

/// An engine that a bridge has.
#[derive(Clone)]
pub struct EngineSetup {
    /// Its name, as that of a player on GGS.
    pub name: GgsName,
    /// What it plays.
    pub terms: EngineTerms,
    /// How it is started for a game.
    pub build: BuildEngine,
}

impl fmt::Debug for EngineSetup {
    /// Leaves the function out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineSetup").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Keeps the GGS of an engine until the bridge leaves; returns why it ended.
pub(in crate::bridge) async fn sit(
    setup: &EngineSetup,
    mut lines: Receiver<Vec<u8>>,
    notifier: &Notifier,
) -> String {
    let (found, mut moves) = channel(MAX_MOVES);
    let on_found = Arc::new(move |it: EngineFound| {
        // Nobody waits for a move any more when the bridge has left.
        let _ = found.blocking_send(it);
    });
    let EngineSetup { name, terms, build } = setup.clone();
    let mut server = EngineServer::new(name, terms, build, on_found);
    let began = Instant::now();
    let mut ticks = interval(TICK);
    notifier.notify(LinkEvent::Connected).await;
    let mut outputs = server.connected(began.elapsed());
    loop {
        for output in outputs {
            match output {
                EngineOutput::Text(text) => {
                    notifier.notify(LinkEvent::Bytes(text.into_bytes())).await;
                }
                EngineOutput::Note(line) => notifier.notify(LinkEvent::Note(line)).await,
                EngineOutput::Closed => return "the engine's server ended it".to_owned(),
            }
        }
        outputs = tokio::select! {
            bytes = lines.recv() => match bytes {
                Some(bytes) => say(&mut server, &bytes, began.elapsed()),
                None => return "the bridge ended it".to_owned(),
            },
            Some(found) = moves.recv() => server.found(found, began.elapsed()),
            _ = ticks.tick() => server.tick(began.elapsed()),
        };
    }
}

/// Says whole lines of the bridge.
fn say(server: &mut EngineServer, bytes: &[u8], now: Duration) -> Vec<EngineOutput> {
    let text = String::from_utf8_lossy(bytes);
    text.lines().flat_map(|line| server.line(line, now)).collect()
}
