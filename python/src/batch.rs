//! Many positions at once: numpy arrays in, numpy arrays out.
//!
//! `willow_othello/batch.py` makes contiguous arrays of the right types and documents the functions.

use std::ops::Range;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use numpy::{
    Element, IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use willow_board::{Bitboard, Board, IllegalMove, Move, OverlapError, Square, Symmetry};
use willow_engine::{Accuracy, EngineOptions, StopFlag};
use willow_eval::patterns::{FeatureSet, N_FEATURES, PatternEvaluator};
use willow_eval::{Evaluator, Score, weights};

use crate::engine::{controlled, new_engine};
use crate::interrupt::interruptible;
use crate::limits::LimitArguments;

/// The square of a pass.
const PASS: u8 = 64;

/// The move of a position whose game is over.
const NO_MOVE: u8 = 255;

/// The positions that a thread takes at once.
const CHUNK: usize = 4096;

static FEATURES: LazyLock<FeatureSet> = LazyLock::new(FeatureSet::new);

type BoardColumns<'py> = (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u64>>);

type Bits<'py> = PyReadonlyArray1<'py, u64>;

#[pyfunction]
pub(crate) fn legal_moves<'py>(
    py: Python<'py>,
    player: Bits<'py>,
    opponent: Bits<'py>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    map(py, &player, &opponent, threads, |board, _| Ok(board.legal_moves().bits()))
}

#[pyfunction]
pub(crate) fn flips<'py>(
    py: Python<'py>,
    player: Bits<'py>,
    opponent: Bits<'py>,
    square: PyReadonlyArray1<'py, u8>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let squares = squares_of(&square, player.len())?;
    map(py, &player, &opponent, threads, |board, index| {
        let square = square_of(squares[index])?;
        let is_empty = !board.occupied().contains(square);
        Ok(if is_empty { board.flips(square).bits() } else { 0 })
    })
}

#[pyfunction]
pub(crate) fn after<'py>(
    py: Python<'py>,
    player: Bits<'py>,
    opponent: Bits<'py>,
    square: PyReadonlyArray1<'py, u8>,
    threads: usize,
) -> PyResult<BoardColumns<'py>> {
    let squares = squares_of(&square, player.len())?;
    let boards =
        values(py, &player, &opponent, threads, |board, index| play(board, squares[index]))?;
    Ok(pair(py, &boards))
}

/// Plays a move and returns the board for the other side.
fn play(board: &Board, square: u8) -> Result<Board, Problem> {
    if square == PASS {
        let may_pass = board.legal_moves().is_empty();
        return if may_pass { Ok(board.pass()) } else { Err(IllegalMove::PassWithMoves.into()) };
    }
    let square = square_of(square)?;
    if board.occupied().contains(square) {
        return Err(IllegalMove::Occupied(square).into());
    }
    match board.flips(square) {
        Bitboard::EMPTY => Err(IllegalMove::FlipsNothing(square).into()),
        flips => Ok(board.after(square, flips)),
    }
}

#[pyfunction]
pub(crate) fn final_scores<'py>(
    py: Python<'py>,
    player: Bits<'py>,
    opponent: Bits<'py>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<i8>>> {
    map(py, &player, &opponent, threads, |board, _| Ok(board.final_score().value() as i8))
}

#[pyfunction]
pub(crate) fn canonical<'py>(
    py: Python<'py>,
    player: Bits<'py>,
    opponent: Bits<'py>,
    threads: usize,
) -> PyResult<BoardColumns<'py>> {
    let boards = values(py, &player, &opponent, threads, |board, _| Ok(board.canonical()))?;
    Ok(pair(py, &boards))
}

#[pyfunction]
pub(crate) fn transform<'py>(
    py: Python<'py>,
    bits: Bits<'py>,
    symmetry: usize,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let error = || PyValueError::new_err(format!("{symmetry} is not a symmetry (expected 0 to 7)"));
    let symmetry = *Symmetry::ALL.get(symmetry).ok_or_else(error)?;
    let bits = bits.as_slice()?;
    let image = |bits: &u64| symmetry.bitboard(Bitboard::from_bits(*bits)).bits();
    Ok(py.detach(|| bits.iter().map(image).collect::<Vec<_>>()).into_pyarray(py))
}

