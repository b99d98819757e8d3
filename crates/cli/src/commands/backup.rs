//! `willow backup`: a copy of the game server's data.

use willow_server::operator;

use super::serve;
use crate::args::BackupArgs;
use crate::error::CliError;
use crate::output;
use crate::status::Status;

/// Runs the command.
pub(super) fn run(args: BackupArgs) -> Result<Status, CliError> {
    let folder = serve::data_folder(args.data, args.config)?;
    let copied = serve::runtime()?.block_on(operator::backup(&folder, &args.to));
    copied.map_err(CliError::failed)?;
    output::print(&format!("{} copied to {}\n", folder.display(), args.to.display()))?;
    Ok(Status::Done)
}
