//! Reads the archive.
//!
//! A statement of a search has two parts. The inner one finds the dates and numbers of a page in the order of the
//! answer, from indices as far as they have what the conditions are about; the outer one reads these
//! games and the names of their players. `statement.rs` writes them.
//!
//! Invariant: no statement here scans a table. `CROSS JOIN` and `INDEXED BY` fix the order, because
//! the planner knows nothing of the sizes; a test asks it for its plans.

use std::collections::HashMap;

use willow_board::{DiscDiff, Position};
use willow_protocol::{
    ArchiveCursor, ArchiveExtra, ArchivedGameSummary, GameId, NamePart, name_key,
};
use willow_records::{RecordedGame, RecordedPlayer, RecordedResult, transcript};

use crate::domain::{DEVICE_PROGRAM, is_on_device};
use crate::store::archive::{
    MoveCounts, PageOf, PlayedGame, Search, date_of_number, end_kind_of, ending_of_name,
    note_ratings, note_times,
};
use crate::store::sql::{Builder, Readers, Row, bulk, from_json, last_of_page, position};
use crate::store::{Result, StoreError};

/// Maximum number of events of an archive whose names are compared.
pub(super) const MAX_COMPARED: i64 = 50_000;

/// The name that is shown for Black, for White, and for the event: that of the person, if it has several.
macro_rules! shown {
    (black) => {
        "COALESCE((SELECT name FROM archive_players p WHERE p.id = b.person), b.name)"
    };
    (white) => {
        "COALESCE((SELECT name FROM archive_players p WHERE p.id = w.person), w.name)"
    };
    (event) => {
        "COALESCE((SELECT shown FROM archive_event_names n WHERE n.event = g.event), g.event)"
    };
}

/// The columns of a summary. The outer part selects them from the games `m`, which the inner part
/// finds.
const SUMMARY: &str = concat!(
    "g.id, g.played, ",
    shown!(black),
    ", ",
    shown!(white),
    ", ",
    shown!(event),
    ", g.result, g.n_moves, g.moves, g.ending"
);

/// The columns of a record, after those of the cursor.
pub(crate) const RECORD: &str = concat!(
    "g.id, g.played, ",
    shown!(black),
    " AS black, ",
    shown!(white),
    " AS white, ",
    shown!(event),
    " AS event, g.place, g.result, g.ending, g.start_position, g.moves,
     (SELECT times FROM games WHERE games.id = g.id AND g.own = 1) AS times,
     (SELECT ratings FROM games WHERE games.id = g.id AND g.own = 1
      AND terms LIKE '% rated %') AS ratings"
);

/// A game of the archive, or the original of a copy.
pub(crate) const IMPORTED: &str = concat!(
    "SELECT ",
    shown!(black),
    " AS black, ",
    shown!(white),
    " AS white, g.played, ",
    shown!(event),
    " AS event, g.place, g.result, g.ending, g.start_position, g.moves
     FROM archive_games g JOIN archive_players b ON b.id = g.black_id
     JOIN archive_players w ON w.id = g.white_id
     WHERE g.id = COALESCE((SELECT kept FROM archive_copies c WHERE c.id = ?1), ?1)"
);

/// Games as they were added, whatever names are shown.
pub(super) const REMOVED: &str =
    "SELECT g.id, b.name AS black, w.name AS white, played, event, place, result, ending,
            start_position, moves, black_id, white_id
     FROM archive_games g JOIN archive_players b ON b.id = black_id
     JOIN archive_players w ON w.id = white_id WHERE g.id IN";

/// The moves of a position that are counted in advance.
pub(crate) const COUNTED: &str = "SELECT move, games, black_wins, draws, white_wins, finished,
     difference FROM archive_moves WHERE position = ?";

pub(crate) const NAMES: &str =
    concat!("SELECT b.id, ", shown!(black), " FROM archive_players b WHERE b.id IN");

