//! The arguments of `willow book`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use willow_board::Position;
use willow_engine::Level;
use willow_eval::Score;

use super::replace::ReplaceArgs;
use super::values;

/// Learn opening books, look into them, and exchange them with other programs
///
/// A book knows positions and their values. The best move of a position that leads out of the book is its
/// leaf. Learning takes leaves into the book where both sides give away little. A book is a file; while it
/// changes, two more are beside it: FILE.learned has what was learned since FILE was written, and FILE.lock
/// keeps a second program from writing. After a crash nothing that was counted is lost: the next command goes
/// on. `willow:book=FILE` plays by a book.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow book learn my.book --level 12 --time 1h
  willow book show my.book f5d6c3
  willow book show shipped f5d6")]
pub(crate) struct OpeningBookArgs {
    #[command(subcommand)]
    pub(crate) step: OpeningBookStep,
}

/// What to do with a book.
#[derive(Debug, Subcommand)]
pub(crate) enum OpeningBookStep {
    Learn(BookLearnArgs),
    Deviate(BookDeviateArgs),
    Extend(BookExtendArgs),
    /// Search the positions of games and add them
    Add(BookAddArgs),
    /// Add the positions of games, and count the results of the games there
    Store(BookAddArgs),
    Show(BookShowArgs),
    /// Test every page, every entry and every value of a book
    Check(BookFileArgs),
    /// Compute all values of a book anew
    Fix(BookFileArgs),
    Merge(BookMergeArgs),
    Prune(BookPruneArgs),
    Import(BookImportArgs),
    Export(BookExportArgs),
}

/// A book and how to search for it.
#[derive(Args, Debug)]
pub(crate) struct BookSearchArgs {
    /// The book; it is begun if there is no such file
    #[arg(value_name = "FILE", value_parser = values::path())]
    pub(crate) book: PathBuf,
    /// Search at this level
    #[arg(long, value_name = "LEVEL", default_value = "10", value_parser = values::level)]
    pub(crate) level: Level,
    /// Search N positions at once (default: all cores)
    #[arg(short = 'j', long, value_name = "N", value_parser = values::threads())]
    pub(crate) threads: Option<usize>,
    /// End after this time, such as 90m or 2h
    #[arg(long, value_name = "TIME", value_parser = values::budget)]
    pub(crate) time: Option<Duration>,
}

/// How far lines lead.
#[derive(Args, Debug)]
pub(crate) struct BookLineArgs {
    /// Begin here: a position, or a list of moves from the start
    #[arg(long, value_name = "POSITION", value_parser = values::position)]
    pub(crate) from: Option<Position>,
    /// Take in positions of at most N plies from the start of the game
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) plies: u32,
    /// End when N positions are new; with 0, only search again what was searched at a lower level
    #[arg(long, value_name = "N", value_parser = values::count_or_none)]
    pub(crate) positions: Option<u64>,
}

/// Learn: search positions where both sides play well, the best lines first
///
/// A line may lose discs against the best moves of the book: so many with each move, so many with all moves of
/// both sides together, and so many with the move that leads out of the book. Positions that were searched at
/// a lower level are searched again. Ctrl-C ends learning in order.
#[derive(Args, Debug)]
pub(crate) struct BookLearnArgs {
    #[command(flatten)]
    pub(crate) search: BookSearchArgs,
    #[command(flatten)]
    pub(crate) lines: BookLineArgs,
    /// Let a move inside the book lose this many discs
    #[arg(long, value_name = "DISCS", default_value = "2", value_parser = values::discs)]
    pub(crate) per_move: Score,
    /// Let all moves of a line together lose this many discs
    #[arg(long, value_name = "DISCS", default_value = "5", value_parser = values::discs)]
    pub(crate) sum: Score,
    /// Let a move out of the book lose this many discs
    #[arg(long, value_name = "DISCS", default_value = "2", value_parser = values::discs)]
    pub(crate) leaf: Score,
}

/// Learn lines in which one side errs, within two limits, as `deviate` of Edax does
#[derive(Args, Debug)]
pub(crate) struct BookDeviateArgs {
    #[command(flatten)]
    pub(crate) search: BookSearchArgs,
    /// A move may lose this many discs against the best one
    #[arg(value_name = "RELATIVE", value_parser = values::discs)]
    pub(crate) relative: Score,
    /// Positions are left alone whose value is farther from a draw, in discs
    #[arg(value_name = "ABSOLUTE", value_parser = values::discs)]
    pub(crate) absolute: Score,
    #[command(flatten)]
    pub(crate) lines: BookLineArgs,
}

