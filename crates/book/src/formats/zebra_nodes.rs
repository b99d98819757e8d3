//! The nodes of Zebra's books: seven numbers each.

use std::io::{Read, Write};

use super::binary::{Numbers, i16_at, i32_at, u16_at};
use super::foreign::ImportError;
use super::zebra_hash::ZebraKey;

/// The first bytes: the numbers 2718 and 2818.
pub(super) const MAGIC: [u8; 4] = [0x9e, 0x0a, 0x02, 0x0b];

/// The size of a node in bytes.
const NODE_BYTES: usize = 18;

/// Black is to move.
pub(super) const BLACK_TO_MOVE: u16 = 1;
/// White is to move.
pub(super) const WHITE_TO_MOVE: u16 = 2;
/// Win, loss or draw are solved.
pub(super) const WLD_SOLVED: u16 = 4;
/// The score is exact.
pub(super) const FULL_SOLVED: u16 = 16;
/// The depth of the search stands in the bits from here on.
pub(super) const DEPTH_SHIFT: u32 = 10;

/// No score.
pub(super) const NO_SCORE: i16 = 9999;
/// No alternative move is known.
pub(super) const NO_ALTERNATIVE: i16 = -1;
/// All moves are in the book.
pub(super) const EXHAUSTED: i16 = -2;

/// A node. Scores are Black's, in 1/128 disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) key: ZebraKey,
    /// The score if Black avoids draws, and if White does.
    pub(super) scores: [i16; 2],
    /// The best move outside of the book on the image of the key: ten times the row and the column, from 1.
    pub(super) alternative: i16,
    pub(super) alternative_score: i16,
    pub(super) flags: u16,
}

/// Reads the nodes of a book.
pub(super) fn read(reader: impl Read) -> Result<Vec<Node>, ImportError> {
    let mut numbers = Numbers::new(reader);
    if numbers.bytes::<4>()? != MAGIC {
        return Err(ImportError::UnknownFormat);
    }
    let expected = count_of(i32::from_le_bytes(numbers.bytes()?))?;
    let mut nodes = Vec::new();
    while let Some(bytes) = numbers.record::<NODE_BYTES>()? {
        nodes.push(Node {
            key: [i32_at(&bytes, 0), i32_at(&bytes, 4)],
            scores: [i16_at(&bytes, 8), i16_at(&bytes, 10)],
            alternative: i16_at(&bytes, 12),
            alternative_score: i16_at(&bytes, 14),
            flags: u16_at(&bytes, 16),
        });
    }
    checked(nodes, expected)
}

fn count_of(number: i32) -> Result<u64, ImportError> {
    u64::try_from(number).map_err(|_| ImportError::UnknownFormat)
}

fn checked(nodes: Vec<Node>, expected: u64) -> Result<Vec<Node>, ImportError> {
    let found = nodes.len() as u64;
    if found == expected { Ok(nodes) } else { Err(ImportError::Count { expected, found }) }
}

/// Writes the nodes of a book.
pub(super) fn write(nodes: &[Node], out: &mut dyn Write) -> std::io::Result<()> {
    out.write_all(&MAGIC)?;
    out.write_all(&(nodes.len() as i32).to_le_bytes())?;
    for node in nodes {
        for number in node.key {
            out.write_all(&number.to_le_bytes())?;
        }
        let [black, white] = node.scores;
        for number in [black, white, node.alternative, node.alternative_score] {
            out.write_all(&number.to_le_bytes())?;
        }
        out.write_all(&node.flags.to_le_bytes())?;
    }
    Ok(())
}
