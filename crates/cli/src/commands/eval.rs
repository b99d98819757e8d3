//! `willow eval`: the value of positions, by a search.

use serde::Serialize;
use willow_board::{Board, Move};
use willow_engine::{EngineOptions, Level, MoveScore, SearchLimits, SearchResult};
use willow_eval::Score;

use super::positions::{PositionCommand, Request, Run, Searched};
use super::result_table;
use crate::args::{EvalArgs, LimitArgs};
use crate::error::CliError;
use crate::input::{self, InputPosition};
use crate::json;
use crate::progress::Progress;
use crate::search::Searcher;
use crate::status::Status;

/// The default level.
const DEFAULT_LEVEL: u32 = 10;

/// The JSON object of a position, documented in docs/json.md.
#[derive(Serialize)]
pub(super) struct EvalJson {
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

/// The command with its arguments.
struct Eval {
    limits: SearchLimits,
    threads: usize,
}

/// Runs the command.
pub(super) fn run(args: &EvalArgs) -> Result<Status, CliError> {
    let request = Request {
        options: EngineOptions { threads: args.threads, ..EngineOptions::default() },
        all_moves: args.all_moves,
        json: args.json,
    };
    let command = Eval { limits: limits(&args.limit), threads: args.threads };
    let mut run = Run::new(command, request)?;
    input::for_each(&args.inputs, |item| run.show(item))?;
    run.finish()
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

impl PositionCommand for Eval {
    type Json = EvalJson;

    const VALUE: &'static str = "value";

    /// Values must not depend on earlier searches.
    fn prepare(&self, searcher: &mut Searcher, _item: &InputPosition) {
        searcher.clear();
    }

    fn search(
        &mut self,
        searcher: &mut Searcher,
        board: &Board,
        progress: &Progress,
    ) -> SearchResult {
        searcher.search(board, &self.limits, progress)
    }

    fn score_moves(
        &mut self,
        searcher: &mut Searcher,
        board: &Board,
        result: &mut SearchResult,
        progress: &Progress,
    ) -> Vec<MoveScore> {
        let (moves, n_nodes) = searcher.score_all_moves(board, &self.limits, progress);
        result.nodes += n_nodes;
        moves
    }

    fn json(&self, item: &InputPosition, searched: &Searched) -> EvalJson {
        eval_json(item, searched, self.threads)
    }

    fn rows(&self, item: &InputPosition, searched: &Searched) -> String {
        let Searched { result, moves, elapsed } = searched;
        let row = result_table::row(item, &result.score.to_string(), result, *elapsed);
        let values = moves.iter().flatten().map(|(mv, score)| format!("{mv} {score:>6}"));
        row + &result_table::moves(&values.collect::<Vec<_>>())
    }
}

fn eval_json(item: &InputPosition, searched: &Searched, threads: usize) -> EvalJson {
    let Searched { result, moves, elapsed } = searched;
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
