//! The effect of move ordering (PAIP, sections 18.9 to 18.11; experiment x3).

mod fixnums;
mod orders;

use std::time::Instant;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use willow_board::{Board, Color, Game, Square};
use willow_classics::paip::{
    Dialect, Evaluation, Method, Othello, OthelloEvaluation, Problem, SearchResult, SquareOrder,
    search,
};

use self::orders::{ORDERS, method_of};
use super::measurements::{MeasurementKey, Measurements};
use super::report::ExperimentReport;
use super::report_table::ReportTable;
use super::verdict::{ClaimTest, ComparedFigure, PaperClaim, Sample, Tolerance};

/// The table of section 18.9: boards, evaluations and seconds of 15 moves, with random, sorted and
/// static order.
const BOOK: [[u32; 9]; 15] = [
    [13912, 10269, 69, 5556, 5557, 22, 2365, 1599, 19],
    [9015, 6751, 56, 6571, 6572, 25, 3081, 2188, 18],
    [9820, 7191, 46, 11556, 11557, 45, 5797, 3990, 31],
    [4195, 3213, 20, 5302, 5303, 17, 2708, 2019, 15],
    [10890, 7336, 60, 10709, 10710, 38, 3743, 2401, 23],
    [13325, 9679, 63, 6431, 6432, 24, 4222, 2802, 24],
    [13163, 9968, 58, 9014, 9015, 32, 6657, 4922, 31],
    [16642, 12588, 70, 9742, 9743, 33, 10421, 7488, 51],
    [18016, 13366, 80, 11002, 11003, 37, 9508, 7136, 41],
    [23295, 17908, 104, 15290, 15291, 48, 26435, 20282, 111],
    [34120, 25895, 143, 22994, 22995, 75, 20775, 16280, 78],
    [56117, 43230, 224, 46883, 46884, 150, 48415, 36229, 203],
    [53573, 41266, 209, 62252, 62253, 191, 37803, 28902, 148],
    [43943, 33184, 175, 31039, 31040, 97, 33180, 24753, 133],
    [51124, 39806, 193, 45709, 45710, 135, 19297, 15064, 69],
];

/// The depth of the book's searches in plies.
const BOOKS_DEPTH: usize = 6;

/// The work of a search.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct SearchWork {
    boards: u64,
    evaluations: u64,
    seconds: f64,
}

/// Takes the measurements and writes the report.
pub(super) fn run(measurements: &mut Measurements<'_>) -> Result<ExperimentReport> {
    let mut report = ExperimentReport::new(
        "x3",
        "boards, evaluations and time by the order of moves",
        "PAIP (Norvig 1992), sections 18.9 and 18.11. A board is a position that a move makes; all \
         strategies search the same positions",
    );
    let depth = measurements.full_or_quick(6, 3);
    let boards = positions(depth)?;
    let rows = measure(measurements, &boards, OthelloEvaluation::MODIFIED_WEIGHTED_SQUARES, depth)?;
    report.add_text(format!(
        "The book does not name its game. Ours is `alpha-beta:depth={depth},order=board` against itself \
         with modified weighted squares; the rows are Black's moves 4 to 18. The book's seconds are \
         of a Lisp of 1990, ours milliseconds of the machine that measured."
    ));
    report.add_table(books_table());
    report.add_table(our_table(depth, &rows));
    report.add_table(ratios(measurements, &boards, depth, &rows)?);
    let deeper =
        measure(measurements, &boards, OthelloEvaluation::MODIFIED_WEIGHTED_SQUARES, depth + 1)?;
    let deeper: Vec<SearchWork> = deeper.iter().map(|works| mean(works)).collect();
    let times = measurements.sample_of_times(|name| {
        name.starts_with(OthelloEvaluation::MODIFIED_WEIGHTED_SQUARES) && !name.ends_with(CLOJURE)
    });
    report.add_table(seven_plies_table(depth + 1, &deeper));
    let fixnums = fixnums::measure(measurements, depth)?;
    report.add_text(fixnums::text(&fixnums));
    report.add_table(fixnums::table(&fixnums));
    let means: Vec<SearchWork> = rows.iter().map(|works| mean(works)).collect();
    let mut all = claims(depth, &means);
    all.extend(seven_plies_claims(depth + 1, &deeper, times.and(steady_times(&means, &deeper))));
    report.add_verdict(&all);
    report.add_comment(
        "2026-11-23",
        "How much sorting saves differs from game to game, and the book's game is not known. The book's \
         estimate of full minimax reckons with 7 moves a position. It says that other evaluations may want \
         other orders, and has no figures of them: the rows of Iago's evaluation have no part in the verdict.",
    );
    Ok(report)
}

