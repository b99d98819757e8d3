//! `willow eval`: the value of positions, by a search.

use std::io;

use serde::Serialize;
use willow_board::{Board, Move};
use willow_engine::{EngineOptions, Level, MoveScore, SearchLimits, SearchResult};
use willow_eval::Score;

use super::positions::{PositionCommand, Request, Run};
use crate::args::{EvalArgs, LimitArgs};
use crate::error::CliError;
use crate::input::{self, InputPosition};
use crate::progress::Progress;
use crate::search::Searcher;
use crate::status::{InputErrors, Status};
use crate::{json, output};

/// The default level.
const DEFAULT_LEVEL: u32 = 10;

/// What a search tells of a position, documented in docs/json.md.
#[derive(Serialize)]
pub(super) struct EvalFigures {
    value: f64,
    depth: u32,
    /// The confidence of the selective search in percent; 100 is a full-width search.
    selectivity: u32,
}

#[derive(Serialize)]
pub(super) struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    value: f64,
}

/// The command with its arguments.
struct Eval {
    limits: SearchLimits,
}

/// Runs the command.
pub(super) fn run(args: &EvalArgs) -> Result<Status, CliError> {
    let request = Request {
        options: EngineOptions { threads: args.threads, ..EngineOptions::default() },
        all_moves: args.all_moves,
        json: args.json,
    };
    let mut run = Run::new(Eval { limits: limits(&args.limit) }, request)?;
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
            if args.json {
                Ok(json::line(&mut io::stdout().lock(), &found)?)
            } else {
                output::print(&text(&found))
            }
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

impl PositionCommand for Eval {
    type Figures = EvalFigures;
    type MoveJson = MoveJson;

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

    fn figures(&self, result: &SearchResult) -> EvalFigures {
        EvalFigures {
            value: result.score.discs(),
            depth: result.depth,
            selectivity: result.selectivity.percent(),
        }
    }

    fn move_json(&self, mv: Move, score: Score) -> MoveJson {
        MoveJson { mv: mv.to_string(), value: score.discs() }
    }

    fn value(&self, result: &SearchResult) -> String {
        result.score.to_string()
    }

    fn value_of_move(&self, score: Score) -> String {
        format!("{:>6}", score.to_string())
    }
}
