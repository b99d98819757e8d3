//! The arguments of `willow tournament`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use willow_board::TimeControl;
use willow_pairing::Preset;

use super::replace::ReplaceArgs;
use super::values;

/// Play a tournament between programs: Swiss, round robin or knock-out
///
/// In a round every player meets one other player, in two games with alternating colours from the same opening
/// unless --games says otherwise. All pairs play from the same openings, and two players who meet again
/// play from the next ones.
///
/// A Swiss is paired by penalties: the pairing with the least sum of them is chosen, and proven to be the
/// best. --explain names the penalties of every pair, and what the next-best pairing without it would cost.
///
/// A program that crashes or plays an illegal move forfeits the game. The same SPECs, openings and seed
/// give the same tournament, unless a player or a clock depends on time.
///
/// With --resume, every finished game is saved in FILE at once. If FILE exists, the tournament in it
/// is continued; SPECs are not needed then.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow tournament willow:level=3 maximizer iago random:seed=1
  willow tournament --players field.txt --format swiss --rounds 5 --threads 2
  willow tournament bill iago mlia willow:level=2 --format knock-out --games 3
  willow tournament --players field.txt --resume league.jsonl --html out.html")]
pub(crate) struct TournamentArgs {
    /// The players (see `willow help players`)
    #[arg(value_name = "SPEC", required_unless_present_any = ["resume", "players"])]
    pub(crate) specs: Vec<String>,
    /// Read more players from FILE: a SPEC a line; a name and `=` may stand before it; # begins a comment
    #[arg(long, value_name = "FILE", value_parser = values::path())]
    pub(crate) players: Option<PathBuf>,
    /// Pair so (default: round-robin)
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<TournamentFormat>,
    /// Use the rules of papp-wof, fide-dutch, jof, egp or ggs-td (default: papp-wof)
    #[arg(long, value_name = "NAME")]
    pub(crate) preset: Option<Preset>,
    /// Play this many rounds of a Swiss (default: as many as find a winner, and two more)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) rounds: Option<u32>,
    /// Play this many games at a table in a round; in a knock-out at most (default: 2; in a knock-out 3)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=99))]
    pub(crate) games: Option<u8>,
    /// Use these openings: a file of games, `start`, or `random:N` for N random moves (default: as
    /// `willow match`)
    #[arg(long, value_name = "FILE|random:N")]
    pub(crate) openings: Option<String>,
    /// Give each player this time for the game, such as 5:00+3, or with a unit for each move, such as 100ms; or
    /// one time for each player, separated by commas (default: no limit)
    #[arg(long, value_name = "TC", value_delimiter = ',')]
    pub(crate) clock: Option<Vec<TimeControl>>,
    /// Call the tournament so in its files
    #[arg(long, value_name = "TEXT", default_value = "Willow tournament")]
    pub(crate) title: String,
    /// Seed the random numbers (default: from the players' seeds, or a new one; it is printed)
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Let this many tables play at once; with a clock or time=, always one
    #[arg(short = 'j', long, value_name = "N", default_value = "1", value_parser = values::threads())]
    pub(crate) threads: usize,
    /// Save finished games in FILE; continue the tournament in FILE if it exists
    #[arg(long, value_name = "FILE", value_parser = values::path())]
    pub(crate) resume: Option<PathBuf>,
    /// Print the penalties of every pair of a Swiss, and the next-best pairing
    #[arg(long, conflicts_with = "json")]
    pub(crate) explain: bool,
    /// Write standings and crosstable as a page
    #[arg(long, value_name = "FILE", value_parser = values::path())]
    pub(crate) html: Option<PathBuf>,
    /// Write the results as an ELF file of the World Othello Federation
    #[arg(long, value_name = "FILE", value_parser = values::path())]
    pub(crate) elf: Option<PathBuf>,
    /// Write the results as FIDE's tournament report
    #[arg(long, value_name = "FILE", value_parser = values::path())]
    pub(crate) trf: Option<PathBuf>,
    /// Write the games' results as comma-separated values
    #[arg(long, value_name = "FILE", value_parser = values::path())]
    pub(crate) csv: Option<PathBuf>,
    /// Write the games to FILE (.ggf, .sgf, .wtb, .txt); can be repeated
    #[arg(short = 'o', long, value_name = "FILE", value_parser = values::path())]
    pub(crate) write: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) replace: ReplaceArgs,
    /// Print one JSON object per game, and a summary
    #[arg(long)]
    pub(crate) json: bool,
}

/// How a tournament is paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TournamentFormat {
    /// Equal scores meet
    Swiss,
    /// Everybody meets everybody
    RoundRobin,
    /// Everybody meets everybody twice
    DoubleRoundRobin,
    /// Who loses is out
    KnockOut,
}
