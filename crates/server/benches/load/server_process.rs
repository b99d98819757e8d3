//! The server under load, in a process of its own.

use std::fs;
use std::future::pending;
use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;
use tokio::runtime::Runtime;
use willow_server::{Config, Limits, Server};

use crate::options::Options;

/// A running server.
pub(crate) struct ServerProcess {
    child: Child,
    pub(crate) address: SocketAddr,
    pub(crate) http: SocketAddr,
    folder: TempDir,
}

/// The resources that a process has used.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    /// Memory now, in KiB.
    pub(crate) memory: u64,
    /// Time on processors since its start.
    pub(crate) cpu: Duration,
}

/// The file in the folder with the address of a database of PostgreSQL.
const DATABASE: &str = "database";

/// Returns a folder for a database.
pub(crate) fn folder(options: &Options) -> io::Result<TempDir> {
    let folder = match &options.data {
        Some(parent) => TempDir::new_in(parent)?,
        None => TempDir::new()?,
    };
    if options.postgres {
        fs::write(folder.path().join(DATABASE), willow_testkit::new_postgres_database())?;
    }
    Ok(folder)
}

impl ServerProcess {
    /// Starts a server with the database in a folder.
    pub(crate) fn open(folder: TempDir) -> io::Result<ServerProcess> {
        let file = folder.path().join("load.toml");
        let config = toml::to_string(&config(folder.path())).map_err(io::Error::other)?;
        fs::write(&file, config)?;
        let mut child = Command::new(std::env::current_exe()?)
            .arg("--serve")
            .arg(&file)
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().ok_or_else(|| io::Error::other("no output"))?;
        let mut lines = BufReader::new(output).lines();
        let mut address = || -> io::Result<SocketAddr> {
            let line =
                lines.next().ok_or_else(|| io::Error::other("the server did not start"))??;
            line.parse().map_err(io::Error::other)
        };
        let (address, http) = (address()?, address()?);
        Ok(ServerProcess { child, address, http, folder })
    }

    /// Returns the resources that the server has used: zeros where there is no `/proc`.
    pub(crate) fn usage(&self) -> Usage {
        usage(self.child.id()).unwrap_or_default()
    }

    /// Returns the resources that the clients have used.
    pub(crate) fn usage_of_clients() -> Usage {
        usage(std::process::id()).unwrap_or_default()
    }

    /// Returns the size of the database in bytes.
    pub(crate) fn database(&self) -> u64 {
        let size = |name| fs::metadata(self.folder.path().join(name)).map_or(0, |file| file.len());
        size("willow.db") + size("willow.db-wal")
    }
}

/// Runs the server, as `willow serve` does.
pub(crate) fn serve(config: &Path) -> io::Result<()> {
    let config = toml::from_str(&fs::read_to_string(config)?).map_err(io::Error::other)?;
    Runtime::new()?.block_on(async {
        let server = Server::start(config).await.map_err(io::Error::other)?;
        println!("{}\n{}", server.address(), server.http_address());
        server.run(pending()).await.map_err(io::Error::other)
    })
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns a configuration with limits that no measurement reaches.
fn config(folder: &Path) -> Config {
    let any_port = SocketAddr::from(([127, 0, 0, 1], 0));
    let plenty = 10_000_000;
    Config {
        data: folder.to_owned(),
        store: fs::read_to_string(folder.join(DATABASE)).ok(),
        listen: any_port,
        http: any_port,
        bots: false,
        limits: Limits {
            newcomers_per_minute: plenty,
            offers_per_minute: 10_000_000,
            logins_per_minute: plenty,
            commands_per_second: plenty,
            command_burst: plenty,
            commands_per_second_per_address: plenty,
            command_burst_per_address: plenty,
            visitor_commands_per_second_per_address: plenty,
            visitor_command_burst_per_address: plenty,
            connections: 100_000,
            connections_per_address: 100_000,
            queue: 20_000,
            idle_seconds: 1_000_000,
            ..Limits::default()
        },
        ..Config::default()
    }
}

/// Reads the resources that a process has used.
fn usage(process: u32) -> Option<Usage> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let memory = resident.trim().trim_end_matches(" kB").parse().ok()?;
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name in parentheses may contain blanks; user and system time are the 12th and 13th after it.
    let (_, fields) = stat.rsplit_once(')')?;
    let times = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = times.map(|time| time.parse().unwrap_or(0)).sum();
    // Linux reports times in hundredths of a second.
    Some(Usage { memory, cpu: Duration::from_millis(10 * ticks) })
}
