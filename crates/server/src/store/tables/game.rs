//! Events, offers, games and ratings.

use std::collections::BTreeMap;
use std::sync::Arc;

use sqlx::SqliteConnection;
use willow_protocol::{GameId, Offer, SpeedClass};

use crate::core::{BegunGame, FinishedGame, Millis, RoomKey, UserId};
use crate::outgoing::Outgoing;
use crate::ratings::Rating;
use crate::store::{StoreError, bulk};

type Done = Result<(), StoreError>;

/// The name under which it is kept up to where numbers of games are taken.
pub(crate) const RESERVED: &str = "reserved";

/// A row of what happened.
#[derive(Debug)]
pub(in crate::store) struct EventRow {
    pub(in crate::store) room: RoomKey,
    pub(in crate::store) number: u64,
    pub(in crate::store) notice: Arc<Outgoing>,
}

/// A rating after a game.
#[derive(Debug)]
pub(in crate::store) struct RatingRow {
    pub(in crate::store) user: UserId,
    pub(in crate::store) class: SpeedClass,
    pub(in crate::store) rating: Rating,
    pub(in crate::store) game: GameId,
    pub(in crate::store) at: Millis,
}

pub(in crate::store) async fn insert_events(
    connection: &mut SqliteConnection,
    rows: &[EventRow],
) -> Done {
    let insert = "INSERT INTO events (room, number, at, body)";
    bulk::insert(connection, insert, 4, "", rows, |query, row| {
        query
            .bind(row.room.to_string())
            .bind(row.number as i64)
            .bind(row.notice.notice().time as i64)
            .bind(row.notice.json().to_owned())
    })
    .await
}

pub(in crate::store) async fn insert_offers(
    connection: &mut SqliteConnection,
    offers: &[Offer],
) -> Done {
    let insert = "INSERT INTO offers (game, body)";
    bulk::insert(connection, insert, 2, "", offers, |query, offer| {
        let body = serde_json::to_string(offer).expect("offers have string keys");
        query.bind(offer.game.0 as i64).bind(body)
    })
    .await
}

pub(in crate::store) async fn delete_offers(
    connection: &mut SqliteConnection,
    games: &[GameId],
) -> Done {
    let delete = |n| format!("DELETE FROM offers WHERE game IN {}", bulk::tuple(n));
    bulk::execute(connection, delete, games, |query, game| query.bind(game.0 as i64)).await
}

/// Keeps numbers under names.
pub(crate) async fn set(connection: &mut SqliteConnection, settings: &[(&str, u64)]) -> Done {
    let insert = "INSERT INTO settings (name, value)";
    let replace = "ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    bulk::insert(connection, insert, 2, replace, settings, |query, &(name, number)| {
        query.bind(name.to_owned()).bind(number as i64)
    })
    .await
}

pub(in crate::store) async fn insert(
    connection: &mut SqliteConnection,
    games: &[BegunGame],
) -> Done {
    let insert = "INSERT INTO games
        (id, black_id, white_id, black, white, terms, class, start_position, twin, begun_at)";
    bulk::insert(connection, insert, 10, "", games, |query, begun| {
        let [black, white] = &begun.names;
        query
            .bind(begun.game.0 as i64)
            .bind(begun.players[0].0)
            .bind(begun.players[1].0)
            .bind(black.to_string())
            .bind(white.to_string())
            .bind(begun.terms.to_string())
            .bind(begun.terms.speed_class().to_string())
            .bind(begun.start.to_string())
            .bind(begun.twin.map(|twin| twin.0 as i64))
            .bind(begun.at as i64)
    })
    .await
}

pub(in crate::store) async fn finish(
    connection: &mut SqliteConnection,
    games: &[FinishedGame],
) -> Done {
    let update = |n| {
        format!(
            "WITH over (id, ended_at, ending, result, moves, times) AS (VALUES {})
             UPDATE games SET ended_at = over.ended_at, ending = over.ending,
             result = over.result, moves = over.moves, times = over.times
             FROM over WHERE games.id = over.id",
            bulk::tuples(n, 6)
        )
    };
    bulk::execute(connection, update, games, |query, finished| {
        let ending = serde_json::to_string(&finished.end).expect("ends have string keys");
        let times: Vec<String> = finished.times.iter().map(ToString::to_string).collect();
        query
            .bind(finished.game.0 as i64)
            .bind(finished.at as i64)
            .bind(ending)
            .bind(finished.end.result)
            .bind(finished.moves.clone())
            .bind(times.join(" "))
    })
    .await
}

pub(in crate::store) async fn rate(connection: &mut SqliteConnection, rows: &[RatingRow]) -> Done {
    // Of several ratings of a user the last one counts.
    let newest: BTreeMap<_, _> = rows.iter().map(|row| ((row.user, row.class), row)).collect();
    let newest: Vec<&RatingRow> = newest.into_values().collect();
    let insert = "INSERT INTO ratings (user_id, class, rating, deviation, volatility, games)";
    let replace = "ON CONFLICT (user_id, class) DO UPDATE SET rating = excluded.rating,
        deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games";
    bulk::insert(connection, insert, 6, replace, &newest, |query, row| {
        query
            .bind(row.user.0)
            .bind(row.class.to_string())
            .bind(row.rating.rating)
            .bind(row.rating.deviation)
            .bind(row.rating.volatility)
            .bind(i64::from(row.rating.games))
    })
    .await?;
    let insert = "INSERT INTO rating_history (user_id, class, game, rating, deviation, at)";
    bulk::insert(connection, insert, 6, "", rows, |query, row| {
        query
            .bind(row.user.0)
            .bind(row.class.to_string())
            .bind(row.game.0 as i64)
            .bind(row.rating.rating)
            .bind(row.rating.deviation)
            .bind(row.at as i64)
    })
    .await
}
