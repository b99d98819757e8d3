//! Labels by search: the values that the engine itself gives to the positions of games.
//!
//! The result of a game says little about the positions of its first half, because both sides erred
//! later. A search is more precise, and near the end it is exact. Every phase of the game gets its
//! own file, from the last phase to the first. Finished pieces of a phase are kept, so that an
//! interrupted run can be continued.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use willow_board::{Board, Square};
use willow_engine::{
    Engine, EngineOptions, OutOfMemoryError, SearchControl, SearchLimits, Selectivity, StopFlag,
};
use willow_eval::patterns::{N_PHASES, PatternEvaluator, phase_of};

use crate::exclusion::Exclusion;
use crate::samples::{self, Sample};
use crate::worker_pool::process_in_order;

/// How to label.
#[derive(Clone, Copy, Debug)]
pub struct RelabelOptions {
    /// The number of plies to search for a label.
    pub depth: u32,
    /// The largest number of empty squares of positions whose labels are solved.
    pub solve_from: u32,
    /// The largest number of empty squares of positions that are searched to the end, selectively.
    pub selective_from: u32,
    /// The greatest number of positions in a phase, held-out ones included.
    pub positions: usize,
    /// One position in this many is replaced by one after a random deviation of at most
    /// [`MAX_DEVIATION_PLIES`] plies; 0 replaces none.
    pub deviation_every: u32,
    /// The first phase of the game to be labelled.
    pub first_phase: usize,
    /// The last phase of the game to be labelled.
    pub last_phase: usize,
    /// The number of threads.
    pub threads: usize,
    /// The seed of the choice of positions.
    pub seed: u64,
}

/// The greatest number of plies of a random deviation from a game.
pub const MAX_DEVIATION_PLIES: u32 = 2;
/// The number of positions of a piece, whose labels are written together.
const PIECE: usize = 20_000;

/// The positions that are labelled.
#[derive(Clone, Copy, Debug)]
pub struct RelabelSource<'a> {
    /// The files of samples.
    pub files: &'a [PathBuf],
    /// The positions that are left out.
    pub exclusion: &'a Exclusion,
}

/// Labels the positions in files of samples, except those that are excluded, and writes the files
/// `phase-00.samples` to `phase-14.samples` into `folder`.
///
/// Existing files are skipped. `on_progress` gets a line for each piece and phase.
///
/// # Errors
/// The files must be readable, the folder writable.
pub fn relabel(
    RelabelSource { files, exclusion }: RelabelSource<'_>,
    folder: &Path,
    evaluator: &PatternEvaluator,
    options: RelabelOptions,
    on_progress: &(dyn Fn(&str) + Sync),
) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let path = |phase: usize| folder.join(format!("phase-{phase:02}.samples"));
    let phases = options.first_phase..=options.last_phase;
    if phases.clone().all(|phase| path(phase).exists()) {
        on_progress("all phases already exist");
        return Ok(());
    }
    let boards = positions_by_phase(files, exclusion, options)?;
    for phase in phases.rev() {
        if path(phase).exists() {
            continue;
        }
        let labels =
            label_in_pieces(&boards[phase], &path(phase), evaluator, options, on_progress)?;
        samples::write(&path(phase), &labels)?;
        for piece in 0..labels.len().div_ceil(PIECE) {
            // A piece that cannot be removed does no harm.
            let _ = fs::remove_file(piece_path(&path(phase), piece));
        }
        on_progress(&format!("phase {phase}: {} positions", labels.len()));
    }
    Ok(())
}

fn piece_path(path: &Path, piece: usize) -> PathBuf {
    path.with_extension(format!("piece-{piece:04}"))
}

/// Labels positions piece by piece. Existing pieces are read.
fn label_in_pieces(
    positions: &[Sample],
    path: &Path,
    evaluator: &PatternEvaluator,
    options: RelabelOptions,
    on_progress: &(dyn Fn(&str) + Sync),
) -> Result<Vec<Sample>> {
    let mut labels = Vec::new();
    for (index, piece) in positions.chunks(PIECE).enumerate() {
        let path = piece_path(path, index);
        if !path.exists() {
            samples::write(&path, &label_piece(piece, evaluator, options)?)?;
        }
        labels.extend(samples::read(&path)?);
        on_progress(&format!("{}: {} of {}", path.display(), labels.len(), positions.len()));
    }
    Ok(labels)
}

/// Returns the positions of every phase, at most `options.positions` of each, drawn at random. Of
/// positions that are equal under the symmetries there is one.
fn positions_by_phase(
    files: &[PathBuf],
    exclusion: &Exclusion,
    options: RelabelOptions,
) -> Result<Vec<Vec<Sample>>> {
    let mut random = ChaCha8Rng::seed_from_u64(options.seed);
    let mut phases = vec![Vec::new(); N_PHASES];
    for file in files {
        for sample in samples::read(file)? {
            let every = options.deviation_every;
            let deviates = 0 < every && random.random_ratio(1, every);
            let board = if deviates {
                random_deviation(&sample.board, &mut random)
            } else {
                Some(sample.board)
            };
            let Some(board) = board else { continue };
            let board = board.canonical();
            phases[phase_of(board.n_empties())].push(Sample { board, ..sample });
        }
    }
    for phase in &mut phases {
        // Of equal boards the first one is kept, which is trained on if one of them is.
        phase.sort_unstable_by_key(|sample: &Sample| (sample.board, sample.held_out));
        phase.dedup_by_key(|sample| sample.board);
        phase.shuffle(&mut random);
        phase.truncate(options.positions);
        phase.retain(|sample| !exclusion.contains(&sample.board));
    }
    Ok(phases)
}

