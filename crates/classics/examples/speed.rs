//! Times what the issue of the historical programs sets limits for: moves of Iago to 4 plies and of
//! alpha-beta to 6, the edge table, BILL's tables and search, and perft of draughts.
//!
//! `cargo run --release -p willow-classics --example speed`

use std::time::{Duration, Instant};

use willow_board::{Board, Move, Position, Square};
use willow_classics::{
    Bill, BillControl, BillLimits, BillOptions, BillPhase, Counts, Dialect, Draughts,
    DraughtsPosition, Method, Othello, OthelloEvaluation, Problem, SquareOrder, bill_judgement,
    edge_table, perft, search,
};

fn main() {
    let start = Instant::now();
    let n_entries = edge_table().len();
    println!("edge table of {n_entries} entries: {:?}", start.elapsed());
    report("iago:depth=4", Method::AlphaBetaKiller { depth: 4 }, "iago", SquareOrder::Static);
    for eval in ["count-difference", "weighted-squares", "modified-weighted-squares", "mobility"] {
        let name = format!("alpha-beta:depth=6,eval={eval}");
        report(&name, Method::AlphaBeta { depth: 6 }, eval, SquareOrder::Board);
    }
    let start = Instant::now();
    let value = bill_judgement(&Board::START).value;
    println!("BILL's tables, and the value {value} of the start: {:?}", start.elapsed());
    for (name, hash_bytes) in
        [("bill", BillOptions::REPORTS_HASH_BYTES), ("bill:hash=16M", 16 << 20)]
    {
        report_bill(name, hash_bytes);
    }
    let start = Instant::now();
    let leaves = perft(&Draughts, &DraughtsPosition::START, 8);
    println!("draughts perft 8 = {leaves}: {:?}", start.elapsed());
}

/// Plays a game against itself and prints the mean and the longest time of a move.
fn report(name: &str, method: Method, evaluation: &str, order: SquareOrder) {
    let mut board = Board::START;
    let mut times = Vec::new();
    let mut boards = 0;
    while !board.is_game_over() {
        if board.legal_moves().is_empty() {
            board = board.pass();
            continue;
        }
        let start = Instant::now();
        let (square, counts) = choose(method, evaluation, order, &board);
        times.push(start.elapsed());
        boards += counts.boards;
        board = board.play(square).expect("searches find legal moves");
    }
    let total: Duration = times.iter().sum();
    let mean = total / times.len() as u32;
    let longest = times.iter().max().expect("a game has moves");
    let rate = boards as f64 / total.as_secs_f64() / 1e6;
    println!("{name}: mean {mean:?}, longest {longest:?}, {rate:.1} million boards a second");
}

fn choose(method: Method, evaluation: &str, order: SquareOrder, board: &Board) -> (Square, Counts) {
    let evaluation = OthelloEvaluation::named(evaluation, board).expect("the evaluation exists");
    let problem = Problem {
        game: &Othello { order },
        evaluation: &evaluation,
        final_values: Dialect::Lisp.final_values(),
        ties: Dialect::Lisp.ties(),
        stop: &|| false,
    };
    let found = search(method, &problem, board);
    (found.best.expect("there is a move"), found.counts)
}

/// Lets BILL play against itself to 8 plies and prints its speed and its effective branching factor,
/// leaves^(1/depth), in the normal searches.
fn report_bill(name: &str, hash_bytes: usize) {
    const DEPTH: u32 = 8;
    let options = BillOptions { hash_bytes, has_book: false, ..BillOptions::default() };
    let limits = BillLimits { depth: Some(DEPTH), ..BillLimits::default() };
    let control = BillControl { stop: &|| false, now: &|| Duration::ZERO };
    let mut bill = Bill::new(options);
    let (mut position, mut nodes, mut factors) = (Position::START, 0, Vec::new());
    let start = Instant::now();
    while !position.is_game_over() {
        let mv = bill.choose(&position, None, &limits, control).map_or(Move::Pass, |found| {
            nodes += found.counts.nodes;
            if found.phase == BillPhase::Normal {
                factors.push((found.counts.leaves as f64).powf(1.0 / f64::from(DEPTH)));
            }
            Move::Place(found.square)
        });
        position = position.play(mv).expect("BILL plays legal moves");
    }
    let rate = nodes as f64 / start.elapsed().as_secs_f64() / 1e6;
    let factor = factors.iter().sum::<f64>() / factors.len() as f64;
    println!("{name}:depth={DEPTH}: {nodes} nodes, {rate:.1} million a second, factor {factor:.2}");
}
