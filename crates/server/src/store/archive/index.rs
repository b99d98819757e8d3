//! The rows of the position index.

use std::collections::BTreeMap;

use willow_board::Position;
use willow_protocol::GameId;

use super::entry::ArchiveEntry;
use super::key::CanonicalPosition;

/// The moves of positions with fewer discs are counted in advance: 16 moves from the standard start.
pub(crate) const COUNTED_DISCS: u32 = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PositionRow {
    pub(crate) position: i64,
    pub(crate) played: u32,
    pub(crate) game: GameId,
    pub(crate) mv: u8,
    pub(crate) result: Option<i32>,
    /// Whether the game was played to the end, so that its result says something about discs.
    pub(crate) finished: bool,
}

/// The results of the games after a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MoveCounts {
    pub(crate) games: i64,
    pub(crate) black_wins: i64,
    pub(crate) draws: i64,
    pub(crate) white_wins: i64,
    /// The number of games with a result that were played to the end.
    pub(crate) finished: i64,
    /// The sum of Black's results in discs, of these games.
    pub(crate) difference: i64,
}

/// The counts of moves that are kept up to date, by position and move.
pub(crate) type MoveCountsByMove = BTreeMap<(i64, u8), MoveCounts>;

/// Returns whether the moves of a position are counted in advance.
pub(crate) fn is_counted(position: &Position) -> bool {
    position.board().occupied().count() < COUNTED_DISCS
}

impl MoveCounts {
    /// Returns what takes the same games away.
    pub(crate) fn negated(self) -> MoveCounts {
        MoveCounts {
            games: -self.games,
            black_wins: -self.black_wins,
            draws: -self.draws,
            white_wins: -self.white_wins,
            finished: -self.finished,
            difference: -self.difference,
        }
    }

    fn add(&mut self, row: &PositionRow) {
        self.games += 1;
        let Some(result) = row.result else { return };
        if row.finished {
            self.finished += 1;
            self.difference += i64::from(result);
        }
        match result {
            1.. => self.black_wins += 1,
            0 => self.draws += 1,
            ..0 => self.white_wins += 1,
        }
    }
}

/// Adds the positions of a game to the rows, and its moves to the counts.
pub(crate) fn index(
    entry: &ArchiveEntry,
    game: GameId,
    rows: &mut Vec<PositionRow>,
    counts: &mut MoveCountsByMove,
) {
    let mut moves = entry.game.moves();
    let (result, finished) = (entry.result, entry.is_finished());
    for ply in 0..=entry.game.n_plies() {
        let Some(position) = entry.game.position_at(ply) else { return };
        let canonical = CanonicalPosition::of(position);
        let (played, mv) = (entry.played, canonical.code(moves.next()));
        let row = PositionRow { position: canonical.key, played, game, mv, result, finished };
        rows.push(row);
        if is_counted(position) {
            counts.entry((canonical.key, mv)).or_default().add(&row);
        }
    }
}
