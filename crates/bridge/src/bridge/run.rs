//! The bridge on sockets: one thread owns the state, its sides and all connections.
//!
//! What arrives is dealt with in batches. The journal is synced before anything of the batch is sent.

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use thiserror::Error;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{self, timeout_at};
use willow_files::{Overwrite, write_whole};
use willow_protocol::client::Tls;

use super::config::{BridgeConfig, ConfigError, read_password};
use super::connection_message::{Arrival, LinkEvent};
use super::input::{BridgeInput, BridgeOutput};
use super::journal::{Journal, JournalError};
use super::link::{Link, Target};
use super::settings::BridgeSettings;
use super::sides::{Backend, Effect, GgsBackend, WillowBackend};
use super::state::BridgeState;
use crate::ggs::SessionConfig;

/// Interval at which the bridge checks its clocks.
const TICK: Duration = Duration::from_millis(500);

/// How long the last lines may take.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// The most that is dealt with at once.
const MAX_AT_ONCE: usize = 256;

/// The side of the Willow server; the others are logins on GGS, or stand for them.
const WILLOW: usize = 0;

/// The files in the bridge's folder: the journal, the table, and the lock of the bridge that runs.
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
    #[error("{}: {error}", path.display())]
    File {
        /// The file that cannot be read.
        path: PathBuf,
        /// What the system reported.
        error: io::Error,
    },
    /// Another bridge uses the folder.
    #[error("another bridge uses {}", .0.display())]
    InUse(PathBuf),
    /// The system has no runtime for connections.
    #[error("the connections cannot be watched: {0}")]
    Runtime(io::Error),
}

/// Returns the file of the table of who is where.
pub fn status_file(config: &BridgeConfig) -> PathBuf {
    config.data.join(STATUS)
}

/// Returns whether a bridge with this configuration runs: it holds the lock of its folder.
pub fn is_running(config: &BridgeConfig) -> bool {
    let path = config.data.join(LOCK);
    // A lock that cannot be tried proves nothing.
    path.exists() && lock(&path).is_err()
}

/// One side of the bridge and its connection.
struct Endpoint {
    backend: Box<dyn Backend>,
    link: Link,
    is_open: bool,
}

impl Endpoint {
    fn new(name: String, target: Target, backend: impl Backend + 'static) -> Endpoint {
        Endpoint { backend: Box::new(backend), link: Link::new(name, target), is_open: false }
    }
}

/// A bridge that runs.
struct Runner<'a> {
    state: BridgeState,
    sides: Vec<Endpoint>,
    /// The effects of the sides that are not applied yet.
    effects: VecDeque<(usize, Effect)>,
    journal: Journal,
    arrivals: Sender<Arrival>,
    began: Instant,
    status: (PathBuf, String),
    log: &'a mut dyn FnMut(&str),
}

/// Runs a bridge until `is_stopped`, which is asked twice a second at least.
///
/// # Errors
/// The configuration must be usable; the folder and its journal, all the time.
pub fn run(
    config: &BridgeConfig,
    is_stopped: &dyn Fn() -> bool,
    log: &mut dyn FnMut(&str),
) -> Result<(), RunError> {
    let settings = config.settings()?;
    let began = Instant::now();
    let sides = sides(config, &settings, began)?;
    let file = |path: &Path, error| RunError::File { path: path.to_owned(), error };
    std::fs::create_dir_all(&config.data).map_err(|error| file(&config.data, error))?;
    let _lock = lock(&config.data.join(LOCK))?;
    let path = config.data.join(JOURNAL);
    let (journal, records) = Journal::open(&path)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(RunError::Runtime)?;
    let (arrivals, arriving) = channel(MAX_AT_ONCE);
    let runner = Runner {
        state: BridgeState::new(settings, &records, 0),
        sides,
        effects: VecDeque::new(),
        journal,
        arrivals,
        began,
        status: (status_file(config), String::new()),
        log,
    };
    let result = runtime.block_on(runner.run(arriving, is_stopped));
    // A host that is looked up must not delay the end.
    runtime.shutdown_background();
    result.map_err(|error| file(&path, error))
}

