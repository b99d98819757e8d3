//! Deletes what has expired, and old events as the operator's retention says.
//!
//! A sweep goes through the rooms a few at a time, so that no commit waits long.

use super::{Connection, Result, Writer, bulk, reports, run, thoughts};
use crate::domain::{DAY, Millis, NAME_HELD};
use crate::ops::Retention;

/// The number of rooms of one step.
const ROOMS: usize = 100;

/// Maximum events of a room that one step deletes. The next step continues with the room.
const EVENTS: i64 = 500;

/// The text of a message whose words were erased.
const ERASED: &str = "(erased)";

/// The progress of a sweep through the rooms.
#[derive(Debug, Default)]
pub(crate) struct Sweep {
    /// The last room that is done; rooms are in the order of their keys.
    after: String,
}

/// The kind of a room, by its key in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RoomKind {
    Lobby,
    Private,
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
        kept_from(days, now)
    }
}

/// Returns the time from which on something is kept for so many days, unless it is kept forever.
fn kept_from(days: u32, now: Millis) -> Option<Millis> {
    (days > 0).then(|| now.saturating_sub(u64::from(days) * DAY))
}

impl Writer {
    pub(crate) async fn delete_by_age(
        &mut self,
        sweep: &mut Sweep,
        retention: &Retention,
        now: Millis,
    ) -> Result<bool> {
        if sweep.after.is_empty() {
            delete_expired(&mut self.database.connection(), now).await?;
        }
        if let Some(before) = kept_from(retention.thought_days, now) {
            thoughts::sweep(&mut self.database.connection(), before).await?;
        }
        if let Some(before) = kept_from(retention.report_days, now) {
            reports::sweep(&mut self.database.connection(), before).await?;
        }
        self.sweep(sweep, retention, now).await
    }

