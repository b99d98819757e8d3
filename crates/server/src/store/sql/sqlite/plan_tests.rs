//! No statement for readers scans a table: `SQLite` is asked for the plan of each.

use sqlx::AssertSqlSafe;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use willow_protocol::{ArchiveFilter, HistoryFilter};

use super::super::archive::{self, plan_statements};
use super::super::history::{USER, history_query};
use super::super::{
    accounts, events, games, library, lobby_chat, opponents, personal_data, ratings, users,
};
use crate::domain::UserId;
use crate::store::Store;

/// Allowed scans: the rows of an inner statement, the values of a parameter, and a covering index, either in the order
/// of the answer up to its limit or because a part of a name may stand anywhere in it.
fn is_bounded(step: &str) -> bool {
    let inner =
        ["m", "page", "found", "played_by", "newest", "asked", "people", "active", "CONSTANT ROW"];
    let scanned = step.strip_prefix("SCAN ").unwrap_or_default();
    inner.contains(&scanned)
        || scanned.starts_with("(subquery")
        || scanned.starts_with("json_each ")
        || scanned == "archive_games USING COVERING INDEX archive_games_by_date"
        || scanned == "archive_games USING COVERING INDEX archive_games_here"
        || scanned == "archive_games USING COVERING INDEX archive_games_on_devices"
        || scanned == "archive_players USING COVERING INDEX archive_players_by_key"
        || scanned == "archive_players USING INDEX archive_players_by_key"
}

async fn plan(store: &Store, sql: &str) -> Vec<String> {
    let sql = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
    let rows = store.db.rows(sql, []).await.unwrap();
    rows.iter().map(|row| row.get::<String, _>("detail")).collect()
}

#[test]
fn every_statement_for_readers_uses_indices() {
    let folder = TempDir::new().unwrap();
    Runtime::new().unwrap().block_on(async {
        let (store, _writer) = Store::open(&folder.path().into()).await.unwrap();
        let mut statements: Vec<(String, String)> = Vec::new();
        for words in [
            "",
            "result draw",
            "from 1995 to 1996-06",
            "result black after 19950630-7 limit 100",
            "player tama",
            "player tama result draw from 1995 after 19950630-7",
            "player tama opponent mura",
            "opening f5d6c3",
            "opening f5d6c3 result draw to 1996 after 19950630-7",
            "opening f5d6c3 player tama",
            "opening f5d6c3 player tama opponent mura result white",
            "player =ann only here result draw",
            "opening f5d6c3 only here",
            "only here",
            "only device",
            "only device result draw",
            "player =ann only device",
            "opening f5d6c3 only device",
            "event paris",
            "event paris from 1990 result draw after 19950630-7",
            "event paris player tama result player",
            "event paris opening f5d6c3",
            "event paris player tama opponent mura result opponent opening f5d6c3 score 12",
        ] {
            let filter: ArchiveFilter = words.parse().unwrap();
            for sql in plan_statements(&filter) {
                statements.push((format!("archive {words}"), sql));
            }
        }
        let page: HistoryFilter = "after 1795359840000-12".parse().unwrap();
        for (page, asker) in [
            (&HistoryFilter::default(), None),
            (&page, None),
            (&page, Some(UserId(1))),
            (&page, Some(UserId(2))),
        ] {
            let sql = history_query(UserId(1), page, asker).into_string();
            statements.push((format!("history for {asker:?}"), sql));
        }
        for part in &personal_data::PARTS {
            statements.push((part.name.to_owned(), part.sql.to_owned()));
        }
        for (what, sql) in [
            ("user", USER),
            ("top", opponents::TOP),
            ("ratings", ratings::POINTS_OF_USER),
            ("users by prefix", users::USERS_BY_PREFIX),
            ("game", games::GAME),
            ("moves of a game", events::EVENTS),
            ("messages of the lobby", lobby_chat::MESSAGES),
            ("counted moves", archive::COUNTED),
            ("names", archive::PLAYERS),
            ("whole names", archive::PLAYERS_CALLED),
            ("names of a whole name", archive::PLAYERS_NAMED),
            ("events", archive::EVENTS),
            ("events with all names", archive::EVENTS_WITH_NAMES),
            ("imported game", archive::IMPORTED),
            ("game of a device", archive::DEVICE_GAME),
            ("number of games of devices", archive::N_DEVICE_GAMES),
            ("relations", accounts::RELATIONS),
            ("relations to users", accounts::RELATED_BY),
            ("accounts", accounts::USERS),
            ("library", library::STATE),
            ("games of a library", library::AFTER),
            ("some games of a library", library::BY_IDS),
        ] {
            statements.push((what.to_owned(), sql.to_owned()));
        }
        let by_words = format!("{} '%tama%' AND name_key LIKE '%hide%'", archive::PLAYERS_BY_WORDS);
        statements.push(("names by words".to_owned(), by_words));
        let of_players = format!("{} (1, 2, 3)", archive::NAMES);
        statements.push(("names of players".to_owned(), of_players));
        for (what, sql) in statements {
            let steps = plan(&store, &sql).await;
            assert!(!steps.is_empty(), "{what}: {sql}");
            for step in &steps {
                assert!(!step.starts_with("SCAN ") || is_bounded(step), "{what}: {steps:#?}");
            }
        }
    });
}

/// A start reads the latest events of each user, and no others.
#[test]
fn private_events_are_sought_from_their_users() {
    let folder = TempDir::new().unwrap();
    Runtime::new().unwrap().block_on(async {
        let (store, _writer) = Store::open(&folder.path().into()).await.unwrap();
        let steps = plan(&store, accounts::PRIVATE_EVENTS).await;
        let of_events: Vec<&String> = steps
            .iter()
            .filter(|step| step.contains("events") || step.contains("newest"))
            .collect();
        let is_sought = |step: &&String| step.starts_with("SEARCH ") && step.contains("room=?");
        assert!(of_events.len() == 2 && of_events.iter().all(is_sought), "{steps:#?}");
    });
}

/// The newest games are found in their order: nothing is sorted but the page.
#[test]
fn searches_by_date_and_by_position_sort_no_more_than_the_page() {
    let folder = TempDir::new().unwrap();
    Runtime::new().unwrap().block_on(async {
        let (store, _writer) = Store::open(&folder.path().into()).await.unwrap();
        for words in
            ["", "result draw", "opening f5d6c3", "opening f5d6c3 result draw to 1996", "only here"]
        {
            let statements = plan_statements(&words.parse().unwrap());
            let steps = plan(&store, &statements[0]).await;
            let n_sorts = steps.iter().filter(|step| step.contains("TEMP B-TREE")).count();
            assert!(n_sorts <= 1, "{words}: {steps:#?}");
        }
    });
}
