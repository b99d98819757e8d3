//! `willow eval`: the value of positions, by a search.

use serde::Serialize;
use willow_engine::{EngineOptions, Level, SearchLimits};

use super::positions::{Question, Request, Run};
use crate::args::{EvalArgs, LimitArgs};
use crate::error::CliError;
use crate::input::{self, InputPosition};
use crate::status::{InputErrors, Status};
use crate::{json, output};

/// The default level.
const DEFAULT_LEVEL: u32 = 10;

/// Runs the command.
pub(super) fn run(args: &EvalArgs) -> Result<Status, CliError> {
    let request = Request {
        question: Question::Value(limits(&args.limit)),
        options: EngineOptions { threads: args.threads, ..EngineOptions::default() },
        all_moves: args.all_moves,
        max_empties: None,
        json: args.json,
    };
    let mut run = Run::new(request)?;
    if args.json
        && let Some(status) = run.answer_stdin(&args.inputs)?
    {
        return Ok(status);
    }
    input::for_each(&args.inputs, |item| run.show(item))?;
    run.finish()
}

/// Prints what a function finds out about the position of each INPUT, as JSON or as `text` writes it.
pub(super) fn print_each<T: Serialize>(
    args: &EvalArgs,
    mut find: impl FnMut(&InputPosition) -> Result<T, CliError>,
    text: impl Fn(&T) -> String,
) -> Result<Status, CliError> {
    let mut input_errors = InputErrors::default();
    input::for_each(&args.inputs, |item| {
        let outcome = item.and_then(|item| find(&item)).and_then(|found| {
            if args.json { json::print(&found) } else { output::print(&text(&found)) }
        });
        outcome.or_else(|error| input_errors.report(error))
    })?;
    Ok(input_errors.status())
}

/// Returns the limit that the user chose.
fn limits(args: &LimitArgs) -> SearchLimits {
    let default = || Level::new(DEFAULT_LEVEL).expect("the default is a level");
    match *args {
        LimitArgs { depth: Some(depth), .. } => SearchLimits::depth(depth),
        LimitArgs { nodes: Some(nodes), .. } => SearchLimits::nodes(nodes),
        LimitArgs { time: Some(time), .. } => SearchLimits::move_time(time),
        LimitArgs { level, .. } => SearchLimits::level(level.unwrap_or_else(default)),
    }
}
