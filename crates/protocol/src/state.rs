//! What answers are made of: users, offers, games and their state.

use serde::{Deserialize, Serialize};
use willow_board::{Color, Move, Position};

use crate::event::{GameEnd, Notice};
use crate::wire::{color, spelled, spelled_list};
use crate::{GameId, Name, Role, Room, SpeedClass, Terms};

/// A user who is here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UserLine {
    /// The name.
    pub name: Name,
    /// What the user is.
    pub role: Role,
    /// The number of games that the user plays now.
    pub playing: usize,
}

/// A game that somebody offers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Offer {
    /// Its number; the game has the same.
    pub game: GameId,
    /// Who offers.
    pub from: Name,
    /// Who may accept; everybody if nobody is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Name>,
    /// The terms.
    #[serde(flatten)]
    pub terms: Terms,
}

/// A game in the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameSummary {
    /// Its number.
    pub game: GameId,
    /// Who has Black.
    pub black: Name,
    /// Who has White.
    pub white: Name,
    /// The terms.
    #[serde(flatten)]
    pub terms: Terms,
    /// The other game, if it is one of two that are played at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub twin: Option<GameId>,
    /// The number of moves and passes played.
    pub plies: usize,
    /// How it ended, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<GameEnd>,
}

/// Both clocks of a game at a moment, in milliseconds. `None` is no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClockState {
    /// What Black has left, byoyomi and extension included.
    pub black: Option<u64>,
    /// What White has left.
    pub white: Option<u64>,
    /// When the flag of the side to move falls, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<u64>,
}

/// All there is to know about a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameState {
    /// Its number, players and terms, and how it ended.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// The position at the start.
    #[serde(with = "position")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub initial: Position,
    /// The moves and passes from there.
    #[serde(with = "spelled_list")]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    pub moves: Vec<Move>,
    /// The position now.
    #[serde(with = "position")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub position: Position,
    /// The clocks.
    pub clocks: ClockState,
    /// Who asks to take a move back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takeback: Option<Side>,
    /// The number of spectators.
    pub watchers: usize,
    /// The number of the last event of the game's room.
    pub last: u64,
}

/// A colour, spelled in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(value_type = String))]
pub struct Side(#[serde(with = "color")] pub Color);

/// What a client gets instead of events that are too old to be sent again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoomSnapshot {
    /// The room.
    #[serde(with = "spelled")]
    pub of: Room,
    /// The number of the room's last event: the snapshot is of the moment after it.
    pub last: u64,
    /// The state of the game, in the room of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<Box<GameState>>,
    /// The last events, oldest first.
    pub recent: Vec<Notice>,
}

/// A rating in a class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingLine {
    /// The class.
    pub class: SpeedClass,
    /// The rating.
    pub rating: i32,
    /// Its deviation: the true strength is within twice this with a probability of 95 %.
    pub deviation: i32,
    /// The number of rated games.
    pub games: u32,
}

/// What is public about a user.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Profile {
    /// The name.
    pub name: Name,
    /// What the user is.
    pub role: Role,
    /// Whether the user is here.
    pub online: bool,
    /// The ratings.
    pub ratings: Vec<RatingLine>,
}

/// The end of two games that were played at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairEnd {
    /// The games.
    pub games: [GameId; 2],
    /// Who had Black in the first and White in the second.
    pub first: Name,
    /// The other player.
    pub second: Name,
    /// The sum of the two results in discs, from the view of the first player; the result is half of
    /// it. A pair of which a game was aborted has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<i32>,
}

/// A place in a leader board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Standing {
    /// Who.
    pub name: Name,
    /// The rating.
    #[serde(flatten)]
    pub rating: RatingLine,
}

/// A rating that a user had after a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingPoint {
    /// The class.
    pub class: SpeedClass,
    /// The game; the number of a private one is shown to its players alone. Two games that were
    /// played at once are rated when both are over, under the number of the later one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// The rating after it.
    pub rating: i32,
    /// Its deviation.
    pub deviation: i32,
    /// When that was, in milliseconds since 1970.
    pub at: u64,
}

/// Positions, as 64 cells, a blank and the side to move.
pub(crate) mod position {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use willow_board::Position;

    use crate::Start;

    pub(crate) fn serialize<S: Serializer>(
        position: &Position,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(position)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Position, D::Error> {
        let text = String::deserialize(deserializer)?.replace(' ', "/");
        match format!("position:{text}").parse() {
            Ok(Start::Position(position)) => Ok(position),
            _ => Err(D::Error::custom("not a position")),
        }
    }
}
