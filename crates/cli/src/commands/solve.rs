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
        question: Question::Solve(
            if args.wld { Goal::WinLossDraw } else { Goal::Exact },
            args.time,
        ),
        options: EngineOptions { threads, hash_bytes: args.hash },
        all_moves: args.all_moves,
        max_empties: args.max_empties,
        json: args.json,
    };
    let mut run = Run::new(request)?;
    if args.json
        && let Some(status) = run.answer_stdin(&args.inputs)?
    {
        return Ok(status);
    }
    // All positions are read first, so that the progress line knows how many there are.
    let mut items = Vec::new();
    input::for_each(&args.inputs, |item| {
        items.push(item);
        Ok(())
    })?;
    let n_items = items.len();
    for (index, item) in items.into_iter().enumerate() {
        run.progress.begin(index + 1, n_items);
        run.show(item)?;
    }
    run.finish()
}
