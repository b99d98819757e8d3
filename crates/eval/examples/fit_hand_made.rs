//! Fits the weights of the hand-made evaluation to the results of tournament games.
//!
//! `cargo run --release -p willow-eval --example fit_hand_made -- OUT WTHOR_FOLDER EXCLUDED...`
//! reads every `.wtb` file of the folder. It leaves out the excluded positions with all their
//! images (lines of 16 hexadecimal digits, or boards of 64 cells), solves the normal equations of a
//! ridge regression on the final disc difference, and writes `src/hand_made_weights.rs`. The
//! weights are interpolated between two knots, so every position counts towards both.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use willow_board::{Board, Color, Game, Square, Symmetry};
use willow_eval::{FEATURE_NAMES, HandMade, N_FEATURES, Score};

const KNOTS: [usize; 7] = [0, 10, 20, 30, 40, 50, 60];
const N_UNKNOWNS: usize = KNOTS.len() * N_FEATURES;
/// The ridge: keeps weights near zero that the data hardly determine. In squared feature units.
const RIDGE: f64 = 100.0;

/// The sums of a least-squares problem.
struct NormalEquations {
    matrix: Vec<[f64; N_UNKNOWNS]>,
    right: [f64; N_UNKNOWNS],
    n_positions: u64,
    squared_labels: f64,
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [out, folder, excluded @ ..] = arguments.as_slice() else {
        bail!("usage: fit_hand_made OUT WTHOR_FOLDER EXCLUDED...");
    };
    let excluded = excluded_keys(excluded)?;
    let mut sums = NormalEquations::new();
    let (mut n_games, mut n_excluded) = (0, 0);
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        if path.extension().is_some_and(|extension| extension == "wtb") {
            let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
            for record in bytes[16..].chunks_exact(68) {
                n_games += 1;
                n_excluded += add_game(&mut sums, &excluded, record)?;
            }
        }
    }
    let weights = sums.solve();
    eprintln!(
        "{n_games} games, {} positions, {n_excluded} excluded, error {:.3} discs (root mean square; {:.3} without features)",
        sums.n_positions,
        sums.error(&weights),
        (sums.squared_labels / sums.n_positions as f64).sqrt()
    );
    fs::write(out, source(&weights, n_games, sums.n_positions)?)?;
    Ok(())
}

/// Reads keys and boards from files.
fn excluded_keys(files: &[String]) -> Result<HashSet<String>> {
    let mut keys = HashSet::new();
    for file in files {
        for line in fs::read_to_string(file).with_context(|| file.clone())?.lines() {
            let cells = line.as_bytes();
            if cells.len() < 64 {
                keys.insert(line.trim().to_owned());
                continue;
            }
            let set = |mark| {
                Square::ALL.into_iter().filter(|square| cells[square.index()] == mark).collect()
            };
            let board = Board::new(set(b'X'), set(b'O'))?;
            keys.extend(Color::ALL.map(|color| key(&board, color)));
        }
    }
    Ok(keys)
}

/// Adds the positions of a game and returns how many were excluded.
fn add_game(sums: &mut NormalEquations, excluded: &HashSet<String>, record: &[u8]) -> Result<u64> {
    let mut game = Game::new();
    let mut boards = Vec::new();
    for &mv in record[8..68].iter().take_while(|&&mv| mv != 0) {
        let (row, column) = (u32::from(mv) / 10, u32::from(mv) % 10);
        let square = Square::from_coords(column - 1, row - 1).context("a move off the board")?;
        game.place(square)?;
        boards.push((*game.position().board(), game.position().side_to_move()));
    }
    if !game.is_over() {
        return Ok(0);
    }
    let black = 2.0 * f64::from(record[6]) - 64.0;
    let mut n_excluded = 0;
    for (board, side) in boards {
        if board.legal_moves().is_empty() || 56 < board.n_empties() {
            continue;
        }
        if Color::ALL.iter().any(|&color| excluded.contains(&key(&board, color))) {
            n_excluded += 1;
            continue;
        }
        sums.add(&board, if side == Color::Black { black } else { -black });
    }
    Ok(n_excluded)
}

/// Returns the key of a board in the list of excluded positions: a hash of the smallest of its eight
/// images as text, `X` to move. With `White` the colours are exchanged.
fn key(board: &Board, color: Color) -> String {
    let board = if color == Color::Black { *board } else { board.pass() };
    let text = |symmetry| -> String {
        let image = board.transformed(symmetry);
        let cell = |square: Square| match () {
            () if image.player().contains(square) => 'X',
            () if image.opponent().contains(square) => 'O',
            () => '-',
        };
        Square::ALL.into_iter().map(cell).collect()
    };
    let smallest = Symmetry::ALL.into_iter().map(text).min().expect("there are eight symmetries");
    Sha256::digest(smallest).iter().take(8).fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("writing to a string");
        hex
    })
}

