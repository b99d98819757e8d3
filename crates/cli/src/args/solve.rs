//! The arguments of `willow solve`.

use std::ffi::OsString;

use clap::Args;

use super::values;

/// Solve positions: the exact result with best play from both sides
///
/// INPUT is a file of positions or games, a position (64 cells from a1 to h8 of X, O and -, a blank,
/// and X or O for the side to move), a list of moves from the start (f5d6c3), or - for standard
/// input. Of a game, the last position is solved. Scores are discs for the side to move, empty
/// squares going to the winner.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow solve --all-moves positions.obf
  willow solve --wld --json - < games.txt")]
pub(crate) struct SolveArgs {
    /// A file, a position, a list of moves, or - for standard input
    #[arg(required = true, value_name = "INPUT", value_parser = values::input())]
    pub(crate) inputs: Vec<OsString>,
    /// Search with this many threads (default: all cores)
    #[arg(long, value_name = "N", value_parser = values::threads())]
    pub(crate) threads: Option<usize>,
    /// Use a hash table of this size
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = values::size)]
    pub(crate) hash: usize,
    /// Find out who wins only: the score is 1, 0 or -1
    #[arg(long)]
    pub(crate) wld: bool,
    /// Give the exact score of every legal move, too
    #[arg(long, conflicts_with = "wld")]
    pub(crate) all_moves: bool,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}
