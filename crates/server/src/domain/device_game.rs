//! Games of users against the programs of their own devices: checked by the rules, and kept in the archive alone.

use std::fmt::Display;

use willow_board::{Color, EndReason, Game, Outcome, Position};
use willow_protocol::{
    ClientId, DeviceGame, EarlyEnd, EarlyEndReason, ErrorDetail, MAX_DEVICE_LEVEL, Side,
};
use willow_records::transcript;

use super::{Millis, Refusal, UserId};

/// Maximum number of bytes of a transcript: 60 moves, with room for blanks and numbers.
const MAX_MOVES: usize = 1000;

/// The beginning of the names of devices' programs in the archive.
pub(crate) const DEVICE_PROGRAM: &str = "Willow on a device";

/// A game that keeps the rules and is over.
#[derive(Clone, Debug)]
pub(crate) struct PlayedOnDevice {
    pub(crate) user: UserId,
    /// The id by which the client knows the game.
    pub(crate) id: ClientId,
    /// The names of the players, Black's first.
    pub(crate) names: [String; 2],
    pub(crate) game: Game,
    /// The result by the rules.
    pub(crate) outcome: Outcome,
    pub(crate) ended_at: Millis,
    pub(crate) sent_at: Millis,
}

impl PlayedOnDevice {
    /// Checks a game that a user has sent, whose account it names.
    ///
    /// # Errors
    /// A move is illegal, the game is not over or was over before, or the level does not exist.
    pub(crate) fn check(
        user: UserId,
        sent: DeviceGame,
        now: Millis,
    ) -> Result<PlayedOnDevice, Refusal> {
        let DeviceGame {
            account,
            id,
            color: Side(color),
            level,
            like,
            initial,
            moves,
            early_end,
            ended_at,
        } = sent;
        if !(1..=MAX_DEVICE_LEVEL).contains(&level) {
            return Err(invalid(format!("`level` must be from 1 to {MAX_DEVICE_LEVEL}")));
        }
        if moves.len() > MAX_MOVES {
            return Err(invalid(format!("`moves` has at most {MAX_MOVES} characters")));
        }
        let mut game = transcript::parse_from(initial.unwrap_or(Position::START), &moves)
            .map_err(|error| invalid(format!("`moves`: {error}")))?;
        let outcome = end(&mut game, early_end)?;
        let strength = like.map_or_else(|| format!("level {level}"), |like| like.to_string());
        let mut names = [account.to_string(), format!("{DEVICE_PROGRAM} ({strength})")];
        if color == Color::White {
            names.reverse();
        }
        // A clock that is ahead dates no game into the future.
        let ended_at = ended_at.min(now);
        Ok(PlayedOnDevice { user, id, names, game, outcome, ended_at, sent_at: now })
    }
}

/// Ends a game as its players have, and returns the result.
fn end(game: &mut Game, early_end: Option<EarlyEnd>) -> Result<Outcome, Refusal> {
    if game.n_plies() == 0 {
        return Err(invalid("`moves` has no move"));
    }
    match early_end {
        None => {}
        Some(_) if game.is_over() => {
            return Err(invalid("the game was over before its `early_end`"));
        }
        Some(EarlyEnd { reason: EarlyEndReason::Resigned, loser }) => {
            game.end(EndReason::Resigned(loser.0));
        }
        Some(EarlyEnd { reason: EarlyEndReason::Timeout, loser }) => {
            game.end(EndReason::TimedOut(loser.0));
        }
    }
    game.outcome().ok_or_else(|| invalid("the game is not over"))
}

fn invalid(message: impl Display) -> Refusal {
    Refusal::new(ErrorDetail::InvalidBody, message)
}
