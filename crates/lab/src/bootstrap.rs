//! Training backwards: each phase on labels that a search finds with the weights of later phases.
//!
//! The result of a game says little about its first half, because both sides erred on the way. A
//! search says more: it looks into the phases after, whose weights are trained already, and close to
//! the end it solves. So the phases are labelled and trained from the last to the first (after
//! Engel's stage-by-stage training). The labels of each phase are kept in a file, and an interrupted
//! run goes on with the first phase that has none.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use std::{fs, thread};

use anyhow::{Context, Result};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use willow_board::{Board, Square};
use willow_engine::{Engine, EngineOptions, SearchControl, SearchLimits, Selectivity, StopFlag};
use willow_eval::patterns::{FeatureSet, N_PHASES, PatternEvaluator, PatternWeights, phase_of};

use crate::exclusion::Exclusion;
use crate::samples::{self, Sample};
use crate::train::{TrainOptions, Trainer};

/// How to label and train.
#[derive(Clone, Copy, Debug)]
pub struct BootstrapOptions {
    /// The number of plies to search for a label.
    pub depth: u32,
    /// The number of empty squares from which on labels are solved.
    pub solve_from: u32,
    /// The number of empty squares from which on labels are searched to the end, selectively.
    pub selective_from: u32,
    /// The greatest number of positions in a phase, held-out ones included.
    pub positions: usize,
    /// One position in so many is replaced by one that a random move leads to; 0 for none.
    pub stray_every: u32,
    /// The first phase of the game to be labelled and trained; those before keep their weights.
    pub down_to: usize,
    /// The number of threads.
    pub threads: usize,
    /// How to train each phase.
    pub train: TrainOptions,
}

/// Labels and trains the phases, beginning with the weights `base` for those that are not trained yet.
/// The files of samples give the positions, of which `exclusion` is left out; labels are written to
/// `folder`. `progress` is told how far it is.
///
/// # Errors
/// The files must be readable, the folder writable.
pub fn bootstrap(
    files: &[PathBuf],
    exclusion: &Exclusion,
    folder: &Path,
    base: &PatternWeights,
    options: BootstrapOptions,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<PatternWeights> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut boards: Option<Vec<Vec<Sample>>> = None;
    let features = FeatureSet::new();
    let mut weights = vec![0.0; features.n_weights()];
    let mut units: Vec<Vec<i16>> =
        base.weights().chunks(features.n_weights()).map(<[i16]>::to_vec).collect();
    let mut report = String::new();
    let mut later: Vec<Sample> = Vec::new();
    for phase in (options.down_to..N_PHASES).rev() {
        let path = folder.join(format!("phase-{phase:02}.samples"));
        if !path.exists() {
            let boards = match &mut boards {
                Some(boards) => boards,
                none => none.insert(positions_by_phase(files, exclusion, options)?),
            };
            let so_far = PatternWeights::new(String::new(), units.concat())?
                .with_errors(base.errors().clone(), "");
            let evaluator = PatternEvaluator::new(&so_far);
            let say = |done: usize| progress(&format!("phase {phase}: {done} labels"));
            samples::write(&path, &relabel(&boards[phase], &evaluator, options, &say))?;
        }
        let own = samples::read(&path)?;
        let mut trainer = Trainer::new(&features, &mut weights);
        trainer.train_phase(&training_set(&own, &later, phase), options.train);
        let error =
            |held_out| trainer.mean_error(&set(own.iter().filter(|s| s.held_out == held_out)));
        let line = format!(
            "phase {phase:2}: {} positions, mean error {:.3} discs trained, {:.3} held out",
            own.len(),
            error(false),
            error(true)
        );
        progress(&line);
        report.push_str(&line);
        report.push('\n');
        units[phase] = trainer.units();
        later = own;
    }
    let record = format!("{options:?}\n{report}");
    Ok(PatternWeights::new(record, units.concat())?.with_errors(base.errors().clone(), ""))
}

