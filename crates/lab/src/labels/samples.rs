//! Samples, which are positions with labels, and their files.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use willow_board::{Bitboard, Board};
use willow_eval::Score;
use willow_files::{Overwrite, write_whole};

/// A position with a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The board, seen from its side to move, which has a move.
    pub board: Board,
    /// The disc difference at the end, for the side to move: estimated, or exact.
    pub label: Score,
    /// Whether the sample is held out for validation.
    pub held_out: bool,
}

/// The first bytes of every file that [`write`] makes. The last one is the version of the format.
const MAGIC: &[u8; 16] = b"willow-samples\x00\x02";

/// The bytes of a sample: the player's discs and the opponent's, the label in units of [`Score`],
/// and 1 if held out. Numbers are little-endian.
const SAMPLE_BYTES: usize = 19;

/// Writes samples to a file, which is complete or absent.
///
/// # Errors
/// The folder must be writable.
pub fn write(path: &Path, samples: &[Sample]) -> Result<()> {
    let mut bytes = MAGIC.to_vec();
    for sample in samples {
        bytes.extend(sample.board.player().bits().to_le_bytes());
        bytes.extend(sample.board.opponent().bits().to_le_bytes());
        bytes.extend(sample.label.compact().to_le_bytes());
        bytes.push(u8::from(sample.held_out));
    }
    write_whole(path, &bytes, Overwrite::Always)
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Reads the samples of a file.
///
/// # Errors
/// The file must be a complete file of samples.
pub fn read(path: &Path) -> Result<Vec<Sample>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let Some(body) = bytes.strip_prefix(MAGIC) else {
        bail!("{}: not a file of samples", path.display());
    };
    let (samples, rest) = body.as_chunks();
    ensure!(rest.is_empty(), "{}: the file ends within a sample", path.display());
    let samples = samples.iter().map(sample).collect::<Result<_>>();
    samples.with_context(|| path.display().to_string())
}

fn sample(bytes: &[u8; SAMPLE_BYTES]) -> Result<Sample> {
    let bits = |at: usize| {
        let word = bytes[at..].first_chunk().expect("two words are in a sample");
        Bitboard::from_bits(u64::from_le_bytes(*word))
    };
    let label = i16::from_le_bytes([bytes[16], bytes[17]]);
    Ok(Sample {
        board: Board::new(bits(0), bits(8))?,
        label: Score::from_units(label.into()),
        held_out: bytes[18] != 0,
    })
}

/// Returns each file with its name, after which the file of what is made from it is called.
///
/// # Errors
/// Two files have the same name: what is made from one of them would take the place of the other's.
pub(crate) fn with_names(files: &[PathBuf]) -> Result<Vec<(&Path, &OsStr)>> {
    let mut seen = HashSet::new();
    let mut named = Vec::new();
    for file in files {
        let name = file.file_name().with_context(|| format!("{} is not a file", file.display()))?;
        ensure!(seen.insert(name), "two files are called {}", name.display());
        named.push((file.as_path(), name));
    }
    Ok(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_survive_their_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.samples");
        let label = Score::from_units;
        let samples = [
            Sample { board: Board::START, label: Score::MIN, held_out: true },
            Sample { board: Board::START.pass(), label: label(-901), held_out: false },
            Sample { board: Board::START, label: Score::MAX, held_out: false },
        ];
        write(&path, &samples).unwrap();
        assert_eq!(read(&path).unwrap(), samples);
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        assert!(format!("{:#}", read(&path).unwrap_err()).contains("ends within a sample"));
        fs::write(&path, b"something else").unwrap();
        assert!(read(&path).is_err());
    }
}