/// Extend all lines of the book by their best moves, up to a ply
#[derive(Args, Debug)]
pub(crate) struct BookExtendArgs {
    #[command(flatten)]
    pub(crate) search: BookSearchArgs,
    #[command(flatten)]
    pub(crate) lines: BookLineArgs,
}

/// Games and positions, and how to search them
///
/// INPUT is a file of games or positions, a list of moves, a position, or - for standard input.
#[derive(Args, Debug)]
pub(crate) struct BookAddArgs {
    #[command(flatten)]
    pub(crate) search: BookSearchArgs,
    /// Files of games, positions, lists of moves, or - for standard input
    #[arg(required = true, value_name = "INPUT", value_parser = values::input())]
    pub(crate) inputs: Vec<OsString>,
    /// Take the positions of at most N plies from the start of the game
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) plies: u32,
}

/// Show the moves of a position with their values, and what is proven about it
///
/// Values are for the side that makes the move. `level` is the level of the search that a value rests on,
/// `depth` how many plies it looks ahead, those in the book included. What Takizawa has proven stands in a
/// column of its own and changes no value.
#[derive(Args, Debug)]
pub(crate) struct BookShowArgs {
    /// The book; `shipped`: the one that comes with the program
    #[arg(value_name = "FILE", value_parser = values::path())]
    pub(crate) book: PathBuf,
    /// A position, or a list of moves from the start of the game (default: the start)
    #[arg(value_name = "POSITION", value_parser = values::position)]
    pub(crate) position: Option<Position>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// A book.
#[derive(Args, Debug)]
pub(crate) struct BookFileArgs {
    /// The book
    #[arg(value_name = "FILE", value_parser = values::path())]
    pub(crate) book: PathBuf,
}

/// A book that is written.
#[derive(Args, Debug)]
pub(crate) struct NewBookArgs {
    /// Write the new book to this file
    #[arg(short, long, value_name = "FILE", value_parser = values::path())]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) replace: ReplaceArgs,
}

/// Merge books into a new one
///
/// Of two values of a position the deeper one is kept, the results of games are added, and all values are
/// computed anew.
#[derive(Args, Debug)]
pub(crate) struct BookMergeArgs {
    /// The books to merge
    #[arg(required = true, value_name = "FILE", num_args = 1.., value_parser = values::path())]
    pub(crate) books: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) new: NewBookArgs,
}

/// Write the part of a book that good play reaches to a new book
#[derive(Args, Debug)]
pub(crate) struct BookPruneArgs {
    /// The book
    #[arg(value_name = "FILE", value_parser = values::path())]
    pub(crate) book: PathBuf,
    #[command(flatten)]
    pub(crate) new: NewBookArgs,
    /// Begin here: a position, or a list of moves from the start
    #[arg(long, value_name = "POSITION", value_parser = values::position)]
    pub(crate) from: Option<Position>,
    /// Keep positions of at most N plies from the start of the game
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) plies: u32,
    /// Keep moves that lose at most this many discs
    #[arg(long, value_name = "DISCS", default_value = "64", value_parser = values::discs)]
    pub(crate) per_move: Score,
    /// Keep lines whose moves lose at most this many discs together
    #[arg(long, value_name = "DISCS", default_value = "64", value_parser = values::discs)]
    pub(crate) sum: Score,
}

/// Import a book of another program: Edax, Egaroucid, Zebra, or text
///
/// The format is detected. The levels of values are kept; `fix` and `learn` treat the book like any other.
/// An import needs about 100 bytes of memory a position.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow book import book.dat --out edax.book
  willow book import book.egbk3 --out egaroucid.book")]
pub(crate) struct BookImportArgs {
    /// The other program's book, or - for standard input, or `shipped`: the book that comes with the program
    #[arg(value_name = "IN", value_parser = values::path())]
    pub(crate) input: PathBuf,
    #[command(flatten)]
    pub(crate) new: NewBookArgs,
}

/// Export a book for another program: Edax, Egaroucid, Zebra, or text
///
/// The extension of OUT selects the format, or --to: .dat (edax), .egbk3, .bin (zebra), .tsv (text). Values are rounded to discs, except in Zebra's formats and in text.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow book export my.book book.dat
  willow book export my.book lines.txt --to text")]
pub(crate) struct BookExportArgs {
    /// The book
    #[arg(value_name = "FILE", value_parser = values::path())]
    pub(crate) book: PathBuf,
    /// The file to write
    #[arg(value_name = "OUT", value_parser = values::path())]
    pub(crate) out: PathBuf,
    /// Write this format: edax, egbk3, zebra or text (default: that of OUT)
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    #[command(flatten)]
    pub(crate) replace: ReplaceArgs,
}
