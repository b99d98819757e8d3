//! `willow eval --static`: one evaluation's value of a position and the parts it is made of.

use std::fmt::Write as _;
use std::io;

use serde::Serialize;
use willow_board::{Board, Position};
use willow_classics::{
    BillEntry, BillLine, BillVersion, EvaluationTerm, Iago1982Evaluation, Iago1982Weights,
    MliaEvaluation, OthelloEvaluation, bill_judgement,
};
use willow_eval::{Evaluator, FeatureValue, HandMade};

use crate::args::EvalArgs;
use crate::error::CliError;
use crate::input;
use crate::json;
use crate::status::{Problems, Status};

/// The name of the engine's own evaluation, learned from data.
const WILLOW: &str = "willow";
/// The name of the one that the engine had before, made of what the old programs name.
const HAND_MADE: &str = "hand-made";

/// The name of BILL's evaluation.
const BILL: &str = "bill";
/// What the names of BILL's versions begin with, as in a SPEC.
const BILLS_VERSION: &str = "bill:version=";

/// What is printed about a position, in the evaluation's own units.
#[derive(Serialize)]
struct Line {
    position: String,
    by: String,
    value: f64,
    features: Vec<FeatureLine>,
    /// What BILL's tables say of each line of the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<TableLine>,
}

/// A line of the board and the entry of its table; an edge begins and ends with its X-squares.
#[derive(Serialize)]
struct TableLine {
    squares: Vec<String>,
    #[serde(flatten)]
    entry: TableEntry,
}

