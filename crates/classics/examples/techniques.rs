//! Measures what each technique of the general searcher saves: boards, evaluations and time over fixed
//! positions of the middle game, at one depth, against the plain search.
//!
//! `cargo run --release -p willow-classics --example techniques [DEPTH]`

use std::time::{Duration, Instant};

use willow_board::Board;
use willow_classics::paip::{
    Dialect, GeneralLimits, GeneralSearcher, Metareasoning, Othello, OthelloEvaluation, Problem,
    SquareOrder, Techniques, Value,
};
use willow_testkit::TestRng;

/// Games of the same pseudo-random moves each time; one position of each.
const POSITIONS: u64 = 60;

/// The increment of the random numbers with which the published figures were measured.
const INCREMENT: u64 = 1_442_695_040_888_963;

fn main() {
    let depth = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(7);
    let none = Techniques::default();
    let (zero_window, hashing) = (true, true);
    for (evaluation, width) in [("modified-weighted-squares", 60), ("iago", 40_000)] {
        let aspiration = Some(Value::from_units(width));
        report(evaluation, depth, "none", none);
        report(evaluation, depth, "aspiration", Techniques { aspiration, ..none });
        report(evaluation, depth, "zero window", Techniques { zero_window, ..none });
        report(evaluation, depth, "hashing", Techniques { hashing, ..none });
        report(evaluation, depth, "+ zero window", Techniques { hashing, zero_window, ..none });
        let all = Techniques { aspiration, zero_window, hashing, ..none };
        report(evaluation, depth, "these three", all);
        for most in [3, 5] {
            let name = format!("plausible {most}");
            report(evaluation, depth, &name, Techniques { plausible: Some(most), ..none });
        }
        for (name, kind) in
            [("metareasoning", Metareasoning::Leads), ("by variances", Metareasoning::Variance)]
        {
            report(evaluation, depth, name, Techniques { metareasoning: Some(kind), ..all });
        }
    }
    report("count-difference", depth, "none", none);
    let non_speculative = Techniques { non_speculative: true, ..none };
    report("count-difference", depth, "non-speculative", non_speculative);
}

fn report(evaluation: &str, depth: u32, name: &str, techniques: Techniques) {
    let start = Instant::now();
    let (mut boards, mut evaluations, mut reached, mut value) = (0, 0, 0, 0);
    for seed in 0..POSITIONS {
        let board = position(seed);
        let evaluation = OthelloEvaluation::named(evaluation, &board).expect("it exists");
        let problem = Problem {
            game: &Othello { order: SquareOrder::Static },
            evaluation: &evaluation,
            final_values: Dialect::Lisp.final_values(),
            dialect: Dialect::Lisp,
            stop: &|_| false,
        };
        let mut searcher = GeneralSearcher::new(techniques);
        let limits = GeneralLimits::depth(depth);
        let result = searcher
            .search(&problem, &board, limits, &|_| Duration::ZERO, &|_| (), None)
            .expect("there is a move");
        boards += result.counts.boards;
        evaluations += result.counts.evaluations;
        reached += result.depth;
        value += result.value.map_or(0, |value| i64::from(value.units()));
    }
    let (time, mean) = (start.elapsed(), f64::from(reached) / POSITIONS as f64);
    println!(
        "{evaluation:<26} {name:<16} {boards:>10} boards {evaluations:>10} evaluations {time:>9.0?} \
         depth {mean:.1} values {value}"
    );
}

/// Returns a position after 16 to 35 random moves in which the side to move has a choice.
fn position(seed: u64) -> Board {
    let mut rng = TestRng::with_increment(seed, INCREMENT);
    let mut board = Board::START;
    while board.n_empties() + 16 + (seed % 20) as u32 > 60 || board.legal_moves().count() < 2 {
        let moves = board.legal_moves();
        if moves.is_empty() {
            board = board.pass();
            continue;
        }
        let square = moves
            .squares()
            .nth(rng.below(moves.count() as usize))
            .expect("the number is below the count");
        board = board.play(square).expect("it is legal");
        if board.is_game_over() {
            board = Board::START;
        }
    }
    board
}
