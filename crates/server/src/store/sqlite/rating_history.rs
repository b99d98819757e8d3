//! The history of a user's ratings.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use willow_protocol::{GameId, RatingPoint, SpeedClass, is_provisional};

use super::{Readers, Result, Value, parsed, terms};
use crate::domain::{Millis, UserId};

/// The largest number of ratings of an answer.
const POINTS: i64 = 200;

/// The ratings of a user before a time, of all classes or of one, the newest first.
pub(super) const POINTS_OF_USER: &str = "SELECT rating_history.class, game, rating, deviation, at,
            terms, black_id, white_id
     FROM rating_history JOIN games ON games.id = game
     WHERE user_id = ?1 AND at < ?2 AND (?3 IS NULL OR rating_history.class = ?3)
     ORDER BY at DESC, game DESC LIMIT ?4";

impl Readers {
    /// Returns a page of the ratings of a user, the newest first, and the time before which the next one is.
    pub(crate) async fn ratings(
        &self,
        user: UserId,
        class: Option<SpeedClass>,
        before: Option<Millis>,
        asker: Option<UserId>,
    ) -> Result<(Vec<RatingPoint>, Option<Millis>)> {
        let before = before.map_or(i64::MAX, |before| i64::try_from(before).unwrap_or(i64::MAX));
        let class = class.map(Value::text).into();
        let values = [user.into(), before.into(), class, (POINTS + 1).into()];
        let mut rows = self.rows(POINTS_OF_USER, values).await?;
        let next = next_page(&mut rows);
        let points = rows.iter().map(|row| point(row, asker)).collect::<Result<_, _>>()?;
        Ok((points, next))
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

fn point(row: &SqliteRow, asker: Option<UserId>) -> Result<RatingPoint> {
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
