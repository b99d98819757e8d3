//! The scale of accuracies: how the mean losses of players in single games depend on their ratings.
//!
//! The ratings come from the results of the games alone, by the model of Bradley and Terry. Two sets of
//! games are rated and analyzed apart from each other: the scale is fitted to the first, and the second,
//! of later years, shows how good it is.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use clap::Args;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use statrs::statistics::Statistics as _;
use willow_analysis::{AccuracyScale, Analysis, Plan, PlayerSummary, Step};
use willow_board::{Color, Game};
use willow_engine::{Engine, EngineOptions, Level};
use willow_eval::patterns::PatternEvaluator;
use willow_players::matches::RatingFit;
use willow_records::RecordedGame;

use crate::measure::probcut::least_squares;
use crate::step_log::StepLog;
use crate::untimed::untimed;
use crate::values;
use crate::worker_pool::process_in_order;

/// What is measured.
#[derive(Args, Clone, Copy, Debug)]
pub struct AccuracyOptions {
    /// Analyze N games of each set
    #[arg(id = "draw", long = "draw", value_name = "N", default_value_t = 500)]
    pub games: usize,
    /// Analyze them at this level
    #[arg(long, value_name = "LEVEL", default_value = "10", value_parser = values::level)]
    pub level: Level,
    /// Rate players with at least N games in their set
    #[arg(long = "least-games", value_name = "N", default_value_t = 40, value_parser = values::count(1, 65_535))]
    pub min_games: usize,
    /// Draw the games from this seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Analyze N games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    pub threads: usize,
}

/// The shift of the logarithm of a loss, in discs a move. It keeps games without a loss finite.
const SHIFT: f64 = 0.5;

/// A game between two rated players.
#[derive(Clone)]
struct RatedGame<'a> {
    game: &'a Game,
    /// By [`Color::index`].
    ratings: [f64; 2],
    players: [usize; 2],
}

/// What a player's moves lost in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PlayerGame {
    player: usize,
    rating: f64,
    /// In discs a move.
    mean_loss: f64,
}

/// Fits a scale to one set of games and measures it on another. Analyzed games are kept in the log, a
/// line each, and are not analyzed again. Returns a text with the scale and the measurements.
///
/// # Errors
/// The log cannot be read or written, or belongs to other games or options; there are too few games or not
/// enough memory.
pub fn measure_accuracy(
    evaluator: &PatternEvaluator,
    [fitted, held_out]: [&[RecordedGame]; 2],
    options: AccuracyOptions,
    log: &Path,
    on_progress: &mut dyn FnMut(usize, usize),
) -> Result<String> {
    let sampled = [fitted, held_out].map(|games| sample(rated(games, options.min_games), options));
    ensure!(
        sampled.iter().all(|games| !games.is_empty()),
        "no game has two players with enough games"
    );
    let n_fitted = sampled[0].len();
    let games = sampled.concat();
    let losses = logged_losses(evaluator, &games, options, log, on_progress)?;
    let fit_games = player_games(&games[..n_fitted], &losses);
    let test_games = player_games(&games[n_fitted..], &losses[n_fitted..]);
    let scale = fit(&fit_games);
    Ok(report(&scale, &fit_games, &test_games))
}

/// Returns the games between players with enough games, with their ratings: the mean over the players of
/// all these games is 0.
fn rated(games: &[RecordedGame], min_games: usize) -> Vec<RatedGame<'_>> {
    let mut n_games: BTreeMap<&str, usize> = BTreeMap::new();
    for player in games.iter().flat_map(|record| &record.players) {
        *n_games.entry(&player.name).or_default() += 1;
    }
    let known = |(name, n): &(&str, usize)| !name.is_empty() && min_games <= *n;
    let names = n_games.into_iter().filter(known).map(|(name, _)| name);
    let numbers: BTreeMap<&str, usize> = names.zip(0..).collect();
    let mut rated: Vec<RatedGame<'_>> = games
        .iter()
        .filter(|record| record.game.is_over())
        .filter_map(|record| {
            let number = |color: Color| numbers.get(&*record.players[color.index()].name);
            let players = [*number(Color::Black)?, *number(Color::White)?];
            Some(RatedGame { game: &record.game, players, ratings: [0.0; 2] })
        })
        .collect();
    let ratings = ratings(numbers.len(), &rated);
    for game in &mut rated {
        game.ratings = game.players.map(|player| ratings[player]);
    }
    rated
}

