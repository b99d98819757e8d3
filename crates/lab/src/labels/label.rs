//! Labels of the positions of a game: the result of the game after a perfect ending.
//!
//! Positions near the end are solved. All earlier ones get the value of the first solved position,
//! which is the result if both sides had played the ending perfectly. This removes the noise of the
//! last mistakes.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use willow_board::{Board, Game, Move};
use willow_engine::{Engine, EngineOptions, Goal, OutOfMemoryError, SearchLimits};
use willow_eval::Score;

use crate::OnLine;
use crate::games;
use crate::labels::exclusion::Exclusion;
use crate::labels::samples::{self, Sample};
use crate::untimed::untimed;
use crate::values;
use crate::worker_pool::process_in_order;

/// How to label.
#[derive(Args, Clone, Copy, Debug)]
pub struct LabelOptions {
    /// Solve every position with at most N empties
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(0..=24))]
    pub solve_from: u32,
    /// Label with N threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    pub threads: usize,
}

/// One game in this many is held out for validation.
const HELD_OUT_EVERY: u64 = 20;

/// The largest number of empties of a sample: nearly empty boards tell too little.
const MAX_EMPTIES: u32 = 58;

/// Labels the positions of every file of games and writes a file of samples for each into `folder`.
///
/// Existing files are skipped. `on_progress` gets a line for each file.
///
/// # Errors
/// The files must be readable and of different names, the folder writable.
pub fn label_files(
    files: &[PathBuf],
    folder: &Path,
    exclusion: &Exclusion,
    options: LabelOptions,
    on_progress: OnLine<'_>,
) -> Result<()> {
    let files = samples::with_names(files)?;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (file, name) in files {
        let out = folder.join(format!("{}.samples", name.to_string_lossy()));
        if out.exists() {
            on_progress(&format!("{}: already exists", out.display()));
            continue;
        }
        let games = games::read(file)?;
        let samples = label_games(&games, exclusion, options)?;
        samples::write(&out, &samples)?;
        on_progress(&format!(
            "{}: {} games, {} samples",
            name.display(),
            games.len(),
            samples.len()
        ));
    }
    Ok(())
}

/// Returns the samples of all games, in the order of the games.
///
/// # Errors
/// There must be memory for the engines of all threads.
pub fn label_games(
    games: &[Game],
    exclusion: &Exclusion,
    options: LabelOptions,
) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    process_in_order(
        games.iter(),
        options.threads,
        || Labeller::new(options.solve_from),
        Labeller::label,
        |of_game| {
            let included = |sample: &Sample| !exclusion.contains(&sample.board);
            samples.extend(of_game.into_iter().filter(included));
            Ok(())
        },
    )?;
    Ok(samples)
}

/// The engine of a thread that labels games.
struct Labeller {
    engine: Engine<'static>,
    solve_from: u32,
}

impl Labeller {
    fn new(solve_from: u32) -> Result<Labeller, OutOfMemoryError> {
        let options = EngineOptions { threads: 1, hash_bytes: 4 << 20 };
        Ok(Labeller { engine: Engine::hand_made(options)?, solve_from })
    }

    /// Returns the samples of a finished game, from its end to its beginning.
    fn label(&mut self, game: &Game) -> Vec<Sample> {
        let held_out = is_held_out(game);
        let end = game.position();
        // The value for the side to move in the position just looked at.
        let mut value = Score::from_disc_diff(end.board().final_score());
        let mut samples = Vec::new();
        let moves: Vec<Move> = game.moves().collect();
        for ply in (0..moves.len()).rev() {
            value = -value;
            let position = game.position_at(ply).expect("the ply is one of the game");
            let board = *position.board();
            if moves[ply] == Move::Pass || MAX_EMPTIES < board.n_empties() {
                continue;
            }
            if board.n_empties() <= self.solve_from {
                value = self.solve(&board);
            }
            samples.push(Sample { board, label: value, held_out });
        }
        samples
    }

    fn solve(&mut self, board: &Board) -> Score {
        let limits = SearchLimits::solve(Goal::Exact);
        untimed(|control| self.engine.search(board, &limits, control)).score
    }
}

/// Returns whether a game is held out. The position after 30 plies decides, so that games which
/// differ only in the order of their first moves or in their endings are treated alike.
fn is_held_out(game: &Game) -> bool {
    let middle = game.position_at(30).unwrap_or(game.position()).board().canonical();
    let mix = middle.player().bits() ^ middle.opponent().bits().rotate_left(32);
    (mix.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40).is_multiple_of(HELD_OUT_EVERY)
}

/// Returns labelled positions of random games, for tests.
#[cfg(test)]
pub(crate) fn samples_of_random_games(n_games: u64) -> Vec<Sample> {
    let games: Vec<Game> = (1..=n_games).map(random_game).collect();
    label_games(&games, &Exclusion::default(), LabelOptions { solve_from: 2, threads: 1 }).unwrap()
}

/// Returns a game of random moves.
#[cfg(test)]
fn random_game(seed: u64) -> Game {
    let mut game = Game::new();
    for ply in willow_testkit::random_game(seed) {
        let square = ply.square.and_then(willow_board::Square::from_index);
        game.play(square.map_or(Move::Pass, Move::Place)).expect("testkit knows the rules");
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &str) -> Game {
        let mut game = Game::new();
        for place in 0..moves.len() / 2 {
            game.place(moves[2 * place..][..2].parse().unwrap()).unwrap();
        }
        game
    }

    /// The first game of the WTHOR archive (Inoue - Heiberg, 1977).
    const MOVES: &str = "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5e1f2g7c2a4h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1";

    #[test]
    fn labels_are_backed_up_from_the_solved_ending() {
        let options = LabelOptions { solve_from: 10, threads: 2 };
        let game = game(MOVES);
        let samples =
            label_games(std::slice::from_ref(&game), &Exclusion::default(), options).unwrap();
        let by_empties = |n| samples.iter().find(|s| s.board.n_empties() == n).unwrap();
        let first_solved = by_empties(10).label;
        for sample in samples.iter().filter(|s| 10 < s.board.n_empties()) {
            let position = (0..=game.n_plies())
                .find_map(|ply| game.position_at(ply).filter(|p| *p.board() == sample.board))
                .unwrap();
            let solved = (0..=game.n_plies())
                .find_map(|ply| game.position_at(ply).filter(|p| p.board().n_empties() == 10))
                .unwrap();
            let same_side = position.side_to_move() == solved.side_to_move();
            assert_eq!(sample.label, if same_side { first_solved } else { -first_solved });
        }
        assert_eq!(samples.len(), 58, "60 moves less the first two, whose boards are too empty");
    }

    #[test]
    fn files_of_the_same_name_are_refused_before_any_is_labelled() {
        let folder = tempfile::tempdir().unwrap();
        let files = ["2019", "2020"].map(|year| folder.path().join(year).join("games.txt"));
        for file in &files {
            fs::create_dir(file.parent().unwrap()).unwrap();
            fs::write(file, format!("{MOVES}\n")).unwrap();
        }
        let out = folder.path().join("s");
        let run = |files: &[PathBuf]| {
            let options = LabelOptions { solve_from: 2, threads: 1 };
            label_files(files, &out, &Exclusion::default(), options, &|_| ())
        };
        let error = run(&files).unwrap_err().to_string();
        assert_eq!(error, "two files are called games.txt");
        assert!(!out.exists());
        run(&files[..1]).unwrap();
        assert_eq!(samples::read(&out.join("games.txt.samples")).unwrap().len(), 58);
    }
}
