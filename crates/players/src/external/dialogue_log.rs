//! A log of the lines exchanged with external programs.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The dialogues of other programs, appended to a file: the seconds since it was opened, the game, the process,
/// `>` to the program, `<` from it or `!` on its stderr, and the line.
#[derive(Clone, Debug)]
pub struct DialogueLog {
    file: Arc<Mutex<File>>,
    opened: Instant,
    /// The number of the game.
    game: u64,
}

impl DialogueLog {
    /// Opens a file, and creates it if it is missing.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn open(path: &Path) -> io::Result<DialogueLog> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        Ok(DialogueLog { file: Arc::new(Mutex::new(file)), opened: Instant::now(), game: 0 })
    }

    /// Returns the same log for the program that plays a game.
    #[must_use]
    pub fn of_game(&self, game: u64) -> DialogueLog {
        DialogueLog { game, ..self.clone() }
    }

    /// Appends a line. If the disk is full, the games continue.
    pub(crate) fn write(&self, process: u32, mark: char, line: &str) {
        let seconds = self.opened.elapsed().as_secs_f64();
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let text = format!("{seconds:.3} {} {process} {mark} {line}\n", self.game);
        let _ = file.write_all(text.as_bytes());
    }
}
