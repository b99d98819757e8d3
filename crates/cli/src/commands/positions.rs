//! Common part of `solve` and `eval`: searches each position of the INPUTs, and prints its result.

use std::ffi::OsString;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use willow_board::{Move, Position};
use willow_engine::{Accuracy, EngineOptions, Goal, SearchLimits, SearchResult};
use willow_eval::Score;

use super::requests::{
    LineKind, ProgressLine, Refusal, Request as OneRequest, RequestError, Requests,
};
use super::result_table::{self, Totals};
use crate::error::CliError;
use crate::input::InputPosition;
use crate::json;
use crate::output;
use crate::progress::Progress;
use crate::search::{self, Searcher};
use crate::status::{InputErrors, Status};
use crate::units;

/// A solve with more empties takes hours at least.
const SLOW_ABOVE_EMPTIES: u32 = 30;
/// A solve with more empties does not end in the lifetime of a machine.
const UNSOLVABLE_ABOVE_EMPTIES: u32 = 38;

/// The result of a search, and all legal moves with their scores if they were asked for.
struct Searched {
    result: SearchResult,
    /// Best first; a forced pass is a move.
    moves: Option<Vec<(Move, Score)>>,
    elapsed: Duration,
    is_stopped: bool,
}

/// The JSON object of a position, documented in docs/json.md.
#[derive(Serialize)]
struct PositionJson<'a> {
    id: &'a Value,
    position: String,
    empties: u32,
    #[serde(flatten)]
    figures: Figures,
    best: Option<String>,
    pv: Vec<String>,
    nodes: u64,
    seconds: f64,
    threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveJson>>,
    /// Whether the request was stopped before its limit.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    stopped: bool,
}

/// A result on the way, documented in docs/requests.md.
#[derive(Serialize)]
struct ProgressJson {
    depth: u32,
    selectivity: u32,
    value: f64,
    best: Option<String>,
    pv: Vec<String>,
    nodes: u64,
}

impl From<&SearchResult> for ProgressJson {
    fn from(result: &SearchResult) -> ProgressJson {
        ProgressJson {
            depth: result.depth,
            selectivity: result.selectivity.percent(),
            value: result.score.discs(),
            best: result.best.map(|mv| mv.to_string()),
            pv: result.pv.iter().map(ToString::to_string).collect(),
            nodes: result.nodes,
        }
    }
}

/// The figures that only one of the commands has.
#[derive(Serialize)]
#[serde(untagged)]
enum Figures {
    /// `selectivity` is the confidence of the selective search in percent; 100 is a full-width search.
    Value {
        value: f64,
        depth: u32,
        selectivity: u32,
    },
    Score {
        score: i32,
        nodes_without_filled: u64,
    },
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    figure: MoveFigure,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum MoveFigure {
    Value(f64),
    Score(i32),
}

/// The question about each position.
#[derive(Clone, Copy)]
pub(super) enum Question {
    /// The value that a search with these limits finds.
    Value(SearchLimits),
    /// The exact result, found within a time.
    Solve(Goal, Option<Duration>),
}

impl Question {
    const fn limits(&self) -> SearchLimits {
        match *self {
            Question::Value(limits) => limits,
            Question::Solve(goal, None) => SearchLimits::solve(goal),
            Question::Solve(goal, Some(time)) => SearchLimits {
                time: SearchLimits::move_time(time).time,
                ..SearchLimits::solve(goal)
            },
        }
    }

    /// Returns the exact result in discs, or only its sign.
    fn score(&self, result: &SearchResult) -> i32 {
        let score = result.score.rounded();
        if matches!(self, Question::Solve(Goal::WinLossDraw, _)) {
            score.sign()
        } else {
            score.value()
        }
    }

    fn figures(&self, result: &SearchResult) -> Figures {
        match self {
            Question::Value(_) => Figures::Value {
                value: result.score.discs(),
                depth: result.depth,
                selectivity: result.selectivity.percent(),
            },
            Question::Solve(..) => Figures::Score {
                score: self.score(result),
                nodes_without_filled: result.nodes_without_filled(),
            },
        }
    }

    fn move_json(&self, mv: Move, score: Score) -> MoveJson {
        let figure = match self {
            Question::Value(_) => MoveFigure::Value(score.discs()),
            Question::Solve(..) => MoveFigure::Score(score.rounded().value()),
        };
        MoveJson { mv: mv.to_string(), figure }
    }

