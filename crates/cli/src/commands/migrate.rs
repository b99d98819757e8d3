//! `willow migrate`: the game server's data in another database.

use willow_server::Log;
use willow_server::store::{Location, Store};

use super::serve;
use crate::args::MigrateArgs;
use crate::error::CliError;
use crate::output;
use crate::progress::Progress;
use crate::status::Status;
use crate::units;

/// Runs the command.
pub(super) fn run(args: &MigrateArgs) -> Result<Status, CliError> {
    // Parsed here: a complaint of the command line would repeat a password.
    let [from, to] = [&args.from, &args.to].map(|text| text.parse::<Location>());
    let (from, to) = (from.map_err(CliError::usage)?, to.map_err(CliError::usage)?);
    drop(serve::start_log(&Log::default()));
    let progress = Progress::spinner();
    let (mut tables, mut rows) = (0, 0);
    let copied = serve::runtime()?.block_on(Store::migrate(&from, &to, |table| {
        tables += 1;
        rows += table.rows;
        progress.say(format!("{}: {}", table.table, units::count(table.rows as usize, "row")));
    }));
    drop(progress);
    copied.map_err(CliError::failed)?;
    let (tables, rows) = (units::count(tables, "table"), units::count(rows as usize, "row"));
    output::print(&format!("{tables} with {rows} copied to {to}, and compared\n"))?;
    Ok(Status::Done)
}
