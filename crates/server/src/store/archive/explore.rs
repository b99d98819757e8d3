//! The moves that were played in a position.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use willow_board::{Color, Position};
use willow_protocol::{ArchiveFilter, ExploreFilter, Explored, ExploredMove, OpeningName};
use willow_records::openings::{Opening, opening_at};

use super::index::is_counted;
use super::key::CanonicalPosition;
use super::statement::Search;
use crate::store::{QueryError, Store, StoreError};

/// The largest number of games of a position that are counted on demand: their rows are read one
/// by one for each answer, which takes half a microsecond each. Of more games the newest are counted,
/// and the answer says so.
const MAX_COUNTED: i64 = 150_000;

/// The number of games that an answer lists.
const RECENT: u32 = 10;

/// The moves of a position that are counted in advance.
pub(crate) const COUNTED: &str = "SELECT move, games, black_wins, draws, white_wins, finished,
     difference FROM archive_moves WHERE position = ?";

/// The results after a move, in the columns of [`counts_row`].
struct MoveCountsRow {
    mv: u8,
    games: i64,
    black_wins: i64,
    draws: i64,
    white_wins: i64,
    finished: i64,
    difference: i64,
}

impl Store {
    /// Returns the moves that were played in a position, in the games of a filter.
    pub(crate) async fn explore(&self, filter: &ExploreFilter) -> Result<Explored, QueryError> {
        let position = filter.filter.position.unwrap_or_default();
        let filter =
            ArchiveFilter { position: Some(position), after: None, ..filter.filter.clone() };
        let search = self.prepare(&filter).await?;
        Ok(self.explored(&position.0, &search).await?)
    }

    async fn explored(
        &self,
        position: &Position,
        search: &Search<'_>,
    ) -> Result<Explored, StoreError> {
        let key = CanonicalPosition::of(position).key;
        if !is_counted(position) || !search.filter.is_of_all_games() {
            return self.explored_on_demand(position, search).await;
        }
        let rows = sqlx::query(COUNTED).bind(key).fetch_all(&self.readers).await?;
        let rows: Vec<MoveCountsRow> = rows.iter().map(counts_row).collect();
        self.explored_of(position, search, &rows).await
    }

    /// Returns the moves that were played in a position, counted game by game.
    pub(super) async fn explored_on_demand(
        &self,
        position: &Position,
        search: &Search<'_>,
    ) -> Result<Explored, StoreError> {
        let key = CanonicalPosition::of(position).key;
        let rows = self.counts_on_demand(search, key).await?;
        let explored = self.explored_of(position, search, &rows).await?;
        Ok(Explored { newest_only: explored.games >= MAX_COUNTED as u64, ..explored })
    }

    async fn explored_of(
        &self,
        position: &Position,
        search: &Search<'_>,
        rows: &[MoveCountsRow],
    ) -> Result<Explored, StoreError> {
        let canonical = CanonicalPosition::of(position);
        let games: i64 = rows.iter().map(|row| row.games).sum();
        let moves = rows.iter().filter_map(|row| explored_move(row, canonical, position));
        let mut moves: Vec<ExploredMove> = moves.collect();
        moves.sort_by_key(|row| std::cmp::Reverse(row.games));
        Ok(Explored {
            position: *position,
            games: games as u64,
            newest_only: false,
            moves,
            recent: self.newest(search, RECENT).await?,
            opening: opening_at(position).map(opening_name),
        })
    }

    /// Counts the moves of the games of a search, game by game.
    async fn counts_on_demand(
        &self,
        search: &Search<'_>,
        key: i64,
    ) -> Result<Vec<MoveCountsRow>, StoreError> {
        let mut query = search.moves(key, MAX_COUNTED);
        Ok(query.build().fetch_all(&self.readers).await?.iter().map(counts_row).collect())
    }
}

/// Returns the names of an opening.
pub(crate) fn opening_name(opening: &Opening) -> OpeningName {
    OpeningName { name: opening.name().to_owned(), japanese: opening.japanese.map(str::to_owned) }
}

fn counts_row(row: &SqliteRow) -> MoveCountsRow {
    MoveCountsRow {
        mv: row.get(0),
        games: row.get(1),
        black_wins: row.get(2),
        draws: row.get(3),
        white_wins: row.get(4),
        finished: row.get(5),
        difference: row.get(6),
    }
}

/// Returns a move from the view of the side to move; `None` for the end of a record.
fn explored_move(
    row: &MoveCountsRow,
    canonical: CanonicalPosition,
    position: &Position,
) -> Option<ExploredMove> {
    let (wins, losses, sign) = match position.side_to_move() {
        Color::Black => (row.black_wins, row.white_wins, 1.0),
        Color::White => (row.white_wins, row.black_wins, -1.0),
    };
    let mean = sign * row.difference as f64 / row.finished as f64;
    let mv = canonical.decode(row.mv)?;
    let after = position.play(mv).ok();
    Some(ExploredMove {
        mv,
        games: row.games as u64,
        wins: wins as u64,
        draws: row.draws as u64,
        losses: losses as u64,
        // Adding zero takes the sign of a zero away.
        average: (row.finished > 0).then(|| (mean * 100.0).round() / 100.0 + 0.0),
        opening: after.as_ref().and_then(opening_at).map(opening_name),
    })
}
