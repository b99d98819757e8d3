//! `willow eval --static`: one evaluation's value of a position and the parts it is made of.

use std::fmt::Write as _;
use std::io;

use serde::Serialize;
use willow_board::Board;
use willow_eval::{Evaluator, HandMade};

use crate::args::EvalArgs;
use crate::error::CliError;
use crate::input;
use crate::json;
use crate::status::{Problems, Status};

/// The evaluations that there are.
const NAMES: [&str; 1] = ["willow"];

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
    name: String,
    value: f64,
    weight: f64,
    contribution: f64,
}

/// Runs the command.
pub(super) fn run(args: &EvalArgs) -> Result<Status, CliError> {
    let by = name(args.by.as_deref().unwrap_or("willow"))?;
    let mut problems = Problems::default();
    for item in input::items(&args.inputs) {
        let outcome = item.and_then(|item| {
            let line = Line {
                position: item.position.to_string(),
                by,
                value: value(item.position.board()),
                features: Vec::new(),
            };
            if args.json {
                Ok(json::line(&mut io::stdout().lock(), &line)?)
            } else {
                super::print(&text(&line))
            }
        });
        if let Err(error) = outcome {
            problems.report(error)?;
        }
    }
    Ok(problems.status())
}

/// Returns the evaluation's name if it exists.
fn name(name: &str) -> Result<&'static str, CliError> {
    NAMES.into_iter().find(|&known| known == name).ok_or_else(|| {
        CliError::usage(format!("there is no evaluation `{name}`"))
            .with_hint(format!("the evaluations are: {}", NAMES.join(", ")))
    })
}

/// Returns the value for the side to move, in discs.
fn value(board: &Board) -> f64 {
    let score = |board: &Board| HandMade.evaluate(&HandMade.init(board), board).discs();
    if board.is_game_over() {
        f64::from(board.final_score().value())
    } else if board.legal_moves().is_empty() {
        // Evaluations judge boards whose side to move has a move.
        -score(&board.pass())
    } else {
        score(board)
    }
}

fn text(line: &Line) -> String {
    let mut text = format!("{}\n  {:<28}{:>10.2}\n", line.position, line.by, line.value);
    for feature in &line.features {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "    {:<26}{:>10.2} = {:>8.2} x {:.2}",
            feature.name, feature.contribution, feature.value, feature.weight
        );
    }
    text
}
