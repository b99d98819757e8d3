//! The moves that were played in a position.

use willow_board::{Color, Position};
use willow_protocol::{ArchiveFilter, ExploreFilter, Explored, ExploredMove, OpeningName};
use willow_records::openings::{Opening, opening_at};

use super::index::{MoveCounts, is_counted};
use super::key::CanonicalPosition;
use super::search::Search;
use crate::store::{QueryError, Result, Store};

/// Maximum number of games of a position that are counted on demand: their rows are read one
/// by one for each answer, which takes half a microsecond each. Of more games the newest are counted,
/// and the answer says so.
const MAX_COUNTED: i64 = 150_000;

/// The number of games that an answer lists.
const RECENT: u32 = 10;

impl Store {
    /// Returns the moves that were played in a position, in the games of a filter.
    pub(crate) async fn explore(&self, filter: &ExploreFilter) -> Result<Explored, QueryError> {
        let position = filter.filter.position.unwrap_or_default();
        let filter =
            ArchiveFilter { position: Some(position), after: None, ..filter.filter.clone() };
        let search = self.prepare(&filter).await?;
        Ok(self.explored(&position.0, &search).await?)
    }

    async fn explored(&self, position: &Position, search: &Search<'_>) -> Result<Explored> {
        let canonical = CanonicalPosition::of(position);
        let is_counted = is_counted(position) && search.filter.is_of_all_games();
        let rows = if is_counted {
            self.db.counted_moves(canonical.key).await?
        } else {
            self.db.count_moves(search, canonical.key, MAX_COUNTED).await?
        };
        let games: i64 = rows.iter().map(|(_, counts)| counts.games).sum();
        let moves =
            rows.iter().filter_map(|&(mv, counts)| explored_move(mv, counts, canonical, position));
        let mut moves: Vec<ExploredMove> = moves.collect();
        moves.sort_by_key(|row| std::cmp::Reverse(row.games));
        Ok(Explored {
            position: *position,
            games: games as u64,
            newest_only: !is_counted && games >= MAX_COUNTED,
            moves,
            recent: self.db.newest(search, RECENT).await?,
            opening: opening_at(position).map(opening_name),
        })
    }
}

pub(crate) fn opening_name(opening: &Opening) -> OpeningName {
    OpeningName { name: opening.name().to_owned(), japanese: opening.japanese.map(str::to_owned) }
}

/// Returns a move from the view of the side to move; `None` for the end of a record.
fn explored_move(
    mv: u8,
    row: MoveCounts,
    canonical: CanonicalPosition,
    position: &Position,
) -> Option<ExploredMove> {
    let (wins, losses, sign) = match position.side_to_move() {
        Color::Black => (row.black_wins, row.white_wins, 1.0),
        Color::White => (row.white_wins, row.black_wins, -1.0),
    };
    let mean = sign * row.difference as f64 / row.finished as f64;
    let mv = canonical.decode(mv)?;
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
