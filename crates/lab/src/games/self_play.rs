//! Games of the engine against itself, to be labelled and trained on.
//!
//! A game begins with a random number of random moves, so that the games leave tournament play at
//! every stage. Then both sides search. Every game follows from the seed and its number alone, so
//! the number of threads and interruptions do not matter.

use std::path::Path;

use anyhow::{Result, ensure};
use clap::Args;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use willow_board::{Game, Move, Square};
use willow_engine::{Engine, EngineOptions, SearchLimits};
use willow_eval::patterns::PatternEvaluator;
use willow_records::transcript;

use crate::step_log::StepLog;
use crate::untimed::untimed;
use crate::worker_pool::process_in_order;

/// How games are played.
#[derive(Args, Clone, Copy, Debug)]
pub struct SelfPlayPlan {
    /// Play until the file has N games
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub games: u64,
    /// Begin with at least N random moves
    #[arg(long = "random-from", value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub min_random: u32,
    /// Begin with at most N random moves
    #[arg(long = "random-to", value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub max_random: u32,
    /// Search each move with N nodes
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Draw the random moves from this seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The [fingerprint](crate::labels::fingerprint::of_weights) of the weights that play.
    #[arg(skip)]
    pub weights: u64,
}

impl SelfPlayPlan {
    /// Returns the first line of a file of games: the command without the number of games, so that
    /// games can be added later, and the weights.
    fn heading(&self) -> String {
        let SelfPlayPlan { min_random, max_random, nodes, seed, weights, .. } = self;
        format!(
            "# willow lab self-play --random {min_random}..{max_random} --nodes {nodes} --seed {seed}, weights \
             {weights:016x}"
        )
    }
}

/// Plays games on `threads` threads and appends their transcripts to `out`, until there are
/// `plan.games`.
///
/// `on_progress` gets the number of games in the file.
///
/// # Errors
/// The file must be writable, and one of the same plan if it exists.
pub fn self_play(
    evaluator: &PatternEvaluator,
    plan: SelfPlayPlan,
    out: &Path,
    threads: usize,
    on_progress: &mut dyn FnMut(u64),
) -> Result<()> {
    ensure!(plan.min_random <= plan.max_random, "the range of random moves is empty");
    let mut log = StepLog::open(out, &plan.heading(), |_| Ok(()))?;
    let done = log.steps().len() as u64;
    (1..=done).for_each(&mut *on_progress);
    process_in_order(
        done..plan.games,
        threads,
        || Engine::new(evaluator, EngineOptions { threads: 1, hash_bytes: 16 << 20 }),
        |engine, number| transcript::write(&play(engine, plan, number)),
        |line| {
            log.add((), &line)?;
            on_progress(log.steps().len() as u64);
            Ok(())
        },
    )
}

/// Plays the game with this number to its end.
fn play(engine: &mut Engine<'_>, plan: SelfPlayPlan, number: u64) -> Game {
    let mut random = ChaCha8Rng::seed_from_u64(plan.seed);
    random.set_stream(number);
    let mut n_random = random.random_range(plan.min_random..=plan.max_random);
    engine.clear();
    let mut game = Game::new();
    while !game.is_over() {
        let mv = if game.position().must_pass() {
            Move::Pass
        } else if 0 < n_random {
            n_random -= 1;
            random_move(&game, &mut random)
        } else {
            best_move(engine, &game, plan.nodes)
        };
        game.play(mv).expect("a pass where it is forced, else one of the legal moves");
    }
    game
}

fn random_move(game: &Game, random: &mut ChaCha8Rng) -> Move {
    let moves: Vec<Square> = game.position().board().legal_moves().squares().collect();
    Move::Place(*moves.choose(random).expect("the side to move need not pass"))
}

fn best_move(engine: &mut Engine<'_>, game: &Game, nodes: u64) -> Move {
    let board = game.position().board();
    let result = untimed(|control| engine.search(board, &SearchLimits::nodes(nodes), control));
    result.best.expect("the side to move need not pass")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const PLAN: SelfPlayPlan =
        SelfPlayPlan { games: 5, min_random: 30, max_random: 50, nodes: 200, seed: 3, weights: 7 };

    fn games(plan: SelfPlayPlan, out: &Path, threads: usize) -> Result<Vec<String>> {
        self_play(willow_eval::weights::evaluator(), plan, out, threads, &mut |_| ())?;
        Ok(fs::read_to_string(out)?.lines().skip(1).map(str::to_owned).collect())
    }

    #[test]
    fn a_cut_file_is_completed_with_any_number_of_threads() {
        let folder = tempfile::tempdir().unwrap();
        let (a, b) = (folder.path().join("a"), folder.path().join("b"));
        let whole = games(PLAN, &a, 2).unwrap();
        assert_eq!(whole.len(), 5);
        let text = fs::read_to_string(&a).unwrap();
        fs::write(&b, &text[..text.len() / 2]).unwrap();
        assert_eq!(games(PLAN, &b, 1).unwrap(), whole);
        let longer = games(SelfPlayPlan { games: 6, ..PLAN }, &b, 1).unwrap();
        assert_eq!((longer.len(), &longer[..5]), (6, &whole[..]));
    }

    #[test]
    fn a_file_of_another_plan_is_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("a");
        games(PLAN, &out, 1).unwrap();
        let text = fs::read_to_string(&out).unwrap();
        for other in [SelfPlayPlan { nodes: 201, ..PLAN }, SelfPlayPlan { weights: 8, ..PLAN }] {
            let error = games(other, &out, 1).unwrap_err();
            assert!(format!("{error:#}").contains("other options"), "{error:#}");
        }
        assert_eq!(fs::read_to_string(&out).unwrap(), text);
        assert!(games(SelfPlayPlan { min_random: 51, ..PLAN }, &out, 1).is_err());
    }
}
