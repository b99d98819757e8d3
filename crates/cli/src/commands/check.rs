//! `willow check`: whether the data of the game server are whole.

use willow_server::operator;

use super::serve;
use crate::args::CheckArgs;
use crate::error::CliError;
use crate::output;
use crate::status::Status;

/// Runs the command.
pub(super) fn run(args: CheckArgs) -> Result<Status, CliError> {
    let location = serve::location(args.data, args.config)?;
    let found = serve::runtime()?.block_on(operator::check(&location)).map_err(CliError::failed)?;
    let mut lines: Vec<String> = found.counts;
    lines.extend(found.faults.iter().map(|fault| format!("damaged: {fault}")));
    lines.push(if found.faults.is_empty() {
        format!(
            "{location}: no damage in the pages, tables and indices of the database, nor in its write-ahead log; what the rows say \
             is not checked"
        )
    } else {
        format!("{location} is damaged: restore a backup, as docs/operating.md says")
    });
    output::print(&(lines.join("\n") + "\n"))?;
    Ok(if found.faults.is_empty() { Status::Done } else { Status::Incomplete })
}
