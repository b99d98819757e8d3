//! A storm of reconnects: many clients reconnect each second while others read the lobby.

use std::cell::Cell;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::idle_clients::{ClientKind, IdleClients, in_parallel};
use crate::line_client::LineClient;
use crate::measure::mib;
use crate::options::Options;
use crate::server_process::{ServerProcess, folder};

/// How many clients reconnect each second.
const RATE: usize = 1000;

/// The time between two groups of reconnects.
const STEP: Duration = Duration::from_millis(10);

/// How many users take turns: each is away for two seconds.
const USERS: usize = 2000;

/// How many clients read the lobby.
const READERS: usize = 1000;

/// What the storm counts.
#[derive(Debug, Default)]
struct Counts {
    done: Cell<usize>,
    failed: Cell<usize>,
    longest: Cell<Duration>,
}

/// Lets clients reconnect for the measured time, and fails if a reader of the lobby was lost.
pub(crate) async fn run(options: &Options) -> io::Result<()> {
    let (users, readers) = (options.scaled(USERS), options.scaled(READERS));
    println!("\n## {users} clients reconnect, {RATE} a second, while {readers} read the lobby\n");
    let server = ServerProcess::open(folder(options)?)?;
    let address = server.address;
    let mut reading =
        IdleClients::connect(ClientKind::Follower, address, "reader", readers).await?;
    let log_in = async move |number| {
        token(address, &format!(r#"{{"do":"guest","name":"storm-{number}"}}"#)).await
    };
    let tokens = in_parallel(users, log_in).await?;
    let counts = Rc::new(Counts::default());
    let elapsed = reconnect(address, &tokens, &counts, options.measured()).await;
    reading.check()?;
    println!("| reconnects/s | failed | longest ms | readers lost | server MiB |");
    println!("| --- | --- | --- | --- | --- |");
    println!(
        "| {:.0} | {} | {:.1} | 0 | {:.0} |",
        counts.done.get() as f64 / elapsed.as_secs_f64(),
        counts.failed.get(),
        1000.0 * counts.longest.get().as_secs_f64(),
        mib(server.usage().memory)
    );
    Ok(())
}

/// Logs in by a command and returns the token.
pub(crate) async fn token(address: SocketAddr, command: &str) -> io::Result<Rc<str>> {
    let (_client, entered) = LineClient::enter(address, command).await?;
    let entered = String::from_utf8_lossy(&entered);
    let token = entered.split(r#""token":""#).nth(1).and_then(|rest| rest.split('"').next());
    token.map(Rc::from).ok_or_else(|| io::Error::other("no token"))
}

/// Starts reconnects at the rate for some time and waits for all. Returns how long that took.
async fn reconnect(
    address: SocketAddr,
    tokens: &[Rc<str>],
    counts: &Rc<Counts>,
    time: Duration,
) -> Duration {
    let per_step = RATE * STEP.as_millis() as usize / 1000;
    let mut ticks = interval(STEP);
    // A late step is made up for, so that the rate holds.
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let (mut tasks, mut next) = (JoinSet::new(), tokens.iter().cycle());
    let began = Instant::now();
    while began.elapsed() < time {
        ticks.tick().await;
        for token in next.by_ref().take(per_step) {
            tasks.spawn_local(resume(address, token.clone(), counts.clone()));
        }
        while tasks.try_join_next().is_some() {}
    }
    while tasks.join_next().await.is_some() {}
    began.elapsed()
}

/// Reconnects once.
async fn resume(address: SocketAddr, token: Rc<str>, counts: Rc<Counts>) {
    let began = Instant::now();
    let command = format!(r#"{{"do":"resume","token":"{token}"}}"#);
    match LineClient::enter(address, &command).await {
        Ok(_) => counts.done.set(counts.done.get() + 1),
        Err(_) => counts.failed.set(counts.failed.get() + 1),
    }
    counts.longest.set(counts.longest.get().max(began.elapsed()));
}
