//! `willow book bench`: what an import, lookups and learning cost.

use std::hint::black_box;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;
use willow_board::{Board, Square};
use willow_book::formats::{BookFormat, import_stream};
use willow_book::{
    Book, BookBuilder, BookPosition, BookWriter, Budgets, LearnPlan, Lookup, Origin, Seen,
};
use willow_engine::{Level, StopFlag};
use willow_files::Overwrite;

use super::common::{failed, today};
use crate::args::BookBenchArgs;
use crate::error::CliError;
use crate::json;
use crate::output;
use crate::progress::Progress;
use crate::search::timed;
use crate::status::Status;
use crate::units;

/// How many positions are looked up.
const LOOKUPS: usize = 200_000;

/// The level of the searches that are timed.
const LEVEL: u32 = 10;

/// Learning is timed for so long.
const LEARNING: Duration = Duration::from_secs(10);

/// The figures.
#[derive(Serialize)]
struct Figures {
    records: u64,
    stream_bytes: u64,
    import_seconds: f64,
    positions: u64,
    bytes_a_position: f64,
    /// The most memory that the program had, without files that are mapped; null where the system does not tell.
    peak_memory: Option<u64>,
    cold_lookups_a_second: f64,
    warm_lookups_a_second: f64,
    learned_a_second: f64,
}

/// Runs the command.
pub(super) fn run(args: &BookBenchArgs) -> Result<Status, CliError> {
    let folder = args.folder.clone().unwrap_or_else(std::env::temp_dir);
    let folder =
        tempfile::tempdir_in(&folder).map_err(|error| CliError::file("write", &folder, &error))?;
    let path = folder.path().join("bench.book");
    let line = Progress::spinner();
    line.say(format!("importing {} records", units::grouped(args.records)));
    let (positions, time) = timed(|| import(&path, args));
    let positions = positions?;
    let peak_memory = peak_memory();
    line.say("looking positions up".to_owned());
    forget_pages(&path).map_err(|error| CliError::file("read", &path, &error))?;
    let book = Book::open(&path).map_err(|error| failed(&error))?;
    let wanted = wanted(args.records);
    let (cold, warm) = (look_up(&book, &wanted)?, look_up(&book, &wanted)?);
    line.say("learning".to_owned());
    let learned = learn(&folder.path().join("learned.book"))?;
    drop(line);
    let bytes = std::fs::metadata(&path).map_or(0, |data| data.len());
    let figures = Figures {
        records: args.records,
        stream_bytes: Records::stream_bytes(args.records),
        import_seconds: json::seconds(time),
        positions,
        bytes_a_position: bytes as f64 / positions as f64,
        peak_memory,
        cold_lookups_a_second: cold,
        warm_lookups_a_second: warm,
        learned_a_second: learned,
    };
    if args.json {
        json::line(&mut io::stdout().lock(), &figures)?;
    } else {
        output::print(&figures.text())?;
    }
    Ok(Status::Done)
}

fn import(path: &Path, args: &BookBenchArgs) -> Result<u64, CliError> {
    let mut builder = BookBuilder::new(path, args.memory);
    let stream = Records::new(args.records);
    import_stream(stream, BookFormat::Edax, today(), &mut |entry| builder.push(entry))
        .map_err(|error| CliError::failed(format!("the generated book: {error}")))?;
    builder.finish(Overwrite::Never).map_err(|error| failed(&error))
}

/// Lets the system forget the pages of a file, so that the next lookups read them from the disk.
#[cfg(target_os = "linux")]
fn forget_pages(path: &Path) -> io::Result<()> {
    let file = std::fs::File::open(path)?;
    // Only pages that are on the disk are forgotten.
    file.sync_all()?;
    Ok(rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed)?)
}

