//! The client, over as many connections as it takes.

use std::collections::{BTreeSet, VecDeque};
use std::io::{self, ErrorKind};
use std::thread;
use std::time::{Duration, Instant};

use willow_protocol::{
    CloseReason, Command, ErrorCode, Event, Name, Notice, Password, Request, RequestId, Room,
};

use crate::held::Held;
use crate::line::Line;
use crate::memory::Memory;
use crate::{ClientError, Destination, tls};

/// The first pause between two attempts to connect; each is twice as long as the one before.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// How a client comes in.
#[derive(Clone, Debug)]
pub enum Credentials {
    /// Without an account.
    Guest(Option<Name>),
    /// With one.
    Account(Name, Password),
    /// With a new one.
    Newcomer(Name, Password),
    /// With a token.
    Token(String),
}

/// What a client hears when it listens for a while.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "it is taken apart where it is made")]
pub enum Heard {
    /// An event that it has not seen.
    Notice(Notice),
    /// Nothing.
    Nothing,
    /// The connection broke. Whatever the client does next, it comes back first.
    Broke,
}

/// A client that comes back when its connection breaks.
#[derive(Debug)]
pub struct Client {
    server: Destination,
    credentials: Credentials,
    /// How long the server may be away.
    patience: Duration,
    line: Option<Line>,
    name: Option<Name>,
    memory: Memory,
    /// What came from rooms of which the client has not caught up yet.
    held: Held,
    waiting: VecDeque<Notice>,
    /// What makes the ids of this client differ from those of an earlier one of the same user.
    prefix: String,
    n_requests: u64,
}

impl Client {
    /// Connects and comes in. `seed` makes the ids of the client's requests its own; a client that
    /// is started anew should have another.
    ///
    /// # Errors
    /// The server must be there within `patience`, and let the client in.
    pub fn connect(
        server: impl Into<Destination>,
        credentials: Credentials,
        patience: Duration,
        seed: u64,
    ) -> Result<Client, ClientError> {
        let mut client = Client {
            server: server.into(),
            credentials,
            patience,
            line: None,
            name: None,
            memory: Memory::default(),
            held: Held::default(),
            waiting: VecDeque::new(),
            prefix: format!("{seed:x}"),
            n_requests: 0,
        };
        client.come_in()?;
        Ok(client)
    }

    /// Returns the name under which the client is in.
    #[must_use]
    pub const fn name(&self) -> Option<&Name> {
        self.name.as_ref()
    }

    /// Sends a command and waits for its answer, over as many connections as it takes. What happens
    /// in between is kept for [`next`](Client::next).
    ///
    /// # Errors
    /// The server must stay reachable. That it refuses the command is an answer.
    pub fn ask(&mut self, command: Command) -> Result<Event, ClientError> {
        self.n_requests += 1;
        let id: RequestId = format!("{}-{}", self.prefix, self.n_requests)
            .parse()
            .map_err(|_| ClientError::Protocol("too many requests".to_owned()))?;
        let request = Request { id: Some(id), command };
        loop {
            match self.round_trip(&request) {
                Ok(event) => return Ok(event),
                Err(error) => self.broken(&error)?,
            }
        }
    }

    /// Waits for the next event that the client has not seen.
    ///
    /// # Errors
    /// The server must stay reachable.
    #[expect(clippy::should_implement_trait, reason = "it never ends and may fail")]
    pub fn next(&mut self) -> Result<Notice, ClientError> {
        loop {
            if let Some(notice) = self.waiting.pop_front() {
                return Ok(notice);
            }
            match self.hear() {
                Ok(notice) => self.keep(notice),
                Err(error) => self.broken(&error)?,
            }
        }
    }

    /// Waits a while for the next event that the client has not seen. That the connection breaks is
    /// told before the client comes back, so that a person can be told, too.
    ///
    /// # Errors
    /// The server must stay reachable.
    pub fn next_within(&mut self, time: Duration) -> Result<Heard, ClientError> {
        if let Some(notice) = self.waiting.pop_front() {
            return Ok(Heard::Notice(notice));
        }
        let Some(line) = &mut self.line else {
            self.come_in()?;
            return Ok(self.waiting.pop_front().map_or(Heard::Nothing, Heard::Notice));
        };
        match line.next_within(time) {
            Ok(None) => return Ok(Heard::Nothing),
            Ok(Some(notice)) => self.keep(notice),
            Err(error) => {
                self.may_come_back(&error)?;
                self.line = None;
                return Ok(Heard::Broke);
            }
        }
        Ok(self.waiting.pop_front().map_or(Heard::Nothing, Heard::Notice))
    }

