//! A server of PostgreSQL for the tests of a process.

use std::io::Read as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Starts PostgreSQL in a folder that is deleted afterwards, and ends it when its input ends, as that of a killed test
/// does. PostgreSQL refuses to run as root: then it runs as its own user.
const SCRIPT: &str = r#"
set -e
# Syncs cost nothing in memory; who measures names a folder of a disk.
folder=$(mktemp -d -p "${WILLOW_POSTGRES_IN:-/dev/shm}" 2>/dev/null || mktemp -d)
as() { "$@"; }
if [ "$(id -u)" = 0 ]; then
    chown postgres "$folder"
    as() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
fi
bin=$2
cd "$folder"
as "$bin/initdb" -D "$folder/data" -U willow -A trust -E UTF8 --locale=C --no-sync >/dev/null
exec 3<&0
as "$bin/postgres" -D "$folder/data" -k "$folder" -h 127.0.0.1 -p "$1" \
    -c shared_buffers=32MB -c max_connections=300 >"$folder/log" 2>&1 </dev/null 3<&- &
server=$!
trap 'as "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1; rm -rf "$folder"' EXIT
until as "$bin/pg_isready" -q -h 127.0.0.1 -p "$1"; do
    kill -0 $server && [ -x "$bin/pg_isready" ] || { cat "$folder/log" >&2; exit 1; }
    sleep 0.05
done
echo ready
cat <&3 >/dev/null
"#;

/// The server of this process.
static SERVER: OnceLock<Server> = OnceLock::new();

/// Counts the databases of this process.
static DATABASES: AtomicU32 = AtomicU32::new(0);

struct Server {
    port: u16,
    /// Its input keeps the server running as long as this process.
    _keeper: Child,
}

/// Returns the address of a new, empty database. The server ends with this process.
///
/// # Panics
/// If PostgreSQL is not installed, or cannot be started.
pub fn new_postgres_database() -> String {
    let server = SERVER.get_or_init(start);
    let name = format!("test{}", DATABASES.fetch_add(1, Ordering::Relaxed));
    let url = format!("postgres://willow@127.0.0.1:{}", server.port);
    let created = Command::new(program("psql"))
        .args([&format!("{url}/postgres"), "-qc", &format!("CREATE DATABASE {name}")])
        .status();
    assert!(created.is_ok_and(|status| status.success()), "cannot create a database");
    format!("{url}/{name}")
}

fn start() -> Server {
    let postgres = program("postgres");
    let folder = postgres
        .parent()
        .expect("PostgreSQL is not installed: `apt-get install postgresql` on Debian");
    let port = free_port();
    let mut keeper = Command::new("sh")
        .args(["-c", SCRIPT, "sh", &port.to_string()])
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut ready = [0; 6];
    let stdout = keeper.stdout.as_mut().expect("its output is piped");
    stdout.read_exact(&mut ready).expect("PostgreSQL starts");
    Server { port, _keeper: keeper }
}

/// Returns a port that nothing listens at.
fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
    listener.local_addr().expect("it has an address").port()
}

/// Returns the file of a program of PostgreSQL: Debian keeps them out of the path.
fn program(name: &str) -> PathBuf {
    let in_path = std::env::var_os("PATH").into_iter().flat_map(|path| {
        std::env::split_paths(&path).map(|folder| folder.join(name)).collect::<Vec<_>>()
    });
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let of_debian = versions.map(|version| version.path().join("bin").join(name));
    of_debian.chain(in_path).find(|file| file.is_file()).unwrap_or_default()
}
