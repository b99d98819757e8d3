//! The arguments of `willow help`.

use clap::{Args, ValueEnum};

/// Tell about a command, or about players, levels or formats
#[derive(Args, Debug)]
pub(crate) struct HelpArgs {
    /// A command, or one of: players, levels, formats
    #[arg(value_name = "TOPIC")]
    pub(crate) topic: Option<String>,
}

/// What there is help about besides the commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Topic {
    /// The players and how a SPEC describes them.
    Players,
    /// The levels of play.
    Levels,
    /// The formats of records and positions.
    Formats,
}
