//! `willow eval --static`: the value of one evaluation function and its terms.

use std::fmt::Write as _;

use serde::Serialize;
use willow_board::{Board, Position};
use willow_classics::paip::OthelloEvaluation;
use willow_classics::{EvaluationTerm, bill, iago_1982, mlia};
use willow_eval::{Evaluator, FeatureValue, HandMade};
use willow_players::Signed;

use super::eval::print_each;
use crate::args::EvalArgs;
use crate::error::CliError;
use crate::players;
use crate::status::Status;

/// The name of the engine's own evaluation, learned from data.
const WILLOW: &str = "willow";
/// The name of the engine's earlier evaluation, whose terms were chosen by hand.
const HAND_MADE: &str = "hand-made";

/// The name of BILL's evaluation.
const BILL: &str = "bill";
/// The prefix of the names of BILL's versions, as in a SPEC.
const BILL_VERSION_PREFIX: &str = "bill:version=";

/// The JSON object of a position, in the evaluation's own units.
#[derive(Serialize)]
struct StaticEvalJson {
    position: String,
    by: String,
    value: f64,
    /// The terms that the value is the sum of.
    features: Vec<EvaluationTerm>,
    /// The entries of BILL's tables for each line of the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<BillLineJson>,
}

/// A line of the board and its table entry; an edge begins and ends with its X-squares.
#[derive(Serialize)]
struct BillLineJson {
    squares: Vec<String>,
    #[serde(flatten)]
    entry: BillEntryJson,
}

/// An entry of one of BILL's tables: the side to move minus the opponent.
#[derive(Serialize)]
#[serde(untagged)]
enum BillEntryJson {
    Edge { edge: i32 },
    Internal { mobility: i32, occupied: i32 },
}

/// Runs the command.
pub(super) fn run(args: &EvalArgs) -> Result<Status, CliError> {
    let by = args.by.as_deref().unwrap_or(WILLOW);
    let bill = bill(by)?;
    print_each(args, |item| Ok(evaluate(&item.position, by, bill.as_ref())), text)
}

/// Checks the name of an evaluation. Returns the program if it is one of BILL's, which is a SPEC.
fn bill(name: &str) -> Result<Option<bill::Bill>, CliError> {
    if name == BILL || name.starts_with("bill:") {
        return Ok(willow_players::bill_program(&players::parse(name)?)?);
    }
    let names = names();
    if names.iter().any(|known| known == name) {
        return Ok(None);
    }
    Err(CliError::usage(format!("unknown evaluation `{name}`"))
        .with_hint(format!("the evaluations are: {}", names.join(", "))))
}

/// Returns the names of all evaluations.
fn names() -> Vec<String> {
    let others = [
        WILLOW,
        HAND_MADE,
        mlia::Evaluation::NAME,
        mlia::Evaluation::TUNED_NAME,
        iago_1982::Evaluation::NAME,
        iago_1982::Evaluation::TUNED,
        BILL,
    ];
    let evaluate_by_bill =
        bill::Version::NAMED.into_iter().filter(|&(_, version)| version != bill::Version::Bill);
    let evaluate_by_bill = evaluate_by_bill.map(|(name, _)| format!("{BILL_VERSION_PREFIX}{name}"));
    let classics = OthelloEvaluation::NAMES.iter().map(ToString::to_string);
    others.iter().map(ToString::to_string).chain(evaluate_by_bill).chain(classics).collect()
}

