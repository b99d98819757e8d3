//! A genetic algorithm over the weights of MLia.
//!
//! A generation is a population of candidates. Each plays pairs of games against the paper's
//! weights, from openings that are new in every generation and the same for all candidates. The
//! better half survives, and the mean of its weights is the next generation's first candidate
//! (crossover of all survivors); the others are that mean, changed a little (mutation). A mean of many
//! averages out the luck of each: what chance put into one survivor, it took from another. After the
//! last generation the survivors but the last, and their mean, play off. Only the play-off decides
//! which candidate is the best, because the luckiest of hundreds of candidates is rarely the best of
//! them.
//!
//! Invariant: everything follows from the options and the results of the games. The same results
//! give the same run.

use std::cmp::Ordering;

use clap::Args;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use willow_classics::mlia;
use willow_players::derive_seed;
use willow_players::matches::Z_95;

use crate::normal::standard_normal;

/// The options of a run. With the results of its games they determine the run.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct GeneticOptions {
    /// Keep N versions in each generation
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(4..=1000))]
    pub population: u32,
    /// Breed N generations
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub generations: u32,
    /// Let the last survivors play off in N rounds
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub playoff: u32,
    /// Let every version play N pairs of games in a generation
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub pairs: u32,
    /// Search D plies
    #[arg(long, value_name = "D", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub depth: u32,
    /// Visit N positions for a move instead (with --mlia)
    #[arg(long, value_name = "N", conflicts_with_all = ["depth", "hill_climb"], value_parser = clap::value_parser!(u64).range(10..))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Draw random numbers from this seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// A set of weights with the results of its games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Those of MLia's six characteristics.
    pub weights: mlia::Weights,
    /// The number of games.
    pub games: u32,
    /// Two for every win, one for every draw.
    pub half_points: u32,
    /// The sum of the disc differences, from the candidate's view.
    pub discs: i32,
}

/// The candidates of the current generation.
#[derive(Clone, Debug)]
pub struct Population {
    options: GeneticOptions,
    generation: u32,
    candidates: Vec<Candidate>,
}

/// The standard deviation of a mutation, in parts of the paper's weight...
const MUTATION_SIZE: f64 = 0.25;

/// ...or in parts of this if the weight is smaller, so that small weights can change their sign.
const MIN_MUTATION_SCALE: f64 = 50.0;

/// The probability that a weight of a child is mutated.
const MUTATION_PROBABILITY: f64 = 0.5;

impl Candidate {
    const fn new(weights: mlia::Weights) -> Candidate {
        Candidate { weights, games: 0, half_points: 0, discs: 0 }
    }

    /// Returns the part of all points that the candidate has won, from 0 to 1, or a half before its
    /// first game.
    pub fn score(&self) -> f64 {
        if self.games == 0 { 0.5 } else { f64::from(self.half_points) / f64::from(2 * self.games) }
    }

    /// Returns the lower end of the score's 95% interval. The points of a game vary by at most a
    /// half.
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

impl Population {
    /// Returns the first generation: the paper's weights, and mutated copies.
    pub fn new(options: GeneticOptions) -> Population {
        let mut random = ChaCha8Rng::seed_from_u64(derive_seed(options.seed, 0));
        let original = mlia::Weights::ORIGINAL;
        let mutated = (1..options.population).map(|_| mutated(&mut random, *original.values()));
        let candidates = std::iter::once(original).chain(mutated).map(Candidate::new).collect();
        Population { options, generation: 0, candidates }
    }

    /// Returns the number of the generation or, after the last one, of the round, from 0.
    pub const fn generation(&self) -> u32 {
        self.generation
    }

    /// Returns whether all generations have played, and the play-off is over.
    pub const fn is_finished(&self) -> bool {
        self.options.generations + self.options.playoff <= self.generation
    }

    /// Returns the weights of this generation with their results.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Returns the seed of this generation's openings.
    pub const fn openings_seed(&self) -> u64 {
        derive_seed(derive_seed(self.options.seed, 1), self.generation as u64)
    }

