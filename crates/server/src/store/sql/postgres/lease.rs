//! The lease of the node that leads: one row, whose end only the clock of the database decides.

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, Row as _};
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, sleep_until, timeout_at};

use super::{Epoch, LEASE};
use crate::store::sql::WhenLed;
use crate::store::{Result, StoreError};

/// The time between two extensions.
const EXTENDED_EVERY: Duration = Duration::from_millis(1500);

/// The time after which a waiting node looks again: the leader may have ended in order.
const LOOKED_EVERY: Duration = Duration::from_millis(300);

/// The time between two attempts to extend or to take the lease.
const RETRY: Duration = Duration::from_millis(100);

/// The lease of this node.
pub(super) struct Lease {
    pub(super) epoch: Epoch,
    watch: LeaseWatch,
    /// Ends the extensions, and lets another node take over at once.
    give_up: oneshot::Sender<()>,
    extending: JoinHandle<()>,
}

/// Tells when the lease is lost.
#[derive(Clone, Debug)]
pub(in super::super) struct LeaseWatch(watch::Receiver<bool>);

impl LeaseWatch {
    /// Completes when another node may lead.
    pub(in super::super) async fn lost(mut self) {
        if self.0.wait_for(|is_lost| *is_lost).await.is_err() {
            // It was given up, which is no loss.
            std::future::pending::<()>().await;
        }
    }
}

impl Lease {
    /// Waits until no other node leads, and takes over.
    ///
    /// # Errors
    /// The database failed, or another node leads and is not waited for.
    pub(super) async fn acquire(options: &PgConnectOptions, when_led: WhenLed) -> Result<Lease> {
        let node = &this_node();
        let mut connection = options.connect().await?;
        let mut is_told = false;
        let (epoch, sent) = loop {
            let sent = Instant::now();
            if let Some(epoch) = take(&mut connection, node).await? {
                break (epoch, sent);
            }
            let (leader, left) = leader(&mut connection).await?;
            if when_led == WhenLed::Refuse && left > Duration::ZERO {
                return Err(StoreError::Led { leader });
            }
            if !is_told {
                tracing::info!(leader, "another node leads; this one waits to take over");
                is_told = true;
            }
            sleep(left.clamp(RETRY, LOOKED_EVERY)).await;
        };
        tracing::info!(node, epoch = epoch.0, "this node leads");
        let (is_lost, lost) = watch::channel(false);
        let (give_up, given_up) = oneshot::channel();
        let extender =
            Extender { options: options.clone(), connection, epoch, until: sent + LEASE };
        let extending = tokio::spawn(async move {
            if extender.run(given_up).await.is_none() {
                is_lost.send_replace(true);
            }
        });
        Ok(Lease { epoch, watch: LeaseWatch(lost), give_up, extending })
    }

    pub(super) fn watch(&self) -> LeaseWatch {
        self.watch.clone()
    }

    /// Lets another node take over at once.
    pub(super) async fn release(self) {
        let _ = self.give_up.send(());
        let _ = self.extending.await;
    }
}

/// Returns the name of this process for people.
fn this_node() -> String {
    let system = rustix::system::uname();
    format!("{} (process {})", system.nodename().to_string_lossy(), std::process::id())
}

/// Takes the lease if it is free.
async fn take(connection: &mut PgConnection, node: &str) -> Result<Option<Epoch>> {
    let sql = "UPDATE leader SET epoch = epoch + 1, node = $1, until = clock_timestamp() + $2
               WHERE until < clock_timestamp() RETURNING epoch";
    let row = sqlx::query(sql).bind(node).bind(LEASE).fetch_optional(connection).await?;
    Ok(row.map(|row| Epoch(row.get(0))))
}

/// Returns who leads, and how long at least.
async fn leader(connection: &mut PgConnection) -> Result<(String, Duration)> {
    let sql = "SELECT node, EXTRACT(EPOCH FROM until - clock_timestamp())::float8 FROM leader";
    let row = sqlx::query(sql).fetch_one(connection).await?;
    Ok((row.get(0), Duration::from_secs_f64(row.get::<f64, _>(1).max(0.0))))
}

/// Extends the lease.
struct Extender {
    options: PgConnectOptions,
    connection: PgConnection,
    epoch: Epoch,
    /// By this machine's clock, counted from the sending of the last extension that succeeded.
    until: Instant,
}

impl Extender {
    /// Extends the lease until it is given up. Returns nothing if it is lost.
    async fn run(mut self, mut given_up: oneshot::Receiver<()>) -> Option<()> {
        loop {
            let next = self.until - LEASE + EXTENDED_EVERY;
            tokio::select! {
                () = sleep_until(next) => self.extend().await?,
                _ = &mut given_up => break,
            }
        }
        let sql = "UPDATE leader SET until = clock_timestamp() WHERE epoch = $1";
        let freed = sqlx::query(sql).bind(self.epoch.0).execute(&mut self.connection).await;
        if let Err(error) = freed {
            tracing::warn!(%error, "another node can take over only when the lease has expired");
        }
        let _ = self.connection.close().await;
        Some(())
    }

    /// Extends the lease once, with as many attempts as there is time for.
    async fn extend(&mut self) -> Option<()> {
        loop {
            let sent = Instant::now();
            match timeout_at(self.until, self.try_to_extend()).await.ok()? {
                Ok(true) => {
                    self.until = sent + LEASE;
                    return Some(());
                }
                Ok(false) => return None,
                Err(error) => tracing::warn!(%error, "the lease cannot be extended"),
            }
            timeout_at(self.until, self.reconnect()).await.ok()?;
        }
    }

    async fn try_to_extend(&mut self) -> sqlx::Result<bool> {
        let sql = "UPDATE leader SET until = clock_timestamp() + $2 WHERE epoch = $1";
        let query = sqlx::query(sql).bind(self.epoch.0).bind(LEASE);
        Ok(query.execute(&mut self.connection).await?.rows_affected() == 1)
    }

    async fn reconnect(&mut self) {
        loop {
            match self.options.connect().await {
                Ok(connection) => {
                    self.connection = connection;
                    return;
                }
                Err(_) => sleep(RETRY).await,
            }
        }
    }
}
