//! Games read from files and written to them, in the format that the file's name tells.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use thiserror::Error;
use willow_board::{Color, TimeControl};
pub(crate) use willow_players::Overwrite;
use willow_players::write_whole;
use willow_records::{Format, Item, MoveNote, ReadError, Record, WriteError};

use crate::session::Session;
use crate::table::Table;

/// The largest file that is read, in bytes: no record of a game is longer.
const LARGEST_FILE: u64 = 1 << 26;

/// A game cannot be read or written.
#[derive(Debug, Error)]
pub(crate) enum FileError {
    /// The name has no extension that tells a format.
    #[error("{} does not end with .ggf, .sgf or .txt.", .0.display())]
    UnknownExtension(PathBuf),
    /// The format cannot hold the game.
    #[error("{}: {}.", path.display(), error.problem)]
    Format {
        /// The file.
        path: PathBuf,
        /// Why.
        error: WriteError,
    },
    /// There is a file of that name.
    #[error("{} exists already.", .0.display())]
    Exists(PathBuf),
    /// The file system refuses.
    #[error("{}: {error}.", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file is no record of a game, whatever it is.
    #[error("{} is larger than {} MiB.", .0.display(), LARGEST_FILE >> 20)]
    TooLarge(PathBuf),
    /// The file holds no game.
    #[error("{}, {error}.", path.display())]
    NoGame {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: ReadError,
    },
}

/// Writes the game on the table to a file.
///
/// # Errors
/// The name must tell the format, and the file must be writable and may exist only if it is to be
/// replaced.
pub(crate) fn save(table: &Table, path: &Path, overwrite: Overwrite) -> Result<(), FileError> {
    let format = format_of(path)?;
    let text = willow_records::write(&[Item::Game(Box::new(record_of(table)))], format)
        .map_err(|error| FileError::Format { path: path.to_owned(), error })?;
    write_whole(path, text.as_bytes(), overwrite).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => FileError::Exists(path.to_owned()),
        _ => FileError::Io { path: path.to_owned(), error },
    })
}

/// Reads the first game or position of a file, to go on from its end.
///
/// # Errors
/// The file must be readable and begin with a game or a position.
pub(crate) fn load(path: &Path, control: TimeControl) -> Result<Session, FileError> {
    let bytes = read(path)?;
    let no_game = |error| FileError::NoGame { path: path.to_owned(), error };
    let mut entries = willow_records::entries(&bytes);
    let first = entries.next().expect("entries of an empty input begin with an error");
    let record = first.map_err(no_game)?.item.into_record();
    let note_time = |ply| record.note(ply).and_then(|note| note.time).unwrap_or_default();
    let times: Vec<_> = (0..record.game.n_plies()).map(note_time).collect();
    Ok(Session::loaded(record.game, &times, control))
}

fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    let failed = |error| FileError::Io { path: path.to_owned(), error };
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(failed)?;
    if LARGEST_FILE < bytes.len() as u64 {
        return Err(FileError::TooLarge(path.to_owned()));
    }
    Ok(bytes)
}

fn format_of(path: &Path) -> Result<Format, FileError> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    Format::from_extension(extension).ok_or_else(|| FileError::UnknownExtension(path.to_owned()))
}

fn record_of(table: &Table) -> Record {
    let mut record = Record::new(table.game().clone());
    for color in Color::ALL {
        let player = record.player_mut(color);
        table.seat(color).name.clone_into(&mut player.name);
        if table.session().control() != TimeControl::Unlimited {
            player.clock = table.session().control().to_string();
        }
    }
    for (ply, &time) in table.session().times().iter().enumerate() {
        record.set_note(ply, MoveNote { time: Some(time), ..MoveNote::default() });
    }
    record
}