/// The players whose names fit, with all other names of theirs.
macro_rules! with_all_names {
    ($condition:literal) => {
        concat!(
            "WITH found AS MATERIALIZED (SELECT id, person FROM archive_players
                 INDEXED BY archive_players_by_key WHERE ",
            $condition,
            " LIMIT ?2)
             SELECT id FROM found UNION SELECT p.id FROM found CROSS JOIN archive_players p
                 INDEXED BY archive_players_of_person ON p.person = found.person"
        )
    };
}

/// The players whose names contain one word; a condition is added for each further one. Only the rows of
/// those who are found are read.
pub(crate) const PLAYERS_BY_WORDS: &str = "SELECT name FROM archive_players
     INDEXED BY archive_players_by_key WHERE name_key LIKE ";

/// The players whose whole name this is, whatever its case.
pub(crate) const PLAYERS_NAMED: &str = "SELECT name FROM archive_players
     INDEXED BY archive_players_by_key WHERE name_key = ? LIMIT ?";

/// A part of a name may stand anywhere in it, so all names are compared, but in their index only: a
/// hundred thousand names are some megabytes.
pub(crate) const PLAYERS: &str = with_all_names!("name_key LIKE ?1");

/// The players of a whole name. In a question a blank is written as `_`; names of this server may have `_`.
pub(crate) const PLAYERS_CALLED: &str = with_all_names!("REPLACE(name_key, ' ', '_') = ?1");

/// Events with all other names of theirs.
pub(crate) const EVENTS_WITH_NAMES: &str = "WITH asked (event) AS (SELECT value FROM json_each(?)),
         found (event) AS (SELECT event FROM asked UNION SELECT n.shown FROM asked
                           CROSS JOIN archive_event_names n ON n.event = asked.event)
     SELECT event FROM found UNION SELECT n.event FROM found CROSS JOIN archive_event_names n
         INDEXED BY archive_event_names_shown ON n.shown = found.event";

/// The names of the events, each found in the index after the one before it.
pub(crate) const EVENTS: &str = "WITH RECURSIVE found (event) AS (
         SELECT MIN(event) FROM archive_games INDEXED BY archive_games_by_event
         WHERE event <> '' UNION ALL
         SELECT (SELECT event FROM archive_games INDEXED BY archive_games_by_event
                 WHERE event <> '' AND event > found.event ORDER BY event LIMIT 1)
         FROM found WHERE found.event IS NOT NULL
     ) SELECT event FROM found WHERE event > '' LIMIT ?";

impl Readers {
    pub(crate) async fn imported(&self, game: GameId) -> Result<Option<RecordedGame>> {
        self.row(IMPORTED, [game.into()]).await?.as_ref().map(record).transpose()
    }

    pub(crate) async fn page(&self, search: &Search<'_>) -> Result<PageOf<ArchivedGameSummary>> {
        let (rows, next) = self.rows_of_page(search, SUMMARY).await?;
        let has_moves = search.filter.with == Some(ArchiveExtra::Moves);
        let game = |row: &Row| {
            let transcript = has_moves.then(|| row.get(7));
            ArchivedGameSummary { transcript, ..summary(row) }
        };
        Ok((rows.iter().map(game).collect(), next))
    }

    pub(crate) async fn records(&self, search: &Search<'_>) -> Result<PageOf<RecordedGame>> {
        let (rows, next) = self.rows_of_page(search, RECORD).await?;
        Ok((rows.iter().map(exported).collect::<Result<_, _>>()?, next))
    }

    /// Reads columns of the games of a page, and the cursor of the next page.
    async fn rows_of_page(&self, search: &Search<'_>, columns: &str) -> Result<PageOf<Row>> {
        let page = search.filter.page() as usize;
        let mut rows =
            self.queries.fetch_all(search.games(columns, page as i64 + 1).build()).await?;
        let next = last_of_page(&mut rows, page).map(cursor);
        Ok((rows, next))
    }

    /// Returns the cursor behind so many games, if others follow.
    pub(crate) async fn cursor_behind(
        &self,
        search: &Search<'_>,
        n_games: u32,
    ) -> Result<Option<ArchiveCursor>> {
        let rows = self.queries.fetch_all(search.place(i64::from(n_games)).build()).await?;
        Ok(rows.first().filter(|_| 1 < rows.len()).map(cursor))
    }

