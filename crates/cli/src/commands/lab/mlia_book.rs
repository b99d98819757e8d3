//! `willow lab book`: an opening book for MLia.

use willow_classics::mlia::opening_positions;
use willow_lab::mlia_book::{MliaBookOptions, mlia_book};

use super::output::{failed, log_beside, overwrite};
use crate::args::BookArgs;
use crate::error::CliError;
use crate::files;
use crate::progress::Progress;
use crate::status::Status;

/// Runs the command.
pub(super) fn run(args: &BookArgs) -> Result<Status, CliError> {
    let Some(out) = &args.out else { return Err(CliError::usage("--mlia needs --out FILE")) };
    let overwrite = overwrite(args.force);
    files::check_free(out, overwrite)?;
    let options = MliaBookOptions { plies: args.plies, depth: args.depth };
    let draft = log_beside(out, ".draft");
    let progress = Progress::bar(opening_positions(options.plies).len() as u64);
    let book = mlia_book(options, &draft, &mut |_| progress.step());
    drop(progress);
    let book = book.map_err(|error| failed(&error))?;
    files::write(out, book.as_bytes(), overwrite)?;
    std::fs::remove_file(&draft).map_err(|error| CliError::file("remove", &draft, &error))?;
    Ok(Status::Done)
}
