//! Exercise 18.5 of PAIP: how much faster Iago becomes by efficiency measures (experiment ex18.5).
//!
//! The exercise asks for declarations, which a Lisp of 1992 needed to compile arithmetic. The measure
//! that counts today is the board: the book's array of 100 squares against two sets of 64 bits, under
//! the same search and the same evaluation.

use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use serde::{Deserialize, Serialize};
use serde_json::json;
use willow_board::Board;
use willow_classics::paip::{
    Dialect, Evaluation, GameRules, Method, Othello, OthelloEvaluation, Problem, SquareOrder,
    move_number, search,
};

use super::array_board::{ArrayBoard, ArrayIago, ArrayOthello};
use super::bill_games::lost_to_aldaron;
use super::game_curves::after_moves;
use super::measurements::{MeasurementKey, Measurements};
use super::report::ExperimentReport;
use super::report_table::ReportTable;
use super::verdict::{ClaimTest, ComparedFigure, PaperClaim, Sample, Tolerance};

/// The plies at which the book gives Iago's time: "about 20 seconds per move".
const BOOKS_DEPTH: u32 = 4;
const BOOKS_SECONDS: f64 = 20.0;

/// The moves of the game before the searched positions.
const MOVES: std::ops::RangeInclusive<usize> = 8..=40;

/// How often every search is timed; the shortest time counts.
const REPEATS: usize = 5;

/// The searches of all positions by a search method, on one kind of board.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Speed {
    boards: u64,
    evaluations: u64,
    seconds: f64,
}

/// Makes a method that searches so many plies.
type MethodOfDepth = fn(u32) -> Method;

/// The search methods: the book's steps from minimax to killer moves.
const METHODS: [(&str, MethodOfDepth); 3] = [
    ("full minimax", |depth| Method::Minimax { depth }),
    ("alpha-beta", |depth| Method::AlphaBeta { depth }),
    ("alpha-beta with killer moves", |depth| Method::AlphaBetaKiller { depth }),
];

/// Takes the measurements and writes the report.
pub(super) fn run(measurements: &mut Measurements<'_>) -> Result<ExperimentReport> {
    let mut report = ExperimentReport::new(
        "ex18.5",
        "efficiency measures for Iago",
        "PAIP (Norvig 1992), section 18.12 and exercise 18.5",
    );
    let depth = measurements.full_or_quick(BOOKS_DEPTH, 2);
    let boards: Vec<Board> = MOVES
        .step_by(4)
        .map(|moves| *after_moves(&lost_to_aldaron().game, moves).board())
        .collect();
    report.add_text(format!(
        "Iago's evaluation and search at {depth} plies in {} positions of {}. The same program is run with the \
         book's board, an array of 100 squares that is looked at square by square, and with two sets of 64 bits, \
         whose moves and neighbours are found by shifting all squares at once. Both visit the same positions.",
        boards.len(),
        lost_to_aldaron().title()
    ));
    let mut rows = Vec::new();
    for (name, method) in METHODS {
        let method = method(depth);
        let mut measure = |board: &str, speed: &dyn Fn() -> Result<Speed>| {
            let parameters = json!({ "depth": depth, "positions": boards.len(), "board": board });
            let key = MeasurementKey::new(format!("{name}, {board}"), parameters);
            measurements.get_or_measure(&key, speed)
        };
        let by_array = measure("array", &|| array_speed(method, &boards))?;
        let by_bits = measure("bitboards", &|| bitboard_speed(method, &boards))?;
        rows.push((name, [by_array, by_bits]));
    }
    report.add_table(table(&rows, boards.len()));
    let sample = Sample::at_least(depth as usize, BOOKS_DEPTH as usize, "plies")
        .and(measurements.sample_of_times(|_| true));
    report.add_verdict(&[books_claim(&rows, boards.len(), sample.clone())]);
    report.add_checks(&checks(&rows, sample));
    report.add_comment(
        "2026-11-23",
        "The exercise itself cannot be done here: declarations of types change nothing in a language that has \
         them everywhere. The book prints no figure of its answer; its 20 seconds at 4 plies are of an Explorer II.",
    );
    Ok(report)
}

fn array_speed(method: Method, boards: &[Board]) -> Result<Speed> {
    let searched = |board: &Board| {
        let iago = ArrayIago { move_number: move_number(board) };
        (ArrayOthello, iago, ArrayBoard::of(board))
    };
    sum(boards.iter().map(|board| {
        let (game, iago, state) = searched(board);
        timed(method, &game, &iago, &state)
    }))
}