/// Elsewhere the pages stay in memory: cold lookups are faster than they would be.
#[cfg(not(target_os = "linux"))]
fn forget_pages(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// Returns positions of the book, far from each other.
fn wanted(n_records: u64) -> Vec<BookPosition> {
    let step = (n_records / LOOKUPS as u64).max(1);
    let mut records = Games::new();
    let mut wanted = Vec::new();
    for index in 0..n_records {
        let board = records.next_board();
        if index % step == 0
            && let Seen::Position(position, _) = BookPosition::seen(&board)
        {
            wanted.push(position);
        }
    }
    // Neighbours in a game are not neighbours in the file; this mixes games as well.
    wanted.sort_by_key(|position| position.board().player().bits().wrapping_mul(MIX));
    wanted
}

/// Returns the lookups a second.
fn look_up(book: &Book, wanted: &[BookPosition]) -> Result<f64, CliError> {
    let start = Instant::now();
    for position in wanted {
        let entry = book.entry(*position).map_err(|error| failed(&error))?;
        if black_box(entry).is_none() {
            return Err(CliError::failed("a position that was imported is not in the book"));
        }
    }
    Ok(wanted.len() as f64 / start.elapsed().as_secs_f64())
}

/// Returns the positions a second that one thread learns from the start of the game.
fn learn(path: &Path) -> Result<f64, CliError> {
    let mut book = BookWriter::open(path).map_err(|error| failed(&error))?;
    let plan = LearnPlan {
        start: Board::START,
        budgets: Budgets { least_empties: 40, ..Budgets::UNLIMITED },
        level: Level::new(LEVEL).expect("a level"),
        threads: 1,
        time: Some(LEARNING),
        positions: None,
        origin: Origin::this_program(today()),
    };
    let evaluator = willow_eval::weights::evaluator();
    let learn = || willow_book::learn(&mut book, evaluator, &plan, &StopFlag::new(), &mut |_| ());
    let (progress, time) = timed(learn);
    let progress = progress.map_err(|error| failed(&error))?;
    Ok(progress.new as f64 / time.as_secs_f64())
}

impl Figures {
    fn text(&self) -> String {
        let rate = |number: f64| units::grouped(number.round() as u64);
        let memory = self.peak_memory.map_or("unknown".to_owned(), mebibytes);
        format!(
            "import   {} records, {}: {} records/s\n\
             book     {} positions, {:.1} bytes each\n\
             memory   {memory} at most, while importing\n\
             lookups  {}/s cold, {}/s warm\n\
             learning {:.1} positions/s at level {LEVEL} with 1 thread\n",
            units::grouped(self.records),
            mebibytes(self.stream_bytes),
            rate(self.records as f64 / self.import_seconds),
            units::grouped(self.positions),
            self.bytes_a_position,
            rate(self.cold_lookups_a_second),
            rate(self.warm_lookups_a_second),
            self.learned_a_second,
        )
    }
}

/// Returns the most memory that the program had for itself, in bytes: Linux tells it, and has pages of mapped
/// files in another number, because it can take them back at any time.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string(PathBuf::from("/proc/self/status")).ok()?;
    let kibibytes = |name: &str| -> Option<u64> {
        let line = status.lines().find(|line| line.starts_with(name))?;
        line.split_whitespace().nth(1)?.parse().ok()
    };
    Some((kibibytes("VmHWM:")?.saturating_sub(kibibytes("RssFile:")?)) << 10)
}

fn mebibytes(bytes: u64) -> String {
    format!("{} MiB", units::grouped(bytes >> 20))
}

/// Spreads the bits of a number (the constant of Knuth's multiplicative hashing, for 64 bits).
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// Games of random moves, one after the other.
struct Games {
    random: u64,
    board: Board,
}

impl Games {
    fn new() -> Games {
        Games { random: 1, board: Board::START }
    }

    /// Returns the next position in which a side has a move.
    fn next_board(&mut self) -> Board {
        // xorshift64: the same games on every machine.
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        let moves = self.board.legal_moves();
        let number = (self.random >> 32) as u32 % moves.count();
        let square = moves.squares().nth(number as usize).expect("less than the count");
        let after = self.board.after(square, self.board.flips(square));
        let passed = if after.legal_moves().is_empty() { after.pass() } else { after };
        let is_over = passed.legal_moves().is_empty();
        std::mem::replace(&mut self.board, if is_over { Board::START } else { passed })
    }
}

/// A book of Edax that nobody has stored: its bytes are made when they are read.
struct Records {
    games: Games,
    left: u64,
    bytes: Vec<u8>,
    from: usize,
}

impl Records {
    const HEADER: u64 = 42;
    const RECORD: u64 = 42;

    const fn stream_bytes(n_records: u64) -> u64 {
        Records::HEADER + Records::RECORD * n_records
    }

    fn new(n_records: u64) -> Records {
        let mut bytes = b"XADEKOOB\x04\x06".to_vec();
        bytes.resize(18, 0);
        let count = i32::try_from(n_records).unwrap_or(i32::MAX);
        for number in [10, 0, 2, 2, 0, count] {
            bytes.extend(number.to_le_bytes());
        }
        Records { games: Games::new(), left: n_records, bytes, from: 0 }
    }

    fn push(&mut self, board: &Board) {
        let leaf = board.legal_moves().squares().next().unwrap_or(Square::A1);
        let value = (board.player().bits().wrapping_mul(MIX) >> 60) as i16 - 8;
        self.bytes.extend(board.player().bits().to_le_bytes());
        self.bytes.extend(board.opponent().bits().to_le_bytes());
        self.bytes.extend([0; 16]);
        for bound in [value, value - 2, value + 2] {
            self.bytes.extend(bound.to_le_bytes());
        }
        self.bytes.extend([0, 10, value as i8 as u8, leaf as u8]);
    }
}

impl Read for Records {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.from == self.bytes.len() && 0 < self.left {
            self.bytes.clear();
            self.from = 0;
            for _ in 0..self.left.min(1000) {
                let board = self.games.next_board();
                self.push(&board);
            }
            self.left -= self.left.min(1000);
        }
        let number = (&self.bytes[self.from..]).read(buffer)?;
        self.from += number;
        Ok(number)
    }
}