    /// The name of the third column of the table.
    const fn column(&self) -> &'static str {
        match self {
            Question::Value(_) => "value",
            Question::Solve(..) => "score",
        }
    }

    /// Returns whether a result answers the question.
    fn is_answered(&self, result: &SearchResult) -> bool {
        match self {
            Question::Value(_) => true,
            Question::Solve(Goal::WinLossDraw, _) => result.accuracy != Accuracy::Estimated,
            Question::Solve(..) => result.accuracy == Accuracy::Exact,
        }
    }

    fn text(&self, result: &SearchResult) -> String {
        match (self, self.score(result)) {
            (Question::Value(_), _) => result.score.to_string(),
            (Question::Solve(Goal::WinLossDraw, _), 1) => "win".to_owned(),
            (Question::Solve(Goal::WinLossDraw, _), 0) => "draw".to_owned(),
            (Question::Solve(Goal::WinLossDraw, _), _) => "loss".to_owned(),
            (Question::Solve(..), discs) => format!("{discs:+}"),
        }
    }

    fn text_of_move(&self, mv: Move, score: Score) -> String {
        match self {
            Question::Value(_) => format!("{mv} {:>6}", score.to_string()),
            Question::Solve(..) => format!("{mv} {:>3}", score.rounded().to_string()),
        }
    }
}

/// The request of the user, shared by all commands.
#[derive(Clone, Copy)]
pub(super) struct Request {
    pub(super) question: Question,
    pub(super) options: EngineOptions,
    /// Whether all legal moves are scored.
    pub(super) all_moves: bool,
    /// Positions with more empties are refused.
    pub(super) max_empties: Option<u32>,
    pub(super) json: bool,
}

/// A command at work.
pub(super) struct Run {
    request: Request,
    searcher: Searcher,
    pub(super) progress: Progress,
    input_errors: InputErrors,
    totals: Totals,
}

impl Run {
    /// Makes an engine and a progress line.
    pub(super) fn new(request: Request) -> Result<Run, CliError> {
        Ok(Run {
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
            let searched = self
                .search(&item.position, item.id)
                .map_err(|error| CliError::failed(format!("position {}: {error}", item.id)))?;
            self.totals.add(&searched.result, searched.elapsed);
            self.progress.aside(|| self.print(&item, &searched))
        });
        outcome.or_else(|error| self.progress.aside(|| self.input_errors.report(error)))
    }

    /// Answers the lines of standard input as they arrive, if they are requests or positions.
    pub(super) fn answer_stdin(&mut self, inputs: &[OsString]) -> Result<Option<Status>, CliError> {
        let kind = LineKind::RequestsAndPositions;
        let Some(requests) = Requests::of_stdin(inputs, kind, &self.searcher.stop)? else {
            return Ok(None);
        };
        let of_command = self.request;
        let n_errors = requests.answer_all(|request| {
            self.request = of_command;
            self.answer(request)
        })?;
        Ok(Some(if n_errors == 0 { Status::Done } else { Status::Incomplete }))
    }

    fn answer(&mut self, request: &OneRequest) -> Result<(), RequestError> {
        let OneRequest { id, item, options } = request;
        let own = &mut self.request;
        own.all_moves |= options.top.is_some();
        own.max_empties = options.max_empties.or(own.max_empties);
        let limits = options.limits()?;
        match (&mut own.question, limits) {
            (_, None) => {}
            (Question::Value(own), Some(limits)) => *own = limits,
            (Question::Solve(_, own), Some(_)) => {
                *own = Some(options.time()?.ok_or(Refusal::SolveLimit)?);
            }
        }
        if let (true, Question::Solve(goal, time)) = (own.all_moves, own.question)
            && (time.is_some() || goal == Goal::WinLossDraw)
        {
            return Err(Refusal::LimitedTop.into());
        }
        if options.progress {
            let (id, stop) = (id.clone(), self.searcher.stop.clone());
            self.searcher.listener = Some(Box::new(move |result| {
                let line = ProgressLine { id: &id, progress: ProgressJson::from(result) };
                // The output is closed, so the search is useless. The answer fails, too.
                if json::print(&line).is_err() {
                    stop.raise();
                }
            }));
        }
        let number = id.as_u64().unwrap_or_default() as usize;
        let searched = self.search(item.position(), number);
        self.searcher.listener = None;
        let mut searched = searched?;
        if let (Some(moves), Some(top)) = (&mut searched.moves, options.top) {
            moves.truncate(top);
        }
        Ok(json::print(&self.json(id, item.position(), &searched))?)
    }

