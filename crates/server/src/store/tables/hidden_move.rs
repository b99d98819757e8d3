//! Statements for moves that are not shown yet, and for what changes in a game in progress.

use sqlx::{Row, SqliteConnection};
use willow_board::Color;
use willow_protocol::{BidValue, GameId};

use crate::domain::{HiddenContent, HiddenRow, Write};
use crate::store::{StoreError, decode};

/// Writes a change of a game in progress.
pub(in crate::store) async fn change(
    connection: &mut SqliteConnection,
    write: Write,
) -> Result<(), StoreError> {
    match write {
        Write::Hidden(row) => insert(connection, row).await,
        Write::Revealed(game) => {
            let sql = "DELETE FROM hidden_moves WHERE game = ?";
            sqlx::query(sql).bind(game.0 as i64).execute(connection).await?;
            Ok(())
        }
        Write::ColorsExchanged { game, ratings } => {
            let ratings = ratings
                .map(|ratings| serde_json::to_string(&ratings).expect("ratings have string keys"));
            let sql = "UPDATE games SET black_id = white_id, white_id = black_id, black = white,
                       white = black, ratings = ? WHERE id = ?";
            sqlx::query(sql).bind(ratings).bind(game.0 as i64).execute(connection).await?;
            Ok(())
        }
        Write::Unrated(game, terms) => {
            let sql = "UPDATE games SET terms = ? WHERE id = ?";
            let query = sqlx::query(sql).bind(terms.to_string()).bind(game.0 as i64);
            query.execute(connection).await?;
            Ok(())
        }
        other => unreachable!("{other:?} is no change of a game in progress"),
    }
}

async fn insert(connection: &mut SqliteConnection, row: HiddenRow) -> Result<(), StoreError> {
    let HiddenRow { game, color, content } = row;
    let sql = "INSERT INTO hidden_moves (game, color, square, value) VALUES (?, ?, ?, ?)
               ON CONFLICT (game, color) DO UPDATE SET square = excluded.square,
               value = excluded.value";
    sqlx::query(sql)
        .bind(game.0 as i64)
        .bind(color.to_string())
        .bind(content.square.to_string())
        .bind(content.value.hundredths())
        .execute(connection)
        .await?;
    Ok(())
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
