//! `willow solve`: exact results.

use std::fmt::Write as _;
use std::io;
use std::time::Duration;

use serde::Serialize;
use willow_board::{Move, Position};
use willow_engine::{EngineOptions, Goal, SearchLimits, SearchResult};
use willow_eval::Score;

use super::result_table::{self, Totals};
use crate::args::SolveArgs;
use crate::error::CliError;
use crate::input::{self, InputPosition};
use crate::json;
use crate::output;
use crate::progress::Progress;
use crate::search::{self, Searcher};
use crate::status::{InputErrors, Status};
use crate::units;

/// The JSON object of a position, documented in docs/json.md.
#[derive(Serialize)]
struct SolveJson {
    id: usize,
    position: String,
    empties: u32,
    score: i32,
    best: Option<String>,
    pv: Vec<String>,
    nodes: u64,
    nodes_without_filled: u64,
    seconds: f64,
    threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveJson>>,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    score: i32,
}

/// The result of solving a position.
struct Solution {
    result: SearchResult,
    moves: Option<Vec<(Move, Score)>>,
    elapsed: Duration,
}

/// A solve of a position with more empty squares takes hours at least.
const HOURS_ABOVE: u32 = 30;
/// A solve of a position with more empty squares does not end in the lifetime of a machine.
const HOPELESS_ABOVE: u32 = 38;

/// Runs the command.
pub(super) fn run(args: &SolveArgs) -> Result<Status, CliError> {
    let threads = args.threads.unwrap_or_else(search::all_cores);
    let mut searcher = Searcher::new(EngineOptions { threads, hash_bytes: args.hash })?;
    // All positions are read first, so that the progress line knows how many there are.
    let mut items = Vec::new();
    input::for_each(&args.inputs, |item| {
        items.push(item);
        Ok(())
    })?;
    let progress = Progress::spinner();
    let mut input_errors = InputErrors::default();
    let mut totals = Totals::default();
    let mut nodes_without_filled = 0;
    let n_items = items.len();
    for (index, item) in items.into_iter().enumerate() {
        progress.begin(index + 1, n_items);
        let outcome = item.and_then(|item| {
            progress.aside(|| warn_of_long_solve(&item));
            let solution = solve(&mut searcher, &item.position, args, &progress);
            totals.add(solution.result.nodes, solution.elapsed);
            nodes_without_filled += solution.result.nodes_without_filled();
            progress.aside(|| show(&item, &solution, args, threads, totals.positions == 1))
        });
        outcome.or_else(|error| progress.aside(|| input_errors.report(error)))?;
    }
    drop(progress);
    if !args.json && 0 < totals.positions {
        output::print(&(totals.text(threads) + &text_without_filled(nodes_without_filled)))?;
    }
    Ok(input_errors.status())
}

/// Writes a note if a solve of the position takes longer than anybody waits.
fn warn_of_long_solve(item: &InputPosition) {
    let n_empties = item.position.board().n_empties();
    let time = match n_empties {
        0..=HOURS_ABOVE => return,
        n if n <= HOPELESS_ABOVE => "may take hours or days",
        _ => "will not end",
    };
    output::note(&format!(
        "position {}: a solve with {n_empties} empty squares {time}; Ctrl-C ends it, and `willow eval` \
         estimates the result",
        item.id
    ));
}

fn solve(
    searcher: &mut Searcher,
    position: &Position,
    args: &SolveArgs,
    progress: &Progress,
) -> Solution {
    let goal = if args.wld { Goal::WinLossDraw } else { Goal::Exact };
    let limits = SearchLimits::solve(goal);
    let ((result, moves), elapsed) = search::timed(|| {
        let mut result = searcher.search(position.board(), &limits, progress);
        let moves = args.all_moves.then(|| all_moves(searcher, position, &mut result, progress));
        (result, moves)
    });
    Solution { result, moves, elapsed }
}

/// Returns every legal move with its score, best first; a forced pass is a move. The nodes of their
/// solves are added to the result's.
fn all_moves(
    searcher: &mut Searcher,
    position: &Position,
    result: &mut SearchResult,
    progress: &Progress,
) -> Vec<(Move, Score)> {
    if result.best == Some(Move::Pass) {
        return vec![(Move::Pass, result.score)];
    }
    let solved = searcher.solve_all_moves(position.board(), progress);
    result.nodes += solved.nodes;
    result.filled_boards += solved.filled_boards;
    solved.moves.into_iter().map(|mv| (mv.square.into(), mv.score)).collect()
}

fn show(
    item: &InputPosition,
    solution: &Solution,
    args: &SolveArgs,
    threads: usize,
    is_first: bool,
) -> Result<(), CliError> {
    if args.json {
        let line = solve_json(item, solution, args.wld, threads);
        return Ok(json::line(&mut io::stdout().lock(), &line)?);
    }
    let header = if is_first { result_table::header("score") } else { String::new() };
    output::print(&(header + &text(item, solution, args.wld)))
}

fn solve_json(item: &InputPosition, solution: &Solution, wld: bool, threads: usize) -> SolveJson {
    let Solution { result, moves, elapsed } = solution;
    let move_json = |(mv, score): &(Move, Score)| MoveJson {
        mv: mv.to_string(),
        score: score.rounded().value(),
    };
    SolveJson {
        id: item.id,
        position: item.position.to_string(),
        empties: item.position.board().n_empties(),
        score: score(result, wld),
        best: result.best.map(|mv| mv.to_string()),
        pv: result.pv.iter().map(ToString::to_string).collect(),
        nodes: result.nodes,
        nodes_without_filled: result.nodes_without_filled(),
        seconds: json::seconds(*elapsed),
        threads,
        moves: moves.as_ref().map(|moves| moves.iter().map(move_json).collect()),
    }
}

/// Returns the line about the nodes as other programs count them.
fn text_without_filled(nodes: u64) -> String {
    format!(
        "{} nodes without filled boards, as Edax and Egaroucid count them\n",
        units::grouped(nodes)
    )
}

/// Returns the result in discs, or only its sign.
fn score(result: &SearchResult, wld: bool) -> i32 {
    let score = result.score.rounded();
    if wld { score.sign() } else { score.value() }
}

fn text(item: &InputPosition, solution: &Solution, wld: bool) -> String {
    let score = match score(&solution.result, wld) {
        1 if wld => "win".to_owned(),
        0 if wld => "draw".to_owned(),
        _ if wld => "loss".to_owned(),
        discs => format!("{discs:+}"),
    };
    let mut text = result_table::row(item, &score, &solution.result, solution.elapsed);
    for chunk in solution.moves.iter().flat_map(|moves| moves.chunks(MOVES_A_LINE)) {
        let moves: Vec<String> = chunk
            .iter()
            .map(|(mv, score)| format!("{mv} {:>3}", score.rounded().to_string()))
            .collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}{}", " ".repeat(MOVES_INDENT), moves.join("  "));
    }
    text
}

/// So many moves with their scores fit in a line of 80 columns.
const MOVES_A_LINE: usize = 8;
/// Where the moves begin.
const MOVES_INDENT: usize = 7;
