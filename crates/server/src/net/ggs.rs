//! The language of the Generic Game Server (GGS): text that its clients speak, over TCP.
//!
//! A [`Dialect`] turns the lines of a client into commands of the protocol and notices into messages of GGS. The
//! session behind it is one as of every other client: the domain does not know who speaks what.
//!
//! | file | contents |
//! | --- | --- |
//! | `dialect.rs` | the state of a client: login, settings, commands that wait for their answers |
//! | `central.rs`, `service.rs` | the commands of the central server and of the Othello service |
//! | `events.rs`, `answers.rs` | notices as messages |
//! | `followed_game.rs` | a game as messages show it |
//! | `terms.rs`, `names.rs` | match types and clocks; names of eight characters |

mod answers;
mod central;
mod dialect;
mod events;
mod followed_game;
mod names;
mod service;
mod terms;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use willow_protocol::text::TextView;
use willow_protocol::{Encoding, LineEvent, LineSplitter, Name};

use self::dialect::Dialect;
use super::{
    Connection, Disconnected, Outgoing, Session, SessionContext, TcpTimes, Transport, accept,
    send_and_close,
};

/// Bytes read at once.
const READ: usize = 4096;

/// The clients that are in, by the keys of their names: a second one of the same name ends the first.
type Logins = Arc<Mutex<HashMap<String, Arc<Notify>>>>;

/// Accepts connections forever.
pub(crate) async fn listen(listener: TcpListener, context: SessionContext) {
    let logins = Logins::default();
    loop {
        let (stream, _) = accept(&listener).await;
        tokio::spawn(serve(stream, context.clone(), logins.clone()));
    }
}

async fn serve(stream: TcpStream, context: SessionContext, logins: Logins) {
    let Ok(address) = stream.peer_addr() else { return };
    let _ = stream.set_nodelay(true);
    TcpTimes::of_lines(context.limits.ping_interval()).apply(&stream);
    let Some(permit) = context.rate_limits.admit(address.ip()) else {
        return send_and_close(stream, b": The server is full.\r\n").await;
    };
    let mut session_number = [0; 8];
    if let Err(error) = getrandom::fill(&mut session_number) {
        return tracing::error!(%error, "the system has no random numbers");
    }
    let limits = context.limits.clone();
    let transport = GgsTransport {
        stream,
        splitter: LineSplitter::new(limits.line_bytes),
        buffer: vec![0; READ].into_boxed_slice(),
        output: Vec::new(),
        dialect: Dialect::new(u64::from_le_bytes(session_number)),
        logins,
        login: None,
    };
    let (mut session, outbound) = Session::start(context, address.ip(), Arc::new(permit)).await;
    session.set_encoding(Encoding::Json);
    Connection::new(session, transport, limits).run(outbound).await;
}

/// The language of GGS over TCP.
struct GgsTransport {
    stream: TcpStream,
    splitter: LineSplitter,
    buffer: Box<[u8]>,
    /// What is to be written: a write that is cancelled loses nothing.
    output: Vec<u8>,
    dialect: Dialect,
    logins: Logins,
    /// The key of the name, and what ends this connection.
    login: Option<(String, Arc<Notify>)>,
}

impl GgsTransport {
    async fn flush(&mut self) -> Result<(), Disconnected> {
        self.output.extend(self.dialect.take_output().into_bytes());
        while !self.output.is_empty() {
            match self.stream.write(&self.output).await {
                Ok(n) if n > 0 => drop(self.output.drain(..n)),
                _ => return Err(Disconnected),
            }
        }
        Ok(())
    }

    /// Takes the place of an older connection of the same name.
    fn take_over(&mut self, name: &Name) {
        let end = Arc::new(Notify::new());
        let mut logins = self.logins.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(older) = logins.insert(name.key(), end.clone()) {
            older.notify_one();
        }
        self.login = Some((name.key(), end));
    }
}

impl Drop for GgsTransport {
    fn drop(&mut self) {
        let Some((key, own)) = &self.login else { return };
        let mut logins = self.logins.lock().unwrap_or_else(PoisonError::into_inner);
        if logins.get(key).is_some_and(|it| Arc::ptr_eq(it, own)) {
            logins.remove(key);
        }
    }
}

impl Transport for GgsTransport {
    async fn receive(&mut self) -> Result<Vec<LineEvent>, Disconnected> {
        self.flush().await?;
        if self.dialect.has_ended() {
            return Err(Disconnected);
        }
        let requests = self.dialect.take_requests();
        if !requests.is_empty() {
            return Ok(requests.into_iter().map(LineEvent::Line).collect());
        }
        let end = self.login.as_ref().map(|(_, end)| end.clone());
        let replaced = async {
            match end {
                Some(end) => end.notified().await,
                None => std::future::pending().await,
            }
        };
        let n = tokio::select! {
            () = replaced => return Err(Disconnected),
            n = self.stream.read(&mut self.buffer) => n.map_err(|_| Disconnected)?,
        };
        if n == 0 {
            return Err(Disconnected);
        }
        for line in self.splitter.push(&self.buffer[..n]) {
            match line {
                LineEvent::Line(line) => self.dialect.line(&line),
                LineEvent::TooLong => self.dialect.line_too_long(),
            }
        }
        // Nothing for the session: the next call has what follows.
        Ok(Vec::new())
    }

    async fn send(
        &mut self,
        _: Encoding,
        outgoing: &[Outgoing],
        _: Option<&mut TextView>,
    ) -> Result<(), Disconnected> {
        for notice in outgoing.iter().flat_map(Outgoing::notices) {
            self.dialect.notice(notice.notice());
        }
        if self.login.is_none()
            && let Some(name) = self.dialect.name().cloned()
        {
            self.take_over(&name);
        }
        self.flush().await
    }

    async fn close(&mut self) {
        let _ = self.stream.shutdown().await;
    }
}
