//! Whom users have met in rated games, and the leader boards, which want enough different people.

use willow_protocol::{LARGEST_KNOWN_DEVIATION, LeaderboardEntry, RatingSummary, SpeedClass};

use super::{Connection, Readers, Result, Row, Value, bulk, display_name, parsed};
use crate::domain::{DAY, MetOpponent, Millis};

/// Writes how well users know their opponents.
pub(super) async fn insert(connection: &mut Connection<'_>, rows: &[MetOpponent]) -> Result<()> {
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

/// Maximum number of rows of a leader board: some screens of a terminal.
const MAX_ROWS: i64 = 50;

/// Minimum rated games of a player on a leader board.
const MIN_GAMES: i64 = 20;

/// How many different people a player on a leader board has met at least, or half of those who were
/// active in the class in the last month if that is less: a club of ten has a board, too.
const MIN_PEOPLE: i64 = 20;

/// A month before the latest rated game of a class the last month begins.
const MONTH: Millis = 30 * DAY;

/// The best players of a class (1) with a deviation below (2), games (3) and people (4), the first (5),
/// where the last month has this length (6). No more of those who were active are
/// looked for than count. The plus keeps `SQLite` from the wrong index.
pub(super) const TOP: &str = "SELECT users.name, rating, deviation, ratings.games, display_name
     FROM ratings JOIN users ON users.id = ratings.user_id
     WHERE ratings.class = ?1 AND gone = 0 AND deviation < ?2 AND ratings.games >= ?3
     AND (SELECT COUNT(*) FROM (SELECT 1 FROM rated_opponents AS met
                                WHERE met.user_id = ratings.user_id AND met.class = ?1
                                AND +met.with_bot = 0 LIMIT ?4) AS people)
         >= (SELECT MIN(?4, COUNT(*) / 2) FROM
             (SELECT DISTINCT user_id FROM rated_opponents AS lately
              WHERE lately.class = ?1 AND lately.with_bot = 0
              AND lately.at >= (SELECT MAX(at) FROM rated_opponents AS newest
                                WHERE newest.class = ?1 AND newest.with_bot = 0) - ?6
              LIMIT 2 * ?4) AS active)
     ORDER BY rating DESC LIMIT ?5";

impl Readers {
    /// Returns the leader board of a class.
    pub(crate) async fn top(&self, class: SpeedClass) -> Result<Vec<LeaderboardEntry>> {
        let values = [
            Value::text(class),
            // Deviations are shown rounded: one that is shown as the largest is listed.
            (f64::from(LARGEST_KNOWN_DEVIATION) + 0.5).into(),
            MIN_GAMES.into(),
            MIN_PEOPLE.into(),
            MAX_ROWS.into(),
            MONTH.into(),
        ];
        let rounded = |number: f64| number.round() as i32;
        let entry = |row: &Row| {
            let (rating, deviation) = (rounded(row.get(1)), rounded(row.get(2)));
            Ok(LeaderboardEntry {
                name: parsed("a name", row.get(0))?,
                display_name: display_name(row.get(4)),
                rating: RatingSummary::new(class, rating, deviation, row.get(3)),
            })
        };
        self.rows(TOP, values).await?.iter().map(entry).collect()
    }
}

#[cfg(test)]
mod tests {
    use willow_protocol::SpeedClass;

    use crate::domain::UserId;
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
        let mut store = TestStore::sqlite();
        store.run(BEFORE);
        let mut store = store.reopen();
        let saved = store.load(0);
        let alice = &saved.users[0];
        let (class, at) = (SpeedClass::Blitz, [7, 9]);
        let opponents = &alice.record.opponents[&class];
        let known = [2, 3].map(|user| opponents.familiarity(UserId(user)).unwrap());
        assert_eq!(known.map(|it| it.at), at);
        assert_eq!((opponents.len(), known[0].games.to_bits()), (2, 1_f64.to_bits()));
        assert_eq!(alice.record.ratings[&class].glicko_deviation.to_bits(), 220_f64.to_bits());
        let with_bots = "SELECT other_id FROM rated_opponents WHERE with_bot ORDER BY other_id";
        assert_eq!(store.column::<i64>(with_bots), [1, 3]);
    }
}
