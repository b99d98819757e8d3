//! Options and results of a local game.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;
use willow_board::{Color, Game, Outcome, TimeControl};
use willow_players::{PlayerError, PlayerSpec, SpecError};
use willow_records::WthorNames;

use crate::game_browser::FindWthorNames;
use crate::game_file::GameFileError;
use crate::local_game::LocalGame;
use crate::termination::TerminationSignal;
use crate::unfinished_game::ReadUnfinishedError;

/// The options of a local game.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// Black's player.
    pub black: PlayerSpec,
    /// White's player.
    pub white: PlayerSpec,
    /// The time control of both players; `None` for no limit.
    pub clock: Option<TimeControl>,
    /// The game to continue; usually one without moves.
    pub start: Game,
    /// Minimum time between two moves when programs play each other. It counts on their clocks, so there
    /// should be none then.
    pub delay: Duration,
    /// The seed of all random players.
    pub seed: u64,
    /// The file in which an unfinished game is saved; `None` to save nothing.
    pub unfinished: Option<PathBuf>,
    /// What to do with an unfinished game.
    pub resume: Resume,
    /// The characters that the full screen uses.
    pub glyphs: Glyphs,
    /// Whether the full screen uses colours.
    pub colors: Colors,
    /// Whether the board is printed when the game is played line by line.
    pub board: BoardPrinting,
    /// The file whose games are shown at the start.
    pub file: Option<PathBuf>,
    /// Finds the names that belong to a WTHOR file.
    pub find_wthor_names: FindWthorNames,
    /// Whether it is shown what programs think about their moves.
    pub thoughts: ThoughtDisplay,
}

impl PlayOptions {
    /// Returns the options of a new game between two players, without a clock and without autosave.
    pub fn new(black: PlayerSpec, white: PlayerSpec) -> PlayOptions {
        PlayOptions {
            black,
            white,
            clock: None,
            start: Game::new(),
            delay: Duration::ZERO,
            seed: 0,
            unfinished: None,
            resume: Resume::Never,
            glyphs: Glyphs::Unicode,
            colors: Colors::On,
            board: BoardPrinting::On,
            file: None,
            find_wthor_names: |_, _| Ok(WthorNames::default()),
            thoughts: ThoughtDisplay::OfWatchedGames,
        }
    }
}

/// What to do with an unfinished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resume {
    /// Ask whether to resume it. Only for interactive use: the answer takes a line of input.
    Ask,
    /// Resume it. It is an error if there is none.
    Always,
    /// Start a new game. When it is first saved, the unfinished one is renamed: `.previous` is
    /// appended to its file name, with a number if that file exists.
    Never,
}

/// The characters that the board is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// Round discs and continuous lines.
    Unicode,
    /// `@`, `O` and lines of `+`, `-` and `|`.
    Ascii,
}

/// Whether colours are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// The board is green, in the palette of 256 colours.
    On,
    /// The board is green, in the sixteen colours that every terminal with colours has.
    Sixteen,
    /// Everything is distinguished by its characters; some text is bold, dim or reversed.
    Off,
}

/// Whether the board is printed when a game is played line by line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardPrinting {
    /// The board is printed after every change, and the prompt lists the legal moves.
    On,
    /// What changes is announced in words, for people who listen.
    Off,
}

/// Whether it is shown from the start what programs think about their moves. The user can change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThoughtDisplay {
    /// Yes.
    Always,
    /// Only if no person plays, because a program's line tells what it expects the opponent to play.
    OfWatchedGames,
}

impl ThoughtDisplay {
    /// Returns whether thoughts are shown from the start of a game.
    pub(crate) fn is_shown_at_start(self, local_game: &LocalGame) -> bool {
        self == ThoughtDisplay::Always || !local_game.has_human()
    }
}

/// How a local game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayEnd {
    /// The last game is over.
    Finished(Outcome),
    /// The user quit before the end of the game.
    Interrupted {
        /// The file in which the game is saved; `None` if no move was made or nothing is saved.
        saved_to: Option<PathBuf>,
    },
    /// A signal ended the program.
    Terminated {
        /// It decides the exit code.
        signal: TerminationSignal,
        /// The file in which the game is saved; `None` if it is over, no move was made or nothing is
        /// saved.
        saved_to: Option<PathBuf>,
    },
}

/// A local game could not continue.
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
    /// The file of games cannot be opened.
    #[error(transparent)]
    GameFile(#[from] GameFileError),
    /// A player cannot be built.
    #[error("{color}'s player: {error}")]
    Player {
        /// The player's colour.
        color: Color,
        /// What is wrong with its SPEC.
        error: SpecError,
    },
    /// The unfinished game cannot be read.
    #[error("cannot read the unfinished game {}: {error}", path.display())]
    UnfinishedGame {
        /// In the data folder of the user.
        path: PathBuf,
        /// What is wrong.
        error: ReadUnfinishedError,
    },
    /// There is no unfinished game to go on with.
    #[error("there is no unfinished game")]
    NothingToResume,
    /// A program failed. The game was saved.
    #[error("{0}")]
    Program(PlayerError),
    /// A program's thread panicked. The game was saved.
    #[error("a player's thread panicked")]
    Crashed,
}
