//! Compares what was acknowledged with what the database has.

use std::collections::BTreeMap;
use std::path::Path;

use sqlx::{Row, SqliteConnection};
use willow_board::{DiscDiff, Game, Square};
use willow_protocol::{Event, GameEnd, GameId, Notice, json};
#[cfg(feature = "postgres")]
use willow_server::store::{Store, StoreError};

use super::load::Journal;
use crate::support::database;

/// Makes sure that everything acknowledged is there exactly once.
pub(super) fn check(folder: &Path, journals: &[Journal]) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let mut database = copied(folder).await;
        let events = events(&mut database).await;
        for journal in journals {
            assert!(!journal.games.is_empty(), "{:?} did not play", journal.names);
            chat_is_there_once(&events, journal);
            for (&game, squares) in &journal.games {
                moves_are_there_once(&events[&format!("game/{game}")], game, squares);
            }
            results_are_there_once(&mut database, &events, journal).await;
        }
        rooms_have_no_gaps(&events);
    });
    let moves: usize = journals.iter().flat_map(|it| it.games.values()).map(Vec::len).sum();
    let ended: usize = journals.iter().map(|it| it.ended.len()).sum();
    let texts: usize = journals.iter().map(|it| it.said.len() + it.told.len()).sum();
    println!("{moves} moves, {ended} results and {texts} messages are there");
}

/// Opens the database of a server that was killed; of one on PostgreSQL a copy, as soon as its lease has expired.
async fn copied(folder: &Path) -> SqliteConnection {
    #[cfg(feature = "postgres")]
    if let Ok(url) = std::fs::read_to_string(folder.join("database")) {
        let (from, copy) = (url.parse().unwrap(), folder.join("copy"));
        while let Err(error) = Store::migrate(&from, &copy.as_path().into(), |_| ()).await {
            assert!(matches!(error, StoreError::Led { .. }), "{error}");
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
        return database(&copy).await;
    }
    database(folder).await
}

/// Reads all events, room by room.
async fn events(database: &mut SqliteConnection) -> BTreeMap<String, Vec<Notice>> {
    let sql = "SELECT room, body FROM events ORDER BY room, number";
    let mut rooms: BTreeMap<String, Vec<Notice>> = BTreeMap::new();
    for row in sqlx::query(sql).fetch_all(database).await.unwrap() {
        let notice = json::read_notice(row.get(1)).unwrap();
        rooms.entry(row.get(0)).or_default().push(notice);
    }
    rooms
}

fn rooms_have_no_gaps(events: &BTreeMap<String, Vec<Notice>>) {
    for (room, notices) in events {
        for (notice, number) in notices.iter().zip(1..) {
            assert_eq!(notice.number, Some(number), "{room}");
        }
    }
}

fn chat_is_there_once(events: &BTreeMap<String, Vec<Notice>>, journal: &Journal) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for notice in events.values().flatten() {
        if let Event::Said { text, .. } | Event::Told { text, .. } = &notice.event {
            *counts.entry(text.as_str()).or_default() += 1;
        }
    }
    for text in &journal.said {
        assert_eq!(counts.get(text.as_str()), Some(&1), "{text}");
    }
    // A private message is in the rooms of both.
    for text in &journal.told {
        assert_eq!(counts.get(text.as_str()), Some(&2), "{text}");
    }
}

/// Every move of the load was acknowledged before the load ended, so the log has just these.
fn moves_are_there_once(notices: &[Notice], game: GameId, squares: &[Square]) {
    let logged: Vec<Square> = notices
        .iter()
        .filter_map(|notice| match notice.event {
            Event::Moved { mv, .. } => mv.square(),
            _ => None,
        })
        .collect();
    assert_eq!(logged, squares, "game {game}");
}

async fn results_are_there_once(
    database: &mut SqliteConnection,
    events: &BTreeMap<String, Vec<Notice>>,
    journal: &Journal,
) {
    for game in &journal.ended {
        let ends: Vec<GameEnd> = events[&format!("game/{game}")]
            .iter()
            .filter_map(|notice| match notice.event {
                Event::Ended(end) => Some(end),
                _ => None,
            })
            .collect();
        assert_eq!(ends.len(), 1, "game {game}");
        let mut board = Game::new();
        for &square in &journal.games[game] {
            board.place(square).unwrap();
        }
        let result = board.outcome().map_or(DiscDiff::MIN, |outcome| outcome.result);
        assert_eq!(ends[0].result, Some(result), "game {game}");
    }
    for name in &journal.names {
        let rated: i64 = sqlx::query_scalar(
            "SELECT games FROM ratings JOIN users ON users.id = user_id WHERE name = ?",
        )
        .bind(name)
        .fetch_optional(&mut *database)
        .await
        .unwrap()
        .unwrap_or(0);
        let finished: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM games WHERE ? IN (black, white) AND result IS NOT NULL",
        )
        .bind(name)
        .fetch_one(&mut *database)
        .await
        .unwrap();
        assert_eq!(rated, finished, "the rated games of {name}");
        assert!(finished >= journal.ended.len() as i64);
    }
}
