//! What BILL tells about a search: its levels, its end, its time and the tables that ordered the moves.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use willow_board::Square;

use crate::MoveSource;

/// How a move was searched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchReport {
    /// The levels and the searches to the end of the game, in order. What was searched ahead of the turn is
    /// not among them.
    pub levels: Vec<LevelReport>,
    /// Why the search went no further.
    pub end: SearchEnd,
    /// The time that the move was given, if time was limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allocation: Option<TimeReport>,
    /// How often the hash table was asked for a move.
    pub table_requests: u64,
    /// How often it had a legal one.
    pub table_hits: u64,
    /// How often a good reply moved forward in the killer table.
    pub reorderings: u64,
    /// The legal moves in the order of the killer table before the search.
    #[serde(with = "square_names")]
    pub killers_before: Vec<Square>,
    /// The same after it.
    #[serde(with = "square_names")]
    pub killers_after: Vec<Square>,
    /// The opponent's moves of the game that came after BILL had thought ahead.
    pub pondered_moves: u32,
    /// Those among them that BILL had searched.
    pub guessed_moves: u32,
}

/// A level of the search, or a search to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LevelReport {
    /// What was searched for.
    pub phase: MoveSource,
    /// The plies, with the part of the moves that were compared if it was broken off.
    pub level: f64,
    /// The best move that it found.
    #[serde(rename = "move", with = "crate::square_name")]
    pub best: Square,
    /// The positions that it visited.
    pub nodes: u64,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SearchEnd {
    /// The most plies were searched.
    Depth,
    /// The most nodes were visited.
    Nodes,
    /// 40% of the allocation was used, and the last two levels agreed about the best move.
    Agreement,
    /// The whole allocation was used.
    Time,
    /// The alarm broke it off.
    Alarm,
    /// It reached the end of the game.
    GameEnd,
    /// It was stopped from outside.
    Stopped,
}

/// The time for a move, in seconds from the beginning of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimeReport {
    /// What it should take.
    pub time: f64,
    /// When a normal search is broken off.
    pub alarm: f64,
    /// What a search to the end of the game may use: the time of later moves too.
    pub usable: f64,
}

impl TimeReport {
    pub(crate) fn new([time, alarm, usable]: [Duration; 3]) -> TimeReport {
        let [time, alarm, usable] = [time, alarm, usable].map(|time| time.as_secs_f64());
        TimeReport { time, alarm, usable }
    }
}

/// Squares as their names.
mod square_names {
    use super::{Deserialize as _, Deserializer, Serializer, Square, de};

    pub(super) fn serialize<S: Serializer>(
        squares: &[Square],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(squares.iter().map(ToString::to_string))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        input: D,
    ) -> Result<Vec<Square>, D::Error> {
        let names = Vec::<String>::deserialize(input)?.into_iter();
        names.map(|name| name.parse().map_err(de::Error::custom)).collect()
    }
}
