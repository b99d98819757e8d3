//! The JSON objects of `willow analyze`, documented in docs/json.md.

use serde::Serialize;
use willow_analysis::{MoveAnalysis, MoveClass, Outcome, PlayerSummary, Reason, explain};
use willow_board::Color;
use willow_records::openings::{Opening, opening_at};

/// The object of a move.
#[derive(Serialize)]
pub(super) struct MoveJson {
    id: usize,
    ply: usize,
    side: &'static str,
    empties: u32,
    #[serde(rename = "move")]
    mv: String,
    value: f64,
    best_value: f64,
    best: String,
    loss: f64,
    certainty: &'static str,
    error: Option<f64>,
    outcome: Option<&'static str>,
    best_outcome: Option<&'static str>,
    class: &'static str,
    opening: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    archive_games: Option<u32>,
    depth: u32,
    pv: Vec<String>,
    played_pv: Vec<String>,
    reasons: Vec<ReasonJson>,
}

/// A reason why a move was worse than the best one.
#[derive(Serialize)]
struct ReasonJson {
    term: &'static str,
    side: &'static str,
    before: u32,
    after: u32,
    squares: Vec<String>,
    text: String,
}

impl From<Reason> for ReasonJson {
    fn from(reason: Reason) -> ReasonJson {
        let Reason { term, side, before, after, squares, text, .. } = reason;
        let squares = squares.iter().map(ToString::to_string).collect();
        ReasonJson { term: term.name(), side: self::side(side), before, after, squares, text }
    }
}

impl MoveJson {
    /// Returns the object of a move in the game with this number. `n_past_games` past games have the
    /// position after it.
    pub(super) fn of(id: usize, found: &MoveAnalysis, n_past_games: Option<u32>) -> MoveJson {
        let outcomes = found.outcomes;
        let reasons = if found.class().is_error() { explain(found) } else { Vec::new() };
        let squares = |line: &[willow_board::Move]| line.iter().map(ToString::to_string).collect();
        MoveJson {
            id,
            ply: found.ply + 1,
            side: side(found.side()),
            empties: found.n_empties(),
            mv: found.mv.to_string(),
            value: found.value.discs(),
            best_value: found.best_value.discs(),
            best: found.best.to_string(),
            loss: found.loss(),
            certainty: found.certainty.name(),
            error: found.error().map(rounded),
            outcome: outcomes.map(|change| Outcome::name(change.played)),
            best_outcome: outcomes.map(|change| Outcome::name(change.best)),
            class: found.class().name(),
            opening: opening_after(found),
            archive_games: n_past_games,
            depth: found.depth,
            pv: squares(&found.pv),
            played_pv: squares(&found.played_pv),
            reasons: reasons.into_iter().map(ReasonJson::from).collect(),
        }
    }
}

/// Returns the name of the opening whose position the move leads to.
fn opening_after(found: &MoveAnalysis) -> Option<&'static str> {
    let after = found.position.play(found.mv.into()).ok()?;
    opening_at(&after).map(Opening::name)
}

/// Returns the word for a side.
const fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Rounds a number of discs to hundredths.
fn rounded(discs: f64) -> f64 {
    (discs * 100.0).round() / 100.0
}

/// The last line.
#[derive(Serialize)]
pub(super) struct SummaryLine {
    pub(super) summary: SummaryJson,
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
    moves: usize,
    mean_loss: Option<f64>,
    best: usize,
    good: usize,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

impl PlayerJson {
    /// Returns the object of a player.
    pub(super) fn of(name: &str, games: usize, summary: &PlayerSummary) -> PlayerJson {
        PlayerJson {
            name: name.to_owned(),
            games,
            moves: summary.moves,
            mean_loss: summary.mean_loss().map(rounded),
            best: summary.n_of(MoveClass::Best),
            good: summary.n_of(MoveClass::Good),
            inaccuracies: summary.n_of(MoveClass::Inaccuracy),
            mistakes: summary.n_of(MoveClass::Mistake),
            blunders: summary.n_of(MoveClass::Blunder),
        }
    }
}
