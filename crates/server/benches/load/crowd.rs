//! Clients that are there and do nothing.

use std::io;
use std::net::SocketAddr;
use std::rc::Rc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::wire::Wire;

/// How many clients connect at the same time.
const AT_ONCE: usize = 100;

/// How a crowd is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Door {
    /// The line protocol, in JSON.
    Tcp,
    /// WebSocket.
    WebSocket,
}

/// Idle clients, which go when this is dropped.
pub(crate) struct Crowd(JoinSet<io::Result<()>>);

impl Crowd {
    /// Connects so many guests. They follow the lobby or not.
    pub(crate) async fn gather(
        door: Door,
        address: SocketAddr,
        names: &'static str,
        n: usize,
        lobby: bool,
    ) -> io::Result<Crowd> {
        let streams = together(n, async move |number| match door {
            Door::Tcp => {
                let mut wire = Wire::guest(address, &format!("{names}-{number}")).await?;
                if !lobby {
                    wire.send(r#"{"id":"l","do":"lobby","follow":false}"#).await?;
                    wire.wait_for(br#""event":"ok""#).await?;
                }
                Ok(wire.into_stream())
            }
            Door::WebSocket => web_guest(address, &format!("{names}-{number}")).await,
        });
        let mut crowd = JoinSet::new();
        for stream in streams.await? {
            crowd.spawn(listen(stream));
        }
        Ok(Crowd(crowd))
    }

    /// Makes sure that all are still there.
    pub(crate) fn check(&mut self) -> io::Result<()> {
        match self.0.try_join_next() {
            None => Ok(()),
            Some(Ok(Err(error))) => Err(error),
            Some(_) => Err(io::Error::other("a client ended")),
        }
    }
}

/// Does something many times, many at a time.
pub(crate) async fn together<T: 'static>(
    n: usize,
    make: impl AsyncFn(usize) -> io::Result<T> + Clone + 'static,
) -> io::Result<Vec<T>> {
    let places = Rc::new(Semaphore::new(AT_ONCE));
    let mut tasks = JoinSet::new();
    for number in 0..n {
        let (places, make) = (places.clone(), make.clone());
        tasks.spawn_local(async move {
            let _place = places.acquire().await.map_err(io::Error::other)?;
            make(number).await
        });
    }
    let mut made = Vec::with_capacity(n);
    while let Some(result) = tasks.join_next().await {
        made.push(result.map_err(io::Error::other)??);
    }
    Ok(made)
}

/// Opens a WebSocket and comes in as a guest that does not follow the lobby.
async fn web_guest(address: SocketAddr, name: &str) -> io::Result<TcpStream> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let request = format!(
        "GET /ws HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut heard = Vec::new();
    let mut said = 0;
    let commands = [
        (&b"welcome"[..], format!(r#"{{"do":"guest","name":"{name}"}}"#)),
        (&br#""event":"entered""#[..], r#"{"id":"l","do":"lobby","follow":false}"#.to_owned()),
        (&br#""event":"ok""#[..], String::new()),
    ];
    for (wanted, command) in commands {
        while !crate::wire::contains(&heard[said..], wanted) {
            if stream.read_buf(&mut heard).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        said = heard.len();
        if !command.is_empty() {
            stream.write_all(&frame(&command)).await?;
        }
    }
    Ok(stream)
}

/// Returns a short text message as a client sends it. A mask of zeros changes nothing.
fn frame(text: &str) -> Vec<u8> {
    assert!(text.len() < 126, "longer messages have another head");
    let head = [0x81, 0x80 | text.len() as u8, 0, 0, 0, 0];
    [&head[..], text.as_bytes()].concat()
}

/// Reads whatever comes, for ever.
async fn listen(mut stream: TcpStream) -> io::Result<()> {
    let mut buffer = Vec::with_capacity(512);
    loop {
        buffer.clear();
        if stream.read_buf(&mut buffer).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
}
