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

/// Reads the opponents of users.
pub(super) async fn opponents(
    connection: &mut SqliteConnection,
    ids: &str,
) -> Result<HashMap<i64, BTreeMap<SpeedClass, Opponents>>, StoreError> {
    let sql =
        "SELECT user_id || ' ' || class || ' ' || other_id, user_id, class, other_id, games, at
               FROM rated_opponents WHERE user_id IN (SELECT value FROM json_each(?1))";
    let read = |row: &SqliteRow| {
        let familiarity = Familiarity { games: row.try_get(4)?, at: row.try_get(5)? };
        let class: SpeedClass = parsed("a class", row.try_get(2)?)?;
        Ok((row.try_get::<i64, _>(1)?, class, UserId(row.try_get(3)?), familiarity))
    };
    let mut users: HashMap<i64, BTreeMap<SpeedClass, Opponents>> = HashMap::new();
    for (user, class, other, familiarity) in
        read_rows(connection, "rated_opponents", sqlx::query(sql).bind(ids), read).await?
    {
        let opponents = users.entry(user).or_default().entry(class).or_default();
        opponents.restore(other, familiarity);
    }
    Ok(users)
}

/// Reads when users left rated games early.
pub(super) async fn early_ends(
    connection: &mut SqliteConnection,
    ids: &str,
) -> Result<HashMap<i64, EarlyEnds>, StoreError> {
    let sql = "SELECT user_id, at FROM early_ends
               WHERE user_id IN (SELECT value FROM json_each(?1)) ORDER BY at";
    let read = |row: &SqliteRow| Ok((row.try_get::<i64, _>(0)?, row.try_get(1)?));
    let mut users: HashMap<i64, EarlyEnds> = HashMap::new();
    for (user, at) in read_rows(connection, "early_ends", sqlx::query(sql).bind(ids), read).await? {
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
/// where the last month has this length (6). No more of those who were active are
/// looked for than count. The plus keeps `SQLite` from the wrong index.
pub(super) const TOP: &str = "SELECT users.name, rating, deviation, ratings.games, display_name
     FROM ratings JOIN users ON users.id = ratings.user_id
     WHERE ratings.class = ?1 AND gone = 0 AND deviation < ?2 AND ratings.games >= ?3
     AND (SELECT COUNT(*) FROM (SELECT 1 FROM rated_opponents AS met
                                WHERE met.user_id = ratings.user_id AND met.class = ?1
                                AND +met.with_bot = 0 LIMIT ?4))
         >= (SELECT MIN(?4, COUNT(*) / 2) FROM
             (SELECT DISTINCT user_id FROM rated_opponents AS lately
              WHERE lately.class = ?1 AND lately.with_bot = 0
              AND lately.at >= (SELECT MAX(at) FROM rated_opponents AS newest
                                WHERE newest.class = ?1 AND newest.with_bot = 0) - ?6
              LIMIT 2 * ?4))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::test_support::TestStore;

    /// A database as the migration before left it, with two games of alice and bob and one with a bot.
    const BEFORE: &str = "DROP TABLE rated_opponents;
        DROP TABLE early_ends;
        ALTER TABLE ratings DROP COLUMN glicko_deviation;
        DELETE FROM _sqlx_migrations WHERE version = 24;
        INSERT INTO users (id, name, name_key, role, created_at)
        VALUES (1, 'alice', 'alice', 'player', 0), (2, 'bob', 'bob', 'player', 0),
               (3, 'iago', 'iago', 'bot', 0);
        INSERT INTO games (id, black_id, white_id, black, white, terms, class, start_position,
                           begun_at)
        VALUES (1, 1, 2, 'alice', 'bob', '5:00+3 rated random', 'blitz', '', 0),
               (2, 2, 1, 'bob', 'alice', '5:00+3 rated random', 'blitz', '', 0),
               (3, 1, 3, 'alice', 'iago', '5:00+3 rated random', 'blitz', '', 0);
        UPDATE games SET ended_at = begun_at;
        INSERT INTO rating_history (user_id, class, game, rating, deviation, at)
        VALUES (1, 'blitz', 1, 1600, 290, 5), (2, 'blitz', 1, 1400, 290, 5),
               (1, 'blitz', 2, 1550, 250, 7), (2, 'blitz', 2, 1450, 250, 7),
               (1, 'blitz', 3, 1540, 220, 9), (3, 'blitz', 3, 1800, 80, 9);
        INSERT INTO ratings (user_id, class, rating, deviation, volatility, games)
        VALUES (1, 'blitz', 1540, 220, 0.06, 3);";

    #[test]
    fn an_older_database_has_the_opponents_of_its_rated_games() {
        let mut store = TestStore::new();
        store.run(BEFORE);
        let mut store = store.reopen();
        let saved = store.load(0);
        let alice = &saved.users[0];
        let (class, at) = (SpeedClass::Blitz, [7, 9]);
        let opponents = &alice.opponents[&class];
        let known = [2, 3].map(|user| opponents.familiarity(UserId(user)).unwrap());
        assert_eq!(known.map(|it| it.at), at);
        assert_eq!((opponents.len(), known[0].games.to_bits()), (2, 1_f64.to_bits()));
        assert_eq!(alice.ratings[&class].glicko_deviation.to_bits(), 220_f64.to_bits());
        let with_bots = "SELECT other_id FROM rated_opponents WHERE with_bot ORDER BY other_id";
        assert_eq!(store.column::<i64>(with_bots), [1, 3]);
    }

    /// Twelve people are active, so a board wants six different people; bots are none.
    #[test]
    fn a_leader_board_counts_people_of_the_last_month_and_no_bots() {
        let mut store = TestStore::new();
        store.run(
            "WITH RECURSIVE n (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM n WHERE n < 30)
             INSERT INTO users (id, name, name_key, role, created_at)
             SELECT n, 'user-' || n, 'user-' || n, 'player', 0 FROM n;
             INSERT INTO rated_opponents (user_id, class, other_id, games, at, with_bot)
             SELECT one.id, 'blitz', other.id, 1, iif(one.id > 13, 0, 3000000000), one.id = 1
             FROM users AS one JOIN users AS other ON other.id <= one.id + 2
             WHERE one.id <> other.id;
             INSERT INTO ratings (user_id, class, rating, deviation, volatility, games)
             SELECT id, 'blitz', 1500 + id, 60, 0.06, iif(id = 9, 19, 20) FROM users
             WHERE id IN (1, 4, 5, 6, 9, 12);",
        );
        let Event::Top { standings, .. } =
            store.runtime.block_on(store.store.top(SpeedClass::Blitz)).unwrap()
        else {
            panic!("no board")
        };
        let names: Vec<&str> = standings.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["user-12", "user-6", "user-5"]);
    }
}
