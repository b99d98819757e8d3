//! Statements for events, offers, games and ratings.

use std::collections::BTreeMap;
use std::sync::Arc;

use sqlx::SqliteConnection;
use willow_protocol::{GameId, Offer, SpeedClass};

use crate::domain::{EncodedNotice, EndedGame, Millis, Rating, RoomKey, StartedGame, UserId};
use crate::store::{StoreError, bulk};

type Done = Result<(), StoreError>;

/// A row of the table of events.
#[derive(Debug)]
pub(in crate::store) struct EventRow {
    pub(in crate::store) room: RoomKey,
    pub(in crate::store) number: u64,
    pub(in crate::store) notice: Arc<EncodedNotice>,
}

/// A rating after a game.
#[derive(Debug)]
pub(in crate::store) struct RatingRow {
    pub(in crate::store) user: UserId,
    pub(in crate::store) class: SpeedClass,
    pub(in crate::store) before: Rating,
    pub(in crate::store) rating: Rating,
    pub(in crate::store) game: GameId,
    pub(in crate::store) at: Millis,
}

pub(in crate::store) async fn insert_events(
    connection: &mut SqliteConnection,
    rows: &[EventRow],
) -> Done {
    let insert = "INSERT INTO events (room, number, at, body)";
    bulk::insert(
        connection,
        bulk::Insert { head: insert, n_columns: 4, tail: "" },
        rows,
        |query, row| {
            query
                .bind(row.room.to_string())
                .bind(row.number as i64)
                .bind(row.notice.notice().time as i64)
                .bind(row.notice.stored_json().into_owned())
        },
    )
    .await
}

pub(in crate::store) async fn insert_offers(
    connection: &mut SqliteConnection,
    offers: &[Offer],
) -> Done {
    let insert = "INSERT INTO offers (game, body)";
    bulk::insert(
        connection,
        bulk::Insert { head: insert, n_columns: 2, tail: "" },
        offers,
        |query, offer| {
            let body = serde_json::to_string(offer).expect("offers have string keys");
            query.bind(offer.game.0 as i64).bind(body)
        },
    )
    .await
}

pub(in crate::store) async fn delete_offers(
    connection: &mut SqliteConnection,
    games: &[GameId],
) -> Done {
    let delete = |n| format!("DELETE FROM offers WHERE game IN {}", bulk::tuple(n));
    bulk::execute(connection, delete, games, |query, game| query.bind(game.0 as i64)).await
}

pub(in crate::store) async fn insert(
    connection: &mut SqliteConnection,
    games: &[StartedGame],
) -> Done {
    let insert = "INSERT INTO games
        (id, black_id, white_id, black, white, terms, class, start_position, twin, begun_at,
         ratings)";
    bulk::insert(
        connection,
        bulk::Insert { head: insert, n_columns: 11, tail: "" },
        games,
        |query, started| {
            let [black, white] = &started.names;
            query
                .bind(started.game.0 as i64)
                .bind(started.players[0].0)
                .bind(started.players[1].0)
                .bind(black.to_string())
                .bind(white.to_string())
                .bind(started.terms.to_string())
                .bind(started.terms.speed_class().to_string())
                .bind(started.start.to_string())
                .bind(started.twin.map(|twin| twin.0 as i64))
                .bind(started.at as i64)
                .bind(started.ratings.map(|ratings| {
                    serde_json::to_string(&ratings).expect("ratings have string keys")
                }))
        },
    )
    .await
}

pub(in crate::store) async fn finish(
    connection: &mut SqliteConnection,
    games: &[EndedGame],
) -> Done {
    let update = |n| {
        format!(
            "WITH over (id, ended_at, ending, result, moves, times, clocks, last_move_at) AS (VALUES {})
             UPDATE games SET ended_at = over.ended_at, ending = over.ending,
             result = over.result, moves = over.moves, times = over.times, clocks = over.clocks,
             last_move_at = over.last_move_at
             FROM over WHERE games.id = over.id",
            bulk::tuples(n, 8)
        )
    };
    bulk::execute(connection, update, games, |query, ended| {
        let ending = serde_json::to_string(&ended.end).expect("ends have string keys");
        let times: Vec<String> = ended.times.iter().map(ToString::to_string).collect();
        query
            .bind(ended.game.0 as i64)
            .bind(ended.at as i64)
            .bind(ending)
            .bind(ended.end.result)
            .bind(ended.moves.clone())
            .bind(times.join(" "))
            .bind(serde_json::to_string(&ended.clocks).expect("clocks have string keys"))
            .bind(ended.last_move_at.map(|at| at as i64))
    })
    .await
}

pub(in crate::store) async fn rate(connection: &mut SqliteConnection, rows: &[RatingRow]) -> Done {
    // The last of several ratings of a user counts.
    let newest: BTreeMap<_, _> = rows.iter().map(|row| ((row.user, row.class), row)).collect();
    let newest: Vec<&RatingRow> = newest.into_values().collect();
    let insert = "INSERT INTO ratings (user_id, class, rating, deviation, volatility, games, wins,
        draws, losses)";
    let replace = "ON CONFLICT (user_id, class) DO UPDATE SET rating = excluded.rating,
        deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games,
        wins = excluded.wins, draws = excluded.draws, losses = excluded.losses";
    bulk::insert(
        connection,
        bulk::Insert { head: insert, n_columns: 9, tail: replace },
        &newest,
        |query, row| {
            query
                .bind(row.user.0)
                .bind(row.class.to_string())
                .bind(row.rating.rating)
                .bind(row.rating.deviation)
                .bind(row.rating.volatility)
                .bind(i64::from(row.rating.games))
                .bind(i64::from(row.rating.wins))
                .bind(i64::from(row.rating.draws))
                .bind(i64::from(row.rating.losses))
        },
    )
    .await?;
    let insert = "INSERT INTO rating_history (user_id, class, game, rating, deviation, at, before)";
    bulk::insert(
        connection,
        bulk::Insert { head: insert, n_columns: 7, tail: "" },
        rows,
        |query, row| {
            query
                .bind(row.user.0)
                .bind(row.class.to_string())
                .bind(row.game.0 as i64)
                .bind(row.rating.rating)
                .bind(row.rating.deviation)
                .bind(row.at as i64)
                .bind(row.before.rating)
        },
    )
    .await
}