/// Returns the ratings of so many players from the results of these games.
fn ratings(n_players: usize, games: &[RatedGame<'_>]) -> Vec<f64> {
    let mut points = vec![vec![0.0; n_players]; n_players];
    for RatedGame { game, players: [black, white], .. } in games {
        let sign = game.outcome().map_or(0, |outcome| outcome.result.sign());
        let of_black = f64::from(1 + sign) / 2.0;
        points[*black][*white] += of_black;
        points[*white][*black] += 1.0 - of_black;
    }
    let fitted = RatingFit::new(&points, &vec![0.0; n_players]);
    let above_first: Vec<f64> =
        (0..n_players).map(|player| fitted.difference(player, 0).value).collect();
    let all = games.iter().flat_map(|game| game.players).map(|player| above_first[player]);
    let middle = all.mean();
    above_first.into_iter().map(|rating| rating - middle).collect()
}

/// Samples games, the same ones for the same seed.
fn sample(mut games: Vec<RatedGame<'_>>, options: AccuracyOptions) -> Vec<RatedGame<'_>> {
    games.shuffle(&mut ChaCha8Rng::seed_from_u64(options.seed));
    games.truncate(options.games);
    games
}

/// The mean losses of both players of a game in discs a move, by [`Color::index`]. A player without a
/// choice has none.
type Losses = [Option<f64>; 2];

/// Returns the losses of these games from the log, and analyzes those games that it does not have.
fn logged_losses(
    evaluator: &PatternEvaluator,
    games: &[RatedGame<'_>],
    options: AccuracyOptions,
    path: &Path,
    on_progress: &mut dyn FnMut(usize, usize),
) -> Result<Vec<Losses>> {
    let mut log = open_log(path, &header(games, options))?;
    let left = &games[log.steps().len().min(games.len())..];
    let new_worker = || Engine::new(evaluator, EngineOptions { threads: 1, hash_bytes: HASH });
    process_in_order(
        left.iter(),
        options.threads,
        new_worker,
        |engine, game| losses(engine, game.game, options.level),
        |losses| {
            log.add(losses, &write_losses(losses))?;
            on_progress(log.steps().len(), games.len());
            Ok(())
        },
    )?;
    Ok(log.steps().to_vec())
}

/// The size of an engine's hash table in bytes.
const HASH: usize = 64 << 20;

/// Returns the mean losses of both players of a game by an analysis at this level.
fn losses(engine: &mut Engine<'_>, game: &Game, level: Level) -> Losses {
    engine.clear();
    let mut analysis = Analysis::of_game(game, Plan::level(level));
    untimed(|control| while analysis.next_step(engine, control) != Step::Done {});
    [Color::Black, Color::White].map(|color| {
        let own = analysis.findings().filter(|found| found.side() == color);
        PlayerSummary::of(own).mean_loss()
    })
}

/// Returns the first line of the log: what its losses belong to.
fn header(games: &[RatedGame<'_>], options: AccuracyOptions) -> String {
    let n_plies: usize = games.iter().map(|game| game.game.n_plies()).sum();
    let AccuracyOptions { level, min_games, seed, .. } = options;
    format!(
        "losses of {} games with {n_plies} plies, level {level}, players with {min_games} games, seed {seed}",
        games.len()
    )
}

/// Opens the log of analyzed games: a line for each with the losses of Black and White.
fn open_log(path: &Path, header: &str) -> Result<StepLog<Losses>> {
    StepLog::open(path, header, |line| read_losses(line).context("not two losses"))
}

fn write_losses(losses: Losses) -> String {
    losses.map(|loss| loss.map_or_else(|| "-".to_owned(), |loss| format!("{loss:.4}"))).join("\t")
}

/// Reads a line of the log.
fn read_losses(line: &str) -> Option<Losses> {
    let (black, white) = line.split_once('\t')?;
    let loss = |text: &str| match text {
        "-" => Some(None),
        _ => text.parse().ok().map(Some),
    };
    Some([loss(black)?, loss(white)?])
}

/// Returns the players of the games with their losses.
fn player_games(games: &[RatedGame<'_>], losses: &[Losses]) -> Vec<PlayerGame> {
    let of_game = |(game, losses): (&RatedGame<'_>, &Losses)| {
        let (players, ratings) = (game.players, game.ratings);
        let losses = losses.iter().zip(players).zip(ratings);
        let found = losses.filter_map(|((loss, player), rating)| {
            loss.map(|mean_loss| PlayerGame { player, rating, mean_loss })
        });
        found.collect::<Vec<_>>()
    };
    games.iter().zip(losses).flat_map(of_game).collect()
}

/// Fits the scale: the line that predicts the logarithms best from the ratings.
fn fit(games: &[PlayerGame]) -> AccuracyScale {
    let logarithms = games.iter().map(|game| (game.mean_loss + SHIFT).ln());
    let rows = games.iter().zip(logarithms.clone());
    let [constant, by_rating] =
        least_squares(rows.clone().map(|(game, logarithm)| ([1.0, game.rating], logarithm)));
    let residuals = rows.map(|(game, logarithm)| logarithm - constant - by_rating * game.rating);
    AccuracyScale {
        shift: SHIFT,
        mean: logarithms.clone().mean(),
        deviation: logarithms.population_std_dev(),
        by_rating,
        residual: residuals.population_std_dev(),
        rating_deviation: games.iter().map(|game| game.rating).population_std_dev(),
    }
}

/// A player's games count together from this number on.
const GAMES_OF_A_PLAYER: usize = 5;

/// Returns the scale and how well it fits both sets. Writing to a string cannot fail.
fn report(scale: &AccuracyScale, fitted: &[PlayerGame], held_out: &[PlayerGame]) -> String {
    let mut text = format!("{scale:?}\n");
    for (name, games) in [("fitted", fitted), ("held out", held_out)] {
        let _ = writeln!(text, "\n{name}: {} halves of games", games.len());
        text += &by_rating(scale, games);
        text += &errors(scale, games);
    }
    text
}

/// Returns the mean losses of fifths of the players, from the weakest to the strongest.
fn by_rating(scale: &AccuracyScale, games: &[PlayerGame]) -> String {
    let mut text = String::from("rating  discs a move  accuracy\n");
    let mut sorted = games.to_vec();
    sorted.sort_by(|a, b| a.rating.total_cmp(&b.rating));
    for fifth in sorted.chunks(sorted.len().div_ceil(5).max(1)) {
        let mean_of = |value: &dyn Fn(&PlayerGame) -> f64| fifth.iter().map(value).mean();
        let (rating, loss) = (mean_of(&|game| game.rating), mean_of(&|game| game.mean_loss));
        let percent = mean_of(&|game| scale.accuracy(game.mean_loss, 1).percent);
        let _ = writeln!(text, "{rating:>6.0}  {loss:>12.2}  {percent:>8.0}");
    }
    text
}

/// Returns the errors of the ratings that the losses suggest, for single games and for players.
fn errors(scale: &AccuracyScale, games: &[PlayerGame]) -> String {
    let single = games.iter().map(|game| (game.mean_loss, 1, game.rating)).collect::<Vec<_>>();
    let mut by_player: BTreeMap<usize, Vec<PlayerGame>> = BTreeMap::new();
    for game in games {
        by_player.entry(game.player).or_default().push(*game);
    }
    let several = by_player.values().filter(|own| GAMES_OF_A_PLAYER <= own.len());
    let players: Vec<(f64, usize, f64)> = several
        .map(|own| (own.iter().map(|game| game.mean_loss).mean(), own.len(), own[0].rating))
        .collect();
    let name = format!("players with {GAMES_OF_A_PLAYER} games or more");
    error_line(scale, "single games", &single) + &error_line(scale, &name, &players)
}

/// Returns a line about losses over a number of games, with the true ratings.
fn error_line(scale: &AccuracyScale, name: &str, losses: &[(f64, usize, f64)]) -> String {
    let estimated = || losses.iter().map(|&(loss, games, _)| scale.accuracy(loss, games));
    let estimates: Vec<f64> = estimated().map(|accuracy| accuracy.rating).collect();
    let ratings: Vec<f64> = losses.iter().map(|&(_, _, rating)| rating).collect();
    let deviations = (&estimates).population_std_dev() * (&ratings).population_std_dev();
    let correlation = (&estimates).population_covariance(&ratings) / deviations;
    let errors = estimates.iter().zip(&ratings).map(|(estimate, rating)| estimate - rating);
    let (error, without) = (errors.quadratic_mean(), (&ratings).quadratic_mean());
    let expected = estimated().map(|accuracy| accuracy.rating_error).mean();
    format!(
        "{name}: {}, correlation {correlation:.2}, error {error:.0} Elo (expected {expected:.0}, without the losses \
         {without:.0})\n",
        losses.len(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Halves of games of players whose losses follow a scale exactly, but for two sides of the line.
    fn halves(scale: &AccuracyScale) -> Vec<PlayerGame> {
        let half = |number: usize| {
            let rating = (number % 41) as f64 * 20.0 - 400.0;
            let side = if number.is_multiple_of(2) { scale.residual } else { -scale.residual };
            let mean_loss = (scale.mean + scale.by_rating * rating + side).exp() - SHIFT;
            PlayerGame { player: number % 41, rating, mean_loss }
        };
        (0..41 * 20).map(half).collect()
    }

    #[test]
    fn a_scale_is_recovered_from_its_own_games() {
        let scale = AccuracyScale { residual: 0.2, by_rating: -0.001, ..AccuracyScale::FITTED };
        let found = fit(&halves(&scale));
        assert!((found.by_rating - scale.by_rating).abs() < 1e-5, "{found:?}");
        assert!((found.residual - 0.2).abs() < 0.01, "{found:?}");
        assert!((found.mean - scale.mean).abs() < 0.01, "{found:?}");
        let report = report(&found, &halves(&scale), &halves(&scale));
        assert!(report.contains("players with 5 games or more: 41, correlation 1.00"), "{report}");
    }

    #[test]
    fn ratings_follow_results() {
        let game = |moves: &str, players: [&str; 2]| {
            let game = willow_records::transcript::parse(moves).unwrap();
            let mut record = RecordedGame::new(game);
            for (player, name) in record.players.iter_mut().zip(players) {
                name.clone_into(&mut player.name);
            }
            record
        };
        // Black wipes White out after nine moves.
        let won = "e6f4e3f6g5d6e7f5c5";
        let games: Vec<RecordedGame> = (0..4)
            .map(|n| game(won, if n == 0 { ["ann", "bob"] } else { ["bob", "cyd"] }))
            .chain([game("f5", ["ann", "cyd"]), game(won, ["", "ann"])])
            .collect();
        let rated = rated(&games, 1);
        assert_eq!(rated.len(), 4, "neither unfinished games nor unknown players count");
        let [ann, bob, cyd] = [rated[0].ratings[0], rated[0].ratings[1], rated[1].ratings[1]];
        assert!(ann > bob && bob > cyd, "{ann} {bob} {cyd}");
        let all = rated.iter().flat_map(|game| game.ratings);
        assert!(all.mean().abs() < 1e-9);
        assert!(self::rated(&games, 5).is_empty());
    }

    #[test]
    fn losses_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("losses.tsv");
        let losses = [[Some(1.5), None], [Some(2.0), Some(0.25)]];
        let mut log = open_log(&path, "these").unwrap();
        for of in losses {
            log.add(of, &write_losses(of)).unwrap();
        }
        assert_eq!(open_log(&path, "these").unwrap().steps(), losses);
        std::fs::write(&path, "these\n1.5 2\n").unwrap();
        let error = format!("{:#}", open_log(&path, "these").unwrap_err());
        assert!(error.ends_with("line 2: `1.5 2`: not two losses"), "{error}");
    }
}