/// Takes the lock of the folder: two bridges with one journal would match players twice.
fn lock(path: &Path) -> Result<std::fs::File, RunError> {
    let cannot = |error| RunError::File { path: path.to_owned(), error };
    let file = std::fs::File::create(path).map_err(cannot)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(RunError::InUse(path.to_owned())),
        Err(std::fs::TryLockError::Error(source)) => Err(cannot(source)),
    }
}

/// Returns the sides: the Willow server and the logins on GGS.
fn sides(
    config: &BridgeConfig,
    settings: &BridgeSettings,
    began: Instant,
) -> Result<Vec<Endpoint>, ConfigError> {
    let server = |address: &String, tls, ca: &Option<PathBuf>| -> Result<Target, ConfigError> {
        let tls = match ca {
            Some(path) => Some(Tls::of_file(path)?),
            None if tls => Some(Tls::of_system()?),
            None => None,
        };
        Ok(Target { address: address.clone(), tls })
    };
    let account = settings.bridge.clone();
    let target = server(&config.willow.address, config.willow.tls, &config.willow.ca)?;
    let password = read_password(&config.willow.password_file)?;
    let willow = WillowBackend::new(account.clone(), password, random_client_id(), began);
    let mut sides = vec![Endpoint::new(account.to_string(), target, willow)];
    let target = server(&config.ggs.address, config.ggs.tls, &config.ggs.ca)?;
    for entry in &config.logins {
        let password = read_password(&entry.password_file)?;
        let (login, rated) = (entry.name.clone(), settings.carried.rated);
        let session = SessionConfig { login: login.clone(), password, open: 1, trust: true, rated };
        sides.push(Endpoint::new(login, target.clone(), GgsBackend::new(session, began)));
    }
    Ok(sides)
}

/// Returns an id that no other run has.
fn random_client_id() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    format!("bridge-{:x}", now.unwrap_or_default().as_nanos())
}

