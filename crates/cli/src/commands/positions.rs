//! What `solve` and `eval` share: each position of the INPUTs is searched, and its result is shown.

use std::io;
use std::time::Duration;

use serde::Serialize;
use willow_board::{Board, Move};
use willow_engine::{EngineOptions, MoveScore, SearchResult};
use willow_eval::Score;

use super::result_table::{self, Totals};
use crate::error::CliError;
use crate::input::InputPosition;
use crate::json;
use crate::output;
use crate::progress::Progress;
use crate::search::{self, Searcher};
use crate::status::{InputErrors, Status};

/// The result of a search, and all legal moves with their scores if they were asked for.
pub(super) struct Searched {
    pub(super) result: SearchResult,
    /// Best first; a forced pass is a move.
    pub(super) moves: Option<Vec<(Move, Score)>>,
    pub(super) elapsed: Duration,
}

/// The JSON object of a position, documented in docs/json.md.
#[derive(Serialize)]
struct PositionJson<F, M> {
    id: usize,
    position: String,
    empties: u32,
    #[serde(flatten)]
    figures: F,
    best: Option<String>,
    pv: Vec<String>,
    nodes: u64,
    seconds: f64,
    threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<M>>,
}

/// What the user asked for, whatever the command is.
#[derive(Clone, Copy)]
pub(super) struct Request {
    pub(super) options: EngineOptions,
    /// Whether all legal moves are scored.
    pub(super) all_moves: bool,
    pub(super) json: bool,
}

/// A command that searches positions.
pub(super) trait PositionCommand {
    /// The figures in the JSON object of a position that the other command does not have.
    type Figures: Serialize;
    /// The JSON object of a move.
    type MoveJson: Serialize;

    /// The name of the third column of the table.
    const VALUE: &'static str;

    /// Prepares the engine for the next position. The time for it does not count.
    fn prepare(&self, searcher: &mut Searcher, item: &InputPosition);

    /// Searches a board.
    fn search(
        &mut self,
        searcher: &mut Searcher,
        board: &Board,
        progress: &Progress,
    ) -> SearchResult;

    /// Scores all legal moves of a board. Their nodes are added to those of its result.
    fn score_moves(
        &mut self,
        searcher: &mut Searcher,
        board: &Board,
        result: &mut SearchResult,
        progress: &Progress,
    ) -> Vec<MoveScore>;

    /// Returns the figures of a result.
    fn figures(&self, result: &SearchResult) -> Self::Figures;

    /// Returns the object of a move.
    fn move_json(&self, mv: Move, score: Score) -> Self::MoveJson;

    /// Returns the value of a result for people.
    fn value(&self, result: &SearchResult) -> String;

    /// Returns the value of a move for people.
    fn value_of_move(&self, score: Score) -> String;

    /// Returns what stands below the totals.
    fn last_line(&self) -> String {
        String::new()
    }
}

/// A command at work.
pub(super) struct Run<C> {
    command: C,
    request: Request,
    searcher: Searcher,
    pub(super) progress: Progress,
    input_errors: InputErrors,
    totals: Totals,
}

impl<C: PositionCommand> Run<C> {
    /// Makes an engine and a progress line.
    pub(super) fn new(command: C, request: Request) -> Result<Run<C>, CliError> {
        Ok(Run {
            command,
            searcher: Searcher::new(request.options)?,
            request,
            progress: Progress::spinner(),
            input_errors: InputErrors::default(),
            totals: Totals::default(),
        })
    }

    /// Searches a position and shows its result, or what is wrong with it.
    pub(super) fn show(&mut self, item: Result<InputPosition, CliError>) -> Result<(), CliError> {
        let outcome = item.and_then(|item| {
            let searched = self.search(&item);
            self.totals.add(searched.result.nodes, searched.elapsed);
            self.progress.aside(|| self.print(&item, &searched))
        });
        outcome.or_else(|error| self.progress.aside(|| self.input_errors.report(error)))
    }

    fn search(&mut self, item: &InputPosition) -> Searched {
        let Run { command, request, searcher, progress, .. } = self;
        progress.aside(|| command.prepare(searcher, item));
        let board = item.position.board();
        let ((result, moves), elapsed) = search::timed(|| {
            let mut result = command.search(searcher, board, progress);
            let moves = request.all_moves.then(|| {
                if result.best == Some(Move::Pass) {
                    return vec![(Move::Pass, result.score)];
                }
                let moves = command.score_moves(searcher, board, &mut result, progress);
                moves.into_iter().map(|mv| (mv.square.into(), mv.score)).collect()
            });
            (result, moves)
        });
        Searched { result, moves, elapsed }
    }

    fn print(&self, item: &InputPosition, searched: &Searched) -> Result<(), CliError> {
        if self.request.json {
            let line = self.json(item, searched);
            return Ok(json::line(&mut io::stdout().lock(), &line)?);
        }
        let is_first = self.totals.positions == 1;
        let header = if is_first { result_table::header(C::VALUE) } else { String::new() };
        let Searched { result, moves, elapsed } = searched;
        let row = result_table::row(item, &self.command.value(result), result, *elapsed);
        let moves = moves.iter().flatten();
        let moves = moves.map(|(mv, score)| format!("{mv} {}", self.command.value_of_move(*score)));
        output::print(&(header + &row + &result_table::moves(&moves.collect::<Vec<_>>())))
    }

    fn json(
        &self,
        item: &InputPosition,
        searched: &Searched,
    ) -> PositionJson<C::Figures, C::MoveJson> {
        let Searched { result, moves, elapsed } = searched;
        let of_moves = |moves: &Vec<(Move, Score)>| {
            moves.iter().map(|&(mv, score)| self.command.move_json(mv, score)).collect()
        };
        PositionJson {
            id: item.id,
            position: item.position.to_string(),
            empties: item.position.board().n_empties(),
            figures: self.command.figures(result),
            best: result.best.map(|mv| mv.to_string()),
            pv: result.pv.iter().map(ToString::to_string).collect(),
            nodes: result.nodes,
            seconds: json::seconds(*elapsed),
            threads: self.request.options.threads,
            moves: moves.as_ref().map(of_moves),
        }
    }

    /// Prints the totals.
    pub(super) fn finish(self) -> Result<Status, CliError> {
        drop(self.progress);
        if !self.request.json && 0 < self.totals.positions {
            let totals = self.totals.text(self.request.options.threads);
            output::print(&(totals + &self.command.last_line()))?;
        }
        Ok(self.input_errors.status())
    }
}
