//! Writes a dialogue down while it happens.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::config::Passwords;
use super::pairing::PairingRecord;
use super::recording::{Recorded, RecordedEntry, Recording};
use super::sides::link_passwords;

/// Writes the dialogue of a run into a file of its own.
#[derive(Debug)]
pub(super) struct Recorder {
    path: PathBuf,
    file: File,
    /// The names of the links.
    names: Vec<String>,
    /// The passwords of the links.
    passwords: Vec<String>,
    /// What was not written.
    text: String,
}

impl Recorder {
    /// Begins a file in a folder, which is made. Only its owner can read it: people's chat stands in it.
    pub(super) fn create(
        folder: &Path,
        run: &str,
        records: &[PairingRecord],
        names: Vec<String>,
        passwords: &Passwords,
    ) -> io::Result<Recorder> {
        fs::create_dir_all(folder)?;
        let path = folder.join(format!("{run}.txt"));
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path)?;
        let passwords = link_passwords(passwords).take(names.len()).collect();
        let text = Recording::heading(run, records);
        Ok(Recorder { path, file, names, passwords, text })
    }

    /// Returns the file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// A link is open.
    pub(super) fn opened(&mut self, link: usize, now: Duration) {
        self.push(now, Recorded::Opened(self.names[link].clone()));
    }

    /// Bytes came.
    pub(super) fn heard(&mut self, link: usize, bytes: &[u8], now: Duration) {
        self.push(now, Recorded::Heard(self.names[link].clone(), bytes.to_vec()));
    }

    /// A link was closed from outside.
    pub(super) fn closed(&mut self, link: usize, why: &str, now: Duration) {
        self.push(now, Recorded::Closed(self.names[link].clone(), why.to_owned()));
    }

    /// Time has passed, and the bridge does something.
    pub(super) fn tick(&mut self, now: Duration) {
        self.push(now, Recorded::Tick);
    }

    /// The bridge says a line.
    pub(super) fn said(&mut self, link: usize, line: &str, now: Duration) {
        self.push(now, Recorded::said(&self.names[link], line, &self.passwords[link]));
    }

    /// The bridge closes a link.
    pub(super) fn left(&mut self, link: usize, now: Duration) {
        self.push(now, Recorded::Left(self.names[link].clone()));
    }

    fn push(&mut self, now: Duration, what: Recorded) {
        let at = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
        self.text.push_str(&RecordedEntry { at, what }.to_string());
        self.text.push('\n');
    }

    /// Writes down what has happened since the last call.
    pub(super) fn write(&mut self) -> io::Result<()> {
        let text = std::mem::take(&mut self.text);
        self.file.write_all(text.as_bytes())
    }
}
