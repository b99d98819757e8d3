//! MLia's hash table, and its weights against tuned ones (Korman and Walluck 2003, sections 2.2 and
//! 2.3; experiment x7).

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use willow_board::{Game, Square};
use willow_classics::mlia::{self, Characteristics, Mlia};
use willow_classics::{Choice, Control, Limits, Program as _, RootPosition};
use willow_players::matches::OpeningSource;

use super::match_series::{SeriesScore, play_series};
use super::measurements::{MeasurementKey, Measurements};
use super::report::ExperimentReport;
use super::report_table::ReportTable;
use super::verdict::{ClaimTest, ComparedFigure, PaperClaim, Sample, Tolerance};

/// The part of the requests that the paper's table answered at most, in percent.
const PAPERS_PERCENT: f64 = 25.0;

/// Takes the measurements and writes the report.
pub(super) fn run(measurements: &mut Measurements<'_>) -> Result<ExperimentReport> {
    let mut report = ExperimentReport::new(
        "x7",
        "MLia's hash table and its weights",
        "Korman and Walluck 2003, sections 2.2 and 2.3",
    );
    let counts = hash_counts(measurements)?;
    report.add_table(hit_table(&counts));
    report.add_table(weights_table());
    report.add_table(match_table(measurements)?);
    report.add_verdict(&claims(&counts));
    report.add_comment(
        "2026-11-22",
        "The paper does not name the depth of its searches, the depth from which it orders moves or the size \
         of its table. Iterative deepening and the ordering by two plies ask for positions that the depth \
         before has evaluated. The paper wished for genetic tuning and has no figures of it, so that the \
         matches of the tuned weights have no part in the verdict.",
    );
    Ok(report)
}

/// Returns the paper's claim beside the counts at each depth.
fn claims(counts: &[(u32, HashTableCounts)]) -> Vec<PaperClaim> {
    let deepest = counts.iter().map(|(depth, _)| *depth).max().unwrap_or(0);
    let largest = counts.iter().map(|(_, counts)| counts.percent()).fold(f64::NAN, f64::max);
    let figure = ComparedFigure::new(PAPERS_PERCENT, largest);
    vec![PaperClaim {
        claim: "the table answers \"as many as 25%\" of the requests: the largest part, in percent"
            .to_owned(),
        test: ClaimTest::Figures(Tolerance::Within(5.0), vec![figure]),
        sample: Sample::at_least(deepest as usize, 6, "plies"),
    }]
}

/// The counts of the hash table in a game.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct HashTableCounts {
    nodes: u64,
    requests: u64,
    hits: u64,
}

impl HashTableCounts {
    /// Returns the part of the requests that the table answered, in percent.
    fn percent(&self) -> f64 {
        100.0 * self.hits as f64 / self.requests.max(1) as f64
    }

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

/// Returns the counts of games of different depths.
fn hash_counts(measurements: &mut Measurements<'_>) -> Result<Vec<(u32, HashTableCounts)>> {
    let deepest = measurements.full_or_quick(8, 4);
    let of_depth = |depth| {
        let key = MeasurementKey::new(format!("{depth} plies"), json!({ "depth": depth }));
        Ok((depth, measurements.get_or_measure(&key, || self_play(depth))?))
    };
    (3..=deepest).map(of_depth).collect()
}

fn hit_table(counts: &[(u32, HashTableCounts)]) -> ReportTable {
    let mut table = ReportTable::new(
        "The part of all requested evaluations that the table answered, in a game against itself",
        &["plies", "paper", "ours", "requests", "nodes"],
    );
    for (depth, counts) in counts {
        table.add_row([
            depth.to_string(),
            format!("up to {PAPERS_PERCENT}%"),
            format!("{:.1}%", counts.percent()),
            counts.requests.to_string(),
            counts.nodes.to_string(),
        ]);
    }
    table
}

fn weights_table() -> ReportTable {
    let mut table = ReportTable::new(
        "The weights (section 2.1), and the tuned ones of `mlia:weights=tuned`. Both stand in the program; \
         nothing is measured here",
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
        "Tuned weights against the paper's, after eight random moves; the paper has no such match",
        &["plies", "games", "points of the tuned", "discs a game"],
    );
    let matches = if measurements.settings().quick {
        vec![(2, 10)]
    } else {
        vec![(2, 1000), (4, 1000), (6, 100)]
    };
    for (depth, games) in matches {
        let (tuned, original) =
            (format!("mlia:depth={depth},weights=tuned"), format!("mlia:depth={depth}"));
        let parameters = json!({
            "first": tuned, "second": original, "games": games, "random_plies": 8, "seed": 3
        });
        let key = MeasurementKey::new(format!("tuned weights, {depth} plies"), parameters);
        let score: SeriesScore = measurements.get_or_measure(&key, || {
            let openings = OpeningSource::Random { plies: 8 };
            Ok(SeriesScore::of(&play_series(&tuned, &original, games, &openings, 3)?))
        })?;
        table.add_row([depth.to_string(), games.to_string(), score.percent(), score.mean_discs()]);
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::verdict::{Verdict, VerdictReport};

    #[test]
    fn the_verdict_follows_the_largest_part() {
        let verdict = |parts: &[(u32, u64)]| {
            let of = |&(depth, hits)| (depth, HashTableCounts { nodes: 0, requests: 100, hits });
            VerdictReport::of(&claims(&parts.iter().map(of).collect::<Vec<_>>())).verdict
        };
        assert_eq!(verdict(&[(3, 10), (6, 27)]), Verdict::Agrees);
        assert_eq!(verdict(&[(3, 25), (6, 40)]), Verdict::DoesNotAgree);
        assert_eq!(verdict(&[(3, 3), (6, 4)]), Verdict::DoesNotAgree);
        assert_eq!(verdict(&[(3, 25), (4, 25)]), Verdict::CannotBeCompared, "too shallow");
        assert_eq!(verdict(&[]), Verdict::CannotBeCompared);
    }

    #[test]
    fn a_game_against_itself_is_reproducible() {
        let (one, other) = (self_play(2).unwrap(), self_play(2).unwrap());
        assert_eq!((one.nodes, one.hits), (other.nodes, other.hits));
        assert!(0 < one.hits && one.hits < one.requests);
    }
}
