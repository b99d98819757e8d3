//! Measures how long searches of the archive take: `searches DIR` asks the archive in a folder
//! questions of every kind, alone and sixteen at once.
#![forbid(unsafe_code)]

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use willow_protocol::{ArchiveFilter, PositionQuery};
use willow_server::domain::Query;
use willow_server::store::Store;

/// How many ask at once.
const AT_ONCE: usize = 16;

/// The questions, as the words of `archive`.
const SEARCHES: [&str; 10] = [
    "",
    "result draw",
    "from 1995 to 1996",
    "player tamenori",
    "player san",
    "player tamenori opponent murakami",
    "opening f5d6c3d3c4",
    "opening f5d6c3d3c4 result draw",
    "opening f5d6c3d3c4 player tamenori",
    "opening f5f6e6f4 player san limit 100",
];

/// The positions that the explorer shows.
const POSITIONS: [&str; 3] = ["", "f5d6c3d3c4", "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6"];

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [folder] = &words[..] else { return Err("usage: searches DIR".into()) };
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let (store, _writer) = Store::open(Path::new(folder)).await?;
        let store = store.for_visitors();
        for words in SEARCHES {
            let filter: ArchiveFilter = words.parse()?;
            report(
                &store,
                &format!("archive {words}"),
                Query::Archive { filter: Box::new(filter) },
            )
            .await?;
        }
        for moves in POSITIONS {
            let position: PositionQuery = moves.parse()?;
            report(&store, &format!("explore {moves}"), Query::Explore { position: position.0 })
                .await?;
        }
        Ok(())
    })
}

/// Asks once, and sixteen times at once.
async fn report(store: &Store, what: &str, query: Query) -> Result<(), Box<dyn Error>> {
    let alone = time(store.clone(), query.clone()).await?;
    let asking: Vec<_> =
        (0..AT_ONCE).map(|_| tokio::spawn(time(store.clone(), query.clone()))).collect();
    let mut times = Vec::new();
    for asked in asking {
        times.push(asked.await??);
    }
    times.sort_unstable();
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    let (median, longest) = (times[AT_ONCE / 2], times[AT_ONCE - 1]);
    println!(
        "{what}: alone {:.1} ms; {AT_ONCE} at once: median {:.1} ms, longest {:.1} ms",
        ms(alone),
        ms(median),
        ms(longest)
    );
    Ok(())
}

/// Returns how long an answer took.
async fn time(store: Store, query: Query) -> Result<Duration, willow_server::store::StoreError> {
    let began = Instant::now();
    store.answer(&query).await?.map_err(|refusal| println!("{refusal}")).ok();
    Ok(began.elapsed())
}
