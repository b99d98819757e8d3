//! The speeds of BILL and of IAGO (table I-1), and why they are not as far apart as the report's.
//!
//! The report calls the speed of IAGO's evaluation its greatest problem: it "required many expensive operations",
//! where BILL looks its values up. How IAGO counted the report does not say: that it went square by square is our
//! assumption. Ours counts by shifting sets of 64 squares. What that changes is measured by counting the
//! same factors on an array.

use std::hint::black_box;
use std::time::Instant;

use anyhow::Result;
use serde::{Deserialize, Serialize};
use serde_json::json;
use willow_board::Board;
use willow_classics::bill::{Bill, Constants};
use willow_classics::iago_1982::{self, Iago1982};
use willow_classics::{Control, Limits, Program};

use crate::reproduce::array_board::{ArrayBoard, iago_1982_factors, n_moves};
use crate::reproduce::bill_games::lost_to_aldaron;
use crate::reproduce::bill_turns::{GameTurn, midgame, select_turns, turns};
use crate::reproduce::measurements::{MeasurementKey, Measurements};
use crate::reproduce::report_table::ReportTable;
use crate::reproduce::simulated_machine::{BILL_NODES_PER_SECOND, IAGO_NODES_PER_SECOND};
use crate::reproduce::verdict::{ClaimTest, ComparedFigure, PaperClaim, Sample, Tolerance};
use crate::statistics::mean_and_deviation;

/// The depths of BILL's and IAGO's searches in plies for their branching factors.
const DEPTHS: [u32; 2] = [8, 6];

/// The depth of both for their speeds: searches of less than a millisecond, so that other work on the
/// machine seldom falls into the fastest.
const SPEED_DEPTH: u32 = 5;

/// The turns of the game that are searched, of both sides.
const TURNS: std::ops::RangeInclusive<u32> = 5..=24;

/// The number of runs. The fastest gives the speed: the load of the machine makes the others
/// slower.
const RUNS: u32 = 20;

/// How often the positions are evaluated for the cost of an evaluation.
const EVALUATIONS: usize = 4;

/// The speed of a program's search on this machine.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Speed {
    /// Nodes a second.
    nodes: f64,
    /// Evaluations a second.
    evaluations: f64,
    /// The branching factor, by the evaluations.
    pub(super) factor: f64,
}

/// The cost of IAGO's work at a node on this machine, in seconds: with sets of 64 squares, and square by
/// square.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Costs {
    evaluation: [f64; 2],
    moves: [f64; 2],
}

/// The speeds of both programs.
pub(super) struct Speeds {
    pub(super) bill: Speed,
    pub(super) iago: Speed,
    costs: Costs,
    depth: u32,
    /// Whether the times can be compared.
    times: Sample,
}

impl Speeds {
    pub(super) fn measure(measurements: &mut Measurements<'_>) -> Result<Speeds> {
        let [bill_depth, iago_depth] = DEPTHS.map(|depth| measurements.full_or_quick(depth, 3));
        let runs = measurements.full_or_quick(RUNS, 1) as usize;
        let key = |name: &str, depth| {
            let parameters = json!({
                "depth": depth, "speed_depth": SPEED_DEPTH, "runs": runs, "turns": "5-24"
            });
            MeasurementKey::new(name, parameters)
        };
        let bill = measurements.get_or_measure(&key("speed of BILL", bill_depth), || {
            Ok(speed(|| Bill::new(midgame(Constants::HISTORICAL)), bill_depth, runs))
        })?;
        let options =
            iago_1982::Options { has_book: false, solves: false, ..iago_1982::Options::default() };
        let iago = measurements
            .get_or_measure(&key("speed of IAGO of 1982", iago_depth), || {
                Ok(speed(|| Iago1982::new(options), iago_depth, runs))
            })?;
        let costs = measurements
            .get_or_measure(&key("cost of IAGO's evaluation", 0), || Ok(measure_costs(runs)))?;
        let times = measurements
            .sample_of_times(|name| name.starts_with("speed of ") || name.starts_with("cost of "));
        Ok(Speeds { bill, iago, costs, depth: bill_depth, times })
    }

