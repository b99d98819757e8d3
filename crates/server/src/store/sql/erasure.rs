//! Takes the names of deleted accounts out of games, the archive and messages.
//!
//! The games are the opponents' too, and stay under a neutral name; those of devices are nobody else's, and are
//! deleted. An erasure goes through the tables
//! in portions, one in each transaction, so that no commit waits long.
//!
//! Invariant: an account is in the table `name_erasures` until its name is nowhere: a server that is
//! killed continues after the last portion. The own games of the account are in the archive by then,
//! because an erasure waits until no game waits to be added.

use sqlx::AssertSqlSafe;

use super::{Connection, Result, Row, archive, bulk, run};
use crate::domain::{UserId, neutral_name, renamed};

/// The number of games of a portion. Each has some sixty events.
const GAMES: i64 = 20;

/// The number of events of a portion.
const EVENTS: i64 = 1000;

#[derive(Debug)]
struct Erasure {
    user: UserId,
    name: String,
    /// The name that replaces it.
    neutral: String,
    /// When the account was made. Earlier events are about somebody else of this name.
    since: i64,
    in_rooms: bool,
    room: String,
    numbers: (i64, i64),
}

/// Records that the name of a deleted account is to be erased. Guests have no names of their own.
pub(super) async fn begin(connection: &mut Connection<'_>, user: UserId) -> Result<()> {
    let sql = "INSERT INTO name_erasures (user_id, name)
               SELECT id, name FROM users WHERE id = ? AND role <> 'guest' ON CONFLICT DO NOTHING";
    run(connection, sql, [user.into()]).await
}

/// Returns whether there are names to erase.
pub(super) async fn is_pending(connection: &mut Connection<'_>) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM name_erasures)";
    Ok(bulk::query(sql, []).fetch_one(connection).await?.get::<i64, _>(0) != 0)
}

/// Erases a name from the next portion. Returns whether there was one.
pub(super) async fn advance(connection: &mut Connection<'_>) -> Result<bool> {
    let mut transaction = connection.begin().await?;
    let erasure = next(&mut transaction).await?;
    let was_pending = erasure.is_some();
    match erasure {
        Some(erasure) if archive::delete_some(&mut transaction, erasure.user).await? => {}
        Some(erasure) if erasure.in_rooms => erasure.rooms(&mut transaction).await?,
        Some(erasure) => erasure.games(&mut transaction).await?,
        None => {}
    }
    transaction.commit().await?;
    Ok(was_pending)
}

async fn next(connection: &mut Connection<'_>) -> Result<Option<Erasure>> {
    let sql =
        "SELECT user_id, name_erasures.name, in_rooms, room, a, b, created_at FROM name_erasures
               JOIN users ON users.id = user_id ORDER BY user_id LIMIT 1";
    let row = bulk::query(sql, []).fetch_optional(connection).await?;
    Ok(row.map(|row| Erasure {
        user: UserId(row.get(0)),
        name: row.get(1),
        neutral: neutral_name(UserId(row.get(0))),
        in_rooms: row.get(2),
        room: row.get(3),
        numbers: (row.get(4), row.get(5)),
        since: row.get(6),
    }))
}

impl Erasure {
    /// Erases the name from the next games, from their entries in the archive, and from their events.
    async fn games(mut self, connection: &mut Connection<'_>) -> Result<()> {
        let sql = "SELECT begun_at, id FROM games INDEXED BY games_of_black
             WHERE black_id = ?1 AND (begun_at, id) > (?2, ?3)
             UNION
             SELECT begun_at, id FROM games INDEXED BY games_of_white
             WHERE white_id = ?1 AND (begun_at, id) > (?2, ?3)
             ORDER BY 1, 2 LIMIT ?4";
        let (a, b) = self.numbers;
        let values = [self.user.into(), a.into(), b.into(), GAMES.into()];
        let rows = bulk::query(sql, values).fetch_all(&mut *connection).await?;
        for row in &rows {
            let game: i64 = row.get(1);
            self.rename_players(connection, game).await?;
            let sql = "SELECT room, number, body, at FROM events WHERE room = ? ORDER BY number";
            let values = [format!("game/{game}").into()];
            let events = bulk::query(sql, values).fetch_all(&mut *connection).await?;
            self.rename_in(connection, &events).await?;
        }
        self.in_rooms = (rows.len() as i64) < GAMES;
        let last = rows.last().filter(|_| !self.in_rooms);
        self.numbers = last.map_or((0, 0), |row| (row.get(0), row.get(1)));
        self.save(connection).await
    }

