//! The arguments of `willow lab test-players`.

use std::path::PathBuf;

use clap::Args;

use super::values;

/// Measure how players err on a test set, a file of solved positions
///
/// Every player is asked for its move in every position, without a clock; the players take turns.
/// The table has for each player the mean difference between its value and the best score in discs
/// with its 95% interval, how often it plays a best move, what its moves lose in discs on average,
/// and the nodes and the seconds of a position by the clock. An error is missing if the values of
/// the player are not in discs; a loss is missing if the file has only the best moves. A player that
/// tells no value in some positions, such as the engine where only one move is legal, has the number
/// of the others beside its error.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow lab test-players test-24.obf willow:level=5 willow:level=10 willow:time=60ms
  willow lab test-players test-24.obf willow:nodes=600k 'nboard:depth=16,cmd=./ntest x'")]
pub(crate) struct TestPlayersArgs {
    /// A file of positions with scored moves (OBF), as `willow lab testset` writes it
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The players (see `willow help players`)
    #[arg(required = true, value_name = "SPEC")]
    pub(crate) specs: Vec<String>,
    /// Measure the first N positions of the file only
    #[arg(long, value_name = "N", value_parser = values::at_least_one())]
    pub(crate) positions: Option<usize>,
}
