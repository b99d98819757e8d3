//! The history of a user's ratings.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use willow_protocol::{Event, GameId, Name, RatingPoint, is_provisional};

use super::decode::{parsed, terms};
use super::history::USER;
use super::{Store, StoreError};
use crate::domain::{Refusal, UserId};

/// The largest number of ratings of an answer.
const POINTS: i64 = 200;

/// The ratings of a user after the latest games.
pub(super) const POINTS_OF_USER: &str = "SELECT rating_history.class, game, rating, deviation, at,
            terms, black_id, white_id
     FROM rating_history JOIN games ON games.id = game
     WHERE user_id = ? ORDER BY at DESC, game DESC LIMIT ?";

impl Store {
    /// Returns the ratings of a user after the latest games.
    pub(super) async fn ratings(
        &self,
        name: &Name,
        asker: Option<UserId>,
    ) -> Result<Result<Event, Refusal>, StoreError> {
        let user: Option<i64> =
            sqlx::query_scalar(USER).bind(name.key()).fetch_optional(&self.readers).await?;
        let Some(user) = user else { return Ok(Err(Refusal::no_user(name))) };
        let query = sqlx::query(POINTS_OF_USER).bind(user).bind(POINTS);
        let rows = query.fetch_all(&self.readers).await?;
        let points = rows.iter().map(|row| point(row, asker)).collect::<Result<_, _>>()?;
        Ok(Ok(Event::Ratings { name: name.clone(), points }))
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
