//! Forgets what the operator does not want to keep.
//!
//! Rooms are looked at one after the other, a few at a time, so that commits wait for nothing long.

use sqlx::{Connection, Row, SqliteConnection};

use super::{StoreError, Writer};
use crate::config::Retention;
use crate::core::Millis;

/// How many rooms are looked at in one step.
const ROOMS: usize = 100;

/// How many events of a room are forgotten in one step.
const EVENTS: i64 = 500;

/// Where the sweep through the rooms is.
#[derive(Debug, Default)]
pub(crate) struct Sweep {
    /// The last room that is done with; rooms are in the order of their keys.
    after: String,
}

/// What kind a room is, by its key in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Lobby,
    Private,
    /// The board of a game.
    Game,
    /// The chat of players or spectators.
    GameChat,
}

impl Kind {
    fn of(room: &str) -> Option<Kind> {
        match room.split_once('/').map_or(room, |(kind, _)| kind) {
            "lobby" => Some(Kind::Lobby),
            "private" => Some(Kind::Private),
            "game" => Some(Kind::Game),
            "players" | "watchers" => Some(Kind::GameChat),
            _ => None,
        }
    }

    /// Returns the time before which nothing of such a room is kept.
    fn kept_from(self, retention: &Retention, now: Millis) -> Option<Millis> {
        let days = match self {
            Kind::Lobby => retention.lobby_days,
            Kind::Private => retention.private_days,
            Kind::Game => retention.game_days,
            Kind::GameChat => retention.game_chat_days,
        };
        (days > 0).then(|| now.saturating_sub(u64::from(days) * 24 * 3_600_000))
    }
}

impl Writer {
    /// Takes a step through the rooms, and reports whether that was the last one.
    ///
    /// # Errors
    /// The database must take it.
    pub(crate) async fn sweep(
        &mut self,
        sweep: &mut Sweep,
        retention: &Retention,
        now: Millis,
    ) -> Result<bool, StoreError> {
        if *retention == Retention::default() {
            return Ok(true);
        }
        let mut transaction = self.connection.begin().await?;
        let mut ended = false;
        for _ in 0..ROOMS {
            let next = "SELECT MIN(room) FROM events WHERE room > ?";
            let room: Option<String> =
                sqlx::query_scalar(next).bind(&sweep.after).fetch_one(&mut *transaction).await?;
            let Some(room) = room else {
                ended = true;
                break;
            };
            if let Some(kind) = Kind::of(&room)
                && let Some(from) = kind.kept_from(retention, now)
            {
                forget(&mut transaction, &room, kind, from).await?;
            }
            sweep.after = room;
        }
        transaction.commit().await?;
        if ended {
            *sweep = Sweep::default();
        }
        Ok(ended)
    }
}

/// Forgets the events of a room from before a time.
async fn forget(
    connection: &mut SqliteConnection,
    room: &str,
    kind: Kind,
    from: Millis,
) -> Result<(), StoreError> {
    match kind {
        Kind::Lobby | Kind::Private => forget_old(connection, room, from).await,
        Kind::Game | Kind::GameChat => forget_game(connection, room, from).await,
    }
}

/// Forgets old events, but not the last one: the next one's number follows from it.
async fn forget_old(
    connection: &mut SqliteConnection,
    room: &str,
    from: Millis,
) -> Result<(), StoreError> {
    let oldest = "SELECT number, at FROM events WHERE room = ? ORDER BY number LIMIT ?";
    let rows = sqlx::query(oldest).bind(room).bind(EVENTS).fetch_all(&mut *connection).await?;
    let old = rows.iter().take_while(|row| (row.get::<i64, _>(1) as Millis) < from);
    let Some(last) = old.last().map(|row| row.get::<i64, _>(0)) else { return Ok(()) };
    sqlx::query(
        "DELETE FROM events WHERE room = ? AND number <= ?
         AND number < (SELECT MAX(number) FROM events WHERE room = ?)",
    )
    .bind(room)
    .bind(last)
    .bind(room)
    .execute(connection)
    .await?;
    Ok(())
}

