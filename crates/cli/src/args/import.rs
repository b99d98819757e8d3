//! The arguments of `willow import`.

use std::path::PathBuf;

use clap::Args;

use super::values;

/// Import games into the archive of the game server
///
/// The files can have any format of `willow help formats`; of a folder, the files with the extension of a format are
/// imported. For WTHOR files, the names of players and tournaments are read from the .jou and .trn files beside them.
/// Games that are already in the archive are skipped, also if they were taken out of it as copies; the first twenty are
/// named with the game that they equal. Games with illegal moves are skipped, with a note that names their line. If a file is damaged, nothing of that file is imported. Each
/// import has a number, with which `willow archive undo` undoes it. Stop the server before you import. The folder is found as `willow serve` finds it:
/// by `--data`, the environment variable `WILLOW_SERVE_DATA`, or the configuration.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow import wthor
  willow import club.ggf --data /srv/willow
  willow import club.ggf --data new --create")]
pub(crate) struct ImportArgs {
    /// The files to import, or folders of them
    #[arg(required = true, value_name = "FILE", value_parser = values::path())]
    pub(crate) files: Vec<PathBuf>,
    /// Use the database in this folder (default: the one of `willow serve`)
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Take the folder from this configuration of `willow serve`
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Import WTHOR files without their files of names: numbers stand for the players
    #[arg(long)]
    pub(crate) without_names: bool,
    /// Create the database if it is missing
    #[arg(long)]
    pub(crate) create: bool,
}
