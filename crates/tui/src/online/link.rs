//! The connection to the server, on a thread of its own.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use willow_client::{Client, ClientError, Credentials, Destination, Heard};
use willow_protocol::{Command, Event, Name, Notice};

/// How long the server may take to let somebody in who waits for it.
const FIRST_PATIENCE: Duration = Duration::from_secs(3);

/// How long it may be away after that. Whoever does not want to wait can leave.
const PATIENCE: Duration = Duration::from_hours(24);

/// How long the thread listens before it looks for something to send.
const LISTEN: Duration = Duration::from_millis(20);

/// Something for the thread to do.
#[derive(Debug)]
pub(crate) enum Order {
    /// To come in.
    Enter(Credentials),
    /// To send a command.
    Send(Command),
}

/// Something that the thread has to tell.
#[derive(Debug)]
pub(crate) enum Tiding {
    /// The reader is in, under a name.
    In(Option<Name>),
    /// The reader was not let in.
    NotIn(String),
    /// The server said something.
    Heard(Notice),
    /// The server answered a command.
    Answered(Command, Event),
    /// The connection broke, and is to come back.
    Broke,
    /// It is back.
    Back,
    /// It will not come back.
    Ended(String),
}

/// The way to the thread and back.
#[derive(Debug)]
pub(crate) struct Link {
    orders: Sender<Order>,
    tidings: Receiver<Tiding>,
}

impl Link {
    /// Starts the thread. It ends when this is dropped, at the latest with the program.
    pub(crate) fn start(server: Destination, seed: u64) -> Link {
        let (orders, inbox) = channel();
        let (outbox, tidings) = channel();
        thread::spawn(move || {
            let mut seeds = seed..;
            while let Ok(order) = inbox.recv() {
                let Order::Enter(credentials) = order else { continue };
                let seed = seeds.next().unwrap_or(seed);
                let client = Client::connect(server.clone(), credentials, FIRST_PATIENCE, seed);
                let told = match client {
                    Ok(client) => return converse(client, &inbox, &outbox),
                    Err(error) => outbox.send(Tiding::NotIn(error.to_string())),
                };
                if told.is_err() {
                    return;
                }
            }
        });
        Link { orders, tidings }
    }

    /// Gives the thread something to do. If it has ended it has said so.
    pub(crate) fn order(&self, order: Order) {
        let _ = self.orders.send(order);
    }

    /// Returns what the thread has to tell, if anything.
    pub(crate) fn tiding(&self) -> Option<Tiding> {
        self.tidings.try_recv().ok()
    }
}

/// Talks with the server until one side ends it.
fn converse(mut client: Client, inbox: &Receiver<Order>, outbox: &Sender<Tiding>) {
    client.be_patient(PATIENCE);
    if outbox.send(Tiding::In(client.name().cloned())).is_err() {
        return;
    }
    loop {
        match turn(&mut client, inbox, outbox) {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => {
                let _ = outbox.send(Tiding::Ended(error.to_string()));
                return;
            }
        }
    }
}

/// Sends what is to be sent and listens a while. Returns whether anybody still wants to know.
fn turn(
    client: &mut Client,
    inbox: &Receiver<Order>,
    outbox: &Sender<Tiding>,
) -> Result<bool, ClientError> {
    use std::sync::mpsc::TryRecvError;

    let tiding = match inbox.try_recv() {
        Ok(Order::Send(command)) => {
            let event = client.ask(command.clone())?;
            Tiding::Answered(command, event)
        }
        Ok(Order::Enter(_)) => return Ok(true),
        Err(TryRecvError::Disconnected) => return Ok(false),
        Err(TryRecvError::Empty) => match client.next_within(LISTEN)? {
            Heard::Notice(notice) => Tiding::Heard(notice),
            Heard::Nothing => return Ok(true),
            Heard::Broke => {
                let _ = outbox.send(Tiding::Broke);
                let first = client.next_within(LISTEN)?;
                let _ = outbox.send(Tiding::Back);
                match first {
                    Heard::Notice(notice) => Tiding::Heard(notice),
                    Heard::Nothing | Heard::Broke => return Ok(true),
                }
            }
        },
    };
    Ok(outbox.send(tiding).is_ok())
}
