//! The files of the commands.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use clap::Args;
use serde::Serialize;
use willow_eval::patterns::{PatternEvaluator, PatternNetwork};
use willow_files::{Overwrite, write_whole};

use crate::compression;
use crate::labels::exclusion::Exclusion;

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
    pub(super) fn check(&self) -> Result<()> {
        check_free(&self.out, self.overwrite())
    }

    fn overwrite(&self) -> Overwrite {
        if self.force { Overwrite::Always } else { Overwrite::Never }
    }

    pub(super) fn write(&self, bytes: &[u8]) -> Result<()> {
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
pub(super) fn check_free(path: &Path, overwrite: Overwrite) -> Result<()> {
    willow_files::check_free(path, overwrite).map_err(|error| anyhow!("{error} ({})", error.hint()))
}

/// Writes a file, which is complete or absent.
pub(super) fn write(path: &Path, bytes: &[u8], overwrite: Overwrite) -> Result<()> {
    check_free(path, overwrite)?;
    write_whole(path, bytes, overwrite).with_context(|| format!("cannot write {}", path.display()))
}

/// Returns the text of a JSON file.
pub(super) fn json_file(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(value).expect("the values are plain data");
    bytes.push(b'\n');
    bytes
}

/// Prints a text to standard output. Control characters of names are escaped, but for line ends.
pub(super) fn print(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(escaped(text).as_bytes())?;
    Ok(out.flush()?)
}

/// Escapes control characters, but for line ends.
pub(super) fn escaped(text: &str) -> String {
    let escape = |letter: char| {
        let is_escaped = letter.is_control() && letter != '\n';
        if is_escaped { letter.escape_default().to_string() } else { letter.to_string() }
    };
    text.chars().map(escape).collect()
}

/// The weights that a command works with.
#[derive(Args, Debug)]
pub(super) struct WeightsArgs {
    /// Use these weights instead of the embedded ones
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

impl WeightsArgs {
    pub(super) fn network(&self) -> Result<PatternNetwork> {
        match &self.weights {
            Some(path) => read_weights(path),
            None => Ok(willow_eval::weights::weights().clone()),
        }
    }

    pub(super) fn evaluator(&self) -> Result<PatternEvaluator> {
        Ok(PatternEvaluator::new(&self.network()?))
    }
}

pub(super) fn read_weights(path: &Path) -> Result<PatternNetwork> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let decoded = willow_eval::weights::decode(&bytes);
    decoded.with_context(|| path.display().to_string())
}

/// Returns the bytes of a file of weights.
pub(super) fn weights_file(network: &PatternNetwork) -> Result<Vec<u8>> {
    compression::compressed(&network.to_bytes())
}

/// Positions that a command leaves out.
#[derive(Args, Debug)]
pub(super) struct ExcludeArgs {
    /// Leave out the positions in these files: lists of keys, or positions
    #[arg(long, value_name = "FILE", num_args = 1..)]
    exclude: Vec<PathBuf>,
}

impl ExcludeArgs {
    pub(super) fn read(&self) -> Result<Exclusion> {
        Exclusion::read(&self.exclude)
    }
}
