//! The moves that were played in a position.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use willow_board::{Color, Position};
use willow_protocol::{Explored, ExploredMove};

use super::index::is_counted;
use super::key::CanonicalPosition;
use super::search;
use crate::store::{Store, StoreError};

/// The largest number of games of a position that are counted on demand: their rows are read one
/// by one for each answer. Of more games the newest are counted, and the answer says so.
const MAX_COUNTED: i64 = 20_000;

/// The number of games that an answer lists.
const RECENT: u32 = 10;

/// The moves of a position that are counted in advance.
pub(crate) const COUNTED: &str = "SELECT move, games, black_wins, draws, white_wins, finished,
     difference FROM archive_moves WHERE position = ?";

/// The moves of the newest games with a position.
pub(crate) const ON_DEMAND: &str = "SELECT move, COUNT(*), COUNT(*) FILTER (WHERE result > 0),
            COUNT(*) FILTER (WHERE result = 0), COUNT(*) FILTER (WHERE result < 0),
            COUNT(result) FILTER (WHERE finished),
            COALESCE(SUM(result) FILTER (WHERE finished), 0)
     FROM (SELECT move, result, finished FROM archive_positions WHERE position = ?
           ORDER BY played DESC, game DESC LIMIT ?) AS newest
     GROUP BY move";

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
    /// Returns the moves that were played in a position.
    pub(crate) async fn explore(&self, position: &Position) -> Result<Explored, StoreError> {
        let canonical = CanonicalPosition::of(position);
        let rows = if is_counted(position) {
            self.counted_moves(canonical).await?
        } else {
            self.counted_on_demand(canonical).await?
        };
        let games: i64 = rows.iter().map(|row| row.games).sum();
        let side = position.side_to_move();
        let moves = rows.iter().filter_map(|row| explored_move(row, canonical, side));
        let mut moves: Vec<ExploredMove> = moves.collect();
        moves.sort_by_key(|row| std::cmp::Reverse(row.games));
        let recent = search::with_position(&self.readers, canonical.key, RECENT).await?;
        Ok(Explored {
            position: *position,
            games: games as u64,
            newest_only: !is_counted(position) && games >= MAX_COUNTED,
            moves,
            recent,
        })
    }

    async fn counted_moves(
        &self,
        canonical: CanonicalPosition,
    ) -> Result<Vec<MoveCountsRow>, StoreError> {
        let rows = sqlx::query(COUNTED).bind(canonical.key).fetch_all(&self.readers).await?;
        Ok(rows.iter().map(counts_row).collect())
    }

    async fn counted_on_demand(
        &self,
        canonical: CanonicalPosition,
    ) -> Result<Vec<MoveCountsRow>, StoreError> {
        let query = sqlx::query(ON_DEMAND).bind(canonical.key).bind(MAX_COUNTED);
        Ok(query.fetch_all(&self.readers).await?.iter().map(counts_row).collect())
    }
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
    side: Color,
) -> Option<ExploredMove> {
    let (wins, losses, sign) = match side {
        Color::Black => (row.black_wins, row.white_wins, 1.0),
        Color::White => (row.white_wins, row.black_wins, -1.0),
    };
    let mean = sign * row.difference as f64 / row.finished as f64;
    Some(ExploredMove {
        mv: canonical.decode(row.mv)?,
        games: row.games as u64,
        wins: wins as u64,
        draws: row.draws as u64,
        losses: losses as u64,
        average: (row.finished > 0).then(|| (mean * 100.0).round() / 100.0),
    })
}