/// Forgets all events of a room of a game that was over before a time: nothing follows them.
async fn forget_game(
    connection: &mut SqliteConnection,
    room: &str,
    from: Millis,
) -> Result<(), StoreError> {
    let game = room.split_once('/').and_then(|(_, number)| number.parse::<i64>().ok());
    sqlx::query(
        "DELETE FROM events WHERE room = ?
         AND EXISTS (SELECT 1 FROM games WHERE id = ? AND ended_at < ?)",
    )
    .bind(room)
    .bind(game)
    .bind(from as i64)
    .execute(connection)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use willow_board::Position;
    use willow_protocol::{EndKind, Event, GameEnd, GameId, Notice, Terms};

    use super::*;
    use crate::core::{BegunGame, FinishedGame, RoomKey, UserId, Write};
    use crate::outgoing::Outgoing;
    use crate::store::Store;

    const DAY: Millis = 24 * 3_600_000;

    fn event(room: RoomKey, number: u64, at: Millis) -> Write {
        let notice = Notice { number: Some(number), ..Notice::new(at, Event::Pong) };
        Write::Event { room, number, notice: Outgoing::new(notice) }
    }

    /// A game of which only the first one is over, on the second day.
    fn game(number: u64) -> Vec<Write> {
        let game = GameId(number);
        let [alice, bob] = ["alice", "bob"].map(|name| name.parse().unwrap());
        let mut writes = vec![Write::Begun(Box::new(BegunGame {
            game,
            players: [UserId(1), UserId(2)],
            names: [alice, bob],
            terms: Terms::default(),
            start: Position::START,
            twin: None,
            at: DAY,
        }))];
        for room in [RoomKey::Game(game), RoomKey::Players(game), RoomKey::Watchers(game)] {
            writes.extend((1..=3).map(|event_number| event(room, event_number, DAY)));
        }
        if number == 1 {
            let (reason, result, loser) = (EndKind::Finished, Some(0), None);
            let end = GameEnd { reason, result, black_discs: 32, white_discs: 32, loser };
            let moves = "f5".to_owned();
            writes.push(Write::Finished(Box::new(FinishedGame {
                game,
                end,
                moves,
                times: vec![],
                at: 2 * DAY,
            })));
        }
        writes
    }

    /// Returns how many events each room has after a sweep on the eleventh day.
    fn left(retention: &Retention) -> Vec<(String, i64)> {
        let folder = tempfile::TempDir::new().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let (_store, mut writer) = Store::open(folder.path()).await.unwrap();
            let mut writes: Vec<Write> = [game(1), game(2)].concat();
            for room in [RoomKey::Lobby, RoomKey::Private(UserId(1))] {
                writes.extend((1..=10).map(|number| event(room, number, number * DAY)));
            }
            writer.commit(writes).await.unwrap();
            let mut sweep = Sweep::default();
            while !writer.sweep(&mut sweep, retention, 11 * DAY).await.unwrap() {}
            let rows = sqlx::query("SELECT room, COUNT(*), MAX(number) FROM events GROUP BY room")
                .fetch_all(&mut writer.connection)
                .await
                .unwrap();
            assert!(rows.iter().all(|row| matches!(row.get(2), 10_i64 | 3)), "the last ones stay");
            rows.iter().map(|row| (row.get(0), row.get(1))).collect()
        })
    }

    fn counts(rooms: [i64; 8]) -> Vec<(String, i64)> {
        let names = [
            "game/1",
            "game/2",
            "lobby",
            "players/1",
            "players/2",
            "private/1",
            "watchers/1",
            "watchers/2",
        ];
        let pairs = names.into_iter().zip(rooms).filter(|&(_, count)| count > 0);
        pairs.map(|(name, count)| (name.to_owned(), count)).collect()
    }

    #[test]
    fn everything_is_kept_for_ever_if_nothing_else_is_said() {
        assert_eq!(left(&Retention::default()), counts([3, 3, 10, 3, 3, 10, 3, 3]));
    }

    #[test]
    fn each_kind_of_room_has_its_own_time_and_games_that_go_on_are_kept() {
        let keep = Retention { lobby_days: 5, game_chat_days: 8, ..Retention::default() };
        assert_eq!(left(&keep), counts([3, 3, 5, 0, 3, 10, 0, 3]));
        let keep = Retention { private_days: 1, game_days: 1, ..Retention::default() };
        assert_eq!(left(&keep), counts([0, 3, 10, 3, 3, 1, 3, 3]));
        let keep = Retention { game_days: 10, ..Retention::default() };
        assert_eq!(left(&keep), counts([3, 3, 10, 3, 3, 10, 3, 3]));
    }
}
