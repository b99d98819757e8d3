//! Hill-climbing: static values of an evaluation are made to predict the values that a search backs
//! up.
//!
//! Samuel, "Some Studies in Machine Learning Using the Game of Checkers" (1959), as described in
//! Norvig's book (section 18.13): compare the static values of positions with the values that a
//! search backs up for them, change a coefficient at random, and keep the change if the correlation
//! is higher. No games are needed.
//!
//! The searches take nearly all the time, because the correlation follows from the covariances of
//! the terms. After each round the positions are searched again with the new factors.
//!
//! Invariant: everything follows from the options and the backed-up values.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use willow_board::{Board, Square};
use willow_classics::LinearEvaluation;
use willow_classics::paip::{
    Dialect, Method, Othello, Problem, SearchResult, SquareOrder, Value, search,
};
use willow_players::derive_seed;

use crate::normal::standard_normal;

/// The options of a run. With the values that its searches back up they determine the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HillClimbingOptions {
    /// The name of the evaluation.
    pub eval: String,
    /// The number of positions.
    pub positions: u32,
    /// The number of rounds, each with a search of every position.
    pub rounds: u32,
    /// The plies of each search.
    pub depth: u32,
    /// The pairs of games that the result plays against the original in the end.
    pub pairs: u32,
    /// The plies that both sides search in these games.
    pub play_depth: u32,
    /// The seed of positions, changes and openings.
    pub seed: u64,
}

/// The number of changes that are tried in a round.
const STEPS: u32 = 20_000;

/// The standard deviation of the first change of a factor. It decreases linearly to 0.
const STEP_SIZE: f64 = 0.4;

/// The number of random moves at the beginning of a game.
const RANDOM_MOVES: u32 = 8;

/// Later, one move of this many is random, so that there are positions after good and after bad
/// moves.
const RANDOM_ONE_IN: u32 = 4;

/// The smallest number of discs of a position.
const MIN_DISCS: u32 = 4 + RANDOM_MOVES;

/// The moments that the correlation follows from.
#[derive(Clone, Debug)]
struct TermMoments {
    /// The covariances of the terms.
    terms: Vec<Vec<f64>>,
    /// The covariance of each term with the backed-up values.
    targets: Vec<f64>,
    /// The variance of the backed-up values.
    target: f64,
}

/// The contribution of each term to the static value of a board, and the value that a search backed
/// up.
type TermSample = (Vec<f64>, f64);

/// Returns the positions, one of each game. The original plays the games against itself at one ply,
/// with some random moves.
pub fn positions(options: &HillClimbingOptions, original: &LinearEvaluation) -> Vec<Board> {
    let stream = derive_seed(options.seed, 0);
    let seeds = (0..).map(|number| derive_seed(stream, number));
    let boards = seeds.filter_map(|seed| position(options, original, seed));
    boards.take(options.positions as usize).collect()
}

/// Plays to a random number of discs. Returns `None` if the game is over or has a pass there.
fn position(
    options: &HillClimbingOptions,
    original: &LinearEvaluation,
    seed: u64,
) -> Option<Board> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let max_discs = 62_u32.saturating_sub(2 * options.depth).max(MIN_DISCS);
    let n_discs = random.random_range(MIN_DISCS..=max_discs);
    let mut board = Board::START;
    while board.occupied().count() < n_discs {
        let moves = board.legal_moves();
        if moves.is_empty() {
            board = board.pass();
            if board.legal_moves().is_empty() {
                return None;
            }
            continue;
        }
        let is_random =
            board.occupied().count() < MIN_DISCS || random.random_ratio(1, RANDOM_ONE_IN);
        let square = if is_random {
            moves.squares().nth(random.random_range(0..moves.count() as usize))
        } else {
            best_move(original, &board, 1)
        };
        board = board.play(square?)?;
    }
    (!board.legal_moves().is_empty()).then_some(board)
}

fn search_to_depth(
    evaluation: &LinearEvaluation,
    board: &Board,
    depth: u32,
) -> SearchResult<Square> {
    let (game, evaluation) = (Othello::new(SquareOrder::Static), evaluation.at_root(board));
    let problem = Problem::new(&game, &evaluation);
    search(Method::killer(depth), &problem, board)
}

/// Returns the best move of a search, or `None` if there is no move.
pub(super) fn best_move(
    evaluation: &LinearEvaluation,
    board: &Board,
    depth: u32,
) -> Option<Square> {
    search_to_depth(evaluation, board, depth).best
}

/// Returns the value that a search backs up, in units of the evaluation, from the view of the side
/// to move.
pub fn backed_up(evaluation: &LinearEvaluation, board: &Board, depth: u32) -> i32 {
    search_to_depth(evaluation, board, depth).value.map_or(0, Value::units)
}

