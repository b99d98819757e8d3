//! Lets MLia play a game against itself to a depth, and prints its speed and how many of its
//! evaluations the table answered. The paper reports "as many as 25%".
//!
//! `cargo run --release -p willow-classics --example mlia [DEPTH]`

use std::time::Instant;

use willow_board::Board;
use willow_classics::{Mlia, MliaCounts, MliaEvaluation, MliaLimits};

fn main() {
    let depth = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(6);
    let mut mlia = Mlia::new(MliaEvaluation::ORIGINAL);
    let limits = MliaLimits { depth, ..MliaLimits::NONE };
    let (mut board, mut total) = (Board::START, MliaCounts::default());
    let start = Instant::now();
    while !board.is_game_over() {
        let Some(thought) = mlia.think(&board, limits, &|| false, &mut |_| ()) else {
            board = board.pass();
            continue;
        };
        total.nodes += thought.counts.nodes;
        total.requests += thought.counts.requests;
        total.hits += thought.counts.hits;
        board = board.play(thought.best).expect("it plays legal moves");
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "depth {depth}: {} nodes, {seconds:.2} s, {:.2} million nodes a second, {:.1}% of {} \
         requests answered by the table",
        total.nodes,
        total.nodes as f64 / seconds / 1e6,
        100.0 * total.hit_rate().unwrap_or(0.0),
        total.requests,
    );
}
