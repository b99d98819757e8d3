//! Measures how long searches of the archive take: `searches DIR` asks the archive in a folder
//! questions of every kind, alone and sixteen at once.
#![forbid(unsafe_code)]

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use willow_protocol::{ArchiveFilter, ExploreFilter};
use willow_server::domain::Query;
use willow_server::store::Store;

/// How many ask at once.
const AT_ONCE: usize = 16;

/// The questions, as the words of `archive`.
const SEARCHES: [&str; 14] = [
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
    "event world",
    "event world opening f5d6c3d3c4",
    "score 0 from 1990",
    "player tamenori result player",
];

/// What the explorer shows, as the words of `explore`.
const POSITIONS: [&str; 8] = [
    "",
    "f5d6c3d3c4",
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6",
    "from 1995 to 2005",
    "f5d6c3d3c4 from 1990",
    "player tamenori",
    "f5d6c3d3c4 player san",
    "f5 event world",
];

/// The texts of the one field.
const TEXTS: [&str; 8] = [
    "",
    "tamenori hideshi",
    "tamenori vs murakami 1998",
    "tiger 40-24",
    "world championship 1995-2005 draw",
    "tamenori beat murakami rose bill",
    "since 1990 f5d6c3d3c4f4f6",
    "a b c d e f g h i j k l",
];

/// The players whose results are added up.
const PLAYERS: [&str; 3] = ["player tamenori", "player san", "player tamenori opponent murakami"];

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
        for words in POSITIONS {
            let filter: ExploreFilter = words.parse()?;
            let query = Query::Explore { filter: Box::new(filter) };
            report(&store, &format!("explore {words}"), query).await?;
        }
        for text in TEXTS {
            let query = Query::Search { text: text.parse()? };
            report(&store, &format!("search {text}"), query).await?;
        }
        for words in PLAYERS {
            let filter: ArchiveFilter = words.parse()?;
            let query = Query::Results { filter: Box::new(filter) };
            report(&store, &format!("results {words}"), query).await?;
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