/// Changes the factors of an evaluation so that its static values correlate better with the
/// backed-up values.
///
/// Returns the evaluation, and the correlations before and after.
///
/// # Panics
/// There must be a value for each board.
pub fn hill_climb(
    evaluation: &LinearEvaluation,
    boards: &[Board],
    targets: &[i32],
    seed: u64,
) -> (LinearEvaluation, [f64; 2]) {
    let moments = TermMoments::new(evaluation, boards, targets);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut factors = evaluation.factors().to_vec();
    let before = moments.correlation(&factors);
    let spread = moments.variance(&factors).sqrt();
    let mut best = before;
    for step in 0..STEPS {
        let index = random.random_range(0..factors.len());
        let old = factors[index];
        let scale = STEP_SIZE * f64::from(STEPS - step) / f64::from(STEPS);
        factors[index] = (old + scale * standard_normal(&mut random))
            .clamp(-LinearEvaluation::MAX_FACTOR, LinearEvaluation::MAX_FACTOR);
        let correlation = moments.correlation(&factors);
        if best < correlation {
            best = correlation;
        } else {
            factors[index] = old;
        }
    }
    // The correlation does not depend on the scale: keep that of the original values.
    let scale = spread / moments.variance(&factors).sqrt().max(f64::MIN_POSITIVE);
    let rescaled = factors.iter().map(|factor| {
        (scale * factor).clamp(-LinearEvaluation::MAX_FACTOR, LinearEvaluation::MAX_FACTOR)
    });
    let tuned = evaluation.with_factors(rescaled.map(rounded_to_thousandths).collect());
    (tuned.expect("they were clamped"), [before, best])
}

fn rounded_to_thousandths(factor: f64) -> f64 {
    (1000.0 * factor).round() / 1000.0
}

impl TermMoments {
    /// Measures terms and values. Positions whose search finds a won game are left out: their
    /// values are larger than all static ones.
    fn new(evaluation: &LinearEvaluation, boards: &[Board], targets: &[i32]) -> TermMoments {
        assert_eq!(boards.len(), targets.len(), "all boards were searched");
        let won = Dialect::Lisp.final_values().greatest().units();
        let rows: Vec<TermSample> = boards
            .iter()
            .zip(targets)
            .filter(|(_, target)| target.abs() < won)
            .map(|(board, &target)| (evaluation.contributions(board), f64::from(target)))
            .collect();
        let n = rows.len().max(1) as f64;
        let n_terms = evaluation.factors().len();
        let mean = |of: &dyn Fn(&TermSample) -> f64| rows.iter().map(of).sum::<f64>() / n;
        let means: Vec<f64> = (0..n_terms).map(|i| mean(&|row| row.0[i])).collect();
        let target_mean = mean(&|row| row.1);
        let covariance =
            |i: usize, j: usize| mean(&|row| (row.0[i] - means[i]) * (row.0[j] - means[j]));
        TermMoments {
            terms: (0..n_terms).map(|i| (0..n_terms).map(|j| covariance(i, j)).collect()).collect(),
            targets: (0..n_terms)
                .map(|i| mean(&|row| (row.0[i] - means[i]) * (row.1 - target_mean)))
                .collect(),
            target: mean(&|row| (row.1 - target_mean).powi(2)),
        }
    }

    /// Returns the variance of the static values with these factors.
    fn variance(&self, factors: &[f64]) -> f64 {
        let row = |row: &Vec<f64>| -> f64 { row.iter().zip(factors).map(|(c, f)| c * f).sum() };
        self.terms.iter().zip(factors).map(|(terms, factor)| factor * row(terms)).sum()
    }

    /// Returns the correlation of the static values, with these factors, with the backed-up values.
    fn correlation(&self, factors: &[f64]) -> f64 {
        let covariance: f64 = self.targets.iter().zip(factors).map(|(c, f)| c * f).sum();
        let variance = self.variance(factors) * self.target;
        if variance <= 0.0 { 0.0 } else { covariance / variance.sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(eval: &str) -> HillClimbingOptions {
        HillClimbingOptions {
            eval: eval.to_owned(),
            positions: 300,
            rounds: 1,
            depth: 3,
            pairs: 1,
            play_depth: 1,
            seed: 5,
        }
    }

    /// The values are made with other factors, which are found up to the scale.
    #[test]
    fn the_factors_behind_the_values_are_found() {
        let original = LinearEvaluation::original("iago-1982").unwrap();
        let boards = positions(&options("iago-1982"), &original);
        let hidden = [0.5, 2.0, 1.5, 1.0];
        let targets: Vec<i32> = boards
            .iter()
            .map(|board| {
                let terms = original.contributions(board);
                terms.iter().zip(hidden).map(|(term, factor)| term * factor).sum::<f64>() as i32
            })
            .collect();
        let (found, [before, after]) = hill_climb(&original, &boards, &targets, 1);
        assert!(before < 0.99 && 0.9999 < after, "{before} {after}");
        // The scale stays that of the original; the last of the hidden factors is 1.
        let scale = found.factors()[3];
        for (found, hidden) in found.factors().iter().zip(hidden) {
            assert!((found / scale / hidden - 1.0).abs() < 0.05, "{found} {scale} {hidden}");
        }
    }

    #[test]
    fn correlation_with_searches_rises() {
        let original = LinearEvaluation::original("weighted-squares").unwrap();
        let options = options("weighted-squares");
        let boards = positions(&options, &original);
        assert_eq!(boards.len(), 300);
        assert!(boards.iter().all(|board| (12..=56).contains(&board.occupied().count())));
        let targets: Vec<i32> =
            boards.iter().map(|board| backed_up(&original, board, options.depth)).collect();
        let (_, [before, after]) = hill_climb(&original, &boards, &targets, 1);
        assert!(0.2 < before && before < after && after < 1.0, "{before} {after}");
    }
}
