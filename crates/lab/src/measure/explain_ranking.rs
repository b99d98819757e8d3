//! How often the shown reasons of an error name what proves it an error, and weights that name it oftener.
//!
//! The proof uses no evaluation. It takes errors of endings, whose values are exact, and solves both
//! positions, after the played and after the best move, once more under a ban: the opponent may not take
//! a certain corner, say. A ban that changes nothing after the best move, but gives back at least half of
//! the loss after the played one, bans a cause. A reason is a hit if it names one.

mod ban;
mod causes;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use willow_analysis::{Alternative, MoveAnalysis, Reason, Term, all_reasons, compare};
use willow_board::{Game, Position, Square};
use willow_engine::{Engine, EngineOptions, Goal, SearchLimits};
use willow_eval::patterns::PatternEvaluator;

use self::causes::{Cause, causes_of, names};
use crate::games;
use crate::labels::exclusion::Exclusion;
use crate::untimed::untimed;

/// What is measured.
#[derive(Args, Clone, Copy, Debug)]
pub struct RankingOptions {
    /// Use N errors to fit, and N to measure
    #[arg(long, value_name = "N", default_value_t = 300)]
    pub errors: usize,
    /// Use errors with at most N empties
    #[arg(long = "empties", value_name = "N", default_value_t = 11, value_parser = clap::value_parser!(u32).range(7..=14))]
    pub max_empties: u32,
}

/// The minimum number of empties before an error: with fewer there is little to explain.
const MIN_EMPTIES: u32 = 7;
/// The least loss of an error, in discs.
const MIN_LOSS: f64 = 4.0;
/// Number of reasons that are shown.
const SHOWN: usize = 3;
/// Number of reasons that a learner is told.
const TOLD: usize = 2;

/// An error with all its reasons, and for each reason whether it names a cause.
struct Explained {
    reasons: Vec<(Reason, bool)>,
    causes: Vec<Cause>,
}

/// Fits weights of the terms to the errors of some games and measures them, beside the weights of
/// `willow analyze`, on the errors of others. Positions of `exclusion` are left out.
///
/// # Errors
/// The files must hold finished games with errors in their endings.
pub fn measure_ranking(
    [fit_on, measure_on]: [&[PathBuf]; 2],
    exclusion: &Exclusion,
    evaluator: &PatternEvaluator,
    options: RankingOptions,
    on_progress: &mut dyn FnMut(&str),
) -> Result<String> {
    let mut engine = Engine::new(evaluator, EngineOptions { threads: 1, hash_bytes: 16 << 20 })?;
    let mut set = |files: &[PathBuf]| {
        let errors = errors_of(files, exclusion, &mut engine, options)?;
        ensure!(!errors.is_empty(), "these games have no errors to measure");
        on_progress(&format!("{} errors", errors.len()));
        Ok(errors.iter().map(explained).collect::<Vec<_>>())
    };
    let (fitting, measuring) = (set(fit_on)?, set(measure_on)?);
    let weights = fitted_weights(&fitting);
    Ok(report(&fitting, &measuring, &weights))
}

/// Samples errors of games with a fixed seed: moves that lost at least `min_loss` discs, exactly.
fn errors_of(
    files: &[PathBuf],
    exclusion: &Exclusion,
    engine: &mut Engine<'_>,
    options: RankingOptions,
) -> Result<Vec<MoveAnalysis>> {
    let mut moves = Vec::new();
    for file in files {
        moves.extend(games::read(file)?.iter().flat_map(|game| endings_of(game, options)));
    }
    moves.retain(|(position, _)| !exclusion.contains(position.board()));
    moves.shuffle(&mut ChaCha8Rng::seed_from_u64(1));
    let mut errors = Vec::new();
    for (position, mv) in moves {
        if errors.len() == options.errors {
            break;
        }
        let found = solve(engine, &position, mv);
        if MIN_LOSS <= found.loss() {
            let alternatives = untimed(|control| Alternative::all(engine, &position, control));
            errors.push(MoveAnalysis { alternatives, ..found });
        }
    }
    Ok(errors)
}

