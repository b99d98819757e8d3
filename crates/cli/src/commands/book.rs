//! `willow book`: opening books.

mod add;
mod change;
mod common;
mod exchange;
mod learn;
mod show;

use crate::args::{OpeningBookArgs, OpeningBookStep};
use crate::error::CliError;
use crate::status::Status;

/// Runs the command.
pub(super) fn run(args: &OpeningBookArgs) -> Result<Status, CliError> {
    match &args.step {
        OpeningBookStep::Learn(args) => learn::run_learn(args),
        OpeningBookStep::Deviate(args) => learn::run_deviate(args),
        OpeningBookStep::Extend(args) => learn::run_extend(args),
        OpeningBookStep::Add(args) => add::run_add(args),
        OpeningBookStep::Store(args) => add::run_store(args),
        OpeningBookStep::Show(args) => show::run(args),
        OpeningBookStep::Check(args) => change::run_check(args),
        OpeningBookStep::Fix(args) => change::run_fix(args),
        OpeningBookStep::Merge(args) => change::run_merge(args),
        OpeningBookStep::Prune(args) => change::run_prune(args),
        OpeningBookStep::Import(args) => exchange::run_import(args),
        OpeningBookStep::Export(args) => exchange::run_export(args),
    }
}
