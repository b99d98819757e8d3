//! Labels by search, piece by piece: an interrupted run finds its finished pieces.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use willow_engine::{Engine, EngineOptions, SearchLimits, Selectivity};
use willow_eval::patterns::PatternEvaluator;
use willow_files::{Overwrite, write_whole};

use crate::OnLine;
use crate::fingerprint;
use crate::samples::{self, Sample};
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

/// The number of positions of a piece, whose labels are written together.
const PIECE: usize = 20_000;

/// Labels the boards of samples and writes the samples to the file `path`.
///
/// Every finished piece is written beside it at once. A later call reads the pieces instead of
/// labelling them again; they are removed when the file is complete. Beside them stands how they are made.
/// `on_progress` gets a line for each piece.
///
/// # Errors
/// There must be memory for the engines of all threads. The folder must be writable, and its pieces made from
/// the same positions in the same way.
pub(crate) fn write_labelled(
    positions: &[Sample],
    path: &Path,
    evaluator: &PatternEvaluator,
    search: LabelSearch,
    on_progress: OnLine<'_>,
) -> Result<Vec<Sample>> {
    let fingerprint = fingerprint::of_samples(positions, evaluator);
    check_plan(path, &plan_text(search, positions.len(), fingerprint))?;
    let labels = label_in_pieces(positions, path, evaluator, search, on_progress)?;
    samples::write(path, &labels)?;
    for piece in 0..labels.len().div_ceil(PIECE) {
        // A piece that cannot be removed does no harm.
        let _ = fs::remove_file(piece_path(path, piece));
    }
    let _ = fs::remove_file(plan_path(path));
    Ok(labels)
}

fn piece_path(path: &Path, piece: usize) -> PathBuf {
    path.with_extension(format!("piece-{piece:04}"))
}

/// Returns the file that says how the pieces are made.
fn plan_path(path: &Path) -> PathBuf {
    path.with_extension("pieces")
}

/// Returns what must be equal for the pieces of an interrupted run to be used.
fn plan_text(search: LabelSearch, n_positions: usize, fingerprint: u64) -> String {
    let LabelSearch { depth, solve_from, selective_from, .. } = search;
    format!(
        "{depth} plies, solved from {solve_from}, selectively from {selective_from}, \
         {n_positions} positions, positions and weights {fingerprint:016x}\n"
    )
}

/// Checks that pieces that are there belong to this plan, and writes the plan beside them.
fn check_plan(path: &Path, plan: &str) -> Result<()> {
    let plan_path = plan_path(path);
    let fits = match fs::read_to_string(&plan_path) {
        Ok(text) => text == plan,
        Err(error) if error.kind() == ErrorKind::NotFound => !piece_path(path, 0).exists(),
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read {}", plan_path.display()));
        }
    };
    ensure!(
        fits,
        "{} and the pieces after it were made with other options, weights or positions: remove \
         them and {}, or name another output",
        piece_path(path, 0).display(),
        plan_path.display()
    );
    write_whole(&plan_path, plan.as_bytes(), Overwrite::Always)
        .with_context(|| format!("cannot write {}", plan_path.display()))
}

/// Labels positions piece by piece. Existing pieces are read.
fn label_in_pieces(
    positions: &[Sample],
    path: &Path,
    evaluator: &PatternEvaluator,
    search: LabelSearch,
    on_progress: OnLine<'_>,
) -> Result<Vec<Sample>> {
    let mut labels = Vec::new();
    for (index, piece) in positions.chunks(PIECE).enumerate() {
        let path = piece_path(path, index);
        if !path.exists() {
            samples::write(&path, &label_piece(piece, evaluator, search)?)?;
        }
        labels.extend(samples::read(&path)?);
        on_progress(&format!("{}: {} of {}", path.display(), labels.len(), positions.len()));
    }
    Ok(labels)
}

/// Returns the samples with labels from a search, in their order.
fn label_piece(
    samples: &[Sample],
    evaluator: &PatternEvaluator,
    search: LabelSearch,
) -> Result<Vec<Sample>> {
    /// The number of samples that a thread takes at a time.
    const CHUNK: usize = 500;
    let new_engine = || Engine::new(evaluator, EngineOptions { threads: 1, hash_bytes: 8 << 20 });
    let mut labelled = Vec::with_capacity(samples.len());
    process_in_order(
        samples.chunks(CHUNK),
        search.threads,
        new_engine,
        |engine, chunk| {
            // Labels must not depend on which thread labelled which chunk before.
            engine.clear();
            chunk.iter().map(|sample| label(engine, *sample, search)).collect::<Vec<Sample>>()
        },
        |chunk| {
            labelled.extend(chunk);
            Ok(())
        },
    )?;
    Ok(labelled)
}

fn label(engine: &mut Engine<'_>, sample: Sample, search: LabelSearch) -> Sample {
    let limits = SearchLimits {
        exact_from: search.solve_from,
        selective_from: search.selective_from,
        endgame_selectivity: Selectivity::MOST_SELECTIVE,
        ..SearchLimits::depth(search.depth)
    };
    let label = untimed(|control| engine.search(&sample.board, &limits, control)).score;
    Sample { label, ..sample }
}

#[cfg(test)]
mod tests {
    use willow_eval::Score;

    use super::*;
    use crate::label::samples_of_random_games;

    const SEARCH: LabelSearch =
        LabelSearch { depth: 1, solve_from: 1, selective_from: 1, threads: 1 };

    #[test]
    fn pieces_are_used_by_the_run_that_made_them_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.samples");
        let evaluator = willow_eval::weights::evaluator();
        let positions = samples_of_random_games(1);
        let run = |positions: &[Sample], search| {
            write_labelled(positions, &path, evaluator, search, &|_| ())
        };
        // An interrupted run has left a piece, whose labels no search gives.
        let piece: Vec<Sample> =
            positions.iter().map(|sample| Sample { label: Score::MAX, ..*sample }).collect();
        samples::write(&piece_path(&path, 0), &piece).unwrap();
        assert!(run(&positions, SEARCH).is_err(), "nobody knows how the piece was made");
        let fingerprint = fingerprint::of_samples(&positions, evaluator);
        fs::write(plan_path(&path), plan_text(SEARCH, positions.len(), fingerprint)).unwrap();
        let error = run(&positions, LabelSearch { depth: 2, ..SEARCH }).unwrap_err().to_string();
        assert!(error.contains("made with other options, weights or positions"), "{error}");
        assert!(run(&positions[1..], SEARCH).is_err());
        assert_eq!(samples::read(&piece_path(&path, 0)).unwrap(), piece);
        assert_eq!(run(&positions, LabelSearch { threads: 2, ..SEARCH }).unwrap(), piece);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "only the file is left");
    }
}
