//! The line protocol over TCP.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use willow_protocol::text::TextView;
use willow_protocol::{
    CloseReason, ECHO_OFF, ECHO_ON, Encoding, Event, LineEvent, LineSplitter, Notice, text,
};

use super::{
    Acceptor, Connection, ConnectionPermit, Disconnected, Outgoing, Session, SessionContext,
    TcpTimes, Transport,
};
use crate::domain::EncodedNotice;

/// Bytes read at once.
const READ: usize = 4096;

/// How long the remaining input of a client is read after the last notice to it. A socket that is
/// closed with unread bytes is reset, and the client might not receive the notice.
const LINGER: Duration = Duration::from_secs(1);

/// The time until the next connection is tried after a failure.
const BETWEEN_TRIES: Duration = Duration::from_millis(100);

/// Accepts connections forever.
pub(crate) async fn listen(listener: TcpListener, context: SessionContext, tls: Option<Acceptor>) {
    loop {
        let (stream, _) = accept(&listener).await;
        tokio::spawn(serve(stream, context.clone(), tls.clone()));
    }
}

/// Waits for the next connection.
pub(crate) async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(error) => {
                // Usually out of file descriptors: the other connections continue.
                tracing::warn!(%error, "cannot accept a connection");
                sleep(BETWEEN_TRIES).await;
            }
        }
    }
}

async fn serve(stream: TcpStream, context: SessionContext, tls: Option<Acceptor>) {
    let Ok(address) = stream.peer_addr() else { return };
    let address = address.ip();
    let _ = stream.set_nodelay(true);
    TcpTimes::of_lines(context.limits.ping_interval()).apply(&stream);
    let Some(permit) = context.rate_limits.admit(address) else {
        refuse(stream, context.clock.now()).await;
        return;
    };
    match tls {
        None => run(stream, context, address, permit).await,
        Some(tls) => {
            if let Some(stream) = tls.accept(stream).await {
                run(stream, context, address, permit).await;
            }
        }
    }
}

async fn run<S>(stream: S, context: SessionContext, address: IpAddr, permit: ConnectionPermit)
where
    S: AsyncRead + AsyncWrite + Send + Unpin,
{
    let limits = context.limits.clone();
    let transport = LineTransport::new(stream, limits.line_bytes);
    let (session, outbound) = Session::start(context, address, Arc::new(permit)).await;
    Connection::new(session, transport, limits).run(outbound).await;
}

/// Refuses a client because there are too many connections.
async fn refuse(stream: TcpStream, now: u64) {
    let bye = Notice::new(now, Event::Bye { reason: CloseReason::Full });
    send_and_close(stream, (text::write_notice(&bye) + "\r\n").as_bytes()).await;
}

/// Sends bytes and closes the connection, with a moment for the client to read them.
pub(crate) async fn send_and_close(stream: TcpStream, bytes: &[u8]) {
    let mut transport = LineTransport::new(stream, 0);
    if timeout(LINGER, transport.write(bytes)).await.is_ok() {
        transport.close().await;
    }
}

/// The line protocol over a stream of bytes.
struct LineTransport<S> {
    stream: S,
    splitter: LineSplitter,
    buffer: Box<[u8]>,
    /// Whether the client has closed its sending side.
    is_half_closed: bool,
}

impl<S: AsyncRead + AsyncWrite + Unpin> LineTransport<S> {
    fn new(stream: S, line_bytes: usize) -> LineTransport<S> {
        let buffer = vec![0; READ].into_boxed_slice();
        LineTransport {
            stream,
            splitter: LineSplitter::new(line_bytes),
            buffer,
            is_half_closed: false,
        }
    }

    async fn write(&mut self, bytes: &[u8]) -> Result<(), Disconnected> {
        self.stream.write_all(bytes).await.map_err(|_| Disconnected)?;
        self.stream.flush().await.map_err(|_| Disconnected)
    }

    /// Sends notices as JSON. Readers share the encoded batch; a copy per slow reader would add up.
    async fn send_json(&mut self, outgoing: &[Outgoing]) -> Result<(), Disconnected> {
        let mut bytes = Vec::new();
        for outgoing in outgoing {
            match outgoing {
                Outgoing::Notice(notice) => encode(notice, Encoding::Json, &mut bytes),
                Outgoing::Batch(batch) => {
                    self.write(&bytes).await?;
                    bytes.clear();
                    self.write(batch.lines().as_bytes()).await?;
                }
            }
        }
        self.write(&bytes).await
    }

    /// Reads and discards input until the client closes its sending side.
    async fn drain(&mut self) {
        while self.stream.read(&mut self.buffer).await.is_ok_and(|n| n > 0) {}
    }
}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Transport for LineTransport<S> {
    async fn receive(&mut self) -> Result<Vec<LineEvent>, Disconnected> {
        match self.stream.read(&mut self.buffer).await {
            Err(_) => Err(Disconnected),
            Ok(0) => {
                self.is_half_closed = true;
                Ok(Vec::new())
            }
            Ok(n) => Ok(self.splitter.push(&self.buffer[..n])),
        }
    }

    fn is_half_closed(&self) -> bool {
        self.is_half_closed
    }

    async fn send(
        &mut self,
        encoding: Encoding,
        outgoing: &[Outgoing],
        mut view: Option<&mut TextView>,
    ) -> Result<(), Disconnected> {
        if encoding == Encoding::Json && view.is_none() {
            return self.send_json(outgoing).await;
        }
        let mut bytes = Vec::new();
        for notice in outgoing.iter().flat_map(Outgoing::notices) {
            if view.as_ref().is_some_and(|view| view.is_told_elsewhere(notice.notice())) {
                continue;
            }
            encode(notice, encoding, &mut bytes);
            let lines = view.as_mut().map(|view| view.lines_after(notice.notice()));
            for line in lines.into_iter().flatten() {
                push_line(&line, &mut bytes);
            }
        }
        self.write(&bytes).await
    }

    async fn prompt_password(&mut self) -> Result<(), Disconnected> {
        self.write(&[&ECHO_OFF[..], b"password: "].concat()).await
    }

    async fn restore_echo(&mut self) -> Result<(), Disconnected> {
        self.write(&[&ECHO_ON[..], b"\r\n"].concat()).await
    }

    async fn close(&mut self) {
        let _ = timeout(LINGER, async {
            let _ = self.stream.shutdown().await;
            self.drain().await;
        })
        .await;
    }
}

/// Encodes a notice with its line ends: telnet needs a carriage return.
fn encode(notice: &EncodedNotice, encoding: Encoding, bytes: &mut Vec<u8>) {
    let Some(encoded) = notice.encoded(encoding) else { return };
    match encoding {
        Encoding::Json => {
            bytes.extend_from_slice(encoded.as_bytes());
            bytes.push(b'\n');
        }
        Encoding::Text => {
            for line in encoded.lines() {
                push_line(line, bytes);
            }
        }
    }
}

/// Adds a line of text.
fn push_line(line: &str, bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(line.as_bytes());
    bytes.extend_from_slice(b"\r\n");
}
