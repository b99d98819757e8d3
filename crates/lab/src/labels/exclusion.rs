//! Positions that are kept out of the training data, because they measure its result.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use willow_board::{Board, Square, Symmetry};
use willow_records::GameOrPosition;

/// A set of excluded positions, with all their symmetries and both colours.
#[derive(Debug, Default)]
pub struct Exclusion(HashSet<u64>);

impl Exclusion {
    /// Reads lists of keys (16 hexadecimal digits a line, see [`key`]) and files of positions.
    ///
    /// # Errors
    /// The files must be readable, and consist of keys or of positions.
    pub fn read(files: &[PathBuf]) -> Result<Exclusion> {
        let mut keys = HashSet::new();
        for file in files {
            let bytes =
                fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
            let text = String::from_utf8_lossy(&bytes);
            let first = text.lines().next().unwrap_or_default().trim();
            if first.len() == 16 {
                for (line, digits) in text.lines().enumerate() {
                    let key = u64::from_str_radix(digits.trim(), 16)
                        .with_context(|| format!("{}: line {}", file.display(), line + 1))?;
                    keys.insert(key);
                }
                continue;
            }
            for entry in willow_records::entries(&bytes) {
                let entry = entry.with_context(|| file.display().to_string())?;
                let GameOrPosition::Position(scored) = &entry.item else {
                    bail!("{}: neither keys nor positions", file.display())
                };
                let board = scored.position.board();
                keys.extend([key(board), key(&board.pass())]);
            }
        }
        Ok(Exclusion(keys))
    }

    /// Returns whether the board, or it with the colours exchanged, is excluded.
    pub fn contains(&self, board: &Board) -> bool {
        !self.0.is_empty() && (self.0.contains(&key(board)) || self.0.contains(&key(&board.pass())))
    }
}

/// Returns the key of a board: the first 64 bits of the SHA-256 of its 64 characters (`X` to move),
/// of the smallest in ASCII among its eight images.
pub fn key(board: &Board) -> u64 {
    let text = |symmetry: &Symmetry| {
        let image = board.transformed(*symmetry);
        Square::ALL.map(|square| match () {
            () if image.player().contains(square) => b'X',
            () if image.opponent().contains(square) => b'O',
            () => b'-',
        })
    };
    let smallest = Symmetry::ALL.iter().map(text).min().expect("there are eight symmetries");
    let digest = Sha256::digest(smallest);
    let first = digest.first_chunk::<8>().expect("a digest has 32 bytes");
    u64::from_be_bytes(*first)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn images_and_exchanged_colours_are_excluded_too() {
        let board = Board::START.play(Square::F5).unwrap().play(Square::D6).unwrap();
        let mut file = tempfile::NamedTempFile::new().unwrap();
        writeln!(file, "{:016x}", key(&board)).unwrap();
        let exclusion = Exclusion::read(&[file.path().to_owned()]).unwrap();
        for symmetry in Symmetry::ALL {
            assert!(exclusion.contains(&board.transformed(symmetry)));
            assert!(exclusion.contains(&board.pass().transformed(symmetry)));
        }
        assert!(!exclusion.contains(&Board::START));
    }

    #[test]
    fn the_key_is_the_documented_hash() {
        // The SHA-256 of 27 empties, OX, six empties, XO and 27 empties begins
        // so.
        assert_eq!(key(&Board::START), 0xe133_43e3_7df0_8dcf);
    }
}
