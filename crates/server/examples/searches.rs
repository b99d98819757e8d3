//! Measures how long searches of the archive take: `searches DIR` asks the archive in a folder
//! questions of every kind, alone, once more, and sixteen at once; `searches DIR TEXT` those that contain a text.
//! The sixteen are visitors, whose answers are remembered apart, so that none is there before.
#![forbid(unsafe_code)]

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use willow_protocol::{ArchiveFilter, ExploreFilter};
use willow_server::domain::{ArchiveQuery, Query};
use willow_server::store::Store;

/// How many ask at once.
const AT_ONCE: usize = 16;

/// The questions, as the words of `archive`.
const SEARCHES: [&str; 19] = [
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
    "event o",
    "event o result draw score 0 opening f5d6c3d3c4",
    "player kan limit 100",
    "player kan event o opening f5d6c3d3c4",
    "only here",
];

/// What the explorer shows, as the words of `explore`.
const POSITIONS: [&str; 19] = [
    "",
    "f5d6c3d3c4",
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6",
    "from 1995 to 2005",
    "f5d6c3d3c4 from 1990",
    "player tamenori",
    "f5d6c3d3c4 player san",
    "f5 event world",
    "event world",
    "from 1990 to 2005",
    "from 1990-02-03 to 2005-11",
    "to 2024",
    "f5 to 2020",
    "f5d6c3d3c4f4f6f3e6e7 from 1990",
    "f5d6c3 result draw",
    "result black from 1980",
    "event o",
    "player kan",
    "only here",
];

/// The texts of the one field.
const TEXTS: [&str; 12] = [
    "",
    "tamenori hideshi",
    "tamenori vs murakami 1998",
    "tiger 40-24",
    "world championship 1995-2005 draw",
    "tamenori beat murakami rose bill",
    "since 1990 f5d6c3d3c4f4f6",
    "a b c d e f g h i j k l",
    "o",
    "ka",
    "open draw since 1990 f5d6c3",
    "world f5",
];

/// The players whose results are added up.
const PLAYERS: [&str; 5] = [
    "player tamenori",
    "player san",
    "player tamenori opponent murakami",
    "player kan event o",
    "player kan opening f5d6c3d3c4",
];

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [folder, parts @ ..] = &words[..] else { return Err("usage: searches DIR [TEXT]".into()) };
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let (store, _writer) = Store::open(Path::new(folder)).await?;
        for (what, query) in questions()? {
            if parts.iter().all(|part| what.contains(part.as_str())) {
                report(&store, &what, query).await?;
            }
        }
        Ok(())
    })
}

/// Returns all questions with their words.
fn questions() -> Result<Vec<(String, Query)>, Box<dyn Error>> {
    let mut questions = Vec::new();
    for words in SEARCHES {
        let filter: Box<ArchiveFilter> = Box::new(words.parse()?);
        questions.push((format!("archive {words}"), Query::Archive(ArchiveQuery::Games(filter))));
    }
    for words in POSITIONS {
        let filter: Box<ExploreFilter> = Box::new(words.parse()?);
        questions.push((format!("explore {words}"), Query::Archive(ArchiveQuery::Moves(filter))));
    }
    for text in TEXTS {
        questions
            .push((format!("search {text}"), Query::Archive(ArchiveQuery::Text(text.parse()?))));
    }
    for words in PLAYERS {
        let filter: Box<ArchiveFilter> = Box::new(words.parse()?);
        questions.push((format!("results {words}"), Query::Archive(ArchiveQuery::Results(filter))));
    }
    Ok(questions)
}

/// Asks once, once more, and sixteen times at once.
async fn report(store: &Store, what: &str, query: Query) -> Result<(), Box<dyn Error>> {
    let alone = time(store.clone(), query.clone()).await?;
    let again = time(store.clone(), query.clone()).await?;
    let visitors = store.for_visitors();
    let asking: Vec<_> =
        (0..AT_ONCE).map(|_| tokio::spawn(time(visitors.clone(), query.clone()))).collect();
    let mut times = Vec::new();
    for asked in asking {
        times.push(asked.await??);
    }
    times.sort_unstable();
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    let (median, longest) = (times[AT_ONCE / 2], times[AT_ONCE - 1]);
    println!(
        "{what}: alone {:.1} ms, again {:.2} ms; {AT_ONCE} at once: median {:.1} ms, longest {:.1} ms",
        ms(alone),
        ms(again),
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
