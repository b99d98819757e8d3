//! `willow eval`: the value of positions, by a search.

use std::io;
use std::time::Duration;

use serde::Serialize;
use willow_engine::{EngineOptions, Level, SearchLimits, SearchResult};

use super::result_table::{self, Totals};
use crate::args::{EvalArgs, LimitArgs};
use crate::error::CliError;
use crate::input::{self, InputPosition};
use crate::json;
use crate::output;
use crate::progress::Progress;
use crate::search::{self, Searcher};
use crate::status::{InputErrors, Status};

/// The default level.
const DEFAULT_LEVEL: u32 = 10;

/// The JSON object of a position, documented in docs/json.md.
#[derive(Serialize)]
struct EvalJson {
    id: usize,
    position: String,
    empties: u32,
    value: f64,
    best: Option<String>,
    pv: Vec<String>,
    nodes: u64,
    seconds: f64,
    threads: usize,
    depth: u32,
    /// The confidence of the selective search in percent; 100 is a full-width search.
    selectivity: u32,
}

/// Runs the command.
pub(super) fn run(args: &EvalArgs) -> Result<Status, CliError> {
    let limits = limits(&args.limit);
    let options = EngineOptions { threads: args.threads, ..EngineOptions::default() };
    let mut searcher = Searcher::new(options)?;
    let progress = Progress::spinner();
    let mut input_errors = InputErrors::default();
    let mut totals = Totals::default();
    input::for_each(&args.inputs, |item| {
        let outcome = item.and_then(|item| {
            // Values must not depend on earlier searches.
            searcher.clear();
            let (result, elapsed) =
                search::timed(|| searcher.search(item.position.board(), &limits, &progress));
            totals.add(result.nodes, elapsed);
            progress.aside(|| show(&item, &result, elapsed, args, totals.positions == 1))
        });
        outcome.or_else(|error| progress.aside(|| input_errors.report(error)))
    })?;
    drop(progress);
    if !args.json && 0 < totals.positions {
        output::print(&totals.text(args.threads))?;
    }
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

fn show(
    item: &InputPosition,
    result: &SearchResult,
    elapsed: Duration,
    args: &EvalArgs,
    is_first: bool,
) -> Result<(), CliError> {
    if args.json {
        let line = eval_json(item, result, elapsed, args.threads);
        return Ok(json::line(&mut io::stdout().lock(), &line)?);
    }
    let header = if is_first { result_table::header("value") } else { String::new() };
    let row = result_table::row(item, &result.score.to_string(), result, elapsed);
    output::print(&(header + &row))
}

fn eval_json(
    item: &InputPosition,
    result: &SearchResult,
    elapsed: Duration,
    threads: usize,
) -> EvalJson {
    EvalJson {
        id: item.id,
        position: item.position.to_string(),
        empties: item.position.board().n_empties(),
        value: result.score.discs(),
        best: result.best.map(|mv| mv.to_string()),
        pv: result.pv.iter().map(ToString::to_string).collect(),
        nodes: result.nodes,
        seconds: json::seconds(elapsed),
        threads,
        depth: result.depth,
        selectivity: result.selectivity.percent(),
    }
}
