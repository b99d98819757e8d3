//! Analyses a game: what each move lost, the better move, and why.
//!
//! `cargo run --release --example analyze -- f5d6c3d3c4f4f6`

use std::time::Instant;

use willow_analysis::{Analysis, Language, Plan, Step, explanation};
use willow_engine::{Engine, EngineOptions, Level, SearchControl, StopFlag};
use willow_eval::weights;
use willow_records::transcript;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let moves = std::env::args().nth(1).ok_or("give the moves of a game, such as f5d6c3")?;
    let game = transcript::parse(&moves)?;
    let mut engine = Engine::new(weights::evaluator(), EngineOptions::default())?;
    let mut analysis = Analysis::of_game(&game, Plan::level(Level::new(10)?));
    let (stop, begin) = (StopFlag::new(), Instant::now());
    let mut control =
        SearchControl { stop: &stop, now: &|| begin.elapsed(), on_progress: &mut |_| () };
    while analysis.next_step(&mut engine, &mut control) != Step::Done {}
    for found in analysis.findings().filter(|found| found.best != found.mv) {
        let loss = found.best_value.discs() - found.value.discs();
        println!("{}. {} loses {loss:.1} discs to {}", found.ply + 1, found.mv, found.best);
        for sentence in explanation(found, Language::English) {
            println!("   {sentence}");
        }
    }
    Ok(())
}
