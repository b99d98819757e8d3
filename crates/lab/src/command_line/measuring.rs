//! Subcommands that measure analyses, people and players.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::Args;
use willow_engine::{Level, Weakening};
use willow_files::Overwrite;
use willow_players::{BuildContext, Player, PlayerSpec, SpecError, build_player};
use willow_records::RecordedGame;

use super::files::{ExcludeArgs, check_free, json_file, print, write};
use super::{progress, usage};
use crate::games::read_records;
use crate::ladder::{
    LadderLimits, LadderLog, LadderOptions, LadderPlayer, RatingTable, players, run, with_specs,
};
use crate::measure::accuracy::{AccuracyOptions, measure_accuracy};
use crate::measure::estimate_errors::{EstimateErrorOptions, measure_estimate_errors};
use crate::measure::explain_ranking::{RankingOptions, measure_ranking};
use crate::measure::move_loss::{
    MeanLoss, WeakeningMeasurement, WeakeningPlan, measure_players, measure_weakening,
};
use crate::measure::test_players::{MeanWithInterval, TestResult, read_test_set, test_players};
use crate::values;

/// Measure the errors of the estimates of `willow analyze`
#[derive(Args, Debug)]
pub(super) struct EstimateErrorsArgs {
    /// Files of games, of any format that `willow help formats` names, gzipped or not
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    #[command(flatten)]
    options: EstimateErrorOptions,
}

impl EstimateErrorsArgs {
    pub(super) fn run(&self) -> Result<()> {
        let bar = progress::spinner("searching");
        let mut note = |line: &str| progress::note(&bar, line);
        let evaluator = willow_eval::weights::evaluator();
        print(&measure_estimate_errors(&self.games, evaluator, self.options, &mut note)?)
    }
}

/// Measure how often the reasons of `willow analyze` name what proves an error
///
/// The weights of the reasons are fitted to errors in the endings of some games, and measured on those of
/// others. docs/benchmarks/analysis.md explains the table.
#[derive(Args, Debug)]
pub(super) struct ExplainRankingArgs {
    /// Measure on the errors of these games: files of any format that `willow help formats` names, gzipped or not
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// Fit weights to the errors of these games
    #[arg(long, required = true, value_name = "GAMES", num_args = 1..)]
    fit_on: Vec<PathBuf>,
    #[command(flatten)]
    options: RankingOptions,
    #[command(flatten)]
    exclude: ExcludeArgs,
}

impl ExplainRankingArgs {
    pub(super) fn run(&self) -> Result<()> {
        let exclusion = self.exclude.read()?;
        let bar = progress::spinner("solving");
        let mut note = |line: &str| progress::note(&bar, line);
        let evaluator = willow_eval::weights::evaluator();
        let sets = [&self.fit_on[..], &self.games];
        print(&measure_ranking(sets, &exclusion, evaluator, self.options, &mut note)?)
    }
}

/// Fit the scale of accuracies of `willow analyze` to games of rated players
///
/// The players are rated by the results of the games. The scale is fitted to one set of games and measured on
/// another one, of later years.
#[derive(Args, Debug)]
pub(super) struct AccuracyArgs {
    /// Files of games to fit the scale to, of any format that `willow help formats` names
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// Files of games to measure it on
    #[arg(long, required = true, value_name = "GAMES", num_args = 1..)]
    held_out: Vec<PathBuf>,
    /// Keep what each game lost in this file, and go on where it ends
    #[arg(long, value_name = "FILE")]
    log: PathBuf,
    #[command(flatten)]
    options: AccuracyOptions,
}

impl AccuracyArgs {
    pub(super) fn run(&self) -> Result<()> {
        let sets = [read_all(&self.games)?, read_all(&self.held_out)?];
        let bar = progress::bar(2 * self.options.games as u64);
        let evaluator = willow_eval::weights::evaluator();
        let sets = sets.each_ref().map(Vec::as_slice);
        let mut on_game = |done: usize, _| bar.set_position(done as u64);
        print(&measure_accuracy(evaluator, sets, self.options, &self.log, &mut on_game)?)
    }
}

