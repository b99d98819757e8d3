//! The file of an unfinished game: a JSON object; players, clock, start and moves are written as on the command line.

use std::fmt;
use std::io;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use willow_board::{Game, Move, TimeControl};
use willow_players::PlayerSpec;
use willow_records::board_text;

use crate::game_session::GameSession;

/// The object in the file.
#[derive(Serialize, Deserialize)]
struct SavedGame {
    black: String,
    white: String,
    clock: String,
    start: String,
    /// All moves, with those that were taken back.
    moves: Vec<String>,
    /// The milliseconds of every move and pass; the clocks follow from them.
    times: Vec<u64>,
    /// Number of the moves that are on the board.
    played: usize,
    /// Number of moves with which the game began.
    opening: usize,
    /// The milliseconds of the current turn.
    thought: u64,
}

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
    /// The text is not the object of an unfinished game.
    #[error("not a game that this version of Willow saved ({0})")]
    Form(serde_json::Error),
    /// A field says nothing that makes sense there, such as an illegal move.
    #[error("`{0}` is invalid")]
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
        let [black, white] = self.players.each_ref().map(ToString::to_string);
        let milliseconds = |time: &Duration| time.as_millis() as u64;
        let saved = SavedGame {
            black,
            white,
            clock: self.control.to_string(),
            start: self.game.start().to_string(),
            moves: self.game.moves().map(|mv| mv.to_string()).collect(),
            times: self.times.iter().map(milliseconds).collect(),
            played: self.n_played,
            opening: self.opening_len,
            thought: milliseconds(&self.think_time),
        };
        f.write_str(&serde_json::to_string(&saved).expect("the values are plain data"))
    }
}

impl FromStr for UnfinishedGame {
    type Err = ReadUnfinishedError;

    fn from_str(text: &str) -> Result<UnfinishedGame, ReadUnfinishedError> {
        let saved: SavedGame = serde_json::from_str(text).map_err(ReadUnfinishedError::Form)?;
        let start = board_text::parse(&saved.start);
        let mut game =
            Game::from_position(start.map_err(|_| ReadUnfinishedError::Invalid("start"))?);
        for mv in &saved.moves {
            let mv: Move = parsed(mv, "moves")?;
            game.play(mv).map_err(|_| ReadUnfinishedError::Invalid("moves"))?;
        }
        if game.n_plies() != saved.times.len() {
            return Err(ReadUnfinishedError::Invalid("times"));
        }
        Ok(UnfinishedGame {
            players: [parsed(&saved.black, "black")?, parsed(&saved.white, "white")?],
            control: parsed(&saved.clock, "clock")?,
            game,
            times: saved.times.into_iter().map(Duration::from_millis).collect(),
            n_played: saved.played,
            think_time: Duration::from_millis(saved.thought),
            opening_len: saved.opening,
        })
    }
}

fn parsed<T: FromStr>(text: &str, field: &'static str) -> Result<T, ReadUnfinishedError> {
    text.parse().map_err(|_| ReadUnfinishedError::Invalid(field))
}

#[cfg(test)]
mod tests;
