//! The work that techniques save at a fixed depth: boards, evaluations and time over the same
//! positions.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use willow_board::Board;
use willow_classics::paip::{
    Dialect, GeneralLimits, GeneralSearcher, Metareasoning, Othello, OthelloEvaluation, Problem,
    SquareOrder, Techniques, Value,
};
use willow_players::matches::OpeningSource;

use crate::reproduce::measurements::{MeasurementKey, Measurements};
use crate::reproduce::report::ExperimentReport;
use crate::reproduce::report_table::ReportTable;

/// The work of searching all positions.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct SearchWork {
    boards: u64,
    evaluations: u64,
    seconds: f64,
    /// The sum of the plies reached in all positions.
    plies: u32,
    /// The best moves, as the indices of their squares.
    best: Vec<usize>,
}

const NONE: Techniques = Techniques {
    aspiration: None,
    zero_window: false,
    hashing: false,
    plausible: None,
    non_speculative: false,
    metareasoning: None,
    endgame: None,
};

/// Returns the techniques that are measured with any evaluation. `window` is that of aspiration, in
/// units of the evaluation.
fn techniques(window: i32) -> Vec<(&'static str, Techniques)> {
    let aspiration = Some(Value::from_units(window));
    let (hashing, zero_window) = (true, true);
    let three = Techniques { aspiration, zero_window, hashing, ..NONE };
    vec![
        ("none of them", NONE),
        ("aspiration", Techniques { aspiration, ..NONE }),
        ("zero window", Techniques { zero_window, ..NONE }),
        ("hashing", Techniques { hashing, ..NONE }),
        ("hashing and zero window", Techniques { hashing, zero_window, ..NONE }),
        ("these three", three),
        ("forward pruning, 5 plausible moves", Techniques { plausible: Some(5), ..NONE }),
        ("forward pruning, 3 plausible moves", Techniques { plausible: Some(3), ..NONE }),
        (
            "metareasoning with the three",
            Techniques { metareasoning: Some(Metareasoning::Leads), ..three },
        ),
        (
            "metareasoning by variances with the three",
            Techniques { metareasoning: Some(Metareasoning::Variance), ..three },
        ),
    ]
}

/// The name of the technique that the book does not expect much of.
const NON_SPECULATIVE: &str = "non-speculative pruning";

/// The boards with non-speculative pruning.
#[derive(Clone, Copy, Debug)]
pub(super) struct NonSpeculativeWork {
    /// Their number as a part of that without it.
    pub(super) part: f64,
    /// The number of searched positions.
    pub(super) positions: usize,
}

/// Adds a table for each evaluation. Returns the work with non-speculative pruning.
pub(super) fn add(
    measurements: &mut Measurements<'_>,
    report: &mut ExperimentReport,
) -> Result<Option<NonSpeculativeWork>> {
    let mut non_speculative_work = None;
    let depth = measurements.full_or_quick(7, 4);
    let boards = positions(measurements.full_or_quick(60, 4))?;
    let non_speculative = vec![
        ("none of them", NONE),
        (NON_SPECULATIVE, Techniques { non_speculative: true, ..NONE }),
    ];
    let modified = OthelloEvaluation::MODIFIED_WEIGHTED_SQUARES;
    for (evaluation, window, techniques) in [
        (modified, 60, techniques(60)),
        (OthelloEvaluation::IAGO, 40_000, techniques(40_000)),
        (OthelloEvaluation::COUNT_DIFFERENCE, 0, non_speculative),
    ] {
        let aspired =
            if window == 0 { String::new() } else { format!(", aspiration +-{window} units") };
        let mut table = ReportTable::new(
            &format!(
                "{} positions after 16 to 35 random moves, {depth} plies by iterative deepening, \
                 {evaluation}{aspired}",
                boards.len()
            ),
            &[
                "technique",
                "boards",
                "of none",
                "evaluations",
                "of none",
                "ms",
                "mean plies",
                "same moves",
            ],
        );
        let mut plain: Option<SearchWork> = None;
        for (name, techniques) in techniques {
            let parameters = json!({
                "evaluation": evaluation,
                "technique": name,
                "aspiration": window,
                "depth": depth,
                "positions": boards.len(),
            });
            let key = MeasurementKey::new(format!("{evaluation}, {name}"), parameters);
            let work = measurements
                .get_or_measure(&key, || measure(evaluation, techniques, depth, &boards))?;
            let base = plain.get_or_insert_with(|| work.clone());
            if name == NON_SPECULATIVE {
                let part = work.boards as f64 / base.boards as f64;
                let positions = boards.len();
                non_speculative_work = Some(NonSpeculativeWork { part, positions });
            }
            table.add_row(cells(name, &work, base));
        }
        report.add_table(table);
    }
    Ok(non_speculative_work)
}

fn cells(name: &str, work: &SearchWork, base: &SearchWork) -> [String; 8] {
    let n = work.best.len();
    let same = work.best.iter().zip(&base.best).filter(|(one, other)| one == other).count();
    let part = |one: u64, all: u64| format!("{:.0}%", 100.0 * one as f64 / all as f64);
    [
        name.to_owned(),
        work.boards.to_string(),
        part(work.boards, base.boards),
        work.evaluations.to_string(),
        part(work.evaluations, base.evaluations),
        format!("{:.0}", 1000.0 * work.seconds),
        format!("{:.1}", f64::from(work.plies) / n as f64),
        part(same as u64, n as u64),
    ]
}

/// Returns positions in which the side to move has more than one move.
fn positions(n: u32) -> Result<Vec<Board>> {
    let mut boards = Vec::new();
    for number in 0..n {
        let plies = 16 + number % 20;
        let source = OpeningSource::Random { plies };
        let openings = source.openings(8, number.into())?;
        let choice = |game: &willow_board::Game| {
            let board = *game.position().board();
            (1 < board.legal_moves().count()).then_some(board)
        };
        boards.extend(openings.iter().find_map(choice));
    }
    Ok(boards)
}

fn measure(
    evaluation: &str,
    techniques: Techniques,
    depth: u32,
    boards: &[Board],
) -> Result<SearchWork> {
    let mut work = SearchWork::default();
    for board in boards {
        let evaluation =
            OthelloEvaluation::named(evaluation, board).context("the name is known")?;
        let problem = Problem {
            game: &Othello { order: SquareOrder::Static },
            evaluation: &evaluation,
            final_values: Dialect::Lisp.final_values(),
            dialect: Dialect::Lisp,
            stop: &|_| false,
        };
        let began = Instant::now();
        let result = GeneralSearcher::new(techniques)
            .search(
                &problem,
                board,
                GeneralLimits::depth(depth),
                &|_| Duration::ZERO,
                &|_| (),
                None,
            )
            .context("the position has a move")?;
        work.seconds += began.elapsed().as_secs_f64();
        work.boards += result.counts.boards;
        work.evaluations += result.counts.evaluations;
        work.plies += result.depth;
        work.best.push(result.best.index());
    }
    Ok(work)
}
