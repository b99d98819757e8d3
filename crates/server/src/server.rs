//! The server as a whole: start-up from a configuration, and shutdown.

use std::fmt;
#[cfg(unix)]
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::web_assets::{Bundle, BundleError};
#[cfg(unix)]
use rustls_pki_types::pem;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::task::{JoinError, JoinHandle};
use tokio::time::timeout;
use willow_protocol::client::Tls;

use crate::books::{Books, OpenError};
use crate::bots::{BotContext, BotPool, server_bots};
use crate::domain::{DamagedRow, Input, ServerState, Settings};
#[cfg(unix)]
use crate::file_access;
use crate::http::{self, HttpState, Pages, PagesError, WebClient};
use crate::mail::{MailError, Mailer, Relay};
use crate::net::{
    Acceptor, ConnectionRegistry, Credentials, Greeting, Permits, RateLimits, SessionContext,
    TlsError, ggs, tcp,
};
use crate::ops::{Config, ConfigError, Current, Health, Metrics, ServerClock};
use crate::pipeline::{
    self, CommitTask, DeliveryTask, ListReader, LobbyBroadcaster, QueryReaders, input_queue,
};
use crate::push::{KeyError, PushKey, PushSender, PushServices};
use crate::reload::Reloader;
use crate::store::{Location, Store, StoreError};

/// The time that clients have to disconnect when the server shuts down.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// The time between two checks whether they have disconnected.
const SHUTDOWN_POLL: Duration = Duration::from_millis(20);

/// The number of exports at a time. Each keeps at most one page in memory, or the games of WTHOR.
const EXPORTS: usize = 2;

/// Why a server is to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// A signal of the operating system, by its name.
    Signal(&'static str),
    /// The embedding program stopped the server.
    Program,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopReason::Signal(name) => f.write_str(name),
            StopReason::Program => f.write_str("the program ends"),
        }
    }
}

/// A running server.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    http_address: SocketAddr,
    ggs_address: Option<SocketAddr>,
    context: SessionContext,
    pipeline: JoinHandle<Result<(), StoreError>>,
    listeners: Vec<JoinHandle<()>>,
    reloader: Reloader,
}

