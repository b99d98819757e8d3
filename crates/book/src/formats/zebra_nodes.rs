//! The nodes of Zebra's books, binary and as text: the same seven numbers.

use std::io::{BufRead as _, BufReader, Read, Write};

use super::binary::{Numbers, i16_at, i32_at, u16_at};
use super::foreign::{ImportError, RecordProblem};
use super::zebra_hash::ZebraKey;

/// The first bytes of the binary form: the numbers 2718 and 2818.
pub(super) const MAGIC: [u8; 4] = [0x9e, 0x0a, 0x02, 0x0b];

const MAGIC_NUMBERS: [i16; 2] = [2718, 2818];
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

/// Reads the binary form.
pub(super) fn read_binary(reader: impl Read) -> Result<Vec<Node>, ImportError> {
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

/// Returns whether a file begins as the text form does: with the two magic numbers.
pub(super) fn is_text(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let mut words = text.split_ascii_whitespace();
    MAGIC_NUMBERS.iter().all(|number| words.next().is_some_and(|word| word == number.to_string()))
}

/// Reads the text form: the magic numbers and the number of nodes, then seven numbers a line.
pub(super) fn read_text(reader: impl Read) -> Result<Vec<Node>, ImportError> {
    let mut head = Vec::new();
    let (mut nodes, mut line_number) = (Vec::new(), 0);
    for line in BufReader::new(reader).lines() {
        let line = line.map_err(ImportError::Read)?;
        line_number += 1;
        let bad = || ImportError::Line { line: line_number, problem: RecordProblem::Columns };
        let words = line.split_ascii_whitespace().map(str::parse);
        let numbers: Vec<i32> = words.collect::<Result<_, _>>().map_err(|_| bad())?;
        if head.len() < 3 {
            head.extend(numbers);
        } else if !numbers.is_empty() {
            nodes.push(node_of(&numbers).ok_or_else(bad)?);
        }
    }
    match head[..] {
        [2718, 2818, count] => checked(nodes, count_of(count)?),
        _ => Err(ImportError::UnknownFormat),
    }
}

fn node_of(numbers: &[i32]) -> Option<Node> {
    let &[first, second, black, white, alternative, score, flags] = numbers else { return None };
    let small = |number: i32| i16::try_from(number).ok();
    Some(Node {
        key: [first, second],
        scores: [small(black)?, small(white)?],
        alternative: small(alternative)?,
        alternative_score: small(score)?,
        // Zebra prints the flags as a signed number.
        flags: u16::try_from(numbers[6]).ok().or_else(|| small(flags).map(|it| it as u16))?,
    })
}

/// Writes the binary form.
pub(super) fn write_binary(nodes: &[Node], out: &mut dyn Write) -> std::io::Result<()> {
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

/// Writes the text form.
pub(super) fn write_text(nodes: &[Node], out: &mut dyn Write) -> std::io::Result<()> {
    let [first, second] = MAGIC_NUMBERS;
    writeln!(out, "{first}\n{second}\n{}", nodes.len())?;
    for node in nodes {
        let Node { key: [first, second], scores: [black, white], .. } = node;
        let Node { alternative, alternative_score, flags, .. } = node;
        writeln!(
            out,
            "{first} {second} {black} {white} {alternative} {alternative_score} {}",
            *flags as i16
        )?;
    }
    Ok(())
}
