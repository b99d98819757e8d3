//! The bridge on sockets: one thread owns the state; a thread for each connection reads.
//!
//! The journal is written and synced before anything that follows in the same batch of outputs is sent.

use std::collections::VecDeque;
use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpStream, ToSocketAddrs as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;
use willow_files::{Overwrite, write_whole};

use super::backend::{Backend, Effect, GgsBackend, WillowBackend};
use super::config::{BridgeConfig, ConfigError, Passwords};
use super::input::{Input, Output};
use super::journal::{Journal, JournalError};
use super::state::BridgeState;
use crate::ggs::{SessionConfig, usual_setup};

/// How often the bridge looks at its clocks.
const TICK: Duration = Duration::from_millis(500);

/// How long a server may take to accept a connection, or to take a line.
const PATIENCE: Duration = Duration::from_secs(5);

/// The pause before the first new attempt to connect; it doubles.
const FIRST_PAUSE: Duration = Duration::from_secs(1);

/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

/// The pause after a login was refused: a wrong password does not become right.
const REFUSED_PAUSE: Duration = Duration::from_mins(10);

/// The file of the journal, and that of the table, in the bridge's folder.
const JOURNAL: &str = "matches.log";
const STATUS: &str = "status.txt";
const LOCK: &str = "lock";

/// A bridge cannot run, or cannot go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// The configuration cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A file of the bridge's folder cannot be used.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Another bridge uses the folder.
    #[error("another bridge uses {}", .0.display())]
    InUse(PathBuf),
}

/// Returns the file of the table of who is where.
#[must_use]
pub fn status_file(config: &BridgeConfig) -> PathBuf {
    config.data.join(STATUS)
}

/// What the threads of the connections tell.
enum Arrival {
    Connected(usize, u64, TcpStream),
    Bytes(usize, u64, Vec<u8>),
    Closed(usize, u64, String),
}

/// A connection, or the wait for one.
struct Link {
    name: String,
    address: String,
    backend: Box<dyn Backend>,
    stream: Option<TcpStream>,
    /// The number of the attempt, so that what comes from older ones is ignored.
    attempt: u64,
    is_trying: bool,
    retry_at: Instant,
    pause: Duration,
}

/// A bridge that runs.
struct Runner<'a> {
    state: BridgeState,
    journal: Journal,
    links: Vec<Link>,
    arrivals: Sender<Arrival>,
    began: Instant,
    status: (PathBuf, String),
    log: &'a mut dyn FnMut(&str),
    /// Whether the disk failed: then nothing more may be said.
    failure: Option<io::Error>,
}

/// Runs a bridge until `is_stopped`.
///
/// # Errors
/// The folder and its journal must be usable, all the time.
pub fn run(
    config: &BridgeConfig,
    passwords: &Passwords,
    is_stopped: &dyn Fn() -> bool,
    log: &mut dyn FnMut(&str),
) -> Result<(), RunError> {
    let settings = config.settings()?;
    let file = |path: &Path, source| RunError::File { path: path.to_owned(), source };
    std::fs::create_dir_all(&config.data).map_err(|source| file(&config.data, source))?;
    let _lock = lock(&config.data.join(LOCK))?;
    let path = config.data.join(JOURNAL);
    let (journal, records) = Journal::open(&path)?;
    let (arrivals, arriving) = mpsc::channel();
    let mut runner = Runner {
        state: BridgeState::new(settings, &records, 0),
        journal,
        links: links(config, passwords),
        arrivals,
        began: Instant::now(),
        status: (status_file(config), String::new()),
        log,
        failure: None,
    };
    runner.run(&arriving, is_stopped).map_err(|source| file(&path, source))
}

/// Takes the lock of the folder: two bridges with one journal would book everybody twice.
fn lock(path: &Path) -> Result<std::fs::File, RunError> {
    let cannot = |source| RunError::File { path: path.to_owned(), source };
    let file = std::fs::File::create(path).map_err(cannot)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(RunError::InUse(path.to_owned())),
        Err(std::fs::TryLockError::Error(source)) => Err(cannot(source)),
    }
}