/// Evaluates a position by an evaluation whose name was checked, for the side to move. MLia's paper has
/// the characteristics from Black's point of view: with White to move, the signs are changed.
fn evaluate(position: &Position, by: &str, bill: Option<&bill::Bill>) -> StaticEvalJson {
    let board = position.board();
    let mlia = |mlia: mlia::Evaluation| (mlia.value(board), mlia.explain(board));
    let iago = |weights: iago_1982::Weights| {
        let evaluation = iago_1982::Evaluation::weighed(board, weights);
        (f64::from(evaluation.value(board)), evaluation.explain(board))
    };
    let mut lines = Vec::new();
    let (value, features) = match by {
        // Of a game that is over the value is the exact result.
        WILLOW | HAND_MADE if board.is_game_over() => {
            (f64::from(board.final_score().value()), Vec::new())
        }
        WILLOW => learned(board),
        HAND_MADE => hand_made(board),
        mlia::Evaluation::NAME => mlia(mlia::Evaluation::ORIGINAL),
        mlia::Evaluation::TUNED_NAME => mlia(mlia::Evaluation::TUNED),
        iago_1982::Evaluation::NAME => iago(iago_1982::Weights::Published),
        iago_1982::Evaluation::TUNED => iago(iago_1982::Weights::Tuned),
        _ => {
            if let Some(bill) = bill {
                let explanation = bill.explain(board);
                lines = explanation.lines.iter().map(BillLineJson::from).collect();
                (explanation.value.into(), explanation.terms)
            } else {
                let paip = OthelloEvaluation::named(by, board)
                    .expect("`bill` refuses names that are not in `names()`");
                (f64::from(paip.value(board).units()), paip.explain(board))
            }
        }
    };
    StaticEvalJson { position: position.to_string(), by: by.to_owned(), value, features, lines }
}

/// Returns the learned value of a board, in discs, and the contribution of every pattern.
fn learned(board: &Board) -> (f64, Vec<EvaluationTerm>) {
    let evaluator = willow_eval::weights::evaluator();
    let value = evaluator.evaluate(&evaluator.init(board), board).discs();
    let (parts, constant) = evaluator.explain(board);
    let line = |name: String, value: f64, discs: f64| EvaluationTerm {
        name: name.into(),
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
fn hand_made(board: &Board) -> (f64, Vec<EvaluationTerm>) {
    let evaluation = HandMade::default();
    let score = evaluation.evaluate(&evaluation.init(board), board);
    let term = |feature: FeatureValue| EvaluationTerm {
        name: feature.name.into(),
        value: feature.value.into(),
        weight: feature.weight,
        contribution: feature.contribution,
    };
    (score.discs(), evaluation.explain(board).into_iter().map(term).collect())
}

impl From<&bill::LineExplanation> for BillLineJson {
    fn from(line: &bill::LineExplanation) -> BillLineJson {
        let entry = match line.entry {
            bill::TableEntry::Edge(edge) => BillEntryJson::Edge { edge },
            bill::TableEntry::Internal { mobility, occupied } => {
                BillEntryJson::Internal { mobility, occupied }
            }
        };
        BillLineJson { squares: line.squares.iter().map(ToString::to_string).collect(), entry }
    }
}

fn text(line: &StaticEvalJson) -> String {
    /// The width of the names of the old programs' features.
    const MIN_WIDTH: usize = 28;
    let longest = line.features.iter().map(|feature| feature.name.len() + 1).max();
    let width = longest.unwrap_or_default().max(MIN_WIDTH);
    let mut text = format!("{}\n{:8.2}  {}\n", line.position, Signed(line.value), line.by);
    for EvaluationTerm { name, value, weight, contribution } in &line.features {
        // Rounds away the error of binary fractions.
        let value = (value * 1e6).round() / 1e6 + 0.0;
        // Writing to a string cannot fail.
        let (contribution, weight) = (Signed(*contribution), Signed(*weight));
        let _ = writeln!(text, "{contribution:8.2}  {name:<width$}{value:>+4} x {weight:.3}");
    }
    for BillLineJson { squares, entry } in &line.lines {
        let entry = match entry {
            BillEntryJson::Edge { edge } => format!("edge {edge:+}"),
            BillEntryJson::Internal { mobility, occupied } => {
                format!("mobility {mobility:+}, occupied {occupied:+}")
            }
        };
        let _ = writeln!(text, "          {:<30}{entry}", squares.join(" "));
    }
    text
}
