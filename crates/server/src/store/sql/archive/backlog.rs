//! The server's own games that are over and wait to be added to the archive.
//!
//! A game has some sixty positions, each on another page of the index. Some hundred games at a time
//! share pages, so that each page is written less often. So while the server is busy, games wait until
//! there are many. They are then added in small portions when nobody waits for a commit: a move that comes in
//! between waits for one portion. A game that waits is on the disk as all games are, and is found by
//! its number.
//!
//! Invariant: the numbers of the games that wait are in a table until they are added. If the server is
//! killed between two portions, the next start adds these games again: positions that are there are
//! left alone, and everything else of a game is written in the transaction that removes its number.

use willow_board::DiscDiff;
use willow_protocol::{ArchiveDate, GameId};
use willow_records::transcript;

use super::add::{NewArchivedGame, Origin, add, add_entries, insert_positions};
use crate::store::archive::{
    ArchiveEntry, MoveCountsByMove, PositionRow, digest, ending_of, index,
};
use crate::store::sql::{Connection, Row, bulk, game_end, position, public_when_over};
use crate::store::{ArchiveTiming, Result, StoreError};

/// The number of waiting games from which on they are added.
const GAMES: usize = 256;

/// The number of waiting games from which on they are added though clients wait, so that a server that
/// never rests has a bounded table.
const PRESSING: usize = 16 * GAMES;

/// The number of positions in a portion: a transaction of a millisecond or two.
const PORTION: usize = 128;

/// The number of games that are read at once, and of those in the last portions, which have what is not a
/// position. A game has up to seventeen counted moves.
const FEW_GAMES: usize = 4;

/// The games that wait.
#[derive(Debug, Default)]
pub(crate) struct ArchiveBacklog {
    waiting: Vec<GameId>,
    addition: Option<Addition>,
}

/// The games that are being added.
#[derive(Debug)]
struct Addition {
    /// Those that are not read yet.
    unread: Vec<GameId>,
    /// The numbers that wait still, also those of games without a result.
    numbers: Vec<GameId>,
    games: Vec<NewArchivedGame>,
    /// The rows that are not written yet; when all are there, the last one first: each portion is at the end.
    rows: Vec<PositionRow>,
}

impl ArchiveBacklog {
    /// Reads which games wait.
    pub(crate) async fn open(connection: &mut Connection<'_>) -> Result<ArchiveBacklog> {
        let sql = "SELECT game FROM archive_waiting ORDER BY game";
        let rows = bulk::query(sql, []).fetch_all(connection).await?;
        let waiting = rows.iter().map(|row| GameId(row.get(0))).collect();
        Ok(ArchiveBacklog { waiting, addition: None })
    }

    /// Returns whether no game waits.
    pub(crate) const fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.addition.is_none()
    }

    /// Returns whether a portion is to be written when nobody waits for a commit.
    pub(crate) fn is_due(&self, timing: ArchiveTiming) -> bool {
        match timing {
            ArchiveTiming::AtOnce => !self.is_empty(),
            ArchiveTiming::Deferred => self.addition.is_some() || self.waiting.len() >= GAMES,
        }
    }

    /// Returns whether a portion is to be written though somebody waits.
    pub(crate) fn is_overdue(&self) -> bool {
        let added = self.addition.as_ref().map_or(0, |addition| addition.numbers.len());
        self.waiting.len() + added >= PRESSING
    }

    /// Adds games that have just ended, or lets them wait.
    pub(crate) async fn games_ended(
        &mut self,
        connection: &mut Connection<'_>,
        games: &[GameId],
        timing: ArchiveTiming,
    ) -> Result<()> {
        if timing == ArchiveTiming::AtOnce && self.is_empty() {
            return add_ended(connection, games).await;
        }
        let head = "INSERT INTO archive_waiting (game)";
        bulk::insert(connection, head, "", games, |&game| [game.into()]).await?;
        self.waiting.extend(games);
        Ok(())
    }

    /// Reads or writes the next portion of the games that wait, in a transaction of its own.
    pub(crate) async fn advance(&mut self, connection: &mut Connection<'_>) -> Result<()> {
        let mut addition = self.addition.take().unwrap_or_else(|| {
            let rest = self.waiting.split_off(self.waiting.len().min(2 * GAMES));
            Addition::new(std::mem::replace(&mut self.waiting, rest))
        });
        let mut transaction = connection.begin().await?;
        addition.advance(&mut transaction).await?;
        transaction.commit().await?;
        self.addition = Some(addition).filter(|addition| !addition.numbers.is_empty());
        Ok(())
    }
}

impl Addition {
    fn new(numbers: Vec<GameId>) -> Addition {
        Addition { unread: numbers.clone(), numbers, games: Vec::new(), rows: Vec::new() }
    }

    /// Reads some games or, when all are read, writes positions or, when all are written, the rest of some games.
    async fn advance(&mut self, connection: &mut Connection<'_>) -> Result<()> {
        if !self.unread.is_empty() {
            return self.read(connection).await;
        }
        if self.rows.is_empty() {
            return self.write_last_portion(connection).await;
        }
        let mut portion = self.rows.split_off(self.rows.len().saturating_sub(PORTION));
        portion.reverse();
        insert_positions(connection, &portion).await
    }