/// Returns the board after a random deviation, or `None` if the side to move must pass there.
///
/// Searches visit such positions far more often than those of good games.
fn random_deviation(board: &Board, random: &mut ChaCha8Rng) -> Option<Board> {
    let mut deviated = *board;
    for _ in 0..random.random_range(1..=MAX_DEVIATION_PLIES) {
        let moves: Vec<Square> = deviated.legal_moves().squares().collect();
        deviated = deviated.play(*moves.choose(random)?)?;
    }
    (!deviated.legal_moves().is_empty()).then_some(deviated)
}

/// Returns the samples with labels from a search, in their order.
fn label_piece(
    samples: &[Sample],
    evaluator: &PatternEvaluator,
    options: RelabelOptions,
) -> Result<Vec<Sample>, OutOfMemoryError> {
    /// The number of samples that a thread takes at a time.
    const CHUNK: usize = 500;
    let new_engine = || Engine::new(evaluator, EngineOptions { threads: 1, hash_bytes: 8 << 20 });
    let mut labelled = Vec::with_capacity(samples.len());
    let end = process_in_order(
        samples.chunks(CHUNK),
        options.threads,
        new_engine,
        |engine, chunk| {
            let engine = engine.as_mut().map_err(|error| *error)?;
            // Labels must not depend on which thread labelled which chunk before.
            engine.clear();
            Ok(chunk.iter().map(|sample| label(engine, *sample, options)).collect::<Vec<Sample>>())
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

fn label(
    engine: &mut Engine<&PatternEvaluator>,
    sample: Sample,
    options: RelabelOptions,
) -> Sample {
    let (stop, now) = (StopFlag::new(), || Duration::ZERO);
    let mut control = SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () };
    let limits = SearchLimits {
        exact_from: options.solve_from,
        selective_from: options.selective_from,
        endgame_selectivity: Selectivity::MOST_SELECTIVE,
        ..SearchLimits::depth(options.depth)
    };
    let score = engine.search(&sample.board, &limits, &mut control).score;
    Sample { label: score.rounded().value() as i8, ..sample }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::samples_of_random_games;

    fn options() -> RelabelOptions {
        RelabelOptions {
            depth: 1,
            solve_from: 3,
            selective_from: 3,
            positions: 50,
            deviation_every: 2,
            first_phase: 0,
            last_phase: N_PHASES - 1,
            threads: 2,
            seed: 1,
        }
    }

    /// A run with the labels of some phases ends like an uninterrupted one.
    #[test]
    fn an_interrupted_run_can_be_continued() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games.samples");
        samples::write(&games, &samples_of_random_games(6)).unwrap();
        let path = |phase: usize| folder.path().join(format!("a/phase-{phase:02}.samples"));
        let run = || {
            let (games, none) = (std::slice::from_ref(&games), Exclusion::default());
            let out = folder.path().join("a");
            relabel(
                RelabelSource { files: games, exclusion: &none },
                &out,
                willow_weights::evaluator(),
                options(),
                &|_| (),
            )
            .unwrap();
            (0..N_PHASES).map(|phase| samples::read(&path(phase)).unwrap()).collect::<Vec<_>>()
        };
        let whole = run();
        assert!(whole[5..].iter().all(|phase| !phase.is_empty()));
        (0..7).for_each(|phase| fs::remove_file(path(phase)).unwrap());
        assert_eq!(run(), whole);
    }

    /// Both lengths occur.
    #[test]
    fn random_deviations_have_one_or_two_plies() {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let after: Vec<u32> = (0..50)
            .filter_map(|_| random_deviation(&Board::START, &mut random))
            .map(|board| Board::START.n_empties() - board.n_empties())
            .collect();
        assert!(after.contains(&1) && after.contains(&2), "{after:?}");
        assert!(after.iter().all(|plies| (1..=MAX_DEVIATION_PLIES).contains(plies)), "{after:?}");
    }

    #[test]
    fn excluded_positions_and_unwanted_phases_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games.samples");
        let samples = samples_of_random_games(1);
        samples::write(&games, &samples).unwrap();
        let board = samples.iter().find(|s| phase_of(s.board.n_empties()) == 8).unwrap().board;
        let keys = folder.path().join("keys");
        fs::write(&keys, format!("{:016x}\n", crate::exclusion::key(&board))).unwrap();
        let exclusion = Exclusion::read(&[keys]).unwrap();
        let options = RelabelOptions { deviation_every: 0, first_phase: 8, ..options() };
        let files = [games];
        relabel(
            RelabelSource { files: &files, exclusion: &exclusion },
            folder.path(),
            willow_weights::evaluator(),
            options,
            &|_| (),
        )
        .unwrap();
        let labelled = samples::read(&folder.path().join("phase-08.samples")).unwrap();
        assert!(!labelled.is_empty());
        assert!(labelled.iter().all(|sample| sample.board != board.canonical()));
        assert!(!folder.path().join("phase-07.samples").exists());
    }
}
