//! The arguments of `willow convert`.

use std::path::PathBuf;

use clap::Args;

use super::replace::ReplaceArgs;
use super::values;

/// Convert games and positions from one format to another
///
/// The format of IN is detected from its contents. The extension of OUT selects the format to write
/// (see `willow help formats`), or --to. Files that end with .gz are read and written compressed. If
/// IN has an error, no file is written; standard output ends before it. A format of positions gets
/// every position of a game. What a format cannot hold is listed in a `note:` on standard error.
/// WTHOR files keep the names of players and tournaments in separate files (.jou, .trn), which are
/// read and written too.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow convert WTH_2025.wtb games.ggf
  willow convert - game.sgf < moves.txt
  willow convert --to obf games.ggf.gz - | head")]
pub(crate) struct ConvertArgs {
    /// The file to read, or - for standard input
    #[arg(value_name = "IN", value_parser = values::path())]
    pub(crate) input: PathBuf,
    /// The file to write, or - for standard output, which needs --to
    #[arg(value_name = "OUT", value_parser = values::path())]
    pub(crate) output: PathBuf,
    /// Write this format: an extension such as ggf, paip or clojure, or transcript, printed-board, wthor (default: that of OUT)
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    #[command(flatten)]
    pub(crate) replace: ReplaceArgs,
}
