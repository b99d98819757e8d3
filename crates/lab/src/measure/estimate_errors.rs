//! The errors of the estimates of an analysis, by empties and depth.
//!
//! Moves of games are compared with the best ones at every depth, as an analysis does it. The
//! reference is exact as far as positions are solved, and a deeper search before. Such a reference has
//! errors itself, which are partly those of the shallow search, so that the true errors are larger than
//! the measured ones there.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use willow_analysis::{ErrorModel, MoveAnalysis, compare};
use willow_board::{Game, Position, Square};
use willow_engine::{Engine, EngineOptions, Goal, SearchLimits};
use willow_eval::patterns::PatternEvaluator;

use crate::games;
use crate::measure::probcut::least_squares;
use crate::untimed::untimed;

/// What is measured.
#[derive(Args, Clone, Copy, Debug)]
pub struct EstimateErrorOptions {
    /// Compare N moves for each number of empties
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub moves: usize,
    /// Measure estimates to this depth
    #[arg(long, value_name = "D", default_value_t = 14, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub depth: u32,
    /// Compare with searches of this depth where positions are not solved
    #[arg(long, value_name = "D", default_value_t = 18, value_parser = clap::value_parser!(u32).range(1..=40))]
    pub reference: u32,
    /// Compare with exact values up to N empties
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=28))]
    pub solve_from: u32,
}

/// The numbers of empties whose moves are compared.
const EMPTIES: std::ops::RangeInclusive<u32> = 16..=52;
/// The distance of two such numbers.
const STEP: usize = 4;

/// The errors of the estimates of one depth.
#[derive(Clone, Copy, Debug)]
struct Measured {
    n_empties: u32,
    /// The depth in plies; the number of empties for a selective search to the end.
    depth: u32,
    /// The square root of the mean square of the errors of values, in discs.
    of_value: f64,
    /// The same of losses.
    of_loss: f64,
}

/// Measures the errors and fits the models. Returns a text with the measurements and the models.
///
/// # Errors
/// The files must hold finished games.
pub fn measure_estimate_errors(
    files: &[PathBuf],
    evaluator: &PatternEvaluator,
    options: EstimateErrorOptions,
    on_progress: &mut dyn FnMut(&str),
) -> Result<String> {
    let mut all = Vec::new();
    for file in files {
        all.extend(games::read(file)?);
    }
    all.shuffle(&mut ChaCha8Rng::seed_from_u64(1));
    let mut engine = Engine::new(evaluator, EngineOptions { threads: 1, hash_bytes: 64 << 20 })?;
    let mut measured = Vec::new();
    for n_empties in EMPTIES.step_by(STEP) {
        let moves: Vec<_> =
            all.iter().filter_map(|game| choice_at(game, n_empties)).take(options.moves).collect();
        measured.extend(errors(&mut engine, &moves, n_empties, options));
        on_progress(&format!("{n_empties} empty squares: {} moves", moves.len()));
    }
    ensure!(!measured.is_empty(), "there are no moves to measure");
    Ok(report(&measured, options.solve_from))
}

/// Returns the position of a game with so many empties and the move that was played, if there
/// was a choice.
fn choice_at(game: &Game, n_empties: u32) -> Option<(Position, Square)> {
    game.moves().enumerate().find_map(|(ply, mv)| {
        let position = *game.position_at(ply)?;
        let is_choice =
            position.board().n_empties() == n_empties && 1 < position.legal_moves().count();
        mv.square().filter(|_| is_choice).map(|mv| (position, mv))
    })
}

/// Returns the errors of every depth over these moves.
fn errors(
    engine: &mut Engine<'_>,
    moves: &[(Position, Square)],
    n_empties: u32,
    options: EstimateErrorOptions,
) -> Vec<Measured> {
    let is_solved = n_empties <= options.solve_from;
    let reference_limits =
        if is_solved { SearchLimits::solve(Goal::Exact) } else { estimate(options.reference) };
    let selective =
        SearchLimits { exact_from: 0, selective_from: SearchLimits::MAX_DEPTH, ..estimate(1) };
    let mut efforts: Vec<_> = (1..=options.depth.min(n_empties - 1)).map(estimate).collect();
    efforts.extend(is_solved.then_some(selective));
    let mut sums = vec![(0, [0.0; 2]); efforts.len()];
    for (position, mv) in moves {
        // Each depth searches with what the shallower ones left in the table, as an analysis does.
        engine.clear();
        let estimates: Vec<_> =
            efforts.iter().map(|&limits| search(engine, position, *mv, limits)).collect();
        let reference = search(engine, position, *mv, reference_limits);
        for (found, (depth, squares)) in estimates.iter().zip(&mut sums) {
            *depth = found.depth;
            squares[0] += (found.value - reference.value).discs().powi(2);
            squares[1] += (found.loss() - reference.loss()).powi(2);
        }
    }
    let of = |sum: f64| (sum / moves.len().max(1) as f64).sqrt();
    let measured = sums.into_iter().map(|(depth, [value, loss])| Measured {
        n_empties,
        depth,
        of_value: of(value),
        of_loss: of(loss),
    });
    measured.filter(|measured| measured.depth != 0).collect()
}