    /// Searches a position.
    ///
    /// # Errors
    /// It has too many empties, or was not solved.
    fn search(&mut self, position: &Position, id: usize) -> Result<Searched, Refusal> {
        let Run { request, searcher, progress, .. } = self;
        let Request { question, all_moves, max_empties, .. } = request;
        let n_empties = position.board().n_empties();
        if let Some(max_empties) = max_empties.filter(|&max| max < n_empties) {
            return Err(Refusal::TooManyEmpties { n_empties, max_empties });
        }
        match question {
            // Values must not depend on earlier searches.
            Question::Value(_) => searcher.clear(),
            Question::Solve(_, Some(_)) => {}
            Question::Solve(_, None) => progress.aside(|| warn_of_long_solve(position, id)),
        }
        let (board, limits) = (position.board(), question.limits());
        let ((result, moves), elapsed) = search::timed(|| {
            let scored = all_moves.then(|| match question {
                Question::Value(_) => searcher.score_all_moves(board, &limits, progress),
                Question::Solve(..) => searcher.solve_all_moves(board, progress),
            });
            let best = scored.as_ref().and_then(|scored| scored.best.clone());
            let result = best.unwrap_or_else(|| searcher.search(board, &limits, progress));
            let moves = scored.map(|scored| match result.best {
                Some(Move::Pass) => vec![(Move::Pass, result.score)],
                _ => scored.moves.iter().map(|mv| (mv.square.into(), mv.score)).collect(),
            });
            (result, moves)
        });
        let is_stopped = searcher.stop.is_raised();
        if !question.is_answered(&result) {
            return Err(if is_stopped { Refusal::Stopped } else { Refusal::OutOfTime });
        }
        Ok(Searched { result, moves, elapsed, is_stopped })
    }

    fn print(&self, item: &InputPosition, searched: &Searched) -> Result<(), CliError> {
        let Request { question, json: is_json, .. } = self.request;
        if is_json {
            return json::print(&self.json(&item.id.into(), &item.position, searched));
        }
        let is_first = self.totals.positions == 1;
        let header = if is_first { result_table::header(question.column()) } else { String::new() };
        let Searched { result, moves, elapsed, .. } = searched;
        let row = result_table::row(item, &question.text(result), result, *elapsed);
        let moves = moves.iter().flatten().map(|&(mv, score)| question.text_of_move(mv, score));
        output::print(&(header + &row + &result_table::moves(&moves.collect::<Vec<_>>())))
    }

    fn json<'a>(
        &self,
        id: &'a Value,
        position: &Position,
        searched: &Searched,
    ) -> PositionJson<'a> {
        let Searched { result, moves, elapsed, is_stopped } = searched;
        let question = self.request.question;
        let of_moves = |moves: &Vec<(Move, Score)>| {
            moves.iter().map(|&(mv, score)| question.move_json(mv, score)).collect()
        };
        PositionJson {
            id,
            position: position.to_string(),
            empties: position.board().n_empties(),
            figures: question.figures(result),
            best: result.best.map(|mv| mv.to_string()),
            pv: result.pv.iter().map(ToString::to_string).collect(),
            nodes: result.nodes,
            seconds: json::seconds(*elapsed),
            threads: self.request.options.threads,
            moves: moves.as_ref().map(of_moves),
            stopped: *is_stopped,
        }
    }

    /// Prints the totals.
    pub(super) fn finish(self) -> Result<Status, CliError> {
        drop(self.progress);
        if !self.request.json && 0 < self.totals.positions {
            let mut text = self.totals.text(self.request.options.threads);
            if matches!(self.request.question, Question::Solve(..)) {
                let nodes = units::grouped(self.totals.nodes_without_filled);
                text.extend([
                    &*nodes,
                    " nodes without filled boards, as Edax and Egaroucid count them\n",
                ]);
            }
            output::print(&text)?;
        }
        Ok(self.input_errors.status())
    }
}

/// Writes a note if a solve of the position takes longer than anybody waits.
fn warn_of_long_solve(position: &Position, id: usize) {
    let n_empties = position.board().n_empties();
    let time = match n_empties {
        _ if position.is_game_over() => return,
        0..=SLOW_ABOVE_EMPTIES => return,
        n if n <= UNSOLVABLE_ABOVE_EMPTIES => "may take hours or days",
        _ => "will not end",
    };
    output::note(&format!(
        "position {id}: solving {n_empties} empties {time}; Ctrl-C ends it, and `willow eval` \
         estimates the result"
    ));
}
