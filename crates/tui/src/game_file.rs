//! Loads and saves games; the extension of the file name selects the format.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use willow_board::{Color, TimeControl};
use willow_files::{MAX_FILE_BYTES, Overwrite, ReadError as FileReadError, write_whole};
use willow_records::{Format, GameOrPosition, MoveNote, ReadError, RecordedGame, WriteError};

use crate::game_session::GameSession;
use crate::local_game::LocalGame;
use crate::unfinished_game::UnfinishedGame;

/// A game cannot be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GameFileError {
    /// The extension selects no format.
    #[error("{} does not end with .ggf, .sgf or .txt", .0.display())]
    UnknownExtension(PathBuf),
    /// The format cannot hold the game.
    #[error("{}: {}", path.display(), error.problem)]
    Format {
        /// As the user typed it.
        path: PathBuf,
        /// What the format or the system refused.
        error: WriteError,
    },
    /// The file already exists.
    #[error("{} already exists", .0.display())]
    Exists(PathBuf),
    /// The file cannot be written.
    #[error("{}: {error}", path.display())]
    Write {
        /// As the user typed it.
        path: PathBuf,
        /// What the system reported.
        error: io::Error,
    },
    /// The file cannot be read, or is too large to be a game record.
    #[error("{}: {error}", path.display())]
    Read {
        /// As the user typed it.
        path: PathBuf,
        /// What the format or the system refused.
        error: FileReadError,
    },
    /// The file does not begin with a game.
    #[error("{}, {error}", path.display())]
    NoGame {
        /// As the user typed it.
        path: PathBuf,
        /// What is wrong.
        error: ReadError,
    },
}

/// Saves the game to a file.
///
/// # Errors
/// The extension selects no format, the format cannot hold the game, the file exists and must not be
/// replaced, or the file cannot be written.
pub(crate) fn save(
    local_game: &LocalGame,
    path: &Path,
    overwrite: Overwrite,
) -> Result<(), GameFileError> {
    let format = format_of(path)?;
    let text =
        willow_records::write(&[GameOrPosition::Game(Box::new(record_of(local_game)))], format)
            .map_err(|error| GameFileError::Format { path: path.to_owned(), error })?;
    write_whole(path, text.as_bytes(), overwrite).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => GameFileError::Exists(path.to_owned()),
        _ => GameFileError::Write { path: path.to_owned(), error },
    })
}

/// Returns the unfinished game in a file; `None` if the file holds something else.
pub(crate) fn unfinished_game(bytes: &[u8]) -> Option<UnfinishedGame> {
    str::from_utf8(bytes).ok()?.parse().ok()
}

/// Returns the session that goes on with a recorded game.
pub(crate) fn session_of(record: &RecordedGame, control: TimeControl) -> GameSession {
    let note_time = |ply| record.note(ply).and_then(|note| note.time).unwrap_or_default();
    let times: Vec<_> = (0..record.game.n_plies()).map(note_time).collect();
    GameSession::loaded(&record.game, &times, control)
}

/// Reads a file whole. One that is compressed is decompressed, and text becomes UTF-8.
///
/// # Errors
/// The file is too large, or cannot be read, or a byte is not a character in its character set.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, GameFileError> {
    willow_files::read_limited(path, MAX_FILE_BYTES)
        .map_err(|error| GameFileError::Read { path: path.to_owned(), error })
        .and_then(|bytes| {
            let unread = |error| GameFileError::NoGame { path: path.to_owned(), error };
            willow_records::decode(bytes).map_err(unread)
        })
}

fn format_of(path: &Path) -> Result<Format, GameFileError> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    Format::from_extension(extension)
        .ok_or_else(|| GameFileError::UnknownExtension(path.to_owned()))
}

/// Returns the record of a game: the one that it was loaded from, if no other moves were played.
fn record_of(local_game: &LocalGame) -> RecordedGame {
    if let Some(record) = local_game.record() {
        return record.clone();
    }
    let mut record = RecordedGame::new(local_game.game().clone());
    for color in Color::ALL {
        let player = record.player_mut(color);
        local_game.player(color).name.clone_into(&mut player.name);
        if local_game.session().control() != TimeControl::Unlimited {
            player.clock = local_game.session().control().to_string();
        }
    }
    for (ply, &time) in local_game.session().times().iter().enumerate() {
        let thought = local_game.thought_after(ply).map(|told| &told.thought);
        let note = MoveNote { time: Some(time), ..MoveNote::default() };
        record.set_note(ply, thought.map_or(note, |thought| thought.note(Some(time))));
    }
    record
}
