//! Offers, and games with their hidden moves.

use willow_board::{Color, DiscDiff};
use willow_protocol::{BidValue, GameId, GameState, Offer};

use super::{
    Connection, EVENTS, Readers, Result, Row, StoreError, StoredGame, Value, bulk, from_json,
    game_end, notice, parsed, position, run, terms,
};
use crate::domain::{EndedGame, GameChange, HeldContent, HeldRow, StartedGame, UserId};

pub(super) async fn insert_offers(
    connection: &mut Connection<'_>,
    offers: &[&Offer],
) -> Result<()> {
    let head = "INSERT INTO offers (game, body)";
    bulk::insert(connection, head, "", offers, |&offer| [offer.game.into(), Value::json(offer)])
        .await
}

pub(super) async fn delete_offers(connection: &mut Connection<'_>, games: &[GameId]) -> Result<()> {
    let delete = |n| format!("DELETE FROM offers WHERE game IN {}", bulk::tuple(n));
    bulk::execute(connection, delete, games, |&game| [game.into()]).await
}

pub(super) async fn insert(connection: &mut Connection<'_>, games: &[StartedGame]) -> Result<()> {
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
            Value::optional_json(started.ratings.as_ref()),
        ]
    })
    .await
}

pub(super) async fn finish(connection: &mut Connection<'_>, games: &[EndedGame]) -> Result<()> {
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
            ended.end.result.map(DiscDiff::value).into(),
            ended.moves.clone().into(),
            times.join(" ").into(),
            Value::json(&ended.clocks),
            ended.last_move_at.into(),
        ]
    })
    .await
}

/// Writes a change of a game in progress.
pub(super) async fn change(connection: &mut Connection<'_>, change: GameChange) -> Result<()> {
    match change {
        GameChange::Held(HeldRow { game, color, content: HeldContent { square, value } }) => {
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
            let ratings = Value::optional_json(ratings.as_ref());
            run(connection, sql, [ratings, game.into()]).await
        }
        GameChange::Unrated(game, terms) => {
            let sql = "UPDATE games SET terms = ? WHERE id = ?";
            run(connection, sql, [Value::text(terms), game.into()]).await
        }
    }
}

pub(super) async fn hidden_moves(
    connection: &mut Connection<'_>,
    game: GameId,
) -> Result<Vec<(Color, HeldContent)>> {
    let sql = "SELECT color, square, value FROM hidden_moves WHERE game = ?";
    let rows = bulk::query(sql, [game.into()]).fetch_all(connection).await?;
    let hidden = |row: &Row| {
        let color = parsed("a colour", row.try_get(0)?)?;
        let square = parsed("a square", row.try_get(1)?)?;
        let value = BidValue::of_hundredths(row.try_get(2)?);
        Ok((color, HeldContent { square, value }))
    };
    let in_row = |error: StoreError| error.in_row("hidden_moves", format!("of game {game}"));
    rows.iter().map(hidden).collect::<Result<_, _>>().map_err(in_row)
}

/// A game of this server.
pub(super) const GAME: &str = "SELECT id, black_id, white_id, black, white, terms, start_position,
            begun_at, ended_at, ending, moves, times, twin, ratings, clocks, last_move_at
     FROM games WHERE id = ?";

impl Readers {
    /// Reads a game that is over or in progress.
    pub(crate) async fn game(&self, game: GameId) -> Result<Option<StoredGame>> {
        let Some(row) = self.row(GAME, [game.into()]).await? else { return Ok(None) };
        let mut found = stored_game(&row)?;
        if found.end.is_none() {
            found.moves = self.moves_so_far(game).await?;
        }
        if found.started.terms.rated {
            found.rating_changes = self.rating_changes(&found).await?;
        }
        Ok(Some(found))
    }

    /// Reads the moves of a game in progress from its events.
    pub(super) async fn moves_so_far(&self, game: GameId) -> Result<String> {
        let rows = self.rows(EVENTS, [format!("game/{game}").into()]).await?;
        let notices = rows.iter().map(|row| notice(row.get(0))).collect::<Result<Vec<_>>>()?;
        let state = GameState::after(&notices)
            .ok_or_else(|| StoreError::invalid("the first event of a game", &game.to_string()))?;
        Ok(state
            .moves
            .iter()
            .filter_map(|mv| mv.square())
            .map(|square| square.to_string())
            .collect())
    }

    /// Returns whether one of two games is in progress.
    pub(crate) async fn is_one_running(&self, [one, other]: [GameId; 2]) -> Result<bool> {
        let sql = "SELECT 1 FROM games WHERE id IN (?, ?) AND ended_at IS NULL LIMIT 1";
        Ok(self.row(sql, [one.into(), other.into()]).await?.is_some())
    }
}

/// Reads a row with the columns of [`GAME`].
pub(super) fn stored_game(row: &Row) -> Result<StoredGame> {
    let (ending, clocks): (Option<&str>, Option<&str>) = (row.get("ending"), row.get("clocks"));
    Ok(StoredGame {
        started: started_game(row)?,
        ended_at: row.get("ended_at"),
        end: ending.map(game_end).transpose()?,
        moves: row.get::<Option<String>, _>("moves").unwrap_or_default(),
        times: row.get::<Option<String>, _>("times").unwrap_or_default(),
        clocks: clocks.map(|text| from_json("clocks", text)).transpose()?.unwrap_or_default(),
        last_move_at: row.get("last_move_at"),
        rating_changes: Vec::new(),
    })
}

/// Reads the columns of a game that it has from its start on.
pub(super) fn started_game(row: &Row) -> Result<StartedGame> {
    let ratings: Option<&str> = row.try_get("ratings")?;
    Ok(StartedGame {
        game: GameId(row.try_get("id")?),
        players: [UserId(row.try_get("black_id")?), UserId(row.try_get("white_id")?)],
        names: [parsed("a name", row.try_get("black")?)?, parsed("a name", row.try_get("white")?)?],
        terms: terms(row.try_get("terms")?)?,
        start: position(row.try_get("start_position")?)?,
        twin: row.try_get::<Option<u64>, _>("twin")?.map(GameId),
        ratings: ratings.map(|text| from_json("ratings", text)).transpose()?,
        at: row.try_get("begun_at")?,
    })
}
