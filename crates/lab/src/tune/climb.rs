//! Hill-climbing: an evaluation is to say at once what a search says later.
//!
//! Samuel, "Some Studies in Machine Learning Using the Game of Checkers" (1959), as Norvig's book tells it
//! (section 18.13): compare the static values of positions with the values that a search backs up for them,
//! change a coefficient at random, and keep the change if the two correlate better. Every position tells
//! something, and no game needs to be played.
//!
//! Searching takes the time; a climb is nothing beside it, because the correlation follows from the
//! covariances of the terms. After each round the positions are searched anew with what was found.
//!
//! Invariant: everything follows from the options and the backed-up values.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use willow_board::Board;
use willow_classics::{Dialect, Method, Othello, Problem, SquareOrder, search};
use willow_players::derive_seed;

use super::linear::{LinearEvaluation, MOST};

/// What decides a run, but for the values that its searches back up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClimbOptions {
    /// The name of the evaluation.
    pub eval: String,
    /// The number of positions.
    pub positions: u32,
    /// How often they are searched.
    pub rounds: u32,
    /// The plies of each search.
    pub depth: u32,
    /// The pairs of games that the result plays against the original in the end.
    pub pairs: u32,
    /// The plies that both sides search in these games.
    pub play_depth: u32,
    /// Where positions, changes and openings come from.
    pub seed: u64,
}

/// The changes that are tried in a climb.
const STEPS: u32 = 20_000;

/// The standard deviation of a change of a factor at first; it falls to nothing.
const CHANGE: f64 = 0.4;

/// The random moves that a game begins with before a position is taken from it.
const RANDOM_MOVES: u32 = 8;

/// After them, one move in so many is still random: positions of good and of bad moves.
const RANDOM_ONE_IN: u32 = 4;

/// The discs that a position has beyond those that keep the ends of games out of sight of the searches.
const FEWEST_DISCS: u32 = 4 + RANDOM_MOVES;

/// The parts that correlations are made of: of the terms, and of the terms with the backed-up values.
#[derive(Clone, Debug)]
struct Moments {
    terms: Vec<Vec<f64>>,
    targets: Vec<f64>,
    target: f64,
}

/// What each term adds to the static value of a board, and the value that was backed up to it.
type Row = (Vec<f64>, f64);

/// Returns the positions: from games that the original plays against itself one ply deep, with random
/// moves among its own, one of each game.
#[must_use]
pub fn positions(options: &ClimbOptions, original: &LinearEvaluation) -> Vec<Board> {
    let stream = derive_seed(options.seed, 0);
    let seeds = (0..).map(|number| derive_seed(stream, number));
    let boards = seeds.filter_map(|seed| position(options, original, seed));
    boards.take(options.positions as usize).collect()
}

/// Plays to a random number of discs; returns `None` if the game ended or must be passed there.
fn position(options: &ClimbOptions, original: &LinearEvaluation, seed: u64) -> Option<Board> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let most_discs = 62_u32.saturating_sub(2 * options.depth).max(FEWEST_DISCS);
    let n_discs = random.random_range(FEWEST_DISCS..=most_discs);
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
            board.occupied().count() < FEWEST_DISCS || random.random_ratio(1, RANDOM_ONE_IN);
        let square = if is_random {
            moves.squares().nth(random.random_range(0..moves.count() as usize))
        } else {
            best_move(original, &board, 1)
        };
        board = board.play(square?)?;
    }
    (!board.legal_moves().is_empty()).then_some(board)
}

fn problem_search(
    evaluation: &LinearEvaluation,
    board: &Board,
    depth: u32,
) -> willow_classics::Found<willow_board::Square> {
    let problem = Problem {
        game: &Othello { order: SquareOrder::Static },
        evaluation: &evaluation.rooted(board),
        final_values: Dialect::Lisp.final_values(),
        ties: Dialect::Lisp.ties(),
        stop: &|| false,
    };
    search(Method::AlphaBetaKiller { depth }, &problem, board)
}

/// Returns the move that a search finds.
pub(super) fn best_move(
    evaluation: &LinearEvaluation,
    board: &Board,
    depth: u32,
) -> Option<willow_board::Square> {
    problem_search(evaluation, board, depth).best
}

/// Returns the value that a search backs up to a board.
#[must_use]
pub fn backed_up(evaluation: &LinearEvaluation, board: &Board, depth: u32) -> i32 {
    problem_search(evaluation, board, depth).value.map_or(0, willow_classics::Value::units)
}

