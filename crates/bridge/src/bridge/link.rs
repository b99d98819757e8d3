//! The bridge's connections: each is a task that connects, reads and writes.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpStream, lookup_host};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{Instant, timeout};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use willow_protocol::client::{Tls, host};

use super::connection_message::{Arrival, LinkEvent, Notifier};

/// Timeout of name servers, connections and writes.
const PATIENCE: Duration = Duration::from_secs(5);

/// The pause before the first new attempt to connect; it doubles.
const FIRST_PAUSE: Duration = Duration::from_secs(1);

/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

/// A connection that ends earlier after its login lets the pause grow: two programs of one name would throw each other
/// out for ever.
const SHORT: Duration = Duration::from_mins(1);

/// The pause after a login was refused: a wrong password does not become right.
const REFUSED_PAUSE: Duration = Duration::from_mins(10);

/// The most batches that wait for a server to take them.
const MAX_BATCHES: usize = 64;

/// The most bytes that are read at once.
const READ_AT_ONCE: usize = 8192;

/// Where a connection leads.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// As `HOST:PORT`.
    pub(super) address: String,
    /// The certificates that are trusted; `None` without TLS.
    pub(super) tls: Option<Tls>,
}

/// A connection, or the wait for one.
#[derive(Debug)]
pub(super) struct Link {
    /// The login or account.
    pub(super) name: String,
    /// Where to connect, again after each cut.
    pub(super) target: Target,
    /// What goes to the task that writes; `None` without a connection.
    outgoing: Option<Sender<Vec<u8>>>,
    /// What is sent together at the end of a batch.
    buffer: Vec<u8>,
    /// Whether the connection ends when the buffer is sent.
    is_ending: bool,
    pub(super) attempt: u64,
    retry_at: Instant,
    pause: Duration,
    /// When the login of this connection was done.
    in_since: Option<Instant>,
}

impl Link {
    /// Returns a link that connects at once.
    pub(super) fn new(name: String, target: Target) -> Link {
        Link {
            name,
            target,
            outgoing: None,
            buffer: Vec::new(),
            is_ending: false,
            attempt: 0,
            retry_at: Instant::now(),
            pause: FIRST_PAUSE,
            in_since: None,
        }
    }

    /// Returns whether it is time to connect.
    pub(super) fn is_due(&self, now: Instant) -> bool {
        self.outgoing.is_none() && self.retry_at <= now
    }

    /// Begins to connect. The number of the link stands in what its task tells.
    pub(super) fn connect(&mut self, link: usize, arrivals: &Sender<Arrival>) {
        self.attempt += 1;
        let (sender, lines) = channel(MAX_BATCHES);
        self.outgoing = Some(sender);
        let notifier = Notifier { link, attempt: self.attempt, arrivals: arrivals.clone() };
        tokio::spawn(connection(self.target.clone(), lines, notifier));
    }

    /// Adds a line to what is sent next.
    pub(super) fn say(&mut self, line: &str) {
        self.buffer.extend_from_slice(line.as_bytes());
        self.buffer.push(b'\n');
    }

    /// Sends what was said, and ends the connection if that is due. Returns false if too much waits to be sent.
    pub(super) fn flush(&mut self) -> bool {
        let bytes = std::mem::take(&mut self.buffer);
        let sent = match &self.outgoing {
            // The task has ended only if the connection has, which it tells.
            Some(outgoing) if !bytes.is_empty() => outgoing.try_send(bytes),
            _ => Ok(()),
        };
        if std::mem::take(&mut self.is_ending) {
            self.outgoing = None;
        }
        !matches!(sent, Err(TrySendError::Full(_)))
    }

    /// Ends the connection once what was said is sent, and waits longer before the next attempt.
    pub(super) fn end(&mut self) {
        self.is_ending = true;
        self.attempt += 1;
        if self.in_since.take().is_some_and(|since| since.elapsed() >= SHORT) {
            self.pause = FIRST_PAUSE;
        }
        self.retry_at = Instant::now() + self.pause;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
    }

    /// After a refused login, waits long before the next attempt.
    pub(super) fn wait_long(&mut self) {
        self.retry_at = Instant::now() + REFUSED_PAUSE;
    }

