//! Samples, which are positions with labels, and their files.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use willow_board::{Bitboard, Board};
use willow_files::{Overwrite, write_whole};

/// A position with a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The board, seen from its side to move, which has a move.
    pub board: Board,
    /// The disc difference at the end, from the view of the side to move.
    pub label: i8,
    /// Whether the sample is held out for validation.
    pub held_out: bool,
}

/// The first bytes of every file.
const MAGIC: &[u8; 16] = b"willow-samples\x00\x01";

/// The bytes of a sample: the player's discs and the opponent's (little-endian), the label, and 1
/// if held out.
const SAMPLE_BYTES: usize = 18;

/// Writes samples to a file, which is complete or absent.
///
/// # Errors
/// The folder must be writable.
pub fn write(path: &Path, samples: &[Sample]) -> Result<()> {
    let mut bytes = MAGIC.to_vec();
    for sample in samples {
        bytes.extend(sample.board.player().bits().to_le_bytes());
        bytes.extend(sample.board.opponent().bits().to_le_bytes());
        bytes.extend([sample.label as u8, u8::from(sample.held_out)]);
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
    if !body.len().is_multiple_of(SAMPLE_BYTES) {
        bail!("{}: the file ends within a sample", path.display());
    }
    body.chunks_exact(SAMPLE_BYTES)
        .map(|chunk| sample(chunk).with_context(|| path.display().to_string()))
        .collect()
}

fn sample(chunk: &[u8]) -> Result<Sample> {
    let bits = |at: usize| {
        let word = chunk[at..].first_chunk().expect("a sample has 18 bytes");
        Bitboard::from_bits(u64::from_le_bytes(*word))
    };
    let board = Board::new(bits(0), bits(8))?;
    Ok(Sample { board, label: chunk[16] as i8, held_out: chunk[17] != 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_survive_their_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.samples");
        let samples = [
            Sample { board: Board::START, label: -64, held_out: true },
            Sample { board: Board::START.pass(), label: 7, held_out: false },
        ];
        write(&path, &samples).unwrap();
        assert_eq!(read(&path).unwrap(), samples);
        fs::write(&path, b"something else").unwrap();
        assert!(read(&path).is_err());
    }
}
