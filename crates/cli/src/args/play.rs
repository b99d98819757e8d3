//! The arguments of `willow play`.

use clap::Args;
use willow_board::{Position, TimeControl};

use super::values;

/// Play a game at the terminal, or watch two programs
///
/// The game fills the screen; with --plain, or when input or output is no terminal, it is played
/// line by line. An unfinished game is kept and can be resumed.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow play                                      you are Black, level 5 is White
  willow play --black willow:level=3 --white human
  willow play --white human --clock 5:00+3         two people at one terminal
  willow play --game draughts --white alpha-beta-killer:depth=7")]
pub(crate) struct PlayArgs {
    /// Let this player have Black (see `willow help players`)
    #[arg(long, value_name = "SPEC", default_value = "human")]
    pub(crate) black: String,
    /// Let this player have White (see `willow help players`)
    /// (default: willow:level=5; in draughts alpha-beta-killer:depth=7)
    #[arg(long, value_name = "SPEC")]
    pub(crate) white: Option<String>,
    /// Give each player this time, such as 30:00, 5:00+3 or 10s (default: no limit)
    #[arg(long, value_name = "TC")]
    pub(crate) clock: Option<TimeControl>,
    /// Play line by line instead of on the full screen
    #[arg(long)]
    pub(crate) plain: bool,
    /// Start from this position, or after this list of moves
    #[arg(long, value_name = "POSITION", value_parser = values::position, conflicts_with = "resume")]
    pub(crate) start: Option<Position>,
    /// Play this game; draughts is English draughts, line by line, for people and
    /// alpha-beta-killer:depth=D and its relatives (default: othello)
    #[arg(long, value_name = "GAME", default_value = "othello")]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    pub(crate) game: GameName,
    /// Go on with the unfinished game
    #[arg(long, conflicts_with_all = ["black", "white", "clock"])]
    pub(crate) resume: bool,
}

/// The games that can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum GameName {
    /// Othello
    Othello,
    /// English draughts
    Draughts,
}
