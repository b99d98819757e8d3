//! The measurements and their tables.

use std::io;
use std::time::Duration;

use tokio::time::sleep;

use crate::idle_clients::{ClientKind, IdleClients};
use crate::measure::{Measured, PACE, Setting, measure, measure_in, mib};
use crate::options::{Options, Stage};
use crate::server_process::{ServerProcess, folder};
use crate::{archive, soak, storm};

/// The pause before the server's memory is read.
const SETTLE: Duration = Duration::from_secs(2);

const HEAD: &str = "\
| moves/s | median ms | 99 % ms | worst ms | server us/move | clients us/move | processors | \
server MiB | database MiB |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |";

/// Runs the measurements that the options select.
pub(crate) async fn run(options: &Options) -> io::Result<()> {
    if let Some(time) = options.soak {
        return soak::run(options, time).await;
    }
    if options.wants(Stage::Idle) {
        idle(options).await?;
    }
    if options.wants(Stage::Steady) {
        steady(options).await?;
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
    if options.wants(Stage::Archive) {
        archives(options).await?;
    }
    if options.wants(Stage::Storm) {
        storm::run(options).await?;
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
        let first = IdleClients::connect(kind, address, "first", 10, false).await?;
        sleep(SETTLE).await;
        let before = server.usage().memory;
        let clients = IdleClients::connect(kind, address, "idle", n, false).await?;
        sleep(SETTLE).await;
        let after = server.usage().memory;
        let each = (after - before) as f64 / n as f64;
        println!("| {name} | {n} | {:.1} | {:.1} | {each:.1} |", mib(before), mib(after));
        drop((first, clients));
    }
    Ok(())
}

async fn steady(options: &Options) -> io::Result<()> {
    let setting = Setting::goal(options);
    println!("\n## {} games that move every second, {} clients\n", setting.pairs, clients(setting));
    println!("{HEAD}");
    println!("{}", row(&measure(options, setting).await?));
    Ok(())
}

async fn saturation(options: &Options) -> io::Result<()> {
    println!("\n## Every player answers at once\n");
    println!("| games {HEAD}", HEAD = HEAD.replacen("\n|", "\n| --- |", 1));
    for pairs in [1, 10, 100, 500, 1000, 2000].map(|n| if n < 100 { n } else { options.scaled(n) })
    {
        let setting = Setting { pairs, pace: None, lobby: 0, idle: 0 };
        println!("| {pairs} {}", row(&measure(options, setting).await?));
    }
    Ok(())
}

async fn connections(options: &Options) -> io::Result<()> {
    let pairs = options.scaled(500);
    println!("\n## {pairs} games that move every second, among more and more clients\n");
    println!(
        "| clients | follow the lobby {HEAD}",
        HEAD = HEAD.replacen("\n|", "\n| --- | --- |", 1)
    );
    for n in [0, 1000, 2000, 4000].map(|n| options.scaled(n)) {
        for lobby in [false, true].into_iter().take(1 + usize::from(n > 0)) {
            let (lobby, idle) = if lobby { (n, 0) } else { (0, n) };
            let setting = Setting { pairs, pace: Some(PACE), lobby, idle };
            let measured = row(&measure(options, setting).await?);
            println!("| {} | {lobby} {measured}", clients(setting));
        }
    }
    Ok(())
}

async fn games(options: &Options) -> io::Result<()> {
    println!("\n## More and more games that move every second\n");
    println!("| games {HEAD}", HEAD = HEAD.replacen("\n|", "\n| --- |", 1));
    for pairs in [100, 500, 1000, 2000].map(|n| options.scaled(n)) {
        let setting = Setting { pairs, pace: Some(PACE), lobby: 0, idle: 0 };
        println!("| {pairs} {}", row(&measure(options, setting).await?));
    }
    Ok(())
}

async fn archives(options: &Options) -> io::Result<()> {
    let pairs = options.scaled(500);
    println!("\n## {pairs} games that move every second, beside larger and larger archives\n");
    println!("| games in the archive {HEAD}", HEAD = HEAD.replacen("\n|", "\n| --- |", 1));
    for n in [0, 10_000, 50_000, 100_000].map(|n| options.scaled(n)) {
        let folder = folder(options)?;
        archive::fill(folder.path(), n).await?;
        let setting = Setting { pairs, pace: Some(PACE), lobby: 0, idle: 0 };
        println!("| {n} {}", row(&measure_in(options, setting, folder).await?));
    }
    Ok(())
}

fn clients(setting: Setting) -> usize {
    2 * setting.pairs + setting.lobby + setting.idle
}

fn row(measured: &Measured) -> String {
    let Measured { moves_per_second, processors, memory, database, .. } = measured;
    let ([median, most, worst], [server, clients]) = (measured.latency, measured.cost);
    format!(
        "| {moves_per_second:.0} | {median:.2} | {most:.2} | {worst:.1} | {server:.0} | \
         {clients:.0} | {processors:.2} | {:.0} | {:.0} |",
        mib(*memory),
        *database as f64 / f64::from(1 << 20)
    )
}
