//! Test sets: positions that were kept out of the training, with exact scores.
//!
//! The positions are sampled from the held-out samples, solved one after the other, and appended to
//! an OBF file line by line, so that an interrupted run can be continued.

use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, Result};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use willow_board::{Board, Color, Move, Position};
use willow_engine::{Engine, Selectivity};
use willow_records::obf::{self, MoveScore, ScoredPosition};

use crate::labels::samples;
use crate::untimed::untimed;

/// Which positions are sampled, and how they are solved.
#[derive(Clone, Copy, Debug)]
pub struct TestSetOptions {
    /// The number of empties.
    pub n_empties: u32,
    /// The number of positions.
    pub count: usize,
    /// Which moves are solved.
    pub moves: MovesToSolve,
}

/// Which moves of a position are solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovesToSolve {
    /// All moves, exactly.
    All,
    /// All of the best moves, with this selectivity. If it is not [`Selectivity::NONE`], they and their score are
    /// estimates, and a remark on the line says so.
    Best(Selectivity),
}

/// Draws positions, solves those that the file does not have, and appends them.
///
/// `on_progress` gets the number of positions in the file.
///
/// # Errors
/// The files of samples must be readable, `out` writable and of this kind if it exists.
pub fn extend_test_set(
    files: &[PathBuf],
    out: &Path,
    options: TestSetOptions,
    engine: &mut Engine<'_>,
    on_progress: &mut dyn FnMut(usize),
) -> Result<()> {
    let sampled = sampled_boards(files, options)?;
    let solved = solved_positions(out, &sampled)?;
    for (done, board) in sampled.into_iter().enumerate() {
        let position = position_of(board);
        if !solved.contains(&position) {
            let line = scored(engine, &board, position, options.moves).to_string();
            append(out, &line).with_context(|| format!("cannot write {}", out.display()))?;
        }
        on_progress(done + 1);
    }
    Ok(())
}

/// Returns a board as the file has it, whose side to move is Black.
const fn position_of(board: Board) -> Position {
    Position::new(board, Color::Black)
}

/// Reads the positions of the file. A last line without an end is removed if a crash may have cut it off;
/// else it is ended.
fn solved_positions(path: &Path, sampled: &[Board]) -> Result<HashSet<Position>> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(|| path.display().to_string()),
    };
    let (whole, last) = text.split_at(text.rfind('\n').map_or(0, |end| end + 1));
    let parse = |line| Ok(obf::parse(line).with_context(|| path.display().to_string())?.position);
    let mut positions = whole.lines().map(parse).collect::<Result<HashSet<Position>>>()?;
    let cannot_write = || format!("cannot write {}", path.display());
    match parse(last) {
        _ if last.is_empty() => (),
        // A line of ours may be legible and lack scores, so that its position is solved again.
        Ok(position) if !sampled.iter().any(|&board| position_of(board) == position) => {
            append(path, "").with_context(cannot_write)?;
            positions.insert(position);
        }
        Err(error) if !begins_like_a_board(last) => return Err(error),
        _ => {
            let file = OpenOptions::new().write(true).open(path);
            file.and_then(|file| file.set_len(whole.len() as u64)).with_context(cannot_write)?;
        }
    }
    Ok(positions)
}

/// Returns whether a line may be the beginning of one of a [`ScoredPosition`].
fn begins_like_a_board(line: &str) -> bool {
    line.bytes().take(64).all(|byte| matches!(byte, b'-' | b'O' | b'X'))
}

fn append(path: &Path, line: &str) -> io::Result<()> {
    OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)?
        .write_all(format!("{line}\n").as_bytes())
}

/// Returns held-out boards, sampled in an order that depends on the options alone.
fn sampled_boards(files: &[PathBuf], options: TestSetOptions) -> Result<Vec<Board>> {
    let mut boards = Vec::new();
    for file in files {
        let samples = samples::read(file)?.into_iter();
        let wanted = |board: &Board| board.n_empties() == options.n_empties;
        boards.extend(samples.filter(|s| s.held_out && wanted(&s.board)).map(|s| s.board));
    }
    boards.sort_unstable();
    boards.dedup();
    boards.shuffle(&mut ChaCha8Rng::seed_from_u64(1));
    boards.truncate(options.count);
    Ok(boards)
}

fn scored(
    engine: &mut Engine<'_>,
    board: &Board,
    position: Position,
    moves: MovesToSolve,
) -> ScoredPosition {
    let solved = untimed(|control| match moves {
        MovesToSolve::All => engine.solve_all_moves(board, control),
        MovesToSolve::Best(selectivity) => engine.solve_best_moves(board, selectivity, control),
    });
    let score = |mv: willow_engine::MoveScore| MoveScore {
        mv: Move::Place(mv.square),
        score: mv.score.rounded(),
    };
    let comment = match moves {
        MovesToSolve::Best(selectivity) if selectivity != Selectivity::NONE => {
            format!("estimated with {selectivity}")
        }
        MovesToSolve::All | MovesToSolve::Best(_) => String::new(),
    };
    ScoredPosition { position, scores: solved.moves.into_iter().map(score).collect(), comment }
}

#[cfg(test)]
mod tests {
    use willow_engine::EngineOptions;

    use super::*;
    use crate::labels::label::samples_of_random_games;
    use crate::labels::samples::Sample;

