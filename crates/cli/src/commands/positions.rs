//! What `solve` and `eval` share: each position of the INPUTs is searched, and its result is shown.

use std::time::Duration;

use serde::Serialize;
use willow_board::Move;
use willow_engine::{EngineOptions, Goal, SearchLimits, SearchResult};
use willow_eval::Score;

use super::result_table::{self, Totals};
use crate::error::CliError;
use crate::input::InputPosition;
use crate::json;
use crate::output;
use crate::progress::Progress;
use crate::search::{self, Searcher};
use crate::status::{InputErrors, Status};
use crate::units;

/// A solve of a position with more empty squares takes hours at least.
const HOURS_ABOVE: u32 = 30;
/// A solve of a position with more empty squares does not end in the lifetime of a machine.
const HOPELESS_ABOVE: u32 = 38;

/// The result of a search, and all legal moves with their scores if they were asked for.
struct Searched {
    result: SearchResult,
    /// Best first; a forced pass is a move.
    moves: Option<Vec<(Move, Score)>>,
    elapsed: Duration,
}

/// The JSON object of a position, documented in docs/json.md.
#[derive(Serialize)]
struct PositionJson {
    id: usize,
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

/// What is asked about each position.
#[derive(Clone, Copy)]
pub(super) enum Question {
    /// The value that a search with these limits finds.
    Value(SearchLimits),
    /// The exact result.
    Solve(Goal),
}

impl Question {
    const fn limits(&self) -> SearchLimits {
        match *self {
            Question::Value(limits) => limits,
            Question::Solve(goal) => SearchLimits::solve(goal),
        }
    }

    /// Returns the exact result in discs, or only its sign.
    fn score(&self, result: &SearchResult) -> i32 {
        let score = result.score.rounded();
        if matches!(self, Question::Solve(Goal::WinLossDraw)) {
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
            Question::Solve(_) => Figures::Score {
                score: self.score(result),
                nodes_without_filled: result.nodes_without_filled(),
            },
        }
    }

    fn move_json(&self, mv: Move, score: Score) -> MoveJson {
        let figure = match self {
            Question::Value(_) => MoveFigure::Value(score.discs()),
            Question::Solve(_) => MoveFigure::Score(score.rounded().value()),
        };
        MoveJson { mv: mv.to_string(), figure }
    }

    /// The name of the third column of the table.
    const fn column(&self) -> &'static str {
        match self {
            Question::Value(_) => "value",
            Question::Solve(_) => "score",
        }
    }

    fn text(&self, result: &SearchResult) -> String {
        match (self, self.score(result)) {
            (Question::Value(_), _) => result.score.to_string(),
            (Question::Solve(Goal::WinLossDraw), 1) => "win".to_owned(),
            (Question::Solve(Goal::WinLossDraw), 0) => "draw".to_owned(),
            (Question::Solve(Goal::WinLossDraw), _) => "loss".to_owned(),
            (Question::Solve(_), discs) => format!("{discs:+}"),
        }
    }

    fn text_of_move(&self, mv: Move, score: Score) -> String {
        match self {
            Question::Value(_) => format!("{mv} {:>6}", score.to_string()),
            Question::Solve(_) => format!("{mv} {:>3}", score.rounded().to_string()),
        }
    }
}

/// What the user asked for, whatever the command is.
#[derive(Clone, Copy)]
pub(super) struct Request {
    pub(super) question: Question,
    pub(super) options: EngineOptions,
    /// Whether all legal moves are scored.
    pub(super) all_moves: bool,
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
            let searched = self.search(&item);
            self.totals.add(&searched.result, searched.elapsed);
            self.progress.aside(|| self.print(&item, &searched))
        });
        outcome.or_else(|error| self.progress.aside(|| self.input_errors.report(error)))
    }

    fn search(&mut self, item: &InputPosition) -> Searched {
        let Run { request: Request { question, all_moves, .. }, searcher, progress, .. } = self;
        match question {
            // Values must not depend on earlier searches.
            Question::Value(_) => searcher.clear(),
            Question::Solve(_) => progress.aside(|| warn_of_long_solve(item)),
        }
        let (board, limits) = (item.position.board(), question.limits());
        let ((result, moves), elapsed) = search::timed(|| {
            let mut result = searcher.search(board, &limits, progress);
            let moves = all_moves.then(|| {
                if result.best == Some(Move::Pass) {
                    return vec![(Move::Pass, result.score)];
                }
                let scored = match question {
                    Question::Value(_) => searcher.score_all_moves(board, &limits, progress),
                    Question::Solve(_) => searcher.solve_all_moves(board, progress),
                };
                result.nodes += scored.nodes;
                result.filled_boards += scored.filled_boards;
                scored.moves.into_iter().map(|mv| (mv.square.into(), mv.score)).collect()
            });
            (result, moves)
        });
        Searched { result, moves, elapsed }
    }

    fn print(&self, item: &InputPosition, searched: &Searched) -> Result<(), CliError> {
        let Request { question, json: is_json, .. } = self.request;
        if is_json {
            return json::print(&self.json(item, searched));
        }
        let is_first = self.totals.positions == 1;
        let header = if is_first { result_table::header(question.column()) } else { String::new() };
        let Searched { result, moves, elapsed } = searched;
        let row = result_table::row(item, &question.text(result), result, *elapsed);
        let moves = moves.iter().flatten().map(|&(mv, score)| question.text_of_move(mv, score));
        output::print(&(header + &row + &result_table::moves(&moves.collect::<Vec<_>>())))
    }

    fn json(&self, item: &InputPosition, searched: &Searched) -> PositionJson {
        let Searched { result, moves, elapsed } = searched;
        let question = self.request.question;
        let of_moves = |moves: &Vec<(Move, Score)>| {
            moves.iter().map(|&(mv, score)| question.move_json(mv, score)).collect()
        };
        PositionJson {
            id: item.id,
            position: item.position.to_string(),
            empties: item.position.board().n_empties(),
            figures: question.figures(result),
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
            let mut text = self.totals.text(self.request.options.threads);
            if matches!(self.request.question, Question::Solve(_)) {
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
fn warn_of_long_solve(item: &InputPosition) {
    let n_empties = item.position.board().n_empties();
    let time = match n_empties {
        _ if item.position.is_game_over() => return,
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