/// Returns the claims of the book beside the mean work by order, which is that of [`ORDERS`].
fn claims(depth: u32, means: &[SearchWork]) -> Vec<PaperClaim> {
    let sum = |column: usize| BOOK.iter().map(|row| f64::from(row[column])).sum::<f64>();
    let value = |order: usize, of: fn(&SearchWork) -> u64| {
        means.get(order).map_or(f64::NAN, |work| of(work) as f64)
    };
    // The book's columns are boards, evaluations and seconds of each order.
    let compared = |column: usize, of: fn(&SearchWork) -> u64| -> Vec<ComparedFigure> {
        let figure = |order: usize| {
            let paper = sum(3 * order + column) / sum(column);
            ComparedFigure::new(paper, value(order, of) / value(0, of))
        };
        (0..3).map(figure).collect()
    };
    let (boards, evaluations) =
        (compared(0, |work| work.boards), compared(1, |work| work.evaluations));
    let ratio =
        |order: usize, of: usize| value(order, |work| work.boards) / value(of, |work| work.boards);
    let claim = |claim: &str, test| PaperClaim {
        claim: claim.to_owned(),
        test,
        sample: Sample::at_least(depth as usize, BOOKS_DEPTH, "plies"),
    };
    let figure = |tolerance, paper, ours| {
        ClaimTest::Figures(tolerance, vec![ComparedFigure::new(paper, ours)])
    };
    vec![
        claim(
            "boards: random most, then sorted, then static",
            ClaimTest::SameOrder(boards.clone()),
        ),
        claim(
            "evaluations: sorted most, then random, then static",
            ClaimTest::SameOrder(evaluations.clone()),
        ),
        claim(
            "boards of each order, as a part of random order",
            ClaimTest::Figures(Tolerance::Within(0.1), boards),
        ),
        claim(
            "evaluations of each order, as a part of random order",
            ClaimTest::Figures(Tolerance::Within(0.1), evaluations),
        ),
        claim(
            "killer moves: boards as a part of static order (\"about 20%\" less)",
            figure(Tolerance::Within(0.1), 0.8, ratio(3, 2)),
        ),
        claim(
            "full minimax: boards as a multiple of static order with killer moves",
            figure(Tolerance::WithinPart(0.5), 9.0, ratio(4, 3)),
        ),
    ]
}

/// Returns the positions of Black's moves 4 to 18 in one fixed game.
fn positions(depth: u32) -> Result<Vec<Board>> {
    let mut game = Game::new();
    let mut boards = Vec::new();
    while !game.is_over() && boards.len() < BOOK.len() {
        let board = *game.position().board();
        let is_black = game.position().side_to_move() == Color::Black;
        if is_black && 4 + 2 * 3 <= board.occupied().count() {
            boards.push(board);
        }
        let modified = OthelloEvaluation::MODIFIED_WEIGHTED_SQUARES;
        let (best, _) = searched("random", modified, depth, &board)?;
        game.place(best)?;
    }
    Ok(boards)
}

fn searched(
    order: &str,
    evaluation: &str,
    depth: u32,
    board: &Board,
) -> Result<(Square, SearchWork)> {
    let (method, order) = method_of(order, depth);
    let evaluation = OthelloEvaluation::named(evaluation, board).context("the name is known")?;
    let problem = Problem {
        game: &Othello { order },
        evaluation: &evaluation,
        final_values: Dialect::Lisp.final_values(),
        dialect: Dialect::Lisp,
        stop: &|_| false,
    };
    let (found, seconds) = timed(method, &problem, board);
    let work =
        SearchWork { boards: found.counts.boards, evaluations: found.counts.evaluations, seconds };
    Ok((found.best.context("the position has a move")?, work))
}

/// The alpha-beta search of the rewriting in Clojure, in the order of rows.
const CLOJURE: &str = "random, in Clojure";