    fn extend(files: &[PathBuf], out: &Path, options: TestSetOptions) -> usize {
        let engine_options = EngineOptions { threads: 1, hash_bytes: 1 << 20 };
        let mut engine = Engine::hand_made(engine_options).unwrap();
        let mut n_done = 0;
        extend_test_set(files, out, options, &mut engine, &mut |done| n_done = done).unwrap();
        n_done
    }

    /// Returns a file of samples of random games, every second of which is held out.
    fn samples_in(folder: &Path) -> PathBuf {
        let games = folder.join("games.samples");
        let mark = |sample: Sample| Sample {
            held_out: sample.board.player().count().is_multiple_of(2),
            ..sample
        };
        let marked: Vec<Sample> = samples_of_random_games(40).into_iter().map(mark).collect();
        samples::write(&games, &marked).unwrap();
        games
    }

    #[test]
    fn a_file_of_another_kind_is_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let options = TestSetOptions { n_empties: 8, count: 1, moves: MovesToSolve::All };
        let (files, out) = ([samples_in(folder.path())], folder.path().join("diary"));
        let mut engine = Engine::hand_made(EngineOptions::default()).unwrap();
        for text in ["my diary", "my diary\n", "my diary\nits last line"] {
            fs::write(&out, text).unwrap();
            assert!(extend_test_set(&files, &out, options, &mut engine, &mut |_| ()).is_err());
            assert_eq!(fs::read_to_string(&out).unwrap(), text);
        }
    }

    /// Only held-out positions are taken, and every move has its score.
    #[test]
    fn an_interrupted_set_ends_like_an_uninterrupted_one() {
        let folder = tempfile::tempdir().unwrap();
        let options = TestSetOptions { n_empties: 8, count: 6, moves: MovesToSolve::All };
        let (files, out) = ([samples_in(folder.path())], folder.path().join("set.obf"));
        assert_eq!(extend(&files, &out, TestSetOptions { count: 2, ..options }), 2);
        append(&out, "--XO").unwrap();
        let length = fs::metadata(&out).unwrap().len();
        OpenOptions::new().write(true).open(&out).unwrap().set_len(length - 1).unwrap();
        assert_eq!(extend(&files, &out, options), 6);
        let text = fs::read_to_string(&out).unwrap();
        let whole = folder.path().join("whole.obf");
        extend(&files, &whole, options);
        assert_eq!(text, fs::read_to_string(&whole).unwrap());
        for line in text.lines() {
            let scored = obf::parse(line).unwrap();
            let board = scored.position.board();
            assert_eq!(board.player().count() % 2, 0, "a position that is trained on");
            assert_eq!(scored.scores.len() as u32, board.legal_moves().count());
        }
    }

    /// It was made by hand: no draw has its position.
    #[test]
    fn a_last_line_without_an_end_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let options = TestSetOptions { n_empties: 8, count: 1, moves: MovesToSolve::All };
        let (files, out) = ([samples_in(folder.path())], folder.path().join("set.obf"));
        let by_hand = Position::START.to_string();
        fs::write(&out, format!("{by_hand};\n{by_hand}; f5:+0;")).unwrap();
        assert_eq!(extend(&files, &out, options), 1);
        let text = fs::read_to_string(&out).unwrap();
        assert!(text.starts_with(&format!("{by_hand};\n{by_hand}; f5:+0;\n")), "{text}");
        assert_eq!(text.lines().count(), 3);
        // A line of ours is legible before it is complete.
        let last = text.lines().last().unwrap();
        let cut = &last[..=last.find(';').unwrap()];
        fs::write(&out, cut).unwrap();
        assert_eq!(extend(&files, &out, options), 1);
        assert_eq!(fs::read_to_string(&out).unwrap(), format!("{last}\n"));
    }

    /// A set of best moves has them all and no other. Estimates fill it up, and are marked.
    #[test]
    fn best_moves_are_exact_or_marked_as_estimates() {
        let folder = tempfile::tempdir().unwrap();
        let files = [samples_in(folder.path())];
        let (all, best) = (folder.path().join("all.obf"), folder.path().join("best.obf"));
        let options = TestSetOptions { n_empties: 12, count: 10, moves: MovesToSolve::All };
        extend(&files, &all, options);
        let with =
            |selectivity| TestSetOptions { moves: MovesToSolve::Best(selectivity), ..options };
        extend(&files, &best, TestSetOptions { count: 6, ..with(Selectivity::NONE) });
        extend(&files, &best, with(Selectivity::ENDGAME));
        let read = |path: &Path| -> Vec<ScoredPosition> {
            let text = fs::read_to_string(path).unwrap();
            text.lines().map(|line| obf::parse(line).unwrap()).collect()
        };
        let (all, best) = (read(&all), read(&best));
        assert_eq!((all.len(), best.len()), (10, 10));
        assert!(best[6..].iter().all(|line| line.comment == "estimated with 95%"));
        for (all, best) in all.into_iter().zip(best).take(6) {
            let is_best = |score: &&MoveScore| Some(score.score) == all.best_score();
            let expected: HashSet<Move> = all.scores.iter().filter(is_best).map(|s| s.mv).collect();
            let found: HashSet<Move> = best.scores.iter().map(|s| s.mv).collect();
            assert_eq!((found, best.best_score()), (expected, all.best_score()));
            assert_eq!(best.comment, "");
        }
    }
}
