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
    /// Returns the line of a move in the game with this number.
    pub(super) fn of(id: usize, found: &MoveAnalysis) -> MoveLine {
        MoveLine { id, report: MoveReport::of(found) }
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
