//! The arguments of `willow match`.

use std::path::PathBuf;

use clap::Args;
use willow_board::TimeControl;
use willow_players::matches::Sprt;

use super::replace::ReplaceArgs;
use super::values;

/// Play a match between programs and report their strength
///
/// Games are played in pairs: both games of a pair start from the same opening, with colours swapped.
/// The first SPEC has Black in the odd games. The report is from the point of view of the first SPEC,
/// with 95% confidence intervals computed from the pairs.
///
/// With more than two SPECs, the players play a round robin: a match between every two of them, all
/// from the same openings. The report has the points of each player against each other player,
/// results by colour, disc differences, thinking times, and ratings with 95% intervals.
///
/// The same SPECs, openings and seed give the same games, unless a player or a clock depends on time.
///
/// A program that cannot be started, or does not speak its protocol, is an error before the first game. The
/// exit code is 1 if every game was forfeited.
///
/// With --resume, every finished game is saved in FILE at once. If FILE exists, the match in it is
/// continued; SPECs are not needed then. After Ctrl-C, a match without --resume is saved too, and
/// the command to continue it is printed.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow match willow:level=3 random:seed=1 --games 10
  willow match willow:depth=6 willow:depth=5 --sprt 0,10 --threads 2
  willow match willow:level=8 willow --clock 1:00 --print
  willow match iago mlia:depth=4 willow:level=2 --games 20 --write games.ggf
  willow match mlia mlia --clock 1:00,0:12         time odds 5:1
  willow match random random --games 1 --print=paip")]
pub(crate) struct MatchArgs {
    /// The players (see `willow help players`)
    #[arg(value_name = "SPEC", required_unless_present = "resume")]
    pub(crate) specs: Vec<String>,
    /// Name the players in the report, in order (default: their SPECs)
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    pub(crate) names: Option<Vec<String>>,
    /// Play this many games, in a round robin between every two players; an even number or 1
    /// (default: 2; with --sprt 10000)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: Option<u32>,
    /// Run a sequential probability ratio test: stop as soon as it accepts that the first player is
    /// elo0 or elo1 stronger (exit code 1 if elo0)
    #[arg(long, value_name = "elo0,elo1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// Use these openings: a file of games, `start`, or `random:N` for N random moves (default:
    /// start for 1 or 2 games, else random:8)
    #[arg(long, value_name = "FILE|random:N")]
    pub(crate) openings: Option<String>,
    /// Give each player this time for the game, such as 30:00, 5:00+3 or 0:10+0.1, or with a unit this time for each
    /// move, such as 100ms; or one time for each player, separated by commas (default: no limit)
    #[arg(long, value_name = "TC", value_delimiter = ',')]
    pub(crate) clock: Option<Vec<TimeControl>>,
    /// Seed the random numbers (default: from the players' seeds, or a new one; it is printed)
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Play this many games at once; with a clock or time=, always one at a time
    #[arg(short = 'j', long, value_name = "N", default_value = "1", value_parser = values::threads())]
    pub(crate) threads: usize,
    /// Save finished games in FILE; continue the match in FILE if it exists
    #[arg(long, value_name = "FILE", value_parser = values::path())]
    pub(crate) resume: Option<PathBuf>,
    /// Write the games to FILE (.ggf, .sgf, .wtb, .txt) at the end of the match; can be repeated
    #[arg(short = 'o', long, value_name = "FILE", value_parser = values::path())]
    pub(crate) write: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) replace: ReplaceArgs,
    /// Print every game board by board. STYLE is willow, with what the players thought; paip or paip-numbers, the text
    /// of PAIP's monitor with names or numbers of squares; or clojure, that of the program in Clojure
    /// (default: clojure if both players have dialect=clojure, else willow)
    #[arg(long, conflicts_with = "json", value_name = "STYLE", num_args = 0..=1)]
    #[arg(require_equals = true, default_missing_value = "auto", hide_possible_values = true)]
    pub(crate) print: Option<PrintStyle>,
    /// Print one JSON object per game, and a summary
    #[arg(long)]
    pub(crate) json: bool,
}

/// How games are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum PrintStyle {
    /// As the players' programs print them
    Auto,
    /// With letters and numbers
    Willow,
    /// As the program in Clojure prints them
    Clojure,
    /// As PAIP's monitor prints them, section 18.7
    Paip,
    /// The same with numbers of squares, section 18.2
    PaipNumbers,
}
