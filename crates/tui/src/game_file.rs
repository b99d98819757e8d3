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
pub(crate) enum GameFileError {
    /// The extension selects no format.
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
    /// The file already exists.
    #[error("{} already exists.", .0.display())]
    Exists(PathBuf),
    /// The file system reports an error.
    #[error("{}: {error}.", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The game in progress cannot be kept, so no other is loaded.
    #[error("Nothing was loaded, because the current game cannot be saved: {0}.")]
    CurrentGameNotKept(io::Error),
    /// The file is too large to be a game record.
    #[error("{} is larger than {} MiB.", .0.display(), MAX_FILE_BYTES >> 20)]
    TooLarge(PathBuf),
    /// The file does not begin with a game.
    #[error("{}, {error}.", path.display())]
    NoGame {
        /// The file.
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
        _ => GameFileError::Io { path: path.to_owned(), error },
    })
}

/// Loads the first game or position of a file, or an unfinished game with its own clock.
///
/// # Errors
/// The file cannot be read, or does not begin with a game or a position.
pub(crate) fn load(path: &Path, control: TimeControl) -> Result<GameSession, GameFileError> {
    let bytes = read(path)?;
    let text = str::from_utf8(&bytes).unwrap_or_default();
    if let Ok(unfinished) = text.parse::<UnfinishedGame>() {
        return Ok(unfinished.session());
    }
    let no_game = |error| GameFileError::NoGame { path: path.to_owned(), error };
    let mut entries = willow_records::entries(&bytes);
    let first = entries.next().expect("entries of an empty input begin with an error");
    let record = first.map_err(no_game)?.item.into_record();
    let note_time = |ply| record.note(ply).and_then(|note| note.time).unwrap_or_default();
    let times: Vec<_> = (0..record.game.n_plies()).map(note_time).collect();
    Ok(GameSession::loaded(&record.game, &times, control))
}

fn read(path: &Path) -> Result<Vec<u8>, GameFileError> {
    willow_files::read_limited(path, MAX_FILE_BYTES).map_err(|error| match error {
        FileReadError::TooLarge { .. } => GameFileError::TooLarge(path.to_owned()),
        FileReadError::IsFolder => {
            GameFileError::Io { path: path.to_owned(), error: io::ErrorKind::IsADirectory.into() }
        }
        FileReadError::Io(error) => GameFileError::Io { path: path.to_owned(), error },
    })
}

fn format_of(path: &Path) -> Result<Format, GameFileError> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    Format::from_extension(extension)
        .ok_or_else(|| GameFileError::UnknownExtension(path.to_owned()))
}

fn record_of(local_game: &LocalGame) -> RecordedGame {
    let mut record = RecordedGame::new(local_game.game().clone());
    for color in Color::ALL {
        let player = record.player_mut(color);
        local_game.player(color).name.clone_into(&mut player.name);
        if local_game.session().control() != TimeControl::Unlimited {
            player.clock = local_game.session().control().to_string();
        }
    }
    for (ply, &time) in local_game.session().times().iter().enumerate() {
        record.set_note(ply, MoveNote { time: Some(time), ..MoveNote::default() });
    }
    record
}
