//! The search information of the server's bots in their games.

use willow_board::Move;
use willow_protocol::{GameId, Thought};

use super::{Connection, Readers, Result, StoredGame, Value, bulk, from_json, run};
use crate::domain::Millis;

/// Number of rows that a step of the retention sweep deletes.
const THOUGHTS: i64 = 2000;

/// Writes thoughts. A thought about a move that was taken back gives way to the next one.
pub(super) async fn insert(
    connection: &mut Connection<'_>,
    rows: &[(GameId, Thought, Millis)],
) -> Result<()> {
    let head = "INSERT INTO thoughts (game, ply, at, body)";
    let replace = "ON CONFLICT (game, ply) DO UPDATE SET at = excluded.at, body = excluded.body";
    bulk::insert(connection, head, replace, rows, |(game, thought, at)| {
        [(*game).into(), thought.ply.into(), (*at).into(), Value::json(thought)]
    })
    .await
}

/// Deletes some of the thoughts from before a time.
pub(super) async fn sweep(connection: &mut Connection<'_>, before: Millis) -> Result<()> {
    let sql = "DELETE FROM thoughts WHERE (game, ply) IN (
                   SELECT game, ply FROM thoughts WHERE at < ? ORDER BY at LIMIT ?)";
    run(connection, sql, [before.into(), THOUGHTS.into()]).await
}

impl Readers {
    /// Reads the thoughts about the moves of a game that is over.
    pub(crate) async fn thoughts(&self, game: &StoredGame) -> Result<Vec<Thought>> {
        let sql = "SELECT body FROM thoughts WHERE game = ? ORDER BY ply";
        let rows = self.rows(sql, [game.started.game.into()]).await?;
        let thoughts = rows.iter().map(|row| from_json("a thought", row.get(0)));
        let mut thoughts: Vec<Thought> = thoughts.collect::<Result<_, _>>()?;
        let moves: Vec<Move> = game.game().moves().collect();
        // The others are about moves that were taken back.
        thoughts.retain(|thought| {
            thought.ply.checked_sub(1).and_then(|ply| moves.get(ply)) == Some(&thought.mv)
        });
        Ok(thoughts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::test_support::{DAY, TestStore};
    use crate::store::tests::retention::thought;

    /// A step deletes a part, the oldest first, so that no commit waits long.
    #[test]
    fn a_step_of_the_sweep_is_bounded() {
        let mut store = TestStore::new();
        store.commit((1..=THOUGHTS as u64 + 5).map(|game| thought(game, game)).collect());
        for left in [5, 0] {
            store.runtime.block_on(sweep(&mut store.writer.db.database.connection(), DAY)).unwrap();
            assert_eq!(store.column::<i64>("SELECT COUNT(*) FROM thoughts"), [left]);
        }
    }
}
