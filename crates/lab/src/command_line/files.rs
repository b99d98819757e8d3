//! The files of the commands.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use willow_eval::patterns::{PatternEvaluator, PatternNetwork};
use willow_files::{Overwrite, write_whole};

use super::{CommandError, Outcome};
use crate::compression;
use crate::exclusion::Exclusion;

/// The file that a command writes when its work is done.
#[derive(Args, Debug)]
pub(super) struct OutputArgs {
    /// Write the result to this file
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    pub(super) force: bool,
}

impl OutputArgs {
    /// Checks that the file may be written: long work asks before it begins.
    pub(super) fn check(&self) -> Outcome {
        check_free(&self.out, self.overwrite())
    }

    fn overwrite(&self) -> Overwrite {
        if self.force { Overwrite::Always } else { Overwrite::Never }
    }

    pub(super) fn write(&self, bytes: &[u8]) -> Outcome {
        write(&self.out, bytes, self.overwrite())
    }

    /// Returns the path of the log of unfinished work.
    pub(super) fn log(&self, extension: &str) -> PathBuf {
        let mut name = self.out.file_name().unwrap_or_default().to_owned();
        name.push(extension);
        self.out.with_file_name(name)
    }
}

/// Checks that a file may be written.
pub(super) fn check_free(path: &Path, overwrite: Overwrite) -> Outcome {
    if path.is_dir() {
        return Err(CommandError::failed(format!("{}: is a folder", path.display())));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        let (path, folder) = (path.display(), folder.display());
        return Err(CommandError::failed(format!(
            "cannot write {path}: there is no folder {folder}"
        ))
        .with_hint("make the folder, or choose another one"));
    }
    if overwrite == Overwrite::Never && path.symlink_metadata().is_ok() {
        return Err(CommandError::failed(format!("{}: the file already exists", path.display()))
            .with_hint("choose another name, or use --force to replace the file"));
    }
    Ok(())
}

/// Writes a file, which is complete or absent.
pub(super) fn write(path: &Path, bytes: &[u8], overwrite: Overwrite) -> Outcome {
    check_free(path, overwrite)?;
    let written = write_whole(path, bytes, overwrite);
    Ok(written.with_context(|| format!("cannot write {}", path.display()))?)
}

/// Returns the text of a JSON file.
pub(super) fn json_file(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(value).expect("the values are plain data");
    bytes.push(b'\n');
    bytes
}

/// Prints a text to standard output. Control characters of names are escaped, but for line ends.
pub(super) fn print(text: &str) -> Outcome {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() && letter != '\n' {
            shown.extend(letter.escape_default());
        } else {
            shown.push(letter);
        }
    }
    let mut out = io::stdout().lock();
    out.write_all(shown.as_bytes())?;
    Ok(out.flush()?)
}

/// The weights that a command works with.
#[derive(Args, Debug)]
pub(super) struct WeightsArgs {
    /// Use these weights instead of the embedded ones
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

impl WeightsArgs {
    pub(super) fn network(&self) -> Result<PatternNetwork, CommandError> {
        match &self.weights {
            Some(path) => read_weights(path),
            None => Ok(willow_eval::weights::weights().clone()),
        }
    }

    pub(super) fn evaluator(&self) -> Result<PatternEvaluator, CommandError> {
        Ok(PatternEvaluator::new(&self.network()?))
    }
}

pub(super) fn read_weights(path: &Path) -> Result<PatternNetwork, CommandError> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let decoded = willow_eval::weights::decode(&bytes);
    Ok(decoded.with_context(|| path.display().to_string())?)
}

/// Returns the bytes of a file of weights.
pub(super) fn weights_file(network: &PatternNetwork) -> Result<Vec<u8>, CommandError> {
    Ok(compression::compressed(&network.to_bytes())?)
}

/// Positions that a command leaves out.
#[derive(Args, Debug)]
pub(super) struct ExcludeArgs {
    /// Leave out the positions in these files: lists of keys, or positions
    #[arg(long, value_name = "FILE", num_args = 1..)]
    exclude: Vec<PathBuf>,
}

impl ExcludeArgs {
    pub(super) fn read(&self) -> Result<Exclusion, CommandError> {
        Ok(Exclusion::read(&self.exclude)?)
    }
}
