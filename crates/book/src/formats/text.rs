//! Our books as text: nothing is lost. One line for each position, columns with tabs between them.
//!
//! | column | contents |
//! | --- | --- |
//! | position | 64 cells from a1 to h8; `X` is the side to move |
//! | value, lower, upper | in discs, for the side to move; the value has seven decimals at most |
//! | level, depth | of the value |
//! | leaf, value, level, proof | a square, its value in discs, its level, `exact` or `-`; `-` without a leaf |
//! | program, version, day | where it comes from; days since 1970-01-01 |
//! | lines, wins, draws, losses | counts |

use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, Read, Write as _};
use std::num::{NonZeroU8, NonZeroU16, NonZeroU32};
use std::str::FromStr;

use willow_board::{Bitboard, Board, Square};
use willow_eval::Score;

use super::binary::disc_diff_of;
use super::foreign::{ExportError, ForeignRecord, ImportError, RecordProblem, Sink, TakeError};
use crate::book::Book;
use crate::entry::{BookValue, Bounds, Entry, Leaf, Origin, Program, Results, has_centre};

/// What the first line begins with, before the version.
pub(super) const HEADING: &str = "# willow book text ";

/// The version of the format.
const VERSION: u32 = 2;

/// The second line.
const COLUMNS: &str = "# position\tvalue\tlower\tupper\tlevel\tdepth\tleaf\tvalue\tlevel\tproof\tprogram\tversion\tday\tlines\twins\tdraws\tlosses";

/// What the last line begins with, before the number of positions.
const LAST_LINE: &str = "# positions: ";

/// The longest line, in bytes: a longer one is not of this format.
const LONGEST_LINE: u64 = 400;

/// Reads a book.
pub(super) fn import(reader: impl Read, sink: &mut Sink<'_>) -> Result<(), ImportError> {
    let mut reader = BufReader::new(reader);
    let (mut number, mut n_records, mut promised) = (0, 0, None);
    loop {
        let mut line = Vec::new();
        let read = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        if read.map_err(ImportError::Read)? == 0 {
            return check_count(promised, n_records);
        }
        number += 1;
        let bad = |problem| ImportError::Line { line: number, problem };
        let line = std::str::from_utf8(&line).map_err(|_| bad(RecordProblem::Columns))?;
        if !line.ends_with('\n') && LONGEST_LINE <= line.len() as u64 {
            return Err(bad(RecordProblem::Columns));
        }
        let line = line.trim_end_matches(['\n', '\r']);
        if number == 1 {
            check_version(line)?;
        }
        if line.is_empty() || line.starts_with('#') {
            let count = line.strip_prefix(LAST_LINE).and_then(|count| count.parse().ok());
            promised = count.or(promised);
            continue;
        }
        n_records += 1;
        let day = sink.day;
        let record = record_of(line).map_err(bad)?;
        // A text of ours keeps its days.
        sink.day = record.origin.day.map_or(0, NonZeroU16::get);
        let taken = sink.take(&record);
        sink.day = day;
        taken.map_err(|error| match error {
            TakeError::Record(problem) => bad(problem),
            TakeError::Book(error) => ImportError::Book(error),
        })?;
    }
}

/// Checks the version that the first line tells.
fn check_version(line: &str) -> Result<(), ImportError> {
    let version = line.strip_prefix(HEADING).and_then(|version| version.parse().ok());
    match version.ok_or(ImportError::UnknownFormat)? {
        VERSION => Ok(()),
        found => Err(ImportError::OtherVersion { found, known: VERSION }),
    }
}

/// Compares the number of positions with that of the last line, which a text that was cut off does not have, even
/// if it was cut off at the end of a line.
fn check_count(promised: Option<u64>, found: u64) -> Result<(), ImportError> {
    match promised {
        Some(expected) if expected == found => Ok(()),
        Some(expected) => Err(ImportError::Count { expected, found }),
        None => Err(ImportError::NoLastLine),
    }
}

/// The columns of a line that are left to read.
struct Columns<'a>(std::str::Split<'a, char>);

