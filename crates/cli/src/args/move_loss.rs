//! The arguments of `willow lab weaken` and `willow lab move-loss`.

use std::path::PathBuf;

use clap::Args;
use willow_engine::Level;

use super::values;

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
pub(crate) struct WeakenArgs {
    /// Values of `weaken=`, in discs a move
    #[arg(required = true, value_name = "DISCS")]
    pub(crate) values: Vec<f64>,
    /// The values are temperatures in discs, to fit `weaken=` again
    #[arg(long)]
    pub(crate) temperatures: bool,
    /// Weaken this level
    #[arg(long, value_name = "LEVEL", default_value = "5", value_parser = values::level)]
    pub(crate) level: Level,
    /// Judge the moves by this level
    #[arg(long, value_name = "LEVEL", default_value = "10", value_parser = values::level)]
    pub(crate) judge: Level,
    /// Play N games for each value
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) games: u64,
    /// Draw openings and moves from this seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Play N games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    pub(crate) threads: usize,
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
pub(crate) struct MoveLossArgs {
    /// Files of games, of any format that `willow help formats` names
    #[arg(required = true, value_name = "GAMES")]
    pub(crate) games: Vec<PathBuf>,
    /// Judge the moves by this level
    #[arg(long, value_name = "LEVEL", default_value = "10", value_parser = values::level)]
    pub(crate) judge: Level,
    /// Measure one game in N, evenly through the files
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::at_least_one())]
    pub(crate) one_in: usize,
    /// Leave out players with fewer games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) least_games: usize,
    /// Measure N games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    pub(crate) threads: usize,
}