impl Runner<'_> {
    async fn run(
        mut self,
        mut arriving: Receiver<Arrival>,
        is_stopped: &dyn Fn() -> bool,
    ) -> io::Result<()> {
        let mut next_tick = time::Instant::now();
        let mut batch = Vec::with_capacity(MAX_AT_ONCE);
        while !is_stopped() {
            // At the time of the tick nothing has come.
            let _ = timeout_at(next_tick, arriving.recv_many(&mut batch, MAX_AT_ONCE)).await;
            for arrival in batch.drain(..) {
                self.arrive(arrival)?;
            }
            if time::Instant::now() >= next_tick {
                next_tick = time::Instant::now() + TICK;
                self.tick()?;
            }
            self.end_batch()?;
        }
        self.stop(arriving).await
    }

    /// Ends the matches, tells the people on both sides, and waits a moment for that to be sent.
    async fn stop(&mut self, mut arriving: Receiver<Arrival>) -> io::Result<()> {
        self.input(BridgeInput::Stop)?;
        self.carry_out(WILLOW, Vec::new())?;
        self.end_batch()?;
        let mut n_open = 0;
        for side in &mut self.sides {
            n_open += usize::from(std::mem::take(&mut side.is_open));
            side.link.end();
            side.link.flush();
        }
        let all_closed = async {
            while n_open > 0 {
                let Some(arrival) = arriving.recv().await else { return };
                n_open -= usize::from(matches!(arrival.what, LinkEvent::Closed(_)));
            }
        };
        // A server that takes nothing does not delay the end.
        let _ = time::timeout(LAST_WORDS, all_closed).await;
        self.write_status();
        Ok(())
    }

    /// Returns the time since the bridge began, in whole milliseconds.
    fn now(&self) -> Duration {
        Duration::from_millis(u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    fn arrive(&mut self, arrival: Arrival) -> io::Result<()> {
        let Arrival { link: number, attempt, what } = arrival;
        let now = self.now();
        let side = &mut self.sides[number];
        if side.link.attempt != attempt {
            return Ok(());
        }
        let effects = match what {
            LinkEvent::Connected => {
                side.is_open = true;
                side.backend.connected(now)
            }
            LinkEvent::Bytes(bytes) => side.backend.received(&bytes, now),
            LinkEvent::Closed(why) => self.close(number, &why),
        };
        self.carry_out(number, effects)
    }

    fn tick(&mut self) -> io::Result<()> {
        let now = time::Instant::now();
        for (number, side) in self.sides.iter_mut().enumerate() {
            if side.link.is_due(now) {
                side.link.connect(number, &self.arrivals);
            }
        }
        let now = self.now();
        for number in 0..self.sides.len() {
            let side = &mut self.sides[number];
            if side.is_open {
                let effects = side.backend.tick(now);
                self.carry_out(number, effects)?;
            }
        }
        self.input(BridgeInput::Tick)?;
        self.carry_out(WILLOW, Vec::new())?;
        self.write_status();
        Ok(())
    }

    /// Ends the connection of a side, and returns what follows from that.
    fn close(&mut self, number: usize, why: &str) -> Vec<Effect> {
        let Endpoint { backend, link, is_open } = &mut self.sides[number];
        (self.log)(&format!("{} at {}: {why}", link.name, link.target.address));
        link.end();
        if std::mem::take(is_open) { backend.closed() } else { Vec::new() }
    }

    /// Ends the connection of a side if it is open; it is made again later.
    fn give_up(&mut self, number: usize, why: &str) {
        if self.sides[number].is_open {
            let effects = self.close(number, why);
            self.effects.extend(effects.into_iter().map(|effect| (number, effect)));
        }
    }

    /// Applies effects, which may produce further inputs. Each input is handled completely before the next.
    fn carry_out(&mut self, number: usize, effects: Vec<Effect>) -> io::Result<()> {
        self.effects.extend(effects.into_iter().map(|effect| (number, effect)));
        while let Some((number, effect)) = self.effects.pop_front() {
            match effect {
                Effect::Send(line) => self.send(number, &line),
                Effect::Input(input) => {
                    if matches!(*input, BridgeInput::GgsUp { .. } | BridgeInput::WillowUp) {
                        self.sides[number].link.logged_in();
                    }
                    self.input(*input)?;
                }
                Effect::Lost(why) => self.give_up(number, &why),
                Effect::Refused(why) => {
                    self.give_up(number, &format!("the login was refused: {why}"));
                    self.sides[number].link.wait_long();
                }
            }
        }
        Ok(())
    }

    /// Sends a line at the end of the batch.
    fn send(&mut self, number: usize, line: &str) {
        let side = &mut self.sides[number];
        if side.is_open {
            side.link.say(line);
        }
    }

    fn input(&mut self, input: BridgeInput) -> io::Result<()> {
        let now = u64::try_from(self.now().as_millis()).unwrap_or(u64::MAX);
        for output in self.state.handle(input, now) {
            match &output {
                BridgeOutput::Remember(record) => self.journal.append(record)?,
                BridgeOutput::Log(line) => (self.log)(line),
                BridgeOutput::Willow(_) => self.execute(WILLOW, &output),
                BridgeOutput::Ggs { login, .. } => {
                    if let Some(number) = self.side_of(login) {
                        self.execute(number, &output);
                    }
                }
                BridgeOutput::LeaveGgs { login } => {
                    if let Some(number) = self.side_of(login) {
                        self.give_up(number, "left to end a match without a result");
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the side of a login.
    fn side_of(&self, login: &str) -> Option<usize> {
        (WILLOW + 1..self.sides.len()).find(|&number| self.sides[number].link.name == login)
    }

    /// Lets a side do something. Its lines go out at once, so that they keep the order of the outputs; what
    /// follows from them waits until all outputs are dealt with.
    fn execute(&mut self, number: usize, output: &BridgeOutput) {
        let now = self.now();
        for effect in self.sides[number].backend.execute(output, now) {
            match effect {
                Effect::Send(line) => self.send(number, &line),
                effect => self.effects.push_back((number, effect)),
            }
        }
    }

    /// Flushes outgoing lines after the journal they depend on is synced.
    fn end_batch(&mut self) -> io::Result<()> {
        self.journal.sync()?;
        for number in 0..self.sides.len() {
            if !self.sides[number].link.flush() {
                self.give_up(number, "the server does not take what is sent");
            }
        }
        Ok(())
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
