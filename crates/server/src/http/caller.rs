//! A client that sends its commands over HTTP: a session for each request, over a transport that sends fixed
//! requests, for one answer or for a stream of events.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;
use willow_protocol::text::TextView;
use willow_protocol::{
    Command, Encoding, ErrorDetail, Event, GameId, LineEvent, Notice, Request, Room, json,
};

use super::HttpState;
use crate::domain::Refusal;
use crate::error_report::internal_error;
use crate::net::{
    ClientAddress, Connection, Disconnected, Outgoing, Peer, Session, SessionContext, Transport,
};

/// The client behind a request.
#[derive(Clone)]
pub(super) struct Caller {
    pub(super) context: SessionContext,
    /// The connection itself, which may be a proxy's.
    pub(super) peer: Peer,
    pub(super) address: ClientAddress,
    /// The token in the cookie of a browser, if the caller may log in with it.
    pub(super) cookie: Option<String>,
}

/// Whether a session delivers the events of its user's private room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PrivateRoom {
    /// It delivers them.
    Read,
    /// It does not: they stay unseen.
    Unread,
}

impl FromRequestParts<HttpState> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &HttpState) -> Result<Caller, Refusal> {
        let context = state.context.clone();
        let found = <(Extension<Peer>, Extension<ClientAddress>)>::from_request_parts(parts, state);
        let (Extension(peer), Extension(address)) =
            found.await.map_err(|missing| internal_error("a request", &missing.status()))?;
        Ok(Caller { context, peer, address, cookie: None })
    }
}

impl Caller {
    /// Runs a session over a transport, in a task of its own.
    pub(super) async fn run(
        self,
        transport: impl Transport + 'static,
        private_room: PrivateRoom,
    ) -> Result<(), Refusal> {
        let Caller { context, peer, address: ClientAddress(address), cookie } = self;
        let permit = peer.permit.or_else(|| context.rate_limits.admit(address).map(Arc::new));
        let full = || Refusal::new(ErrorDetail::TooManyConnections, "too many connections");
        let permit = permit.ok_or_else(full)?;
        let limits = context.limits.clone();
        let (mut session, outbound) = Session::start(context, address, permit).await;
        session.set_encoding(Encoding::Json);
        session.set_cookie(cookie);
        if private_room == PrivateRoom::Unread {
            session.leave_private_unread().await;
        }
        tokio::spawn(Connection::new(session, transport, limits).run(outbound));
        Ok(())
    }

    /// Sends requests, all of which have ids. Returns the answer to the last one, or to the first one
    /// that is refused.
    pub(super) async fn request(self, requests: &[Request]) -> Result<Notice, Refusal> {
        let (sender, answer) = oneshot::channel();
        let script = RequestScript::new(requests);
        let transport = OneShotTransport { script, answer: Some(sender) };
        self.run(transport, PrivateRoom::Unread).await?;
        let nothing =
            |_| Refusal::new(ErrorDetail::NoAnswerOverHttp, "this command has no answer over HTTP");
        answer.await.map_err(nothing)
    }
}

/// Returns a request under an id.
pub(super) fn request(id: &str, command: Command) -> Request {
    Request { id: id.parse().ok(), command }
}

/// The requests of a transport, each sent after the answer to the one before.
pub(super) struct RequestScript {
    lines: VecDeque<String>,
    is_waiting: bool,
    /// Whether a request was refused: no other follows.
    is_refused: bool,
}

impl RequestScript {
    /// Returns a script of requests, all of which have ids.
    pub(super) fn new(requests: &[Request]) -> RequestScript {
        let lines = requests.iter().map(json::write_request).collect();
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

    /// Notes an answer.
    fn received(&mut self, notice: &Notice) {
        if notice.id.is_some() {
            self.is_waiting = false;
            self.is_refused |= matches!(notice.event, Event::Error { .. });
        }
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

/// A stream of notices, one a line: those without a room, and those of some rooms.
pub(super) struct StreamTransport {
    pub(super) script: RequestScript,
    pub(super) chunks: mpsc::Sender<Bytes>,
    pub(super) rooms: StreamedRooms,
    /// The time without an event after which an empty line is sent.
    pub(super) keepalive: Duration,
}

impl StreamTransport {
    fn wants(&self, notice: &Notice) -> bool {
        notice.room.is_none_or(|room| match self.rooms {
            StreamedRooms::All => true,
            StreamedRooms::Lobby => room == Room::Lobby,
            StreamedRooms::Game(game) => room.game() == Some(game),
        })
    }

    async fn send_chunk(&self, text: String) -> Result<(), Disconnected> {
        self.chunks.send(Bytes::from(text)).await.map_err(|_| Disconnected)
    }
}

impl Transport for StreamTransport {
    async fn receive(&mut self) -> Result<Vec<LineEvent>, Disconnected> {
        if self.script.is_refused {
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
        for notice in outgoing.iter().flat_map(Outgoing::notices) {
            self.script.received(notice.notice());
            if let Some(line) = notice.encoded(encoding)
                && self.wants(notice.notice())
            {
                text.push_str(line);
                text.push('\n');
            }
        }
        if text.is_empty() { Ok(()) } else { self.send_chunk(text).await }
    }
}

/// Waits for the answer to the last request of a script.
struct OneShotTransport {
    script: RequestScript,
    answer: Option<oneshot::Sender<Notice>>,
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
