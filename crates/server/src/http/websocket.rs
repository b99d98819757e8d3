//! The protocol over WebSocket: one JSON object a message.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::SinkExt as _;
use tokio::time::timeout;
use tungstenite::error::ProtocolError;
use willow_protocol::text::TextView;
use willow_protocol::{Encoding, LineEvent};

use super::HttpState;
use super::browser::cookie;
use super::origin::is_allowed_origin;
use crate::net::{ClientAddress, Connection, Disconnected, Outgoing, Peer, Session, Transport};

/// The size of the read and write buffers in bytes. Most messages are short and most connections
/// idle, so larger buffers would be unused memory.
const BUFFER: usize = 4096;

/// A message up to this many times the limit is read and refused; a longer one is not read.
const OVERLONG: usize = 8;

/// How long a client that broke the rules of WebSocket has to take the frame that says so.
const LINGER: Duration = Duration::from_secs(1);

/// Opens a WebSocket that speaks the protocol.
pub(super) async fn upgrade(
    State(state): State<HttpState>,
    Extension(peer): Extension<Peer>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_allowed_origin(&headers, &state.origins) {
        return (StatusCode::FORBIDDEN, "pages of this origin may not connect\n").into_response();
    }
    // A program sends no origin, and needs no cookie.
    let cookie = headers.contains_key(header::ORIGIN).then(|| cookie(&headers)).flatten();
    let permit = peer.permit.or_else(|| state.context.rate_limits.admit(address).map(Arc::new));
    let Some(permit) = permit else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many connections\n").into_response();
    };
    let limits = state.context.limits.clone();
    let longest = limits.line_bytes;
    let most = longest.saturating_mul(OVERLONG);
    let upgrade = upgrade.read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    upgrade.max_message_size(most).max_frame_size(most).on_upgrade(move |socket| async move {
        let (mut session, outbound) = Session::start(state.context, address, permit).await;
        session.set_encoding(Encoding::Json);
        session.set_cookie(cookie);
        let transport = WebSocketTransport { socket, longest, fault: None };
        Connection::new(session, transport, limits).run(outbound).await;
    })
}

/// The protocol over a WebSocket.
struct WebSocketTransport {
    socket: WebSocket,
    /// The largest number of bytes of a message.
    longest: usize,
    /// What was wrong with the last frame: none is read after it.
    fault: Option<CloseFrame>,
}

/// Returns the frame that tells a client what was wrong; none if the connection was lost.
fn fault(error: axum::Error) -> Option<CloseFrame> {
    use tungstenite::Error;
    let error = error.into_inner().downcast::<Error>().ok()?;
    let (code, reason) = match *error {
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => return None,
        Error::Protocol(violation) => (close_code::PROTOCOL, violation.to_string()),
        Error::Utf8(_) => (close_code::INVALID, "The text is not UTF-8".to_owned()),
        Error::Capacity(excess) => (close_code::SIZE, excess.to_string()),
        _ => return None,
    };
    Some(CloseFrame { code, reason: reason.into() })
}

impl Transport for WebSocketTransport {
    async fn receive(&mut self) -> Result<Vec<LineEvent>, Disconnected> {
        // Nothing is lost if this is dropped while it sends: the next call sends again.
        if let Some(fault) = &self.fault {
            let close = self.socket.send(Message::Close(Some(fault.clone())));
            let _ = timeout(LINGER, close).await;
            return Err(Disconnected);
        }
        let line = match self.socket.recv().await {
            Some(Ok(Message::Text(text))) => text.to_string(),
            Some(Ok(Message::Binary(bytes))) => String::from_utf8_lossy(&bytes).into_owned(),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Ok(Vec::new()),
            Some(Ok(Message::Close(_))) | None => return Err(Disconnected),
            Some(Err(error)) => {
                self.fault = fault(error);
                return if self.fault.is_some() { Ok(Vec::new()) } else { Err(Disconnected) };
            }
        };
        let is_too_long = line.len() > self.longest;
        Ok(vec![if is_too_long { LineEvent::TooLong } else { LineEvent::Line(line) }])
    }

    async fn send(
        &mut self,
        encoding: Encoding,
        outgoing: &[Outgoing],
        _: Option<&mut TextView>,
    ) -> Result<(), Disconnected> {
        let notices = outgoing.iter().flat_map(Outgoing::notices);
        for text in notices.filter_map(|notice| notice.encoded(encoding)) {
            let message = Message::Text(Utf8Bytes::from(text));
            self.socket.feed(message).await.map_err(|_| Disconnected)?;
        }
        self.socket.flush().await.map_err(|_| Disconnected)
    }

    fn takes_pings(&self) -> bool {
        true
    }

    async fn ping(&mut self) -> Result<(), Disconnected> {
        self.socket.send(Message::Ping(Bytes::new())).await.map_err(|_| Disconnected)
    }

    async fn close(&mut self) {
        let _ = self.socket.send(Message::Close(None)).await;
    }
}
