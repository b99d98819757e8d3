//! The line protocol over TCP.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};
use willow_protocol::{CloseReason, Dialect, ECHO_OFF, ECHO_ON, LineEvent, LineSplitter};

use crate::connection::{Action, Client, Shared};
use crate::core::ConnId;
use crate::directory::Outbound;
use crate::outgoing::Outgoing;

/// How many bytes are read at once.
const READ: usize = 4096;

/// How long the rest of what a client sends is read after the last word to it. A socket that is
/// closed with unread bytes is reset, and the client might not read why.
const LINGER: Duration = Duration::from_secs(1);

/// Takes connections for ever.
pub(crate) async fn listen(listener: TcpListener, shared: Shared) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                tokio::spawn(serve(stream, shared.clone()));
            }
            Err(error) => {
                // Out of file descriptors, usually: those who are here go on.
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

async fn serve(stream: TcpStream, shared: Shared) {
    let Ok(address) = stream.peer_addr() else { return };
    let _ = stream.set_nodelay(true);
    let Some(admission) = shared.gauge.admit(address.ip()) else {
        refuse(stream).await;
        return;
    };
    let id = ConnId::next();
    let (client, outbound) = Client::connect(shared.clone(), id, address.ip(), admission).await;
    let (reader, writer) = stream.into_split();
    let line_bytes = shared.limits.line_bytes;
    let mut conversation = Conversation { client, writer, shared };
    // Whatever ends it, the core hears of it.
    let _ = conversation.run(reader, outbound, LineSplitter::new(line_bytes)).await;
    conversation.client.disconnect().await;
}

/// Tells somebody for whom there is no room so.
async fn refuse(mut stream: TcpStream) {
    let _ = stream.write_all(b"bye there are too many connections\r\n").await;
}

/// Reads until the client ends its side, and forgets what it reads.
async fn drain(reader: &mut OwnedReadHalf, buffer: &mut [u8]) -> io::Result<()> {
    while reader.read(buffer).await? > 0 {}
    Ok(())
}

/// A client and the way to it.
struct Conversation {
    client: Client,
    writer: OwnedWriteHalf,
    shared: Shared,
}

/// Whether a conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Go {
    On,
    Away,
}

impl Conversation {
    async fn run(
        &mut self,
        mut reader: OwnedReadHalf,
        mut outbound: mpsc::Receiver<Outbound>,
        mut splitter: LineSplitter,
    ) -> io::Result<()> {
        let welcome = self.client.welcome();
        self.say(&welcome).await?;
        let mut buffer = vec![0; READ];
        let mut heard = Instant::now();
        loop {
            let silence = self.shared.limits.silence(self.client.is_in());
            let go = tokio::select! {
                n = reader.read(&mut buffer) => {
                    let n = n?;
                    if n == 0 {
                        return Ok(());
                    }
                    heard = Instant::now();
                    self.hear(splitter.push(&buffer[..n])).await?
                }
                event = outbound.recv() => self.pass_on(event, &mut outbound).await?,
                () = sleep_until(heard + silence) => self.leave(CloseReason::Idle).await?,
            };
            if go == Go::Away {
                let _ = timeout(LINGER, drain(&mut reader, &mut buffer)).await;
                return Ok(());
            }
        }
    }

    async fn hear(&mut self, lines: Vec<LineEvent>) -> io::Result<Go> {
        for line in lines {
            let action = match line {
                LineEvent::Line(line) => self.client.line(&line).await,
                LineEvent::TooLong => self.client.too_long(),
            };
            if self.act(action).await? == Go::Away {
                return Ok(Go::Away);
            }
        }
        Ok(Go::On)
    }

    async fn act(&mut self, action: Action) -> io::Result<Go> {
        match action {
            Action::Nothing => {}
            Action::Say(notice) => self.say(&notice).await?,
            Action::AskPassword => {
                let prompt = [&ECHO_OFF[..], b"password: "].concat();
                self.write(&prompt).await?;
            }
            Action::EchoAgain(notice) => {
                self.write(&[&ECHO_ON[..], b"\r\n"].concat()).await?;
                self.say(&notice).await?;
            }
            Action::Close(reason) => return self.leave(reason).await,
        }
        Ok(Go::On)
    }

    /// Writes what came for the client, as much of it as is there in one go.
    async fn pass_on(
        &mut self,
        first: Option<Outbound>,
        outbound: &mut mpsc::Receiver<Outbound>,
    ) -> io::Result<Go> {
        let mut bytes = Vec::new();
        let mut next = first;
        loop {
            match next {
                Some(Outbound::Say(notice)) => self.spell(&notice, &mut bytes),
                Some(Outbound::Entered(user)) => self.client.entered(user),
                Some(Outbound::Close(reason)) => {
                    self.write(&bytes).await?;
                    return self.leave(reason).await;
                }
                // The queue was full, and was taken away.
                None => return self.leave(CloseReason::TooSlow).await,
            }
            match outbound.try_recv() {
                Ok(event) => next = Some(event),
                Err(mpsc::error::TryRecvError::Empty) => break,
                Err(mpsc::error::TryRecvError::Disconnected) => next = None,
            }
        }
        self.write(&bytes).await?;
        Ok(Go::On)
    }

    async fn leave(&mut self, reason: CloseReason) -> io::Result<Go> {
        let bye = self.client.bye(reason);
        self.say(&bye).await?;
        self.writer.shutdown().await?;
        Ok(Go::Away)
    }

    async fn say(&mut self, notice: &Arc<Outgoing>) -> io::Result<()> {
        let mut bytes = Vec::new();
        self.spell(notice, &mut bytes);
        self.write(&bytes).await
    }

    /// Spells a notice with its line ends: telnet wants a carriage return.
    fn spell(&self, notice: &Outgoing, bytes: &mut Vec<u8>) {
        let dialect = self.client.dialect();
        match dialect {
            Dialect::Json => bytes.extend(notice.spelled(dialect).bytes().chain(*b"\n")),
            Dialect::Text => {
                for line in notice.spelled(dialect).lines() {
                    bytes.extend(line.bytes().chain(*b"\r\n"));
                }
            }
        }
    }

    async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let limit = self.shared.limits.write_time();
        timeout(limit, self.writer.write_all(bytes)).await.map_err(|_| io::ErrorKind::TimedOut)?
    }
}
