//! The events that the server sends to a client.

use crate::board_block::BoardBlock;
use crate::clock_terms::ClockTerms;
use crate::ids::{ArchiveId, MatchId, RequestId};
use crate::match_type::MatchType;
use crate::message::Message;
use crate::numbers::Komi;
use crate::played_move::PlayedMove;
use willow_board::Color;

/// Something that a message tells. No message is lost: what is not known stays as [`Event::Other`].
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The server asks for a login or a password.
    Prompt(Prompt),
    /// A command was read, or a message is complete.
    Ready,
    /// The server is in trouble.
    Alert,
    /// A user or service came.
    Came(String),
    /// A user or service went.
    Left(String),
    /// A request for a match was made.
    Requested(Request),
    /// A request was withdrawn, refused or accepted.
    RequestGone(Request),
    /// A match begins.
    MatchBegan(MatchLine),
    /// A match is over.
    MatchEnded {
        /// The match that ended.
        line: MatchLine,
        /// How it ended.
        end: MatchEnd,
        /// The number under which it is kept, if it is.
        archive: Option<ArchiveId>,
    },
    /// The whole state of a game: at its beginning, after an undo, when the komi is known.
    Joined(Box<JoinedGame>),
    /// A move was played.
    Updated(Box<UpdatedGame>),
    /// One game of a pair is over, or both were aborted.
    GameEnded {
        /// One of the two games of a synchro match, or the only one.
        id: MatchId,
        /// The players in the order of the request.
        names: [String; 2],
        /// The result from the point of view of the player who is named first, or how it ended.
        end: MatchEnd,
    },
    /// A player asks for something, or offers a score.
    Offered {
        /// What is asked for.
        offer: Offer,
        /// The match or game.
        id: MatchId,
        /// Who asks.
        name: String,
    },
    /// A player's time ran out.
    TimedOut {
        /// The game whose clock ran.
        id: MatchId,
        /// Who ran out of time.
        name: String,
        /// The player's colour.
        color: Option<Color>,
        /// Which time it was.
        time_out: TimeOut,
    },
    /// A player reported a time that the server does not believe.
    TrustViolated {
        /// The game in which the move was played.
        id: MatchId,
        /// What the server says.
        text: String,
    },
    /// The ratings after a match.
    RatingsUpdated {
        /// The match that changed the ratings.
        id: MatchId,
        /// A line for each player.
        rows: Vec<String>,
    },
    /// Somebody who plays or watches speaks.
    MatchChat {
        /// The match or game.
        id: MatchId,
        /// `A` for all, `O` for observers, `P` for players.
        audience: char,
        /// The speaker's rating.
        rating: f64,
        /// Who speaks.
        name: String,
        /// What is said; it may have several lines.
        text: String,
    },
    /// A user speaks to this one.
    Told {
        /// Who speaks.
        name: String,
        /// What is said; it may have several lines.
        text: String,
    },
    /// The service could not do something in a match.
    MatchError {
        /// The match or game.
        id: MatchId,
        /// Why not.
        text: String,
    },
    /// The service refused a command.
    Refused(String),
    /// The stored matches of a player.
    Stored {
        /// How many there are, and the player.
        head: String,
        /// A line for each.
        rows: Vec<String>,
    },
    /// Anything else.
    Other(Message),
}

/// A question of the login dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// Asks for the name.
    Login,
    /// Asks for the secret.
    Password,
}

/// A time that ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeOut {
    /// The main time: the player can at best lose by the smallest margin.
    Soft,
    /// The extension, too: the game is lost.
    Hard,
}

/// The letter after a match's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatedFlag {
    /// `R`.
    Rated,
    /// `U`.
    Unrated,
    /// `T`: of a tournament.
    Tournament,
    /// `S`: a request to go on with a stored match.
    Stored,
}

/// What follows the player who is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestTail {
    /// The clock of the other player.
    Clock(ClockTerms),
    /// The match that goes on.
    Stored(ArchiveId),
}

/// A request for a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// What `accept` and `decline` name.
    pub id: RequestId,
    /// The rating of the player who asks.
    pub rating: f64,
    /// The player who asks.
    pub name: String,
    /// The clock, of both or of the player who asks.
    pub clock: ClockTerms,
    /// Board, sides and start that are asked for.
    pub kind: MatchType,
    /// Whether it is rated.
    pub flag: RatedFlag,
    /// The player who is asked with their rating; `None` for everybody.
    pub opponent: Option<(f64, String)>,
    /// More about it.
    pub tail: Option<RequestTail>,
}

/// A match in one line. The players stand in the order of the request.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchLine {
    /// What `watch` names.
    pub id: MatchId,
    /// The ratings, in whole numbers.
    pub ratings: [i64; 2],
    /// First who asked for the match.
    pub names: [String; 2],
    /// Board, sides and start.
    pub kind: MatchType,
    /// Whether it is rated.
    pub flag: RatedFlag,
}

/// How a match or game ended.
#[derive(Clone, Debug, PartialEq)]
pub enum MatchEnd {
    /// The discs of the player who is named first.
    Result(f64),
    /// Both agreed to have no result.
    Aborted,
    /// A player left; the match may be stored.
    Left(String),
}

/// Something that needs the consent of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Take the last move back.
    Undo,
    /// End the match without a result.
    Abort,
    /// End the match with a score, which is not told.
    Score,
    /// Go on at another time.
    Break,
}

/// The whole state of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct JoinedGame {
    /// What `play` names.
    pub id: MatchId,
    /// The type of the match.
    pub kind: MatchType,
    /// In discs, taken from the result of Black.
    pub komi: Komi,
    /// The start, with the clocks that were agreed; `None` if nothing has been played.
    pub start: Option<BoardBlock>,
    /// The moves and passes so far.
    pub moves: Vec<PlayedMove>,
    /// How it stands.
    pub now: BoardBlock,
}

/// A move and how the game stands after it.
#[derive(Clone, Debug, PartialEq)]
pub struct UpdatedGame {
    /// The game's number.
    pub id: MatchId,
    /// The type of the match.
    pub kind: MatchType,
    /// In discs, taken from the result of Black.
    pub komi: Komi,
    /// The number of the move, passes included.
    pub number: u32,
    /// The square or pass, with the time and value that came with it.
    pub played: PlayedMove,
    /// How the game stands.
    pub now: BoardBlock,
}
