//! `willow eval`: the value of positions, by a search.

use std::io;
use std::time::Duration;

use serde::Serialize;
use willow_board::{Move, Position};
use willow_engine::{EngineOptions, Level, SearchLimits, SearchResult};
use willow_eval::Score;

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
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveJson>>,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    value: f64,
}

/// The result of a search, and the values of all moves if they were asked for.
struct Evaluation {
    result: SearchResult,
    moves: Option<Vec<(Move, Score)>>,
    elapsed: Duration,
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
            let evaluation = evaluate(&mut searcher, &item.position, &limits, args, &progress);
            totals.add(evaluation.result.nodes, evaluation.elapsed);
            progress.aside(|| show(&item, &evaluation, args, totals.positions == 1))
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

fn evaluate(
    searcher: &mut Searcher,
    position: &Position,
    limits: &SearchLimits,
    args: &EvalArgs,
    progress: &Progress,
) -> Evaluation {
    let ((result, moves), elapsed) = search::timed(|| {
        let mut result = searcher.search(position.board(), limits, progress);
        let moves = args.all_moves.then(|| {
            if result.best == Some(Move::Pass) {
                return vec![(Move::Pass, result.score)];
            }
            let (moves, n_nodes) = searcher.score_all_moves(position.board(), limits, progress);
            result.nodes += n_nodes;
            moves.into_iter().map(|mv| (mv.square.into(), mv.score)).collect()
        });
        (result, moves)
    });
    Evaluation { result, moves, elapsed }
}

fn show(
    item: &InputPosition,
    evaluation: &Evaluation,
    args: &EvalArgs,
    is_first: bool,
) -> Result<(), CliError> {
    if args.json {
        let line = eval_json(item, evaluation, args.threads);
        return Ok(json::line(&mut io::stdout().lock(), &line)?);
    }
    let Evaluation { result, moves, elapsed } = evaluation;
    let header = if is_first { result_table::header("value") } else { String::new() };
    let row = result_table::row(item, &result.score.to_string(), result, *elapsed);
    let values = moves.iter().flatten().map(|(mv, score)| format!("{mv} {score:>6}"));
    output::print(&(header + &row + &result_table::moves(&values.collect::<Vec<_>>())))
}

fn eval_json(item: &InputPosition, evaluation: &Evaluation, threads: usize) -> EvalJson {
    let Evaluation { result, moves, elapsed } = evaluation;
    let move_json =
        |(mv, score): &(Move, Score)| MoveJson { mv: mv.to_string(), value: score.discs() };
    EvalJson {
        id: item.id,
        position: item.position.to_string(),
        empties: item.position.board().n_empties(),
        value: result.score.discs(),
        best: result.best.map(|mv| mv.to_string()),
        pv: result.pv.iter().map(ToString::to_string).collect(),
        nodes: result.nodes,
        seconds: json::seconds(*elapsed),
        threads,
        depth: result.depth,
        selectivity: result.selectivity.percent(),
        moves: moves.as_ref().map(|moves| moves.iter().map(move_json).collect()),
    }
}
