//! The file of an unfinished game.
//!
//! Text with one `key: value` a line, so that people can look into it:
//!
//! ```text
//! willow unfinished game
//! black: human
//! white: willow:level=5
//! clock: 5:00+3
//! start: ---------------------------OX------XO--------------------------- X
//! moves: f5 d6 c3
//! times: 1200 340 2100
//! played: 3
//! thought: 800
//! ```
//!
//! `times` holds the milliseconds of every move and pass, `thought` those of the turn that was
//! broken off: the clocks follow from them. The moves after the first `played` had been taken back.

use std::fmt::{self, Write as _};
use std::io;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;
use willow_board::{
    Game, Move, ParseMoveError, ParseTimeControlError, PlayError as IllegalPly, TimeControl,
};
use willow_players::{PlayerSpec, SpecError};
use willow_records::At;
use willow_records::board_text::{self, BoardTextError};

use crate::session::Session;

const TITLE: &str = "willow unfinished game";

/// A game that was left before its end, with all that is needed to go on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Unfinished {
    /// Black's player and White's.
    pub(crate) players: [PlayerSpec; 2],
    /// The time that each had at the start.
    pub(crate) control: TimeControl,
    /// The game, with the moves that had been taken back.
    pub(crate) game: Game,
    /// The time that each move and pass took.
    pub(crate) times: Vec<Duration>,
    /// The number of moves and passes that had not been taken back.
    pub(crate) n_played: usize,
    /// How long the side to move had been thinking.
    pub(crate) thought: Duration,
}

/// The file of an unfinished game cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadUnfinishedError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file begins with something else.
    #[error("it does not begin with `{TITLE}`")]
    Title,
    /// A line is missing.
    #[error("there is no line `{0}: ...`")]
    Missing(&'static str),
    /// A player is not described as players are.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// The clock is no time control.
    #[error(transparent)]
    Clock(#[from] ParseTimeControlError),
    /// The start is no position.
    #[error("the start: {0}")]
    Start(At<BoardTextError>),
    /// A move is none.
    #[error("`{0}` is not a move")]
    Move(String),
    /// A move is not allowed where it stands.
    #[error(transparent)]
    Illegal(#[from] IllegalPly),
    /// A time is no number of milliseconds.
    #[error("`{0}` is not a number of milliseconds")]
    Time(String),
    /// The number of moves played is none.
    #[error("`{0}` is not a number of moves")]
    Played(String),
    /// There must be a time for every move.
    #[error("there are {moves} moves and {times} times")]
    Lengths {
        /// The number of moves.
        moves: usize,
        /// The number of times.
        times: usize,
    },
}

impl Unfinished {
    /// Returns the state of a session between two players.
    pub(crate) fn of(session: &Session, players: [PlayerSpec; 2], now: Duration) -> Unfinished {
        let (game, times) = session.line();
        Unfinished {
            players,
            control: session.control(),
            game,
            times,
            n_played: session.game().n_plies(),
            thought: session.thought(now),
        }
    }

    /// Describes the game in a few words.
    pub(crate) fn title(&self) -> String {
        let [black, white] = &self.players;
        let plural = if self.n_played == 1 { "" } else { "s" };
        format!("{black} against {white}, {} move{plural}", self.n_played)
    }

    /// Returns the session as it was left.
    pub(crate) fn session(&self) -> Session {
        let mut session =
            Session::restored(self.game.clone(), &self.times, self.control, self.thought);
        if self.n_played < self.game.n_plies() {
            session.go_to(self.n_played);
        }
        session
    }
}

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = &self.players;
        writeln!(f, "{TITLE}")?;
        writeln!(f, "black: {black}")?;
        writeln!(f, "white: {white}")?;
        writeln!(f, "clock: {}", self.control)?;
        writeln!(f, "start: {}", self.game.start())?;
        writeln!(f, "moves:{}", words(self.game.moves()))?;
        writeln!(f, "times:{}", words(self.times.iter().map(Duration::as_millis)))?;
        writeln!(f, "played: {}", self.n_played)?;
        writeln!(f, "thought: {}", self.thought.as_millis())
    }
}

/// Joins words, with a blank before each.
fn words(items: impl Iterator<Item = impl fmt::Display>) -> String {
    items.fold(String::new(), |mut text, item| {
        write!(text, " {item}").expect("a string can be written to");
        text
    })
}

impl FromStr for Unfinished {
    type Err = ReadUnfinishedError;

    fn from_str(text: &str) -> Result<Unfinished, ReadUnfinishedError> {
        if text.lines().next().map(str::trim) != Some(TITLE) {
            return Err(ReadUnfinishedError::Title);
        }
        let players = [field(text, "black")?.parse()?, field(text, "white")?.parse()?];
        let start = board_text::parse(field(text, "start")?);
        let mut game = Game::from_position(start.map_err(ReadUnfinishedError::Start)?);
        for word in field(text, "moves")?.split_whitespace() {
            let mv: Result<Move, ParseMoveError> = word.parse();
            game.play(mv.map_err(|_| ReadUnfinishedError::Move(word.to_owned()))?)?;
        }
        let times = field(text, "times")?.split_whitespace().map(millis);
        let times = times.collect::<Result<Vec<_>, _>>()?;
        if game.n_plies() != times.len() {
            let (moves, times) = (game.n_plies(), times.len());
            return Err(ReadUnfinishedError::Lengths { moves, times });
        }
        let control = field(text, "clock")?.parse()?;
        let n_played = field(text, "played")?;
        let n_played =
            n_played.parse().map_err(|_| ReadUnfinishedError::Played(n_played.to_owned()))?;
        let thought = millis(field(text, "thought")?)?;
        Ok(Unfinished { players, control, game, times, n_played, thought })
    }
}

fn field<'a>(text: &'a str, key: &'static str) -> Result<&'a str, ReadUnfinishedError> {
    text.lines()
        .skip(1)
        .find_map(|line| line.strip_prefix(key)?.strip_prefix(':'))
        .map(str::trim)
        .ok_or(ReadUnfinishedError::Missing(key))
}

fn millis(word: &str) -> Result<Duration, ReadUnfinishedError> {
    let number = word.parse().map_err(|_| ReadUnfinishedError::Time(word.to_owned()))?;
    Ok(Duration::from_millis(number))
}

#[cfg(test)]
mod tests;
