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

/// The first bytes of files of version 1, whose labels are whole discs.
const MAGIC_1: &[u8; 16] = b"willow-samples\x00\x01";

/// The bytes of a sample: the player's discs and the opponent's, the label in units of [`Score`],
/// and 1 if held out. Numbers are little-endian.
const SAMPLE_BYTES: usize = 19;

/// The bytes of a sample of version 1, whose label is a signed byte of discs.
const SAMPLE_BYTES_1: usize = 18;

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

/// Reads the samples of a file, of this version or of version 1.
///
/// # Errors
/// The file must be a complete file of samples.
pub fn read(path: &Path) -> Result<Vec<Sample>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let samples = if let Some(body) = bytes.strip_prefix(MAGIC) {
        read_body(body, SAMPLE_BYTES)
    } else if let Some(body) = bytes.strip_prefix(MAGIC_1) {
        read_body(body, SAMPLE_BYTES_1)
    } else {
        bail!("{}: not a file of samples", path.display());
    };
    samples.with_context(|| path.display().to_string())
}

/// Reads samples of `size` bytes each, which tells the version.
fn read_body(body: &[u8], size: usize) -> Result<Vec<Sample>> {
    ensure!(body.len().is_multiple_of(size), "the file ends within a sample");
    body.chunks_exact(size).map(sample).collect()
}

/// Reads a sample of either version, which its length tells.
fn sample(chunk: &[u8]) -> Result<Sample> {
    let bits = |at: usize| {
        let word = chunk[at..].first_chunk().expect("a sample has 18 bytes or more");
        Bitboard::from_bits(u64::from_le_bytes(*word))
    };
    let board = Board::new(bits(0), bits(8))?;
    let label = match chunk[16..] {
        [discs, _] => Score::DISC * i32::from(discs as i8),
        [low, high, _] => Score::from_units(i16::from_le_bytes([low, high]).into()),
        _ => bail!("a sample of {} bytes", chunk.len()),
    };
    Ok(Sample { board, label, held_out: chunk.last() != Some(&0) })
}

/// Returns each file with its name, after which the file of what is made from it is called.
///
/// # Errors
/// Two files have the same name: what is made from one of them would take the place of the other's.
pub(crate) fn with_names(files: &[PathBuf]) -> Result<Vec<(&Path, &OsStr)>> {
    let mut seen = HashSet::new();
    let mut named = Vec::new();
    for file in files {
        let name = file.file_name().with_context(|| format!("{} is no file", file.display()))?;
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

    /// The bytes are those that version 1 wrote for the start, with a label of -5 discs, held out.
    #[test]
    fn files_of_version_1_have_whole_discs() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.samples");
        let mut bytes = MAGIC_1.to_vec();
        bytes.extend(Board::START.player().bits().to_le_bytes());
        bytes.extend(Board::START.opponent().bits().to_le_bytes());
        bytes.extend([0xfb, 1]);
        fs::write(&path, bytes).unwrap();
        let sample = Sample { board: Board::START, label: Score::DISC * -5, held_out: true };
        assert_eq!(read(&path).unwrap(), [sample]);
    }
}
