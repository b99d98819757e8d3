//! The line protocol over TCP.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use willow_protocol::{
    CloseReason, Dialect, ECHO_OFF, ECHO_ON, Event, LineEvent, LineSplitter, Notice, text,
};

use crate::connection::{Client, Shared};
use crate::conversation::{Conversation, Gone, Wire};
use crate::core::ConnId;
use crate::limits::Admission;
use crate::outgoing::Outgoing;
use crate::tls::Acceptor;

/// How many bytes are read at once.
const READ: usize = 4096;

/// How long the rest of what a client sends is read after the last word to it. A socket that is
/// closed with unread bytes is reset, and the client might not read why.
const LINGER: Duration = Duration::from_secs(1);

/// Takes connections for ever.
pub(crate) async fn listen(listener: TcpListener, shared: Shared, tls: Option<Acceptor>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                tokio::spawn(serve(stream, shared.clone(), tls.clone()));
            }
            Err(error) => {
                // Out of file descriptors, usually: those who are here go on.
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

async fn serve(stream: TcpStream, shared: Shared, tls: Option<Acceptor>) {
    let Ok(address) = stream.peer_addr() else { return };
    let address = address.ip();
    let _ = stream.set_nodelay(true);
    let Some(admission) = shared.gauge.admit(address) else {
        refuse(stream, shared.clock.now()).await;
        return;
    };
    match tls {
        None => talk(stream, shared, address, admission).await,
        Some(tls) => {
            if let Some(stream) = tls.accept(stream).await {
                talk(stream, shared, address, admission).await;
            }
        }
    }
}

async fn talk<S>(stream: S, shared: Shared, address: IpAddr, admission: Admission)
where
    S: AsyncRead + AsyncWrite + Send + Unpin,
{
    let limits = shared.limits.clone();
    let wire = Lines::new(stream, limits.line_bytes);
    let (id, admission) = (ConnId::next(), Arc::new(admission));
    let (client, outbound) = Client::connect(shared, id, address, admission).await;
    Conversation::new(client, wire, limits).run(outbound).await;
}

/// Tells somebody for whom there is no room so.
async fn refuse(stream: TcpStream, now: u64) {
    let bye = Notice::new(now, Event::Bye { reason: CloseReason::Full });
    say_last(stream, (text::write_notice(&bye) + "\r\n").as_bytes()).await;
}

/// Says the last words to somebody, who has a moment to read them.
pub(crate) async fn say_last(stream: TcpStream, words: &[u8]) {
    let mut wire = Lines::new(stream, 0);
    if timeout(LINGER, wire.write(words)).await.is_ok() {
        wire.end().await;
    }
}

/// Lines over a stream of bytes.
struct Lines<S> {
    stream: S,
    splitter: LineSplitter,
    buffer: Box<[u8]>,
    /// Whether the client has ended its side.
    is_over: bool,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Lines<S> {
    fn new(stream: S, line_bytes: usize) -> Lines<S> {
        let buffer = vec![0; READ].into_boxed_slice();
        Lines { stream, splitter: LineSplitter::new(line_bytes), buffer, is_over: false }
    }

    async fn write(&mut self, bytes: &[u8]) -> Result<(), Gone> {
        self.stream.write_all(bytes).await.map_err(|_| Gone)?;
        self.stream.flush().await.map_err(|_| Gone)
    }

    /// Reads until the client ends its side, and forgets what it reads.
    async fn drain(&mut self) {
        while self.stream.read(&mut self.buffer).await.is_ok_and(|n| n > 0) {}
    }
}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Wire for Lines<S> {
    async fn hear(&mut self) -> Result<Vec<LineEvent>, Gone> {
        match self.stream.read(&mut self.buffer).await {
            Err(_) => Err(Gone),
            Ok(0) => {
                self.is_over = true;
                Ok(Vec::new())
            }
            Ok(n) => Ok(self.splitter.push(&self.buffer[..n])),
        }
    }

    fn is_over(&self) -> bool {
        self.is_over
    }

    async fn say(&mut self, dialect: Dialect, notices: &[Arc<Outgoing>]) -> Result<(), Gone> {
        let mut bytes = Vec::new();
        for notice in notices {
            spell(notice, dialect, &mut bytes);
        }
        self.write(&bytes).await
    }

    async fn ask_password(&mut self) -> Result<(), Gone> {
        self.write(&[&ECHO_OFF[..], b"password: "].concat()).await
    }

    async fn show_typing(&mut self) -> Result<(), Gone> {
        self.write(&[&ECHO_ON[..], b"\r\n"].concat()).await
    }

    async fn end(&mut self) {
        let _ = timeout(LINGER, async {
            let _ = self.stream.shutdown().await;
            self.drain().await;
        })
        .await;
    }
}

/// Spells a notice with its line ends: telnet wants a carriage return.
fn spell(notice: &Outgoing, dialect: Dialect, bytes: &mut Vec<u8>) {
    match dialect {
        Dialect::Json => {
            bytes.extend_from_slice(notice.spelled(dialect).as_bytes());
            bytes.push(b'\n');
        }
        Dialect::Text => {
            for line in notice.spelled(dialect).lines() {
                bytes.extend_from_slice(line.as_bytes());
                bytes.extend_from_slice(b"\r\n");
            }
        }
    }
}