/// Returns the limits of an estimate of this depth, with the selectivity of levels.
const fn estimate(depth: u32) -> SearchLimits {
    SearchLimits { exact_from: 0, selective_from: 0, ..SearchLimits::depth(depth) }
}

fn search(
    engine: &mut Engine<'_>,
    position: &Position,
    mv: Square,
    limits: SearchLimits,
) -> MoveAnalysis {
    untimed(|control| compare(engine, position, mv, limits, control))
}

/// Returns the measurements beside the models that fit them best.
fn report(measured: &[Measured], solve_from: u32) -> String {
    let (to_end, before_end): (Vec<Measured>, Vec<Measured>) =
        measured.iter().partition(|of| of.n_empties <= of.depth);
    let (exact, deeper): (Vec<Measured>, Vec<Measured>) =
        before_end.into_iter().partition(|of| of.n_empties <= solve_from);
    let mut text = String::from("empties depth  value (model)  loss (model), discs\n");
    text += &comparison("exact values", &exact);
    text += &comparison("deeper searches", &deeper);
    for Measured { n_empties, of_value: value, of_loss: loss, .. } in &to_end {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{n_empties:7}   end {value:6.2}        {loss:6.2}");
    }
    text
}

/// Returns the measurements against one kind of reference, and the models that fit them best.
fn comparison(reference: &str, measured: &[Measured]) -> String {
    let of_value = fit(measured, |of| of.of_value);
    let of_loss = fit(measured, |of| of.of_loss);
    let mut text = String::new();
    for Measured { n_empties, depth, of_value: value, of_loss: loss } in measured {
        let value_model = of_value.deviation(*n_empties, *depth);
        let loss_model = of_loss.deviation(*n_empties, *depth);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{n_empties:7} {depth:5} {value:6.2} ({value_model:4.2}) {loss:6.2} ({loss_model:4.2})"
        );
    }
    let _ = writeln!(text, "against {reference}: value {of_value:?}, loss {of_loss:?}");
    text
}

/// Fits a model to the logarithms of the errors.
fn fit(measured: &[Measured], error: impl Fn(&Measured) -> f64) -> ErrorModel {
    let [constant, by_depth, by_empties] = least_squares(measured.iter().map(|of| {
        let logarithm = error(of).max(0.05).ln();
        ([1.0, f64::from(of.depth), f64::from(of.n_empties)], logarithm)
    }));
    ErrorModel { constant, by_depth, by_empties }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_recovered_from_its_own_values() {
        let model = ErrorModel { constant: 1.3, by_depth: -0.07, by_empties: 0.01 };
        let mut measured = Vec::new();
        for n_empties in EMPTIES.step_by(STEP) {
            for depth in 1..12 {
                let of_loss = model.deviation(n_empties, depth);
                measured.push(Measured { n_empties, depth, of_value: 1.0, of_loss });
            }
        }
        let fitted = fit(&measured, |of| of.of_loss);
        assert!((fitted.constant - model.constant).abs() < 1e-3, "{fitted:?}");
        assert!((fitted.by_depth - model.by_depth).abs() < 1e-4, "{fitted:?}");
        assert!((fitted.by_empties - model.by_empties).abs() < 1e-4, "{fitted:?}");
    }

    #[test]
    fn games_are_measured_against_exact_values_and_deeper_searches() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.txt");
        let games = (1..4).map(|seed| {
            let plies = willow_testkit::random_game(seed);
            let squares = plies.iter().filter_map(|ply| Square::from_index(ply.square?));
            squares.map(|square| square.to_string()).collect::<String>() + "\n"
        });
        std::fs::write(&file, games.collect::<String>()).unwrap();
        let options = EstimateErrorOptions { moves: 1, depth: 2, reference: 3, solve_from: 16 };
        let text = measure_estimate_errors(
            &[file],
            willow_eval::weights::evaluator(),
            options,
            &mut |_| (),
        )
        .unwrap();
        assert_eq!(text.matches("end ").count(), 1, "only 16 empties are solved: {text}");
        assert_eq!(text.lines().filter(|line| line.contains('(')).count(), 1 + 10 * 2, "{text}");
        assert_eq!(text.matches("loss ErrorModel").count(), 2, "{text}");
    }
}
