//! `willow eval`: what a position is worth, by searching it.

use std::io;
use std::time::Duration;

use serde::Serialize;
use willow_engine::{EngineOptions, Level, SearchLimits, SearchResult};

use super::rows::{self, Totals};
use crate::args::{EvalArgs, LimitArgs};
use crate::error::CliError;
use crate::input::{self, Item};
use crate::json;
use crate::progress::Progress;
use crate::search::{self, Searcher};
use crate::status::{Problems, Status};

/// The level that is searched when the user names no limit.
const DEFAULT_LEVEL: u32 = 10;

/// What is printed about a position. The order of the fields is that of the documentation.
#[derive(Serialize)]
struct Line {
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
    /// In percent; 100 leaves nothing out.
    selectivity: u32,
}

/// Runs the command.
pub(super) fn run(args: &EvalArgs) -> Result<Status, CliError> {
    let limits = limits(&args.limit);
    let options = EngineOptions { threads: args.threads, ..EngineOptions::default() };
    let mut searcher = Searcher::new(options)?;
    let progress = Progress::spinner();
    let mut problems = Problems::default();
    let mut totals = Totals::default();
    input::for_each(&args.inputs, |item| {
        let outcome = item.and_then(|item| {
            // Values must not depend on what was searched before.
            searcher.clear();
            let (result, elapsed) =
                search::timed(|| searcher.search(item.position.board(), &limits, &progress));
            totals.add(result.nodes, elapsed);
            progress.aside(|| show(&item, &result, elapsed, args, totals.positions == 1))
        });
        outcome.or_else(|error| progress.aside(|| problems.report(error)))
    })?;
    drop(progress);
    if !args.json && 0 < totals.positions {
        super::print(&totals.text(args.threads))?;
    }
    Ok(problems.status())
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
    item: &Item,
    result: &SearchResult,
    elapsed: Duration,
    args: &EvalArgs,
    is_first: bool,
) -> Result<(), CliError> {
    if args.json {
        let line = json_line(item, result, elapsed, args.threads);
        return Ok(json::line(&mut io::stdout().lock(), &line)?);
    }
    let header = if is_first { rows::header("value") } else { String::new() };
    let row = rows::row(item, &result.score.to_string(), result, elapsed);
    super::print(&(header + &row))
}

fn json_line(item: &Item, result: &SearchResult, elapsed: Duration, threads: usize) -> Line {
    Line {
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
