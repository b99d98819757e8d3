//! Checks the speed limits that the project has set itself for the historical programs, and prints a table.
//! Everything is timed three times and the shortest time counts, so that other work on the machine
//! matters less. The exit code is 1 if a limit was missed.
//!
//! `cargo run --release -p willow-classics --example speed`

use std::process::ExitCode;
use std::time::{Duration, Instant};

use willow_board::{Board, Move, Position, Square};
use willow_classics::bill::{self, Bill};
use willow_classics::draughts::{self, Draughts};
use willow_classics::iago::edge_table;
use willow_classics::iago_1982::{self, Iago1982};
use willow_classics::mlia::{self, Mlia};
use willow_classics::paip::{
    Counts, Dialect, Method, Othello, OthelloEvaluation, Problem, SquareOrder, perft, search,
};
use willow_classics::{Choice, Control, Limits, Program};

/// How often everything is done that can be done again.
const REPEATS: usize = 3;

fn main() -> ExitCode {
    println!("| what | figure | limit | met |\n| --- | --- | --- | --- |");
    let mut table = SpeedTable { are_limits_met: true };
    tables(&mut table);
    table.moves("iago:depth=4", 5, Method::AlphaBetaKiller { depth: 4 }, OthelloEvaluation::IAGO);
    for eval in OthelloEvaluation::NAMES {
        let name = format!("alpha-beta:depth=6,eval={eval}");
        table.moves(&name, 50, Method::AlphaBeta { depth: 6 }, eval);
    }
    let perft_8 = shortest(|| perft(&Draughts, &draughts::Position::START, 8));
    table.time("draughts perft 8", perft_8, Duration::from_millis(100));
    let options = bill::Options { has_book: false, ..bill::Options::default() };
    table.speed("bill:depth=8", || bill(options), 3.0);
    // Nodes of the endgame are not evaluated, and cost less.
    table.speed(
        "bill:depth=8,endgame=off",
        || bill(bill::Options { solves: false, ..options }),
        3.0,
    );
    let large = bill::Options { hash_bytes: 16 << 20, ..options };
    table.speed("bill:depth=8,hash=16M", || bill(large), 0.0);
    table.speed("mlia:depth=7", mlia, 1.0);
    table.speed("iago-1982:depth=7", iago_1982, 0.0);
    if table.are_limits_met { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What is made once and cannot be timed again in the same process.
fn tables(table: &mut SpeedTable) {
    let start = Instant::now();
    let n_entries = edge_table().len();
    let name = format!("Iago's edge table, {n_entries} entries, once");
    table.time(&name, start.elapsed(), Duration::from_millis(200));
    let start = Instant::now();
    let _ = bill::explain(bill::Version::Bill, &Board::START);
    table.time("BILL's tables, once", start.elapsed(), Duration::from_secs(2));
}

/// The table as it is printed line by line.
struct SpeedTable {
    /// Whether all limits were met so far.
    are_limits_met: bool,
}

impl SpeedTable {
    fn line(&mut self, name: &str, figure: &str, limit: &str, is_met: bool) {
        let verdict = match (limit, is_met) {
            ("none", _) => "-",
            (_, true) => "met",
            (_, false) => "MISSED",
        };
        println!("| {name} | {figure} | {limit} | {verdict} |");
        self.are_limits_met &= is_met;
    }

    fn time(&mut self, name: &str, time: Duration, limit: Duration) {
        self.line(name, &format!("{time:.1?}"), &format!("{limit:?}"), time < limit);
    }

    /// Times the moves of a game that a search plays against itself.
    fn moves(&mut self, name: &str, limit_ms: u64, method: Method, eval: &str) {
        let mut times: Vec<Duration> = Vec::new();
        let mut board = Board::START;
        let mut boards = 0;
        while !board.is_game_over() {
            if board.legal_moves().is_empty() {
                board = board.pass();
                continue;
            }
            let (square, counts) = choose(method, eval, &board);
            times.push(shortest(|| choose(method, eval, &board)));
            boards += counts.boards;
            board = board.play(square).expect("searches find legal moves");
        }
        let total: Duration = times.iter().sum();
        let mean = total / times.len() as u32;
        let longest = times.into_iter().max().expect("a game has moves");
        let rate = boards as f64 / total.as_secs_f64() / 1e6;
        let limit = Duration::from_millis(limit_ms);
        let figure =
            format!("{mean:.1?} a move, at most {longest:.1?}; {rate:.1} million boards a second");
        self.line(&format!("`{name}`"), &figure, &format!("{limit:?} a move"), longest < limit);
    }

    /// Times a game that counts its nodes.
    fn speed(&mut self, name: &str, game: impl Fn() -> (u64, String), millions: f64) {
        let (nodes, remark) = game();
        let time = shortest(&game);
        let rate = nodes as f64 / time.as_secs_f64() / 1e6;
        let limit = if millions == 0.0 { "none".to_owned() } else { format!("{millions} million") };
        let figure = format!("{rate:.1} million nodes a second, {nodes} nodes{remark}");
        self.line(&format!("`{name}`"), &figure, &limit, millions <= rate);
    }
}

fn shortest<T>(work: impl Fn() -> T) -> Duration {
    let times = (0..REPEATS).map(|_| {
        let start = Instant::now();
        let _ = std::hint::black_box(work());
        start.elapsed()
    });
    times.min().expect("there are several")
}

fn choose(method: Method, evaluation: &str, board: &Board) -> (Square, Counts) {
    let evaluation = OthelloEvaluation::named(evaluation, board).expect("the evaluation exists");
    let order = match method {
        Method::AlphaBetaKiller { .. } => SquareOrder::Static,
        _ => SquareOrder::Board,
    };
    let problem = Problem {
        game: &Othello { order },
        evaluation: &evaluation,
        final_values: Dialect::Lisp.final_values(),
        dialect: Dialect::Lisp,
        stop: &|_| false,
    };
    let found = search(method, &problem, board);
    (found.best.expect("there is a move"), found.counts)
}

/// Plays a game from the start in which a program moves both sides to this depth, and hands over its
/// choices.
fn self_play<P: Program>(mut program: P, depth: u32, mut look: impl FnMut(&Choice<P::Details>)) {
    let mut position = Position::START;
    while !position.is_game_over() {
        let choice = program.choose(&position.into(), &Limits::depth(depth), Control::UNTIMED);
        choice.iter().for_each(&mut look);
        let mv = choice.map_or(Move::Pass, |choice| Move::Place(choice.best));
        position = position.play(mv).expect("the programs play legal moves");
    }
}

/// Lets BILL play against itself and returns its nodes and its effective branching factor,
/// leaves^(1/depth), in the normal searches.
fn bill(options: bill::Options) -> (u64, String) {
    const DEPTH: u32 = 8;
    let (mut nodes, mut factors) = (0, Vec::new());
    self_play(Bill::new(options), DEPTH, |choice| {
        nodes += choice.nodes;
        if choice.details.phase == willow_classics::Phase::Normal {
            factors.push((choice.evaluations as f64).powf(1.0 / f64::from(DEPTH)));
        }
    });
    let factor = factors.iter().sum::<f64>() / factors.len() as f64;
    (nodes, format!(", branching factor {factor:.2}"))
}

fn mlia() -> (u64, String) {
    let mut nodes = 0;
    self_play(Mlia::new(mlia::Evaluation::ORIGINAL), 7, |choice| nodes += choice.nodes);
    (nodes, String::new())
}

fn iago_1982() -> (u64, String) {
    let options = iago_1982::Options { has_book: false, ..iago_1982::Options::default() };
    let mut nodes = 0;
    self_play(Iago1982::new(options), 7, |choice| nodes += choice.nodes);
    (nodes, String::new())
}
