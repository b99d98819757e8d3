//! What a game at the terminal is started with, and how it ends.

use std::io;
use std::path::PathBuf;

use thiserror::Error;
use willow_board::{Color, Game, Outcome, TimeControl};
use willow_players::{PlayerError, PlayerSpec, SpecError};

use crate::unfinished::ReadUnfinishedError;

/// What a game at the terminal is started with.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// Black's player.
    pub black: PlayerSpec,
    /// White's player.
    pub white: PlayerSpec,
    /// The time that each player has; `None` for no limit.
    pub clock: Option<TimeControl>,
    /// The game to go on from, usually one without moves.
    pub start: Game,
    /// Decides random players' games.
    pub seed: u64,
    /// The file in which the game is kept while it is unfinished; `None` to keep nothing.
    pub unfinished: Option<PathBuf>,
    /// What to do about an unfinished game.
    pub resume: Resume,
    /// The characters that the full screen is drawn with.
    pub glyphs: Glyphs,
    /// Whether the full screen has colours.
    pub colors: Colors,
}

impl PlayOptions {
    /// Returns the options of a new game between two players, without a clock, that keeps nothing.
    #[must_use]
    pub fn new(black: PlayerSpec, white: PlayerSpec) -> PlayOptions {
        PlayOptions {
            black,
            white,
            clock: None,
            start: Game::new(),
            seed: 0,
            unfinished: None,
            resume: Resume::Never,
            glyphs: Glyphs::Unicode,
            colors: Colors::On,
        }
    }
}

/// What to do about an unfinished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resume {
    /// Offer to go on with it. Only for people: the question takes a line of input.
    Ask,
    /// Go on with it; that there is none is an error.
    Always,
    /// Begin a new game. With its first move the unfinished one is set aside, under its file name
    /// and `.previous`, with a number if there is such a file already.
    Never,
}

/// The characters that a board is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// Round discs and continuous lines.
    Unicode,
    /// `@`, `O` and lines of `+`, `-` and `|`.
    Ascii,
}

/// Whether there are colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// The board is green.
    On,
    /// Everything is told apart by its characters; some stand out bold, dim or reversed.
    Off,
}

/// How a visit to the terminal ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayEnd {
    /// The last game was played to its end.
    Finished(Outcome),
    /// The game was left before its end.
    Interrupted {
        /// Where it is kept; `None` if no move was made or nothing is kept.
        kept: Option<PathBuf>,
    },
}

/// A game at the terminal could not go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The terminal cannot be read or written.
    #[error("the terminal cannot be used: {0}")]
    Terminal(io::Error),
    /// The input cannot be read.
    #[error("the input cannot be read: {0}")]
    Input(io::Error),
    /// The output cannot be written.
    #[error("the output cannot be written: {0}")]
    Output(io::Error),
    /// A player cannot be built.
    #[error("{color}'s {error}")]
    Player {
        /// The player's colour.
        color: Color,
        /// What is wrong with its SPEC.
        error: SpecError,
    },
    /// The unfinished game cannot be read.
    #[error("the unfinished game {}: {error}", path.display())]
    Unfinished {
        /// Its file.
        path: PathBuf,
        /// What is wrong.
        error: ReadUnfinishedError,
    },
    /// There is no unfinished game to go on with.
    #[error("there is no unfinished game")]
    NothingToResume,
    /// A program cannot go on; the game was kept.
    #[error("{0}")]
    Program(PlayerError),
    /// A program's thread panicked; the game was kept.
    #[error("a player crashed")]
    Crashed,
}
