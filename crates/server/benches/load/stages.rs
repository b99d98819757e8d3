//! The measurements and their tables.

use std::io;
use std::time::Duration;

use tokio::time::sleep;

use crate::idle_clients::{ClientKind, IdleClients};
use crate::measure::{Measured, Setting, measure, mib};
use crate::options::{Options, Stage};
use crate::pair::Ends;
use crate::server_process::{ServerProcess, folder};
use crate::{floods, soak, storm};

/// The pause before the server's memory is read.
const SETTLE: Duration = Duration::from_secs(2);

const HEAD: &str = "\
| games | clients | follow the lobby | moves/s | ends/s | median ms | 99 % ms | worst ms | server us/move | \
clients us/move | processors | server MiB | database MiB |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |";

/// Runs the measurements that the options select.
pub(crate) async fn run(options: &Options) -> io::Result<()> {
    if let Some(time) = options.soak {
        return soak::run(options, time).await;
    }
    if options.wants(Stage::Idle) {
        idle(options).await?;
    }
    if options.wants(Stage::Steady) {
        let goal = Setting::goal(options);
        let settings = [0, 1, 4].map(|part| Setting { lobby: goal.lobby * part / 4, ..goal });
        table(options, "Games that move every second, begin and end", &settings).await?;
    }
    if options.wants(Stage::Ends) {
        let together = Setting { ends: Ends::Together, ..Setting::goal(options) };
        let settings = [Setting { lobby: 0, ..together }, together];
        table(options, "Games that end within a second, while they move", &settings).await?;
    }
    if options.wants(Stage::Saturation) {
        saturation(options).await?;
    }
    if options.wants(Stage::Connections) {
        connections(options).await?;
    }
    if options.wants(Stage::Games) {
        games(options).await?;
    }
    if options.wants(Stage::Storm) {
        storm::run(options).await?;
    }
    if options.wants(Stage::Floods) {
        floods::run(options).await?;
    }
    Ok(())
}

/// Measures the memory of idle connections.
async fn idle(options: &Options) -> io::Result<()> {
    let n = options.scaled(5000);
    println!("\n## Memory of idle connections\n");
    println!("| kind | connections | before MiB | after MiB | KiB each |");
    println!("| --- | --- | --- | --- | --- |");
    for (name, kind) in [
        ("TCP", ClientKind::Tcp),
        ("WebSocket", ClientKind::WebSocket),
        ("WebSocket, visitors", ClientKind::WebSocketVisitor),
    ] {
        let server = ServerProcess::open(folder(options)?)?;
        let address = if kind == ClientKind::Tcp { server.address } else { server.http };
        // The first clients make the server allocate what it needs in any case.
        let first = IdleClients::connect(kind, address, "first", 10).await?;
        sleep(SETTLE).await;
        let before = server.usage().memory;
        let clients = IdleClients::connect(kind, address, "idle", n).await?;
        sleep(SETTLE).await;
        let after = server.usage().memory;
        let each = (after - before) as f64 / n as f64;
        println!("| {name} | {n} | {:.1} | {:.1} | {each:.1} |", mib(before), mib(after));
        drop((first, clients));
    }
    Ok(())
}

/// Measures settings, and prints a row for each.
async fn table(options: &Options, title: &str, settings: &[Setting]) -> io::Result<()> {
    println!("\n## {title}\n\n{HEAD}");
    for &setting in settings {
        let Setting { pairs, lobby, idle, .. } = setting;
        let measured = row(&measure(options, setting).await?);
        println!("| {pairs} | {} | {lobby} {measured}", 2 * pairs + lobby + idle);
    }
    Ok(())
}

async fn saturation(options: &Options) -> io::Result<()> {
    let numbers =
        [1, 10, 100, 500, 1000, 2000].map(|n| if n < 100 { n } else { options.scaled(n) });
    let settings = numbers.map(|pairs| Setting { move_interval: None, ..Setting::paced(pairs) });
    table(options, "Every player answers at once", &settings).await
}

async fn connections(options: &Options) -> io::Result<()> {
    let alone = Setting::paced(options.scaled(500));
    let mut settings = vec![alone];
    for n in [1000, 2000, 4000].map(|n| options.scaled(n)) {
        settings.extend([Setting { idle: n, ..alone }, Setting { lobby: n, ..alone }]);
    }
    table(options, "Games that move every second, among more and more clients", &settings).await
}

async fn games(options: &Options) -> io::Result<()> {
    let settings = [100, 500, 1000, 2000].map(|n| options.scaled(n));
    let settings = settings.map(Setting::paced);
    table(options, "More and more games that move every second", &settings).await
}

fn row(measured: &Measured) -> String {
    let Measured { moves_per_second, ends_per_second, processors, memory, database, .. } = measured;
    let ([median, p99, worst], [server, clients]) = (measured.latency, measured.cost);
    format!(
        "| {moves_per_second:.0} | {ends_per_second:.1} | {median:.2} | {p99:.2} | {worst:.1} | {server:.0} | \
         {clients:.0} | {processors:.2} | {:.0} | {:.0} |",
        mib(*memory),
        *database as f64 / f64::from(1 << 20)
    )
}
