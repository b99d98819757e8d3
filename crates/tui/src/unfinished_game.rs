//! The file of an unfinished game.
//!
//! A text file with one `key: value` a line:
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
//! `times` has the milliseconds of every move and pass, and `thought` those of the current turn;
//! the clocks follow from them. The first `played` moves are on the board; the others were taken
//! back. A line `opening: 3` says that the game began after its first three moves.

use std::fmt::{self, Write as _};
use std::io;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;
use willow_board::{
    Game, Move, ParseMoveError, ParseTimeControlError, PlayError as IllegalMoveError, TimeControl,
};
use willow_players::{PlayerSpec, SpecError};
use willow_records::ErrorAt;
use willow_records::board_text::{self, BoardTextError};

use crate::game_session::GameSession;

const FIRST_LINE: &str = "willow unfinished game";

/// An unfinished game, with everything that is needed to resume it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UnfinishedGame {
    /// Black's player and White's.
    pub(crate) players: [PlayerSpec; 2],
    /// The time control of both sides.
    pub(crate) control: TimeControl,
    /// The game, with the moves that were taken back.
    pub(crate) game: Game,
    /// The time that each move and pass took.
    pub(crate) times: Vec<Duration>,
    /// The number of moves and passes that were not taken back.
    pub(crate) n_played: usize,
    /// How long the side to move had been thinking.
    pub(crate) think_time: Duration,
    /// The number of moves and passes that the game began with.
    pub(crate) opening_len: usize,
}

/// The file of an unfinished game cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadUnfinishedError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The first line is not the one of an unfinished game.
    #[error("the first line is not `{FIRST_LINE}`")]
    Title,
    /// A line is missing.
    #[error("the line `{0}: ...` is missing")]
    Missing(&'static str),
    /// A player's SPEC is invalid.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// The clock is not a valid time control.
    #[error(transparent)]
    Clock(#[from] ParseTimeControlError),
    /// The start is not a valid position.
    #[error("invalid start: {0}")]
    Start(ErrorAt<BoardTextError>),
    /// A move is not a square or `pass`.
    #[error("`{0}` is not a move")]
    Move(String),
    /// A move is illegal in its position.
    #[error(transparent)]
    Illegal(#[from] IllegalMoveError),
    /// A time is not a number of milliseconds.
    #[error("`{0}` is not a number of milliseconds")]
    Time(String),
    /// The number of moves played is not a number.
    #[error("`{0}` is not a number of moves")]
    MoveCount(String),
    /// The numbers of moves and times differ.
    #[error("there are {moves} moves and {times} times")]
    Lengths {
        /// The number of moves.
        moves: usize,
        /// The number of times.
        times: usize,
    },
}

impl UnfinishedGame {
    /// Returns the state of a session between two players.
    pub(crate) fn of(
        session: &GameSession,
        players: [PlayerSpec; 2],
        now: Duration,
    ) -> UnfinishedGame {
        let (game, times) = session.full_line();
        UnfinishedGame {
            players,
            control: session.control(),
            game,
            times,
            n_played: session.game().n_plies(),
            think_time: session.think_time(now),
            opening_len: session.opening_len(),
        }
    }

    /// Describes the game: players and number of moves.
    pub(crate) fn title(&self) -> String {
        let [black, white] = &self.players;
        let plural = if self.n_played == 1 { "" } else { "s" };
        format!("{black} against {white}, {} move{plural}", self.n_played)
    }

    /// Restores the session.
    pub(crate) fn session(&self) -> GameSession {
        let mut session = GameSession::restored(
            self.game.clone(),
            self.opening_len,
            &self.times,
            self.control,
            self.think_time,
        );
        if self.n_played < self.game.n_plies() {
            session.go_to(self.n_played);
        }
        session
    }
}

impl fmt::Display for UnfinishedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = &self.players;
        writeln!(f, "{FIRST_LINE}")?;
        writeln!(f, "black: {black}")?;
        writeln!(f, "white: {white}")?;
        writeln!(f, "clock: {}", self.control)?;
        writeln!(f, "start: {}", self.game.start())?;
        writeln!(f, "moves:{}", words(self.game.moves()))?;
        writeln!(f, "times:{}", words(self.times.iter().map(Duration::as_millis)))?;
        writeln!(f, "played: {}", self.n_played)?;
        if self.opening_len != 0 {
            writeln!(f, "opening: {}", self.opening_len)?;
        }
        writeln!(f, "thought: {}", self.think_time.as_millis())
    }
}

/// Joins items, with a blank before each.
fn words(items: impl Iterator<Item = impl fmt::Display>) -> String {
    items.fold(String::new(), |mut text, item| {
        write!(text, " {item}").expect("a string can be written to");
        text
    })
}

impl FromStr for UnfinishedGame {
    type Err = ReadUnfinishedError;

    fn from_str(text: &str) -> Result<UnfinishedGame, ReadUnfinishedError> {
        if text.lines().next().map(str::trim) != Some(FIRST_LINE) {
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
        let n_played = move_count(field(text, "played")?)?;
        let opening_len = field(text, "opening").map_or(Ok(0), move_count)?;
        let think_time = millis(field(text, "thought")?)?;
        Ok(UnfinishedGame { players, control, game, times, n_played, think_time, opening_len })
    }
}

fn field<'a>(text: &'a str, key: &'static str) -> Result<&'a str, ReadUnfinishedError> {
    text.lines()
        .skip(1)
        .find_map(|line| line.strip_prefix(key)?.strip_prefix(':'))
        .map(str::trim)
        .ok_or(ReadUnfinishedError::Missing(key))
}

fn move_count(word: &str) -> Result<usize, ReadUnfinishedError> {
    word.parse().map_err(|_| ReadUnfinishedError::MoveCount(word.to_owned()))
}

fn millis(word: &str) -> Result<Duration, ReadUnfinishedError> {
    let number = word.parse().map_err(|_| ReadUnfinishedError::Time(word.to_owned()))?;
    Ok(Duration::from_millis(number))
}

#[cfg(test)]
mod tests;
