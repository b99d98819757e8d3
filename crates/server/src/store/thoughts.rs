//! What the server's bots thought in their games.

use sqlx::SqliteConnection;
use willow_board::Move;
use willow_protocol::{ErrorDetail, Event, GameId, GameThoughts, Thought};

use super::bulk::Value;
use super::{QueryError, Store, StoreError, StoredGame, Writer, bulk, from_json};
use crate::domain::{Millis, StartedGame, UserId, refuse};
use crate::ops::Retention;

/// How many thoughts a step of the retention sweep deletes.
const THOUGHTS: i64 = 2000;

/// A row of the table.
#[derive(Debug)]
pub(super) struct ThoughtRow {
    pub(super) game: GameId,
    pub(super) thought: Thought,
    pub(super) at: Millis,
}

/// Writes thoughts. A thought about a move that was taken back gives way to the next one.
pub(super) async fn insert(
    connection: &mut SqliteConnection,
    rows: &[ThoughtRow],
) -> Result<(), StoreError> {
    let head = "INSERT INTO thoughts (game, ply, at, body)";
    let replace = "ON CONFLICT (game, ply) DO UPDATE SET at = excluded.at, body = excluded.body";
    bulk::insert(connection, head, replace, rows, |ThoughtRow { game, thought, at }| {
        [(*game).into(), thought.ply.into(), (*at).into(), Value::json(thought)]
    })
    .await
}

impl Writer {
    /// Deletes some of the thoughts that are too old.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn sweep_thoughts(
        &mut self,
        retention: &Retention,
        now: Millis,
    ) -> Result<(), StoreError> {
        let days = u64::from(retention.thought_days);
        if days == 0 {
            return Ok(());
        }
        let sql = "DELETE FROM thoughts WHERE (game, ply) IN (
                       SELECT game, ply FROM thoughts WHERE at < ? ORDER BY at LIMIT ?)";
        let from = now.saturating_sub(days * 24 * 3_600_000);
        bulk::run(&mut self.connection, sql, [from.into(), THOUGHTS.into()]).await
    }
}

impl Store {
    /// Returns what the bots thought in a game that is over. Until then the opponent may not know,
    /// and in a synchro pair not before both games are over: they have the same start.
    pub(crate) async fn thoughts(
        &self,
        game: GameId,
        asker: Option<UserId>,
    ) -> Result<Event, QueryError> {
        let found = self.game(game, asker).await?;
        if !self.is_decided(&found).await? {
            let message =
                format!("game {game} is not over; what its bots think is told after the end");
            return refuse(ErrorDetail::GameNotOver, message);
        }
        let thoughts = self.thoughts_about(&found).await?;
        Ok(Event::Thoughts(GameThoughts { game, thoughts }))
    }

    /// Returns whether a game is over and, if it is one of a synchro pair, the other one too.
    pub(super) async fn is_decided(&self, game: &StoredGame) -> Result<bool, StoreError> {
        let sql = "SELECT COUNT(*) FROM games WHERE id IN (?, ?) AND ended_at IS NULL";
        let StartedGame { game, twin, .. } = game.started;
        let running: i64 = sqlx::query_scalar(sql)
            .bind(game.0 as i64)
            .bind(twin.unwrap_or(game).0 as i64)
            .fetch_one(&self.readers)
            .await?;
        Ok(running == 0)
    }

    /// Reads the thoughts about the moves of a game that is over.
    pub(super) async fn thoughts_about(
        &self,
        game: &StoredGame,
    ) -> Result<Vec<Thought>, StoreError> {
        let sql = "SELECT body FROM thoughts WHERE game = ? ORDER BY ply";
        let bodies: Vec<String> = sqlx::query_scalar(sql)
            .bind(game.started.game.0 as i64)
            .fetch_all(&self.readers)
            .await?;
        let thoughts = bodies.iter().map(|body| from_json("a thought", body));
        let thoughts: Vec<Thought> = thoughts.collect::<Result<_, _>>()?;
        let moves: Vec<Move> = game.game().moves().collect();
        // The others are about moves that were taken back.
        let is_played = |thought: &Thought| {
            thought.ply.checked_sub(1).and_then(|ply| moves.get(ply)) == Some(&thought.mv)
        };
        Ok(thoughts.into_iter().filter(is_played).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Write;
    use crate::store::test_support::{DAY, TestStore};

    /// A thought about a game.
    fn thought(game: u64, at: Millis) -> Write {
        let mv = "f5".parse().unwrap();
        let thought = Thought {
            ply: 1,
            mv,
            value: Some(2.0),
            exact: false,
            depth: 8,
            nodes: 1000,
            evaluations: None,
            line: vec![mv],
            details: Vec::new(),
        };
        Write::Thought { game: GameId(game), thought: Box::new(thought), at }
    }

    /// Returns the games whose thoughts are left after a step of a sweep on the eleventh day.
    fn left(store: &mut TestStore, thought_days: u32) -> Vec<i64> {
        let retention = Retention { thought_days, ..Retention::FOREVER };
        store.runtime.block_on(store.writer.sweep_thoughts(&retention, 11 * DAY)).unwrap();
        store.column("SELECT game FROM thoughts ORDER BY game")
    }

    #[test]
    fn thoughts_are_kept_as_long_as_the_retention_says() {
        for (thought_days, first) in [(0, 1), (3, 8), (30, 1)] {
            let mut store = TestStore::new();
            store.commit((1..=10).map(|day| thought(day, day * DAY)).collect());
            let wanted: Vec<i64> = (first..=10).collect();
            assert_eq!(left(&mut store, thought_days), wanted, "{thought_days} days");
        }
    }

    /// A step deletes a part, the oldest first, so that no commit waits long.
    #[test]
    fn a_step_of_the_sweep_is_bounded() {
        let mut store = TestStore::new();
        store.commit((1..=THOUGHTS as u64 + 5).map(|game| thought(game, game)).collect());
        assert_eq!([left(&mut store, 1).len(), left(&mut store, 1).len()], [5, 0]);
    }
}