/// Returns the positions of a game's ending with the moves that were chosen there.
fn endings_of(game: &Game, options: RankingOptions) -> Vec<(Position, Square)> {
    let choice = |(ply, mv): (usize, willow_board::Move)| {
        let position = *game.position_at(ply)?;
        let is_ending = (MIN_EMPTIES..=options.max_empties).contains(&position.board().n_empties());
        let is_choice = is_ending && 1 < position.legal_moves().count();
        mv.square().filter(|_| is_choice).map(|mv| (position, mv))
    };
    game.moves().enumerate().filter_map(choice).collect()
}

fn solve(engine: &mut Engine<'_>, position: &Position, mv: Square) -> MoveAnalysis {
    // The line of play must not depend on earlier searches.
    engine.clear();
    let limits = SearchLimits::solve(Goal::Exact);
    untimed(|control| compare(engine, position, mv, limits, control))
}

fn explained(found: &MoveAnalysis) -> Explained {
    let causes = causes_of(found);
    let reasons = all_reasons(found).into_iter();
    let reasons = reasons.map(|reason| {
        let is_hit = names(&reason, &causes);
        (reason, is_hit)
    });
    Explained { reasons: reasons.collect(), causes }
}

/// How many reasons of a term there are, and how many of them name a cause.
type Hits = BTreeMap<Term, (usize, usize)>;

fn hits(errors: &[Explained]) -> Hits {
    let mut hits = Hits::new();
    for (reason, is_hit) in errors.iter().flat_map(|error| &error.reasons) {
        let (all, named) = hits.entry(reason.term).or_default();
        *all += 1;
        *named += usize::from(*is_hit);
    }
    hits
}

/// Returns the weight of each term: the share of its reasons that name a cause. A term without reasons has
/// the share of one in two.
fn fitted_weights(errors: &[Explained]) -> BTreeMap<Term, f64> {
    let hits = hits(errors);
    let share = |term| {
        let (all, named) = hits.get(&term).copied().unwrap_or_default();
        (named as f64 + 1.0) / (all as f64 + 2.0)
    };
    Term::ALL.into_iter().map(|term| (term, share(term))).collect()
}

/// How often the reasons shown name a cause, in shares of the errors that have one.
#[derive(Clone, Copy, Debug)]
struct Rate {
    /// The first reason names one.
    first: f64,
    /// One of the told reasons does.
    told: f64,
    /// One of the shown reasons does.
    shown: f64,
}

/// Returns the mean over the errors that have a cause.
fn mean_of_provable(errors: &[Explained], of: impl Fn(&Explained) -> f64) -> f64 {
    let provable: Vec<f64> =
        errors.iter().filter(|error| !error.causes.is_empty()).map(of).collect();
    provable.iter().sum::<f64>() / provable.len().max(1) as f64
}

/// Returns the rate of an order: the reason with the largest weight comes first.
fn rate(errors: &[Explained], weight: impl Fn(&Reason) -> f64) -> Rate {
    let share_of_first = |n: usize| {
        mean_of_provable(errors, |error| {
            let mut ranked: Vec<_> = error.reasons.iter().collect();
            ranked.sort_by(|a, b| weight(&b.0).total_cmp(&weight(&a.0)));
            f64::from(u8::from(ranked.iter().take(n).any(|(_, is_hit)| *is_hit)))
        })
    };
    let [first, told, shown] = [1, TOLD, SHOWN].map(share_of_first);
    Rate { first, told, shown }
}

/// Returns the share of errors with a cause that any of all their reasons names.
fn best_possible(errors: &[Explained]) -> f64 {
    let is_named = |error: &Explained| error.reasons.iter().any(|(_, is_hit)| *is_hit);
    mean_of_provable(errors, |error| f64::from(u8::from(is_named(error))))
}

/// Returns the expected share for three random reasons.
fn at_random(errors: &[Explained]) -> f64 {
    mean_of_provable(errors, |error| {
        let all = error.reasons.len();
        let misses = error.reasons.iter().filter(|(_, is_hit)| !is_hit).count();
        let none = (0..SHOWN.min(all))
            .map(|sampled| misses.saturating_sub(sampled) as f64 / (all - sampled) as f64);
        1.0 - none.product::<f64>()
    })
}