/// Returns the row of the search in Clojure. It has no time: the boards are what matters.
fn clojure_row(
    measurements: &mut Measurements<'_>,
    boards: &[Board],
    depth: u32,
    random: SearchWork,
) -> Result<[String; 9]> {
    let evaluation = "modified-weighted-squares";
    let parameters = json!({
        "evaluation": evaluation, "depth": depth, "order": CLOJURE, "positions": boards.len()
    });
    let key = MeasurementKey::new(format!("{evaluation}, {depth} plies, {CLOJURE}"), parameters);
    let works: Vec<SearchWork> = measurements.get_or_measure(&key, || {
        let work = |board: &Board| {
            let problem = Problem {
                game: &Othello { order: SquareOrder::Board },
                evaluation: &OthelloEvaluation::ModifiedWeightedSquares,
                final_values: Dialect::Clojure.final_values(),
                dialect: Dialect::Clojure,
                stop: &|_| false,
            };
            let counts = search(Method::AlphaBeta { depth }, &problem, board).counts;
            let (boards, evaluations) = (counts.boards, counts.evaluations);
            SearchWork { boards, evaluations, seconds: 0.0 }
        };
        Ok(boards.iter().map(work).collect())
    })?;
    let mean = mean(&works);
    let part = |one: u64, all: u64| format!("{:.2}", one as f64 / all as f64);
    let none = String::new;
    Ok([
        evaluation.to_owned(),
        depth.to_string(),
        CLOJURE.to_owned(),
        part(mean.boards, random.boards),
        part(mean.evaluations, random.evaluations),
        none(),
        none(),
        none(),
        none(),
    ])
}

/// How often each search is timed, whatever its method.
const REPEATS: usize = 3;

/// Searches a few times, and returns the shortest time: the load of the machine makes the others
/// longer.
fn timed<E: Evaluation<Othello>>(
    method: Method,
    problem: &Problem<'_, Othello, E>,
    board: &Board,
) -> (SearchResult<Square>, f64) {
    let mut found = None;
    let mut shortest = f64::INFINITY;
    for _ in 0..REPEATS {
        let began = Instant::now();
        found = Some(search(method, problem, board));
        shortest = shortest.min(began.elapsed().as_secs_f64());
    }
    (found.expect("it was searched at least once"), shortest)
}

/// Returns the work of all positions with each of the orders.
fn measure(
    measurements: &mut Measurements<'_>,
    boards: &[Board],
    evaluation: &str,
    depth: u32,
) -> Result<Vec<Vec<SearchWork>>> {
    // Full minimax with Iago's evaluation would take minutes at 7 plies.
    let has_minimax = depth <= 6 || evaluation != "iago";
    let orders = ORDERS.into_iter().filter(|order| *order != "full minimax" || has_minimax);
    orders
        .map(|order| {
            let parameters = json!({
                "evaluation": evaluation,
                "depth": depth,
                "order": order,
                "positions": boards.len(),
                "repeats": REPEATS,
            });
            let name = format!("{evaluation}, {depth} plies, {order}");
            measurements.get_or_measure(&MeasurementKey::new(name, parameters), || {
                let work = |board| Ok(searched(order, evaluation, depth, board)?.1);
                boards.iter().map(work).collect()
            })
        })
        .collect()
}

fn books_table() -> ReportTable {
    let head: Vec<String> = ["random", "sorted", "static"]
        .iter()
        .flat_map(|order| ["boards", "evals", "secs"].map(|what| format!("{order} {what}")))
        .collect();
    let head: Vec<&str> = std::iter::once("move").chain(head.iter().map(String::as_str)).collect();
    let mut table = ReportTable::new("The book, 6 plies", &head);
    for (number, row) in (1..).zip(BOOK) {
        let cells = row.iter().map(ToString::to_string);
        table.add_row(std::iter::once(number.to_string()).chain(cells));
    }
    let sum = |column: usize| BOOK.iter().map(|row| f64::from(row[column])).sum::<f64>();
    let mean = (0..9).map(|column| format!("{:.0}", sum(column) / BOOK.len() as f64));
    table.add_row(std::iter::once("mean".to_owned()).chain(mean));
    table
}

fn our_table(depth: u32, rows: &[Vec<SearchWork>]) -> ReportTable {
    let head: Vec<String> = ORDERS[..3]
        .iter()
        .flat_map(|order| ["boards", "evals", "ms"].map(|what| format!("{order} {what}")))
        .collect();
    let head: Vec<&str> = std::iter::once("move").chain(head.iter().map(String::as_str)).collect();
    let mut table = ReportTable::new(&format!("Ours, {depth} plies"), &head);
    let cells = |work: &SearchWork| {
        let SearchWork { boards, evaluations, seconds } = work;
        [boards.to_string(), evaluations.to_string(), format!("{:.1}", 1000.0 * seconds)]
    };
    for number in 0..rows[0].len() {
        let cells = rows[..3].iter().flat_map(|order| cells(&order[number]));
        table.add_row(std::iter::once((number + 1).to_string()).chain(cells));
    }
    let mean = rows[..3].iter().flat_map(|order| cells(&mean(order)));
    table.add_row(std::iter::once("mean".to_owned()).chain(mean));
    table
}

