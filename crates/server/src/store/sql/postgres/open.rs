//! Opens a database of PostgreSQL, and checks the settings that durability needs.

use std::fmt;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, SqlSafeStr as _};

use super::super::WhenLed;
use super::super::connection::{Connection, Loan, Pool, Transaction};
use super::super::readers::{Readers, SIZES};
use super::super::writer::{Database, Writer};
use super::lease::{Lease, LeaseWatch};
use crate::store::{Location, Result, StoreError};

/// The first version that this was tried with.
const OLDEST: i64 = 150_000;

/// The number of prepared statements that a connection keeps: more than the server has.
const MAX_CACHED_STATEMENTS: usize = 400;

/// Lets PostgreSQL end the transaction of a leader that is frozen or cannot be reached, in less time than a lease: it would
/// keep others from leading.
const ALERT: [(&str, &str); 4] = [
    ("idle_in_transaction_session_timeout", "3s"),
    ("tcp_keepalives_idle", "2"),
    ("tcp_keepalives_interval", "1"),
    ("tcp_keepalives_count", "2"),
];

/// The connection that writes, while this node leads.
pub(in super::super) struct Primary {
    connection: PgConnection,
    options: PgConnectOptions,
    lease: Lease,
}

/// Opens a database, which is empty or has Willow's tables, as soon as no other node leads.
///
/// # Errors
/// It must be reachable, new enough, and durable.
pub(in super::super::super) async fn open(
    location: &Location,
    when_led: WhenLed,
) -> Result<(Readers, Writer)> {
    let options = options(location)?;
    let mut connection = connect(location, &options).await?;
    check(&mut connection).await?;
    if !has_tables(&mut connection).await? {
        migrate(&mut connection).await?;
    }
    connection.close().await?;
    let lease = Lease::acquire(&options, when_led).await?;
    let readers = readers(&options);
    // The tables of a leader change under nobody.
    let mut connection = options.clone().options(ALERT).connect().await?;
    migrate(&mut connection).await?;
    let primary = Primary { connection, options, lease };
    let mut writer = Writer::of(Database::Postgres(primary)).await?;
    writer.empty_backlog().await?;
    Ok((readers, writer))
}

/// Opens a database that has Willow's tables, to read it.
pub(in super::super::super) async fn open_to_read(location: &Location) -> Result<Readers> {
    let options = options(location)?.options([("default_transaction_read_only", "on")]);
    let mut connection = connect(location, &options).await?;
    if !has_tables(&mut connection).await? {
        return Err(StoreError::NoTables(location.to_string()));
    }
    Ok(readers(&options))
}

async fn has_tables(connection: &mut PgConnection) -> Result<bool> {
    let sql =
        "SELECT 1 FROM pg_tables WHERE tablename = 'leader' AND schemaname = current_schema()";
    Ok(sqlx::query(sql).fetch_optional(connection).await?.is_some())
}

fn options(location: &Location) -> Result<PgConnectOptions> {
    let Location::Postgres { url, password_file } = location else { unreachable!("not a folder") };
    let unreachable = |error| StoreError::Unreachable { url: url.clone(), error };
    let mut options: PgConnectOptions = url.parse().map_err(unreachable)?;
    if let Some(path) = password_file {
        let password = std::fs::read_to_string(path);
        let fault = |error| StoreError::Password { path: path.clone(), error };
        options = options.password(password.map_err(fault)?.trim_end());
    }
    Ok(options
        .application_name("willow")
        .options([("client_min_messages", "warning")])
        .statement_cache_capacity(MAX_CACHED_STATEMENTS)
        .disable_statement_logging())
}

async fn connect(location: &Location, options: &PgConnectOptions) -> Result<PgConnection> {
    let unreachable = |error| StoreError::Unreachable { url: location.to_string(), error };
    options.connect().await.map_err(unreachable)
}

fn readers(options: &PgConnectOptions) -> Readers {
    let pools = [
        pool(SIZES.queries, options),
        pool(SIZES.visitors, options),
        pool(SIZES.logins, options),
        pool(SIZES.accounts, options),
    ];
    Readers::new(pools, None)
}

fn pool(n: u32, options: &PgConnectOptions) -> Pool {
    Pool::Postgres(PgPoolOptions::new().max_connections(n).connect_lazy_with(options.clone()))
}

/// Without the password.
impl fmt::Debug for Primary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Primary").finish_non_exhaustive()
    }
}

impl Primary {
    pub(in super::super) fn connection(&mut self) -> Connection<'_> {
        let epoch = Some(self.lease.epoch);
        Connection::Postgres(Loan::Connection(&mut self.connection), epoch)
    }

    pub(in super::super) async fn begin(&mut self) -> Result<Transaction<'_>> {
        Transaction::of_postgres(&mut self.connection, Some(self.lease.epoch)).await
    }

    pub(in super::super) async fn reconnect(&mut self) -> Result<()> {
        self.connection = self.options.clone().options(ALERT).connect().await?;
        Ok(())
    }

    pub(in super::super) fn watch(&self) -> LeaseWatch {
        self.lease.watch()
    }

    pub(in super::super) async fn close(self) -> Result<()> {
        self.lease.release().await;
        Ok(self.connection.close().await?)
    }
}

/// Makes sure that the server is new enough, and that its commits are durable.
async fn check(connection: &mut PgConnection) -> Result<()> {
    let version: i64 = setting(connection, "server_version_num").await?.parse().unwrap_or(0);
    if version < OLDEST {
        let found = setting(connection, "server_version").await?;
        return Err(StoreError::Setting {
            setting: "server_version",
            found,
            wanted: "15 or newer",
        });
    }
    for (setting_name, wanted) in [
        ("server_encoding", "UTF8"),
        ("fsync", "on"),
        ("full_page_writes", "on"),
        ("synchronous_commit", "on"),
    ] {
        let found = setting(connection, setting_name).await?;
        if found != wanted && !(setting_name == "synchronous_commit" && found == "remote_apply") {
            return Err(StoreError::Setting { setting: setting_name, found, wanted });
        }
    }
    Ok(())
}

async fn setting(connection: &mut PgConnection, name: &str) -> Result<String> {
    let query = sqlx::query_scalar("SELECT current_setting($1)").bind(name);
    Ok(query.fetch_one(connection).await?)
}

/// Creates or migrates the tables. One migration at a time: other nodes wait for it.
async fn migrate(connection: &mut PgConnection) -> Result<()> {
    let migration = |version, name: &'static str, sql: &'static str| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    let begin = migration(33, "begin", include_str!("migrations/0033_begin.sql"));
    Ok(Migrator::with_migrations(vec![begin]).run(connection).await?)
}
