//! The checkpoint of a training, from which an interrupted run is continued.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use willow_files::{Overwrite, write_whole};

use super::trainer::Trainer;

/// The first bytes of every file.
const MAGIC: &[u8; 16] = b"willow-training\x01";

/// The file of a checkpoint.
pub(super) struct Checkpoint {
    path: PathBuf,
    /// The samples and options: another training must not continue from this checkpoint.
    plan: String,
}

impl Checkpoint {
    pub(super) fn new(path: &Path, plan: String) -> Checkpoint {
        Checkpoint { path: path.to_owned(), plan }
    }

    /// Restores the trainer, and returns the number of finished epochs; 0 without a file.
    pub(super) fn load(&self, trainer: &mut Trainer<'_>) -> Result<u32> {
        let bytes = match fs::read(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(0),
            read => read.with_context(|| format!("cannot read {}", self.path.display()))?,
        };
        let name = self.path.display();
        let header = self.header();
        ensure!(bytes.starts_with(MAGIC), "{name}: not a checkpoint of a training");
        let Some(rest) = bytes.strip_prefix(header.as_slice()) else {
            bail!(
                "{name}: belongs to a training with other samples or options; remove it to start again"
            )
        };
        let n_parameters: usize = trainer.parameters().map(|part| part.len()).sum();
        let (words, odd) = rest.as_chunks::<4>();
        ensure!(
            odd.is_empty() && words.len() == 1 + n_parameters,
            "{name}: the file is damaged; remove it"
        );
        let mut rest = &words[1..];
        for part in trainer.parameters() {
            let own = rest.split_off(..part.len()).expect("the length was checked");
            part.iter_mut().zip(own).for_each(|(value, word)| *value = f32::from_le_bytes(*word));
        }
        Ok(u32::from_le_bytes(words[0]))
    }

    /// Writes the state of the trainer to a file, which is complete or absent.
    pub(super) fn save(&self, trainer: &mut Trainer<'_>, epochs: u32) -> Result<()> {
        let n_parameters: usize = trainer.parameters().map(|part| part.len()).sum();
        let mut bytes = self.header();
        bytes.extend(epochs.to_le_bytes());
        let begin = bytes.len();
        bytes.resize(begin + 4 * n_parameters, 0);
        let (mut words, _) = bytes[begin..].as_chunks_mut::<4>();
        for part in trainer.parameters() {
            let own = words.split_off_mut(..part.len()).expect("the parts are counted above");
            own.iter_mut().zip(part).for_each(|(word, value)| *word = value.to_le_bytes());
        }
        write_whole(&self.path, &bytes, Overwrite::Always)
            .with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Removes the file after the training.
    pub(super) fn remove(&self) {
        // A file that cannot be removed does no harm.
        let _ = fs::remove_file(&self.path);
    }

    fn header(&self) -> Vec<u8> {
        let length = (self.plan.len() as u32).to_le_bytes();
        [&MAGIC[..], &length, self.plan.as_bytes()].concat()
    }
}
