//! Offers, games and ratings.

use sqlx::SqliteConnection;
use willow_protocol::{GameId, Offer, SpeedClass};

use crate::core::{BegunGame, FinishedGame, Millis, UserId};
use crate::ratings::Rating;
use crate::store::StoreError;

type Done = Result<(), StoreError>;

pub(in crate::store) async fn insert_offer(
    connection: &mut SqliteConnection,
    offer: &Offer,
) -> Done {
    let body = serde_json::to_string(offer).expect("offers have string keys");
    sqlx::query("INSERT INTO offers (game, body) VALUES (?, ?)")
        .bind(offer.game.0 as i64)
        .bind(body)
        .execute(connection)
        .await?;
    Ok(())
}

pub(in crate::store) async fn delete_offer(
    connection: &mut SqliteConnection,
    game: GameId,
) -> Done {
    sqlx::query("DELETE FROM offers WHERE game = ?")
        .bind(game.0 as i64)
        .execute(connection)
        .await?;
    Ok(())
}

pub(crate) async fn reserve(connection: &mut SqliteConnection, number: u64) -> Done {
    set(connection, "reserved", number).await
}

/// Keeps a number under a name.
pub(in crate::store) async fn set(
    connection: &mut SqliteConnection,
    name: &'static str,
    number: u64,
) -> Done {
    sqlx::query(
        "INSERT INTO settings (name, value) VALUES (?, ?)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    )
    .bind(name)
    .bind(number as i64)
    .execute(connection)
    .await?;
    Ok(())
}

pub(in crate::store) async fn insert(connection: &mut SqliteConnection, begun: &BegunGame) -> Done {
    let [black, white] = &begun.names;
    sqlx::query(
        "INSERT INTO games
         (id, black_id, white_id, black, white, terms, class, start_position, twin, begun_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
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
    .execute(connection)
    .await?;
    Ok(())
}

pub(in crate::store) async fn finish(
    connection: &mut SqliteConnection,
    finished: &FinishedGame,
) -> Done {
    let ending = serde_json::to_string(&finished.end).expect("ends have string keys");
    let times: Vec<String> = finished.times.iter().map(ToString::to_string).collect();
    let sql =
        "UPDATE games SET ended_at = ?, ending = ?, result = ?, moves = ?, times = ? WHERE id = ?";
    sqlx::query(sql)
        .bind(finished.at as i64)
        .bind(ending)
        .bind(finished.end.result)
        .bind(&finished.moves)
        .bind(times.join(" "))
        .bind(finished.game.0 as i64)
        .execute(connection)
        .await?;
    Ok(())
}

pub(in crate::store) async fn rate(
    connection: &mut SqliteConnection,
    user: UserId,
    class: SpeedClass,
    rating: &Rating,
    game: GameId,
    at: Millis,
) -> Done {
    sqlx::query(
        "INSERT INTO ratings (user_id, class, rating, deviation, volatility, games)
         VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (user_id, class) DO UPDATE SET rating = excluded.rating,
         deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games",
    )
    .bind(user.0)
    .bind(class.to_string())
    .bind(rating.rating)
    .bind(rating.deviation)
    .bind(rating.volatility)
    .bind(i64::from(rating.games))
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "INSERT INTO rating_history (user_id, class, game, rating, deviation, at)
         VALUES (?, ?, ?, ?, ?, ?)",
    )
    .bind(user.0)
    .bind(class.to_string())
    .bind(game.0 as i64)
    .bind(rating.rating)
    .bind(rating.deviation)
    .bind(at as i64)
    .execute(connection)
    .await?;
    Ok(())
}
