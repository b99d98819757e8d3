//! The TCP side of a server: one task owns the state; each connection has a reader and a writer.
//!
//! A line longer than the limit ends its connection, and so does a reader that does not take what the
//! server has for it: the queue of a connection is limited.

use std::collections::HashMap;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

use super::input::{ConnId, Input, Moment, Output};
use super::state::ServerState;

/// The longest line of a client.
const LONGEST_LINE: usize = 4096;

/// The most texts that wait for one connection.
const QUEUE: usize = 4096;

/// The most inputs that wait for the state; readers wait when there are more.
const INPUTS: usize = 1024;

/// How long the server sleeps at most: the system's clock may be set.
const LONGEST_SLEEP: Duration = Duration::from_mins(1);

/// Messages of the listener and the connections' tasks to the owner of the state.
enum ConnEvent {
    Accepted(TcpStream),
    Line(ConnId, String),
    Gone(ConnId),
}

/// Serves connections until the listener fails.
pub async fn serve(listener: TcpListener, state: ServerState) {
    let (inputs, mut events) = mpsc::channel(INPUTS);
    tokio::spawn(accept(listener, inputs.clone()));
    let (began, writers) = (Instant::now(), HashMap::new());
    let mut owner = Owner { state, began, next: 0, writers, inputs };
    owner.run(&mut events).await;
}

async fn accept(listener: TcpListener, inputs: mpsc::Sender<ConnEvent>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                if inputs.send(ConnEvent::Accepted(stream)).await.is_err() {
                    return;
                }
            }
            // Such as too many open files: others may close some.
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
}

/// The owner of the state.
struct Owner {
    state: ServerState,
    began: Instant,
    next: u64,
    writers: HashMap<ConnId, mpsc::Sender<String>>,
    inputs: mpsc::Sender<ConnEvent>,
}

impl Owner {
    async fn run(&mut self, events: &mut mpsc::Receiver<ConnEvent>) {
        loop {
            let at = self.began.elapsed();
            let deadline = self.state.deadline().map(|deadline| deadline.saturating_sub(at));
            let sleep = deadline.unwrap_or(LONGEST_SLEEP).min(LONGEST_SLEEP);
            let input = match tokio::time::timeout(sleep, events.recv()).await {
                Err(_) => Input::Tick,
                Ok(None) => return,
                Ok(Some(ConnEvent::Accepted(stream))) => self.connect(stream),
                Ok(Some(ConnEvent::Line(conn, line))) => Input::Line(conn, line),
                Ok(Some(ConnEvent::Gone(conn))) => Input::Disconnected(conn),
            };
            if let Input::Disconnected(conn) = input {
                self.writers.remove(&conn);
            }
            self.handle(input);
        }
    }

    fn connect(&mut self, stream: TcpStream) -> Input {
        let conn = ConnId(self.next);
        self.next += 1;
        // Without it, moves wait for the acknowledgement of earlier ones.
        let _ = stream.set_nodelay(true);
        let (reader, writer) = stream.into_split();
        let (sender, texts) = mpsc::channel(QUEUE);
        self.writers.insert(conn, sender);
        tokio::spawn(write(writer, texts));
        tokio::spawn(read(reader, conn, self.inputs.clone()));
        Input::Connected(conn)
    }

    /// Gives an input to the state and does what it wants, also for those who do not read.
    fn handle(&mut self, input: Input) {
        let mut inputs = vec![input];
        while let Some(input) = inputs.pop() {
            let unix = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
            let now = Moment { at: self.began.elapsed(), unix };
            for output in self.state.handle(input, now) {
                if let Some(stuck) = self.carry_out(output) {
                    inputs.push(Input::Disconnected(stuck));
                }
            }
        }
    }

    /// Does what the state wants. Returns a connection that had to be given up.
    fn carry_out(&mut self, output: Output) -> Option<ConnId> {
        match output {
            Output::Close(conn) => drop(self.writers.remove(&conn)),
            Output::Send(conn, text) => {
                if self.writers.get(&conn)?.try_send(text).is_err() {
                    self.writers.remove(&conn);
                    return Some(conn);
                }
            }
        }
        None
    }
}

/// Writes what comes from the queue, until the state gives the connection up.
async fn write(mut writer: OwnedWriteHalf, mut texts: mpsc::Receiver<String>) {
    while let Some(mut text) = texts.recv().await {
        while let Ok(more) = texts.try_recv() {
            text.push_str(&more);
        }
        if writer.write_all(text.as_bytes()).await.is_err() {
            return;
        }
    }
    let _ = writer.shutdown().await;
}

/// Reads lines until the connection ends or sends one that is too long.
async fn read(mut reader: OwnedReadHalf, conn: ConnId, inputs: mpsc::Sender<ConnEvent>) {
    let (mut line, mut buffer) = (Vec::new(), [0; 2048]);
    'connection: while let Ok(n @ 1..) = reader.read(&mut buffer).await {
        for &byte in &buffer[..n] {
            if byte == b'\n' {
                let text = std::mem::take(&mut line);
                let text = String::from_utf8_lossy(&text).trim_end_matches('\r').to_owned();
                if inputs.send(ConnEvent::Line(conn, text)).await.is_err() {
                    return;
                }
            } else if line.len() == LONGEST_LINE {
                break 'connection;
            } else {
                line.push(byte);
            }
        }
    }
    let _ = inputs.send(ConnEvent::Gone(conn)).await;
}
