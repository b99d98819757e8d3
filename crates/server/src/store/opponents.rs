//! Whom users have met in rated games, when they left such games early, and the leader boards, which
//! want enough different people.

use std::collections::{BTreeMap, HashMap};

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use willow_protocol::{
    Event, LARGEST_KNOWN_DEVIATION, LeaderboardEntry, RatingSummary, SpeedClass,
};

use super::bulk::{self, Value};
use super::{Store, StoreError, display_name, parsed, read_rows};
use crate::domain::{EarlyEnds, Familiarity, MetOpponent, Millis, Opponents, UserId};

/// Writes how well users know their opponents.
pub(super) async fn insert(
    connection: &mut SqliteConnection,
    rows: &[MetOpponent],
) -> Result<(), StoreError> {
    let head = "INSERT INTO rated_opponents (user_id, class, other_id, games, at, with_bot)";
    let replace = "ON CONFLICT (user_id, class, other_id)
                   DO UPDATE SET games = excluded.games, at = excluded.at";
    bulk::insert(connection, head, replace, rows, |met| {
        [
            met.user.into(),
            Value::text(met.class),
            met.opponent.into(),
            met.familiarity.games.into(),
            met.familiarity.at.into(),
            met.with_bot.into(),
        ]
    })
    .await
}

/// Reads the opponents of all users.
pub(super) async fn opponents(
    connection: &mut SqliteConnection,
) -> Result<HashMap<i64, BTreeMap<SpeedClass, Opponents>>, StoreError> {
    let sql =
        "SELECT user_id || ' ' || class || ' ' || other_id, user_id, class, other_id, games, at
               FROM rated_opponents";
    let read = |row: &SqliteRow| {
        let familiarity = Familiarity { games: row.try_get(4)?, at: row.try_get(5)? };
        let class: SpeedClass = parsed("a class", row.try_get(2)?)?;
        Ok((row.try_get::<i64, _>(1)?, class, UserId(row.try_get(3)?), familiarity))
    };
    let mut users: HashMap<i64, BTreeMap<SpeedClass, Opponents>> = HashMap::new();
    for (user, class, other, familiarity) in
        read_rows(connection, "rated_opponents", sqlx::query(sql), read).await?
    {
        let opponents = users.entry(user).or_default().entry(class).or_default();
        opponents.restore(other, familiarity);
    }
    Ok(users)
}

/// Reads when users left rated games early.
pub(super) async fn early_ends(
    connection: &mut SqliteConnection,
) -> Result<HashMap<i64, EarlyEnds>, StoreError> {
    let sql = "SELECT user_id, at FROM early_ends ORDER BY at";
    let read = |row: &SqliteRow| Ok((row.try_get::<i64, _>(0)?, row.try_get(1)?));
    let mut users: HashMap<i64, EarlyEnds> = HashMap::new();
    for (user, at) in read_rows(connection, "early_ends", sqlx::query(sql), read).await? {
        users.entry(user).or_default().0.push(at);
    }
    Ok(users)
}

/// The largest number of rows of a leader board: some screens of a terminal.
const MAX_ROWS: i64 = 50;

/// How many rated games a player on a leader board has at least.
const LEAST_GAMES: i64 = 20;

/// How many different people a player on a leader board has met at least, or half of those who were
/// active in the class in the last month if that is less: a club of ten has a board, too.
const LEAST_PEOPLE: i64 = 20;

/// A month before the latest rated game of a class the last month begins.
const MONTH: Millis = 30 * 24 * 3_600_000;

/// The best players of a class (1) with a deviation below (2), games (3) and people (4), the first (5),
/// where the last month has this length (6). The plus keeps SQLite from the wrong index.
pub(super) const TOP: &str = "SELECT users.name, rating, deviation, ratings.games, display_name
     FROM ratings JOIN users ON users.id = ratings.user_id
     WHERE ratings.class = ?1 AND gone = 0 AND deviation < ?2 AND ratings.games >= ?3
     AND (SELECT COUNT(*) FROM (SELECT 1 FROM rated_opponents AS met
                                WHERE met.user_id = ratings.user_id AND met.class = ?1
                                AND +met.with_bot = 0 LIMIT ?4))
         >= (SELECT MIN(?4, COUNT(DISTINCT user_id) / 2) FROM rated_opponents AS lately
             WHERE lately.class = ?1 AND lately.with_bot = 0
             AND lately.at >= (SELECT MAX(at) FROM rated_opponents AS newest
                               WHERE newest.class = ?1 AND newest.with_bot = 0) - ?6)
     ORDER BY rating DESC LIMIT ?5";

impl Store {
    /// Returns the leader board of a class.
    pub(super) async fn top(&self, class: SpeedClass) -> Result<Event, StoreError> {
        let rows = sqlx::query(TOP)
            .bind(class.to_string())
            // Deviations are shown rounded: one that is shown as the largest is listed.
            .bind(f64::from(LARGEST_KNOWN_DEVIATION) + 0.5)
            .bind(LEAST_GAMES)
            .bind(LEAST_PEOPLE)
            .bind(MAX_ROWS)
            .bind(MONTH as i64)
            .fetch_all(&self.readers)
            .await?;
        let rounded = |number: f64| number.round() as i32;
        let standings = rows.iter().map(|row| {
            let (rating, deviation) = (rounded(row.get(1)), rounded(row.get(2)));
            Ok(LeaderboardEntry {
                name: parsed("a name", row.get(0))?,
                display_name: display_name(row.get(4)),
                rating: RatingSummary::new(class, rating, deviation, row.get(3)),
            })
        });
        let standings = standings.collect::<Result<_, StoreError>>()?;
        Ok(Event::Top { class, standings })
    }
}
