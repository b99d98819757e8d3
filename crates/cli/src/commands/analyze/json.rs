//! The lines of `willow analyze --json`, documented in docs/json.md. Their objects are those of
//! `willow_analysis::report`.

use serde::Serialize;
use willow_analysis::report::{MoveReport, SummaryReport};
use willow_analysis::{MoveAnalysis, PlayerSummary};

/// The line of a move.
#[derive(Serialize)]
pub(super) struct MoveLine {
    id: usize,
    #[serde(flatten)]
    report: MoveReport,
}

impl MoveLine {
    /// Returns the line of a move in the game with this number. `n_past_games` past games have the
    /// position after it.
    pub(super) fn of(id: usize, found: &MoveAnalysis, n_past_games: Option<u32>) -> MoveLine {
        let report = MoveReport { archive_games: n_past_games, ..MoveReport::of(found) };
        MoveLine { id, report }
    }
}

/// What all players did in all games.
#[derive(Serialize)]
pub(super) struct SummaryJson {
    pub(super) games: usize,
    pub(super) players: Vec<PlayerJson>,
}

/// What one player did in all games.
#[derive(Serialize)]
pub(super) struct PlayerJson {
    name: String,
    games: usize,
    #[serde(flatten)]
    moves: SummaryReport,
}

impl PlayerJson {
    /// Returns the object of a player.
    pub(super) fn of(name: &str, games: usize, summary: &PlayerSummary) -> PlayerJson {
        PlayerJson { name: name.to_owned(), games, moves: SummaryReport::of(summary, games) }
    }
}
