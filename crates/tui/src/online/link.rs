//! The connection to the server, on a thread of its own.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use willow_protocol::client::{Admission, Client, ClientError, Credentials, Destination, Received};
use willow_protocol::{Command, Event, Notice};

use super::remembered_logins::RememberedLogin;

/// How long the first connection may take.
const FIRST_CONNECT_LIMIT: Duration = Duration::from_secs(3);

/// How long reconnecting is tried afterwards. The user can quit at any time.
const RECONNECT_LIMIT: Duration = Duration::from_hours(24);

/// How long the thread waits for the server before it checks for commands to send.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A command to the connection's thread.
#[derive(Debug)]
pub(crate) enum LinkCommand {
    /// Ask who may come.
    AskAdmission,
    /// Sign in with these credentials.
    SignIn(Credentials),
    /// Send a command to the server.
    Send(Command),
}

/// An event of the connection.
#[derive(Debug)]
pub(crate) enum LinkEvent {
    /// Who may come to the server.
    Admission(Admission),
    /// The user is signed in, under this name and with this token.
    SignedIn(Option<RememberedLogin>),
    /// The sign-in was refused, or the server could not be reached.
    SignInFailed(String),
    /// A notice from the server.
    Notice(Notice),
    /// The server's reply to a command.
    Reply(Command, Notice),
    /// The connection broke. The client is reconnecting.
    Disconnected,
    /// The connection is back.
    Reconnected,
    /// The connection is closed for good, for this reason.
    Closed(String),
}

/// A handle of the connection's thread: commands in, events out.
#[derive(Debug)]
pub(crate) struct ServerLink {
    commands: Sender<LinkCommand>,
    events: Receiver<LinkEvent>,
}

impl ServerLink {
    /// Starts the thread. It ends when the handle is dropped.
    pub(crate) fn start(server: Destination, seed: u64) -> ServerLink {
        let (commands, command_queue) = channel();
        let (event_queue, events) = channel();
        thread::spawn(move || {
            let mut seeds = seed..;
            while let Ok(command) = command_queue.recv() {
                let credentials = match command {
                    LinkCommand::SignIn(credentials) => credentials,
                    // Signing in says why a server cannot be reached.
                    LinkCommand::AskAdmission => {
                        if let Ok(admission) = Admission::of(&server, FIRST_CONNECT_LIMIT)
                            && event_queue.send(LinkEvent::Admission(admission)).is_err()
                        {
                            return;
                        }
                        continue;
                    }
                    LinkCommand::Send(_) => continue,
                };
                let seed = seeds.next().unwrap_or(seed);
                let client =
                    Client::connect(server.clone(), credentials, FIRST_CONNECT_LIMIT, seed);
                let sent = match client {
                    Ok(client) => return exchange(client, &command_queue, &event_queue),
                    Err(error) => event_queue.send(LinkEvent::SignInFailed(error.to_string())),
                };
                if sent.is_err() {
                    return;
                }
            }
        });
        ServerLink { commands, events }
    }

    /// Sends a command to the thread. A thread that has ended has reported that as an event.
    pub(crate) fn send(&self, command: LinkCommand) {
        let _ = self.commands.send(command);
    }

    /// Returns the next event, if there is one. Does not block.
    pub(crate) fn next_event(&self) -> Option<LinkEvent> {
        self.events.try_recv().ok()
    }
}

/// Returns the login of a client, once the server has given a name and a token.
fn login_of(client: &Client) -> Option<RememberedLogin> {
    let (name, token) = (client.name()?.clone(), client.token()?.to_owned());
    Some(RememberedLogin { name, token })
}

/// Exchanges commands and events with the server until one side closes the connection.
fn exchange(
    mut client: Client,
    command_queue: &Receiver<LinkCommand>,
    event_queue: &Sender<LinkEvent>,
) {
    client.set_reconnect_timeout(RECONNECT_LIMIT);
    if event_queue.send(LinkEvent::SignedIn(login_of(&client))).is_err() {
        return;
    }
    let codes = client.take_recovery_codes();
    if !codes.is_empty() {
        let _ = event_queue.send(LinkEvent::Notice(Notice::new(0, Event::RecoveryCodes { codes })));
    }
    loop {
        match exchange_once(&mut client, command_queue, event_queue) {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => {
                let _ = event_queue.send(LinkEvent::Closed(error.to_string()));
                return;
            }
        }
    }
}

/// Sends one command or waits briefly for a notice. Returns whether the handle still exists.
fn exchange_once(
    client: &mut Client,
    command_queue: &Receiver<LinkCommand>,
    event_queue: &Sender<LinkEvent>,
) -> Result<bool, ClientError> {
    use std::sync::mpsc::TryRecvError;

    let link_event = match command_queue.try_recv() {
        Ok(LinkCommand::Send(command)) => {
            let answer = client.request_notice(command.clone())?;
            LinkEvent::Reply(command, answer)
        }
        Ok(LinkCommand::SignIn(_) | LinkCommand::AskAdmission) => return Ok(true),
        Err(TryRecvError::Disconnected) => return Ok(false),
        Err(TryRecvError::Empty) => match client.next_timeout(POLL_INTERVAL)? {
            Received::Notice(notice) => LinkEvent::Notice(notice),
            Received::Nothing => return Ok(true),
            Received::Disconnected => {
                let _ = event_queue.send(LinkEvent::Disconnected);
                let first = client.next_timeout(POLL_INTERVAL)?;
                let _ = event_queue.send(LinkEvent::Reconnected);
                match first {
                    Received::Notice(notice) => LinkEvent::Notice(notice),
                    Received::Nothing | Received::Disconnected => return Ok(true),
                }
            }
        },
    };
    Ok(event_queue.send(link_event).is_ok())
}
