//! Labels by search: the values that the engine itself gives to the positions of games.
//!
//! The result of a game says little about the positions of its first half, because both sides erred
//! later. A search is more precise, and near the end it is exact. Every phase of the game gets its
//! own file, from the last phase to the first. A log keeps the labels of an unfinished phase, so that an
//! interrupted run can be continued.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use willow_board::{Board, Square};
use willow_eval::patterns::{N_PHASES, PatternEvaluator, phase_of};

use crate::OnLine;
use crate::labels::exclusion::Exclusion;
use crate::labels::label_search::{LabelSearch, labelled};
use crate::labels::samples::{self, Sample};
use crate::values;

/// How to label.
#[derive(Args, Clone, Copy, Debug)]
pub struct RelabelOptions {
    /// How the labels are searched.
    #[command(flatten)]
    pub search: LabelSearch,
    /// Use at most N positions of each phase, held-out ones included
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    pub positions: usize,
    /// Replace one position in N by one after a random deviation of one or two plies; 0 replaces
    /// none
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub deviation_every: u32,
    /// Begin with this phase; a phase is four discs of the game
    #[arg(long, value_name = "PHASE", default_value_t = 0, value_parser = values::count(0, LAST_PHASE))]
    pub first_phase: usize,
    /// End with this phase
    #[arg(long, value_name = "PHASE", default_value_t = 14, value_parser = values::count(0, LAST_PHASE))]
    pub last_phase: usize,
    /// Choose the positions with this seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// The index of the last phase, as clap counts.
const LAST_PHASE: i64 = N_PHASES as i64 - 1;

/// The greatest number of plies of a random deviation from a game.
pub const MAX_DEVIATION_PLIES: u32 = 2;

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
/// Existing files are skipped. `on_progress` gets lines of text.
///
/// # Errors
/// The files must be readable, the folder writable. The log of an interrupted run must be of the same options,
/// weights and samples.
pub fn relabel(
    RelabelSource { files, exclusion }: RelabelSource<'_>,
    folder: &Path,
    evaluator: &PatternEvaluator,
    options: RelabelOptions,
    on_progress: OnLine<'_>,
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
            on_progress(&format!("{}: already exists", path(phase).display()));
            continue;
        }
        let log = path(phase).with_extension("labels");
        let labels = labelled(&boards[phase], &log, evaluator, options.search, on_progress)?;
        samples::write(&path(phase), &labels)?;
        // A log that stays does no harm.
        let _ = fs::remove_file(log);
        on_progress(&format!("phase {phase}: {} positions", labels.len()));
    }
    Ok(())
}

/// Returns the positions of every phase, at most `options.positions` of each, sampled at random. Of
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::label::samples_of_random_games;

    fn options() -> RelabelOptions {
        RelabelOptions {
            search: LabelSearch { depth: 1, solve_from: 3, selective_from: 3, threads: 2 },
            positions: 50,
            deviation_every: 2,
            first_phase: 0,
            last_phase: N_PHASES - 1,
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
                willow_eval::weights::evaluator(),
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

    #[test]
    fn excluded_positions_and_unwanted_phases_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games.samples");
        let samples = samples_of_random_games(1);
        samples::write(&games, &samples).unwrap();
        let board = samples.iter().find(|s| phase_of(s.board.n_empties()) == 8).unwrap().board;
        let keys = folder.path().join("keys");
        fs::write(&keys, format!("{:016x}\n", crate::labels::exclusion::key(&board))).unwrap();
        let exclusion = Exclusion::read(&[keys]).unwrap();
        let options = RelabelOptions { deviation_every: 0, first_phase: 8, ..options() };
        let files = [games];
        relabel(
            RelabelSource { files: &files, exclusion: &exclusion },
            folder.path(),
            willow_eval::weights::evaluator(),
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
