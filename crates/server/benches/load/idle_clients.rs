//! Clients that are connected and idle.

use std::io;
use std::net::SocketAddr;
use std::rc::Rc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::line_client::LineClient;

/// How many bytes an idle client reads at once.
const READ: usize = 16 * 1024;

/// How many clients connect at the same time.
const AT_ONCE: usize = 100;

/// The connection of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClientKind {
    /// The line protocol, in JSON, without the lobby.
    Tcp,
    /// The line protocol, in JSON, subscribed to the lobby.
    Follower,
    /// WebSocket.
    WebSocket,
    /// WebSocket, without a login.
    WebSocketVisitor,
}

/// Idle clients, which disconnect when this is dropped. They read on a thread of their own: what players measure is
/// not the time that the clients of others take.
pub(crate) struct IdleClients {
    clients: JoinSet<io::Result<()>>,
    readers: Option<Runtime>,
}

impl Drop for IdleClients {
    fn drop(&mut self) {
        if let Some(readers) = self.readers.take() {
            readers.shutdown_background();
        }
    }
}

impl IdleClients {
    /// Connects `n` guests or visitors.
    pub(crate) async fn connect(
        kind: ClientKind,
        address: SocketAddr,
        names: &'static str,
        n: usize,
    ) -> io::Result<IdleClients> {
        let streams = in_parallel(n, async move |number| match kind {
            ClientKind::Tcp | ClientKind::Follower => {
                let mut client = LineClient::guest(address, &format!("{names}-{number}")).await?;
                if kind == ClientKind::Tcp {
                    client.send(r#"{"id":"l","do":"lobby","follow":false}"#).await?;
                    client.wait_for(br#""event":"ok""#).await?;
                }
                Ok(client.into_stream())
            }
            ClientKind::WebSocket => web_guest(address, &format!("{names}-{number}")).await,
            ClientKind::WebSocketVisitor => web_visitor(address).await,
        });
        let mut clients = JoinSet::new();
        let readers = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        for stream in streams.await? {
            clients.spawn_on(listen(stream.into_std()?), readers.handle());
        }
        Ok(IdleClients { clients, readers: Some(readers) })
    }

    /// Makes sure that all are still connected.
    pub(crate) fn check(&mut self) -> io::Result<()> {
        match self.clients.try_join_next() {
            None => Ok(()),
            Some(Ok(Err(error))) => Err(error),
            Some(_) => Err(io::Error::other("a client ended")),
        }
    }
}

/// Runs `make` many times, some at a time.
pub(crate) async fn in_parallel<T: 'static>(
    n: usize,
    make: impl AsyncFn(usize) -> io::Result<T> + Clone + 'static,
) -> io::Result<Vec<T>> {
    let permits = Rc::new(Semaphore::new(AT_ONCE));
    let mut tasks = JoinSet::new();
    for number in 0..n {
        let (permits, make) = (permits.clone(), make.clone());
        tasks.spawn_local(async move {
            let _permit = permits.acquire().await.map_err(io::Error::other)?;
            make(number).await
        });
    }
    let mut made = Vec::with_capacity(n);
    while let Some(result) = tasks.join_next().await {
        made.push(result.map_err(io::Error::other)??);
    }
    Ok(made)
}

/// Opens a WebSocket and logs in as a guest that is not subscribed to the lobby.
async fn web_guest(address: SocketAddr, name: &str) -> io::Result<TcpStream> {
    let commands = [
        (&b"welcome"[..], format!(r#"{{"do":"guest","name":"{name}"}}"#)),
        (&br#""event":"entered""#[..], r#"{"id":"l","do":"lobby","follow":false}"#.to_owned()),
        (&br#""event":"ok""#[..], String::new()),
    ];
    web_client(address, commands).await
}

/// Opens a WebSocket and reads the games, without a login.
pub(crate) async fn web_visitor(address: SocketAddr) -> io::Result<TcpStream> {
    let commands = [
        (&b"welcome"[..], r#"{"do":"protocol","version":2,"id":"v"}"#.to_owned()),
        (&br#""event":"ok""#[..], r#"{"do":"games"}"#.to_owned()),
        (&br#""event":"games""#[..], String::new()),
    ];
    web_client(address, commands).await
}

/// Opens a WebSocket and sends each command after a message that has some bytes.
async fn web_client(address: SocketAddr, commands: [(&[u8], String); 3]) -> io::Result<TcpStream> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let request = format!(
        "GET /ws HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut received = Vec::new();
    let mut answered = 0;
    for (wanted, command) in commands {
        while !crate::line_client::contains(&received[answered..], wanted) {
            if stream.read_buf(&mut received).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        answered = received.len();
        if !command.is_empty() {
            stream.write_all(&frame(&command)).await?;
        }
    }
    Ok(stream)
}

/// Returns a WebSocket frame with a short text, masked by zeros.
fn frame(text: &str) -> Vec<u8> {
    assert!(text.len() < 126, "longer messages need another header");
    let head = [0x81, 0x80 | text.len() as u8, 0, 0, 0, 0];
    [&head[..], text.as_bytes()].concat()
}

/// Reads and discards input forever.
async fn listen(stream: std::net::TcpStream) -> io::Result<()> {
    let stream = TcpStream::from_std(stream)?;
    loop {
        stream.readable().await?;
        match stream.try_read(&mut [0; READ]) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Err(error) if error.kind() != io::ErrorKind::WouldBlock => return Err(error),
            _ => {}
        }
    }
}
