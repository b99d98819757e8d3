//! Lets MLia play a game against itself to a depth, and prints its speed and how many of its
//! evaluations the table answered. The paper reports "as many as 25%".
//!
//! `cargo run --release -p willow-classics --example mlia [DEPTH]`

use std::time::Instant;

use willow_board::{Move, Position};
use willow_classics::mlia::{Evaluation, Mlia, TableUse};
use willow_classics::{Control, Limits, Program as _};

fn main() {
    let depth = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(6);
    let mut mlia = Mlia::new(Evaluation::ORIGINAL);
    let limits = Limits::depth(depth);
    let (mut position, mut total, mut n_nodes) = (Position::START, TableUse::default(), 0);
    let start = Instant::now();
    while !position.is_game_over() {
        let choice = mlia.choose(&position.into(), &limits, Control::UNTIMED);
        if let Some(choice) = &choice {
            n_nodes += choice.nodes;
            total.requests += choice.details.table.requests;
            total.hits += choice.details.table.hits;
        }
        let mv = choice.map_or(Move::Pass, |choice| Move::Place(choice.best));
        position = position.play(mv).expect("it plays legal moves");
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "depth {depth}: {} nodes, {seconds:.2} s, {:.2} million nodes a second, {:.1}% of {} \
         requests answered by the table",
        n_nodes,
        n_nodes as f64 / seconds / 1e6,
        100.0 * total.hit_rate().unwrap_or(0.0),
        total.requests,
    );
}
