//! INPUT: the positions for `solve` and `eval`, and the games for `analyze`.
//!
//! An INPUT is a file, a position, a list of moves from the start, or `-` for standard input. A file
//! may hold many positions or games; each of them is one item.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use willow_board::Position;
use willow_records::{Format, GameOrPosition, InputEntry, StreamError};

use crate::argv::looks_like_position;
use crate::error::CliError;
use crate::files::STANDARD_STREAM;
use crate::record_source::RecordSource;

/// Reading of an INPUT stops after this many errors: it is probably not a file of games.
const MAX_ERRORS: usize = 20;

/// One position of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InputPosition {
    /// The line in a file, or the number of the INPUT, counted from 1.
    pub(crate) id: usize,
    /// The position; of a game, its last one.
    pub(crate) position: Position,
}

/// One game or position of the input.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct InputItem {
    /// The line in a file, or the number of the INPUT, counted from 1.
    pub(crate) id: usize,
    /// The game or position.
    pub(crate) item: GameOrPosition,
}

/// The kind of an INPUT, before anything is read.
#[derive(Clone, Debug, PartialEq, Eq)]
enum InputSource {
    /// `-` is standard input.
    File(PathBuf),
    /// A position or a game.
    Text(String),
}

/// A callback for each item or error; an error that it returns ends the iteration.
pub(crate) type Visitor<'a> = dyn FnMut(Result<InputItem, CliError>) -> Result<(), CliError> + 'a;

/// Calls `visit` for the positions of all INPUTs in order. INPUTs are read one at a time.
///
/// # Errors
/// The errors that `visit` returns.
pub(crate) fn for_each(
    inputs: &[OsString],
    mut visit: impl FnMut(Result<InputPosition, CliError>) -> Result<(), CliError>,
) -> Result<(), CliError> {
    for_each_item(inputs, |item| {
        visit(item.map(|item| InputPosition { id: item.id, position: *item.item.position() }))
    })
}

/// Calls `visit` for the games and positions of all INPUTs in order. INPUTs are read one at a time.
///
/// # Errors
/// The errors that `visit` returns.
pub(crate) fn for_each_item(
    inputs: &[OsString],
    mut visit: impl FnMut(Result<InputItem, CliError>) -> Result<(), CliError>,
) -> Result<(), CliError> {
    for (index, input) in inputs.iter().enumerate() {
        visit_input(input, index + 1, &mut visit)?;
    }
    Ok(())
}

fn visit_input(input: &OsStr, number: usize, visit: &mut Visitor<'_>) -> Result<(), CliError> {
    let opened = match source(input) {
        Ok(InputSource::File(path)) => RecordSource::open(&path),
        Ok(InputSource::Text(text)) => {
            let mut source = RecordSource::of_text(format!("input {number}"), text);
            return visit_items(&mut source, &mut |item| {
                visit(item.map(|item| InputItem { id: number, ..item }))
            });
        }
        Err(error) => Err(error),
    };
    match opened {
        Ok(mut source) => visit_items(&mut source, visit),
        Err(error) => visit(Err(error)),
    }
}

/// Determines the kind of an INPUT. An existing path has priority.
fn source(input: &OsStr) -> Result<InputSource, CliError> {
    let path = PathBuf::from(input);
    if path == Path::new(STANDARD_STREAM) || path.exists() {
        return Ok(InputSource::File(path));
    }
    match input.to_str() {
        Some(text) if is_text(text) => Ok(InputSource::Text(text.to_owned())),
        _ => Err(CliError::failed(format!("{}: no such file", path.display())).with_hint(
            "INPUT is a file, a position (64 cells, a blank, X or O), moves (f5d6c3), or -",
        )),
    }
}

/// Returns whether a word that names no file is rather a position or a game, well-formed or not,
/// than a misspelt name.
fn is_text(text: &str) -> bool {
    let is_name =
        || text.contains(['.', '/', '\\']) && willow_records::read(text.as_bytes()).is_err();
    looks_like_position(text)
        || text.starts_with("(;")
        || willow_records::detect(text.as_bytes()) == Some(Format::Transcript) && !is_name()
}

/// Visits the items of a file.
///
/// # Errors
/// The errors that `visit` returns.
pub(crate) fn visit_items(
    source: &mut RecordSource,
    visit: &mut Visitor<'_>,
) -> Result<(), CliError> {
    let name = source.name.clone();
    visit_entries(&name, source.entries(), visit)
}

/// Visits the items of a file that were read.
///
/// # Errors
/// The errors that `visit` returns.
pub(crate) fn visit_entries(
    name: &str,
    entries: impl Iterator<Item = Result<InputEntry, StreamError>>,
    visit: &mut Visitor<'_>,
) -> Result<(), CliError> {
    let mut n_errors = 0;
    for (index, entry) in entries.enumerate() {
        if n_errors == MAX_ERRORS {
            return visit(Err(CliError::failed(format!("{name}: too many errors, stopping"))));
        }
        visit(match entry {
            Ok(entry) => {
                let id = entry.location.line().unwrap_or(index + 1);
                Ok(InputItem { id, item: entry.item })
            }
            Err(error) => {
                n_errors += 1;
                Err(RecordSource::error(name, &error))
            }
        })?;
    }
    Ok(())
}