/// Returns the positions of every phase, equal ones under the symmetries once, no more than wanted,
/// drawn at random.
fn positions_by_phase(
    files: &[PathBuf],
    exclusion: &Exclusion,
    options: BootstrapOptions,
) -> Result<Vec<Vec<Sample>>> {
    let mut random = ChaCha8Rng::seed_from_u64(options.train.seed);
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

/// Returns the board after a random move, off the beaten track, if the other side can move then.
/// Searches look at such positions far more often than at those of good games.
fn stray(board: &Board, random: &mut ChaCha8Rng) -> Option<Board> {
    let moves: Vec<Square> = board.legal_moves().squares().collect();
    let after = board.play(*moves.choose(random)?)?;
    (!after.legal_moves().is_empty()).then_some(after)
}

/// Returns the samples with labels from a search, in their order.
fn relabel(
    samples: &[Sample],
    evaluator: &PatternEvaluator,
    options: BootstrapOptions,
    say: &(dyn Fn(usize) + Sync),
) -> Vec<Sample> {
    /// Samples that a thread takes at a time.
    const CHUNK: usize = 2000;
    let next = AtomicUsize::new(0);
    let chunks: Vec<&[Sample]> = samples.chunks(CHUNK).collect();
    let done: Mutex<Vec<(usize, Vec<Sample>)>> = Mutex::new(Vec::new());
    let work = || {
        let engine_options = EngineOptions { threads: 1, hash_bytes: 8 << 20 };
        let mut engine = Engine::new(evaluator, engine_options);
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(chunk) = chunks.get(index) else { return };
            let labelled =
                chunk.iter().map(|sample| label(&mut engine, *sample, options)).collect();
            let mut done = done.lock().expect("no thread panics while it holds the lock");
            done.push((index, labelled));
            if done.len().is_multiple_of(10) {
                say(done.len() * CHUNK);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..options.threads.max(1) {
            scope.spawn(work);
        }
    });
    let mut done = done.into_inner().expect("no thread panics while it holds the lock");
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().flat_map(|(_, samples)| samples).collect()
}

fn label(
    engine: &mut Engine<&PatternEvaluator>,
    sample: Sample,
    options: BootstrapOptions,
) -> Sample {
    let (stop, now) = (StopFlag::new(), || Duration::ZERO);
    let mut control = SearchControl { stop: &stop, now: &now, progress: &mut |_| () };
    let limits = SearchLimits {
        exact_from: options.solve_from,
        selective_from: options.selective_from,
        selectivity_at_end: Selectivity::HIGHEST,
        ..SearchLimits::depth(options.depth)
    };
    let score = engine.search(&sample.board, &limits, &mut control).score;
    Sample { label: score.rounded().value() as i8, ..sample }
}

/// Returns what a phase is trained on: its own samples and the first of the phase after, so that
/// phases differ smoothly.
fn training_set(own: &[Sample], later: &[Sample], phase: usize) -> Vec<(Board, f32)> {
    /// The discs beyond the phase whose samples count.
    const OVERLAP: u32 = 2;
    let last = 4 * phase as u32 + 4 + OVERLAP;
    let near = later.iter().filter(|sample| 60 - sample.board.n_empties().min(60) < last);
    set(own.iter().chain(near).filter(|sample| !sample.held_out))
}

fn set<'a>(samples: impl Iterator<Item = &'a Sample>) -> Vec<(Board, f32)> {
    samples.map(|sample| (sample.board, f32::from(sample.label))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::{LabelOptions, label_games};

    fn samples_of_random_games(n_games: u64) -> Vec<Sample> {
        let mut random = 1u64;
        let mut games = Vec::new();
        for _ in 0..n_games {
            let mut game = willow_board::Game::new();
            while !game.is_over() {
                let moves: Vec<_> = game.position().legal_moves().squares().collect();
                random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let mv = moves.get((random >> 33) as usize % moves.len().max(1));
                let mv = mv.map_or(willow_board::Move::Pass, |&square| square.into());
                game.play(mv).unwrap();
            }
            games.push(game);
        }
        label_games(&games, &Exclusion::default(), LabelOptions { solve_from: 2, threads: 1 })
    }

    fn options() -> BootstrapOptions {
        let train = TrainOptions { epochs: 2, ..TrainOptions::default() };
        BootstrapOptions {
            depth: 1,
            solve_from: 3,
            selective_from: 3,
            positions: 50,
            stray_every: 2,
            down_to: 0,
            threads: 2,
            train,
        }
    }

    /// A run that finds the labels of some phases goes on as if it had not been interrupted.
    #[test]
    fn an_interrupted_run_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games.samples");
        samples::write(&games, &samples_of_random_games(6)).unwrap();
        let n_weights = N_PHASES * FeatureSet::new().n_weights();
        let base = PatternWeights::new(String::new(), vec![0; n_weights]).unwrap();
        let run = |name: &str| {
            let out = folder.path().join(name);
            let (games, none) = (std::slice::from_ref(&games), Exclusion::default());
            bootstrap(games, &none, &out, &base, options(), &|_| ()).unwrap()
        };
        let whole = run("a");
        for phase in 0..7 {
            fs::remove_file(folder.path().join(format!("a/phase-{phase:02}.samples"))).unwrap();
        }
        assert_eq!(run("a"), whole);
    }
}
