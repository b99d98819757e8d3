//! Measures how long the position explorer takes: `explorer DIR GAMES` asks the archive in a folder
//! about every fifth position of the games in a file.
#![forbid(unsafe_code)]

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use willow_board::Position;
use willow_protocol::{ArchiveFilter, Event, ExploreFilter, PositionQuery};
use willow_records::GameOrPosition;
use willow_server::domain::{ArchiveQuery, Query};
use willow_server::store::Store;

/// Of so many positions one is asked about.
const EVERY: usize = 5;

/// The most positions that are asked about.
const MOST: usize = 20_000;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [folder, games] = &words[..] else { return Err("usage: explorer DIR GAMES".into()) };
    let positions = positions(&std::fs::read(games)?)?;
    let runtime = tokio::runtime::Runtime::new()?;
    let (store, _writer) = runtime.block_on(Store::open(Path::new(folder)))?;
    let mut start = Vec::new();
    for _ in 0..100 {
        start.push(runtime.block_on(time(&store, Position::START))?);
    }
    report("the start", start);
    let mut early = Vec::new();
    let mut late = Vec::new();
    for position in positions {
        let taken = runtime.block_on(time(&store, position))?;
        let discs = position.board().occupied().count();
        if discs < 20 { early.push(taken) } else { late.push(taken) }
    }
    report("fewer than 20 discs", early);
    report("20 discs or more", late);
    Ok(())
}

fn positions(file: &[u8]) -> Result<Vec<Position>, Box<dyn Error>> {
    let mut positions = Vec::new();
    for entry in willow_records::read(file)? {
        if let GameOrPosition::Game(record) = entry.item {
            let plies = 0..=record.game.n_plies();
            positions.extend(plies.filter_map(|ply| record.game.position_at(ply).copied()));
        }
    }
    Ok(positions.into_iter().step_by(EVERY).take(MOST).collect())
}

/// Returns the question about a position.
fn exploring(position: Position) -> Query {
    let filter =
        ArchiveFilter { position: Some(PositionQuery(position)), ..ArchiveFilter::default() };
    Query::Archive(ArchiveQuery::Moves(Box::new(ExploreFilter { filter })))
}

/// Asks about a position and returns how long the answer took.
async fn time(store: &Store, position: Position) -> Result<Duration, Box<dyn Error>> {
    let began = Instant::now();
    let answer = store.answer(&exploring(position)).await?;
    let taken = began.elapsed();
    match answer {
        Ok(Event::Explored(_)) => Ok(taken),
        other => Err(format!("{other:?}").into()),
    }
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let Some(last) = times.len().checked_sub(1) else { return };
    let at = |part: f64| times[(last as f64 * part) as usize].as_secs_f64() * 1000.0;
    println!(
        "{what}: {} positions, median {:.2} ms, 99 % {:.2} ms, longest {:.2} ms",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}
