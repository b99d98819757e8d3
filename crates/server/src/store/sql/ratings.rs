//! The ratings of users, and their history.

use std::collections::BTreeMap;

use willow_board::Color;
use willow_protocol::{GameId, RatingChange, RatingPoint, Side, SpeedClass, is_provisional};

use super::{Connection, Readers, Result, Row, StoreError, StoredGame, Value, bulk, parsed, terms};
use crate::domain::{Millis, NewRating, UserId};

/// Maximum number of ratings of an answer.
const POINTS: i64 = 200;

/// The ratings of a user before a time, of all classes or of one, the newest first.
pub(super) const POINTS_OF_USER: &str = "SELECT rating_history.class, game, rating, deviation, at,
            terms, black_id, white_id
     FROM rating_history JOIN games ON games.id = game
     WHERE user_id = ?1 AND at < ?2 AND (?3 IS NULL OR rating_history.class = ?3)
     ORDER BY at DESC, game DESC LIMIT ?4";

pub(super) async fn insert(connection: &mut Connection<'_>, rows: &[NewRating]) -> Result<()> {
    // The last of several ratings of a user counts.
    let newest: BTreeMap<_, _> = rows.iter().map(|row| ((row.user, row.class), row)).collect();
    let newest: Vec<&NewRating> = newest.into_values().collect();
    let head = "INSERT INTO ratings (user_id, class, rating, deviation, glicko_deviation,
        volatility, games, wins, draws, losses)";
    let replace = "ON CONFLICT (user_id, class) DO UPDATE SET rating = excluded.rating,
        deviation = excluded.deviation, glicko_deviation = excluded.glicko_deviation,
        volatility = excluded.volatility, games = excluded.games,
        wins = excluded.wins, draws = excluded.draws, losses = excluded.losses";
    bulk::insert(
        connection,
        head,
        replace,
        &newest,
        |NewRating { user, class, rating, .. }| {
            [
                (*user).into(),
                Value::text(class),
                rating.rating.into(),
                rating.deviation.into(),
                rating.glicko_deviation.into(),
                rating.volatility.into(),
                rating.games.into(),
                rating.wins.into(),
                rating.draws.into(),
                rating.losses.into(),
            ]
        },
    )
    .await?;
    let head = "INSERT INTO rating_history (user_id, class, game, rating, deviation, at, before)";
    bulk::insert(connection, head, "", rows, |row| {
        [
            row.user.into(),
            Value::text(row.class),
            row.game.into(),
            row.rating.rating.into(),
            row.rating.deviation.into(),
            row.at.into(),
            row.before.rating.into(),
        ]
    })
    .await
}

impl Readers {
    /// Reads how a game changed the ratings of its players.
    pub(super) async fn rating_changes(&self, game: &StoredGame) -> Result<Vec<RatingChange>> {
        let sql = "SELECT user_id, before, rating FROM rating_history WHERE game = ?";
        let rows = self.rows(sql, [game.started.game.into()]).await?;
        let points = |row: &Row, column: usize| match row.try_get::<f64, _>(column) {
            Ok(points) => Ok(points.round() as i32),
            Err(error) => Err(StoreError::from(error).in_row("rating_history", game.started.game)),
        };
        let change = |color: Color| {
            let of = |row: &&Row| game.started.players[color.index()] == UserId(row.get(0));
            let row = rows.iter().find(of)?;
            let change = |before, after| RatingChange { color: Side(color), before, after };
            Some(points(row, 1).and_then(|before| Ok(change(before, points(row, 2)?))))
        };
        Color::ALL.into_iter().filter_map(change).collect()
    }

    /// Returns a page of the ratings of a user, the newest first, and the time before which the next one is.
    pub(crate) async fn ratings(
        &self,
        user: UserId,
        class: Option<SpeedClass>,
        before: Option<Millis>,
        asker: Option<UserId>,
    ) -> Result<(Vec<RatingPoint>, Option<Millis>)> {
        let before = before.map_or(i64::MAX, |before| i64::try_from(before).unwrap_or(i64::MAX));
        let class = Value::optional_text(class);
        let values = [user.into(), before.into(), class, (POINTS + 1).into()];
        let mut rows = self.rows(POINTS_OF_USER, values).await?;
        let next = next_page(&mut rows);
        let points = rows.iter().map(|row| point(row, asker)).collect::<Result<_, _>>()?;
        Ok((points, next))
    }
}

/// Takes away the rows of the next page, and returns the time before which these are. Rows of one
/// time stay together.
fn next_page(rows: &mut Vec<Row>) -> Option<Millis> {
    let first_left: Millis = rows.get(POINTS as usize)?.get("at");
    rows.truncate(POINTS as usize);
    if rows.first().is_some_and(|row| row.get::<Millis, _>("at") > first_left) {
        rows.retain(|row| row.get::<Millis, _>("at") > first_left);
    }
    Some(first_left + 1)
}

fn point(row: &Row, asker: Option<UserId>) -> Result<RatingPoint> {
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