/// An entry of one of BILL's tables, for the side to move less the other.
#[derive(Serialize)]
#[serde(untagged)]
enum TableEntry {
    Edge { edge: i32 },
    Internal { mobility: i32, occupied: i32 },
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
    let by = name(args.by.as_deref().unwrap_or(WILLOW))?;
    let mut problems = Problems::default();
    input::for_each(&args.inputs, |item| {
        let outcome = item.and_then(|item| {
            let line = line(&item.position, &by);
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
fn name(name: &str) -> Result<String, CliError> {
    let names = names();
    if names.iter().any(|known| known == name) || bills_version(name).is_some() {
        return Ok(name.to_owned());
    }
    Err(CliError::usage(format!("there is no evaluation `{name}`"))
        .with_hint(format!("the evaluations are: {}", names.join(", "))))
}

/// Returns the names of all evaluations.
fn names() -> Vec<String> {
    let others = [
        WILLOW,
        HAND_MADE,
        MliaEvaluation::NAME,
        MliaEvaluation::TUNED_NAME,
        Iago1982Evaluation::NAME,
        Iago1982Evaluation::TUNED,
        BILL,
    ];
    let bills = BillVersion::NAMED.into_iter().filter(|&(_, version)| version != BillVersion::Bill);
    let bills = bills.map(|(name, _)| format!("{BILLS_VERSION}{name}"));
    let classics = OthelloEvaluation::NAMES.iter().map(ToString::to_string);
    others.iter().map(ToString::to_string).chain(bills).chain(classics).collect()
}

/// Returns BILL's version of this name.
fn bills_version(by: &str) -> Option<BillVersion> {
    if by == BILL {
        return Some(BillVersion::Bill);
    }
    let wanted = by.strip_prefix(BILLS_VERSION)?;
    let mut versions = BillVersion::NAMED.into_iter();
    versions.find(|&(name, _)| name == wanted).map(|(_, version)| version)
}

/// Returns what is printed about a position.
fn line(position: &Position, by: &str) -> Line {
    if let Some(version) = bills_version(by) {
        return bills(position, by, version);
    }
    let board = position.board();
    let (value, features) = match OthelloEvaluation::named(by, board) {
        Some(classic) => {
            let features = classic.explain(board).into_iter().map(FeatureLine::from);
            (f64::from(classic.value(board).units()), features.collect())
        }
        None if by == MliaEvaluation::NAME => mlia(MliaEvaluation::ORIGINAL, board),
        None if by == MliaEvaluation::TUNED_NAME => mlia(MliaEvaluation::TUNED, board),
        None if by == Iago1982Evaluation::NAME => iago_1982(Iago1982Weights::Published, board),
        None if by == Iago1982Evaluation::TUNED => iago_1982(Iago1982Weights::Tuned, board),
        None if board.is_game_over() => {
            // Nothing is left to estimate.
            (f64::from(board.final_score().value()), Vec::new())
        }
        None if by == HAND_MADE => hand_made(board),
        None => learned(board),
    };
    let by = by.to_owned();
    Line { position: position.to_string(), by, value, features, lines: Vec::new() }
}

/// Returns what a version of BILL says about a position, line by line too.
fn bills(position: &Position, by: &str, version: BillVersion) -> Line {
    let judgement = bill_judgement(version, position.board());
    Line {
        position: position.to_string(),
        by: by.to_owned(),
        value: judgement.value.into(),
        features: judgement.terms.into_iter().map(FeatureLine::from).collect(),
        lines: judgement.lines.iter().map(TableLine::from).collect(),
    }
}

/// Returns MLia's value and its six characteristics for the side to move: where White is, the paper's, which
/// are Black's, with their signs changed.
fn mlia(evaluation: MliaEvaluation, board: &Board) -> (f64, Vec<FeatureLine>) {
    let features = evaluation.explain(board).into_iter().map(FeatureLine::from);
    (evaluation.value(board), features.collect())
}

/// Returns the value of a board by IAGO of 1982 and its four factors.
fn iago_1982(weights: Iago1982Weights, board: &Board) -> (f64, Vec<FeatureLine>) {
    let evaluation = Iago1982Evaluation::weighed(board, weights);
    let features = evaluation.explain(board).into_iter().map(FeatureLine::from);
    (f64::from(evaluation.value(board)), features.collect())
}

/// Returns the learned value of a board, in discs, and what every pattern on it adds.
fn learned(board: &Board) -> (f64, Vec<FeatureLine>) {
    let evaluator = willow_weights::evaluator();
    let value = evaluator.evaluate(&evaluator.init(board), board).discs();
    let (parts, constant) = evaluator.explain(board);
    let line = |name: String, value: f64, discs: f64| FeatureLine {
        name,
        value,
        weight: discs,
        contribution: discs,
    };
    let parts = parts.into_iter().map(|part| {
        let squares: String = part.squares.iter().map(ToString::to_string).collect();
        line(format!("{} {squares}", part.shape), f64::from(part.index), part.discs)
    });
    (value, parts.chain([line("constant".to_owned(), 1.0, constant)]).collect())
}

/// Returns the hand-made value of a board, in discs, and its parts.
fn hand_made(board: &Board) -> (f64, Vec<FeatureLine>) {
    let evaluation = HandMade::default();
    let score = evaluation.evaluate(&evaluation.init(board), board);
    (score.discs(), evaluation.explain(board).into_iter().map(FeatureLine::from).collect())
}

impl From<EvaluationTerm> for FeatureLine {
    fn from(term: EvaluationTerm) -> FeatureLine {
        let EvaluationTerm { name, value, weight, contribution } = term;
        FeatureLine { name: name.to_owned(), value, weight, contribution }
    }
}

impl From<&BillLine> for TableLine {
    fn from(line: &BillLine) -> TableLine {
        let entry = match line.entry {
            BillEntry::Edge(edge) => TableEntry::Edge { edge },
            BillEntry::Internal { mobility, occupied } => {
                TableEntry::Internal { mobility, occupied }
            }
        };
        TableLine { squares: line.squares.iter().map(ToString::to_string).collect(), entry }
    }
}

impl From<FeatureValue> for FeatureLine {
    fn from(feature: FeatureValue) -> FeatureLine {
        FeatureLine {
            name: feature.name.to_owned(),
            value: f64::from(feature.value),
            weight: feature.weight,
            contribution: feature.contribution,
        }
    }
}

fn text(line: &Line) -> String {
    /// The width of the names of the old programs' features.
    const LEAST_WIDTH: usize = 28;
    let longest = line.features.iter().map(|feature| feature.name.len() + 1).max();
    let width = longest.unwrap_or_default().max(LEAST_WIDTH);
    let mut text = format!("{}\n{:+8.2}  {}\n", line.position, line.value, line.by);
    for FeatureLine { name, value, weight, contribution } in &line.features {
        // No tail of binary fractions.
        let value = (value * 1e6).round() / 1e6;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{contribution:+8.2}  {name:<width$}{value:>+4} x {weight:+.3}");
    }
    for TableLine { squares, entry } in &line.lines {
        let entry = match entry {
            TableEntry::Edge { edge } => format!("edge {edge:+}"),
            TableEntry::Internal { mobility, occupied } => {
                format!("mobility {mobility:+}, occupied {occupied:+}")
            }
        };
        let _ = writeln!(text, "          {:<30}{entry}", squares.join(" "));
    }
    text
}
