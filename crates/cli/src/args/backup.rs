//! The arguments of `willow backup`.

use std::path::PathBuf;

use clap::Args;

use super::values;

/// Copy the data of the game server, while it runs or not
///
/// It has the database and the key of notifications, not the book and the certificate that the configuration names. The
/// copy is a folder as `willow serve --data` takes it: to restore, copy it to an empty folder and start the server
/// there. The server's folder is found as `willow serve` finds it: by `--data`, the environment variable
/// `WILLOW_SERVE_DATA`, or the configuration.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow backup /backup/willow-monday
  willow backup copy --data /srv/willow && willow serve --data copy")]
pub(crate) struct BackupArgs {
    /// The folder for the copy, which is empty or does not exist
    #[arg(value_name = "DIR", value_parser = values::path())]
    pub(crate) to: PathBuf,
    /// Copy the database in this folder (default: the one of `willow serve`)
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Take the folder of the database from this configuration of `willow serve`
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}
