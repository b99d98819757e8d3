//! What the clocks of a game count down.

use serde::{Deserialize, Serialize};
use willow_board::Color;

use crate::{ClockState, Side};

/// The parts of the time of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ClockPartsOfBoth {
    /// Black's.
    pub black: ClockParts,
    /// White's.
    pub white: ClockParts,
}

/// The parts of the time that a player has left, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ClockParts {
    /// The part that the clock counts down now, or at the player's next turn.
    pub phase: ClockPhase,
    /// The main time left.
    pub main: u64,
    /// The time that is added after each move, if the time control has an increment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment: Option<u64>,
    /// The time left for this move beyond the main time, if the time control has byoyomi or a time
    /// for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub byoyomi: Option<u64>,
    /// The extension left, if the time control has an extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extension: Option<u64>,
}

/// The part of a player's time that a clock counts down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum ClockPhase {
    /// The main time.
    Main,
    /// The time for one move.
    Byoyomi,
    /// The time that GGS adds once when the main time is used up.
    Extension,
}

impl ClockParts {
    /// Takes used time from the main time first, then from what comes after it.
    fn after(mut self, used: u64) -> ClockParts {
        let excess = used.saturating_sub(self.main);
        self.main = self.main.saturating_sub(used);
        let behind = [
            (ClockPhase::Byoyomi, &mut self.byoyomi),
            (ClockPhase::Extension, &mut self.extension),
        ];
        let next = behind.into_iter().find_map(|(phase, part)| Some((phase, part.as_mut()?)));
        if let Some((phase, part)) = next.filter(|_| excess > 0) {
            self.phase = phase;
            *part = part.saturating_sub(excess);
        }
        self
    }
}

impl ClockState {
    /// Returns what a colour has left at a time of the server, in milliseconds; `None` without a limit.
    pub const fn left(&self, color: Color, now: u64) -> Option<u64> {
        let (told, is_running) = match (color, self.running) {
            (Color::Black, running) => (self.black, matches!(running, Some(Side(Color::Black)))),
            (Color::White, running) => (self.white, matches!(running, Some(Side(Color::White)))),
        };
        match (told, self.deadline) {
            (Some(_), Some(deadline)) if is_running => Some(deadline.saturating_sub(now)),
            _ => told,
        }
    }

    /// Returns the clocks as they stand still from a time of the server on.
    #[must_use]
    pub fn stopped_at(&self, now: u64) -> ClockState {
        let [black, white] = Color::ALL.map(|color| self.left(color, now));
        let used = |told: Option<u64>, left: Option<u64>| {
            told.unwrap_or_default().saturating_sub(left.unwrap_or_default())
        };
        let parts = self.parts.map(|parts| ClockPartsOfBoth {
            black: parts.black.after(used(self.black, black)),
            white: parts.white.after(used(self.white, white)),
        });
        ClockState { black, white, deadline: None, running: None, parts }
    }
}
