//! The positions of games, as rows of the index.

use std::collections::BTreeMap;

use willow_board::Position;
use willow_protocol::GameId;

use super::entry::ArchiveEntry;
use super::key::Canonical;

/// Positions with fewer discs have their moves counted in advance: 16 moves from the usual start.
pub(super) const COUNTED_DISCS: u32 = 20;

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PositionRow {
    pub(super) position: i64,
    pub(super) played: u32,
    pub(super) game: GameId,
    pub(super) mv: u8,
    pub(super) result: Option<i32>,
}

/// What happened after a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) games: i64,
    pub(super) black_wins: i64,
    pub(super) draws: i64,
    pub(super) white_wins: i64,
    /// The sum of Black's results.
    pub(super) difference: i64,
}

/// The tallies of moves, by position and move.
pub(super) type Tallies = BTreeMap<(i64, u8), Tally>;

/// Returns whether a position has its moves counted in advance.
pub(super) fn is_counted(position: &Position) -> bool {
    position.board().occupied().count() < COUNTED_DISCS
}

impl Tally {
    fn add(&mut self, result: Option<i32>) {
        self.games += 1;
        let Some(result) = result else { return };
        self.difference += i64::from(result);
        match result {
            1.. => self.black_wins += 1,
            0 => self.draws += 1,
            ..0 => self.white_wins += 1,
        }
    }
}

/// Adds the positions of a game to the rows, and its moves to the tallies.
pub(super) fn index(
    entry: &ArchiveEntry,
    game: GameId,
    rows: &mut Vec<PositionRow>,
    tallies: &mut Tallies,
) {
    let mut moves = entry.game.moves();
    for ply in 0..=entry.game.n_plies() {
        let Some(position) = entry.game.position_at(ply) else { return };
        let canonical = Canonical::of(position);
        let (mv, result) = (canonical.code(moves.next()), entry.result);
        rows.push(PositionRow { position: canonical.key, played: entry.played, game, mv, result });
        if is_counted(position) {
            tallies.entry((canonical.key, mv)).or_default().add(result);
        }
    }
}