    pub(crate) async fn newest(
        &self,
        search: &Search<'_>,
        n: u32,
    ) -> Result<Vec<ArchivedGameSummary>> {
        let query = search.games(SUMMARY, i64::from(n));
        Ok(self.queries.fetch_all(query.build()).await?.iter().map(summary).collect())
    }

    /// Counts the games of a search, up to a number.
    pub(crate) async fn count(&self, search: &Search<'_>, max: i64) -> Result<i64> {
        let rows = self.queries.fetch_all(search.number(max).build()).await?;
        Ok(rows.first().map_or(0, |row| row.get(0)))
    }

    /// Returns the newest games of a search, with so many characters of their transcripts.
    pub(crate) async fn played_games(
        &self,
        search: &Search<'_>,
        n: i64,
        n_characters: u32,
    ) -> Result<Vec<PlayedGame>> {
        let rows = self.queries.fetch_all(search.results(n, n_characters).build()).await?;
        let game = |row: &Row| PlayedGame {
            players: [row.get(0), row.get(1)],
            result: row.get(2),
            ending: ending_of_name(row.get(3)),
            has_custom_start: row.get::<Option<&str>, _>(4).is_some(),
            moves: row.get(5),
        };
        Ok(rows.iter().map(game).collect())
    }

    /// Returns the moves of a position that are counted in advance, by their codes.
    pub(crate) async fn counted_moves(&self, key: i64) -> Result<Vec<(u8, MoveCounts)>> {
        Ok(self.rows(COUNTED, [key.into()]).await?.iter().map(counts).collect())
    }

    /// Counts the moves of a position over the newest games of a search.
    pub(crate) async fn count_moves(
        &self,
        search: &Search<'_>,
        key: i64,
        max: i64,
    ) -> Result<Vec<(u8, MoveCounts)>> {
        let rows = self.queries.fetch_all(search.moves(key, max).build()).await?;
        Ok(rows.iter().map(counts).collect())
    }

