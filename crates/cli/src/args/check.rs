//! The arguments of `willow check`.

use std::path::PathBuf;

use clap::Args;

use super::values;

/// Look for damage in the data of the game server, while it runs or not
///
/// Reads every page of the database and the write-ahead log, and prints how much there is of each kind of data. Damage
/// is reported on its own line, and the exit code is 1. Nothing is changed. The server's folder is found as `willow
/// serve` finds it: by DIR, the environment variable `WILLOW_SERVE_DATA`, or the configuration.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow check
  willow check /backup/willow-monday")]
pub(crate) struct CheckArgs {
    /// Check the database in this folder (default: the one of `willow serve`)
    #[arg(value_name = "DIR", value_parser = values::path())]
    pub(crate) data: Option<PathBuf>,
    /// Take the folder of the database from this configuration of `willow serve`
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}
