//! The history of a user's ratings.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use willow_protocol::{Event, GameId, Name, RatingPoint, is_provisional};

use super::decode::{parsed, terms};
use super::{Store, StoreError};
use crate::domain::UserId;

/// The largest number of ratings of an answer.
const POINTS: i64 = 200;

impl Store {
    /// Returns the ratings of a user after the latest games.
    pub(super) async fn ratings(
        &self,
        name: &Name,
        asker: Option<UserId>,
    ) -> Result<Event, StoreError> {
        let rows = sqlx::query(
            "SELECT rating_history.class, game, rating, deviation, at, terms, black_id, white_id
             FROM rating_history JOIN users ON users.id = user_id
             JOIN games ON games.id = game
             WHERE name_key = ? AND gone = 0 ORDER BY at DESC, game DESC LIMIT ?",
        )
        .bind(name.key())
        .bind(POINTS)
        .fetch_all(&self.readers)
        .await?;
        let points = rows.iter().map(|row| point(row, asker)).collect::<Result<_, _>>()?;
        Ok(Event::Ratings { name: name.clone(), points })
    }
}

fn point(row: &SqliteRow, asker: Option<UserId>) -> Result<RatingPoint, StoreError> {
    let players = [UserId(row.get("black_id")), UserId(row.get("white_id"))];
    let played = asker.is_some_and(|asker| players.contains(&asker));
    let shown = played || !terms(row.get("terms"))?.private;
    let rounded = |column: &str| row.get::<f64, _>(column).round() as i32;
    Ok(RatingPoint {
        class: parsed("a class", row.get("class"))?,
        game: shown.then(|| GameId(row.get::<i64, _>("game") as u64)),
        rating: rounded("rating"),
        deviation: rounded("deviation"),
        provisional: is_provisional(rounded("deviation")),
        at: row.get::<i64, _>("at") as u64,
    })
}
