//! The history of a user's ratings.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use willow_protocol::{Event, GameId, Name, RatingPoint, SpeedClass, is_provisional};

use super::{QueryError, Store, StoreError, parsed, terms};
use crate::domain::{Millis, UserId};

/// The largest number of ratings of an answer.
const POINTS: i64 = 200;

/// The ratings of a user before a time, of all classes or of one, the newest first.
pub(super) const POINTS_OF_USER: &str = "SELECT rating_history.class, game, rating, deviation, at,
            terms, black_id, white_id
     FROM rating_history JOIN games ON games.id = game
     WHERE user_id = ?1 AND at < ?2 AND (?3 IS NULL OR rating_history.class = ?3)
     ORDER BY at DESC, game DESC LIMIT ?4";

impl Store {
    /// Returns a page of the ratings of a user, the newest first.
    pub(super) async fn ratings(
        &self,
        name: &Name,
        class: Option<SpeedClass>,
        before: Option<Millis>,
        asker: Option<UserId>,
    ) -> Result<Event, QueryError> {
        let query = sqlx::query(POINTS_OF_USER)
            .bind(self.user(name).await?.0)
            .bind(before.map_or(i64::MAX, |before| i64::try_from(before).unwrap_or(i64::MAX)))
            .bind(class.map(|class| class.to_string()))
            .bind(POINTS + 1);
        let mut rows = query.fetch_all(&self.readers).await?;
        let next = next_page(&mut rows);
        let points = rows.iter().map(|row| point(row, asker)).collect::<Result<_, _>>()?;
        Ok(Event::Ratings { name: name.clone(), points, next })
    }
}

/// Takes away the rows of the next page, and returns the time before which these are. Rows of one
/// time stay together.
fn next_page(rows: &mut Vec<SqliteRow>) -> Option<Millis> {
    let first_left: Millis = rows.get(POINTS as usize)?.get("at");
    rows.truncate(POINTS as usize);
    if rows.first().is_some_and(|row| row.get::<Millis, _>("at") > first_left) {
        rows.retain(|row| row.get::<Millis, _>("at") > first_left);
    }
    Some(first_left + 1)
}

fn point(row: &SqliteRow, asker: Option<UserId>) -> Result<RatingPoint, StoreError> {
    let players = [UserId(row.get("black_id")), UserId(row.get("white_id"))];
    let played = asker.is_some_and(|asker| players.contains(&asker));
    let terms = terms(row.get("terms"))?;
    // A private game that counted is public; one that was left early too often is not.
    let shown = played || !terms.private || terms.rated;
    let rounded = |column: &str| row.get::<f64, _>(column).round() as i32;
    Ok(RatingPoint {
        class: parsed("a class", row.get("class"))?,
        game: shown.then(|| GameId(row.get("game"))),
        rating: rounded("rating"),
        deviation: rounded("deviation"),
        provisional: is_provisional(rounded("deviation")),
        at: row.get("at"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::test_support::TestStore;

    /// 450 ratings of alice, three at each time, every third one of them in rapid games; and some
    /// users to be found.
    const ROWS: &str = "INSERT INTO users (id, name, name_key, role, created_at)
        VALUES (1, 'Alice', 'alice', 'player', 0), (2, 'al', 'al', 'player', 0),
               (3, 'bob', 'bob', 'player', 0), (4, 'alfred', 'alfred', 'player', 0);
        UPDATE users SET gone = 1 WHERE id = 4;
        WITH RECURSIVE count (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM count WHERE n < 450)
        INSERT INTO games (id, black_id, white_id, black, white, terms, class, start_position,
                           begun_at)
        SELECT n, 1, 3, 'Alice', 'bob', '5:00+3 rated', 'blitz', '', 0 FROM count;
        INSERT INTO rating_history (user_id, class, game, rating, deviation, at)
        SELECT 1, CASE id % 3 WHEN 0 THEN 'rapid' ELSE 'blitz' END, id, 1500 + id, 50, (id + 2) / 3
        FROM games;";

    fn rated() -> TestStore {
        let mut store = TestStore::new();
        store.run(ROWS);
        store
    }

    #[test]
    fn the_whole_history_is_read_page_by_page_and_by_class() {
        let TestStore { runtime, store, .. } = &rated();
        let name: Name = "alice".parse().unwrap();
        for (class, n) in [(None, 450_usize), (Some(SpeedClass::Rapid), 150)] {
            let (mut read, mut before, mut n_pages) = (Vec::new(), None, 0);
            loop {
                let page = runtime.block_on(store.ratings(&name, class, before, None)).unwrap();
                let Event::Ratings { points, next, .. } = page else { panic!("no ratings") };
                read.extend(points.into_iter().map(|point| point.rating));
                n_pages += 1;
                before = next;
                if before.is_none() {
                    break;
                }
            }
            assert_eq!((read.len(), n_pages), (n, n.div_ceil(200)), "{class:?}");
            assert!(read.is_sorted_by(|newer, older| newer > older), "{class:?}: none twice");
        }
    }

    #[test]
    fn users_are_found_by_the_beginning_of_their_names_the_exact_name_first() {
        let TestStore { runtime, store, .. } = &rated();
        for (prefix, wanted) in [("al", &["al", "Alice"][..]), ("ALI", &["Alice"]), ("x", &[])] {
            let found = runtime.block_on(store.find_users(&prefix.parse().unwrap())).unwrap();
            let Event::Found { users } = found else { panic!("no users") };
            let names: Vec<&str> = users.iter().map(|user| user.name.as_str()).collect();
            assert_eq!(names, wanted, "{prefix}");
        }
    }
}