fn read_all(paths: &[PathBuf]) -> Result<Vec<RecordedGame>> {
    let sets = paths.iter().map(|path| read_records(path)).collect::<Result<Vec<_>>>();
    Ok(sets?.concat())
}

/// Measure how many discs a move the engine loses with `weaken=`
///
/// The weakened engine plays against itself after eight random plies. The table has for each value
/// the mean loss against the engine's own search and against a judge's deeper search, in discs a
/// move with standard errors.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow lab weaken 0.5 1 2 4 6
  willow lab weaken 0.5 1 2 4 8 16 32 --temperatures --level 3 --judge 3 --games 300")]
pub(super) struct WeakenArgs {
    /// Values of `weaken=`, in discs a move
    #[arg(required = true, value_name = "DISCS")]
    values: Vec<f64>,
    /// The values are temperatures in discs, to fit `weaken=` again
    #[arg(long)]
    temperatures: bool,
    #[command(flatten)]
    plan: WeakeningPlan,
}

impl WeakenArgs {
    pub(super) fn run(&self) -> Result<()> {
        let weakenings: Vec<(f64, Weakening)> = self
            .values
            .iter()
            .map(|&value| Ok((value, self.weakening(value)?)))
            .collect::<Result<_>>()?;
        let value = if self.temperatures { "temperature" } else { "weaken" };
        print(&format!("{value:>11}  {:>13}  {:>13}  {:>8}\n", "own search", "judge", "moves"))?;
        for (value, weakening) in weakenings {
            let evaluator = willow_eval::weights::evaluator();
            let WeakeningMeasurement { own, judged } =
                measure_weakening(evaluator, weakening, self.plan)?;
            let (own_loss, judged_loss, moves) = (loss(&own), loss(&judged), own.moves());
            print(&format!("{value:>11}  {own_loss:>13}  {judged_loss:>13}  {moves:>8}\n"))?;
        }
        Ok(())
    }

    /// Returns the weakening for a value on the command line.
    fn weakening(&self, value: f64) -> Result<Weakening> {
        if self.temperatures {
            let is_valid = value.is_finite() && 0.0 < value;
            return is_valid
                .then(|| Weakening::of_temperature(value))
                .ok_or_else(|| usage(format!("a temperature is more than 0, not {value}")));
        }
        let (min, max) = (Weakening::MIN_LOSS, Weakening::MAX_LOSS);
        Weakening::of_mean_loss(value).ok_or_else(|| {
            usage(format!("`weaken` is from {min} to {max} discs a move, not {value}"))
        })
    }
}

/// Writes a mean loss with its standard error.
fn loss(loss: &MeanLoss) -> String {
    format!("{:.2} ± {:.2}", loss.mean(), loss.error())
}

/// Measure how many discs a move the players of recorded games lose
///
/// Moves are measured from the ninth ply on, by a search of all moves of their positions. The table
/// has each player with the mean loss in discs a move, the smallest first, and its standard error.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow lab move-loss games.ggf
  willow lab move-loss WTH_2024.wtb --judge 8 --least-games 20")]
pub(super) struct MoveLossArgs {
    /// Files of games, of any format that `willow help formats` names
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// Judge the moves by this level
    #[arg(long, value_name = "LEVEL", default_value = "10", value_parser = values::level)]
    judge: Level,
    /// Measure one game in N, evenly through the files
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::count(1, u32::MAX.into()))]
    one_in: usize,
    /// Leave out players with fewer games
    #[arg(long = "least-games", value_name = "N", default_value_t = 1)]
    min_games: usize,
    /// Measure N games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    threads: usize,
}

impl MoveLossArgs {
    pub(super) fn run(&self) -> Result<()> {
        let games: Vec<RecordedGame> =
            read_all(&self.games)?.into_iter().step_by(self.one_in).collect();
        let bar = progress::bar(games.len() as u64);
        let evaluator = willow_eval::weights::evaluator();
        let mut on_game = || bar.inc(1);
        let players = measure_players(evaluator, &games, self.judge, self.threads, &mut on_game)?;
        drop(bar);
        let mut rows: Vec<(&String, &MeanLoss)> =
            players.iter().filter(|(_, loss)| self.min_games <= loss.games()).collect();
        rows.sort_by(|(_, a), (_, b)| a.mean().total_cmp(&b.mean()));
        let mut text = format!("{:>13}  {:>6}  {:>8}  player\n", "discs a move", "games", "moves");
        for (name, player) in rows {
            let (games, moves) = (player.games(), player.moves());
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{:>13}  {games:>6}  {moves:>8}  {name}", loss(player));
        }
        print(&text)
    }
}

