//! The arguments of `willow convert`.

use std::path::PathBuf;

use clap::Args;

use super::values;

/// Convert games and positions from one format to another
///
/// What IN is, is found out by looking at it; the extension of OUT says what to write (see `willow
/// help formats`). IN is never changed, and OUT appears complete or not at all: if anything in IN is
/// wrong, nothing is written. WTHOR games have their names in files beside them, which are read and
/// written too.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow convert WTH_2025.wtb games.ggf
  willow convert - game.sgf < moves.txt")]
pub(crate) struct ConvertArgs {
    /// The file to read, or - for standard input
    #[arg(value_name = "IN", value_parser = values::path())]
    pub(crate) input: PathBuf,
    /// The file to write
    #[arg(value_name = "OUT", value_parser = values::path())]
    pub(crate) output: PathBuf,
    /// Replace OUT if it exists
    #[arg(long)]
    pub(crate) force: bool,
}
