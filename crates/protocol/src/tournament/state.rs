//! How a tournament stands.

use serde::{Deserialize, Serialize};

use super::{
    ArenaStanding, GameNumber, Place, PlayerId, TableResult, TournamentFormat, TournamentGame,
    TournamentId, TournamentPlan, TournamentRound, TournamentStanding,
};
use crate::expected_word::display_as_word;
use crate::{GameId, Message, Name, Terms};

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum TournamentPhase {
    /// It has not begun.
    Open,
    /// It is being played.
    Running,
    /// It is finished.
    Over,
    /// It does not take place.
    Cancelled,
}

display_as_word!(TournamentPhase);

impl TournamentPhase {
    /// Returns whether it has not ended.
    pub const fn is_open(self) -> bool {
        matches!(self, TournamentPhase::Open | TournamentPhase::Running)
    }
}

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct TournamentSummary {
    /// Its number.
    pub tournament: TournamentId,
    /// What people call it. Not named `name`, which is of users.
    pub title: Message,
    /// Who meets whom.
    pub format: TournamentFormat,
    /// Where the games are played.
    pub place: Place,
    /// Clock, start and rating of the games on the server.
    pub terms: Terms,
    /// How far it is.
    pub phase: TournamentPhase,
    /// Who made it, while the account exists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Name>,
    /// How many take part and have not left.
    pub players: usize,
    /// The rounds that are paired.
    pub round: u32,
    /// All rounds; 0 in an arena.
    pub rounds: u32,
    /// When it begins by its plan, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<u64>,
    /// When it began, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub began_at: Option<u64>,
    /// When an arena begins its last games or the tournament was finished, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<u64>,
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct TournamentPlayer {
    /// The number in the tournament.
    pub player: PlayerId,
    /// What the player is called: the name of the account, or as registered.
    pub called: String,
    /// The account, if the player has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// Whether the player plays on the server.
    pub online: bool,
    /// Whether the player has left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left: bool,
    /// The country or team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<Message>,
    /// The number in the list of the World Othello Federation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub federation_id: Option<u32>,
    /// The time that the player has more in each game on the server, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra_seconds: Option<u32>,
    /// The rating that seeds the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// The rounds to come in which the player does not play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<u32>,
}

/// A result that one player has told and nobody has confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ResultClaim {
    /// Round, table and game.
    pub of: GameNumber,
    /// Who has told it.
    pub player: PlayerId,
    /// The discs of Black and White, or who forfeited.
    pub result: TableResult,
}

/// A game of an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ArenaGame {
    /// Its number on the server.
    pub game: GameId,
    /// Who moves first.
    pub black: PlayerId,
    /// Who moves second.
    pub white: PlayerId,
    /// The discs of Black and White, or who lost otherwise; none before the end, and of a game that does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<TableResult>,
    /// Whether it is being played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub running: bool,
}

/// Everything about a tournament that a page shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct TournamentState {
    /// What lists have.
    #[serde(flatten)]
    pub summary: TournamentSummary,
    /// The number of the last event of its room.
    pub last: u64,
    /// The whole plan.
    pub plan: TournamentPlan,
    /// Who may direct it beside its owner.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arbiters: Vec<Name>,
    /// All who ever took part, by number: `players` of lists is a count.
    pub field: Vec<TournamentPlayer>,
    /// The rounds that are paired.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairings: Vec<TournamentRound>,
    /// The games on the server; the last one of a game counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<TournamentGame>,
    /// The results that wait to be confirmed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<ResultClaim>,
    /// The standings of a tournament in rounds, the first one first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub standings: Vec<TournamentStanding>,
    /// The standings of an arena, the first one first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arena: Vec<ArenaStanding>,
    /// The games of an arena: those that are played, and the last 50 others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arena_games: Vec<ArenaGame>,
    /// The reader's number, if the reader takes part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub me: Option<PlayerId>,
    /// Whether the reader may direct it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub directs: bool,
}
