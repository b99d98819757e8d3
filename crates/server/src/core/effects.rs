//! What follows from an input.

use std::fmt;
use std::sync::Arc;

use willow_board::{GameSnapshot, Position};
use willow_protocol::{
    ArchiveFilter, CloseReason, GameEnd, GameId, LogFilter, Name, Offer, RecordFormat, RequestId,
    Role, Room, SpeedClass, Terms,
};

use super::input::{ConnId, Millis, TokenHash, UserId};
use crate::outgoing::Outgoing;
use crate::ratings::Rating;

/// What is to be written, said and thought about.
#[derive(Debug, Default)]
pub struct Effects {
    /// What is to be written, in order.
    pub writes: Vec<Write>,
    /// What is to be said after that, in order.
    pub deliveries: Vec<Delivery>,
    /// What bots are to think about after that, and what no longer, in order.
    pub thoughts: Vec<BotTask>,
}

impl Effects {
    pub(super) fn deliver(&mut self, to: Vec<ConnId>, notice: Arc<Outgoing>) {
        if !to.is_empty() {
            self.deliveries.push(Delivery::Say { to, notice });
        }
    }

    pub(super) fn cry(&mut self, to: Vec<ConnId>, notice: Arc<Outgoing>) {
        if !to.is_empty() {
            self.deliveries.push(Delivery::Cry { to, notice });
        }
    }

    /// Returns whether nothing follows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.writes.is_empty() && self.deliveries.is_empty() && self.thoughts.is_empty()
    }

    /// Puts other effects after these.
    pub fn extend(&mut self, other: Effects) {
        self.writes.extend(other.writes);
        self.deliveries.extend(other.deliveries);
        self.thoughts.extend(other.thoughts);
    }
}

/// Something for connections.
#[derive(Debug)]
pub enum Delivery {
    /// Says something.
    Say {
        /// To whom.
        to: Vec<ConnId>,
        /// What.
        notice: Arc<Outgoing>,
    },
    /// Says what happened in the lobby to those who follow it, in a moment if much happens there.
    Cry {
        /// To whom.
        to: Vec<ConnId>,
        /// What.
        notice: Arc<Outgoing>,
    },
    /// Ends a connection.
    Close {
        /// Which.
        connection: ConnId,
        /// Why.
        reason: CloseReason,
    },
    /// Tells the connection who its client is.
    Entered {
        /// Which.
        connection: ConnId,
        /// As whom.
        user: UserId,
        /// Under which name.
        name: Name,
    },
    /// Answers a question from the archive.
    Ask {
        /// Who asks.
        connection: ConnId,
        /// Under which id.
        id: Option<RequestId>,
        /// What.
        query: Query,
    },
}

/// A question that the archive answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// The best players of a class.
    Top {
        /// The class.
        class: SpeedClass,
    },
    /// The last games of a user.
    History {
        /// The name.
        name: Name,
        /// Who asks: private games are shown to their players.
        asker: UserId,
    },
    /// How the ratings of a user changed.
    Ratings {
        /// The name.
        name: Name,
        /// Who asks: private games are named to their players.
        asker: UserId,
    },
    /// The record of a game.
    Record {
        /// The game.
        game: GameId,
        /// In which format.
        format: RecordFormat,
        /// Who asks.
        asker: UserId,
    },
    /// Games of the archive.
    Archive {
        /// Which.
        filter: Box<ArchiveFilter>,
    },
    /// What was played in a position.
    Explore {
        /// The position.
        position: Position,
    },
    /// What moderators did.
    Log {
        /// Which of it.
        filter: LogFilter,
    },
    /// A room of a game that is over and no longer in memory.
    Past(Box<Past>),
    /// The final state of a game that is no longer in memory.
    Board {
        /// The game.
        game: GameId,
        /// Who asks.
        asker: UserId,
    },
}

/// A question about a room of a game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past {
    /// The room.
    pub room: Room,
    /// Its game.
    pub game: GameId,
    /// Who asks.
    pub asker: UserId,
    /// The last event that the asker knows.
    pub after: u64,
    /// Whom the asker does not want to read.
    pub hidden: Vec<Name>,
}

impl Query {
    /// Returns the command that asks this.
    pub(crate) const fn command(&self) -> &'static str {
        match self {
            Query::Top { .. } => "top",
            Query::History { .. } => "history",
            Query::Ratings { .. } => "ratings",
            Query::Record { .. } => "record",
            Query::Archive { .. } => "archive",
            Query::Explore { .. } => "explore",
            Query::Log { .. } => "log",
            Query::Past(_) => "sync",
            Query::Board { .. } => "board",
        }
    }
}