impl NormalEquations {
    fn new() -> NormalEquations {
        let matrix = vec![[0.0; N_UNKNOWNS]; N_UNKNOWNS];
        NormalEquations { matrix, right: [0.0; N_UNKNOWNS], n_positions: 0, squared_labels: 0.0 }
    }

    fn add(&mut self, board: &Board, label: f64) {
        let features = HandMade::features(board);
        let n_empties = board.n_empties() as usize;
        let upper = KNOTS.iter().position(|&knot| n_empties <= knot).expect("60 is a knot").max(1);
        let above = (n_empties - KNOTS[upper - 1]) as f64 / 10.0;
        let mut row = [(0, 0.0); 2 * N_FEATURES];
        for (index, &feature) in features.iter().enumerate() {
            let value = f64::from(feature);
            row[index] = ((upper - 1) * N_FEATURES + index, value * (1.0 - above));
            row[N_FEATURES + index] = (upper * N_FEATURES + index, value * above);
        }
        for &(i, a) in &row {
            self.right[i] += a * label;
            for &(j, b) in &row {
                self.matrix[i][j] += a * b;
            }
        }
        self.n_positions += 1;
        self.squared_labels += label * label;
    }

    /// Solves by elimination; the matrix is symmetric and, with the ridge, positive definite.
    fn solve(&self) -> [f64; N_UNKNOWNS] {
        let (mut matrix, mut right) = (self.matrix.clone(), self.right);
        for (pivot, row) in matrix.iter_mut().enumerate() {
            row[pivot] += RIDGE;
        }
        for pivot in 0..N_UNKNOWNS {
            let pivot_row = matrix[pivot];
            for row in pivot + 1..N_UNKNOWNS {
                let factor = matrix[row][pivot] / pivot_row[pivot];
                for column in pivot..N_UNKNOWNS {
                    matrix[row][column] -= factor * pivot_row[column];
                }
                right[row] -= factor * right[pivot];
            }
        }
        let mut solution = [0.0; N_UNKNOWNS];
        for row in (0..N_UNKNOWNS).rev() {
            let known: f64 = (row + 1..N_UNKNOWNS).map(|c| matrix[row][c] * solution[c]).sum();
            solution[row] = (right[row] - known) / matrix[row][row];
        }
        solution
    }

    fn error(&self, weights: &[f64; N_UNKNOWNS]) -> f64 {
        let explained: f64 = weights.iter().zip(&self.right).map(|(w, r)| w * r).sum();
        let fitted: f64 = self
            .matrix
            .iter()
            .zip(weights)
            .map(|(row, w)| w * row.iter().zip(weights).map(|(m, v)| m * v).sum::<f64>())
            .sum();
        ((self.squared_labels - 2.0 * explained + fitted) / self.n_positions as f64).sqrt()
    }
}

fn source(weights: &[f64; N_UNKNOWNS], n_games: u64, n_positions: u64) -> Result<String> {
    let mut text = String::new();
    writeln!(
        text,
        "//! Weights of the hand-made evaluation, written by `examples/fit_hand_made.rs`."
    )?;
    writeln!(text, "//!")?;
    writeln!(
        text,
        "//! A least-squares fit to the final disc differences of {n_games} WTHOR games"
    )?;
    writeln!(
        text,
        "//! ({n_positions} positions; without the positions held out for measuring).\n"
    )?;
    writeln!(text, "use crate::hand_made_features::N_FEATURES;\n")?;
    writeln!(text, "/// The knots of the interpolation: numbers of empties.")?;
    writeln!(text, "pub(crate) const KNOTS: [usize; {}] = {KNOTS:?};\n", KNOTS.len())?;
    writeln!(text, "/// The weights of the features in score units, for each of [`KNOTS`]:")?;
    for names in FEATURE_NAMES.chunks(4) {
        writeln!(text, "/// {},", names.join(", "))?;
    }
    writeln!(text, "/// in this order.")?;
    writeln!(text, "pub(crate) const WEIGHTS: [[i32; N_FEATURES]; {}] = [", KNOTS.len())?;
    for knot in weights.chunks(N_FEATURES) {
        let units: Vec<String> = knot
            .iter()
            .map(|weight| format!("{:.0}", weight * f64::from(Score::PER_DISC)))
            .collect();
        writeln!(text, "    [{}],", units.join(", "))?;
    }
    writeln!(text, "];")?;
    Ok(text)
}
