//! A run of hill-climbing: searches, changes of the factors, and a match against the original.

use anyhow::{Context as _, Result};
use willow_board::{Color, DiscDiff, Game};
use willow_classics::LinearEvaluation;
use willow_players::derive_seed;
use willow_players::matches::{MatchScore, OpeningSource};

use super::hill_climbing::{HillClimbingOptions, backed_up, best_move, hill_climb, positions};
use super::play::play_game;
use crate::step_log::StepLog;

/// The number of random moves of an opening of the match.
const OPENING_PLIES: u32 = 8;

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct HillClimbingResult {
    /// The evaluation with its new factors.
    pub evaluation: LinearEvaluation,
    /// The correlation of static and backed-up values before and after each round.
    pub correlations: Vec<[f64; 2]>,
    /// The match against the original, from the tuned evaluation's view.
    pub score: MatchScore,
}

/// Returns the number of steps of a run: searches of positions, and games.
pub const fn n_steps(options: &HillClimbingOptions) -> u64 {
    options.rounds as u64 * options.positions as u64 + 2 * options.pairs as u64
}

/// Does those steps of a run that the log does not have.
///
/// # Errors
/// The evaluation must be known, the log writable, and there must be openings.
pub fn run_hill_climbing(
    options: &HillClimbingOptions,
    log: &mut StepLog<i32>,
    on_progress: &mut dyn FnMut(),
) -> Result<HillClimbingResult> {
    let original = LinearEvaluation::original(&options.eval)
        .with_context(|| format!("`{}` has no terms to weigh", options.eval))?;
    let mut steps = StepRunner { log, done: 0, on_progress };
    let boards = positions(options, &original);
    let mut evaluation = original.clone();
    let mut correlations = Vec::new();
    for round in 0..options.rounds {
        let targets: Vec<i32> = boards
            .iter()
            .map(|board| steps.next(|| backed_up(&evaluation, board, options.depth)))
            .collect::<Result<_>>()?;
        let seed = derive_seed(derive_seed(options.seed, 1), round.into());
        let (better, correlation) = hill_climb(&evaluation, &boards, &targets, seed);
        evaluation = better;
        correlations.push(correlation);
    }
    let score = compare(options, &evaluation, &original, &mut steps)?;
    Ok(HillClimbingResult { evaluation, correlations, score })
}

/// The steps of a run. The log has the results of the first ones.
struct StepRunner<'a> {
    log: &'a mut StepLog<i32>,
    done: usize,
    on_progress: &'a mut dyn FnMut(),
}

impl StepRunner<'_> {
    /// Returns the result of the next step, from the log or by running it.
    fn next(&mut self, step: impl FnOnce() -> i32) -> Result<i32> {
        if self.log.steps().len() <= self.done {
            let result = step();
            self.log.add(result, &result.to_string())?;
        }
        let result = self.log.steps()[self.done];
        self.done += 1;
        (self.on_progress)();
        Ok(result)
    }
}

/// Plays the match between the tuned evaluation and the original, each opening twice with colours
/// changed.
fn compare(
    options: &HillClimbingOptions,
    tuned: &LinearEvaluation,
    original: &LinearEvaluation,
    steps: &mut StepRunner<'_>,
) -> Result<MatchScore> {
    let source = OpeningSource::Random { plies: OPENING_PLIES };
    let openings = source.openings(options.pairs as usize, derive_seed(options.seed, 2))?;
    let mut score = MatchScore::new();
    let games = openings.iter().flat_map(|opening| Color::ALL.map(|color| (opening, color)));
    for (number, (opening, color)) in (1..).zip(games) {
        let discs = steps.next(|| play([tuned, original], color, opening, options.play_depth))?;
        score.add(number, DiscDiff::new(discs).context("the log holds an impossible result")?);
    }
    Ok(score)
}

/// Plays a game, the first player with `color`, and returns the result in discs from its view.
fn play(players: [&LinearEvaluation; 2], color: Color, opening: &Game, depth: u32) -> i32 {
    play_game(opening, color, |position| {
        let player = players[usize::from(position.side_to_move() != color)];
        best_move(player, position.board(), depth)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(eval: &str) -> HillClimbingOptions {
        HillClimbingOptions {
            eval: eval.to_owned(),
            positions: 40,
            rounds: 2,
            depth: 2,
            pairs: 3,
            play_depth: 1,
            seed: 9,
        }
    }

    #[test]
    fn an_interrupted_run_ends_like_an_uninterrupted_one() {
        let folder = tempfile::tempdir().unwrap();
        let options = options("mlia");
        let run = |name: &str| {
            let mut log = crate::tuning::open_log(&folder.path().join(name), &options).unwrap();
            let mut seen = 0;
            let found = run_hill_climbing(&options, &mut log, &mut || seen += 1).unwrap();
            assert_eq!(seen, n_steps(&options));
            (found, log.steps().to_vec())
        };
        let (whole, results) = run("whole");
        assert_eq!((results.len(), whole.score.games()), (86, 6));
        assert!(whole.correlations.iter().all(|[before, after]| before <= after));
        // The log is cut off in the second round, and in the match.
        let text = std::fs::read_to_string(folder.path().join("whole")).unwrap();
        for kept in [60, 84] {
            let lines: String = text.lines().take(kept).flat_map(|line| [line, "\n"]).collect();
            std::fs::write(folder.path().join("cut"), lines + "-1").unwrap();
            assert_eq!(run("cut"), (whole.clone(), results.clone()));
        }
    }

    #[test]
    fn equal_players_divide_the_points() {
        let original = LinearEvaluation::original("iago").unwrap();
        let black = play([&original; 2], Color::Black, &Game::new(), 2);
        assert_eq!(play([&original; 2], Color::White, &Game::new(), 2), -black);
        let worse = original.with_factors(vec![-1.0; 3]).unwrap();
        assert!(0 < play([&original, &worse], Color::Black, &Game::new(), 2));
        assert!(0 < play([&original, &worse], Color::White, &Game::new(), 2));
    }
}