/// Climbs from an evaluation to one whose static values correlate better with the backed-up values of the
/// boards. Returns it with both correlations, before and after.
///
/// # Panics
/// There must be a value for each board.
#[must_use]
pub fn climbed(
    evaluation: &LinearEvaluation,
    boards: &[Board],
    targets: &[i32],
    seed: u64,
) -> (LinearEvaluation, [f64; 2]) {
    let moments = Moments::new(evaluation, boards, targets);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut factors = evaluation.factors().to_vec();
    let before = moments.correlation(&factors);
    let spread = moments.variance(&factors).sqrt();
    let mut best = before;
    for step in 0..STEPS {
        let index = random.random_range(0..factors.len());
        let old = factors[index];
        let scale = CHANGE * f64::from(STEPS - step) / f64::from(STEPS);
        factors[index] = (old + scale * normal(&mut random)).clamp(-MOST, MOST);
        let correlation = moments.correlation(&factors);
        if best < correlation {
            best = correlation;
        } else {
            factors[index] = old;
        }
    }
    // A correlation does not know of scales: keep the one that the values had.
    let scale = spread / moments.variance(&factors).sqrt().max(f64::MIN_POSITIVE);
    let rescaled = factors.iter().map(|factor| (scale * factor).clamp(-MOST, MOST));
    (evaluation.with_factors(rescaled.map(thousandths).collect()), [before, best])
}

fn thousandths(factor: f64) -> f64 {
    (1000.0 * factor).round() / 1000.0
}

impl Moments {
    /// Measures terms and values. Values of games that are won within the search are left out: they are
    /// beyond all static ones.
    fn new(evaluation: &LinearEvaluation, boards: &[Board], targets: &[i32]) -> Moments {
        assert_eq!(boards.len(), targets.len(), "all boards were searched");
        let won = Dialect::Lisp.final_values().greatest().units();
        let rows: Vec<Row> = boards
            .iter()
            .zip(targets)
            .filter(|(_, target)| target.abs() < won)
            .map(|(board, &target)| (evaluation.contributions(board), f64::from(target)))
            .collect();
        let n = rows.len().max(1) as f64;
        let n_terms = evaluation.factors().len();
        let mean = |of: &dyn Fn(&Row) -> f64| rows.iter().map(of).sum::<f64>() / n;
        let means: Vec<f64> = (0..n_terms).map(|i| mean(&|row| row.0[i])).collect();
        let target_mean = mean(&|row| row.1);
        let covariance =
            |i: usize, j: usize| mean(&|row| (row.0[i] - means[i]) * (row.0[j] - means[j]));
        Moments {
            terms: (0..n_terms).map(|i| (0..n_terms).map(|j| covariance(i, j)).collect()).collect(),
            targets: (0..n_terms)
                .map(|i| mean(&|row| (row.0[i] - means[i]) * (row.1 - target_mean)))
                .collect(),
            target: mean(&|row| (row.1 - target_mean).powi(2)),
        }
    }

    /// Returns the variance of static values with these factors.
    fn variance(&self, factors: &[f64]) -> f64 {
        let row = |row: &Vec<f64>| -> f64 { row.iter().zip(factors).map(|(c, f)| c * f).sum() };
        self.terms.iter().zip(factors).map(|(terms, factor)| factor * row(terms)).sum()
    }

    /// Returns the correlation of static values with these factors with the backed-up ones.
    fn correlation(&self, factors: &[f64]) -> f64 {
        let covariance: f64 = self.targets.iter().zip(factors).map(|(c, f)| c * f).sum();
        let variance = self.variance(factors) * self.target;
        if variance <= 0.0 { 0.0 } else { covariance / variance.sqrt() }
    }
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

    fn options(eval: &str) -> ClimbOptions {
        ClimbOptions {
            eval: eval.to_owned(),
            positions: 300,
            rounds: 1,
            depth: 3,
            pairs: 1,
            play_depth: 1,
            seed: 5,
        }
    }

    /// The values are those of other factors: the climb finds them back, up to the scale.
    #[test]
    fn factors_that_made_the_values_are_found() {
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
        let (found, [before, after]) = climbed(&original, &boards, &targets, 1);
        assert!(before < 0.99 && 0.9999 < after, "{before} {after}");
        // The scale stays that of the original; the last of the hidden factors is 1.
        let scale = found.factors()[3];
        for (found, hidden) in found.factors().iter().zip(hidden) {
            assert!((found / scale / hidden - 1.0).abs() < 0.05, "{found} {scale} {hidden}");
        }
    }

    #[test]
    fn searches_back_up_what_correlates_better_after_the_climb() {
        let original = LinearEvaluation::original("weighted-squares").unwrap();
        let options = options("weighted-squares");
        let boards = positions(&options, &original);
        assert_eq!(boards.len(), 300);
        assert!(boards.iter().all(|board| (12..=56).contains(&board.occupied().count())));
        let targets: Vec<i32> =
            boards.iter().map(|board| backed_up(&original, board, options.depth)).collect();
        let (_, [before, after]) = climbed(&original, &boards, &targets, 1);
        assert!(0.2 < before && before < after && after < 1.0, "{before} {after}");
    }

    #[test]
    fn positions_repeat_with_their_seed() {
        let original = LinearEvaluation::original("mlia").unwrap();
        let few = ClimbOptions { positions: 20, ..options("mlia") };
        assert_eq!(positions(&few, &original), positions(&few, &original));
        let other = ClimbOptions { seed: 6, ..few.clone() };
        assert_ne!(positions(&few, &original), positions(&other, &original));
    }
}