fn report(fitting: &[Explained], measuring: &[Explained], weights: &BTreeMap<Term, f64>) -> String {
    let with_cause = |errors: &[Explained]| errors.iter().filter(|e| !e.causes.is_empty()).count();
    let mut text = format!(
        "errors: {} to fit, {} with a cause; {} to measure, {} with a cause\n",
        fitting.len(),
        with_cause(fitting),
        measuring.len(),
        with_cause(measuring)
    );
    let percent = |share: f64| 100.0 * share;
    text += "order                first names a cause  one of two does  one of three does\n";
    let mut row = |name: &str, rate: Rate| {
        // Writing to a string cannot fail.
        let [first, told, shown] = [rate.first, rate.told, rate.shown].map(percent);
        let _ = writeln!(text, "{name:20} {first:18.1}% {told:15.1}% {shown:17.1}%");
    };
    row("willow analyze", rate(measuring, Reason::weight));
    row("fitted", rate(measuring, |reason| weights[&reason.term]));
    row("fitted, on its games", rate(fitting, |reason| weights[&reason.term]));
    let _ = writeln!(text, "three at random{:59.1}%", percent(at_random(measuring)));
    let _ = writeln!(text, "all reasons{:63.1}%", percent(best_possible(measuring)));
    text += "term                reasons  name a cause  weight  (fitted on the first set)\n";
    for (term, (all, named)) in hits(fitting) {
        let _ =
            writeln!(text, "{:20} {all:6} {named:13} {:7.3}", format!("{term:?}"), weights[&term]);
    }
    text
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    const OPTIONS: RankingOptions = RankingOptions { errors: 15, max_empties: 8 };

    /// Writes a file of random games.
    fn random_games_file(folder: &Path) -> PathBuf {
        let file = folder.join("games.txt");
        let games = (1..40).map(|seed| {
            let plies = willow_testkit::random_game(seed);
            let squares = plies.iter().filter_map(|ply| Square::from_index(ply.square?));
            squares.map(|square| square.to_string()).collect::<String>() + "\n"
        });
        std::fs::write(&file, games.collect::<String>()).unwrap();
        file
    }

    /// Returns errors of random games.
    pub(super) fn errors() -> Vec<MoveAnalysis> {
        let folder = tempfile::tempdir().unwrap();
        let file = random_games_file(folder.path());
        let options = EngineOptions { threads: 1, hash_bytes: 1 << 20 };
        let mut engine = Engine::new(willow_eval::weights::evaluator(), options).unwrap();
        errors_of(&[file], &Exclusion::default(), &mut engine, OPTIONS).unwrap()
    }

    #[test]
    fn rates_are_between_nothing_and_what_is_possible() {
        let errors: Vec<Explained> = errors().iter().map(explained).collect();
        assert_eq!(errors.len(), OPTIONS.errors);
        let weights = fitted_weights(&errors);
        let most = best_possible(&errors);
        let orders: [&dyn Fn(&Reason) -> f64; 2] =
            [&Reason::weight, &|reason| weights[&reason.term]];
        for rate in orders.map(|weight| rate(&errors, weight)) {
            assert!(
                0.0 < rate.shown
                    && rate.first <= rate.told
                    && rate.told <= rate.shown
                    && rate.shown <= most,
                "{rate:?}"
            );
        }
        let random = at_random(&errors);
        assert!(0.0 < random && random <= most, "{random}");
    }

    #[test]
    fn the_report_has_orders_terms_and_causes() {
        let folder = tempfile::tempdir().unwrap();
        let file = random_games_file(folder.path());
        let measure = |files: &[PathBuf]| {
            let evaluator = willow_eval::weights::evaluator();
            let exclusion = Exclusion::default();
            measure_ranking([files; 2], &exclusion, evaluator, OPTIONS, &mut |_| ())
        };
        let text = measure(&[file]).unwrap();
        assert!(text.starts_with("errors: 15 to fit, "), "{text}");
        for row in ["willow analyze ", "fitted ", "three at random ", "all reasons "] {
            assert!(text.contains(row), "{row}: {text}");
        }
        let unplayed = folder.path().join("none.txt");
        std::fs::write(&unplayed, "f5d6c3\n").unwrap();
        assert!(measure(&[unplayed]).is_err(), "there are no errors");
    }
}
