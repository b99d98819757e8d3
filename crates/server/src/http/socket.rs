//! The protocol over WebSocket: one JSON object a message.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};
use willow_protocol::{CloseReason, Dialect};

use super::Web;
use crate::connection::{Action, Client};
use crate::core::ConnId;
use crate::directory::Outbound;
use crate::outgoing::Outgoing;

pub(super) async fn upgrade(
    State(web): State<Web>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_own_origin(&headers, &web.origins) {
        return (StatusCode::FORBIDDEN, "this page may not connect here\n").into_response();
    }
    let Some(admission) = web.shared.gauge.admit(address.ip()) else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many connections\n").into_response();
    };
    let most = web.shared.limits.line_bytes;
    upgrade.max_message_size(most).max_frame_size(most).on_upgrade(move |socket| async move {
        let id = ConnId::next();
        let (client, outbound) =
            Client::connect(web.shared.clone(), id, address.ip(), admission).await;
        let mut talk = Talk { client, socket, web };
        // Whatever ends it, the core hears of it.
        let _ = talk.run(outbound).await;
        talk.client.disconnect().await;
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

/// The socket is gone.
struct Gone;

/// A client and its socket.
struct Talk {
    client: Client,
    socket: WebSocket,
    web: Web,
}

/// Whether a talk goes on.
#[derive(PartialEq, Eq)]
enum Go {
    On,
    Away,
}

impl Talk {
    async fn run(&mut self, mut outbound: mpsc::Receiver<Outbound>) -> Result<(), Gone> {
        self.client.speaks(Dialect::Json);
        let welcome = self.client.welcome();
        self.say(&welcome).await?;
        let mut heard = Instant::now();
        loop {
            let silence = self.web.shared.limits.silence(self.client.is_in());
            let go = tokio::select! {
                message = self.socket.recv() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(Message::Text(line))) => {
                            let action = self.client.line(line.as_str()).await;
                            self.act(action).await?
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Go::On,
                        Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => Go::Away,
                    }
                }
                event = outbound.recv() => self.pass_on(event).await?,
                () = sleep_until(heard + silence) => self.leave(CloseReason::Idle).await?,
            };
            if go == Go::Away {
                return Ok(());
            }
        }
    }

    async fn act(&mut self, action: Action) -> Result<Go, Gone> {
        match action {
            // A program is not asked for a password line.
            Action::Nothing | Action::AskPassword => Ok(Go::On),
            Action::Say(notice) | Action::EchoAgain(notice) => {
                self.say(&notice).await?;
                Ok(Go::On)
            }
            Action::Close(reason) => self.leave(reason).await,
        }
    }

    async fn pass_on(&mut self, event: Option<Outbound>) -> Result<Go, Gone> {
        match event {
            Some(Outbound::Say(notice)) => self.say(&notice).await?,
            Some(Outbound::Entered(user)) => self.client.entered(user),
            Some(Outbound::Close(reason)) => return self.leave(reason).await,
            // The queue was full, and was taken away.
            None => return self.leave(CloseReason::TooSlow).await,
        }
        Ok(Go::On)
    }

    async fn leave(&mut self, reason: CloseReason) -> Result<Go, Gone> {
        let bye = self.client.bye(reason);
        self.say(&bye).await?;
        Ok(Go::Away)
    }

    async fn say(&mut self, notice: &Arc<Outgoing>) -> Result<(), Gone> {
        let message = Message::Text(Utf8Bytes::from(notice.json()));
        let sent = timeout(self.web.shared.limits.write_time(), self.socket.send(message)).await;
        match sent {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Gone),
        }
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