    async fn rename_players(&self, connection: &mut Connection<'_>, game: i64) -> Result<()> {
        let sql = "INSERT INTO archive_players (name, name_key) VALUES (?1, ?1)
                   ON CONFLICT DO NOTHING";
        run(connection, sql, [self.neutral.as_str().into()]).await?;
        for color in ["black", "white"] {
            // The archive has the game's names, and so their numbers there.
            let archive = format!(
                "UPDATE archive_games SET {color}_id = (SELECT id FROM archive_players WHERE name = ?)
                 WHERE id = ? AND EXISTS (SELECT 1 FROM games WHERE games.id = archive_games.id
                                          AND games.{color}_id = ?)"
            );
            let own = format!("UPDATE games SET {color} = ? WHERE id = ? AND {color}_id = ?");
            for sql in [archive, own] {
                let values = [self.neutral.as_str().into(), game.into(), self.user.into()];
                run(connection, AssertSqlSafe(sql), values).await?;
            }
        }
        Ok(())
    }

    /// Erases the name from the next events of the other rooms.
    async fn rooms(mut self, connection: &mut Connection<'_>) -> Result<()> {
        let sql = "SELECT room, number, body, at FROM events
             WHERE (room, number) > (?, ?) AND room >= 'lobby' ORDER BY room, number LIMIT ?";
        let values = [self.room.as_str().into(), self.numbers.0.into(), EVENTS.into()];
        let events = bulk::query(sql, values).fetch_all(&mut *connection).await?;
        self.rename_in(connection, &events).await?;
        let Some(last) = events.last() else { return self.finish(connection).await };
        (self.room, self.numbers) = (last.get(0), (last.get(1), 0));
        self.save(connection).await
    }

    async fn rename_in(&self, connection: &mut Connection<'_>, events: &[Row]) -> Result<()> {
        for event in events {
            if event.get::<i64, _>(3) < self.since {
                continue;
            }
            let body: &str = event.get(2);
            let Some(renamed) = renamed(body, &self.name, &self.neutral) else { continue };
            let sql = "UPDATE events SET body = ? WHERE room = ? AND number = ?";
            let (room, number): (&str, i64) = (event.get(0), event.get(1));
            run(connection, sql, [renamed.into(), room.into(), number.into()]).await?;
        }
        Ok(())
    }

    async fn save(&self, connection: &mut Connection<'_>) -> Result<()> {
        let sql = "UPDATE name_erasures SET in_rooms = ?, room = ?, a = ?, b = ? WHERE user_id = ?";
        let (room, (a, b)) = (self.room.as_str().into(), self.numbers);
        run(connection, sql, [self.in_rooms.into(), room, a.into(), b.into(), self.user.into()])
            .await
    }

    /// Deletes the private room, and the name from the players of the archive unless an imported game
    /// has it, too.
    async fn finish(self, connection: &mut Connection<'_>) -> Result<()> {
        let sql = "DELETE FROM events WHERE room = 'private/' || ?";
        run(connection, sql, [self.user.into()]).await?;
        let sql = "DELETE FROM archive_players WHERE name = ?
             AND NOT EXISTS (SELECT 1 FROM archive_games WHERE black_id = archive_players.id)
             AND NOT EXISTS (SELECT 1 FROM archive_games WHERE white_id = archive_players.id)";
        run(connection, sql, [self.name.as_str().into()]).await?;
        archive::forget_player(connection, &self.name).await?;
        let sql = "DELETE FROM name_erasures WHERE user_id = ?";
        run(connection, sql, [self.user.into()]).await
    }
}
