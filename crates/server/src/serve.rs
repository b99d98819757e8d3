//! A server as a whole: from a configuration to listening sockets, and to an orderly end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::auth::Doorkeeper;
use crate::bots::BotPool;
use crate::clock::ServerClock;
use crate::config::Config;
use crate::connection::Shared;
use crate::core::{Core, Input};
use crate::crier::Crier;
use crate::directory::Directory;
use crate::http::{self, Web};
use crate::hub::{self, Hub, Scribe, Speaker};
use crate::limits::{Gauge, Questions};
use crate::metrics::Metrics;
use crate::store::{self, Store, StoreError};
use crate::tcp;
use crate::tls::{Acceptor, TlsError};

/// How long clients have to go when the server ends.
const DRAIN: Duration = Duration::from_secs(5);

/// How often it is looked whether they have gone.
const DRAIN_STEP: Duration = Duration::from_millis(20);

/// A server that runs.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    http_address: SocketAddr,
    shared: Shared,
    hub: JoinHandle<Result<(), StoreError>>,
    listeners: Vec<JoinHandle<()>>,
}

/// The server could not start, or had to end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        error: std::io::Error,
    },
    /// The certificate or the key does not serve.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system has no randomness.
    #[error("the system gives no random numbers: {0}")]
    Random(getrandom::Error),
    /// A part of the server ended that should not have.
    #[error("the server failed: {0}")]
    Task(#[from] tokio::task::JoinError),
}

impl Server {
    /// Starts a server, from where the last one in the same folder stopped.
    ///
    /// # Errors
    /// The folder and the address must be usable.
    pub async fn start(config: Config) -> Result<Server, ServeError> {
        let tls = config.tls.as_ref().map(Acceptor::new).transpose()?;
        let lines_tls = tls.clone().filter(|_| config.tls.as_ref().is_some_and(|tls| tls.lines));
        let (store, mut writer) = Store::open(&config.data).await?;
        let clock = ServerClock::start(writer.last_time().await?);
        let saved = store::load(&mut writer, clock.now()).await?;
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(ServeError::Random)?;
        let (core, first) = Core::restore(config.rules(seed), saved, clock.now());
        let (listener, address) = bind(config.listen).await?;
        let (http_listener, http_address) = bind(config.http).await?;
        let (hub, inputs) = Hub::new();
        let metrics = Arc::new(Metrics::default());
        let directory = Directory::default();
        let bots = BotPool::start(config.bot_threads, config.house(), &hub, clock);
        let questions = Questions::new(config.limits.questions);
        let shared = Shared {
            hub,
            directory: directory.clone(),
            doorkeeper: Doorkeeper::new(store.clone()),
            gauge: Gauge::new(&config.limits),
            limits: Arc::new(config.limits),
            clock,
            metrics: metrics.clone(),
        };
        let web = Web {
            shared: shared.clone(),
            store: store.clone(),
            questions: questions.clone(),
            origins: config.origins,
            trusted_proxies: config.trusted_proxies,
        };
        let crier = Crier::start(directory.clone(), metrics.clone());
        let retention = config.retention;
        let scribe = Scribe { writer, clock, metrics: metrics.clone(), retention };
        let speaker = Speaker { store, directory, crier, bots, clock, metrics, questions };
        let hub = hub::start(core, first, inputs, scribe, speaker);
        let listeners = vec![
            tokio::spawn(tcp::listen(listener, shared.clone(), lines_tls)),
            tokio::spawn(http::listen(http_listener, web, tls)),
        ];
        Ok(Server { address, http_address, shared, hub, listeners })
    }

    /// Returns where the line protocol listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns where HTTP and WebSocket listen.
    #[must_use]
    pub const fn http_address(&self) -> SocketAddr {
        self.http_address
    }

    /// Runs until `end` comes or the store fails, then says so to everybody and stops when all that
    /// was decided is written.
    ///
    /// # Errors
    /// The store must take what is written.
    pub async fn run(mut self, end: impl Future<Output = ()>) -> Result<(), ServeError> {
        tokio::select! {
            ended = &mut self.hub => return Ok(ended??),
            () = end => {}
        }
        for listener in &self.listeners {
            listener.abort();
        }
        let text = "the server is shut down; games go on when it is back".to_owned();
        self.shared.hub.send(Input::ShutDown { text }).await;
        let gone = async {
            while self.shared.directory.len() > 0 {
                tokio::time::sleep(DRAIN_STEP).await;
            }
        };
        if timeout(DRAIN, gone).await.is_err() {
            tracing::warn!(left = self.shared.directory.len(), "some clients did not go");
        }
        self.hub_ends().await
    }

    /// Lets the hub write what is left and end.
    async fn hub_ends(self) -> Result<(), ServeError> {
        self.shared.hub.send(Input::Stop).await;
        Ok(self.hub.await??)
    }
}

async fn bind(address: SocketAddr) -> Result<(TcpListener, SocketAddr), ServeError> {
    let fault = |error| ServeError::Listen { address, error };
    let listener = TcpListener::bind(address).await.map_err(fault)?;
    let bound = listener.local_addr().map_err(fault)?;
    Ok((listener, bound))
}
