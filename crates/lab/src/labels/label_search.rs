//! Labels by search. A log keeps them until their file is written, so that an interrupted run can be continued.

use std::path::Path;

use anyhow::Result;
use clap::Args;
use willow_engine::{Engine, EngineOptions, SearchLimits, Selectivity};
use willow_eval::Score;
use willow_eval::patterns::PatternEvaluator;

use crate::OnLine;
use crate::labels::fingerprint;
use crate::labels::samples::Sample;
use crate::step_log::StepLog;
use crate::untimed::untimed;
use crate::values;
use crate::worker_pool::process_in_order;

/// How labels are searched.
#[derive(Args, Clone, Copy, Debug)]
pub struct LabelSearch {
    /// Search D plies for a label
    #[arg(long, value_name = "D", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub depth: u32,
    /// Solve positions with at most N empties
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=24))]
    pub solve_from: u32,
    /// Search positions with at most N empties to the end, selectively
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub selective_from: u32,
    /// Label with N threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    pub threads: usize,
}

/// The number of positions that a thread labels at a time, and whose labels are a line of the log.
const CHUNK: usize = 500;

/// The number of chunks from one line of progress to the next.
const CHUNKS_PER_LINE: usize = 40;

/// Returns samples with labels from a search, in their order.
///
/// The log at `path` keeps the labels of every finished chunk; a later call with the same positions, weights and
/// options goes on from there. The caller removes it.
///
/// # Errors
/// There must be memory for the engines of all threads. The log must be writable, and of the same work.
pub(crate) fn labelled(
    positions: &[Sample],
    path: &Path,
    evaluator: &PatternEvaluator,
    search: LabelSearch,
    on_progress: OnLine<'_>,
) -> Result<Vec<Sample>> {
    let fingerprint = fingerprint::of_samples(positions, evaluator);
    let mut log = StepLog::open(path, &heading(search, positions.len(), fingerprint), read_labels)?;
    process_in_order(
        positions.chunks(CHUNK).skip(log.steps().len()),
        search.threads,
        || Engine::new(evaluator, EngineOptions { threads: 1, hash_bytes: 8 << 20 }),
        |engine, chunk| {
            // Labels must not depend on which thread labelled which chunk before.
            engine.clear();
            chunk.iter().map(|sample| label(engine, sample, search)).collect::<Vec<Score>>()
        },
        |labels| {
            let words: Vec<String> = labels.iter().map(|label| label.units().to_string()).collect();
            log.add(labels, &words.join(" "))?;
            let n_chunks = log.steps().len();
            if n_chunks.is_multiple_of(CHUNKS_PER_LINE) {
                let n_labels = n_chunks * CHUNK;
                on_progress(&format!("{}: {n_labels} of {}", path.display(), positions.len()));
            }
            Ok(())
        },
    )?;
    let labels = log.steps().iter().flatten();
    Ok(positions.iter().zip(labels).map(|(of, &label)| Sample { label, ..*of }).collect())
}

/// Returns the first line of the log: what must be equal for an interrupted run to be continued.
fn heading(search: LabelSearch, n_positions: usize, fingerprint: u64) -> String {
    let LabelSearch { depth, solve_from, selective_from, .. } = search;
    format!(
        "{depth} plies, solved from {solve_from}, selectively from {selective_from}, \
         {n_positions} positions, positions and weights {fingerprint:016x}"
    )
}

/// Reads a line of the log: the labels of a chunk, in units.
fn read_labels(line: &str) -> Result<Vec<Score>> {
    line.split(' ').map(|word| Ok(Score::from_units(word.parse()?))).collect()
}

fn label(engine: &mut Engine<'_>, sample: &Sample, search: LabelSearch) -> Score {
    let limits = SearchLimits {
        exact_from: search.solve_from,
        selective_from: search.selective_from,
        endgame_selectivity: Selectivity::MOST_SELECTIVE,
        ..SearchLimits::depth(search.depth)
    };
    untimed(|control| engine.search(&sample.board, &limits, control)).score
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::labels::label::samples_of_random_games;

    const SEARCH: LabelSearch =
        LabelSearch { depth: 1, solve_from: 1, selective_from: 1, threads: 1 };

    #[test]
    fn a_log_is_used_by_the_run_that_made_it_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let evaluator = willow_eval::weights::evaluator();
        let positions = samples_of_random_games(20);
        let run =
            |positions: &[Sample], search| labelled(positions, &path, evaluator, search, &|_| ());
        let whole = run(&positions, SEARCH).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), 1 + positions.len().div_ceil(CHUNK));
        // An interrupted run has left a chunk, whose first label no search gives.
        let mut lines: Vec<&str> = text.lines().collect();
        let changed = lines[1].replacen(lines[1].split(' ').next().unwrap(), "8192", 1);
        (lines[1], lines[2]) = (&changed, "12");
        fs::write(&path, lines[..3].join("\n")).unwrap();
        for other in [LabelSearch { depth: 2, ..SEARCH }, LabelSearch { solve_from: 2, ..SEARCH }] {
            assert!(format!("{:#}", run(&positions, other).unwrap_err()).contains("other options"));
        }
        assert!(run(&positions[1..], SEARCH).is_err());
        let again = run(&positions, LabelSearch { threads: 2, ..SEARCH }).unwrap();
        assert_eq!((again[0].label, &again[1..]), (Score::MAX, &whole[1..]));
    }
}