/// What changes in the work of the bots.
#[derive(Clone, Debug)]
pub enum BotTask {
    /// A bot is to move; what was asked about this game before is not wanted any more.
    Think(Box<Thought>),
    /// No bot is to move in a game any more.
    Rest(GameId),
}

/// A position for a bot to think about.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The game.
    pub game: GameId,
    /// The turn that the answer is for: no two of a game have the same, also where a move was taken
    /// back between them.
    pub turn: u64,
    /// The bot's number in the rules.
    pub bot: usize,
    /// The game and its clock.
    pub snapshot: GameSnapshot,
    /// The seed of the game.
    pub seed: u64,
}

/// The place of a room in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RoomKey {
    /// The lobby.
    Lobby,
    /// A game's board.
    Game(GameId),
    /// A game's players.
    Players(GameId),
    /// A game's spectators.
    Watchers(GameId),
    /// A user's own.
    Private(UserId),
}

impl fmt::Display for RoomKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RoomKey::Lobby => f.write_str("lobby"),
            RoomKey::Game(game) => write!(f, "game/{game}"),
            RoomKey::Players(game) => write!(f, "players/{game}"),
            RoomKey::Watchers(game) => write!(f, "watchers/{game}"),
            RoomKey::Private(user) => write!(f, "private/{}", user.0),
        }
    }
}

/// What one user thinks of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// Does not want to read him.
    Muted,
    /// Does not want to have to do with him.
    Blocked,
}

/// A game that began.
#[derive(Clone, Debug, PartialEq)]
pub struct BegunGame {
    /// Its number.
    pub game: GameId,
    /// The players, Black first.
    pub players: [UserId; 2],
    /// Their names.
    pub names: [Name; 2],
    /// The terms.
    pub terms: Terms,
    /// The position at the start.
    pub start: Position,
    /// The other game, of two that are played at once.
    pub twin: Option<GameId>,
    /// When it began.
    pub at: Millis,
}

/// A game that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedGame {
    /// Its number.
    pub game: GameId,
    /// How it ended.
    pub end: GameEnd,
    /// The moves without passes.
    pub moves: String,
    /// How long each of them took.
    pub times: Vec<Millis>,
    /// When it ended.
    pub at: Millis,
}

/// Something to be written.
#[derive(Clone, Debug)]
pub enum Write {
    /// A user is new.
    User {
        /// Who.
        user: UserId,
        /// The name.
        name: Name,
        /// The role.
        role: Role,
        /// The password, hashed.
        password: Option<String>,
        /// When.
        at: Millis,
    },
    /// A user's role changed.
    Role(UserId, Role),
    /// A user's password changed.
    Password(UserId, String),
    /// A user's account is gone; the name is free.
    Gone(UserId),
    /// A user may not come in, or may again.
    Banned(UserId, bool),
    /// A user may say nothing until a time.
    Silenced(UserId, Millis),
    /// A user has read the private room up to a number.
    Seen(UserId, u64),
    /// A token is new.
    Token(UserId, TokenHash, Millis),
    /// All tokens of a user end.
    TokensEnd(UserId),
    /// A user mutes or blocks another, or no longer.
    Relation(UserId, UserId, Relation, bool),
    /// Something happened in a room.
    Event {
        /// The room.
        room: RoomKey,
        /// Its number there.
        number: u64,
        /// The event.
        notice: Arc<Outgoing>,
    },
    /// A command was carried out.
    Handled {
        /// Whose.
        user: UserId,
        /// Under which id.
        request: RequestId,
        /// When.
        at: Millis,
    },
    /// An offer was made.
    Offer(Offer),
    /// An offer is gone.
    OfferGone(GameId),
    /// Numbers of games are taken up to this one.
    Reserved(u64),
    /// The server is there, and the clocks of games of many days run.
    Alive(Millis),
    /// A game began.
    Begun(Box<BegunGame>),
    /// A game is over.
    Finished(Box<FinishedGame>),
    /// A rating changed.
    Rating {
        /// Whose.
        user: UserId,
        /// In which class.
        class: SpeedClass,
        /// To what.
        rating: Rating,
        /// By which game.
        game: GameId,
        /// When.
        at: Millis,
    },
    /// A moderator did something.
    Moderation {
        /// Who.
        by: UserId,
        /// To whom.
        to: UserId,
        /// What.
        action: &'static str,
        /// Why.
        reason: String,
        /// When.
        at: Millis,
    },
}
