//! The commands that were executed under an id, so that no command is executed twice.
//!
//! They are in one ring buffer for all users: the next one replaces the oldest of a million. So new
//! rows lie beside each other, and a commit writes few pages for them. With a ring buffer for each
//! user every row had a page of its own, half of all that was written for a move. And no row has to
//! be deleted.

use std::collections::{HashMap, VecDeque};

use futures_util::TryStreamExt;
use willow_protocol::{CommandResult, GameId, Room, TournamentId};

use super::{Connection, Result, Row, StoreError, bulk};
use crate::domain::{Millis, REMEMBERED_COMMANDS, UsedCommandId, UserId};

/// How many commands are kept, of fifty bytes each. At 2,000 moves a second they are those of eight
/// minutes.
const CAPACITY: u64 = 1_000_000;

/// The position in the ring buffer at which the next id is written.
#[derive(Debug)]
pub(super) struct CommandIdRing {
    /// Number of ids written before.
    written: u64,
}

impl CommandIdRing {
    /// Finds the position in the database.
    pub(super) async fn open(connection: &mut Connection<'_>) -> Result<CommandIdRing> {
        let last = "SELECT MAX(number) FROM handled";
        let last: Option<u64> = bulk::query(last, []).fetch_one(connection).await?.try_get(0)?;
        Ok(CommandIdRing { written: last.map_or(0, |number| number + 1) })
    }

    /// Writes rows, each in place of the oldest. If the transaction is rolled back, this must be
    /// dropped.
    pub(super) async fn insert(
        &mut self,
        connection: &mut Connection<'_>,
        rows: &[(UserId, UsedCommandId, Millis)],
    ) -> Result<()> {
        let insert = "INSERT INTO handled
                      (place, number, user_id, key, content, at, room, game, event)";
        let replace = "ON CONFLICT (place) DO UPDATE SET number = excluded.number,
                       user_id = excluded.user_id, key = excluded.key,
                       content = excluded.content, at = excluded.at, room = excluded.room,
                       game = excluded.game, event = excluded.event";
        let rows: Vec<_> = (self.written..).zip(rows).collect();
        self.written += rows.len() as u64;
        bulk::insert(connection, insert, replace, &rows, |(number, (user, command, at))| {
            let UsedCommandId { key, content, result } = *command;
            [
                (number % CAPACITY).into(),
                (*number).into(),
                (*user).into(),
                key.into(),
                content.into(),
                (*at).into(),
                result.room.map(kind_of).into(),
                number_of(result).into(),
                result.number.into(),
            ]
        })
        .await
    }
}

/// Reads the latest commands of each user since a time, oldest first.
pub(super) async fn last_command_ids(
    connection: &mut Connection<'_>,
    since: Millis,
) -> Result<HashMap<i64, VecDeque<UsedCommandId>>> {
    // Row by row: there may be a million, and few are kept.
    let select =
        "SELECT number, user_id, key, content, room, game, event FROM handled WHERE at >= ?
                  ORDER BY number";
    let mut rows = connection.fetch(bulk::query(select, [since.into()]));
    let mut found: HashMap<i64, VecDeque<UsedCommandId>> = HashMap::new();
    while let Some(row) = rows.try_next().await? {
        let (user, command) =
            command_of(&row).map_err(|error| error.in_row("handled", row.first_column()))?;
        let commands = found.entry(user).or_default();
        commands.push_back(command);
        if commands.len() > REMEMBERED_COMMANDS {
            commands.pop_front();
        }
    }
    Ok(found)
}

/// Reads a command and the number of its user.
fn command_of(row: &Row) -> Result<(i64, UsedCommandId)> {
    let game: Option<i64> = row.try_get(5)?;
    let game = game.map(|game| GameId(game.cast_unsigned()));
    let kind: Option<i64> = row.try_get(4)?;
    let room = kind.map(|kind| room_of(kind, game)).transpose()?;
    let game = game.filter(|_| kind != Some(kind_of(Room::Tournament(TournamentId(0)))));
    let result = CommandResult { game, room, number: row.try_get(6)? };
    let key = row.try_get::<i64, _>(2)?.cast_unsigned();
    Ok((row.try_get(1)?, UsedCommandId { key, content: row.try_get(3)?, result }))
}

/// Returns the number of the game, or of the tournament in whose room the event is.
const fn number_of(result: CommandResult) -> Option<GameId> {
    match result.room {
        Some(Room::Tournament(TournamentId(id))) => Some(GameId(id)),
        _ => result.game,
    }
}

/// Returns the number for the kind of a room. Most rows are those of moves: zero takes no byte.
const fn kind_of(room: Room) -> i64 {
    match room {
        Room::Game(_) => 0,
        Room::Lobby => 1,
        Room::Players(_) => 2,
        Room::Spectators(_) => 3,
        Room::Private => 4,
        Room::Tournament(_) => 5,
    }
}

fn room_of(kind: i64, game: Option<GameId>) -> Result<Room> {
    match (kind, game) {
        (0, Some(game)) => Ok(Room::Game(game)),
        (1, _) => Ok(Room::Lobby),
        (2, Some(game)) => Ok(Room::Players(game)),
        (3, Some(game)) => Ok(Room::Spectators(game)),
        (4, _) => Ok(Room::Private),
        (5, Some(GameId(id))) => Ok(Room::Tournament(TournamentId(id))),
        _ => Err(StoreError::invalid("a room", &kind.to_string())),
    }
}
