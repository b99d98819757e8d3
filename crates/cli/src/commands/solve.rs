//! `willow solve`: exact results.

use willow_engine::{EngineOptions, Goal};

use super::positions::{Question, Request, Run};
use crate::args::SolveArgs;
use crate::error::CliError;
use crate::input;
use crate::search;
use crate::status::Status;

/// Runs the command.
pub(super) fn run(args: &SolveArgs) -> Result<Status, CliError> {
    let threads = args.threads.unwrap_or_else(search::all_cores);
    let request = Request {
        question: Question::Solve(if args.wld { Goal::WinLossDraw } else { Goal::Exact }),
        options: EngineOptions { threads, hash_bytes: args.hash },
        all_moves: args.all_moves,
        json: args.json,
    };
    // All positions are read first, so that the progress line knows how many there are.
    let mut items = Vec::new();
    input::for_each(&args.inputs, |item| {
        items.push(item);
        Ok(())
    })?;
    let mut run = Run::new(request)?;
    let n_items = items.len();
    for (index, item) in items.into_iter().enumerate() {
        run.progress.begin(index + 1, n_items);
        run.show(item)?;
    }
    run.finish()
}
