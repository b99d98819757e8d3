//! Labels by search: what the positions of games are worth, judged by the engine itself.
//!
//! The result of a game says little about its first half, because both sides erred on the way. A search
//! says more, and near the end it solves. Every phase of the game is labelled into a file of its own,
//! from the last to the first, in pieces that are kept: an interrupted run goes on with the piece it was
//! at.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use willow_board::{Board, Square};
use willow_engine::{Engine, EngineOptions, SearchControl, SearchLimits, Selectivity, StopFlag};
use willow_eval::patterns::{N_PHASES, PatternEvaluator, phase_of};

use crate::exclusion::Exclusion;
use crate::samples::{self, Sample};

/// How to label.
#[derive(Clone, Copy, Debug)]
pub struct RelabelOptions {
    /// The number of plies to search for a label.
    pub depth: u32,
    /// The number of empty squares from which on labels are solved.
    pub solve_from: u32,
    /// The number of empty squares from which on labels are searched to the end, selectively.
    pub selective_from: u32,
    /// The greatest number of positions in a phase, held-out ones included.
    pub positions: usize,
    /// One position in so many is replaced by one that random moves lead to, [`MOST_STRAY_MOVES`] of them at
    /// most; 0 for none.
    pub stray_every: u32,
    /// The first phase of the game to be labelled.
    pub first_phase: usize,
    /// The last phase of the game to be labelled.
    pub last_phase: usize,
    /// The number of threads.
    pub threads: usize,
    /// The seed of the choice of positions.
    pub seed: u64,
}

/// The greatest number of random moves that lead from a position of a game to one that is labelled.
pub const MOST_STRAY_MOVES: u32 = 2;
/// The number of positions whose labels are written at once.
const PIECE: usize = 20_000;

/// Labels the positions in files of samples, of which `exclusion` is left out, and writes the files
/// `phase-00.samples` to `phase-14.samples` to `folder`. Those that are there stay as they are.
/// `progress` is told how far it is.
///
/// # Errors
/// The files must be readable, the folder writable.
pub fn relabel(
    files: &[PathBuf],
    exclusion: &Exclusion,
    folder: &Path,
    evaluator: &PatternEvaluator,
    options: RelabelOptions,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let path = |phase: usize| folder.join(format!("phase-{phase:02}.samples"));
    let phases = options.first_phase..=options.last_phase;
    if phases.clone().all(|phase| path(phase).exists()) {
        progress("all phases are there already");
        return Ok(());
    }
    let boards = positions_by_phase(files, exclusion, options)?;
    for phase in phases.rev() {
        if path(phase).exists() {
            continue;
        }
        let labels = label_in_pieces(&boards[phase], &path(phase), evaluator, options, progress)?;
        samples::write(&path(phase), &labels)?;
        for piece in 0..labels.len().div_ceil(PIECE) {
            // What cannot be removed is in nobody's way.
            let _ = fs::remove_file(piece_path(&path(phase), piece));
        }
        progress(&format!("phase {phase}: {} positions", labels.len()));
    }
    Ok(())
}

fn piece_path(path: &Path, piece: usize) -> PathBuf {
    path.with_extension(format!("piece-{piece:04}"))
}

