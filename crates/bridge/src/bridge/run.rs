//! The bridge on sockets: one thread owns the state and all connections.
//!
//! What arrives is dealt with in batches. The journal is synced before anything of the batch is sent.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use thiserror::Error;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{self, timeout_at};
use willow_files::{Overwrite, write_whole};

use super::arrival::{Arrival, Happening};
use super::carrier::{Carrier, Closing, Deed};
use super::config::{BridgeConfig, ConfigError, Passwords};
use super::journal::{Journal, JournalError};
use super::link::{Link, Target};
use super::settings::BridgeSettings;
use super::sides::sides;
use super::state::BridgeState;

/// How often the bridge looks at its clocks.
const TICK: Duration = Duration::from_millis(500);

/// The most that is dealt with at once.
const MOST_AT_ONCE: usize = 256;

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
    /// The system has no runtime for connections.
    #[error("the connections cannot be watched: {0}")]
    Runtime(io::Error),
}

/// Returns the file of the table of who is where.
#[must_use]
pub fn status_file(config: &BridgeConfig) -> PathBuf {
    config.data.join(STATUS)
}

/// Returns whether a bridge with this configuration runs: it holds the lock of its folder.
#[must_use]
pub fn is_running(config: &BridgeConfig) -> bool {
    let path = config.data.join(LOCK);
    // A lock that cannot be tried proves nothing.
    path.exists() && lock(&path).is_err()
}

/// A bridge that runs.
struct Runner<'a> {
    carrier: Carrier,
    journal: Journal,
    /// In the order of the carrier's sides.
    links: Vec<Link>,
    arrivals: Sender<Arrival>,
    began: Instant,
    status: (PathBuf, String),
    log: &'a mut dyn FnMut(&str),
}

/// Runs a bridge until `is_stopped`, which is asked twice a second at least.
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
    let links = targets(config, &settings)?;
    let file = |path: &Path, source| RunError::File { path: path.to_owned(), source };
    std::fs::create_dir_all(&config.data).map_err(|source| file(&config.data, source))?;
    let _lock = lock(&config.data.join(LOCK))?;
    let path = config.data.join(JOURNAL);
    let (journal, records) = Journal::open(&path)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(RunError::Runtime)?;
    let (arrivals, arriving) = channel(MOST_AT_ONCE);
    let sides = sides(&settings, passwords, &run_word());
    let state = BridgeState::new(settings, &records, 0);
    let result = runtime.block_on(async {
        let runner = Runner {
            carrier: Carrier::new(state, sides.0, sides.1),
            journal,
            links: links.into_iter().map(|(name, target)| Link::new(name, target)).collect(),
            arrivals,
            began: Instant::now(),
            status: (status_file(config), String::new()),
            log,
        };
        runner.run(arriving, is_stopped).await
    });
    // A host that is looked up must not delay the end.
    runtime.shutdown_background();
    result.map_err(|source| file(&path, source))
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

/// Returns where the connections of the sides lead, with their names.
fn targets(
    config: &BridgeConfig,
    settings: &BridgeSettings,
) -> Result<Vec<(String, Target)>, ConfigError> {
    let server = |address: &String, tls| Target::Server { address: address.clone(), tls };
    let willow = server(&config.willow.address, config.willow.encryption()?);
    let mut targets = vec![(config.willow.account.to_string(), willow)];
    if let Some(ggs) = &config.ggs {
        let ggs = server(&ggs.address, ggs.encryption()?);
        targets.extend(config.logins.iter().map(|login| (login.name.clone(), ggs.clone())));
    }
    let logins = settings.logins.iter().filter(|login| login.engine.is_some());
    for (login, engine) in logins.zip(&config.engines) {
        targets.push((login.login.to_string(), Target::Engine(engine.setup()?)));
    }
    Ok(targets)
}

/// Returns a word that no other run has.
fn run_word() -> String {
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
        let mut batch = Vec::with_capacity(MOST_AT_ONCE);
        while !is_stopped() {
            // At the time of the tick nothing has come.
            let _ = timeout_at(next_tick, arriving.recv_many(&mut batch, MOST_AT_ONCE)).await;
            for arrival in batch.drain(..) {
                self.arrive(arrival)?;
            }
            if time::Instant::now() >= next_tick {
                next_tick = time::Instant::now() + TICK;
                self.tick()?;
            }
            self.end_batch()?;
        }
        Ok(())
    }

    /// Returns the time since the bridge began, in whole milliseconds.
    fn now(&self) -> Duration {
        Duration::from_millis(u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    fn arrive(&mut self, arrival: Arrival) -> io::Result<()> {
        let Arrival { link, attempt, what } = arrival;
        if self.links[link].attempt != attempt {
            return Ok(());
        }
        let now = self.now();
        match what {
            Happening::Connected => self.carrier.connected(link, now),
            Happening::Bytes(bytes) => self.carrier.received(link, &bytes, now),
            Happening::Note(line) => (self.log)(&line),
            Happening::Closed(why) => {
                self.note_end(link, &why);
                self.links[link].end();
                self.carrier.closed(link, now);
            }
        }
        let deeds = self.carrier.take_deeds();
        self.take_up(deeds)
    }

    fn tick(&mut self) -> io::Result<()> {
        let now = time::Instant::now();
        for (number, link) in self.links.iter_mut().enumerate() {
            if link.is_due(now) {
                link.connect(number, &self.arrivals);
            }
        }
        let now = self.now();
        self.carrier.tick(now);
        self.write_status();
        let deeds = self.carrier.take_deeds();
        self.take_up(deeds)
    }

    fn note_end(&mut self, link: usize, why: &str) {
        let Link { name, target, .. } = &self.links[link];
        (self.log)(&format!("{name} at {target}: {why}"));
    }

    /// Takes up what is to be done; lines are sent at the end of the batch.
    fn take_up(&mut self, deeds: Vec<Deed>) -> io::Result<()> {
        for deed in deeds {
            match deed {
                Deed::Send(link, line) => self.links[link].say(&line),
                Deed::Remember(record) => self.journal.append(&record)?,
                Deed::Log(line) => (self.log)(&line),
                Deed::LoggedIn(link) => self.links[link].logged_in(),
                Deed::Close(link, why) => self.close(link, &why),
            }
        }
        Ok(())
    }

    fn close(&mut self, link: usize, why: &Closing) {
        match why {
            Closing::Broken(why) => {
                self.note_end(link, why);
                self.links[link].end();
            }
            Closing::Refused(why) => {
                self.note_end(link, &format!("the login was refused: {why}"));
                self.links[link].end_refused();
            }
        }
    }

    /// Sends what was said, once what it rests on is on the disk.
    fn end_batch(&mut self) -> io::Result<()> {
        self.journal.sync()?;
        self.links.iter_mut().for_each(Link::flush);
        Ok(())
    }

    /// Writes the table of who is where, if it has changed. A bridge without a table works, too.
    fn write_status(&mut self) {
        let text = self.carrier.status();
        if text != self.status.1 {
            if let Err(error) = write_whole(&self.status.0, text.as_bytes(), Overwrite::Always) {
                (self.log)(&format!("cannot write the table: {error}"));
            }
            self.status.1 = text;
        }
    }
}