#[pyfunction]
pub(crate) fn evaluate<'py>(
    py: Python<'py>,
    player: Bits<'py>,
    opponent: Bits<'py>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let evaluator = py.detach(weights::evaluator);
    map(py, &player, &opponent, threads, |board, _| Ok(value(evaluator, board).discs() as f32))
}

/// Returns the value of a board for its side to move.
pub(crate) fn value(evaluator: &PatternEvaluator, board: &Board) -> Score {
    let of = |board: &Board| evaluator.evaluate(&evaluator.init(board), board);
    let passed = board.pass();
    match (board.legal_moves().is_empty(), passed.legal_moves().is_empty()) {
        (false, _) => of(board),
        (true, false) => -of(&passed),
        (true, true) => Score::from_disc_diff(board.final_score()),
    }
}

#[pyfunction]
pub(crate) fn features<'py>(
    py: Python<'py>,
    player: Bits<'py>,
    opponent: Bits<'py>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let set = py.detach(|| &*FEATURES);
    let indices =
        values(py, &player, &opponent, threads, |board, _| Ok(set.weight_indices(board)))?;
    let length = indices.len();
    indices.into_flattened().into_pyarray(py).reshape([length, N_FEATURES])
}

#[pyfunction]
pub(crate) fn canonical_features(py: Python<'_>) -> Bound<'_, PyArray1<u32>> {
    let set = py.detach(|| &*FEATURES);
    set.canonical_weight_indices().to_vec().into_pyarray(py)
}

/// What a search found about a position.
#[derive(Clone, Copy, Default)]
struct Found {
    score: f32,
    mv: u8,
    exact: bool,
    nodes: u64,
}

type SearchColumns<'py> = (
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<u64>>,
);

#[pyfunction]
#[pyo3(signature = (player, opponent, threads, *, level, depth, nodes, hash_mib))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn search<'py>(
    py: Python<'py>,
    player: Bits<'py>,
    opponent: Bits<'py>,
    threads: usize,
    level: Option<u32>,
    depth: Option<u32>,
    nodes: Option<u64>,
    hash_mib: usize,
) -> PyResult<SearchColumns<'py>> {
    let limits = LimitArguments { level, depth, nodes, ..LimitArguments::default() }.limits()?;
    let boards = values(py, &player, &opponent, threads, |board, _| Ok(*board))?;
    let evaluator = py.detach(weights::evaluator);
    let options = EngineOptions { threads: 1, hash_bytes: hash_mib.clamp(1, 1 << 20) << 20 };
    let engines = (0..threads.clamp(1, boards.len().max(1)))
        .map(|_| new_engine(evaluator, options))
        .collect::<PyResult<Vec<_>>>()?;
    let (stop, next) = (StopFlag::new(), AtomicUsize::new(0));
    let parts = interruptible(py, &stop, || {
        let search_some = |mut engine: willow_engine::Engine<'static>| {
            let mut found = Vec::new();
            while !stop.is_raised() {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(board) = boards.get(index) else { break };
                // So the results depend neither on the order nor on the threads.
                engine.clear();
                let result = controlled(&stop, |control| engine.search(board, &limits, control));
                found.push((index, result));
            }
            found
        };
        thread::scope(|scope| {
            let spawn = |engine| scope.spawn(move || search_some(engine));
            let workers: Vec<_> = engines.into_iter().map(spawn).collect();
            workers.into_iter().map(thread::ScopedJoinHandle::join).collect::<Vec<_>>()
        })
    })?;
    let mut all = vec![Found::default(); boards.len()];
    for part in parts {
        for (index, result) in part.unwrap_or_else(|panic| std::panic::resume_unwind(panic)) {
            all[index] = Found {
                score: result.score.discs() as f32,
                mv: result.best.map_or(NO_MOVE, byte_of),
                exact: result.accuracy == Accuracy::Exact,
                nodes: result.nodes,
            };
        }
    }
    Ok((
        column(py, &all, |of| of.score),
        column(py, &all, |of| of.mv),
        column(py, &all, |of| of.exact),
        column(py, &all, |of| of.nodes),
    ))
}

/// Returns a move as the number of its square.
pub(crate) fn byte_of(mv: Move) -> u8 {
    mv.square().map_or(PASS, |square| square.index() as u8)
}

/// What is wrong with a position or its move.
#[derive(Clone, Copy)]
enum Problem {
    Overlap(OverlapError),
    Move(IllegalMove),
    Square(u8),
}

