//! The arguments of `willow play`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use willow_board::{Game, TimeControl};

use super::values;

/// Play a game, watch programs, or look at the games of a file
///
/// The game uses the full screen. With --plain, or when input or output is not a terminal, the game
/// is played line by line. An unfinished game is saved and can be resumed.
///
/// With FILE, the games of the file are listed; typing searches for names and openings. The game that
/// is opened is shown move by move, and can be played on.
///
/// On the full screen `?` shows all keys; `n` asks for opponent, colour, clock and opening, and `y`
/// analyzes the game, which is paused meanwhile; `t` shows what a program thought about its last move.
/// Line by line, `help` lists the commands. With --no-board, moves are announced in words and the board is only
/// printed on request: for screen readers.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow play                                       you are Black
  willow play --black willow:level=3 --white human
  willow play --white human --clock 5:00+3          two people
  willow play --black iago --white bill --delay 1s  watch two programs
  willow play WTH_2024.wtb                          look at the games of a file
  willow play --plain --no-board                    for screen readers
  willow play --game draughts --white alpha-beta-killer:depth=7")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct PlayArgs {
    /// A file of games in any format, to look at them (see `willow help formats`)
    #[arg(value_name = "FILE", value_parser = values::path())]
    #[arg(conflicts_with_all = ["start", "resume"])]
    pub(crate) file: Option<PathBuf>,
    /// Let this player have Black (see `willow help players`)
    #[arg(long, value_name = "SPEC", default_value = "human")]
    pub(crate) black: String,
    /// Let this player have White (default: willow:level=5; for draughts alpha-beta-killer:depth=7)
    #[arg(long, value_name = "SPEC")]
    pub(crate) white: Option<String>,
    /// Give each player this time for the game, such as 30:00 or 5:00+3, or with a unit this time for each move, such
    /// as 10s (default: no limit)
    #[arg(long, value_name = "TC")]
    pub(crate) clock: Option<TimeControl>,
    /// Wait this long between the moves of two programs, such as 500ms or 2s
    #[arg(long, value_name = "T", value_parser = values::move_time, conflicts_with = "clock")]
    pub(crate) delay: Option<Duration>,
    /// Play line by line, without the full screen
    #[arg(long)]
    pub(crate) plain: bool,
    /// Show from the start what programs think about their moves, as is done when two programs play
    #[arg(long)]
    pub(crate) thoughts: bool,
    /// Announce what changes instead of printing the board, when playing line by line
    #[arg(long)]
    pub(crate) no_board: bool,
    /// Start from this position, or after these moves, which can be taken back
    #[arg(long, value_name = "POSITION", value_parser = values::opening, conflicts_with = "resume")]
    pub(crate) start: Option<Game>,
    /// Play othello or draughts (default: othello). English draughts is played line by line; type
    /// `help` there. `willow help players` lists its players
    #[arg(long, value_name = "GAME", default_value = "othello")]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    pub(crate) game: GameName,
    /// Resume the unfinished game
    #[arg(long, conflicts_with_all = ["black", "white", "clock"])]
    pub(crate) resume: bool,
}

/// The games that can be played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum GameName {
    /// Othello
    #[default]
    Othello,
    /// English draughts
    Draughts,
}
