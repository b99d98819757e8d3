//! The arguments of `willow help`.

use clap::{Args, ValueEnum};

/// Show help about a command, or about rules, players, programs, levels, formats, squares or the environment
#[derive(Args, Debug)]
pub(crate) struct HelpArgs {
    /// A command, such as solve or book show, or one of: rules, players, programs, levels, formats,
    /// squares, environment. `players NAME` has the keys of a player
    #[arg(value_name = "TOPIC")]
    pub(crate) topic: Vec<String>,
}

/// A help topic that is not a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Topic {
    /// The rules of the game.
    Rules,
    /// The players and their SPECs.
    Players,
    /// The old programs and their authors.
    Programs,
    /// The levels of play.
    Levels,
    /// The file formats of games and positions.
    Formats,
    /// The names, numbers and weights of the squares.
    Squares,
    /// The files and the environment variables.
    Environment,
}