    /// Sets how long the server may be away from now on.
    pub const fn be_patient(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// Keeps an event, or holds it back while the client catches up.
    fn keep(&mut self, notice: Notice) {
        if let Some(notice) = self.held.take(notice) {
            self.keep_if_new(notice);
        }
    }

    fn keep_if_new(&mut self, notice: Notice) {
        if self.memory.is_new(&notice) {
            self.waiting.push_back(notice);
        }
    }

    fn hear(&mut self) -> io::Result<Notice> {
        let line = self.line.as_mut().ok_or(ErrorKind::NotConnected)?;
        line.next()
    }

    fn round_trip(&mut self, request: &Request) -> io::Result<Event> {
        let line = self.line.as_mut().ok_or(ErrorKind::NotConnected)?;
        line.send(request)?;
        loop {
            let notice = self.hear()?;
            if notice.id == request.id {
                return Ok(notice.event);
            }
            self.keep(notice);
        }
    }

    /// Comes back after a connection broke, unless the server wants the client to stay away.
    fn broken(&mut self, error: &io::Error) -> Result<(), ClientError> {
        self.may_come_back(error)?;
        self.come_in()
    }

    /// Makes sure that the server did not send the client away.
    fn may_come_back(&mut self, error: &io::Error) -> Result<(), ClientError> {
        if error.kind() == ErrorKind::InvalidData {
            return Err(ClientError::Protocol(error.to_string()));
        }
        let bye = self.waiting.iter().find_map(|notice| match notice.event {
            Event::Bye { reason } => Some(reason),
            _ => None,
        });
        match bye {
            Some(reason @ (CloseReason::Kicked | CloseReason::Limits)) => {
                return Err(ClientError::Ended(reason));
            }
            _ => self.waiting.retain(|notice| !matches!(notice.event, Event::Bye { .. })),
        }
        Ok(())
    }

    /// Connects, comes in and catches up, again and again until the patience ends.
    fn come_in(&mut self) -> Result<(), ClientError> {
        let began = Instant::now();
        let mut pause = FIRST_PAUSE;
        loop {
            self.line = None;
            match self.try_to_come_in() {
                Ok(entered) => return entered,
                Err(error) if tls::is_refusal(&error) => {
                    return Err(ClientError::Encryption(error));
                }
                Err(error) if began.elapsed() + pause > self.patience => {
                    let address = self.server.address().to_owned();
                    return Err(ClientError::Unreachable { address, error });
                }
                Err(_) => thread::sleep(pause),
            }
            pause = (2 * pause).min(LONGEST_PAUSE);
        }
    }

    fn try_to_come_in(&mut self) -> io::Result<Result<(), ClientError>> {
        self.line = Some(Line::connect(&self.server)?);
        // What happens from now on comes at once, what was missed only when it is asked for.
        self.held = Held::holding();
        let command = match self.credentials.clone() {
            Credentials::Guest(name) => Command::Guest { name },
            Credentials::Account(name, password) => Command::Login { name, password },
            Credentials::Newcomer(name, password) => Command::Register { name, password },
            Credentials::Token(token) => Command::Resume { token },
        };
        let id = "enter".parse().ok();
        match self.round_trip(&Request { id, command })? {
            Event::Entered { name, token, lobby, private, .. } => {
                self.name = Some(name);
                self.memory.begin(Room::Lobby, lobby);
                self.memory.begin(Room::Private, private);
                if let Some(token) = token {
                    self.credentials = Credentials::Token(token);
                }
            }
            // It may let the client in a little later.
            Event::Error { code: ErrorCode::Limit | ErrorCode::Internal, message, .. } => {
                return Err(io::Error::other(message));
            }
            Event::Error { message, .. } => return Ok(Err(ClientError::Refused(message))),
            other => return Ok(Err(ClientError::Protocol(format!("{other:?}")))),
        }
        self.catch_up().map(Ok)
    }

    /// Asks for what was missed in every room that the client has heard of.
    fn catch_up(&mut self) -> io::Result<()> {
        let mut done = BTreeSet::new();
        while let Some((room, after)) = self.memory.next_room(&done) {
            done.insert(room);
            match self.sync(room, after)? {
                answer @ Event::Snapshot(_) => self.keep_if_new(Notice::new(0, answer)),
                Event::Error { .. } => self.memory.forget(room),
                _ => {}
            }
            for notice in self.held.release(room) {
                self.keep_if_new(notice);
            }
        }
        for notice in self.held.release_all() {
            self.keep_if_new(notice);
        }
        Ok(())
    }

    /// Asks for what was missed in a room, as often as the server needs to be asked.
    fn sync(&mut self, room: Room, after: u64) -> io::Result<Event> {
        loop {
            let id = "sync".parse().ok();
            let request = Request { id, command: Command::Sync { room, after } };
            match self.round_trip(&request)? {
                Event::Error { code: ErrorCode::Limit, .. } => thread::sleep(FIRST_PAUSE),
                answer => return Ok(answer),
            }
        }
    }
}