impl From<IllegalMove> for Problem {
    fn from(error: IllegalMove) -> Problem {
        Problem::Move(error)
    }
}

impl Problem {
    /// Returns the error of the position with this index.
    #[cold]
    fn at(self, index: usize) -> PyErr {
        let text = match self {
            Problem::Overlap(error) => error.to_string(),
            Problem::Move(error) => error.to_string(),
            Problem::Square(square) => format!("{square} is not a square (expected 0 to 63)"),
        };
        PyValueError::new_err(format!("position {index}: {text}"))
    }
}

fn square_of(index: u8) -> Result<Square, Problem> {
    Square::from_index(index.into()).ok_or(Problem::Square(index))
}

fn squares_of<'a>(square: &'a PyReadonlyArray1<'_, u8>, length: usize) -> PyResult<&'a [u8]> {
    let squares = square.as_slice()?;
    check_length(squares.len(), length)?;
    Ok(squares)
}

fn check_length(length: usize, expected: usize) -> PyResult<()> {
    let message = || format!("arrays of the lengths {expected} and {length}");
    if length == expected { Ok(()) } else { Err(PyValueError::new_err(message())) }
}

/// Returns a new array of what a function makes of each board and its index.
fn map<'py, T: Element + Copy + Send>(
    py: Python<'py>,
    player: &Bits<'_>,
    opponent: &Bits<'_>,
    threads: usize,
    each: impl Fn(&Board, usize) -> Result<T, Problem> + Sync,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    Ok(values(py, player, opponent, threads, each)?.into_pyarray(py))
}

/// Returns what a function makes of each board and its index, without the interpreter's lock.
///
/// # Errors
/// The first position that is wrong.
fn values<T: Copy + Send>(
    py: Python<'_>,
    player: &Bits<'_>,
    opponent: &Bits<'_>,
    threads: usize,
    each: impl Fn(&Board, usize) -> Result<T, Problem> + Sync,
) -> PyResult<Vec<T>> {
    let (player, opponent) = (player.as_slice()?, opponent.as_slice()?);
    check_length(opponent.len(), player.len())?;
    let of_range = |range: Range<usize>| {
        let mut values = Vec::with_capacity(range.len());
        let boards = player[range.clone()].iter().zip(&opponent[range.clone()]);
        for (index, (&player, &opponent)) in range.zip(boards) {
            let board = Board::new(Bitboard::from_bits(player), Bitboard::from_bits(opponent))
                .map_err(|error| (index, Problem::Overlap(error)))?;
            values.push(each(&board, index).map_err(|problem| (index, problem))?);
        }
        Ok(values)
    };
    let threads = threads.clamp(1, player.len().div_ceil(CHUNK).max(1));
    let result = py.detach(|| match threads {
        1 => of_range(0..player.len()),
        _ => in_threads(player.len(), threads, &of_range),
    });
    result.map_err(|(index, problem)| problem.at(index))
}

/// Shares equal ranges among threads and joins their values.
fn in_threads<T: Send>(
    length: usize,
    threads: usize,
    of_range: &(impl Fn(Range<usize>) -> Result<Vec<T>, (usize, Problem)> + Sync),
) -> Result<Vec<T>, (usize, Problem)> {
    let size = length.div_ceil(threads);
    let parts = thread::scope(|scope| {
        let begins = (0..length).step_by(size);
        let spawn = |begin| scope.spawn(move || of_range(begin..length.min(begin + size)));
        let workers: Vec<_> = begins.map(spawn).collect();
        workers.into_iter().map(thread::ScopedJoinHandle::join).collect::<Vec<_>>()
    });
    let mut all = Vec::with_capacity(length);
    for part in parts {
        all.append(&mut part.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
    }
    Ok(all)
}

/// Returns the boards as an array of players and one of opponents.
fn pair<'py>(py: Python<'py>, boards: &[Board]) -> BoardColumns<'py> {
    (
        column(py, boards, |board| board.player().bits()),
        column(py, boards, |board| board.opponent().bits()),
    )
}

/// Returns an array of a part of each row.
pub(crate) fn column<'py, R, T: Element>(
    py: Python<'py>,
    rows: &[R],
    part: impl Fn(&R) -> T,
) -> Bound<'py, PyArray1<T>> {
    rows.iter().map(part).collect::<Vec<T>>().into_pyarray(py)
}
