//! Solves a position: all best moves, with the disc difference that they reach.
//!
//! `cargo run --release --example solve`

use std::time::Instant;

use willow_engine::{Engine, EngineOptions, SearchControl, Selectivity, StopFlag};
use willow_eval::weights;
use willow_records::board_text;

/// FFO #40: 20 empties, Black to move.
const POSITION: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position = board_text::parse(POSITION)?;
    let mut engine = Engine::new(weights::evaluator(), EngineOptions::default())?;
    let (stop, begin) = (StopFlag::new(), Instant::now());
    let mut control =
        SearchControl { stop: &stop, now: &|| begin.elapsed(), on_progress: &mut |_| () };
    let solved = engine.solve_best_moves(position.board(), Selectivity::NONE, &mut control);
    for best in &solved.moves {
        println!("{} {}", best.square, best.score);
    }
    println!("{} nodes in {:.2?}", solved.nodes, begin.elapsed());
    Ok(())
}
