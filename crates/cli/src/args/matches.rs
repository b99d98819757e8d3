//! The arguments of `willow match`.

use std::path::PathBuf;

use clap::Args;
use willow_board::TimeControl;
use willow_matches::Sprt;

use super::values;

/// Let programs play a match, and tell which is stronger
///
/// Games are played in pairs: both games of a pair begin with the same opening, colours swapped. The
/// first SPEC has Black in the odd games. Results are given from its view, with 95% intervals that
/// come from pairs.
///
/// More than two SPECs play a round robin: a match between any two, all from the same openings. The
/// table has the points of each against each, and then results by colour, disc differences, time,
/// ratings with 95% intervals and how likely each is to be stronger than each other.
///
/// The same SPECs, openings and seed give the same games again, unless a player measures time.
///
/// A match that is interrupted tells how to go on: --resume FILE alone goes on with the match that
/// FILE holds. Together with SPECs, --resume keeps every finished game in FILE from the beginning,
/// so that not even a crash loses it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow match willow:level=3 random:seed=1 --games 10
  willow match willow:depth=6 willow:depth=5 --sprt 0,10 --threads 2
  willow match willow:level=8 willow --clock 1:00 --print
  willow match iago mlia:depth=4 willow:level=2 --games 20 --write results.csv
  willow match mlia mlia --clock 1:00,0:12         time odds of 5 to 1")]
pub(crate) struct MatchArgs {
    /// The players (see `willow help players`)
    #[arg(value_name = "SPEC", required_unless_present = "resume")]
    pub(crate) specs: Vec<String>,
    /// Play this many games, or as many between any two, an even number or 1 (default: 2; with
    /// --sprt 10000)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: Option<u32>,
    /// Stop as soon as it is clear whether the first player is elo0 or elo1 stronger; if elo0, the
    /// exit code is 1
    #[arg(long, value_name = "elo0,elo1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// Begin with these openings: a file of games, `start`, or `random:N` for N random moves
    /// (default: start for 1 or 2 games, else random:8)
    #[arg(long, value_name = "FILE|random:N")]
    pub(crate) openings: Option<String>,
    /// Give each player this time, such as 30:00, 5:00+3 or 100ms, or times in the players' order
    /// with commas between them (default: no limit)
    #[arg(long, value_name = "TC", value_delimiter = ',')]
    pub(crate) clock: Option<Vec<TimeControl>>,
    /// Draw random numbers from this seed (default: a new one, which is printed)
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Play this many games at once; games with a clock or time= are played one at a time
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::threads())]
    pub(crate) threads: usize,
    /// Keep finished games in FILE; go on from there if it exists
    #[arg(long, value_name = "FILE", value_parser = values::path())]
    pub(crate) resume: Option<PathBuf>,
    /// Write what was played when it is over, in the form that the extension names: .json and .csv
    /// hold results, .ggf, .sgf and .wtb games; may be repeated
    #[arg(long, value_name = "FILE", value_parser = values::path())]
    pub(crate) write: Vec<PathBuf>,
    /// Replace the files of --write if they exist
    #[arg(long, requires = "write")]
    pub(crate) force: bool,
    /// Print the boards of every game
    #[arg(long, conflicts_with = "json")]
    pub(crate) print: bool,
    /// Print one JSON object a game, and a summary
    #[arg(long)]
    pub(crate) json: bool,
}