fn mean(works: &[SearchWork]) -> SearchWork {
    let n = works.len().max(1);
    SearchWork {
        boards: works.iter().map(|work| work.boards).sum::<u64>() / n as u64,
        evaluations: works.iter().map(|work| work.evaluations).sum::<u64>() / n as u64,
        seconds: works.iter().map(|work| work.seconds).sum::<f64>() / n as f64,
    }
}

fn nanoseconds_a_board(work: &SearchWork) -> f64 {
    1e9 * work.seconds / work.boards as f64
}

/// How much longer a board may take at one depth than at the other.
const STEADY: f64 = 1.5;

/// Returns whether the searches compared at 7 plies took about the same time a board one ply less deep. If
/// not, other work on the machine fell into them, and times say nothing.
fn steady_times(means: &[SearchWork], deeper: &[SearchWork]) -> Sample {
    for order in [3, 4] {
        let (Some(one), Some(other)) = (means.get(order), deeper.get(order)) else { continue };
        let [one, other] = [one, other].map(nanoseconds_a_board);
        let ratio = one.max(other) / one.min(other);
        if STEADY < ratio {
            return Sample::Insufficient(format!(
                "{one:.0} and {other:.0} ns a board at the two depths, {STEADY} times at most is needed"
            ));
        }
    }
    Sample::Sufficient
}

/// Returns the table of the mean work by order.
fn ratios(
    measurements: &mut Measurements<'_>,
    boards: &[Board],
    depth: u32,
    modified: &[Vec<SearchWork>],
) -> Result<ReportTable> {
    let mut table = ReportTable::new(
        "Work of each order, as a part of that of random order. The book's last two columns are of \
         its 6 plies; for killer moves it says \"about 20%\" less than static order, for full minimax \
         an estimate of nine times static order with killer moves (its branching factor 7). The alpha-beta \
         search in Clojure is that of the rewriting: it hands its own window to every child",
        &[
            "evaluation",
            "plies",
            "order",
            "boards",
            "evals",
            "time",
            "book boards",
            "book evals",
            "ns a board",
        ],
    );
    add_ratios(&mut table, "modified-weighted-squares", depth, modified);
    for row in &mut table.rows {
        let book = match row[2].as_str() {
            "random" => ["1.00", "1.00"],
            "sorted" => [".81", "1.07"],
            "static" => [".63", ".63"],
            "static and killer" => [".50", ".50"],
            _ => ["4.5", ""],
        };
        row[6..8].clone_from_slice(&book.map(str::to_owned));
    }
    table.add_row(clojure_row(measurements, boards, depth, mean(&modified[0]))?);
    for (evaluation, depth) in
        [("iago", depth), ("modified-weighted-squares", depth + 1), ("iago", depth + 1)]
    {
        let works = measure(measurements, boards, evaluation, depth)?;
        add_ratios(&mut table, evaluation, depth, &works);
    }
    Ok(table)
}

fn add_ratios(table: &mut ReportTable, evaluation: &str, depth: u32, works: &[Vec<SearchWork>]) {
    let random = mean(&works[0]);
    for (order, works) in ORDERS.iter().zip(works) {
        let mean = mean(works);
        let part = |one: f64, all: f64| format!("{:.2}", one / all);
        table.add_row([
            evaluation.to_owned(),
            depth.to_string(),
            (*order).to_owned(),
            part(mean.boards as f64, random.boards as f64),
            part(mean.evaluations as f64, random.evaluations as f64),
            part(mean.seconds, random.seconds),
            String::new(),
            String::new(),
            format!("{:.0}", nanoseconds_a_board(&mean)),
        ]);
    }
}

/// The book's "small experiment" at 7 plies (section 18.11): boards of static order with killer moves, its
/// seconds, boards of full minimax, and how many times longer that would take. The last two are estimates.
const SEVEN_PLIES: [f64; 4] = [28_000.0, 150.0, 10_000_000.0, 350.0];

/// Returns the figures of [`SEVEN_PLIES`] as measured.
fn seven_plies(means: &[SearchWork]) -> [f64; 4] {
    let [killer, minimax] = [3, 4].map(|order| means.get(order).copied());
    let ratio = killer.zip(minimax).map_or(f64::NAN, |(one, other)| other.seconds / one.seconds);
    [
        killer.map_or(f64::NAN, |work| work.boards as f64),
        killer.map_or(f64::NAN, |work| work.seconds),
        minimax.map_or(f64::NAN, |work| work.boards as f64),
        ratio,
    ]
}

