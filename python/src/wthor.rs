//! Games of the WTHOR archive as numpy arrays.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use willow_board::{Color, Game};
use willow_records::wthor::{WthorFile, WthorGame, WthorNames};

use crate::batch::{byte_of, column};
use crate::convert::value_error;

/// The most moves of a game.
const MOVES: usize = 60;

/// What stands after the last move of a game.
const NO_MOVE: u8 = 255;

type GameColumns<'py> = (
    u16,
    Bound<'py, PyArray1<u16>>,
    Bound<'py, PyArray2<u16>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray2<u8>>,
);

#[pyfunction]
pub(crate) fn wthor_games<'py>(py: Python<'py>, data: &[u8]) -> PyResult<GameColumns<'py>> {
    let file = WthorFile::parse(data).map_err(value_error)?;
    let games: Vec<WthorGame> = file.games().collect();
    let moves = games.iter().flat_map(|game| game.moves.map(square_of)).collect::<Vec<u8>>();
    let players = games.iter().flat_map(|game| game.players).collect::<Vec<u16>>();
    Ok((
        file.header().year,
        column(py, &games, |game| game.tournament),
        players.into_pyarray(py).reshape([games.len(), 2])?,
        column(py, &games, |game| game.black_discs),
        column(py, &games, |game| game.theoretical),
        moves.into_pyarray(py).reshape([games.len(), MOVES])?,
    ))
}

/// Returns the square of a byte of the file, ten times the row and the column; none behind the last move.
fn square_of(byte: u8) -> u8 {
    match (byte / 10, byte % 10) {
        (row @ 1..=8, column @ 1..=8) => 8 * (row - 1) + column - 1,
        _ => NO_MOVE,
    }
}

/// A position of a game, with the move that was played there.
struct Ply {
    game: u32,
    player: u64,
    opponent: u64,
    is_black: bool,
    mv: u8,
}

type PlyColumns<'py> = (
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<u8>>,
);

#[pyfunction]
pub(crate) fn wthor_positions<'py>(
    py: Python<'py>,
    data: &[u8],
    skip_illegal: bool,
) -> PyResult<PlyColumns<'py>> {
    let file = WthorFile::parse(data).map_err(value_error)?;
    let mut plies = Vec::new();
    for (index, recorded) in file.games().enumerate() {
        match recorded.replay() {
            Ok(game) => plies.extend(plies_of(&game, index as u32)),
            Err(_) if skip_illegal => {}
            Err(error) => {
                let error = error.shifted(WthorFile::offset(index));
                return Err(PyValueError::new_err(format!("game {}, {error}", index + 1)));
            }
        }
    }
    Ok((
        column(py, &plies, |ply| ply.game),
        column(py, &plies, |ply| ply.player),
        column(py, &plies, |ply| ply.opponent),
        column(py, &plies, |ply| ply.is_black),
        column(py, &plies, |ply| ply.mv),
    ))
}

fn plies_of(game: &Game, index: u32) -> impl Iterator<Item = Ply> + '_ {
    game.moves().enumerate().filter_map(move |(ply, mv)| {
        let position = game.position_at(ply)?;
        Some(Ply {
            game: index,
            player: position.board().player().bits(),
            opponent: position.board().opponent().bits(),
            is_black: position.side_to_move() == Color::Black,
            mv: byte_of(mv),
        })
    })
}

/// Returns the names of a file of players (`.jou`) or tournaments (`.trn`), by their numbers in the games.
#[pyfunction]
pub(crate) fn wthor_names(data: &[u8]) -> PyResult<Vec<String>> {
    let mut names = WthorNames::default();
    names.add(data).map_err(value_error)?;
    let WthorNames { players, tournaments } = names;
    Ok(if players.is_empty() { tournaments } else { players })
}
