//! A whole run of the genetic algorithm, with its games.

use anyhow::Result;
use willow_board::{Color, Game};
use willow_classics::{Mlia, MliaEvaluation, MliaWeights};
use willow_matches::OpeningSource;

use super::genetic::{Candidate, Genetic, GeneticOptions};
use super::ledger::Ledger;
use super::play::play;

/// The random moves of an opening.
const OPENING_PLIES: u32 = 8;

/// What is told of a run after every game.
#[derive(Clone, Copy, Debug)]
pub struct News<'a> {
    /// The population as it was before this generation's games.
    pub genetic: &'a Genetic,
    /// The games that are over, of all generations.
    pub games: usize,
}

/// Returns the number of games of a run.
#[must_use]
pub const fn n_games(options: &GeneticOptions) -> u64 {
    let &GeneticOptions { population, generations, playoff, pairs, .. } = options;
    let games = 2 * pairs as u64;
    generations as u64 * population as u64 * games
        + playoff as u64 * (population / 2) as u64 * games
}

/// Plays all games of a run that the ledger does not have yet, and returns the best candidate.
///
/// # Errors
/// The ledger must be writable, and there must be openings.
pub fn tune_mlia(
    options: GeneticOptions,
    ledger: &mut Ledger,
    watch: &mut dyn FnMut(News<'_>),
) -> Result<Candidate> {
    let mut genetic = Genetic::new(options);
    let mut original = Mlia::new(MliaEvaluation::ORIGINAL);
    let mut game = 0;
    while !genetic.is_finished() {
        let first = game;
        let source = OpeningSource::Random { plies: OPENING_PLIES };
        let openings = source.openings(options.pairs as usize, genetic.openings_seed())?;
        for candidate in genetic.candidates() {
            let mut sparring = Sparring::new(candidate.weights);
            for (opening, color) in both_colors(&openings) {
                if ledger.results().len() <= game {
                    let discs = sparring.play(&mut original, color, opening, options.depth);
                    ledger.add(discs)?;
                }
                game += 1;
                watch(News { genetic: &genetic, games: game });
            }
        }
        let results = ledger.results()[first..game].to_vec();
        genetic.finish_generation(&results);
    }
    Ok(*genetic.best())
}

/// A candidate that is made when it has to play: a run that goes on has old ones that need not.
struct Sparring {
    weights: MliaWeights,
    mlia: Option<Mlia>,
}

impl Sparring {
    const fn new(weights: MliaWeights) -> Sparring {
        Sparring { weights, mlia: None }
    }

    fn play(&mut self, original: &mut Mlia, color: Color, opening: &Game, depth: u32) -> i32 {
        let weights = self.weights;
        let mlia = self.mlia.get_or_insert_with(|| Mlia::new(MliaEvaluation { weights }));
        play(mlia, original, color, opening, depth)
    }
}

fn both_colors(openings: &[Game]) -> impl Iterator<Item = (&Game, Color)> {
    openings.iter().flat_map(|opening| Color::ALL.map(|color| (opening, color)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: GeneticOptions =
        GeneticOptions { population: 4, generations: 2, playoff: 1, pairs: 1, depth: 1, seed: 3 };

    #[test]
    fn a_run_that_was_killed_ends_as_one_that_was_not() {
        let folder = tempfile::tempdir().unwrap();
        let run = |name: &str| {
            let mut ledger = Ledger::open(&folder.path().join(name), &OPTIONS).unwrap();
            let before = ledger.results().len();
            let mut seen = 0;
            let best = tune_mlia(OPTIONS, &mut ledger, &mut |news| seen = news.games).unwrap();
            assert_eq!(seen as u64, n_games(&OPTIONS));
            (best, before, ledger.results().to_vec())
        };
        let (best, before, results) = run("whole");
        assert_eq!((before, results.len()), (0, 20));
        // Kill it after nine games, in the second generation.
        let text = std::fs::read_to_string(folder.path().join("whole")).unwrap();
        let kept: String = text.lines().take(10).flat_map(|line| [line, "\n"]).collect();
        std::fs::write(folder.path().join("killed"), kept).unwrap();
        assert_eq!(run("killed"), (best, 9, results));
    }
}
