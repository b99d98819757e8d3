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
    /// The JSON object of a position, documented in docs/json.md.
    type Json: Serialize;

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

    fn json(&self, item: &InputPosition, searched: &Searched) -> Self::Json;

    fn rows(&self, item: &InputPosition, searched: &Searched) -> String;

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
            let line = self.command.json(item, searched);
            return Ok(json::line(&mut io::stdout().lock(), &line)?);
        }
        let is_first = self.totals.positions == 1;
        let header = if is_first { result_table::header(C::VALUE) } else { String::new() };
        output::print(&(header + &self.command.rows(item, searched)))
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
