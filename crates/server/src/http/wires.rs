//! Wires whose one end is a script: they say its lines, and then listen.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;
use willow_protocol::{Dialect, Event, GameId, LineEvent, Notice, Request, json};

use crate::conversation::{Gone, Wire};
use crate::outgoing::Outgoing;

/// How long a stream is silent before an empty line shows that it is still there.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The lines that a wire says, each after the one before was answered.
pub(super) struct Script {
    lines: VecDeque<String>,
    waits: bool,
    /// Whether a line was refused: no other follows.
    is_refused: bool,
}

impl Script {
    /// Makes a script of requests, all of which have ids.
    pub(super) fn new(requests: &[Request]) -> Script {
        let lines = requests.iter().map(json::write_request).collect();
        Script { lines, waits: false, is_refused: false }
    }

    /// Returns the next line if it may be said.
    fn next(&mut self) -> Option<Vec<LineEvent>> {
        if self.waits {
            return None;
        }
        let line = self.lines.pop_front()?;
        self.waits = true;
        Some(vec![LineEvent::Line(line)])
    }

    /// Takes note of what was said to the client.
    fn heard(&mut self, notice: &Notice) {
        if notice.id.is_some() {
            self.waits = false;
            self.is_refused |= matches!(notice.event, Event::Error { .. });
        }
    }
}

/// Passes on what is said, one notice a line.
pub(super) struct Feed {
    script: Script,
    pieces: mpsc::Sender<Bytes>,
    /// The game of which events are wanted, if not everything is.
    game: Option<GameId>,
}

impl Feed {
    /// Passes on what is said, or of what happens in rooms only what is in those of a game.
    pub(super) const fn new(
        script: Script,
        pieces: mpsc::Sender<Bytes>,
        game: Option<GameId>,
    ) -> Feed {
        Feed { script, pieces, game }
    }

    fn wants(&self, notice: &Notice) -> bool {
        self.game.is_none() || notice.room.is_none_or(|room| room.game() == self.game)
    }

    async fn send(&self, text: String) -> Result<(), Gone> {
        self.pieces.send(Bytes::from(text)).await.map_err(|_| Gone)
    }
}

impl Wire for Feed {
    async fn hear(&mut self) -> Result<Vec<LineEvent>, Gone> {
        if self.script.is_refused {
            return Err(Gone);
        }
        if let Some(line) = self.script.next() {
            return Ok(line);
        }
        tokio::select! {
            () = self.pieces.closed() => Err(Gone),
            () = sleep(KEEP_ALIVE) => self.send("\n".to_owned()).await.map(|()| Vec::new()),
        }
    }

    async fn say(&mut self, _: Dialect, notices: &[Arc<Outgoing>]) -> Result<(), Gone> {
        let mut text = String::new();
        for notice in notices {
            self.script.heard(notice.notice());
            if self.wants(notice.notice()) {
                text.push_str(notice.json());
                text.push('\n');
            }
        }
        if text.is_empty() { Ok(()) } else { self.send(text).await }
    }
}

/// Waits for the answer to the last line of a script.
pub(super) struct Errand {
    script: Script,
    answer: Option<oneshot::Sender<Notice>>,
}

impl Errand {
    pub(super) const fn new(script: Script, answer: oneshot::Sender<Notice>) -> Errand {
        Errand { script, answer: Some(answer) }
    }
}

impl Wire for Errand {
    async fn hear(&mut self) -> Result<Vec<LineEvent>, Gone> {
        if let Some(answer) = &mut self.answer {
            if let Some(line) = self.script.next() {
                return Ok(line);
            }
            answer.closed().await;
        }
        Err(Gone)
    }

    async fn say(&mut self, _: Dialect, notices: &[Arc<Outgoing>]) -> Result<(), Gone> {
        for notice in notices.iter().map(|outgoing| outgoing.notice()) {
            self.script.heard(notice);
            let is_last = self.script.lines.is_empty() || self.script.is_refused;
            if notice.id.is_some()
                && is_last
                && let Some(answer) = self.answer.take()
            {
                let _ = answer.send(notice.clone());
            }
        }
        Ok(())
    }
}
