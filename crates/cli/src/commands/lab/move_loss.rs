//! `willow lab weaken` and `willow lab move-loss`: how many discs moves lose.

use willow_engine::Weakening;
use willow_lab::move_loss::{
    MeanLoss, WeakeningMeasurement, WeakeningPlan, measure_players, measure_weakening,
};
use willow_records::RecordedGame;

use super::games::read;
use super::output::failed;
use crate::args::{MoveLossArgs, WeakenArgs};
use crate::error::CliError;
use crate::output;
use crate::progress::Progress;
use crate::status::Status;
use crate::units;

/// Runs `willow lab weaken`.
pub(super) fn run_weaken(args: &WeakenArgs) -> Result<Status, CliError> {
    let weakenings: Vec<(f64, Weakening)> = args
        .values
        .iter()
        .map(|&value| Ok((value, weakening(value, args.temperatures)?)))
        .collect::<Result<_, CliError>>()?;
    let plan = WeakeningPlan {
        level: args.level,
        judge: args.judge,
        games: args.games,
        seed: args.seed,
        threads: args.threads,
    };
    let value = if args.temperatures { "temperature" } else { "weaken" };
    output::print(&format!(
        "{value:>11}  {:>13}  {:>13}  {:>8}\n",
        "own search", "judge", "moves"
    ))?;
    for (value, weakening) in weakenings {
        let WeakeningMeasurement { own, judged } =
            measure_weakening(willow_eval::weights::evaluator(), weakening, plan)
                .map_err(|error| failed(&error))?;
        let (own_loss, judged_loss) = (loss(&own), loss(&judged));
        let moves = units::grouped(own.moves().into());
        output::print(&format!("{value:>11}  {own_loss:>13}  {judged_loss:>13}  {moves:>8}\n"))?;
    }
    Ok(Status::Done)
}

/// Returns the weakening for a value on the command line.
fn weakening(value: f64, is_temperature: bool) -> Result<Weakening, CliError> {
    if is_temperature {
        if !(value.is_finite() && 0.0 < value) {
            return Err(CliError::usage(format!("a temperature is more than 0, not {value}")));
        }
        return Ok(Weakening::of_temperature(value));
    }
    let (least, most) = (Weakening::MIN_LOSS, Weakening::MAX_LOSS);
    Weakening::of_mean_loss(value).ok_or_else(|| {
        CliError::usage(format!("`weaken` is from {least} to {most} discs a move, not {value}"))
    })
}

/// Writes a mean loss with its standard error.
fn loss(loss: &MeanLoss) -> String {
    format!("{:.2} ± {:.2}", loss.mean(), loss.error())
}

/// Runs `willow lab move-loss`.
pub(super) fn run_move_loss(args: &MoveLossArgs) -> Result<Status, CliError> {
    let mut games = Vec::new();
    for path in &args.games {
        games.append(&mut read(path)?);
    }
    let games: Vec<RecordedGame> = games.into_iter().step_by(args.one_in).collect();
    let progress = Progress::bar(games.len() as u64);
    let players = measure_players(
        willow_eval::weights::evaluator(),
        &games,
        args.judge,
        args.threads,
        &mut || {
            progress.step();
        },
    );
    drop(progress);
    let players = players.map_err(|error| failed(&error))?;
    let mut rows: Vec<(&String, &MeanLoss)> =
        players.iter().filter(|(_, loss)| args.least_games <= loss.games()).collect();
    rows.sort_by(|(_, a), (_, b)| a.mean().total_cmp(&b.mean()));
    output::print(&format!("{:>13}  {:>6}  {:>8}  player\n", "discs a move", "games", "moves"))?;
    for (name, player) in rows {
        let (games, moves) = (player.games(), units::grouped(player.moves().into()));
        let name = output::printable(name);
        output::print(&format!("{:>13}  {games:>6}  {moves:>8}  {name}\n", loss(player)))?;
    }
    Ok(Status::Done)
}
