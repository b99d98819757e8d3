//! Parts of games in lists and of the state of a game.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use willow_board::{DiscDiff, Square};

use crate::serde_text::serde_as_text;
use crate::{BidValue, DisplayName, GameId, Komi, Name, Room, Side, SquareSet};

/// A player's rating in the speed class of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PlayerRating {
    /// In points, as Glicko has them: a new player has 1500.
    pub rating: i32,
    /// In points: the true strength is within twice this with a probability of 95 %.
    pub deviation: i32,
    /// Whether the deviation is so large that the rating says little yet. People see a `?`.
    pub provisional: bool,
}

impl fmt::Display for PlayerRating {
    /// Writes the rating, with `?` if it is provisional.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rating, if self.provisional { "?" } else { "" })
    }
}

/// The ratings of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct GameRatings {
    /// Black's.
    pub black: PlayerRating,
    /// White's.
    pub white: PlayerRating,
}

/// What a game in a list has beside its players, terms and end.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct SummaryDetails {
    /// Black's display name. Lists, answers and events have the display names of games in memory, and the
    /// history of a user those of today; the store keeps plain names beside games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black_display_name: Option<DisplayName>,
    /// White's display name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white_display_name: Option<DisplayName>,
    /// The ratings of the players when the game started, in the speed class of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<GameRatings>,
    /// The number of spectators: people with a name and visitors without one. There is none of a game
    /// that is no longer in memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spectators: Option<usize>,
    /// Black's discs on the board of a game in progress, in lists and in `playing`. The end of a game
    /// has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black_discs: Option<u32>,
    /// White's discs on the board of a game in progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white_discs: Option<u32>,
    /// The komi of a game with komi, as soon as both players have bid: the discs that are taken from
    /// Black's result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub komi_discs: Option<Komi>,
    /// Whether the players still have to bid: the colours are not decided.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bidding: bool,
    /// Since when the game is adjourned, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjourned_since: Option<u64>,
}

/// A change of a player's rating by a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RatingChange {
    /// The player's colour.
    pub color: Side,
    /// The rating before the game was rated.
    pub before: i32,
    /// The rating after that.
    pub after: i32,
}

/// A player who has disconnected from a game in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct AbsentPlayer {
    /// The player's colour.
    pub color: Side,
    /// When the player's last connection ended, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
    /// The time from which the opponent may claim the win, in milliseconds since 1970.
    pub claim_at: u64,
}

/// What the state of a game has beside its moves, position and clocks.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct StateDetails {
    /// The legal moves of the side to move. The list is empty if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<SquareSet>,
    /// The time that each move and pass took, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<Vec<u64>>,
    /// When the game started, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_at: Option<u64>,
    /// When the game ended, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<u64>,
    /// When the last move was played, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_move_at: Option<u64>,
    /// The changes of the players' ratings by the game, if it is over and was rated. A synchro pair
    /// is rated once, by the game that ends last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rating_changes: Vec<RatingChange>,
    /// The players of whom the event `gone` was the last word, until `back`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<AbsentPlayer>,
    /// The spectators who have a name, at most [`LISTED_SPECTATORS`] of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spectator_names: Option<Vec<Name>>,
    /// The players who have moved, or have bid, while the game waits for another move or bid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Name>,
    /// The reader's own move that waits. Nobody else is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_move: Option<OwnMove>,
    /// The opponent's move that waits, in answers to proxies: their bridge carries it to the other
    /// server, which hides it from the player there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent_move: Option<OwnMove>,
    /// The value of the opponent's bid that waits, in discs, in answers to proxies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent_bid: Option<BidValue>,
    /// The result that a player offers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offered_result: Option<OfferedResult>,
    /// The colour that asks to adjourn the game or, if it is adjourned, to go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjourn_asked: Option<Side>,
    /// The number of the last event in each room of the game that the reader may read, in answers to
    /// `watch` and `board`. A client that is cut off asks for the later events.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rooms: BTreeMap<Room, u64>,
}

/// A square that a player has chosen and that waits to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnMove(pub Square);

impl fmt::Display for OwnMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for OwnMove {
    type Err = <Square as FromStr>::Err;

    fn from_str(text: &str) -> Result<OwnMove, Self::Err> {
        text.parse().map(OwnMove)
    }
}

serde_as_text!(OwnMove);

/// A result that a player offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct OfferedResult {
    /// The player's colour.
    pub color: Side,
    /// Black's disc difference.
    #[cfg_attr(test, schemars(with = "i32"), ts(as = "i32"))]
    pub result: DiscDiff,
}

/// How a game stands, for followers of the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct GameProgress {
    /// Its number.
    pub game: GameId,
    /// The number of moves and passes played.
    pub plies: usize,
    /// Black's discs on the board.
    pub black_discs: u32,
    /// White's discs on the board.
    pub white_discs: u32,
    /// The number of spectators.
    pub spectators: usize,
}

/// The largest number of spectators whom the state of a game names.
pub const LISTED_SPECTATORS: usize = 100;
