//! INPUT: what `solve` and `eval` are asked about.
//!
//! An INPUT is a file, a position, a list of moves from the start, or `-` for standard input. A file
//! may hold many positions or games; each of them is one item.

use std::ffi::OsString;
use std::path::PathBuf;

use willow_board::{Game, Position};

use crate::error::CliError;
use crate::files;
use crate::position_text::{looks_like_position, parse_position};

/// One position to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// The line in a file, or the number of the INPUT, counted from 1.
    pub(crate) id: usize,
    /// The position; of a game, its last one.
    pub(crate) position: Position,
}

/// What an INPUT is, before anything is read.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Source {
    Stdin,
    File(PathBuf),
    /// A position or a list of moves.
    Text(String),
}

type Items = Vec<Result<Item, CliError>>;

/// Returns the items of all INPUTs in order. Nothing is read before its turn comes.
pub(crate) fn items(inputs: &[OsString]) -> impl Iterator<Item = Result<Item, CliError>> + '_ {
    inputs.iter().enumerate().flat_map(|(index, input)| {
        items_of_input(input, index + 1).unwrap_or_else(|error| vec![Err(error)])
    })
}

/// Returns the position that a text on the command line describes.
pub(crate) fn position_of_text(text: &str) -> Result<Position, String> {
    if looks_like_position(text) {
        return parse_position(text).map_err(|error| error.to_string());
    }
    game_of_transcript(text).map(|game| *game.position())
}

fn items_of_input(input: &OsString, number: usize) -> Result<Items, CliError> {
    match source(input)? {
        Source::Text(text) => match position_of_text(&text) {
            Ok(position) => Ok(vec![Ok(Item { id: number, position })]),
            Err(reason) => Err(CliError::failed(format!("input {number}: {reason}"))
                .with_hint("a position is 64 cells (X, O, -) from a1 to h8, a blank, and X or O")),
        },
        Source::Stdin => items_of_bytes(&files::read_stdin()?, files::STDIN_NAME),
        Source::File(path) => items_of_bytes(&files::read(&path)?, &path.display().to_string()),
    }
}

/// Decides what an INPUT is: an existing path comes first.
fn source(input: &OsString) -> Result<Source, CliError> {
    if input == "-" {
        return Ok(Source::Stdin);
    }
    let path = PathBuf::from(input);
    if path.exists() {
        return Ok(Source::File(path));
    }
    match input.to_str() {
        Some(text) if looks_like_position(text) || game_of_transcript(text).is_ok() => {
            Ok(Source::Text(text.to_owned()))
        }
        _ => Err(CliError::failed(format!("{}: no such file", path.display())).with_hint(
            "INPUT is a file, a position (64 cells, a blank, X or O), moves (f5d6c3), or -",
        )),
    }
}

/// Reads the items of a file.
fn items_of_bytes(bytes: &[u8], name: &str) -> Result<Items, CliError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| CliError::failed(format!("{name}: a binary file of an unknown format")))?;
    if text.trim().is_empty() {
        return Err(CliError::failed(format!("{name}: the file is empty")));
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    Ok(lines.map(|(index, line)| item_of_line(line, index + 1, name)).collect())
}

fn item_of_line(line: &str, number: usize, name: &str) -> Result<Item, CliError> {
    let position = if looks_like_position(line) {
        parse_position(line).map_err(|error| error.to_string())
    } else {
        game_of_transcript(line).map(|game| *game.position())
    };
    position
        .map(|position| Item { id: number, position })
        .map_err(|reason| CliError::failed(format!("{name}:{number}: {reason}")))
}

fn game_of_transcript(text: &str) -> Result<Game, String> {
    let mut game = Game::new();
    let text: String = text.split_whitespace().collect();
    for (index, letters) in text.as_bytes().chunks(2).enumerate() {
        let name = String::from_utf8_lossy(letters);
        let square = name.parse().map_err(|_| format!("`{name}` is no move"))?;
        game.place(square).map_err(|error| format!("move {}: {}", index + 1, error.reason))?;
    }
    Ok(game)
}