impl<'a> Columns<'a> {
    fn text(&mut self) -> Result<&'a str, RecordProblem> {
        self.0.next().ok_or(RecordProblem::Columns)
    }

    fn number<T: FromStr>(&mut self) -> Result<T, RecordProblem> {
        self.text()?.parse().map_err(|_| RecordProblem::Columns)
    }

    fn score(&mut self) -> Result<Score, RecordProblem> {
        let discs: f64 = self.number()?;
        if (-64.0..=64.0).contains(&discs) {
            Ok(Score::from_units((discs * f64::from(Score::PER_DISC)).round() as i32))
        } else {
            Err(RecordProblem::Value(discs as i32))
        }
    }

    fn leaf(&mut self) -> Result<Option<Leaf>, RecordProblem> {
        let (square, score) = (self.text()?, self.score()?);
        let (level, proof) = (NonZeroU8::new(self.number()?), self.text()?);
        if square == "-" {
            return Ok(None);
        }
        let square = square.parse().map_err(|_| RecordProblem::Leaf)?;
        Ok(Some(Leaf { square, score, level, is_exact: proof == "exact" }))
    }
}

fn record_of(line: &str) -> Result<ForeignRecord, RecordProblem> {
    let mut columns = Columns(line.split('\t'));
    let board = parse_board(columns.text()?).ok_or(RecordProblem::Board)?;
    let score = columns.score()?;
    let bounds =
        Bounds { lower: disc_diff_of(columns.number()?)?, upper: disc_diff_of(columns.number()?)? };
    if bounds.upper < bounds.lower || bounds.clamp(score) != score {
        return Err(RecordProblem::Value(score.rounded().value()));
    }
    let level = NonZeroU8::new(columns.number()?);
    let value = BookValue { score, bounds, level, depth: columns.number()? };
    let leaf = columns.leaf()?;
    let name = columns.text()?;
    let program = Program::ALL.into_iter().find(|program| program.name() == name);
    let origin = Origin {
        program: program.ok_or(RecordProblem::Columns)?,
        version: NonZeroU32::new(columns.number()?),
        day: NonZeroU16::new(columns.number()?),
    };
    let lines = columns.number()?;
    let results =
        Results { wins: columns.number()?, draws: columns.number()?, losses: columns.number()? };
    if columns.0.next().is_some() {
        return Err(RecordProblem::Columns);
    }
    Ok(ForeignRecord { board, value, leaf, origin, lines, results })
}

pub(crate) fn parse_board(cells: &str) -> Option<Board> {
    if cells.len() != 64 || !cells.bytes().all(|cell| b"XO-".contains(&cell)) {
        return None;
    }
    let discs = |disc: u8| -> Bitboard {
        let cells = Square::ALL.into_iter().zip(cells.bytes());
        cells.filter(|&(_, cell)| cell == disc).map(|(square, _)| square).collect()
    };
    Board::new(discs(b'X'), discs(b'O')).ok().filter(has_centre)
}

/// Writes a book. Returns the number of lines with positions.
pub(super) fn export(book: &Book, file: &mut File) -> Result<u64, ExportError> {
    let mut out = BufWriter::with_capacity(1 << 18, file);
    writeln!(out, "{HEADING}{VERSION}\n{COLUMNS}")?;
    let mut count = 0;
    for entry in book.entries() {
        writeln!(out, "{}", line_of(&entry?))?;
        count += 1;
    }
    writeln!(out, "{LAST_LINE}{count}")?;
    out.flush()?;
    Ok(count)
}

fn line_of(entry: &Entry) -> String {
    let Entry { board, value, leaf, origin, lines, results } = entry;
    let cell = |square| match (board.player().contains(square), board.opponent().contains(square)) {
        (true, _) => 'X',
        (_, true) => 'O',
        _ => '-',
    };
    let cells: String = Square::ALL.into_iter().map(cell).collect();
    let leaf = leaf.map_or("-\t0\t0\t-".to_owned(), |leaf| {
        let proof = if leaf.is_exact { "exact" } else { "-" };
        let level = leaf.level.map_or(0, NonZeroU8::get);
        format!("{}\t{}\t{level}\t{proof}", leaf.square, leaf.score.discs())
    });
    let bounds = value.bounds;
    format!(
        "{cells}\t{}\t{}\t{}\t{}\t{}\t{leaf}\t{}\t{}\t{}\t{lines}\t{}\t{}\t{}",
        value.score.discs(),
        bounds.lower.value(),
        bounds.upper.value(),
        value.level.map_or(0, NonZeroU8::get),
        value.depth,
        origin.program.name(),
        origin.version.map_or(0, NonZeroU32::get),
        origin.day.map_or(0, NonZeroU16::get),
        results.wins,
        results.draws,
        results.losses,
    )
}