    /// Returns the candidate with the largest lower bound of its score.
    pub fn best(&self) -> &Candidate {
        self.candidates
            .iter()
            .max_by(|a, b| a.lower_bound().total_cmp(&b.lower_bound()))
            .expect("a population has candidates")
    }

    /// Ends the generation, or the round of the play-off, with the results of its games in discs:
    /// first all of the first candidate, then all of the second. Prepares the next generation or
    /// round.
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
            let mean = self.mean_of_survivors();
            self.candidates.truncate(self.candidates.len() / 2);
            for candidate in &mut self.candidates {
                *candidate = Candidate::new(candidate.weights);
            }
            if let Some(last) = self.candidates.last_mut() {
                *last = Candidate::new(mean);
            }
        }
    }

    fn breed(&mut self) {
        let stream = derive_seed(self.options.seed, 2 + u64::from(self.generation));
        let mut random = ChaCha8Rng::seed_from_u64(stream);
        let mean = self.mean_of_survivors();
        for (index, candidate) in self.candidates.iter_mut().enumerate() {
            let child = if index == 0 { mean } else { mutated(&mut random, *mean.values()) };
            *candidate = Candidate::new(child);
        }
    }

    /// Returns the mean of each weight in the better half of the sorted candidates.
    fn mean_of_survivors(&self) -> mlia::Weights {
        let survivors = &self.candidates[..self.candidates.len() / 2];
        let sum = |index: usize| survivors.iter().map(|it| it.weights.values()[index]).sum::<f64>();
        let means = std::array::from_fn(|index| rounded(sum(index) / survivors.len() as f64));
        mlia::Weights::new(means).expect("a mean is between its parts")
    }
}

/// Rounds a weight to thousandths, as the paper gives them.
fn rounded(weight: f64) -> f64 {
    (weight * 1000.0).round() / 1000.0
}

/// Changes some weights by normally distributed amounts.
fn mutated(random: &mut impl Rng, weights: [f64; 6]) -> mlia::Weights {
    let mut weights = weights;
    for (weight, original) in weights.iter_mut().zip(mlia::Weights::ORIGINAL.values()) {
        if random.random_bool(MUTATION_PROBABILITY) {
            let scale = MUTATION_SIZE * original.abs().max(MIN_MUTATION_SCALE);
            let moved = *weight + scale * standard_normal(random);
            *weight =
                rounded(moved).clamp(*mlia::Weights::RANGE.start(), *mlia::Weights::RANGE.end());
        }
    }
    mlia::Weights::new(weights).expect("the weights were kept in their range")
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: GeneticOptions = GeneticOptions {
        population: 8,
        generations: 25,
        playoff: 2,
        pairs: 4,
        depth: 1,
        nodes: None,
        seed: 7,
    };

    /// Runs with games that are decided by how close the second weight is to 1000.
    fn run() -> Population {
        let mut population = Population::new(OPTIONS);
        let original = mlia::Weights::ORIGINAL.values()[1];
        while !population.is_finished() {
            let discs = |candidate: &Candidate| {
                let distance = |weight: f64| (1000.0 - weight).abs();
                let lead = distance(original) - distance(candidate.weights.values()[1]);
                (lead / 4.0).clamp(-64.0, 64.0).round() as i32
            };
            let results =
                population.candidates().iter().flat_map(|candidate| [discs(candidate); 8]);
            let results: Vec<i32> = results.collect();
            population.finish_generation(&results);
        }
        population
    }

    #[test]
    fn weights_that_win_spread() {
        let population = run();
        let best = population.best();
        assert!((1000.0 - best.weights.values()[1]).abs() < 60.0, "{best:?}");
        assert!(1.0 - best.score() < 0.01, "{best:?}");
        assert_eq!(
            (best.games, population.candidates().len()),
            (16, 4),
            "only the play-off counts"
        );
    }
}
