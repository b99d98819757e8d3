//! The arguments of `willow perft`.

use clap::Args;
use willow_board::Position;

use super::values;

/// Count move sequences (perft), to check and time the move generator
///
/// A pass is one ply. A game that ends before DEPTH counts as one sequence.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow perft 9                                   3,005,288 sequences")]
pub(crate) struct PerftArgs {
    /// The number of plies, 0 to 60
    #[arg(value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(crate) depth: u32,
    /// Count from this position instead of the start of the game
    #[arg(long, value_name = "POSITION", value_parser = values::position)]
    pub(crate) start: Option<Position>,
    /// Count with this many threads (default: all cores)
    #[arg(long, value_name = "N", value_parser = values::threads())]
    pub(crate) threads: Option<usize>,
    /// Play the moves of the last ply instead of counting them; uses one thread
    #[arg(long, conflicts_with = "threads")]
    pub(crate) no_bulk: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