    /// Returns how many nodes a second IAGO would search if it counted square by square: each evaluated
    /// node costs the dearer evaluation, each other one the dearer list of moves.
    fn iago_by_squares(&self) -> f64 {
        let evaluated = self.iago.evaluations / self.iago.nodes;
        let dearer = |[bits, squares]: [f64; 2]| squares - bits;
        let seconds = 1.0 / self.iago.nodes
            + evaluated * dearer(self.costs.evaluation)
            + (1.0 - evaluated).max(0.0) * dearer(self.costs.moves);
        1.0 / seconds
    }

    /// Returns the lines of table I-1 about speed.
    pub(super) fn add_rows(&self, table: &mut ReportTable) {
        let whole = |value: f64| format!("{value:.0}");
        table.add_row([
            "nodes a second".to_owned(),
            whole(IAGO_NODES_PER_SECOND),
            whole(BILL_NODES_PER_SECOND),
            whole(self.iago.nodes),
            whole(self.iago_by_squares()),
            whole(self.bill.nodes),
        ]);
        table.add_row([
            "evaluations a second".to_owned(),
            String::new(),
            String::new(),
            whole(self.iago.evaluations),
            whole(self.iago_by_squares() * self.iago.evaluations / self.iago.nodes),
            whole(self.bill.evaluations),
        ]);
    }

    /// Says where the difference comes from.
    pub(super) fn text(&self) -> String {
        let ns = |seconds: f64| format!("{:.0}", 1e9 * seconds);
        let [bits, squares] = self.costs.evaluation;
        let [moves_bits, moves_squares] = self.costs.moves;
        format!(
            "Why IAGO is not slow here: its evaluation takes {} ns with sets of 64 squares and {} ns square by \
             square, as we assume that a program of 1982 counted, but without the savings that it may have had, {:.0} \
             times as long; a list of moves takes {} and {} ns. In the \
             report BILL searches {:.1} times as many nodes a second as IAGO; here {:.1} times, and {:.1} times if \
             IAGO's factors and moves were counted square by square. Nothing of IAGO's evaluation that the report \
             names is left out: edge table, internal stability, current and potential mobility are there.",
            ns(bits),
            ns(squares),
            squares / bits,
            ns(moves_bits),
            ns(moves_squares),
            BILL_NODES_PER_SECOND / IAGO_NODES_PER_SECOND,
            self.bill.nodes / self.iago.nodes,
            self.bill.nodes / self.iago_by_squares(),
        )
    }

    /// Returns the report's thesis: looking up is several times faster than counting.
    pub(super) fn claims(&self) -> Vec<PaperClaim> {
        let claim = |claim: &str, ours: f64| {
            let paper = BILL_NODES_PER_SECOND / IAGO_NODES_PER_SECOND;
            PaperClaim {
                claim: claim.to_owned(),
                test: ClaimTest::Figures(
                    Tolerance::WithinPart(0.5),
                    vec![ComparedFigure::new(paper, ours)],
                ),
                sample: Sample::at_least(self.depth as usize, DEPTHS[0] as usize, "plies")
                    .and(self.times.clone()),
            }
        };
        vec![
            claim(
                "table I-1: nodes a second of BILL, as a multiple of IAGO's",
                self.bill.nodes / self.iago.nodes,
            ),
            claim(
                "the same, IAGO counting square by square, as we assume for 1982",
                self.bill.nodes / self.iago_by_squares(),
            ),
        ]
    }
}

