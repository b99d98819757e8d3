//! `willow backup`: a copy of the game server's data.

use std::io::ErrorKind;

use willow_server::operator::{self, OperatorError};
use willow_server::store::StoreError;

use super::serve;
use crate::args::BackupArgs;
use crate::error::CliError;
use crate::output;
use crate::status::Status;

/// Runs the command.
pub(super) fn run(args: BackupArgs) -> Result<Status, CliError> {
    let location = serve::location_to_write(args.data, args.config)?;
    let copied = serve::runtime()?.block_on(operator::backup(&location, &args.to));
    copied.map_err(|error| match &error {
        OperatorError::Store(StoreError::Folder { error: denied, .. })
            if denied.kind() == ErrorKind::PermissionDenied =>
        {
            let (user, to) = (serve::this_user(), args.to.display());
            CliError::failed(&error).with_hint(format!(
                "{user} may not write there: make {to} first, and give it to {user}"
            ))
        }
        _ => CliError::failed(&error),
    })?;
    output::print(&format!("{location} copied to {}\n", args.to.display()))?;
    Ok(Status::Done)
}
