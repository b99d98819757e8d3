//! The arguments of `willow solve`.

use std::ffi::OsString;
use std::time::Duration;

use clap::Args;

use super::values;

/// Solve positions: exact result with best play by both sides
///
/// INPUT is one of: a file of positions or games; a position (64 cells from a1 to h8, X, O or -, then
/// a blank and X or O for the side to move); a list of moves from the start (f5d6c3); or - for
/// standard input. For a game, the last position is solved. Scores are disc differences from the
/// point of view of the side to move; empty squares count for the winner.
///
/// With --json and -, each line of standard input may be a position or a JSON object with a request, and
/// is answered when it is read: see docs/requests.md.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow solve --all-moves positions.obf
  willow solve --wld --json - < games.txt
  willow solve --max-empties 20 --time 10s positions.obf")]
pub(crate) struct SolveArgs {
    /// A file, a position, a list of moves, or - for standard input
    #[arg(required = true, value_name = "INPUT", value_parser = values::input())]
    pub(crate) inputs: Vec<OsString>,
    /// Search with this many threads (default: all cores)
    #[arg(short = 'j', long, value_name = "N", value_parser = values::threads())]
    pub(crate) threads: Option<usize>,
    /// Use a hash table of this size
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = values::size)]
    pub(crate) hash: usize,
    /// Solve only for win, draw or loss: the score is 1, 0 or -1
    #[arg(long)]
    pub(crate) wld: bool,
    /// Refuse positions with more empties than this
    #[arg(long, value_name = "N")]
    pub(crate) max_empties: Option<u32>,
    /// Give each position up after this time, such as 10s
    #[arg(long, value_name = "T", value_parser = values::move_time)]
    pub(crate) time: Option<Duration>,
    /// Also print the exact score of every legal move
    #[arg(long, conflicts_with_all = ["wld", "time"])]
    pub(crate) all_moves: bool,
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
}
