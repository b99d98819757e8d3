//! The arguments of `willow import`.

use std::path::PathBuf;

use clap::Args;

use super::values;

/// Import games into the archive of the game server
///
/// The files can have any format of `willow help formats`. For WTHOR files, the names of players and
/// tournaments are read from the .jou and .trn files beside them. Games that are already in the
/// archive are skipped. Games with illegal moves are skipped and counted. If a file is damaged,
/// nothing of that file is imported. Stop the server before you import. The folder is found as `willow serve` finds it:
/// by `--data`, the environment variable `WILLOW_SERVE_DATA`, or the configuration.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow import wthor/*.wtb
  willow import club.ggf --data /srv/willow
  willow import club.ggf --data new --create")]
pub(crate) struct ImportArgs {
    /// The files to import
    #[arg(required = true, value_name = "FILE", value_parser = values::path())]
    pub(crate) files: Vec<PathBuf>,
    /// Use the database in this folder (default: the one of `willow serve`)
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Take the folder from this configuration of `willow serve`
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Create the database if there is none
    #[arg(long)]
    pub(crate) create: bool,
}
