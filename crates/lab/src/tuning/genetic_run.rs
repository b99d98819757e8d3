//! A run of the genetic algorithm, with its games.

use anyhow::Result;
use willow_board::{Color, Game};
use willow_classics::mlia::{self, Mlia};
use willow_classics::{Control, Limits, Program as _};
use willow_players::matches::OpeningSource;

use super::genetic::{Candidate, GeneticOptions, Population};
use super::play::play_game;
use crate::step_log::StepLog;

/// The number of random moves of an opening.
const OPENING_PLIES: u32 = 8;

/// Returns the number of games of a run.
pub const fn n_games(options: &GeneticOptions) -> u64 {
    let &GeneticOptions { population, generations, playoff, pairs, .. } = options;
    let games = 2 * pairs as u64;
    generations as u64 * population as u64 * games
        + playoff as u64 * (population / 2) as u64 * games
}

/// Plays those games of a run that the log does not have, and returns the best candidate. After each game
/// `on_progress` gets the population before this generation's games.
///
/// # Errors
/// The log must be writable, and there must be openings.
pub fn tune_mlia(
    options: GeneticOptions,
    log: &mut StepLog<i32>,
    on_progress: &mut dyn FnMut(&Population),
) -> Result<Candidate> {
    let mut population = Population::new(options);
    let mut original = Mlia::new(mlia::Evaluation::ORIGINAL);
    let limits = options.nodes.map_or(Limits::depth(options.depth), Limits::nodes);
    let mut game = 0;
    while !population.is_finished() {
        let first = game;
        let source = OpeningSource::Random { plies: OPENING_PLIES };
        let openings = source.openings(options.pairs as usize, population.openings_seed())?;
        for candidate in population.candidates() {
            let mut player = CandidatePlayer::new(candidate.weights);
            for (opening, color) in both_colors(&openings) {
                if log.steps().len() <= game {
                    let discs = player.play(&mut original, color, opening, &limits);
                    log.add(discs, &discs.to_string())?;
                }
                game += 1;
                on_progress(&population);
            }
        }
        let results = log.steps()[first..game].to_vec();
        population.finish_generation(&results);
    }
    Ok(*population.best())
}

/// A candidate's player, built at its first game: the games of a continued run may all be in the
/// log.
struct CandidatePlayer {
    weights: mlia::Weights,
    mlia: Option<Mlia>,
}

impl CandidatePlayer {
    const fn new(weights: mlia::Weights) -> CandidatePlayer {
        CandidatePlayer { weights, mlia: None }
    }

    fn play(&mut self, original: &mut Mlia, color: Color, opening: &Game, limits: &Limits) -> i32 {
        let weights = self.weights;
        let mlia = self.mlia.get_or_insert_with(|| Mlia::new(mlia::Evaluation { weights }));
        play_game(opening, color, |position| {
            let is_own = position.side_to_move() == color;
            let player = if is_own { &mut *mlia } else { &mut *original };
            player.choose(&(*position).into(), limits, Control::UNTIMED).map(|choice| choice.best)
        })
    }
}

fn both_colors(openings: &[Game]) -> impl Iterator<Item = (&Game, Color)> {
    openings.iter().flat_map(|opening| Color::ALL.map(|color| (opening, color)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: GeneticOptions = GeneticOptions {
        population: 4,
        generations: 2,
        playoff: 1,
        pairs: 1,
        depth: 1,
        nodes: None,
        seed: 3,
    };

    #[test]
    fn a_run_that_was_killed_ends_as_one_that_was_not() {
        let folder = tempfile::tempdir().unwrap();
        let run = |name: &str| {
            let mut log = crate::tuning::open_log(&folder.path().join(name), &OPTIONS).unwrap();
            let before = log.steps().len();
            let mut seen = 0;
            let best = tune_mlia(OPTIONS, &mut log, &mut |_| seen += 1).unwrap();
            assert_eq!(seen as u64, n_games(&OPTIONS));
            (best, before, log.steps().to_vec())
        };
        let (best, before, results) = run("whole");
        assert_eq!((before, results.len()), (0, 20));
        // The log is cut off after nine games, in the second generation.
        let text = std::fs::read_to_string(folder.path().join("whole")).unwrap();
        let kept: String = text.lines().take(10).flat_map(|line| [line, "\n"]).collect();
        std::fs::write(folder.path().join("cut"), kept).unwrap();
        assert_eq!(run("cut"), (best, 9, results));
    }
}
