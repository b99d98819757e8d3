//! `willow lab bill-book`, `bill-bayes` and `edge-table`: data of the old programs.

use willow_classics::bill;
use willow_classics::iago::edge_table;
use willow_lab::bill_book::bill_book;
use willow_lab::bill_learning::{BayesOptions, learn_bayes};

use super::output::{failed, overwrite};
use crate::args::{BillBayesArgs, BillBookArgs, EdgeTableArgs};
use crate::error::CliError;
use crate::files;
use crate::progress::Progress;
use crate::status::Status;

/// Runs `willow lab bill-book`.
pub(super) fn run_bill_book(args: &BillBookArgs) -> Result<Status, CliError> {
    let overwrite = overwrite(args.force);
    files::check_free(&args.out, overwrite)?;
    let plan = bill::BookPlan {
        depth: args.depth,
        positions: [args.black, args.white],
        ..bill::BookPlan::default()
    };
    let progress = Progress::spinner();
    progress.say("building the book");
    let print_line = |line: &str| progress.aside(|| eprintln!("{line}"));
    let file = bill_book(&plan, &print_line).map_err(|error| failed(&error))?;
    files::write(&args.out, &file, overwrite)?;
    Ok(Status::Done)
}

/// Runs `willow lab bill-bayes`.
pub(super) fn run_bill_bayes(args: &BillBayesArgs) -> Result<Status, CliError> {
    let overwrite = overwrite(args.force);
    files::check_free(&args.out, overwrite)?;
    let options = BayesOptions { games: args.games, depth: args.depth, seed: args.seed };
    let progress = Progress::bar(options.games.into());
    let learned = learn_bayes(options, &mut || progress.step()).map_err(|error| failed(&error))?;
    files::write(&args.out, learned.as_bytes(), overwrite)?;
    Ok(Status::Done)
}

/// Runs `willow lab edge-table`.
pub(super) fn run_edge_table(args: &EdgeTableArgs) -> Result<Status, CliError> {
    let overwrite = overwrite(args.force);
    let lines: Vec<String> = if args.bill {
        bill::edge_table_in_base_3().iter().map(ToString::to_string).collect()
    } else {
        // IAGO of 1982 looks its edges up in the same table as Norvig's Iago.
        edge_table().iter().map(ToString::to_string).collect()
    };
    files::write(&args.out, (lines.join("\n") + "\n").as_bytes(), overwrite)?;
    Ok(Status::Done)
}
