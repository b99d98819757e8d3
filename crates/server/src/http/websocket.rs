//! The protocol over WebSocket: one JSON object a message.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::header;
use futures_util::SinkExt as _;
use tokio::time::timeout;
use tungstenite::error::ProtocolError;
use willow_protocol::text::TextView;
use willow_protocol::{Encoding, LineEvent};

use super::caller::Caller;
use super::cookie::cookie;
use super::response::Answer;
use crate::net::{Connection, Disconnected, Outgoing, Transport};

/// The size of the read and write buffers in bytes. Most messages are short and most connections
/// idle, so larger buffers would be unused memory.
const BUFFER: usize = 4096;

/// A message up to this many times the limit is read and refused; a longer one is not read.
const OVERLONG: usize = 8;

/// How long what a client sends after the last frame to it is read. A socket that is closed with unread bytes is
/// reset, and the client might not receive that frame.
const LINGER: Duration = Duration::from_secs(1);

/// Opens a WebSocket that speaks the protocol.
pub(super) async fn upgrade(mut caller: Caller, upgrade: WebSocketUpgrade) -> Answer {
    caller.check_origin()?;
    // A program sends no origin, and needs no cookie.
    let is_page = caller.headers.contains_key(header::ORIGIN);
    caller.cookie = if is_page { cookie(&caller.headers) } else { None };
    let permit = caller.permit()?;
    let limits = caller.state.context.limits.clone();
    let longest = limits.line_bytes;
    let max = longest.saturating_mul(OVERLONG);
    let upgrade = upgrade.read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    let upgrade = upgrade.max_message_size(max).max_frame_size(max);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let (session, outbound) = caller.session(permit).await;
        drop(caller);
        let transport = WebSocketTransport { socket, longest, fault: None };
        Connection::new(session, transport, limits).run(outbound).await;
    }))
}

/// The protocol over a WebSocket.
struct WebSocketTransport {
    socket: WebSocket,
    /// Maximum number of bytes of a message.
    longest: usize,
    /// The error of the last frame, after which none is read.
    fault: Option<CloseFrame>,
}

/// Returns the close frame for an error; `None` if the connection was lost.
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
            let close = Message::Close(Some(fault.clone()));
            self.end_with(close).await;
            return Err(Disconnected);
        }
        let line = match self.socket.recv().await {
            Some(Ok(Message::Text(text))) => text.to_string(),
            Some(Ok(Message::Binary(bytes))) => String::from_utf8_lossy(&bytes).into_owned(),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Ok(Vec::new()),
            Some(Ok(Message::Close(_))) => {
                // RFC 6455, 5.5.1: a Close frame is answered by one, which waits to be sent.
                let _ = timeout(LINGER, self.socket.flush()).await;
                return Err(Disconnected);
            }
            None => return Err(Disconnected),
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
        self.end_with(Message::Close(None)).await;
    }
}

impl WebSocketTransport {
    /// Sends the last frame, and reads until the client answers it or its time is up.
    async fn end_with(&mut self, close: Message) {
        let _ = timeout(LINGER, async {
            if self.socket.send(close).await.is_ok() {
                while let Some(Ok(_)) = self.socket.recv().await {}
            }
        })
        .await;
    }
}
