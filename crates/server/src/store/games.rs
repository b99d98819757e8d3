//! Statements for events, offers, games with their hidden moves, and ratings.

use std::collections::BTreeMap;
use std::sync::Arc;

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use willow_board::Color;
use willow_protocol::{BidValue, GameId, Offer, SpeedClass};

use super::bulk::{self, Value, run};
use super::{StoreError, decode};
use crate::domain::{
    EncodedNotice, EndedGame, GameChange, HiddenContent, HiddenRow, Millis, Rating, RoomKey,
    StartedGame, UserId,
};

type Done = Result<(), StoreError>;

/// A row of the table of events.
#[derive(Debug)]
pub(super) struct EventRow {
    pub(super) room: RoomKey,
    pub(super) number: u64,
    pub(super) notice: Arc<EncodedNotice>,
}

/// A rating after a game.
#[derive(Debug)]
pub(super) struct RatingRow {
    pub(super) user: UserId,
    pub(super) class: SpeedClass,
    pub(super) before: Rating,
    pub(super) rating: Rating,
    pub(super) game: GameId,
    pub(super) at: Millis,
}

pub(super) async fn insert_events(connection: &mut SqliteConnection, rows: &[EventRow]) -> Done {
    let head = "INSERT INTO events (room, number, at, body)";
    bulk::insert(connection, head, "", rows, |EventRow { room, number, notice }| {
        let body = notice.stored_json().into_owned();
        [Value::text(room), (*number).into(), notice.notice().time.into(), body.into()]
    })
    .await
}

pub(super) async fn insert_offers(connection: &mut SqliteConnection, offers: &[&Offer]) -> Done {
    let head = "INSERT INTO offers (game, body)";
    bulk::insert(connection, head, "", offers, |&offer| [offer.game.into(), Value::json(offer)])
        .await
}

pub(super) async fn delete_offers(connection: &mut SqliteConnection, games: &[GameId]) -> Done {
    let delete = |n| format!("DELETE FROM offers WHERE game IN {}", bulk::tuple(n));
    bulk::execute(connection, delete, games, |&game| [game.into()]).await
}

pub(super) async fn insert(connection: &mut SqliteConnection, games: &[StartedGame]) -> Done {
    let head = "INSERT INTO games
        (id, black_id, white_id, black, white, terms, class, start_position, twin, begun_at,
         ratings)";
    bulk::insert(connection, head, "", games, |started| {
        let [black, white] = started.names.each_ref().map(Value::text);
        [
            started.game.into(),
            started.players[0].into(),
            started.players[1].into(),
            black,
            white,
            Value::text(&started.terms),
            Value::text(started.terms.speed_class()),
            Value::text(started.start),
            started.twin.into(),
            started.at.into(),
            started.ratings.map(|ratings| Value::json(&ratings)).into(),
        ]
    })
    .await
}

pub(super) async fn finish(connection: &mut SqliteConnection, games: &[EndedGame]) -> Done {
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
    bulk::execute(connection, update, games, |ended| {
        let times: Vec<String> = ended.times.iter().map(ToString::to_string).collect();
        [
            ended.game.into(),
            ended.at.into(),
            Value::json(&ended.end),
            ended.end.result.into(),
            ended.moves.clone().into(),
            times.join(" ").into(),
            Value::json(&ended.clocks),
            ended.last_move_at.into(),
        ]
    })
    .await
}

pub(super) async fn rate(connection: &mut SqliteConnection, rows: &[RatingRow]) -> Done {
    // The last of several ratings of a user counts.
    let newest: BTreeMap<_, _> = rows.iter().map(|row| ((row.user, row.class), row)).collect();
    let newest: Vec<&RatingRow> = newest.into_values().collect();
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
        |RatingRow { user, class, rating, .. }| {
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

/// Writes a change of a game in progress.
pub(super) async fn change(
    connection: &mut SqliteConnection,
    change: GameChange,
) -> Result<(), StoreError> {
    match change {
        GameChange::Hidden(HiddenRow { game, color, content: HiddenContent { square, value } }) => {
            let sql = "INSERT INTO hidden_moves (game, color, square, value) VALUES (?, ?, ?, ?)
                       ON CONFLICT (game, color) DO UPDATE SET square = excluded.square,
                       value = excluded.value";
            let (color, square) = (Value::text(color), Value::text(square));
            run(connection, sql, [game.into(), color, square, value.hundredths().into()]).await
        }
        GameChange::Revealed(game) => {
            run(connection, "DELETE FROM hidden_moves WHERE game = ?", [game.into()]).await
        }
        GameChange::ColorsExchanged { game, ratings } => {
            let sql = "UPDATE games SET black_id = white_id, white_id = black_id, black = white,
                       white = black, ratings = ? WHERE id = ?";
            let ratings = ratings.map(|ratings| Value::json(&ratings)).into();
            run(connection, sql, [ratings, game.into()]).await
        }
        GameChange::Unrated(game, terms) => {
            let sql = "UPDATE games SET terms = ? WHERE id = ?";
            run(connection, sql, [Value::text(terms), game.into()]).await
        }
    }
}

/// Returns the hidden moves of a game.
pub(super) async fn hidden_moves(
    connection: &mut SqliteConnection,
    game: GameId,
) -> Result<Vec<(Color, HiddenContent)>, StoreError> {
    let sql = "SELECT color, square, value FROM hidden_moves WHERE game = ?";
    let rows = sqlx::query(sql).bind(game.0 as i64).fetch_all(connection).await?;
    let hidden = |row: &SqliteRow| {
        let color = decode::parsed("a colour", row.try_get(0)?)?;
        let square = decode::parsed("a square", row.try_get(1)?)?;
        let value = BidValue::of_hundredths(row.try_get(2)?);
        Ok((color, HiddenContent { square, value }))
    };
    let in_row = |error: StoreError| error.in_row("hidden_moves", format!("of game {game}"));
    rows.iter().map(hidden).collect::<Result<_, _>>().map_err(in_row)
}
