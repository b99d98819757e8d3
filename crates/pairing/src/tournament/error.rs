//! Why a change of a tournament is not possible, in one sentence each.

use thiserror::Error;

use super::GameNumber;
use crate::{GameResult, NoPairing, PlayerId};

/// Why a change of a tournament is not possible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TournamentError {
    /// The first change is another one.
    #[error("a tournament begins with its name and rules")]
    NotCreated,
    /// The tournament exists already.
    #[error("the tournament has begun already: this change belongs to another one")]
    CreatedTwice,
    /// A name is empty.
    #[error("the name is empty")]
    EmptyName,
    /// Two players have the same name.
    #[error("there is a player called {0:?} already (add a first name or a town)")]
    DuplicateName(String),
    /// Two players have the same number of the federation.
    #[error("another player has the federation's number {0} already")]
    DuplicateFederationId(u32),
    /// A new player has not the next number.
    #[error("the new player has number {found}, but the next one is {next}")]
    PlayerNumber {
        /// The number of the player.
        found: PlayerId,
        /// The next number.
        next: PlayerId,
    },
    /// Rounds of this format are fixed.
    #[error("{0:?} comes too late: only a Swiss takes players after its first round")]
    TooLate(String),
    /// There is no such player.
    #[error("there is no player {0}")]
    NoSuchPlayer(PlayerId),
    /// A player has left.
    #[error("player {0} has withdrawn (let the player return first)")]
    Withdrawn(PlayerId),
    /// A player has two places.
    #[error("player {0} is paired twice")]
    PairedTwice(PlayerId),
    /// A player has no place.
    #[error("player {0} is left out (give the player an opponent or a bye)")]
    LeftOut(PlayerId),
    /// Too few players are left.
    #[error("round {round} needs two players, and {n} can play")]
    TooFewPlayers {
        /// The round, from 1.
        round: u32,
        /// How many there are.
        n: usize,
    },
    /// There is no such round.
    #[error("there is no round {0}, or it is not its turn")]
    NoSuchRound(u32),
    /// The round is paired.
    #[error("round {0} is paired already")]
    AlreadyPaired(u32),
    /// The round is not the last one.
    #[error("round {0} is not the last one that is paired")]
    NotTheLastRound(u32),
    /// The round has results.
    #[error("round {0} has results already (take them back first)")]
    HasResults(u32),
    /// The tournament is over.
    #[error("all {0} rounds are paired (change the rules for more)")]
    NoMoreRounds(u32),
    /// The round before is not complete.
    #[error("the result of {0} is missing (enter it, or a forfeit)")]
    ResultMissing(GameNumber),
    /// There is no such game.
    #[error("{0} does not exist")]
    NoSuchGame(GameNumber),
    /// No game can end so.
    #[error("a game cannot end {0}: 13 to 64 discs are on the board")]
    ImpossibleResult(GameResult),
    /// The game has another result.
    #[error("{game} has the result {known} already (correct it with a reason)")]
    OtherResult {
        /// Which game of the round.
        game: GameNumber,
        /// Both numbers of discs, or the forfeit.
        known: GameResult,
    },
    /// The next round is paired.
    #[error("{0} cannot be without a result: the next round is paired (enter the right one)")]
    NeededByNextRound(GameNumber),
    /// A correction has no reason.
    #[error("a correction needs a reason")]
    NoReason,
    /// The number of rounds is 0 or too great.
    #[error("{0} rounds are not possible: 1 to 1000 are")]
    RoundCount(u32),
    /// A pairing has results.
    #[error("a pairing has no results yet (enter them afterwards)")]
    ResultsInPairing,
    /// A bracket is invalid.
    #[error(
        "the bracket of a knock-out has 2, 4, 8 or more places, among them those of all who play"
    )]
    Bracket,
    /// A rating is out of range.
    #[error("a rating is from -9999 to 9999")]
    Rating,
    /// A penalty is out of range.
    #[error("a penalty is at most 2^48, a factor of scores or places 2^20")]
    Penalty,
    /// A table has no games.
    #[error("a table needs a game at least")]
    NoGames,
    /// Points or discs of a bye are out of range.
    #[error("a bye has 0 to 64 discs, and one that was asked for 0 to 2 half-points")]
    ByeScore,
    /// The finals are not possible.
    #[error("finals need 2, 4, 8 or more players and a game at least")]
    Finals,
    /// The format cannot change any more.
    #[error("the format cannot change after the first round is paired")]
    FormatChanged,
    /// Only rounds of a Swiss have costs.
    #[error("round {0} is not of a Swiss: its pairs have no costs")]
    NotSwiss(u32),
    /// No pairing is possible.
    #[error(transparent)]
    NoPairing(#[from] NoPairing),
}

impl std::fmt::Display for GameNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "game {} of round {}, table {}", self.game, self.round, self.table)
    }
}
