//! The server's own games that are over and wait to be added to the archive.
//!
//! A game has some sixty positions, each on another page of the index. Some hundred games at a time
//! share pages, so that each page is written less often. So while the server is busy, games wait until
//! there are many. They are then added in portions, one in each commit, so that no commit becomes
//! long. A game that waits is on the disk as all games are, and is found by its number.
//!
//! Invariant: the numbers of the games that wait are in a table until they are added. If the server is
//! killed between two portions, the next start adds these games again: positions that are there are
//! left alone, and everything else is written by the last portion.

use sqlx::{Connection, SqliteConnection};
use willow_protocol::GameId;

use super::add::{NewArchivedGame, add_entries, insert_positions};
use super::ended::{add_ended, own_games, public};
use super::index::{MoveCountsByMove, PositionRow, index};
use crate::store::{StoreError, bulk};

/// The number of waiting games from which on they are added.
const GAMES: usize = 256;

/// The number of positions in a portion. A commit that has one takes a few milliseconds more.
const PORTION: usize = 1024;

/// When games that have just ended are added to the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArchiveTiming {
    /// In the same transaction.
    AtOnce,
    /// Together with many others, because the server is busy.
    Deferred,
}

/// The games that wait.
#[derive(Debug, Default)]
pub(crate) struct ArchiveBacklog {
    waiting: Vec<GameId>,
    addition: Option<Addition>,
}

/// The games that are being added.
#[derive(Debug)]
struct Addition {
    /// The numbers that stop waiting.
    numbers: Vec<GameId>,
    games: Vec<NewArchivedGame>,
    /// The rows that are not written yet, the last one first: each portion is at the end.
    rows: Vec<PositionRow>,
    counts: MoveCountsByMove,
}

impl ArchiveBacklog {
    /// Reads which games wait.
    pub(crate) async fn open(
        connection: &mut SqliteConnection,
    ) -> Result<ArchiveBacklog, StoreError> {
        let sql = "SELECT game FROM archive_waiting ORDER BY game";
        let numbers: Vec<i64> = sqlx::query_scalar(sql).fetch_all(connection).await?;
        let waiting = numbers.into_iter().map(|number| GameId(number as u64)).collect();
        Ok(ArchiveBacklog { waiting, addition: None })
    }

    /// Returns whether no game waits.
    pub(crate) const fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.addition.is_none()
    }

    /// Adds games that have just ended, or lets them wait. Writes the next portion if one is due.
    pub(crate) async fn games_ended(
        &mut self,
        connection: &mut SqliteConnection,
        games: &[GameId],
        timing: ArchiveTiming,
    ) -> Result<(), StoreError> {
        if timing == ArchiveTiming::AtOnce && self.is_empty() {
            return add_ended(connection, games).await;
        }
        let public = public(games);
        let head = "INSERT INTO archive_waiting (game)";
        bulk::insert(connection, head, "", &public, |&game| [game.into()]).await?;
        self.waiting.extend(public);
        if self.addition.is_some() || self.waiting.len() >= GAMES {
            self.advance(connection).await?;
        }
        Ok(())
    }

    /// Writes the next portion of the games that wait, in a transaction of its own.
    pub(crate) async fn advance_alone(
        &mut self,
        connection: &mut SqliteConnection,
    ) -> Result<(), StoreError> {
        let mut transaction = connection.begin().await?;
        self.advance(&mut transaction).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Writes the next portion of the games that wait.
    async fn advance(&mut self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let mut addition = if let Some(addition) = self.addition.take() {
            addition
        } else {
            let rest = self.waiting.split_off(self.waiting.len().min(2 * GAMES));
            let numbers = std::mem::replace(&mut self.waiting, rest);
            Addition::new(connection, numbers).await?
        };
        addition.write_portion(connection).await?;
        if addition.rows.is_empty() {
            addition.finish(connection).await
        } else {
            self.addition = Some(addition);
            Ok(())
        }
    }
}

impl Addition {
    /// Reads the games.
    async fn new(
        connection: &mut SqliteConnection,
        numbers: Vec<GameId>,
    ) -> Result<Addition, StoreError> {
        let games = own_games(connection, &numbers).await?;
        let (mut rows, mut counts) = (Vec::new(), MoveCountsByMove::default());
        for NewArchivedGame { game, entry, .. } in &games {
            index(entry, *game, &mut rows, &mut counts);
        }
        // Each portion is a range of the table, so that its rows share pages.
        rows.sort_unstable_by(|a, b| b.cmp(a));
        Ok(Addition { numbers, games, rows, counts })
    }

    async fn write_portion(&mut self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let mut portion = self.rows.split_off(self.rows.len().saturating_sub(PORTION));
        portion.reverse();
        insert_positions(connection, &portion).await
    }

    /// Writes everything but the positions.
    async fn finish(self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        add_entries(connection, &self.games, self.counts).await?;
        let delete = |n| format!("DELETE FROM archive_waiting WHERE game IN {}", bulk::tuple(n));
        bulk::execute(connection, delete, &self.numbers, |&game| [game.into()]).await
    }
}