/// Measure how players err on a test set, a file of solved positions
///
/// Every player is asked for its move in every position, without a clock; the players take turns.
/// The table has for each player the mean difference between its value and the best score in discs
/// with its 95% interval, how often it plays a best move, what its moves lose in discs on average,
/// and the nodes and the seconds of a position by the clock. An error is missing if the values of
/// the player are not in discs; a loss is missing if the file has only the best moves. A player that
/// tells no value in some positions, such as the engine where only one move is legal, has the number
/// of the others beside its error.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow lab test-players test-24.obf willow:level=5 willow:level=10 willow:time=60ms
  willow lab test-players test-24.obf willow:nodes=600k 'nboard:depth=16,cmd=./ntest x'")]
pub(super) struct TestPlayersArgs {
    /// A file of positions with scored moves (OBF), as `willow lab testset` writes it
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The players (see `willow help players`)
    #[arg(required = true, value_name = "SPEC")]
    specs: Vec<String>,
    /// Measure the first N positions of the file only
    #[arg(long, value_name = "N", value_parser = values::count(1, u32::MAX.into()))]
    positions: Option<usize>,
}

impl TestPlayersArgs {
    pub(super) fn run(&self) -> Result<()> {
        let context = BuildContext::new(0);
        let built = |text: &String| -> Result<Box<dyn Player>, SpecError> {
            build_player(&text.parse::<PlayerSpec>()?, &context)
        };
        let players = self.specs.iter().map(built).collect::<Result<Vec<_>, _>>();
        let mut players = players.map_err(|error| of_spec(&error))?;
        let mut set = read_test_set(&self.file)?;
        set.truncate(self.positions.unwrap_or(usize::MAX));
        let bar = progress::bar((set.len() * players.len()) as u64);
        let results = test_players(&mut players, &set, &mut || bar.inc(1));
        drop(bar);
        let results = results?;
        let mut text = row(["error", "best move", "loss", "nodes", "seconds", "player"]);
        for (player, result) in players.iter().zip(&results) {
            text += &result_row(player.name(), result);
        }
        print(&text)
    }
}

fn of_spec(error: &SpecError) -> anyhow::Error {
    let hint = error.hint().unwrap_or_else(|| "see `willow help players`".to_owned());
    usage(format!("{error} ({hint})"))
}

fn result_row(name: &str, result: &TestResult) -> String {
    let n = result.positions;
    let interval = |of: MeanWithInterval| format!("{:.2} ±{:.2}", of.mean, of.half);
    let error = match result.error() {
        None => "-".to_owned(),
        Some((error, n_values)) if n_values == n => interval(error),
        Some((error, n_values)) => format!("{} of {n_values}", interval(error)),
    };
    let nodes = match result.nodes / n as u64 {
        0 => "-".to_owned(),
        nodes => nodes.to_string(),
    };
    row([
        &error,
        &format!("{:.1}%", 100.0 * result.best_move_share()),
        &result.loss().map_or_else(|| "-".to_owned(), interval),
        &nodes,
        &format!("{:.3}", result.time.as_secs_f64() / n as f64),
        name,
    ])
}

fn row([error, best_move, loss, nodes, seconds, name]: [&str; 6]) -> String {
    format!("{error:<20}{best_move:>9}  {loss:<11}{nodes:>13}{seconds:>9}  {name}\n")
}

/// Rate all players together, by games between neighbours in strength
///
/// Plays pairs of games: one random opening twice, with colours changed. The players of a pair are
/// neighbours in strength, those whose game gives the most information. The ratings are written to
/// FOLDER/ladder.md, with `random` at 600. Every game is kept in FOLDER/ladder.games, and the same
/// command continues an interrupted run.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow lab ladder --budget 2h --out ladder
  willow lab ladder random:seed=1 iago bill:nodes=5k willow:level=1 --games 200 --out small")]