    /// Takes a step through the rooms. Returns whether it was the last one.
    async fn sweep(
        &mut self,
        sweep: &mut Sweep,
        retention: &Retention,
        now: Millis,
    ) -> Result<bool> {
        if *retention == Retention::all(0) {
            return Ok(true);
        }
        let mut transaction = self.database.begin().await?;
        let mut ended = false;
        for _ in 0..ROOMS {
            let next = "SELECT MIN(room) FROM events WHERE room > ?";
            let query = bulk::query(next, [sweep.after.as_str().into()]);
            let room: Option<String> = query.fetch_one(&mut transaction).await?.get(0);
            let Some(room) = room else {
                ended = true;
                break;
            };
            if let Some(kind) = RoomKind::of(&room)
                && let Some(from) = kind.kept_from(retention, now)
                && !delete_before(&mut transaction, &room, kind, from).await?
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

/// Deletes what has ended, and the names of deleted accounts that are no longer held. Moderators knew them until
/// now.
async fn delete_expired(connection: &mut Connection<'_>, now: Millis) -> Result<()> {
    for (lifetime, expired) in [
        (0, "DELETE FROM tokens WHERE expires_at < ?"),
        (0, "DELETE FROM recovery_codes WHERE expires_at < ?"),
        (0, "DELETE FROM emails WHERE expires_at < ?"),
        (0, "DELETE FROM banned_addresses WHERE until < ?"),
        (0, "DELETE FROM silenced_addresses WHERE until < ?"),
        (0, "DELETE FROM invitations WHERE expires_at < ?"),
        (
            NAME_HELD,
            "UPDATE users SET name = 'deleted-' || id, name_key = 'deleted-' || id
             WHERE gone = 1 AND role <> 'guest' AND gone_at <= ? AND name <> 'deleted-' || id",
        ),
    ] {
        run(connection, expired, [now.saturating_sub(lifetime).into()]).await?;
    }
    Ok(())
}

/// Deletes the events of a room from before a time. Returns whether all are deleted.
async fn delete_before(
    connection: &mut Connection<'_>,
    room: &str,
    kind: RoomKind,
    from: Millis,
) -> Result<bool> {
    match kind {
        RoomKind::Lobby | RoomKind::Private => delete_old_events(connection, room, from).await,
        RoomKind::Game | RoomKind::GameChat => {
            delete_ended_game(connection, room, from).await?;
            Ok(true)
        }
    }
}

/// Deletes old events except the last one: the next number follows from it. If that is a message,
/// its words are erased.
async fn delete_old_events(
    connection: &mut Connection<'_>,
    room: &str,
    from: Millis,
) -> Result<bool> {
    let oldest = "SELECT number, at FROM events WHERE room = ? ORDER BY number LIMIT ?";
    let query = bulk::query(oldest, [room.into(), EVENTS.into()]);
    let rows = query.fetch_all(&mut *connection).await?;
    let old = rows.iter().take_while(|row| row.get::<Millis, _>(1) < from);
    let n_old = old.clone().count() as i64;
    let Some(last) = old.last().map(|row| row.get::<i64, _>(0)) else { return Ok(true) };
    let sql = "DELETE FROM events WHERE room = ?1 AND number <= ?2
               AND number < (SELECT MAX(number) FROM events WHERE room = ?1)";
    run(connection, sql, [room.into(), last.into()]).await?;
    let sql =
        "UPDATE events SET body = json_set(body, '$.text', ?1) WHERE room = ?2 AND number = ?3
               AND json_extract(body, '$.event') IN ('said', 'told')
               AND json_extract(body, '$.text') <> ?1";
    run(connection, sql, [ERASED.into(), room.into(), last.into()]).await?;
    Ok(n_old < EVENTS)
}

/// Deletes all events of a room of a game that ended before a time.
async fn delete_ended_game(
    connection: &mut Connection<'_>,
    room: &str,
    from: Millis,
) -> Result<()> {
    let game = room.split_once('/').and_then(|(_, number)| number.parse::<i64>().ok());
    let sql = "DELETE FROM events WHERE room = ?
               AND EXISTS (SELECT 1 FROM games WHERE id = ? AND ended_at < ?)";
    run(connection, sql, [room.into(), game.into(), from.into()]).await
}

#[cfg(test)]
mod tests {
    use willow_protocol::Event;

    use super::*;
    use crate::domain::{RoomKey, UserId, Write};
    use crate::store::test_support::{DAY, TestStore, event};
    use crate::store::tests::retention::noisy_game;

    /// Returns how many events each room has after a sweep on the eleventh day.
    fn left(retention: &Retention) -> String {
        let mut store = TestStore::new();
        let mut writes: Vec<Write> = [noisy_game(1), noisy_game(2)].concat();
        for room in [RoomKey::Lobby, RoomKey::Private(UserId(1))] {
            writes.extend((1..=10).map(|number| event(room, number, Event::Pong, number * DAY)));
        }
        store.commit(writes);
        store.sweep(retention, 11 * DAY);
        let last = store.column::<i64>("SELECT MAX(number) FROM events GROUP BY room");
        assert!(last.iter().all(|last| [10, 3].contains(last)), "the last ones stay");
        let counts = "SELECT room || ' ' || COUNT(*) FROM events GROUP BY room ORDER BY room";
        store.column::<String>(counts).join(", ")
    }

    #[test]
    fn each_kind_of_room_has_its_own_retention_and_games_in_progress_are_kept() {
        let forever = Retention::all(0);
        let all = "game/1 3, game/2 3, lobby 10, players/1 3, players/2 3, private/1 10, \
                   watchers/1 3, watchers/2 3";
        for (retention, wanted) in [
            (forever.clone(), all),
            (Retention { game_days: 11, ..forever.clone() }, all),
            (
                Retention { lobby_days: 5, game_chat_days: 8, ..forever.clone() },
                "game/1 3, game/2 3, lobby 5, players/2 3, private/1 10, watchers/2 3",
            ),
            (
                Retention { private_days: 1, game_days: 1, ..forever },
                "game/2 3, lobby 10, players/1 3, players/2 3, private/1 1, watchers/1 3, \
                 watchers/2 3",
            ),
        ] {
            assert_eq!(left(&retention), wanted, "{retention:?}");
        }
    }

    #[test]
    fn one_sweep_deletes_all_old_events_of_a_busy_room_a_few_at_a_time() {
        let mut store = TestStore::new();
        let pong = |room, number, day| event(room, number, Event::Pong, day * DAY);
        let old = (1..=1200).map(|number| pong(RoomKey::Lobby, number, 1));
        let new = (1201..=1210).map(|number| pong(RoomKey::Lobby, number, 100));
        let private = (1..=500).map(|number| pong(RoomKey::Private(UserId(1)), number, 1));
        store.commit(old.chain(new).chain(private).collect());
        let keep = Retention { lobby_days: 90, private_days: 90, ..Retention::all(0) };
        let (mut sweep, mut left, mut has_ended) = (Sweep::default(), 1710, false);
        while !has_ended {
            let step = store.writer.delete_by_age(&mut sweep, &keep, 101 * DAY);
            has_ended = store.runtime.block_on(step).unwrap();
            let now = store.column::<i64>("SELECT COUNT(*) FROM events")[0];
            assert!(left - now <= 2 * EVENTS, "a step is short");
            left = now;
        }
        assert_eq!(left, 10 + 1, "the last event of a private room stays");
    }
}