/// Returns the connections that a bridge has: one to the Willow server, one for each login on GGS.
fn links(config: &BridgeConfig, passwords: &Passwords) -> Vec<Link> {
    let account = config.willow.account.clone();
    let word = format!("bridge-{:x}", run_number());
    let willow = WillowBackend::new(account.clone(), passwords.willow.clone(), word);
    let mut links =
        vec![Link::new(account.to_string(), config.willow.address.clone(), Box::new(willow))];
    for (login, password) in config.logins.iter().zip(&passwords.logins) {
        let session = SessionConfig {
            login: login.name.clone(),
            password: password.clone(),
            setup: usual_setup(1, true, config.rated),
        };
        let backend = Box::new(GgsBackend::new(session));
        links.push(Link::new(login.name.clone(), config.ggs.address.clone(), backend));
    }
    links
}

/// Returns a number that no other run has.
fn run_number() -> u128 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.unwrap_or_default().as_nanos()
}

impl Link {
    fn new(name: String, address: String, backend: Box<dyn Backend>) -> Link {
        Link {
            name,
            address,
            backend,
            stream: None,
            attempt: 0,
            is_trying: false,
            retry_at: Instant::now(),
            pause: FIRST_PAUSE,
        }
    }

    /// Waits longer before the next attempt.
    fn back_off(&mut self) {
        self.is_trying = false;
        self.retry_at = Instant::now() + self.pause;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
    }
}

