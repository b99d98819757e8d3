//! `willow eval --static`: one evaluation's value of a position and the parts it is made of.

use std::fmt::Write as _;
use std::io;

use serde::Serialize;
use willow_board::{Board, Color, Position};
use willow_classics::{EvaluationTerm, MliaEvaluation, OthelloEvaluation};
use willow_eval::{Evaluator, FeatureValue, HandMade};

use crate::args::EvalArgs;
use crate::error::CliError;
use crate::input;
use crate::json;
use crate::status::{Problems, Status};

/// The name of the engine's own evaluation.
const WILLOW: &str = "willow";

/// What is printed about a position, in the evaluation's own units.
#[derive(Serialize)]
struct Line {
    position: String,
    by: &'static str,
    value: f64,
    features: Vec<FeatureLine>,
}

/// One of the parts whose contributions add up to the value.
#[derive(Serialize)]
struct FeatureLine {
    name: &'static str,
    value: f64,
    weight: f64,
    contribution: f64,
}

/// Runs the command.
pub(super) fn run(args: &EvalArgs) -> Result<Status, CliError> {
    let by = name(args.by.as_deref().unwrap_or(WILLOW))?;
    let mut problems = Problems::default();
    input::for_each(&args.inputs, |item| {
        let outcome = item.and_then(|item| {
            let line = line(&item.position, by);
            if args.json {
                Ok(json::line(&mut io::stdout().lock(), &line)?)
            } else {
                super::print(&text(&line))
            }
        });
        outcome.or_else(|error| problems.report(error))
    })?;
    Ok(problems.status())
}

/// Returns the evaluation's name if it exists.
fn name(name: &str) -> Result<&'static str, CliError> {
    let names = [&[WILLOW, MliaEvaluation::NAME], &OthelloEvaluation::NAMES[..]].concat();
    names.iter().copied().find(|&known| known == name).ok_or_else(|| {
        CliError::usage(format!("there is no evaluation `{name}`"))
            .with_hint(format!("the evaluations are: {}", names.join(", ")))
    })
}

/// Returns what is printed about a position.
fn line(position: &Position, by: &'static str) -> Line {
    let board = position.board();
    let (value, features) = match OthelloEvaluation::named(by, board) {
        Some(classic) => {
            let features = classic.explain(board).into_iter().map(FeatureLine::from);
            (f64::from(classic.value(board).units()), features.collect())
        }
        None if by == MliaEvaluation::NAME => mlia(position),
        None => modern(board),
    };
    Line { position: position.to_string(), by, value, features }
}

/// Returns MLia's value and its six characteristics: Black's, whoever is to move.
fn mlia(position: &Position) -> (f64, Vec<FeatureLine>) {
    let board = match position.side_to_move() {
        Color::Black => *position.board(),
        Color::White => position.board().pass(),
    };
    let evaluation = MliaEvaluation::ORIGINAL;
    let features = evaluation.explain(&board).into_iter().map(FeatureLine::from);
    (evaluation.value(&board), features.collect())
}

/// Returns the engine's value of a board, in discs, and its parts.
fn modern(board: &Board) -> (f64, Vec<FeatureLine>) {
    if board.is_game_over() {
        // Nothing is left to estimate.
        return (f64::from(board.final_score().value()), Vec::new());
    }
    let evaluation = HandMade::default();
    let score = evaluation.evaluate(&evaluation.init(board), board);
    (score.discs(), evaluation.explain(board).into_iter().map(FeatureLine::from).collect())
}

impl From<EvaluationTerm> for FeatureLine {
    fn from(term: EvaluationTerm) -> FeatureLine {
        let EvaluationTerm { name, value, weight, contribution } = term;
        FeatureLine { name, value, weight, contribution }
    }
}

impl From<FeatureValue> for FeatureLine {
    fn from(feature: FeatureValue) -> FeatureLine {
        FeatureLine {
            name: feature.name,
            value: f64::from(feature.value),
            weight: feature.weight,
            contribution: feature.contribution,
        }
    }
}

fn text(line: &Line) -> String {
    let mut text = format!("{}\n{:+8.2}  {}\n", line.position, line.value, line.by);
    for FeatureLine { name, value, weight, contribution } in &line.features {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{contribution:+8.2}  {name:<28}{value:>+4} x {weight:+.3}");
    }
    text
}