fn bitboard_speed(method: Method, boards: &[Board]) -> Result<Speed> {
    sum(boards.iter().map(|board| {
        let game = Othello { order: SquareOrder::Static };
        let iago = OthelloEvaluation::named(OthelloEvaluation::IAGO, board).context("Iago")?;
        timed(method, &game, &iago, board)
    }))
}

fn sum(mut speeds: impl Iterator<Item = Result<Speed>>) -> Result<Speed> {
    speeds.try_fold(Speed::default(), |sum, one| {
        let one = one?;
        Ok(Speed {
            boards: sum.boards + one.boards,
            evaluations: sum.evaluations + one.evaluations,
            seconds: sum.seconds + one.seconds,
        })
    })
}

/// Searches a position a few times and keeps the shortest time.
fn timed<G: GameRules, E: Evaluation<G>>(
    method: Method,
    game: &G,
    evaluation: &E,
    state: &G::State,
) -> Result<Speed> {
    let problem = Problem {
        game,
        evaluation,
        final_values: Dialect::Lisp.final_values(),
        dialect: Dialect::Lisp,
        stop: &|_| false,
    };
    let mut speed = Speed { seconds: f64::INFINITY, ..Speed::default() };
    for _ in 0..REPEATS {
        let began = Instant::now();
        let found = search(method, &problem, state);
        let seconds = began.elapsed().as_secs_f64();
        ensure!(found.best.is_some(), "the positions have moves");
        let counts = found.counts;
        speed = Speed {
            boards: counts.boards,
            evaluations: counts.evaluations,
            seconds: speed.seconds.min(seconds),
        };
    }
    Ok(speed)
}

fn table(rows: &[(&str, [Speed; 2])], positions: usize) -> ReportTable {
    let mut table = ReportTable::new(
        "The same searches on two kinds of boards",
        &[
            "search",
            "boards",
            "evaluations",
            "array, ms a move",
            "bitboards, ms a move",
            "times as fast",
        ],
    );
    for (name, [array, bits]) in rows {
        let per_move = |speed: &Speed| format!("{:.2}", 1000.0 * speed.seconds / positions as f64);
        table.add_row([
            (*name).to_owned(),
            bits.boards.to_string(),
            bits.evaluations.to_string(),
            per_move(array),
            per_move(bits),
            format!("{:.1}", array.seconds / bits.seconds),
        ]);
    }
    table
}

/// Returns what the book says of Iago's speed.
fn books_claim(rows: &[(&str, [Speed; 2])], positions: usize, sample: Sample) -> PaperClaim {
    let killer = rows.last().map_or(f64::NAN, |(_, [array, _])| array.seconds / positions as f64);
    PaperClaim {
        claim: "Iago needs 20 seconds a move at 4 plies with the array".to_owned(),
        test: ClaimTest::Figures(
            Tolerance::WithinPart(0.5),
            vec![ComparedFigure::new(BOOKS_SECONDS, killer)],
        ),
        sample,
    }
}

/// Returns what must be true of the comparison: that the same is searched, and that the other board pays.
fn checks(rows: &[(&str, [Speed; 2])], sample: Sample) -> Vec<PaperClaim> {
    let work = |pick: fn(&Speed) -> u64| -> Vec<ComparedFigure> {
        let pairs = rows.iter().map(|(_, [array, bits])| (pick(array) as f64, pick(bits) as f64));
        pairs.map(|(array, bits)| ComparedFigure::new(array, bits)).collect()
    };
    let ratios = rows.iter().map(|(_, [array, bits])| array.seconds / bits.seconds);
    let value = ratios.fold(f64::INFINITY, f64::min);
    vec![
        PaperClaim {
            claim: "both boards lead to the same searches: boards and evaluations".to_owned(),
            test: ClaimTest::Figures(
                Tolerance::Equal,
                [work(|speed| speed.boards), work(|speed| speed.evaluations)].concat(),
            ),
            sample: Sample::Sufficient,
        },
        PaperClaim {
            claim: "another board makes Iago faster: how many times, at least".to_owned(),
            test: ClaimTest::Above { limit: 1.0, value, error: 0.0 },
            sample,
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_boards_are_searched_alike() {
        let boards: Vec<Board> =
            [10, 30].map(|moves| *after_moves(&lost_to_aldaron().game, moves).board()).to_vec();
        for (name, method) in METHODS {
            let (array, bits) = (
                array_speed(method(2), &boards).unwrap(),
                bitboard_speed(method(2), &boards).unwrap(),
            );
            assert_eq!(
                (array.boards, array.evaluations),
                (bits.boards, bits.evaluations),
                "{name}"
            );
            assert!(0.0 < array.seconds && 0.0 < bits.seconds);
        }
    }
}