    async fn read(&mut self, connection: &mut Connection<'_>) -> Result<()> {
        let numbers = self.unread.split_off(self.unread.len().saturating_sub(FEW_GAMES));
        let games = own_games(connection, &numbers).await?;
        for NewArchivedGame { game, entry, .. } in &games {
            index(entry, *game, &mut self.rows, &mut MoveCountsByMove::default());
        }
        self.games.extend(games);
        if self.unread.is_empty() {
            // Each portion is a range of the table, so that its rows share pages.
            self.rows.sort_unstable_by(|a, b| b.cmp(a));
        }
        Ok(())
    }

    async fn write_last_portion(&mut self, connection: &mut Connection<'_>) -> Result<()> {
        let numbers = self.numbers.split_off(self.numbers.len().saturating_sub(FEW_GAMES));
        let (games, later) = std::mem::take(&mut self.games)
            .into_iter()
            .partition::<Vec<_>, _>(|game| numbers.contains(&game.game));
        self.games = later;
        let (mut written, mut counts) = (Vec::new(), MoveCountsByMove::default());
        for NewArchivedGame { game, entry, .. } in &games {
            index(entry, *game, &mut written, &mut counts);
        }
        add_entries(connection, &games, counts).await?;
        let delete = |n| format!("DELETE FROM archive_waiting WHERE game IN {}", bulk::tuple(n));
        bulk::execute(connection, delete, &numbers, |&game| [game.into()]).await
    }
}

/// Adds games that have just ended.
pub(crate) async fn add_ended(connection: &mut Connection<'_>, games: &[GameId]) -> Result<()> {
    let new = own_games(connection, games).await?;
    if new.is_empty() { Ok(()) } else { add(connection, &new).await }
}

/// Reads games of the server that are over, without those that have no result or are hidden.
pub(super) async fn own_games(
    connection: &mut Connection<'_>,
    games: &[GameId],
) -> Result<Vec<NewArchivedGame>> {
    let sql = |n| {
        format!(
            "SELECT id, black, white, start_position, ended_at, ending, moves FROM games
             WHERE id IN {} AND result IS NOT NULL AND {}",
            bulk::tuple(n),
            public_when_over()
        )
    };
    let rows = bulk::fetch(connection, sql, games, |&game| [game.into()]).await?;
    rows.iter().map(own_game).collect()
}

fn own_game(row: &Row) -> Result<NewArchivedGame> {
    let id: u64 = row.get("id");
    let ending: String = row.get("ending");
    let end = game_end(&ending)?;
    let moves: String = row.get("moves");
    let game = transcript::parse_from(position(row.get("start_position"))?, &moves)
        .map_err(|_| StoreError::invalid("moves", &moves))?;
    let entry = ArchiveEntry {
        game,
        names: [row.get("black"), row.get("white")],
        played: ArchiveDate::of_millis(row.get("ended_at")).map_or(0, ArchiveDate::number),
        event: String::new(),
        place: "Willow".to_owned(),
        result: end.result.map(DiscDiff::value),
        ending: ending_of(&end),
    };
    // Two games of the same players with the same moves are different games.
    let digest = digest(&["own", &id.to_string()]);
    Ok(NewArchivedGame { game: GameId(id), digest, entry, origin: Origin::Here })
}

#[cfg(test)]
mod tests {
    use crate::store::test_support::TestStore;
    use crate::store::tests::archive::{named, own_game};

    /// A server that never rests: eight games end with each commit, and nothing is added but after commits.
    #[test]
    fn the_games_that_wait_are_bounded_though_clients_always_wait() {
        const PRESSING: i64 = 4096;
        let mut library = TestStore::new();
        // Numbers of no games: reading them takes as many portions, and little time.
        library.run(
            "WITH RECURSIVE n (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM n WHERE n < 4096)
             INSERT INTO archive_waiting (game) SELECT n FROM n",
        );
        library.runtime.block_on(library.writer.reconnect()).unwrap();
        for commit in 0..150_u64 {
            let first = 10_000 + 8 * commit;
            library
                .commit_busy((first..first + 8).flat_map(|game| own_game(game, Some(2))).collect());
            let now = tokio::time::Instant::now();
            library.runtime.block_on(library.writer.archive_while_busy(now)).unwrap();
            let waiting = library.column::<i64>("SELECT COUNT(*) FROM archive_waiting")[0];
            assert!(waiting <= PRESSING + 512, "{waiting} games wait after {commit} commits");
        }
    }

    #[test]
    fn an_import_is_carried_over_into_the_database() {
        let mut library = TestStore::sqlite();
        library.import(&[named("f5d6")]);
        let journal = library.folder.path().join("willow.db-wal");
        assert_eq!(std::fs::metadata(journal).unwrap().len(), 0);
    }
}
