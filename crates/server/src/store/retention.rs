//! Deletes old events, as the operator's retention says.
//!
//! A sweep goes through the rooms a few at a time, so that no commit waits long.

use sqlx::{Connection, Row, SqliteConnection};

use super::bulk::run;
use super::{StoreError, Writer};
use crate::domain::Millis;
use crate::ops::Retention;

/// The number of rooms of one step.
const ROOMS: usize = 100;

/// The largest number of events of a room that one step deletes. The next step goes on with the room.
const EVENTS: i64 = 500;

/// The text of a message whose words were erased.
const ERASED: &str = "(erased)";

/// The progress of a sweep through the rooms.
#[derive(Debug, Default)]
pub(crate) struct Sweep {
    /// The last room that is done; rooms are in the order of their keys.
    after: String,
}

/// How far a step came with a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    /// Older events may be left.
    Begun,
    Done,
}

/// The kind of a room, by its key in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RoomKind {
    Lobby,
    Private,
    /// The events of a game.
    Game,
    /// The chat of players or spectators.
    GameChat,
}

impl RoomKind {
    fn of(room: &str) -> Option<RoomKind> {
        match room.split_once('/').map_or(room, |(kind, _)| kind) {
            "lobby" => Some(RoomKind::Lobby),
            "private" => Some(RoomKind::Private),
            "game" => Some(RoomKind::Game),
            "players" | "watchers" => Some(RoomKind::GameChat),
            _ => None,
        }
    }

    /// Returns the time before which the events of such a room are deleted.
    fn kept_from(self, retention: &Retention, now: Millis) -> Option<Millis> {
        let days = match self {
            RoomKind::Lobby => retention.lobby_days,
            RoomKind::Private => retention.private_days,
            RoomKind::Game => retention.game_days,
            RoomKind::GameChat => retention.game_chat_days,
        };
        (days > 0).then(|| now.saturating_sub(u64::from(days) * 24 * 3_600_000))
    }
}

