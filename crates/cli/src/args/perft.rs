//! The arguments of `willow perft`.

use clap::Args;

use super::play::GameName;
use super::values::{self, StartPosition};

/// Count move sequences (perft), to check and time the move generator
///
/// A pass is one ply. A game that ends before DEPTH counts as one sequence.
///
/// With --game draughts, moves of English draughts are counted, on one thread; a capture is one move,
/// however many pieces it takes. POSITION is then the side to move and both sides' squares, with K before
/// kings: B:W18,K24:B1,2.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow perft 9                                   3,005,288 sequences
  willow perft 8 --game draughts                   845,931 sequences
  willow perft 5 --game draughts --start B:W18,K24:B1,2")]
pub(crate) struct PerftArgs {
    /// The number of plies, 0 to 60
    #[arg(value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(crate) depth: u32,
    /// Count from this position instead of the start of the game
    #[arg(long, value_name = "POSITION", value_parser = values::start_position)]
    pub(crate) start: Option<StartPosition>,
    /// Count moves of othello or draughts (default: othello)
    #[arg(long, value_name = "GAME", default_value = "othello")]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    pub(crate) game: GameName,
    /// Count with this many threads (default: all cores)
    #[arg(short = 'j', long, value_name = "N", value_parser = values::threads())]
    pub(crate) threads: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
