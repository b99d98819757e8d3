//! The arguments of `willow archive`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::replace::ReplaceArgs;
use super::values;

/// List and undo changes of the game server's archive, merge names and copies of games, export all games
///
/// Stop the server before you change the archive; `export` also works while it runs. The folder is found as `willow
/// serve` finds it: by `--data`, the environment variable `WILLOW_SERVE_DATA`, or the configuration.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow archive changes
  willow archive undo 3
  willow archive merge player \"Doe J.\" \"Doe Jane\"
  willow archive export all.ggf.gz")]
pub(crate) struct ArchiveArgs {
    #[command(subcommand)]
    pub(crate) step: ArchiveStep,
    /// Use the database in this folder (default: the one of `willow serve`)
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Take the folder from this configuration of `willow serve`
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

/// What to do with the archive.
#[derive(Debug, Subcommand)]
pub(crate) enum ArchiveStep {
    /// List the imports and merges, which can be undone
    Changes,
    Undo(ArchiveUndoArgs),
    Merge(ArchiveMergeArgs),
    Copies(ArchiveCopiesArgs),
    Export(ArchiveExportArgs),
}

/// Undo an import or a merge, whole or not at all
///
/// The games of an import leave the archive. Copies of them that were taken out come back, and so do names and copies
/// whose merge is undone.
#[derive(Args, Debug)]
pub(crate) struct ArchiveUndoArgs {
    /// The number of the change
    #[arg(value_name = "N")]
    pub(crate) number: u64,
}

/// Show a name of a person or an event as another one, also in games that are imported later
///
/// Searches for one of the names find the games of both. The games themselves stay as they are.
#[derive(Args, Debug)]
pub(crate) struct ArchiveMergeArgs {
    /// Whose names they are
    #[arg(value_name = "KIND")]
    pub(crate) kind: MergeKind,
    /// The name that is no longer shown
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// The name that is shown for both
    #[arg(value_name = "SHOWN")]
    pub(crate) shown: String,
}

/// Whose names are merged.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum MergeKind {
    Player,
    Event,
}

/// List games that are probably in the archive twice, from two sources
///
/// They have the same moves and players, whatever the order of names and their accents, and dates that do not contradict
/// each other. The better known one stays. Games of fewer than 20 moves are not compared.
#[derive(Args, Debug)]
pub(crate) struct ArchiveCopiesArgs {
    /// Take the copies out of the archive
    #[arg(long)]
    pub(crate) merge: bool,
    /// With --merge: leave these games in, by their numbers with commas between them
    #[arg(long, requires = "merge", value_name = "GAMES", value_delimiter = ',')]
    pub(crate) except: Vec<u64>,
}

/// Export all games of the archive to a file
///
/// The extension of OUT selects the format (see `willow help formats`), or --to. Games of devices are left out. A server
/// may be running.
#[derive(Args, Debug)]
pub(crate) struct ArchiveExportArgs {
    /// The file to write, or - for standard output, which needs --to
    #[arg(value_name = "OUT", value_parser = values::path())]
    pub(crate) output: PathBuf,
    /// Write this format, such as ggf (default: that of OUT)
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    #[command(flatten)]
    pub(crate) replace: ReplaceArgs,
}