impl Writer {
    /// Takes a step through the rooms. Returns whether it was the last one.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn sweep(
        &mut self,
        sweep: &mut Sweep,
        retention: &Retention,
        now: Millis,
    ) -> Result<bool, StoreError> {
        if *retention == Retention::FOREVER {
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
            if let Some(kind) = RoomKind::of(&room)
                && let Some(from) = kind.kept_from(retention, now)
                && delete_before(&mut transaction, &room, kind, from).await? == Progress::Begun
            {
                break;
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

/// Deletes the events of a room from before a time.
async fn delete_before(
    connection: &mut SqliteConnection,
    room: &str,
    kind: RoomKind,
    from: Millis,
) -> Result<Progress, StoreError> {
    match kind {
        RoomKind::Lobby | RoomKind::Private => delete_old_events(connection, room, from).await,
        RoomKind::Game | RoomKind::GameChat => {
            delete_ended_game(connection, room, from).await?;
            Ok(Progress::Done)
        }
    }
}

/// Deletes old events except the last one: the next number follows from it. If that is a message,
/// its words are erased.
async fn delete_old_events(
    connection: &mut SqliteConnection,
    room: &str,
    from: Millis,
) -> Result<Progress, StoreError> {
    let oldest = "SELECT number, at FROM events WHERE room = ? ORDER BY number LIMIT ?";
    let rows = sqlx::query(oldest).bind(room).bind(EVENTS).fetch_all(&mut *connection).await?;
    let old = rows.iter().take_while(|row| row.get::<Millis, _>(1) < from);
    let n_old = old.clone().count() as i64;
    let Some(last) = old.last().map(|row| row.get::<i64, _>(0)) else { return Ok(Progress::Done) };
    let sql = "DELETE FROM events WHERE room = ?1 AND number <= ?2
               AND number < (SELECT MAX(number) FROM events WHERE room = ?1)";
    run(connection, sql, [room.into(), last.into()]).await?;
    let sql =
        "UPDATE events SET body = json_set(body, '$.text', ?1) WHERE room = ?2 AND number = ?3
               AND json_extract(body, '$.event') IN ('said', 'told')
               AND json_extract(body, '$.text') <> ?1";
    run(connection, sql, [ERASED.into(), room.into(), last.into()]).await?;
    Ok(if n_old < EVENTS { Progress::Done } else { Progress::Begun })
}

/// Deletes all events of a room of a game that ended before a time.
async fn delete_ended_game(
    connection: &mut SqliteConnection,
    room: &str,
    from: Millis,
) -> Result<(), StoreError> {
    let game = room.split_once('/').and_then(|(_, number)| number.parse::<i64>().ok());
    let sql = "DELETE FROM events WHERE room = ?
               AND EXISTS (SELECT 1 FROM games WHERE id = ? AND ended_at < ?)";
    run(connection, sql, [room.into(), game.into(), from.into()]).await
}

#[cfg(test)]
mod tests {
    use willow_board::Position;
    use willow_protocol::{ClockState, EndKind, Event, GameEnd, GameId, Notice, Terms};

    use super::*;
    use crate::domain::{EncodedNotice, EndedGame, RoomKey, StartedGame, UserId, Write};
    use crate::store::Store;

    const DAY: Millis = 24 * 3_600_000;

    fn event(room: RoomKey, number: u64, at: Millis) -> Write {
        let notice = Notice { number: Some(number), ..Notice::new(at, Event::Pong) };
        Write::Event { room, number, notice: EncodedNotice::new(notice) }
    }

    /// A game of which only the first one is over, on the second day.
    fn game(number: u64) -> Vec<Write> {
        let game = GameId(number);
        let [alice, bob] = ["alice", "bob"].map(|name| name.parse().unwrap());
        let mut writes = vec![Write::GameStarted(Box::new(StartedGame {
            game,
            players: [UserId(1), UserId(2)],
            names: [alice, bob],
            terms: Terms::default(),
            start: Position::START,
            twin: None,
            ratings: None,
            at: DAY,
        }))];
        for room in [RoomKey::Game(game), RoomKey::Players(game), RoomKey::Watchers(game)] {
            writes.extend((1..=3).map(|event_number| event(room, event_number, DAY)));
        }
        if number == 1 {
            let (reason, result, loser) = (EndKind::Finished, Some(0), None);
            let end =
                GameEnd { reason, result, black_discs: 32, white_discs: 32, loser, komi: None };
            let moves = "f5".to_owned();
            writes.push(Write::GameEnded(Box::new(EndedGame {
                game,
                end,
                moves,
                times: vec![],
                clocks: ClockState::default(),
                last_move_at: None,
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
    fn zero_days_are_forever() {
        assert_eq!(left(&Retention::FOREVER), counts([3, 3, 10, 3, 3, 10, 3, 3]));
    }

    /// Writes chat, and returns the texts that are left when so many days have passed.
    fn chat_after(days: u64) -> Vec<String> {
        let folder = tempfile::TempDir::new().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let (_store, mut writer) = Store::open(folder.path()).await.unwrap();
            let mut writes = game(1);
            let rooms = [
                RoomKey::Lobby,
                RoomKey::Private(UserId(1)),
                RoomKey::Players(GameId(1)),
                RoomKey::Watchers(GameId(1)),
            ];
            for (room, number) in rooms.into_iter().zip([1, 1, 4, 4]) {
                let (from, text) = ("bob".parse().unwrap(), room.to_string().parse().unwrap());
                let event = Event::Said { from, text };
                let notice = Notice { number: Some(number), ..Notice::new(DAY, event) };
                let notice = EncodedNotice::new(notice);
                writes.push(Write::Event { room, number, notice });
            }
            writer.commit(writes).await.unwrap();
            let mut sweep = Sweep::default();
            let now = (days + 2) * DAY;
            while !writer.sweep(&mut sweep, &Retention::default(), now).await.unwrap() {}
            let moves = "SELECT moves FROM games WHERE id = 1";
            let moves: String =
                sqlx::query_scalar(moves).fetch_one(&mut writer.connection).await.unwrap();
            assert_eq!(moves, "f5", "the record stays");
            let texts = "SELECT json_extract(body, '$.text') AS text FROM events
                         WHERE text IS NOT NULL ORDER BY text";
            sqlx::query_scalar(texts).fetch_all(&mut writer.connection).await.unwrap()
        })
    }

    #[test]
    fn chat_is_erased_after_the_documented_time_and_records_stay() {
        assert_eq!(chat_after(89), ["lobby", "players/1", "private/1", "watchers/1"]);
        // The last event of the lobby gives the next number: only its words go.
        assert_eq!(chat_after(91), ["(erased)", "private/1"]);
        assert_eq!(chat_after(366), ["(erased)", "(erased)"]);
    }

    #[test]
    fn one_sweep_deletes_all_old_events_of_a_busy_room_a_few_at_a_time() {
        let folder = tempfile::TempDir::new().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let (_store, mut writer) = Store::open(folder.path()).await.unwrap();
            let old = (1..=1200).map(|number| event(RoomKey::Lobby, number, DAY));
            let new = (1201..=1210).map(|number| event(RoomKey::Lobby, number, 100 * DAY));
            let private = (1..=500).map(|number| event(RoomKey::Private(UserId(1)), number, DAY));
            writer.commit(old.chain(new).chain(private).collect()).await.unwrap();
            let keep = Retention { lobby_days: 90, private_days: 90, ..Retention::FOREVER };
            let (mut sweep, mut left) = (Sweep::default(), 1710);
            let mut ended = false;
            while !ended {
                ended = writer.sweep(&mut sweep, &keep, 101 * DAY).await.unwrap();
                let n = "SELECT COUNT(*) FROM events";
                let now: i64 =
                    sqlx::query_scalar(n).fetch_one(&mut writer.connection).await.unwrap();
                assert!(left - now <= 2 * EVENTS, "a step is short");
                left = now;
            }
            assert_eq!(left, 10 + 1, "the last event of a private room stays");
        });
    }

    #[test]
    fn each_kind_of_room_has_its_own_retention_and_games_in_progress_are_kept() {
        let keep = Retention { lobby_days: 5, game_chat_days: 8, ..Retention::FOREVER };
        assert_eq!(left(&keep), counts([3, 3, 5, 0, 3, 10, 0, 3]));
        let keep = Retention { private_days: 1, game_days: 1, ..Retention::FOREVER };
        assert_eq!(left(&keep), counts([0, 3, 10, 3, 3, 1, 3, 3]));
        let keep = Retention { game_days: 10, ..Retention::FOREVER };
        assert_eq!(left(&keep), counts([3, 3, 10, 3, 3, 10, 3, 3]));
    }
}
