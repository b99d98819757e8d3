//! What organisers and players do in a tournament.

use serde::{Deserialize, Serialize};

use super::{
    Entrant, GameNumber, PlayerId, TableResult, TournamentPlan, TournamentRound, json_as_text,
};
use crate::{Message, Name};

/// What is to be done in a tournament. Players may withdraw, return and ask for byes for themselves, and tell the results
/// of their own games at a table; everything else is for the organisers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum TournamentOrder {
    /// The plan is another one. Once it has begun the format stays.
    Plan(Box<TournamentPlan>),
    /// A user becomes an arbiter, who may do what the owner may, or is none any more.
    Arbiter {
        /// Whom this is about.
        name: Name,
        /// Whether the user is one from now on.
        on: bool,
    },
    /// Somebody takes part who has not entered: a person at a table, or a bot of the server.
    Register(Entrant),
    /// What is known about a player was wrong.
    Correct(Entrant),
    /// Takes the name, country, number and rating of a player who has no account out of everything.
    Forget {
        /// Whom this is about.
        player: PlayerId,
    },
    /// A player leaves before the next round.
    Withdraw {
        /// Whom this is about; oneself if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<PlayerId>,
    },
    /// A player who left is back.
    Return {
        /// Whom this is about; oneself if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<PlayerId>,
    },
    /// A player does not play in a round to come, or plays after all.
    Bye {
        /// Whom this is about; oneself if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<PlayerId>,
        /// The round, from 1.
        round: u32,
        /// Whether the player does not play.
        on: bool,
    },
    /// Pairs a round and begins its games on the server; the first one starts the tournament, and of an arena round 1 is
    /// all. A round that is paired stays as it is.
    Pair {
        /// The round, from 1.
        round: u32,
    },
    /// Sets the tables and byes of the next round, or of the last one if it has no results.
    PairByHand {
        /// The round, from 1.
        round: u32,
        /// Tables without results, and byes.
        pairing: TournamentRound,
        /// In the organiser's words; the log keeps it.
        reason: Message,
    },
    /// Takes the last round back, which has no results.
    TakeBackRound {
        /// The round, from 1.
        round: u32,
        /// In the organiser's words; the log keeps it.
        reason: Message,
    },
    /// A game ended. What one player says counts when the other says the same, or an organiser.
    Result {
        /// Which game.
        game: GameNumber,
        /// The discs of Black and White, or who forfeited.
        result: TableResult,
    },
    /// A result was wrong. `null` takes it back.
    CorrectResult {
        /// Which game.
        game: GameNumber,
        /// What is right.
        result: Option<TableResult>,
        /// In the organiser's words; the log keeps it.
        reason: Message,
    },
    /// Begins a game on the server that has no result and is not being played: after one that was aborted, or for a pair at
    /// a table.
    Begin {
        /// Which game.
        game: GameNumber,
    },
    /// Nothing changes any more.
    Finish,
    /// It was finished too early.
    Reopen {
        /// In the organiser's words; the log keeps it.
        reason: Message,
    },
    /// It does not take place.
    Cancel {
        /// In the organiser's words; the log keeps it.
        reason: Message,
    },
}

json_as_text!(TournamentOrder);
