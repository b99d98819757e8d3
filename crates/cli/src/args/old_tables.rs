//! The arguments of `willow lab book` and `willow lab edge-table`: books and tables of the old programs.

use std::path::PathBuf;

use clap::Args;
use willow_board::Position;

use super::values;

/// Make an opening book of MLia, or show the book of an old program
///
/// With --mlia, the positions near the start are searched deeper than in a game. Every searched position
/// is kept in FILE.draft, and the same command continues an interrupted run.
///
/// With --show, the book that a program plays by is counted, and what it has about POSITION is
/// printed: the program's answer, and all moves that the book knows, with their values if it has any.
/// Values are those of the side that makes the move. To walk on, add a move to POSITION.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow lab book --show bill
  willow lab book --show bill f5d6
  willow lab book --show mlia f5f6
  willow lab book --mlia --plies 3 --depth 6 --out book.txt")]
pub(crate) struct BookArgs {
    /// Make a book of MLia
    #[arg(long, required_unless_present = "show", requires = "out")]
    pub(crate) mlia: bool,
    /// Write the book to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Show the book of bill, mlia or iago-1982
    #[arg(long, value_name = "PROGRAM", conflicts_with_all = ["mlia", "out", "plies", "depth", "force"])]
    #[arg(hide_possible_values = true)]
    pub(crate) show: Option<BookOwner>,
    /// A list of moves or a position (with --show; default: the start)
    #[arg(value_name = "POSITION", value_parser = values::position, requires = "show")]
    #[arg(conflicts_with = "mlia")]
    pub(crate) position: Option<Position>,
    /// Print one JSON object (with --show)
    #[arg(long, requires = "show", conflicts_with = "mlia")]
    pub(crate) json: bool,
    /// Search the positions after 1 to N moves
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=9))]
    pub(crate) plies: u32,
    /// Search D plies
    #[arg(long, value_name = "D", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: u32,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// The programs with opening books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum BookOwner {
    /// BILL
    Bill,
    /// MLia
    Mlia,
    /// IAGO of 1982
    #[value(name = "iago-1982")]
    Iago1982,
}

/// Write the edge table of an old program
///
/// One integer a line, in the order of the edges' indices: ten digits in base 3, the X-square, the
/// eight squares from corner to corner and the other X-square, each 0 if empty, 1 if the player's,
/// 2 if the opponent's. The values are for the side to move, in the units of the program.
#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("table").required(true))]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct EdgeTableArgs {
    /// Write the 59,049 values of PAIP's Iago
    #[arg(long, group = "table")]
    pub(crate) iago: bool,
    /// Write those of BILL, about -1000 to 1000 for each edge
    #[arg(long, group = "table")]
    pub(crate) bill: bool,
    /// Write those of IAGO of 1982: the table of PAIP's Iago, which follows its article. The program
    /// divides the sum of the four edges by 32
    #[arg(long, group = "table")]
    pub(crate) iago_1982: bool,
    /// Write the table to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}
