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
use willow_board::{Game, Move, TimeControl};
use willow_players::PlayerSpec;
use willow_records::board_text;

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
    /// A line says nothing that makes sense there, such as an illegal move.
    #[error("the line `{0}: ...` is invalid")]
    Invalid(&'static str),
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
        let players = [value(text, "black")?, value(text, "white")?];
        let start = board_text::parse(field(text, "start")?);
        let start = start.map_err(|_| ReadUnfinishedError::Invalid("start"))?;
        let mut game = Game::from_position(start);
        let moves: Vec<Move> = values(text, "moves")?;
        let played = moves.into_iter().try_for_each(|mv| game.play(mv));
        played.map_err(|_| ReadUnfinishedError::Invalid("moves"))?;
        let times = values(text, "times")?.into_iter().map(Duration::from_millis);
        let times: Vec<Duration> = times.collect();
        if game.n_plies() != times.len() {
            return Err(ReadUnfinishedError::Invalid("times"));
        }
        let control = value(text, "clock")?;
        let n_played = value(text, "played")?;
        let opening_len = match value(text, "opening") {
            Err(ReadUnfinishedError::Missing(_)) => 0,
            opening_len => opening_len?,
        };
        let think_time = Duration::from_millis(value(text, "thought")?);
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

fn value<T: FromStr>(text: &str, key: &'static str) -> Result<T, ReadUnfinishedError> {
    field(text, key)?.parse().map_err(|_| ReadUnfinishedError::Invalid(key))
}

fn values<T: FromStr>(text: &str, key: &'static str) -> Result<Vec<T>, ReadUnfinishedError> {
    let words = field(text, key)?.split_whitespace().map(str::parse);
    words.collect::<Result<_, _>>().map_err(|_| ReadUnfinishedError::Invalid(key))
}

#[cfg(test)]
mod tests;
