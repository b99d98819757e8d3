//! Files of games and positions.

use std::collections::BTreeMap;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use willow_records::wthor::{self, WthorDate};
use willow_records::{Format, GameOrPosition, InputEntry, RecordedGame, TextWriter, decode};

use crate::convert::value_error;
use crate::game::Game;
use crate::position::Position;

/// The bytes of a file, or its text.
#[derive(FromPyObject)]
pub(crate) enum Input {
    #[pyo3(annotation = "str")]
    Text(String),
    #[pyo3(annotation = "bytes")]
    Bytes(Vec<u8>),
}

fn entries(py: Python<'_>, input: Input) -> PyResult<Vec<InputEntry>> {
    let bytes = match input {
        Input::Text(text) => text.into_bytes(),
        Input::Bytes(bytes) => bytes,
    };
    let entries = py.detach(|| willow_records::read(&decode(bytes)?));
    entries.map_err(value_error)
}

/// Reads all games of a text or of the bytes of a file: transcripts, GGF, SGF, WTHOR, boards, OBF and what the old
/// programs printed. The format is detected. A position becomes a game without moves. `ValueError` says where the
/// first error is; an input without games is one.
#[pyfunction]
pub(crate) fn read(py: Python<'_>, data: Input) -> PyResult<Vec<Game>> {
    Ok(entries(py, data)?.into_iter().map(|entry| Game(entry.item.into_record())).collect())
}

/// Reads all positions of a text or of the bytes of a file, as `read` does, each with its scored moves (OBF): exact
/// results in discs for the side to move. A game becomes its last position.
#[pyfunction]
pub(crate) fn read_positions(
    py: Python<'_>,
    data: Input,
) -> PyResult<Vec<(Position, BTreeMap<String, i32>)>> {
    let scored = |entry: InputEntry| {
        let scores = match &entry.item {
            GameOrPosition::Position(scored) => &scored.scores[..],
            GameOrPosition::Game(_) => &[],
        };
        let scores = scores.iter().map(|of| (of.mv.to_string(), of.score.value())).collect();
        (Position(*entry.item.position()), scores)
    };
    Ok(entries(py, data)?.into_iter().map(scored).collect())
}

/// Writes games as text. The format is the usual extension of its files: `'txt'` (transcripts), `'ggf'`, `'sgf'`,
/// `'obf'`, `'board'`, `'print'`, `'paip'`, `'clojure'` or `'vector'`. A format of positions gets all positions of a
/// game. `ValueError` if the format cannot hold a game.
#[pyfunction]
#[pyo3(signature = (games, format="txt"))]
pub(crate) fn write(games: Vec<PyRef<'_, Game>>, format: &str) -> PyResult<String> {
    let known = || {
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.extension()).collect();
        PyValueError::new_err(format!(
            "`{format}` is not a format (there are: {})",
            names.join(", ")
        ))
    };
    let format = Format::from_extension(format).ok_or_else(known)?;
    let record = |game: &PyRef<'_, Game>| GameOrPosition::Game(Box::new(game.0.clone()));
    let items: Vec<GameOrPosition> = games.iter().map(record).collect();
    TextWriter::new(format).write(&items).map_err(value_error)
}

/// Writes games as a WTHOR database: the bytes of its files of games (`.wtb`), players (`.jou`) and tournaments
/// (`.trn`). `created` is the year, month and day of the files. `ValueError` if the format cannot hold a game.
#[pyfunction]
pub(crate) fn write_wthor<'py>(
    py: Python<'py>,
    games: Vec<PyRef<'py, Game>>,
    year: u16,
    created: (u16, u8, u8),
) -> PyResult<[Bound<'py, PyBytes>; 3]> {
    let (created_year, month, day) = created;
    let (century, year_of_century) = ((created_year / 100) as u8, (created_year % 100) as u8);
    let created = WthorDate { century, year: year_of_century, month, day };
    let records: Vec<RecordedGame> = games.iter().map(|game| game.0.clone()).collect();
    let files = wthor::write(&records, year, created).map_err(value_error)?;
    Ok([files.games, files.players, files.tournaments].map(|bytes| PyBytes::new(py, &bytes)))
}
