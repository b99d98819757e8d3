//! Labels by search, piece by piece: an interrupted run finds its finished pieces.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use willow_engine::{
    Engine, EngineOptions, OutOfMemoryError, SearchControl, SearchLimits, Selectivity, StopFlag,
};
use willow_eval::patterns::PatternEvaluator;

use crate::samples::{self, Sample};
use crate::worker_pool::process_in_order;

/// How labels are searched.
#[derive(Clone, Copy, Debug)]
pub struct LabelSearch {
    /// The number of plies to search for a label.
    pub depth: u32,
    /// The largest number of empty squares of positions whose labels are solved.
    pub solve_from: u32,
    /// The largest number of empty squares of positions that are searched to the end, selectively.
    pub selective_from: u32,
    /// The number of threads.
    pub threads: usize,
}

/// The number of positions of a piece, whose labels are written together.
const PIECE: usize = 20_000;

/// Labels the boards of samples and writes the samples to the file `path`.
///
/// Every finished piece is written beside it at once. A later call reads the pieces instead of
/// labelling them again; they are removed when the file is complete. `on_progress` gets a line for
/// each piece.
///
/// # Errors
/// There must be memory for the engines of all threads. The folder must be writable.
pub(crate) fn write_labelled(
    positions: &[Sample],
    path: &Path,
    evaluator: &PatternEvaluator,
    search: LabelSearch,
    on_progress: &(dyn Fn(&str) + Sync),
) -> Result<Vec<Sample>> {
    let labels = label_in_pieces(positions, path, evaluator, search, on_progress)?;
    samples::write(path, &labels)?;
    for piece in 0..labels.len().div_ceil(PIECE) {
        // A piece that cannot be removed does no harm.
        let _ = fs::remove_file(piece_path(path, piece));
    }
    Ok(labels)
}

fn piece_path(path: &Path, piece: usize) -> PathBuf {
    path.with_extension(format!("piece-{piece:04}"))
}

/// Labels positions piece by piece. Existing pieces are read.
fn label_in_pieces(
    positions: &[Sample],
    path: &Path,
    evaluator: &PatternEvaluator,
    search: LabelSearch,
    on_progress: &(dyn Fn(&str) + Sync),
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
) -> Result<Vec<Sample>, OutOfMemoryError> {
    /// The number of samples that a thread takes at a time.
    const CHUNK: usize = 500;
    let new_engine = || Engine::new(evaluator, EngineOptions { threads: 1, hash_bytes: 8 << 20 });
    let mut labelled = Vec::with_capacity(samples.len());
    let end = process_in_order(
        samples.chunks(CHUNK),
        search.threads,
        new_engine,
        |engine, chunk| {
            let engine = engine.as_mut().map_err(|error| *error)?;
            // Labels must not depend on which thread labelled which chunk before.
            engine.clear();
            Ok(chunk.iter().map(|sample| label(engine, *sample, search)).collect::<Vec<Sample>>())
        },
        |chunk| match chunk {
            Ok(chunk) => {
                labelled.extend(chunk);
                ControlFlow::Continue(())
            }
            Err(error) => ControlFlow::Break(error),
        },
    );
    match end {
        ControlFlow::Continue(()) => Ok(labelled),
        ControlFlow::Break(error) => Err(error),
    }
}

fn label(engine: &mut Engine<&PatternEvaluator>, sample: Sample, search: LabelSearch) -> Sample {
    let (stop, now) = (StopFlag::new(), || Duration::ZERO);
    let mut control = SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () };
    let limits = SearchLimits {
        exact_from: search.solve_from,
        selective_from: search.selective_from,
        endgame_selectivity: Selectivity::MOST_SELECTIVE,
        ..SearchLimits::depth(search.depth)
    };
    let label = engine.search(&sample.board, &limits, &mut control).score;
    Sample { label, ..sample }
}
