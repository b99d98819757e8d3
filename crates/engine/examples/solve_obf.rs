//! Solves the positions of a file, one of `<64 cells> <side>; ...` a line, and prints time and nodes.
use std::time::{Duration, Instant};
use willow_board::{Bitboard, Board};
use willow_engine::{Engine, EngineOptions, Goal, SearchControl, SearchLimits, StopFlag};
use willow_eval::HandMade;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let threads = args[2].parse().unwrap();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let lines = args.get(3).map_or(1000, |n| n.parse().unwrap());
    let mut engine =
        Engine::new(HandMade::default(), EngineOptions { threads, hash_bytes: 1 << 29 });
    let start = Instant::now();
    let (mut total, mut wrong) = (0, 0);
    for line in text.lines().take(lines) {
        let bits = |c: char| {
            Bitboard::from_bits(
                line.chars().take(64).enumerate().filter(|x| x.1 == c).map(|x| 1u64 << x.0).sum(),
            )
        };
        let (x, o) = (bits('X'), bits('O'));
        let board =
            if line.as_bytes()[65] == b'X' { Board::new(x, o) } else { Board::new(o, x) }.unwrap();
        let expected: i32 =
            line.split(':').nth(1).unwrap().split(';').next().unwrap().trim().parse().unwrap();
        let stop = StopFlag::new();
        let now = || start.elapsed();
        let result = engine.search(
            &board,
            &SearchLimits::solve(Goal::Exact),
            &mut SearchControl { stop: &stop, now: &now, progress: &mut |_| () },
        );
        total += result.nodes;
        let ok = result.score.rounded().value() == expected;
        wrong += i32::from(!ok);
        println!(
            "{:2} {} {:?} nodes {} time {:.3} {:.1} Mn/s {}",
            board.n_empties(),
            result.score,
            result.best.unwrap(),
            result.nodes,
            result.elapsed.as_secs_f64(),
            result.nodes as f64 / 1e6 / result.elapsed.as_secs_f64(),
            if ok { "" } else { "WRONG" }
        );
    }
    let elapsed: Duration = start.elapsed();
    println!(
        "total nodes {total} time {:.3} {:.1} Mn/s wrong {wrong}",
        elapsed.as_secs_f64(),
        total as f64 / 1e6 / elapsed.as_secs_f64()
    );
}