/// Labels positions piece by piece, and reads the pieces that are there.
fn label_in_pieces(
    positions: &[Sample],
    path: &Path,
    evaluator: &PatternEvaluator,
    options: RelabelOptions,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<Vec<Sample>> {
    let mut labels = Vec::new();
    for (index, piece) in positions.chunks(PIECE).enumerate() {
        let path = piece_path(path, index);
        if !path.exists() {
            samples::write(&path, &label_piece(piece, evaluator, options))?;
        }
        labels.extend(samples::read(&path)?);
        progress(&format!("{}: {} of {}", path.display(), labels.len(), positions.len()));
    }
    Ok(labels)
}

/// Returns the positions of every phase, equal ones under the symmetries once, no more than wanted,
/// drawn at random.
fn positions_by_phase(
    files: &[PathBuf],
    exclusion: &Exclusion,
    options: RelabelOptions,
) -> Result<Vec<Vec<Sample>>> {
    let mut random = ChaCha8Rng::seed_from_u64(options.seed);
    let mut phases = vec![Vec::new(); N_PHASES];
    for file in files {
        for sample in samples::read(file)? {
            let strays = 0 < options.stray_every && random.random_ratio(1, options.stray_every);
            let board = if strays { stray(&sample.board, &mut random) } else { Some(sample.board) };
            let Some(board) = board else { continue };
            let board = board.canonical();
            phases[phase_of(board.n_empties())].push(Sample { board, ..sample });
        }
    }
    for phase in &mut phases {
        // Of equal boards the one that is trained on comes first and stays.
        phase.sort_unstable_by_key(|sample: &Sample| (sample.board, sample.held_out));
        phase.dedup_by_key(|sample| sample.board);
        phase.shuffle(&mut random);
        phase.truncate(options.positions);
        phase.retain(|sample| !exclusion.contains(&sample.board));
    }
    Ok(phases)
}

/// Returns the board after a random move or two, off the beaten track, if the side to move can move then.
/// Searches look at such positions far more often than at those of good games.
fn stray(board: &Board, random: &mut ChaCha8Rng) -> Option<Board> {
    let mut stray = *board;
    for _ in 0..random.random_range(1..=MOST_STRAY_MOVES) {
        let moves: Vec<Square> = stray.legal_moves().squares().collect();
        stray = stray.play(*moves.choose(random)?)?;
    }
    (!stray.legal_moves().is_empty()).then_some(stray)
}

/// Returns the samples with labels from a search, in their order.
fn label_piece(
    samples: &[Sample],
    evaluator: &PatternEvaluator,
    options: RelabelOptions,
) -> Vec<Sample> {
    /// Samples that a thread takes at a time.
    const CHUNK: usize = 500;
    let next = AtomicUsize::new(0);
    let chunks: Vec<&[Sample]> = samples.chunks(CHUNK).collect();
    let work = || {
        let engine_options = EngineOptions { threads: 1, hash_bytes: 8 << 20 };
        let mut engine = Engine::new(evaluator, engine_options);
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(chunk) = chunks.get(index) else { return done };
            // What a chunk's labels are must not depend on who did which before.
            engine.clear();
            let labelled: Vec<Sample> =
                chunk.iter().map(|sample| label(&mut engine, *sample, options)).collect();
            done.push((index, labelled));
        }
    };
    let mut done: Vec<(usize, Vec<Sample>)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..options.threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|t| t.join().expect("labelling does not panic")).collect()
    });
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().flat_map(|(_, samples)| samples).collect()
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
            stray_every: 2,
            first_phase: 0,
            last_phase: N_PHASES - 1,
            threads: 2,
            seed: 1,
        }
    }

    /// A run that finds the labels of some phases goes on as if it had not been interrupted.
    #[test]
    fn an_interrupted_run_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games.samples");
        samples::write(&games, &samples_of_random_games(6)).unwrap();
        let path = |phase: usize| folder.path().join(format!("a/phase-{phase:02}.samples"));
        let run = || {
            let (games, none) = (std::slice::from_ref(&games), Exclusion::default());
            let out = folder.path().join("a");
            relabel(games, &none, &out, willow_weights::evaluator(), options(), &|_| ()).unwrap();
            (0..N_PHASES).map(|phase| samples::read(&path(phase)).unwrap()).collect::<Vec<_>>()
        };
        let whole = run();
        assert!(whole[5..].iter().all(|phase| !phase.is_empty()));
        (0..7).for_each(|phase| fs::remove_file(path(phase)).unwrap());
        assert_eq!(run(), whole);
    }

    /// From a position of a game one or two moves lead to a stray, and some are two moves away.
    #[test]
    fn strays_are_one_or_two_moves_away() {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let after: Vec<u32> = (0..50)
            .filter_map(|_| stray(&Board::START, &mut random))
            .map(|board| Board::START.n_empties() - board.n_empties())
            .collect();
        assert!(after.contains(&1) && after.contains(&2), "{after:?}");
        assert!(after.iter().all(|moves| (1..=MOST_STRAY_MOVES).contains(moves)), "{after:?}");
    }

    #[test]
    fn excluded_positions_and_phases_not_asked_for_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games.samples");
        let samples = samples_of_random_games(1);
        samples::write(&games, &samples).unwrap();
        let board = samples.iter().find(|s| phase_of(s.board.n_empties()) == 8).unwrap().board;
        let keys = folder.path().join("keys");
        fs::write(&keys, format!("{:016x}\n", crate::exclusion::key(&board))).unwrap();
        let exclusion = Exclusion::read(&[keys]).unwrap();
        let options = RelabelOptions { stray_every: 0, first_phase: 8, ..options() };
        let files = [games];
        relabel(&files, &exclusion, folder.path(), willow_weights::evaluator(), options, &|_| ())
            .unwrap();
        let labelled = samples::read(&folder.path().join("phase-08.samples")).unwrap();
        assert!(!labelled.is_empty());
        assert!(labelled.iter().all(|sample| sample.board != board.canonical()));
        assert!(!folder.path().join("phase-07.samples").exists());
    }
}