/// The server could not start, or failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// One of the configuration.
        address: SocketAddr,
        /// What the system says.
        error: std::io::Error,
    },
    /// A setting of the configuration is invalid.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The folder of the web client cannot be used.
    #[error("`web-folder`: {0}")]
    Web(BundleError),
    /// The certificate or the key cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The opening book cannot be used.
    #[error(transparent)]
    Book(#[from] OpenError),
    /// The operator's pages cannot be used.
    #[error(transparent)]
    Pages(#[from] PagesError),
    /// E-mail cannot be sent.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The key of notifications cannot be used.
    #[error(transparent)]
    Push(#[from] KeyError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The rows of the store contradict each other.
    #[error(transparent)]
    Damaged(#[from] DamagedRow),
    /// The system has no random numbers.
    #[error("the system has no random numbers: {0}")]
    Random(getrandom::Error),
    /// A task of the server failed.
    #[error("the server failed: {0}")]
    Task(JoinError),
}

impl ServeError {
    /// Returns what the administrator types if this process may not read a file, or not use the folder of the database.
    #[cfg(unix)]
    pub fn remedy(&self) -> Option<String> {
        let (ServeError::Tls(TlsError::File { path, error: pem::Error::Io(error), .. })
        | ServeError::Pages(PagesError::Unreadable { path, error })
        | ServeError::Book(OpenError::Unreadable { path, error })
        | ServeError::Mail(MailError::Password { path, error })
        | ServeError::Web(BundleError::Read { path, error })
        | ServeError::Push(KeyError::File { path, error })
        | ServeError::Store(StoreError::Folder { path, error })) = self
        else {
            return None;
        };
        let is_denied = error.kind() == io::ErrorKind::PermissionDenied;
        is_denied.then(|| match self {
            ServeError::Store(_) | ServeError::Push(_) => file_access::how_to_own(path),
            ServeError::Mail(_) => file_access::how_to_own_file(path),
            _ => file_access::how_to_open(path),
        })
    }

    /// Returns nothing on this system.
    #[cfg(not(unix))]
    pub fn remedy(&self) -> Option<String> {
        None
    }
}

/// What a server reads at its start besides its data.
struct Prepared {
    tls: Option<Acceptor>,
    web: Option<&'static Bundle>,
    books: Books,
    pages: Pages,
    relay: Option<Relay>,
}

impl Prepared {
    async fn read(config: &Config) -> Result<Prepared, ServeError> {
        config.check()?;
        Ok(Prepared {
            tls: Acceptor::open(config)?,
            web: web_client(config).map_err(ServeError::Web)?,
            books: open_books(config).await?,
            pages: Pages::read(config.pages_folder.as_deref())?,
            relay: Relay::open(config)?,
        })
    }
}

impl Server {
    /// Starts a server, which continues where the last one in the same folder stopped.
    ///
    /// # Errors
    /// The settings must be valid, and the folder and the addresses usable.
    pub async fn start(config: Config) -> Result<Server, ServeError> {
        let Prepared { tls, web, books, pages, relay } = Prepared::read(&config).await?;
        let line_tls = tls.clone().filter(|_| config.tls.as_ref().is_some_and(|tls| tls.lines));
        let http_tls = tls.clone().filter(|_| config.has_https());
        let greeting = Current::new(Greeting::new(&config, pages.names()));
        let (pages, tls_again) = (Current::new(pages), tls.clone());
        Store::create_folder(&config.data)?;
        let location = Location::of(&config);
        if !Store::may_exist(&location) {
            tracing::info!(
                "there is no database in {location}: a new one has no members and no administrator"
            );
        }
        let (store, mut writer) = Store::open(&location).await?;
        writer.begin_service().await?;
        let start = writer.start_time(ServerClock::time_of_day(), config.clock).await?;
        let clock = ServerClock::start(start);
        let saved = writer.load(clock.now()).await?;
        let bots = if config.bots { server_bots() } else { Vec::new() };
        let (line_listener, address) = bind(config.listen).await?;
        let (http_listener, http_address) = bind(config.http).await?;
        let ggs = match config.ggs {
            Some(address) => Some(bind(address).await?),
            None => None,
        };
        let settings = Settings {
            http_port: http_address.port(),
            ..Settings::new(&config, bots.clone(), random_bytes()?)
        };
        let (state, first) = ServerState::restore(settings, saved, clock.now())?;
        let (inputs, receiver) = input_queue();
        let metrics = Arc::new(Metrics::new(&config.data));
        let health = Health::default();
        let registry = ConnectionRegistry::default();
        let bot_context = BotContext { bots, secret: u64::from_le_bytes(random_bytes()?), clock };
        let bots = BotPool::start(config.bot_threads, bot_context, &inputs);
        let readers = |store: Store, max: usize| QueryReaders { store, permits: Permits::new(max) };
        let users = readers(store.clone(), config.limits.questions);
        let visitors = readers(store.for_visitors(), config.limits.visitor_questions);
        let push = push_sender(&config, &metrics)?;
        let context = SessionContext {
            inputs,
            registry: registry.clone(),
            credentials: Credentials::new(store.clone()),
            rate_limits: RateLimits::new(&config.limits),
            limits: Arc::new(config.limits.clone()),
            clock,
            metrics: metrics.clone(),
            http_port: http_address.port(),
            greeting,
        };
        let telnet = telnet_port(&config, address);
        let mail = mailer(&config, relay, &context, &store);
        let http_state = HttpState {
            context: context.clone(),
            store: visitors.store.clone(),
            query_permits: visitors.permits.clone(),
            health: health.clone(),
            lists: ListReader::new(context.inputs.clone()),
            exports: Permits::new(EXPORTS),
            web: web.map(|bundle| WebClient::new(bundle, telnet)),
            books,
            pages,
            push: push.clone(),
            mail,
            config: Arc::new(config),
        };
        let reloader = Reloader {
            started: http_state.config.clone(),
            last: Arc::new(Mutex::new((*http_state.config).clone())),
            tls: tls_again,
            pages: http_state.pages.clone(),
            greeting: context.greeting.clone(),
            rate_limits: context.rate_limits.clone(),
            inputs: context.inputs.clone(),
        };
        let (queue, retention) = (context.limits.queue, http_state.config.retention.clone());
        let lobby_broadcaster = LobbyBroadcaster::start(registry.clone(), metrics.clone(), queue);
        let (metrics_of_commits, committed) = (metrics.clone(), Arc::default());
        let commit =
            CommitTask { writer, clock, metrics: metrics_of_commits, health, retention, committed };
        let delivery =
            DeliveryTask { registry, lobby_broadcaster, bots, clock, metrics, users, visitors };
        let pipeline = pipeline::start(state, first, receiver, commit, delivery);
        let mut listeners = vec![
            tokio::spawn(tcp::listen(line_listener, context.clone(), line_tls)),
            tokio::spawn(http::listen(http_listener, http_state, http_tls)),
        ];
        let ggs_address = ggs.as_ref().map(|(_, address)| *address);
        listeners.extend(ggs.map(|(it, _)| tokio::spawn(ggs::listen(it, context.clone()))));
        if let Some(sender) = push {
            let run = sender.run(store.clone(), context.inputs.clone(), clock);
            listeners.push(tokio::spawn(run));
        }
        Ok(Server { address, http_address, ggs_address, context, pipeline, listeners, reloader })
    }

    /// Checks a configuration and the files that it names, without the data and the addresses.
    ///
    /// # Errors
    /// The settings must be valid, and the files readable.
    pub async fn check(config: &Config) -> Result<(), ServeError> {
        Prepared::read(config).await.map(drop)
    }

    /// Returns what changes the server while it runs.
    pub fn reloader(&self) -> Reloader {
        self.reloader.clone()
    }

    /// Returns the address of the line protocol.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the address of HTTP and WebSocket.
    pub const fn http_address(&self) -> SocketAddr {
        self.http_address
    }

    /// Returns the address for clients of the Generic Game Server, if there is one.
    pub const fn ggs_address(&self) -> Option<SocketAddr> {
        self.ggs_address
    }

    /// Runs until `end` completes or the store fails. Then it announces the shutdown, and stops when
    /// everything is committed. The log says why.
    ///
    /// # Errors
    /// A commit failed.
    pub async fn run(mut self, end: impl Future<Output = StopReason>) -> Result<(), ServeError> {
        let reason = tokio::select! {
            ended = &mut self.pipeline => return stopped(ended),
            reason = end => reason,
        };
        tracing::info!(%reason, "the server stops");
        for listener in &self.listeners {
            listener.abort();
        }
        let text = "the server is shutting down; games go on after the restart".to_owned();
        self.context.inputs.send(Input::ShutDown { text }).await;
        let disconnected = async {
            while self.context.registry.len() > 0 {
                tokio::time::sleep(SHUTDOWN_POLL).await;
            }
        };
        if timeout(SHUTDOWN_TIMEOUT, disconnected).await.is_err() {
            tracing::warn!(left = self.context.registry.len(), "some clients did not disconnect");
        }
        self.context.inputs.send(Input::Stop).await;
        stopped(self.pipeline.await)
    }
}

/// Logs how the pipeline ended.
fn stopped(ended: Result<Result<(), StoreError>, JoinError>) -> Result<(), ServeError> {
    let ended = ended.map_err(ServeError::Task).and_then(|ended| ended.map_err(ServeError::from));
    match &ended {
        Ok(()) => tracing::info!("the server has stopped, and everything is committed"),
        Err(error) => tracing::error!(%error, "the server stops because of an error"),
    }
    ended
}

/// Returns the web client, unless it is switched off. That of a folder is read once, and kept as long as
/// the process runs.
fn web_client(config: &Config) -> Result<Option<&'static Bundle>, BundleError> {
    match &config.web_folder {
        _ if !config.web => Ok(None),
        None => Ok(Some(Bundle::embedded())),
        Some(folder) => Ok(Some(Box::leak(Box::new(Bundle::read(folder)?)))),
    }
}

/// Returns the port of the line protocol, if those who see the web client can reach it by telnet.
fn telnet_port(config: &Config, address: SocketAddr) -> Option<u16> {
    let is_encrypted = config.tls.as_ref().is_some_and(|tls| tls.lines);
    let is_for_this_machine = address.ip().is_loopback() && config.public_url.is_some();
    (!is_encrypted && !is_for_this_machine).then(|| address.port())
}

/// Opens the opening books, which reads a file.
async fn open_books(config: &Config) -> Result<Books, ServeError> {
    let file = config.book.clone();
    Ok(tokio::task::spawn_blocking(move || Books::open(&file))
        .await
        .map_err(ServeError::Task)??)
}

/// Returns what sends notifications, unless they are switched off.
fn push_sender(
    config: &Config,
    metrics: &Arc<Metrics>,
) -> Result<Option<Arc<PushSender>>, KeyError> {
    if !config.push.enabled {
        return Ok(None);
    }
    let key = PushKey::open(&config.data)?;
    let services = PushServices::new(config.push.services.clone());
    let public = config.public_url().filter(|url| url.starts_with("https://"));
    let contact = config.push.contact.as_deref().or(public).map(ToOwned::to_owned);
    let tls = Tls::of_system();
    let tls = tls.inspect_err(|error| tracing::warn!(%error, "no push service is trusted")).ok();
    Ok(Some(Arc::new(PushSender::new(key, services, contact, tls, metrics.clone()))))
}

/// Returns what sends e-mail, if there is a relay.
fn mailer(
    config: &Config,
    relay: Option<Relay>,
    context: &SessionContext,
    store: &Store,
) -> Option<Arc<Mailer>> {
    let (relay, public_url) = (relay?, config.public_url()?.to_owned());
    Some(Arc::new(Mailer::new(relay, public_url, context.clone(), store.clone())))
}

fn random_bytes<const N: usize>() -> Result<[u8; N], ServeError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(ServeError::Random)?;
    Ok(bytes)
}

async fn bind(address: SocketAddr) -> Result<(TcpListener, SocketAddr), ServeError> {
    let fault = |error| ServeError::Listen { address, error };
    let listener = TcpListener::bind(address).await.map_err(fault)?;
    let bound = listener.local_addr().map_err(fault)?;
    Ok((listener, bound))
}
