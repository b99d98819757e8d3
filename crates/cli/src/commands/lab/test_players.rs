//! `willow lab test-players`: how players err on solved positions.

use willow_lab::test_players::{MeanWithInterval, TestResult, read_test_set, test_players};
use willow_players::{BuildContext, OnEngineWait, Player, build_player};

use super::output::failed;
use crate::args::TestPlayersArgs;
use crate::error::CliError;
use crate::progress::{Notes, Progress};
use crate::status::Status;
use crate::{output, players, units};

/// Runs the command.
pub(super) fn run(args: &TestPlayersArgs) -> Result<Status, CliError> {
    let notes = Notes::default();
    let on_wait = OnEngineWait::new({
        let notes = notes.clone();
        move |wait| notes.write(&wait.to_string())
    });
    let context = BuildContext::new(0).with_engine_wait(on_wait);
    let mut players: Vec<Box<dyn Player>> =
        args.specs.iter().map(|text| built(text, &context)).collect::<Result<_, _>>()?;
    let mut set = read_test_set(&args.file).map_err(|error| failed(&error))?;
    set.truncate(args.positions.unwrap_or(usize::MAX));
    let progress = Progress::bar((set.len() * players.len()) as u64);
    progress.show_notes(&notes);
    let results = test_players(&mut players, &set, &mut || progress.step());
    drop(progress);
    let results = results.map_err(CliError::failed)?;
    output::print(&table(players.iter().map(|player| player.name()).zip(&results)))?;
    Ok(Status::Done)
}

fn built(text: &str, context: &BuildContext) -> Result<Box<dyn Player>, CliError> {
    let spec = players::parse(text)?;
    build_player(&spec, context).map_err(|error| players::usage(&error))
}

fn table<'a>(rows: impl Iterator<Item = (&'a str, &'a TestResult)>) -> String {
    let header = ["error", "best move", "loss", "nodes", "seconds", "player"];
    let mut text = line(&header.map(str::to_owned));
    for (name, result) in rows {
        let n_positions = result.positions;
        let nodes = match result.nodes / n_positions as u64 {
            0 => "-".to_owned(),
            nodes => units::grouped(nodes),
        };
        text += &line(&[
            error(result),
            format!("{:.1}%", 100.0 * result.best_move_share()),
            result.loss().map_or_else(|| "-".to_owned(), interval),
            nodes,
            format!("{:.3}", result.time.as_secs_f64() / n_positions as f64),
            output::printable(name),
        ]);
    }
    text
}

fn line([error, best_move, loss, nodes, seconds, name]: &[String; 6]) -> String {
    format!("{error:<20}{best_move:>9}  {loss:<11}{nodes:>13}{seconds:>9}  {name}\n")
}

/// Writes the mean error, and its number of positions if values are missing.
fn error(result: &TestResult) -> String {
    match result.error() {
        None => "-".to_owned(),
        Some((error, n_values)) if n_values == result.positions => interval(error),
        Some((error, n_values)) => format!("{} of {n_values}", interval(error)),
    }
}

/// Writes a mean with half of its interval: `1.32 ±0.15`.
fn interval(MeanWithInterval { mean, half }: MeanWithInterval) -> String {
    format!("{mean:.2} ±{half:.2}")
}
