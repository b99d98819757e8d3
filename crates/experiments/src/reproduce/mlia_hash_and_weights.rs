//! MLia's hash table, and its weights against tuned ones (Korman and Walluck 2003, sections 2.2 and
//! 2.3; experiment x7).

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use willow_board::{Game, Square};
use willow_classics::mlia::{self, Characteristics, Mlia};
use willow_classics::{Choice, Control, Limits, Program as _, RootPosition};
use willow_matches::OpeningSource;

use super::match_series::{SeriesScore, play_series};
use super::measurements::Measurements;
use super::report::{ExperimentReport, ReportTable};

/// Takes the measurements and writes the report.
pub(super) fn run(measurements: &mut Measurements<'_>) -> Result<ExperimentReport> {
    let mut report = ExperimentReport::new(
        "x7",
        "MLia's hash table and its weights",
        "Korman and Walluck 2003, sections 2.2 and 2.3",
    );
    report.add_table(hit_table(measurements)?);
    report.add_table(weights_table());
    report.add_table(match_table(measurements)?);
    report.add_verdict(
        "from 4 plies on the table answers more than the paper's \"as many as 25%\", because iterative \
         deepening and the two-ply ordering ask for positions that the depth before has evaluated; the paper \
         names neither the depth from which it orders nor the size of its table. It wished for genetic \
         tuning and has no numbers of it: ours found weights that are as strong as the authors' at the depth \
         they were tuned for and weaker at 2 plies.",
    );
    Ok(report)
}

/// The counts of the hash table in a game.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct HashTableCounts {
    nodes: u64,
    requests: u64,
    hits: u64,
}

impl HashTableCounts {
    fn add(&mut self, choice: &Choice<mlia::Details>) {
        self.nodes += choice.nodes;
        self.requests += choice.details.table.requests;
        self.hits += choice.details.table.hits;
    }
}

/// Plays a game of MLia against itself.
fn self_play(depth: u32) -> Result<HashTableCounts> {
    let mut mlia = Mlia::new(mlia::Evaluation::ORIGINAL);
    let limits = Limits::depth(depth);
    let mut game = Game::new();
    let mut hits = HashTableCounts::default();
    while !game.is_over() {
        let best: Square = if game.position().must_pass() {
            game.play(willow_board::Move::Pass)?;
            continue;
        } else {
            let root = RootPosition::of_game(&game);
            let choice = mlia.choose(&root, &limits, Control::UNTIMED);
            let choice = choice.context("the side to move has a move")?;
            hits.add(&choice);
            choice.best
        };
        game.play(willow_board::Move::Place(best))?;
    }
    Ok(hits)
}

fn hit_table(measurements: &mut Measurements<'_>) -> Result<ReportTable> {
    let deepest = measurements.full_or_quick(8, 4);
    let mut table = ReportTable::new(
        "The part of all requested evaluations that the table answered, in a game against itself",
        &["plies", "paper", "ours", "requests", "nodes"],
    );
    for depth in 3..=deepest {
        let hits = measurements.get_or_measure(&format!("{depth} plies"), || self_play(depth))?;
        table.add_row([
            depth.to_string(),
            "up to 25%".to_owned(),
            format!("{:.1}%", 100.0 * hits.hits as f64 / hits.requests.max(1) as f64),
            hits.requests.to_string(),
            hits.nodes.to_string(),
        ]);
    }
    Ok(table)
}

fn weights_table() -> ReportTable {
    let mut table = ReportTable::new(
        "The weights (section 2.1), and what `willow lab tune --mlia` made of them",
        &["characteristic", "paper", "tuned"],
    );
    let weights = mlia::Weights::ORIGINAL.values().iter().zip(mlia::Weights::TUNED.values());
    for (name, (original, tuned)) in Characteristics::NAMES.iter().zip(weights) {
        table.add_row([(*name).to_owned(), original.to_string(), tuned.to_string()]);
    }
    table
}

fn match_table(measurements: &mut Measurements<'_>) -> Result<ReportTable> {
    let mut table = ReportTable::new(
        "Tuned weights against the paper's, after eight random moves; they were tuned at 4 plies",
        &["plies", "games", "points of the tuned", "discs a game"],
    );
    let matches = if measurements.settings().quick {
        vec![(2, 10)]
    } else {
        vec![(2, 1000), (4, 1000), (6, 100)]
    };
    for (depth, games) in matches {
        let score: SeriesScore =
            measurements.get_or_measure(&format!("tuned weights, {depth} plies"), || {
                let openings = OpeningSource::Random { plies: 8 };
                let (tuned, original) =
                    (format!("mlia:depth={depth},weights=tuned"), format!("mlia:depth={depth}"));
                Ok(SeriesScore::of(&play_series(&tuned, &original, games, &openings, 3)?))
            })?;
        table.add_row([depth.to_string(), games.to_string(), score.percent(), score.mean_discs()]);
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_against_itself_is_reproducible() {
        let (one, other) = (self_play(2).unwrap(), self_play(2).unwrap());
        assert_eq!((one.nodes, one.hits), (other.nodes, other.hits));
        assert!(0 < one.hits && one.hits < one.requests);
    }
}
