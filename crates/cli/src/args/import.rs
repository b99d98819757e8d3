//! The arguments of `willow import`.

use std::path::PathBuf;

use clap::Args;

use super::values;

/// Import games into the archive of the game server
///
/// The files may have any format that `willow help formats` names; WTHOR games find the names of
/// their players and tournaments in the files beside them. A game that the archive has already is
/// left out, so that the same file can be imported again. A file that is damaged is not imported;
/// games whose moves are not legal are left out and counted. No server may be running.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow import wthor/*.wtb
  willow import club.ggf --data /srv/willow")]
pub(crate) struct ImportArgs {
    /// The files
    #[arg(required = true, value_name = "FILE", value_parser = values::path())]
    pub(crate) files: Vec<PathBuf>,
    /// The folder of the server's database (default: as for `willow serve`)
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
}