    /// After a login that lasts, the next attempt follows a break of the connection soon.
    pub(super) fn logged_in(&mut self) {
        self.in_since = Some(Instant::now());
    }
}

/// Connects, and reads and writes until the connection ends.
async fn connection(target: Target, lines: Receiver<Vec<u8>>, notifier: Notifier) {
    let end = carry(&target, lines, &notifier).await;
    let why = end.unwrap_or_else(|error| format!("no connection: {error}"));
    notifier.notify(LinkEvent::Closed(why)).await;
}

/// Connects and carries; returns why the connection ended.
async fn carry(
    Target { address, tls }: &Target,
    lines: Receiver<Vec<u8>>,
    notifier: &Notifier,
) -> io::Result<String> {
    let stream = open(address).await?;
    let Some(tls) = tls else {
        let (reader, writer) = stream.into_split();
        return Ok(talk(reader, writer, lines, notifier).await);
    };
    let name = ServerName::try_from(host(address).to_owned()).map_err(io::Error::other)?;
    let handshake = TlsConnector::from(tls.config()).connect(name, stream);
    let (reader, writer) = tokio::io::split(within("the server", handshake).await?);
    Ok(talk(reader, writer, lines, notifier).await)
}

/// Reads and writes until the connection ends; returns why it did.
async fn talk(
    reader: impl AsyncRead + Unpin,
    writer: impl AsyncWrite + Unpin,
    lines: Receiver<Vec<u8>>,
    notifier: &Notifier,
) -> String {
    notifier.notify(LinkEvent::Connected).await;
    tokio::select! {
        why = read(reader, notifier) => why,
        why = write(writer, lines) => why,
    }
}

/// Connects to the first address of a host that answers in time.
async fn open(address: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
    for address in within("the name server", lookup_host(address)).await? {
        match within("the server", TcpStream::connect(address)).await {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Gives up when somebody takes too long.
async fn within<T>(who: &str, answer: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    timeout(PATIENCE, answer).await.unwrap_or_else(|_| {
        let message = format!("{who} does not answer within {} s", PATIENCE.as_secs());
        Err(io::Error::new(io::ErrorKind::TimedOut, message))
    })
}

/// Reads until the connection ends; returns why it did.
async fn read(mut reader: impl AsyncRead + Unpin, notifier: &Notifier) -> String {
    let mut buffer = [0; READ_AT_ONCE];
    loop {
        match reader.read(&mut buffer).await {
            Ok(0) => return "the connection ended".to_owned(),
            Ok(n) => notifier.notify(LinkEvent::Bytes(buffer[..n].to_vec())).await,
            Err(error) => return format!("the connection broke: {error}"),
        }
    }
}

/// Writes until the bridge ends the connection; returns why it ended.
async fn write(mut writer: impl AsyncWrite + Unpin, mut lines: Receiver<Vec<u8>>) -> String {
    while let Some(bytes) = lines.recv().await {
        let sent = async {
            writer.write_all(&bytes).await?;
            writer.flush().await
        };
        if let Err(error) = within("the server", sent).await {
            return format!("cannot write: {error}");
        }
    }
    // It may be closed already.
    let _ = within("the server", writer.shutdown()).await;
    "the bridge ended it".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_that_is_thrown_out_at_once_comes_back_later_and_later() {
        let target = Target { address: "127.0.0.1:1".to_owned(), tls: None };
        let mut link = Link::new("bob".to_owned(), target);
        for pause in [2, 4, 8] {
            link.logged_in();
            link.end();
            assert_eq!(link.pause, Duration::from_secs(pause));
        }
        link.in_since = Instant::now().checked_sub(SHORT);
        link.end();
        assert_eq!(link.pause, 2 * FIRST_PAUSE, "it lasted, and comes back soon");
    }

    #[test]
    fn a_server_that_takes_nothing_is_noticed() {
        let target = Target { address: "127.0.0.1:1".to_owned(), tls: None };
        let mut link = Link::new("bob".to_owned(), target);
        let (outgoing, _lines) = channel(1);
        link.outgoing = Some(outgoing);
        assert!(link.flush(), "nothing is to be sent");
        link.say("one");
        assert!(link.flush());
        link.say("two");
        assert!(!link.flush());
    }
}
