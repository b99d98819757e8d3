//! A genetic algorithm over the weights of MLia.
//!
//! A generation is a number of candidates. Each plays pairs of games against the paper's weights from
//! openings that are new in every generation and the same for all candidates. The better half
//! survives; the others make room for children, each with the weights of two survivors mixed and then
//! changed a little. What a survivor has won before counts on, so that luck wears off. After the last
//! generation the survivors play off: only these games count for who is the best, because the
//! luckiest of hundreds of candidates is rarely the best of them.
//!
//! Invariant: everything follows from the options and the results of the games. A run that is given
//! the same results again is the same run.

use std::cmp::Ordering;

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use willow_classics::MliaWeights;
use willow_matches::Z_95;
use willow_players::derive_seed;

/// What decides a run, but for the results of its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GeneticOptions {
    /// The candidates in each generation, at least 4.
    pub population: u32,
    /// The number of generations.
    pub generations: u32,
    /// The rounds in which the last survivors play off, each as long as a generation.
    pub playoff: u32,
    /// The pairs of games that each candidate plays in a generation.
    pub pairs: u32,
    /// The plies that both sides search.
    pub depth: u32,
    /// Where openings and changes come from.
    pub seed: u64,
}

impl Default for GeneticOptions {
    fn default() -> GeneticOptions {
        GeneticOptions {
            population: 16,
            generations: 40,
            playoff: 10,
            pairs: 10,
            depth: 4,
            seed: 1,
        }
    }
}

/// A set of weights with what it has won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The weights.
    pub weights: MliaWeights,
    /// The games that it has played, in all its generations.
    pub games: u32,
    /// Two for every win, one for every draw.
    pub half_points: u32,
    /// The sum of its disc differences.
    pub discs: i32,
}

/// A population on its way through the generations.
#[derive(Clone, Debug)]
pub struct Genetic {
    options: GeneticOptions,
    generation: u32,
    candidates: Vec<Candidate>,
}

/// The standard deviation of a change, in parts of the paper's weight...
const CHANGE: f64 = 0.25;

/// ...or of this if the weight is smaller, so that small ones can change their sign.
const SMALLEST_SCALE: f64 = 50.0;

/// How likely a weight of a child is to change.
const CHANGE_PROBABILITY: f64 = 0.5;

impl Candidate {
    const fn new(weights: MliaWeights) -> Candidate {
        Candidate { weights, games: 0, half_points: 0, discs: 0 }
    }

    /// Returns the part of all points that it has won, from 0 to 1; a half before its first game.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.games == 0 { 0.5 } else { f64::from(self.half_points) / f64::from(2 * self.games) }
    }

    /// Returns what the score is at least, in 39 cases of 40. A game's points vary by at most a half.
    #[must_use]
    pub fn lower_bound(&self) -> f64 {
        self.score() - Z_95 * 0.5 / f64::from(self.games.max(1)).sqrt()
    }

    fn mean_discs(&self) -> f64 {
        f64::from(self.discs) / f64::from(self.games.max(1))
    }

    fn add(&mut self, discs: i32) {
        self.games += 1;
        self.half_points += (1 + discs.signum()) as u32;
        self.discs += discs;
    }
}

impl Genetic {
    /// Returns the first generation: the paper's weights, and changed copies of them.
    #[must_use]
    pub fn new(options: GeneticOptions) -> Genetic {
        let mut random = ChaCha8Rng::seed_from_u64(derive_seed(options.seed, 0));
        let original = MliaWeights::ORIGINAL;
        let changed = (1..options.population).map(|_| changed(&mut random, *original.values()));
        let candidates = std::iter::once(original).chain(changed).map(Candidate::new).collect();
        Genetic { options, generation: 0, candidates }
    }

    /// Returns the number of the generation or, after the last one, of the round, from 0.
    #[must_use]
    pub const fn generation(&self) -> u32 {
        self.generation
    }