impl Runner<'_> {
    fn run(
        &mut self,
        arriving: &Receiver<Arrival>,
        is_stopped: &dyn Fn() -> bool,
    ) -> io::Result<()> {
        let mut next_tick = Instant::now();
        while !is_stopped() {
            self.connect();
            let wait = next_tick.saturating_duration_since(Instant::now());
            match arriving.recv_timeout(wait) {
                Ok(arrival) => self.arrive(arrival),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
            if Instant::now() >= next_tick {
                next_tick = Instant::now() + TICK;
                self.tick();
            }
            if let Some(error) = self.failure.take() {
                return Err(error);
            }
        }
        Ok(())
    }

    fn connect(&mut self) {
        for index in 0..self.links.len() {
            let link = &mut self.links[index];
            if link.stream.is_none() && !link.is_trying && link.retry_at <= Instant::now() {
                link.is_trying = true;
                link.attempt += 1;
                let (address, attempt) = (link.address.clone(), link.attempt);
                let arrivals = self.arrivals.clone();
                thread::spawn(move || connection(index, attempt, &address, &arrivals));
            }
        }
    }

    fn arrive(&mut self, arrival: Arrival) {
        let (Arrival::Connected(index, attempt, _)
        | Arrival::Bytes(index, attempt, _)
        | Arrival::Closed(index, attempt, _)) = &arrival;
        let (index, now) = (*index, self.began.elapsed());
        if self.links[index].attempt != *attempt {
            return;
        }
        match arrival {
            Arrival::Connected(_, _, stream) => {
                let link = &mut self.links[index];
                (link.stream, link.is_trying) = (Some(stream), false);
                let effects = link.backend.connected(now);
                self.carry_out(index, effects);
            }
            Arrival::Bytes(_, _, bytes) => {
                let effects = self.links[index].backend.received(&bytes, now);
                self.carry_out(index, effects);
            }
            Arrival::Closed(_, _, why) => self.close(index, &why),
        }
    }

    /// Ends a connection, and tells the state.
    fn close(&mut self, index: usize, why: &str) {
        let link = &mut self.links[index];
        (self.log)(&format!("{} at {}: {why}", link.name, link.address));
        let was_open = match link.stream.take() {
            Some(stream) => {
                // It may be closed already.
                let _ = stream.shutdown(Shutdown::Both);
                true
            }
            None => false,
        };
        link.attempt += 1;
        link.back_off();
        if was_open {
            let effects = link.backend.closed();
            self.carry_out(index, effects);
        }
    }

    fn tick(&mut self) {
        let now = self.began.elapsed();
        for index in 0..self.links.len() {
            let effects = self.links[index].backend.tick(now);
            self.carry_out(index, effects);
        }
        self.input(Input::Tick);
        self.write_status();
    }

    fn carry_out(&mut self, index: usize, effects: Vec<Effect>) {
        let mut effects: VecDeque<Effect> = effects.into();
        while let Some(effect) = effects.pop_front() {
            match effect {
                Effect::Send(line) => self.send(index, &line),
                Effect::Input(input) => self.input(*input),
                Effect::Lost(why) => self.close(index, &why),
                Effect::Refused(why) => {
                    self.close(index, &format!("the login was refused: {why}"));
                    self.links[index].retry_at = Instant::now() + REFUSED_PAUSE;
                }
            }
        }
    }

    fn send(&mut self, index: usize, line: &str) {
        let Some(stream) = &mut self.links[index].stream else { return };
        if let Err(error) = stream.write_all(format!("{line}\n").as_bytes()) {
            self.close(index, &format!("cannot write: {error}"));
        }
    }

    fn input(&mut self, input: Input) {
        if matches!(input, Input::GgsUp { .. } | Input::WillowUp) {
            self.reset_pauses();
        }
        let now = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        for output in self.state.handle(input, now) {
            if self.failure.is_some() {
                return;
            }
            self.output(&output);
        }
    }

    /// Whoever is in may try again soon when the connection breaks.
    fn reset_pauses(&mut self) {
        for link in self.links.iter_mut().filter(|link| link.stream.is_some()) {
            link.pause = FIRST_PAUSE;
        }
    }

    fn output(&mut self, output: &Output) {
        match output {
            Output::Remember(record) => self.failure = self.journal.remember(record).err(),
            Output::Log(line) => (self.log)(line),
            Output::LeaveGgs { login } => {
                if let Some(index) = self.links.iter().position(|link| link.name == *login) {
                    self.close(index, "left to end a match without a result");
                }
            }
            Output::Ggs { .. } | Output::Willow(_) => {
                let now = self.began.elapsed();
                for index in 0..self.links.len() {
                    let effects = self.links[index].backend.execute(output, now);
                    self.carry_out(index, effects);
                }
            }
        }
    }

    /// Writes the table of who is where, if it has changed. A bridge without a table works, too.
    fn write_status(&mut self) {
        let text = self.state.status();
        if text != self.status.1 {
            if let Err(error) = write_whole(&self.status.0, text.as_bytes(), Overwrite::Always) {
                (self.log)(&format!("cannot write the table: {error}"));
            }
            self.status.1 = text;
        }
    }
}

/// Connects, and reads until the connection ends.
fn connection(index: usize, attempt: u64, address: &str, arrivals: &Sender<Arrival>) {
    let closed = |why: String| {
        // Nobody listens any more when the bridge ends.
        let _ = arrivals.send(Arrival::Closed(index, attempt, why));
    };
    let (mut reader, writer) = match open(address) {
        Ok(streams) => streams,
        Err(error) => return closed(format!("no connection: {error}")),
    };
    if arrivals.send(Arrival::Connected(index, attempt, writer)).is_err() {
        return;
    }
    let mut buffer = [0; 8192];
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return closed("the connection ended".to_owned()),
            Ok(n) => {
                let bytes = Arrival::Bytes(index, attempt, buffer[..n].to_vec());
                if arrivals.send(bytes).is_err() {
                    return;
                }
            }
            Err(error) => return closed(format!("the connection broke: {error}")),
        }
    }
}

fn open(address: &str) -> io::Result<(TcpStream, TcpStream)> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                stream.set_write_timeout(Some(PATIENCE))?;
                return Ok((stream.try_clone()?, stream));
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}
