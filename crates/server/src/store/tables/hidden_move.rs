//! Statements for moves that are not shown yet, and for what changes in a game in progress.

use sqlx::{Row, SqliteConnection};
use willow_board::Color;
use willow_protocol::{BidValue, GameId};

use crate::domain::{HiddenContent, HiddenRow, Write};
use crate::store::bulk::{Value, run};
use crate::store::{StoreError, decode};

/// Writes a change of a game in progress.
pub(in crate::store) async fn change(
    connection: &mut SqliteConnection,
    write: Write,
) -> Result<(), StoreError> {
    match write {
        Write::Hidden(HiddenRow { game, color, content: HiddenContent { square, value } }) => {
            let sql = "INSERT INTO hidden_moves (game, color, square, value) VALUES (?, ?, ?, ?)
                       ON CONFLICT (game, color) DO UPDATE SET square = excluded.square,
                       value = excluded.value";
            let (color, square) = (Value::text(color), Value::text(square));
            run(connection, sql, [game.into(), color, square, value.hundredths().into()]).await
        }
        Write::Revealed(game) => {
            run(connection, "DELETE FROM hidden_moves WHERE game = ?", [game.into()]).await
        }
        Write::ColorsExchanged { game, ratings } => {
            let sql = "UPDATE games SET black_id = white_id, white_id = black_id, black = white,
                       white = black, ratings = ? WHERE id = ?";
            let ratings = ratings.map(|ratings| Value::json(&ratings)).into();
            run(connection, sql, [ratings, game.into()]).await
        }
        Write::Unrated(game, terms) => {
            let sql = "UPDATE games SET terms = ? WHERE id = ?";
            run(connection, sql, [Value::text(terms), game.into()]).await
        }
        other => unreachable!("{other:?} is no change of a game in progress"),
    }
}

/// Returns the hidden moves of a game.
pub(in crate::store) async fn of_game(
    connection: &mut SqliteConnection,
    game: GameId,
) -> Result<Vec<(Color, HiddenContent)>, StoreError> {
    let sql = "SELECT color, square, value FROM hidden_moves WHERE game = ?";
    let rows = sqlx::query(sql).bind(game.0 as i64).fetch_all(connection).await?;
    let hidden = rows.iter().map(|row| {
        let color = decode::parsed("a colour", row.get(0))?;
        let square = decode::parsed("a square", row.get(1))?;
        let value = BidValue::of_hundredths(row.get(2));
        Ok((color, HiddenContent { square, value }))
    });
    hidden.collect()
}