    /// Returns whether all generations have played, and the play-off is over.
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        self.options.generations + self.options.playoff <= self.generation
    }

    /// Returns the candidates.
    #[must_use]
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Returns the seed of this generation's openings.
    #[must_use]
    pub const fn openings_seed(&self) -> u64 {
        derive_seed(derive_seed(self.options.seed, 1), self.generation as u64)
    }

    /// Returns the candidate whose strength is most certain: the one with the largest lower bound.
    #[must_use]
    pub fn best(&self) -> &Candidate {
        self.candidates
            .iter()
            .max_by(|a, b| a.lower_bound().total_cmp(&b.lower_bound()))
            .expect("a population has candidates")
    }

    /// Ends the generation or the round with the results of its games, in discs: first all of the first candidate,
    /// then all of the second. Lets the better half breed or play off.
    ///
    /// # Panics
    /// There must be two results for each candidate and pair.
    pub fn finish_generation(&mut self, results: &[i32]) {
        let per_candidate = 2 * self.options.pairs as usize;
        assert_eq!(results.len(), per_candidate * self.candidates.len(), "all games were played");
        for (candidate, results) in self.candidates.iter_mut().zip(results.chunks(per_candidate)) {
            for &discs in results {
                candidate.add(discs);
            }
        }
        // A stable sort, so that the same results make the same order.
        self.candidates.sort_by(|a, b| {
            b.score().total_cmp(&a.score()).then(b.mean_discs().total_cmp(&a.mean_discs()))
        });
        self.generation += 1;
        match self.generation.cmp(&self.options.generations) {
            Ordering::Less => self.breed(),
            Ordering::Equal => self.begin_playoff(),
            Ordering::Greater => (),
        }
    }

    fn begin_playoff(&mut self) {
        if 0 < self.options.playoff {
            self.candidates.truncate(self.candidates.len() / 2);
            for candidate in &mut self.candidates {
                *candidate = Candidate::new(candidate.weights);
            }
        }
    }

    fn breed(&mut self) {
        let stream = derive_seed(self.options.seed, 2 + u64::from(self.generation));
        let mut random = ChaCha8Rng::seed_from_u64(stream);
        let n_survivors = self.candidates.len() / 2;
        for index in n_survivors..self.candidates.len() {
            let father = random.random_range(0..n_survivors);
            let mother = random.random_range(0..n_survivors);
            let parents = [father, mother].map(|index| self.candidates[index].weights);
            let mixed = mixed(&mut random, &parents);
            self.candidates[index] = Candidate::new(changed(&mut random, mixed));
        }
    }
}

/// Returns a child's weights, each from one parent or the other.
fn mixed(random: &mut impl Rng, [father, mother]: &[MliaWeights; 2]) -> [f64; 6] {
    std::array::from_fn(|index| {
        let parent = if random.random_bool(0.5) { father } else { mother };
        parent.values()[index]
    })
}

/// Changes some weights by normally distributed amounts.
fn changed(random: &mut impl Rng, weights: [f64; 6]) -> MliaWeights {
    let mut weights = weights;
    for (weight, original) in weights.iter_mut().zip(MliaWeights::ORIGINAL.values()) {
        if random.random_bool(CHANGE_PROBABILITY) {
            let scale = CHANGE * original.abs().max(SMALLEST_SCALE);
            let changed = *weight + scale * normal(random);
            // Thousandths are what the paper gives.
            let rounded = (changed * 1000.0).round() / 1000.0;
            *weight = rounded.clamp(*MliaWeights::RANGE.start(), *MliaWeights::RANGE.end());
        }
    }
    MliaWeights::new(weights).expect("the weights were kept in their range")
}

/// Draws a normally distributed number (Box and Muller 1958).
fn normal(random: &mut impl Rng) -> f64 {
    let uniform: f64 = 1.0 - random.random::<f64>();
    let angle = std::f64::consts::TAU * random.random::<f64>();
    (-2.0 * uniform.ln()).sqrt() * angle.cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: GeneticOptions =
        GeneticOptions { population: 8, generations: 25, playoff: 2, pairs: 4, depth: 1, seed: 7 };

    /// Runs with games that are decided by how close the second weight is to 1000.
    fn run() -> Genetic {
        let mut genetic = Genetic::new(OPTIONS);
        let original = MliaWeights::ORIGINAL.values()[1];
        while !genetic.is_finished() {
            let discs = |candidate: &Candidate| {
                let distance = |weight: f64| (1000.0 - weight).abs();
                let lead = distance(original) - distance(candidate.weights.values()[1]);
                (lead / 4.0).clamp(-64.0, 64.0).round() as i32
            };
            let results = genetic.candidates().iter().flat_map(|candidate| [discs(candidate); 8]);
            let results: Vec<i32> = results.collect();
            genetic.finish_generation(&results);
        }
        genetic
    }

    #[test]
    fn weights_that_win_spread() {
        let genetic = run();
        let best = genetic.best();
        assert!((1000.0 - best.weights.values()[1]).abs() < 60.0, "{best:?}");
        assert!(1.0 - best.score() < 0.01, "{best:?}");
        assert_eq!((best.games, genetic.candidates().len()), (16, 4), "only the play-off counts");
    }

    #[test]
    fn the_same_results_make_the_same_run() {
        assert_eq!(run().candidates(), run().candidates());
        let other = Genetic::new(GeneticOptions { seed: 8, ..OPTIONS });
        assert_ne!(other.candidates()[1], Genetic::new(OPTIONS).candidates()[1]);
    }

    #[test]
    fn certainty_grows_with_games() {
        let candidate = |games, half_points| Candidate {
            games,
            half_points,
            ..Candidate::new(MliaWeights::ORIGINAL)
        };
        // 3 of 4 points in 4 games, and 60 of 100.
        assert!((candidate(4, 6).lower_bound() - (0.75 - 0.49)).abs() < 1e-4);
        assert!((candidate(100, 120).lower_bound() - (0.6 - 0.098)).abs() < 1e-4);
    }

    #[test]
    fn the_original_is_there_at_first_and_openings_change() {
        let mut genetic = Genetic::new(OPTIONS);
        assert_eq!(genetic.candidates()[0].weights, MliaWeights::ORIGINAL);
        let seed = genetic.openings_seed();
        genetic.finish_generation(&[0; 64]);
        assert_ne!(genetic.openings_seed(), seed);
    }
}
