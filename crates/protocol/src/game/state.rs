//! The parts of answers: offers, games and their state.

use serde::{Deserialize, Serialize};
use willow_board::{Move, Position};

use crate::serde_text::list_as_text;
use crate::{
    ClockPartsOfBoth, DisplayName, GameEnd, GameId, Name, PlayerRating, RatingRange, Side,
    StateDetails, SummaryDetails, Terms, position_text,
};

/// An open offer of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Offer {
    /// Its number; the game will have the same.
    pub game: GameId,
    /// The user who offers.
    pub from: Name,
    /// The user who may accept; absent if everybody may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Name>,
    /// The display name of the user who offers, in lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_display_name: Option<DisplayName>,
    /// Clock, start position and the like.
    #[serde(flatten)]
    pub terms: Terms,
    /// The rating of the user who offers, in the speed class of the clock, when the offer was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<PlayerRating>,
    /// The ratings of those who may accept; absent for any rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<RatingRange>,
    /// Whether the server finds the opponent: the offer was made by `seek` (left out if it was not).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seek: bool,
    /// When the offer ends, in milliseconds since 1970, if it was made by `link`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<u64>,
}

impl Offer {
    /// Returns an offer to one user, or to everybody.
    pub const fn new(game: GameId, from: Name, to: Option<Name>, terms: Terms) -> Offer {
        Offer {
            game,
            from,
            to,
            from_display_name: None,
            terms,
            rating: None,
            range: None,
            seek: false,
            expires_at: None,
        }
    }
}

/// An offer as a visitor sees it before accepting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct OfferState {
    /// What is offered, and by whom.
    #[serde(flatten)]
    pub offer: Offer,
    /// Whether its maker is online.
    pub online: bool,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct GameSummary {
    /// The number by which it is watched.
    pub game: GameId,
    /// The player of Black.
    pub black: Name,
    /// The player of White.
    pub white: Name,
    /// Clock, start position and the like.
    #[serde(flatten)]
    pub terms: Terms,
    /// The other game, if this is one of a synchro pair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub twin: Option<GameId>,
    /// The number of moves and passes played.
    pub plies: usize,
    /// The end, if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<GameEnd>,
    /// What players and spectators both see.
    #[serde(flatten)]
    pub details: SummaryDetails,
}

/// A game in the list of a user's games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct HistoryEntry {
    /// Players, terms and end.
    #[serde(flatten)]
    pub game: GameSummary,
    /// Its start, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_at: Option<u64>,
    /// Its end, in milliseconds since 1970, if it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<u64>,
}

/// A game of the user who logs in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct OwnGame {
    /// Players and terms.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// Whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Side>,
}

/// Both clocks of a game at one moment, in milliseconds. `None` means no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ClockState {
    /// The time that Black has left, byoyomi and extension included.
    pub black: Option<u64>,
    /// The time that White has left, byoyomi and extension included.
    pub white: Option<u64>,
    /// When the flag of the side to move falls, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<u64>,
    /// The colour whose clock runs; none if the clocks stand still.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<Side>,
    /// The parts of the time of both players; none in a game without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parts: Option<ClockPartsOfBoth>,
}

/// The whole state of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct GameState {
    /// Its number, players, terms and end.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// The start position.
    #[serde(with = "position_text")]
    #[cfg_attr(test, schemars(with = "crate::PositionText"), ts(as = "String"))]
    pub initial: Position,
    /// The moves and passes from the start.
    #[serde(with = "list_as_text")]
    #[cfg_attr(test, schemars(with = "Vec<crate::MoveText>"), ts(as = "Vec<String>"))]
    pub moves: Vec<Move>,
    /// The current position.
    #[serde(with = "position_text")]
    #[cfg_attr(test, schemars(with = "crate::PositionText"), ts(as = "String"))]
    pub position: Position,
    /// Remaining time of both players now.
    pub clocks: ClockState,
    /// The colour that requests a takeback.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takeback: Option<Side>,
    /// Number of spectators; the wire calls them watchers.
    pub watchers: usize,
    /// The number of the last event of the game's room.
    pub last: u64,
    /// What players and spectators both see.
    #[serde(flatten)]
    pub details: StateDetails,
}

/// The moves of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct MoveList {
    /// Its number, players, terms and end.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// The start position.
    #[serde(with = "position_text")]
    #[cfg_attr(test, schemars(with = "crate::PositionText"), ts(as = "String"))]
    pub initial: Position,
    /// The moves and passes from the start.
    #[serde(with = "list_as_text")]
    #[cfg_attr(test, schemars(with = "Vec<crate::MoveText>"), ts(as = "Vec<String>"))]
    pub moves: Vec<Move>,
}

impl From<GameState> for MoveList {
    fn from(state: GameState) -> MoveList {
        let GameState { summary, initial, moves, .. } = state;
        MoveList { summary, initial, moves }
    }
}

/// The result of a synchro pair: two games that were played at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PairResult {
    /// Their numbers, first that in which the first player has Black.
    pub games: [GameId; 2],
    /// The player of Black in the first game and of White in the second.
    pub first: Name,
    /// The other player.
    pub second: Name,
    /// The sum of both results in discs, from the first player's view; absent if a game was aborted. The result of
    /// the pair is half the sum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<i32>,
}
