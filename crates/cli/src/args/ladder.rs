//! The arguments of `willow lab ladder`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::values;

/// Rate all players together, by games between neighbours in strength
///
/// Plays pairs of games: one random opening twice, with colours changed. The players of a pair are
/// neighbours in strength, those whose game gives the most information. The ratings are written to
/// FOLDER/ladder.md, with `random` at 0. Every game is kept in FOLDER/ladder.games, and the same
/// command continues an interrupted run.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow lab ladder --budget 2h --out ladder
  willow lab ladder random:seed=1 iago bill:nodes=5k willow:level=1 --games 200 --out small")]
pub(crate) struct LadderArgs {
    /// The players (see `willow help players`; default: the strategies of PAIP and Iago at 1 to 6
    /// plies, IAGO of 1982, BILL and MLia at three budgets of nodes, all versions of BILL, the
    /// general searcher, and eight levels of the engine from 1 to 12)
    #[arg(value_name = "SPEC")]
    pub(crate) specs: Vec<String>,
    /// Play for this time in all runs together, such as 90m or 2h
    #[arg(long, value_name = "TIME", default_value = "2h", value_parser = values::budget)]
    pub(crate) budget: Duration,
    /// Stop after N games, if the time is not up before
    #[arg(long, value_name = "N", default_value_t = u32::MAX, hide_default_value = true)]
    pub(crate) games: u32,
    /// Write into this folder
    #[arg(long, value_name = "FOLDER", default_value = "docs", value_parser = values::path())]
    pub(crate) out: PathBuf,
    /// Draw openings with this seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Play N games of a pair at once, 1 or 2
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=2))]
    pub(crate) threads: u32,
    /// Replace a ladder.md that was not made from the games in the folder
    #[arg(long)]
    pub(crate) force: bool,
}

/// The default of `--budget`.
pub(crate) const DEFAULT_BUDGET: Duration = Duration::from_hours(2);

impl LadderArgs {
    /// Returns the defaults of all options, with results in this folder.
    pub(crate) fn with_defaults(out: PathBuf) -> LadderArgs {
        LadderArgs {
            specs: Vec::new(),
            budget: DEFAULT_BUDGET,
            games: u32::MAX,
            out,
            seed: 1,
            threads: 1,
            force: false,
        }
    }
}
