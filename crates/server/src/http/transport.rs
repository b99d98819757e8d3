//! The transports of sessions over HTTP: they send fixed requests, for one answer or for a stream of events.

use std::collections::VecDeque;
use std::time::Duration;

use axum::body::Bytes;
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;
use willow_protocol::text::TextView;
use willow_protocol::{Encoding, Event, GameId, LineEvent, Notice, Request, Room, json};

use crate::net::{Disconnected, Outgoing, Transport};

/// The requests of a transport, each sent after the answer to the one before.
pub(super) struct RequestScript {
    lines: VecDeque<String>,
    is_waiting: bool,
    /// Whether a request was refused: no other follows.
    is_refused: bool,
}

impl RequestScript {
    /// Returns a script of requests with ids.
    pub(super) fn new(requests: impl IntoIterator<Item = Request>) -> RequestScript {
        let lines = requests.into_iter().map(|request| json::write_request(&request)).collect();
        RequestScript { lines, is_waiting: false, is_refused: false }
    }

    /// Returns the next request, unless an answer is missing.
    fn next(&mut self) -> Option<Vec<LineEvent>> {
        if self.is_waiting {
            return None;
        }
        let line = self.lines.pop_front()?;
        self.is_waiting = true;
        Some(vec![LineEvent::Line(line)])
    }

    /// Records an answer.
    fn received(&mut self, notice: &Notice) {
        if notice.id.is_some() {
            self.is_waiting = false;
            self.is_refused |= matches!(notice.event, Event::Error { .. });
        }
    }

    /// Returns whether all requests are answered.
    fn is_answered(&self) -> bool {
        self.lines.is_empty() && !self.is_waiting
    }

    /// Returns whether no request follows.
    fn is_finished(&self) -> bool {
        self.lines.is_empty() || self.is_refused
    }
}

/// The rooms whose events are streamed.
#[derive(Clone, Copy, Debug)]
pub(super) enum StreamedRooms {
    /// All that the client reads.
    All,
    Lobby,
    /// The rooms of a game.
    Game(GameId),
}

/// The id of the request that asks whether a game is over. Its answer is not streamed.
pub(super) const LOOK: &str = "look";

/// A stream of notices, one a line: those of some rooms, those without a room, and the answers that were asked for.
pub(super) struct StreamTransport {
    pub(super) script: RequestScript,
    pub(super) chunks: mpsc::Sender<Bytes>,
    pub(super) rooms: StreamedRooms,
    /// The time without an event after which an empty line is sent.
    pub(super) keepalive: Duration,
    /// Whether the game whose events are streamed is over.
    pub(super) is_over: bool,
}

impl StreamTransport {
    fn wants(&self, notice: &Notice) -> bool {
        if notice.id.as_ref().is_some_and(|id| id.as_str() == LOOK) {
            return false;
        }
        let is_all = matches!(self.rooms, StreamedRooms::All);
        match notice.event {
            Event::Welcome { .. } | Event::Ok => false,
            Event::Entered { .. } => is_all,
            _ => notice.room.is_none_or(|room| match self.rooms {
                StreamedRooms::All => true,
                StreamedRooms::Lobby => room == Room::Lobby,
                StreamedRooms::Game(game) => room.game() == Some(game),
            }),
        }
    }

    /// Records that the streamed game has ended.
    fn note_end(&mut self, notice: &Notice) {
        let StreamedRooms::Game(game) = self.rooms else { return };
        self.is_over |= match &notice.event {
            Event::Ended(_) => notice.room == Some(Room::Game(game)),
            Event::State(state) => state.summary.game == game && state.summary.end.is_some(),
            _ => false,
        };
    }

    async fn send_chunk(&self, text: String) -> Result<(), Disconnected> {
        self.chunks.send(Bytes::from(text)).await.map_err(|_| Disconnected)
    }
}

impl Transport for StreamTransport {
    async fn receive(&mut self) -> Result<Vec<LineEvent>, Disconnected> {
        if self.script.is_refused || (self.is_over && self.script.is_answered()) {
            return Err(Disconnected);
        }
        if let Some(line) = self.script.next() {
            return Ok(line);
        }
        tokio::select! {
            () = self.chunks.closed() => Err(Disconnected),
            () = sleep(self.keepalive) => self.send_chunk("\n".to_owned()).await.map(|()| Vec::new()),
        }
    }

    async fn send(
        &mut self,
        encoding: Encoding,
        outgoing: &[Outgoing],
        _: Option<&mut TextView>,
    ) -> Result<(), Disconnected> {
        let mut text = String::new();
        for encoded in outgoing.iter().flat_map(Outgoing::notices) {
            let notice = encoded.notice();
            self.script.received(notice);
            self.note_end(notice);
            if !self.wants(notice) {
                continue;
            }
            match notice.id {
                // The client has given no id.
                Some(_) => text.push_str(&json::write_notice(&notice.clone().answering(None))),
                None => text.push_str(encoded.encoded(encoding).unwrap_or_default()),
            }
            text.push('\n');
        }
        if text.is_empty() { Ok(()) } else { self.send_chunk(text).await }
    }
}

/// Waits for the answer to the last request of a script.
pub(super) struct OneShotTransport {
    pub(super) script: RequestScript,
    pub(super) answer: Option<oneshot::Sender<Notice>>,
}

impl Transport for OneShotTransport {
    async fn receive(&mut self) -> Result<Vec<LineEvent>, Disconnected> {
        if let Some(answer) = &mut self.answer {
            if let Some(line) = self.script.next() {
                return Ok(line);
            }
            answer.closed().await;
        }
        Err(Disconnected)
    }

    async fn send(
        &mut self,
        _: Encoding,
        outgoing: &[Outgoing],
        _: Option<&mut TextView>,
    ) -> Result<(), Disconnected> {
        let notices = outgoing.iter().flat_map(Outgoing::notices);
        for notice in notices.map(|encoded| encoded.notice()) {
            self.script.received(notice);
            if notice.id.is_some()
                && self.script.is_finished()
                && let Some(answer) = self.answer.take()
            {
                let _ = answer.send(notice.clone());
            }
        }
        Ok(())
    }
}
