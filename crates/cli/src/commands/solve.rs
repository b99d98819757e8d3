//! `willow solve`: exact results.

use serde::Serialize;
use willow_board::{Board, Move};
use willow_engine::{EngineOptions, Goal, MoveScore, SearchLimits, SearchResult};
use willow_eval::Score;

use super::positions::{PositionCommand, Request, Run};
use crate::args::SolveArgs;
use crate::error::CliError;
use crate::input::{self, InputPosition};
use crate::output;
use crate::progress::Progress;
use crate::search::{self, Searcher};
use crate::status::Status;
use crate::units;

/// What a solve tells of a position, documented in docs/json.md.
#[derive(Serialize)]
pub(super) struct SolveFigures {
    score: i32,
    nodes_without_filled: u64,
}

#[derive(Serialize)]
pub(super) struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    score: i32,
}

/// A solve of a position with more empty squares takes hours at least.
const HOURS_ABOVE: u32 = 30;
/// A solve of a position with more empty squares does not end in the lifetime of a machine.
const HOPELESS_ABOVE: u32 = 38;

/// The command with its arguments.
struct Solve<'a> {
    args: &'a SolveArgs,
    nodes_without_filled: u64,
}

impl Solve<'_> {
    const fn goal(&self) -> Goal {
        if self.args.wld { Goal::WinLossDraw } else { Goal::Exact }
    }

    /// Returns the result in discs, or only its sign.
    fn score(&self, result: &SearchResult) -> i32 {
        let score = result.score.rounded();
        if self.args.wld { score.sign() } else { score.value() }
    }
}

/// Runs the command.
pub(super) fn run(args: &SolveArgs) -> Result<Status, CliError> {
    let threads = args.threads.unwrap_or_else(search::all_cores);
    let request = Request {
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
    let mut run = Run::new(Solve { args, nodes_without_filled: 0 }, request)?;
    let n_items = items.len();
    for (index, item) in items.into_iter().enumerate() {
        run.progress.begin(index + 1, n_items);
        run.show(item)?;
    }
    run.finish()
}

impl PositionCommand for Solve<'_> {
    type Figures = SolveFigures;
    type MoveJson = MoveJson;

    const VALUE: &'static str = "score";

    fn prepare(&self, _searcher: &mut Searcher, item: &InputPosition) {
        warn_of_long_solve(item);
    }

    fn search(
        &mut self,
        searcher: &mut Searcher,
        board: &Board,
        progress: &Progress,
    ) -> SearchResult {
        let result = searcher.search(board, &SearchLimits::solve(self.goal()), progress);
        self.nodes_without_filled += result.nodes_without_filled();
        result
    }

    fn score_moves(
        &mut self,
        searcher: &mut Searcher,
        board: &Board,
        result: &mut SearchResult,
        progress: &Progress,
    ) -> Vec<MoveScore> {
        let solved = searcher.solve_all_moves(board, progress);
        let before = result.nodes_without_filled();
        result.nodes += solved.nodes;
        result.filled_boards += solved.filled_boards;
        self.nodes_without_filled += result.nodes_without_filled() - before;
        solved.moves
    }

    fn figures(&self, result: &SearchResult) -> SolveFigures {
        SolveFigures {
            score: self.score(result),
            nodes_without_filled: result.nodes_without_filled(),
        }
    }

    fn move_json(&self, mv: Move, score: Score) -> MoveJson {
        MoveJson { mv: mv.to_string(), score: score.rounded().value() }
    }

    fn value(&self, result: &SearchResult) -> String {
        match (self.goal(), self.score(result)) {
            (Goal::WinLossDraw, 1) => "win".to_owned(),
            (Goal::WinLossDraw, 0) => "draw".to_owned(),
            (Goal::WinLossDraw, _) => "loss".to_owned(),
            (_, discs) => format!("{discs:+}"),
        }
    }

    fn value_of_move(&self, score: Score) -> String {
        format!("{:>3}", score.rounded().to_string())
    }

    fn last_line(&self) -> String {
        text_without_filled(self.nodes_without_filled)
    }
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

/// Returns the line about the nodes as other programs count them.
fn text_without_filled(nodes: u64) -> String {
    format!(
        "{} nodes without filled boards, as Edax and Egaroucid count them\n",
        units::grouped(nodes)
    )
}