pub(super) struct LadderArgs {
    /// The players (see `willow help players`; default: the strategies of PAIP and Iago at 1 to 6
    /// plies, IAGO of 1982, BILL and MLia at three budgets of nodes, all versions of BILL, the
    /// general searcher, and the levels of the engine from 1 to 20 and for people)
    #[arg(value_name = "SPEC")]
    specs: Vec<String>,
    #[command(flatten)]
    limits: LadderLimits,
    #[command(flatten)]
    options: LadderOptions,
    /// Write into this folder
    #[arg(long, value_name = "FOLDER", default_value = "docs")]
    out: PathBuf,
    /// Replace a ladder.md that was not made from the games in the folder
    #[arg(long)]
    force: bool,
}

/// The number of games between two lines of progress on standard error.
const GAMES_BETWEEN_LINES: usize = 100;

/// How long a ladder plays without `--budget`.
const DEFAULT_BUDGET: Duration = Duration::from_hours(2);

impl LadderArgs {
    /// Returns the arguments of a ladder of all players.
    pub(super) fn of_all(games: u32, out: PathBuf) -> LadderArgs {
        let limits = LadderLimits { budget: DEFAULT_BUDGET, games, threads: 1 };
        let options = LadderOptions { seed: 1, plies: 8 };
        LadderArgs { specs: Vec::new(), limits, options, out, force: false }
    }

    pub(super) fn run(&self) -> Result<()> {
        let players = if self.specs.is_empty() {
            players()
        } else {
            with_specs(&self.specs).map_err(|error| usage(format!("{error:#}")))?
        };
        let [games, document, numbers] =
            ["ladder.games", "ladder.md", "ladder.json"].map(|name| self.out.join(name));
        fs::create_dir_all(&self.out)
            .with_context(|| format!("cannot make {}", self.out.display()))?;
        // A folder with a log belongs to a ladder, whose table is replaced.
        let is_ours = self.force || games.exists();
        let overwrite = if is_ours { Overwrite::Always } else { Overwrite::Never };
        check_free(&document, overwrite)?;
        check_free(&numbers, overwrite)?;
        let table = self.play(&players, &mut LadderLog::open(&games, self.options)?)?;
        let made = format!("Made by `{}`:", self.command());
        write(&document, table.markdown(&made).as_bytes(), overwrite)?;
        write(&numbers, &json_file(&table), overwrite)?;
        let mut text = String::new();
        for row in &table.rows {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{:7.0} ({:.0} to {:.0})  {:4} games  {}",
                row.elo, row.low, row.high, row.games, row.player
            );
        }
        print(&text)
    }

    /// Plays the games with a progress bar.
    fn play(&self, players: &[LadderPlayer], log: &mut LadderLog) -> Result<RatingTable> {
        let LadderLimits { budget, games, .. } = self.limits;
        let (by_games, seconds) = (games != u32::MAX, budget.as_secs());
        let bar = progress::bar(if by_games { games.into() } else { seconds });
        run(players, log, self.limits, &mut |game, games| {
            bar.set_position(if by_games { games as u64 } else { game.seconds as u64 });
            bar.set_message(format!("{games} games, {} v. {}", game.first, game.second));
            if games.is_multiple_of(GAMES_BETWEEN_LINES) {
                let (minutes, all) = (game.seconds / 60.0, seconds / 60);
                progress::note(&bar, &format!("{games:6} games, {minutes:.0} of {all} minutes"));
            }
        })
    }

    /// Returns the command that plays the same ladder.
    fn command(&self) -> String {
        let mut words = vec!["willow lab ladder".to_owned()];
        words.extend(self.specs.iter().cloned());
        let LadderLimits { budget, games, .. } = self.limits;
        if games != u32::MAX {
            words.push(format!("--games {games}"));
        }
        if budget != DEFAULT_BUDGET {
            words.push(format!("--budget {}m", budget.as_secs().div_ceil(60)));
        }
        if self.options.seed != 1 {
            words.push(format!("--seed {}", self.options.seed));
        }
        words.join(" ")
    }
}