    pub(crate) async fn player_names(&self, ids: &[i64]) -> Result<HashMap<i64, String>> {
        let sql = |n| format!("{NAMES} {}", bulk::tuple(n));
        let rows = bulk::fetch(&mut self.queries.acquire().await?.connection(), sql, ids, |&id| {
            [id.into()]
        })
        .await?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    /// Returns the numbers of the players whose names a part fits.
    pub(crate) async fn players(&self, part: &NamePart, max: usize) -> Result<Vec<i64>> {
        let (sql, name) = if part.is_whole() {
            (PLAYERS_CALLED, part.as_str().to_owned())
        } else {
            (PLAYERS, format!("%{}%", part.as_str()))
        };
        self.column(sql, [name.into(), max.into()]).await
    }

    /// Returns the names of players whose whole name this is.
    pub(crate) async fn players_named(&self, key: &str, max: usize) -> Result<Vec<String>> {
        self.column(PLAYERS_NAMED, [key.into(), max.into()]).await
    }

    /// Returns the names of players that contain all of some words, without the programs of devices.
    pub(crate) async fn players_with(&self, words: &[String], max: usize) -> Result<Vec<String>> {
        let mut query = Builder::new("");
        for (i, word) in words.iter().enumerate() {
            query.push(if i == 0 { PLAYERS_BY_WORDS } else { " AND name_key LIKE " });
            query.push_bind(format!("%{word}%"));
        }
        // A part of such a name is mostly that of a bot.
        let of_devices = format!("{}%", name_key(DEVICE_PROGRAM));
        query.push(" AND name_key NOT LIKE ").push_bind(of_devices);
        query.push(" LIMIT ").push_bind(max as i64);
        let rows = self.queries.fetch_all(query.build()).await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    pub(crate) async fn events(&self) -> Result<Vec<String>> {
        self.column(EVENTS, [MAX_COMPARED.into()]).await
    }

    /// Returns events with all other names of theirs.
    pub(crate) async fn with_all_names(&self, events: &[String]) -> Result<Vec<String>> {
        self.column(EVENTS_WITH_NAMES, [bulk::Value::json(&events)]).await
    }
}

/// Returns the record of a row with the columns of [`IMPORTED`].
pub(super) fn record(row: &Row) -> Result<RecordedGame> {
    let start: Option<String> = row.get("start_position");
    let start = start.map_or(Ok(Position::START), |text| position(&text))?;
    let moves: String = row.get("moves");
    let game = transcript::parse_from(start, &moves)
        .map_err(|_| StoreError::invalid("moves of a game", &moves))?;
    let mut record = RecordedGame::new(game);
    record.players = ["black", "white"]
        .map(|column| RecordedPlayer { name: row.get(column), ..RecordedPlayer::default() });
    record.event = row.get("event");
    record.place = row.get("place");
    record.date =
        date_of_number(row.get("played")).map(|date| date.to_string()).unwrap_or_default();
    let ending: String = row.get("ending");
    let score: Option<i32> = row.get("result");
    record.result = score
        .map(|score| RecordedResult { score: f64::from(score), ending: ending_of_name(&ending) });
    Ok(record)
}

/// Returns the record of a game; one of this server has the times and, if it was rated, the ratings.
fn exported(row: &Row) -> Result<RecordedGame> {
    let mut record = record(row)?;
    if let Some(times) = row.get::<Option<&str>, _>("times") {
        note_times(&mut record, times);
    }
    if let Some(ratings) = row.get::<Option<&str>, _>("ratings") {
        note_ratings(&mut record, from_json("ratings", ratings)?);
    }
    Ok(record)
}

fn cursor(row: &Row) -> ArchiveCursor {
    ArchiveCursor { played: row.get(1), game: GameId(row.get(0)) }
}

fn summary(row: &Row) -> ArchivedGameSummary {
    let date = date_of_number(row.get(1));
    let game = GameId(row.get(0));
    ArchivedGameSummary {
        game,
        black: row.get(2),
        white: row.get(3),
        date: date.map(|date| date.to_string()).unwrap_or_default(),
        event: row.get(4),
        result: row.get::<Option<i32>, _>(5).map(DiscDiff::clamped),
        moves: row.get(6),
        ending: end_kind_of(ending_of_name(row.get(8))),
        on_device: is_on_device(game),
        transcript: None,
    }
}

/// Reads the code of a move and what was counted of it.
fn counts(row: &Row) -> (u8, MoveCounts) {
    let counts = MoveCounts {
        games: row.get(1),
        black_wins: row.get(2),
        draws: row.get(3),
        white_wins: row.get(4),
        finished: row.get(5),
        difference: row.get(6),
    };
    (row.get(0), counts)
}

/// Any limit: limits are bound parameters, so plans do not depend on them.
#[cfg(test)]
const ANY_LIMIT: i64 = 1000;

/// Returns the statements of a filter, for the test of their plans.
#[cfg(test)]
pub(crate) fn plan_statements(filter: &willow_protocol::ArchiveFilter) -> Vec<String> {
    let parts = [&filter.player, &filter.opponent];
    let players: Vec<Vec<i64>> = parts.into_iter().flatten().map(|_| vec![1, 2, 3]).collect();
    let events = filter.event.as_ref().map(|_| vec!["a".to_owned(), "b".to_owned()]);
    let users = filter
        .only
        .map_or(Vec::new(), |_| players.concat().into_iter().map(crate::domain::UserId).collect());
    let search = Search::new(filter, players, events, users);
    let mut statements = vec![
        search.games(RECORD, ANY_LIMIT).into_string(),
        search.number(ANY_LIMIT).into_string(),
        search.place(ANY_LIMIT).into_string(),
        search.results(ANY_LIMIT, 1).into_string(),
    ];
    statements.extend(search.key.map(|key| search.moves(key, ANY_LIMIT).into_string()));
    statements
}