fn seven_plies_table(depth: u32, means: &[SearchWork]) -> ReportTable {
    let title = format!(
        "Absolute figures at {depth} plies, means of the same positions. The book's are of 7 plies in a game of \
         10 moves a position; its last two are estimates (section 18.11)"
    );
    let mut table = ReportTable::new(&title, &["", "book", "ours"]);
    let names = [
        "boards, static order with killer moves",
        "seconds of it",
        "boards, full minimax",
        "time of full minimax, as a multiple",
    ];
    for ((name, book), ours) in names.into_iter().zip(SEVEN_PLIES).zip(seven_plies(means)) {
        let ours = if ours < 1.0 { format!("{ours:.5}") } else { format!("{ours:.0}") };
        table.add_row([name.to_owned(), format!("{book:.0}"), ours]);
    }
    table
}

fn seven_plies_claims(depth: u32, means: &[SearchWork], times: Sample) -> Vec<PaperClaim> {
    let ours = seven_plies(means);
    let deep_enough = Sample::at_least(depth as usize, BOOKS_DEPTH + 1, "plies");
    let claim = |claim: &str, figure: usize, sample: Sample| PaperClaim {
        claim: format!("7 plies: {claim}"),
        test: ClaimTest::Figures(
            Tolerance::WithinPart(0.5),
            vec![ComparedFigure::new(SEVEN_PLIES[figure], ours[figure])],
        ),
        sample,
    };
    vec![
        claim("boards with static order and killer moves", 0, deep_enough.clone()),
        claim("boards of full minimax", 2, deep_enough.clone()),
        claim("time of full minimax as a multiple", 3, deep_enough.and(times)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::verdict::{ClaimResult, Verdict, VerdictReport};

    fn verdict(depth: u32, works: &[(u64, u64)]) -> Verdict {
        let work = |&(boards, evaluations)| SearchWork { boards, evaluations, seconds: 0.0 };
        let means: Vec<SearchWork> = works.iter().map(work).collect();
        VerdictReport::of(&claims(depth, &means)).verdict
    }

    #[test]
    fn the_verdict_follows_the_measured_work() {
        let book = [(24743, 18777), (20003, 20004), (15627, 11737), (12502, 0), (112_518, 0)];
        assert_eq!(verdict(6, &book), Verdict::Agrees);
        assert_eq!(verdict(3, &book), Verdict::CannotBeCompared, "not the book's depth");
        assert_eq!(verdict(6, &book[..3]), Verdict::CannotBeCompared, "two orders are missing");
        assert_eq!(verdict(6, &[]), Verdict::CannotBeCompared);
        let [mut ordered, mut disordered] = [book; 2];
        ordered[1].0 = 24_000;
        assert_eq!(verdict(6, &ordered), Verdict::AgreesInOrderOnly);
        disordered[1].0 = 25_000;
        assert_eq!(verdict(6, &disordered), Verdict::DoesNotAgree);
    }

    #[test]
    fn seven_plies_are_compared_in_boards_and_time() {
        let work = |boards, seconds| SearchWork { boards, evaluations: 0, seconds };
        let mut means = vec![SearchWork::default(); 3];
        means.extend([work(30_000, 1.0), work(9_000_000, 400.0)]);
        let results = |depth, means: &[SearchWork]| {
            let report = VerdictReport::of(&seven_plies_claims(depth, means, Sample::Sufficient));
            report.claims.iter().map(|one| one.result).collect::<Vec<_>>()
        };
        assert_eq!(results(7, &means), [ClaimResult::Holds; 3]);
        means[4] = work(30_000_000, 1000.0);
        assert_eq!(results(7, &means)[1..], [ClaimResult::DoesNotHold; 2]);
        assert_eq!(results(4, &means), [ClaimResult::CannotBeCompared; 3]);
        assert_eq!(results(7, &means[..4])[1..], [ClaimResult::CannotBeCompared; 2]);
    }

    /// 49 ns a board at 6 plies and 356 at 7 are the load of the machine, not the search's.
    #[test]
    fn times_under_load_are_not_compared() {
        let means = |nanoseconds: f64| -> Vec<SearchWork> {
            let seconds = 1e-9 * nanoseconds * 1000.0;
            vec![SearchWork { boards: 1000, evaluations: 0, seconds }; 5]
        };
        assert_eq!(steady_times(&means(26.7), &means(26.2)), Sample::Sufficient);
        let noise = steady_times(&means(49.0), &means(356.0));
        let claims = seven_plies_claims(7, &means(356.0), noise);
        let report = VerdictReport::of(&claims[2..]);
        assert_eq!(report.claims[0].result, ClaimResult::CannotBeCompared);
        assert!(report.claims[0].ours.starts_with("49 and 356 ns a board"), "{report:?}");
    }
}
