//! The protocol over WebSocket: one JSON object a message.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::SinkExt as _;
use willow_protocol::{Dialect, LineEvent};

use super::Web;
use super::address::{ClientAddress, Peer};
use crate::connection::Client;
use crate::conversation::{Conversation, Gone, Wire};
use crate::core::ConnId;
use crate::outgoing::Outgoing;

/// How many bytes are kept for reading and for writing. Most messages are short, and most
/// connections idle: more would be memory that nobody uses.
const BUFFER: usize = 4096;

/// How many times as long as the longest message one may be that is read, to be refused.
const OVERLONG: usize = 8;

/// Opens a WebSocket that speaks the protocol.
#[utoipa::path(
    get,
    path = "/ws",
    tag = "protocol",
    responses(
        (status = 101, description = "the protocol, one JSON object a message"),
        (status = 403, description = "the page is of a strange origin"),
        (status = 503, description = "there are too many connections"),
    )
)]
pub(super) async fn upgrade(
    State(web): State<Web>,
    Extension(peer): Extension<Peer>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_own_origin(&headers, &web.origins) {
        return (StatusCode::FORBIDDEN, "this page may not connect here\n").into_response();
    }
    let admission = peer.admission.or_else(|| web.shared.gauge.admit(address).map(Arc::new));
    let Some(admission) = admission else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many connections\n").into_response();
    };
    let limits = web.shared.limits.clone();
    let longest = limits.line_bytes;
    // A message that is too long is refused, and one that is far too long not even read.
    let most = longest.saturating_mul(OVERLONG);
    let upgrade = upgrade.read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    upgrade.max_message_size(most).max_frame_size(most).on_upgrade(move |socket| async move {
        let (id, shared) = (ConnId::next(), web.shared);
        let (mut client, outbound) = Client::connect(shared, id, address, admission).await;
        client.speaks(Dialect::Json);
        let wire = Messages { socket, longest, is_broken: false };
        Conversation::new(client, wire, limits).run(outbound).await;
    })
}

/// Reports whether a request comes from no page, from one of this host, or from one that the
/// operator named. A browser tells the origin of the page and does not let the page change it.
fn is_own_origin(headers: &HeaderMap, allowed: &[String]) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let page = origin.split_once("://").map(|(_, host)| host);
    (page.is_some() && page == host) || allowed.iter().any(|allowed| allowed == origin)
}

/// The protocol over a WebSocket.
struct Messages {
    socket: WebSocket,
    /// The longest message that is read.
    longest: usize,
    /// Whether a message came that the WebSocket could not take.
    is_broken: bool,
}

impl Wire for Messages {
    async fn hear(&mut self) -> Result<Vec<LineEvent>, Gone> {
        if self.is_broken {
            return Err(Gone);
        }
        let line = match self.socket.recv().await {
            Some(Ok(Message::Text(text))) => text.to_string(),
            Some(Ok(Message::Binary(bytes))) => String::from_utf8_lossy(&bytes).into_owned(),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Ok(Vec::new()),
            Some(Ok(Message::Close(_))) | None => return Err(Gone),
            Some(Err(_)) => {
                self.is_broken = true;
                return Ok(vec![LineEvent::TooLong]);
            }
        };
        let is_too_long = line.len() > self.longest;
        Ok(vec![if is_too_long { LineEvent::TooLong } else { LineEvent::Line(line) }])
    }

    async fn say(&mut self, _: Dialect, notices: &[Arc<Outgoing>]) -> Result<(), Gone> {
        for notice in notices {
            let message = Message::Text(Utf8Bytes::from(notice.json()));
            self.socket.feed(message).await.map_err(|_| Gone)?;
        }
        self.socket.flush().await.map_err(|_| Gone)
    }

    async fn end(&mut self) {
        let _ = self.socket.send(Message::Close(None)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(origin: &'static str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "willow.example:7711".parse().unwrap());
        headers.insert(header::ORIGIN, origin.parse().unwrap());
        headers
    }

    #[test]
    fn only_pages_of_this_host_and_of_named_ones_may_connect() {
        let named = ["https://club.example".to_owned()];
        assert!(is_own_origin(&HeaderMap::new(), &named), "programs have no origin");
        assert!(is_own_origin(&headers("http://willow.example:7711"), &named));
        assert!(is_own_origin(&headers("https://club.example"), &named));
        for other in
            ["https://evil.example", "null", "http://willow.example", "https://club.example.evil"]
        {
            assert!(!is_own_origin(&headers(other), &named), "{other}");
        }
    }
}
