//! What happens in a tournament: the events of its room, from which it is restored.

use serde::{Deserialize, Serialize};
use willow_pairing::Rules;

use super::{GameNumber, PairingChange, PlayerId, TableResult, TournamentPhase, TournamentPlan};
use crate::{GameId, Message, Name};

/// What happened in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum TournamentChange {
    /// It was made, by its owner, or its plan changed.
    Planned {
        /// The plan from now on.
        plan: Box<TournamentPlan>,
        /// The rules of the rounds that follow from it; an arena has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rules: Option<Box<Rules>>,
    },
    /// A user became an arbiter, or is none any more.
    Arbiter {
        /// Whom this is about.
        name: Name,
        /// Whether the user is one from now on.
        on: bool,
    },
    /// Somebody takes part.
    Registered(Entrant),
    /// What is known about a player was wrong.
    Corrected(Entrant),
    /// The name of a player without an account was taken out of everything.
    Forgotten {
        /// Whom this is about.
        player: PlayerId,
    },
    /// Who plays, pairings and results changed.
    Pairing(Box<PairingChange>),
    /// In an arena, which has no rounds: a player left or is back.
    Present {
        /// Whom this is about.
        player: PlayerId,
        /// Whether the player is paired from now on.
        on: bool,
    },
    /// Games began on the server.
    Begun {
        /// In the order of the tables.
        games: Vec<TournamentGame>,
    },
    /// A player said how a game at a table ended. It counts when the opponent says the same.
    Claimed {
        /// Which game.
        game: GameNumber,
        /// Who said so.
        player: PlayerId,
        /// The discs of Black and White, or who forfeited.
        result: TableResult,
    },
    /// A game of an arena began.
    ArenaPaired {
        /// The game on the server.
        game: GameId,
        /// Who moves first.
        black: PlayerId,
        /// Who moves second.
        white: PlayerId,
    },
    /// A game of an arena ended.
    ArenaEnded {
        /// The game on the server.
        game: GameId,
        /// The discs of Black and White, or who lost otherwise; none if it does not count.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        result: Option<TableResult>,
    },
    /// It began, ended or goes on.
    Phase {
        /// What it is from now on.
        phase: TournamentPhase,
        /// In the organiser's words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Message>,
    },
}

/// Somebody who takes part, or what is to be known about the player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Entrant {
    /// The number in the tournament. Whoever registers somebody leaves it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// The account of a player who has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// The name of a player without an account, at most 60 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called: Option<Message>,
    /// Whether the player plays on the server, not at a table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub online: bool,
    /// The country or team, such as `JPN`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<Message>,
    /// The number in the list of the World Othello Federation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub federation_id: Option<u32>,
    /// The time that the player has more in each game on the server, in seconds: a handicap. Only organisers give it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra_seconds: Option<u32>,
    /// The rating that seeds the player. Of an account the server knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
}

/// A game of a tournament on the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct TournamentGame {
    /// Round, table and game.
    pub of: GameNumber,
    /// Its number on the server.
    pub game: GameId,
}