/// Searches the turns of one game, and returns the speed of the fastest runs of each, and the branching
/// factor to a greater depth.
fn speed<P: Program>(make: impl Fn() -> P, depth: u32, runs: usize) -> Speed {
    let turns = select_turns(&turns(&lost_to_aldaron().game), None, &TURNS);
    let searched: Vec<Vec<(u64, u64, f64)>> =
        (0..runs).map(|_| run(make(), SPEED_DEPTH, &turns)).collect();
    let shortest =
        |turn: usize| searched.iter().map(|run| run[turn].2).fold(f64::INFINITY, f64::min);
    let seconds: f64 = (0..searched[0].len()).map(shortest).sum();
    let sum = |of: fn(&(u64, u64, f64)) -> u64| searched[0].iter().map(of).sum::<u64>() as f64;
    let factors: Vec<f64> = run(make(), depth, &turns)
        .iter()
        .map(|(_, evaluations, _)| (*evaluations as f64).powf(1.0 / f64::from(depth)))
        .collect();
    Speed {
        nodes: sum(|one| one.0) / seconds,
        evaluations: sum(|one| one.1) / seconds,
        factor: mean_and_deviation(&factors).0,
    }
}

/// Returns nodes, evaluations and seconds of each search.
fn run(mut program: impl Program, depth: u32, turns: &[GameTurn]) -> Vec<(u64, u64, f64)> {
    program.start_game();
    let search = |turn: &GameTurn| {
        let began = Instant::now();
        let choice = program.choose(&turn.root(), &Limits::depth(depth), Control::UNTIMED);
        let seconds = began.elapsed().as_secs_f64();
        choice.map_or((0, 0, seconds), |choice| (choice.nodes, choice.evaluations, seconds))
    };
    turns.iter().map(search).collect()
}

fn measure_costs(runs: usize) -> Costs {
    let turns = select_turns(&turns(&lost_to_aldaron().game), None, &TURNS);
    let boards: Vec<Board> = turns.iter().map(|turn| *turn.root().position.board()).collect();
    let arrays: Vec<ArrayBoard> = boards.iter().map(ArrayBoard::of).collect();
    let evaluate = |board: &Board| i64::from(iago_1982::Evaluation::of_root(board).value(board));
    // The edges are looked up on both.
    let edges = |board: &Board| willow_classics::iago::edge_values(board).iter().sum::<i32>();
    let pairs: Vec<(Board, ArrayBoard)> = boards.iter().copied().zip(arrays.clone()).collect();
    Costs {
        evaluation: [
            fastest(&boards, runs, evaluate),
            fastest(&pairs, runs, |(board, array)| {
                iago_1982_factors(array).iter().sum::<f64>() as i64 + i64::from(edges(board))
            }),
        ],
        moves: [
            fastest(&boards, runs, |board| i64::from(board.legal_moves().count())),
            fastest(&arrays, runs, |array| n_moves(array) as i64),
        ],
    }
}

/// Returns the seconds that a function takes for one of the items, of the fastest run.
fn fastest<T>(items: &[T], runs: usize, of: impl Fn(&T) -> i64) -> f64 {
    let time = || {
        let began = Instant::now();
        for _ in 0..EVALUATIONS {
            for item in items {
                black_box(of(black_box(item)));
            }
        }
        began.elapsed().as_secs_f64() / (EVALUATIONS * items.len()) as f64
    };
    (0..runs).map(|_| time()).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::verdict::{ClaimResult, VerdictReport};

    #[test]
    fn the_cost_of_counting_decides_the_thesis() {
        let speed = |nodes| Speed { nodes, evaluations: nodes / 2.0, factor: 4.0 };
        let costs = Costs { evaluation: [1e-7, 1.3e-6], moves: [1e-8, 1e-8] };
        let times = Sample::Sufficient;
        let mut speeds = Speeds { bill: speed(1e7), iago: speed(1e7), costs, depth: 8, times };
        // 0.1 and 0.5 x 1.2 microseconds a node.
        assert!((speeds.iago_by_squares() * 0.7e-6 - 1.0).abs() < 1e-9);
        let report = VerdictReport::of(&speeds.claims());
        let results: Vec<ClaimResult> = report.claims.iter().map(|one| one.result).collect();
        assert_eq!(results, [ClaimResult::DoesNotHold, ClaimResult::Holds]);
        assert!(speeds.text().contains("100 ns with sets of 64 squares and 1300 ns"));
        speeds.times = Sample::Insufficient("noise".to_owned());
        let report = VerdictReport::of(&speeds.claims());
        assert!(report.claims.iter().all(|one| one.result == ClaimResult::CannotBeCompared));
    }
}
