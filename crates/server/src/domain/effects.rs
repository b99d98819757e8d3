//! The effects of an input.

use std::sync::Arc;

use willow_board::GameSnapshot;
use willow_protocol::{
    ArchiveFilter, CloseReason, CommandKind, Event, ExploreFilter, GameId, HistoryFilter,
    LogFilter, Name, NamePrefix, RecordFormat, ReportState, RequestId, Room, SearchText,
    SpeedClass,
};

use super::{ConnId, EncodedNotice, Millis, RoomKey, TokenNumber, UserId, Write};

/// The effects of an input: changes to commit, and what happens after the commit.
#[derive(Debug, Default)]
pub(crate) struct Effects {
    /// The changes to commit, in order.
    pub(crate) writes: Vec<Write>,
    /// The deliveries after the commit, in order.
    pub(crate) deliveries: Vec<Delivery>,
    /// The commands for bots after the commit, in order.
    pub(crate) bot_commands: Vec<BotCommand>,
    /// The turns that begin with the deliveries.
    pub(crate) turns: Vec<BegunTurn>,
}

/// A turn in which the clocks stand still until the event that begins it has been delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BegunTurn {
    pub(crate) game: GameId,
    /// The number of the turn.
    pub(crate) turn: u64,
}

impl Effects {
    /// Adds a notice for some connections.
    pub(crate) fn send(&mut self, to: Vec<ConnId>, notice: Arc<EncodedNotice>) {
        if !to.is_empty() {
            self.deliveries.push(Delivery::Send { to, notice });
        }
    }

    /// Adds a notice for subscribers of the lobby.
    pub(crate) fn broadcast(&mut self, to: Arc<[ConnId]>, notice: Arc<EncodedNotice>) {
        if !to.is_empty() {
            self.deliveries.push(Delivery::Broadcast { to, notice });
        }
    }

    /// Returns whether there are no effects.
    pub(crate) fn is_empty(&self) -> bool {
        self.writes.is_empty()
            && self.deliveries.is_empty()
            && self.bot_commands.is_empty()
            && self.turns.is_empty()
    }

    /// Splits off the effects that must wait for the disk: writes and numbered events, and the turns that begin with
    /// them. The rest acknowledges nothing.
    pub(crate) fn take_unwritten(&mut self, unwritten: &[Arc<EncodedNotice>]) -> Effects {
        let is_unwritten =
            |notice: &Arc<EncodedNotice>| unwritten.iter().any(|it| Arc::ptr_eq(it, notice));
        let mut waits = false;
        let deliveries = std::mem::take(&mut self.deliveries);
        let (later, at_once) = deliveries.into_iter().partition(|delivery| {
            waits = delivery.notice().is_some_and(|notice| {
                // `Synced` claims that all earlier events were sent, so it must wait with them.
                let ends_events = matches!(notice.notice().event, Event::Synced { .. });
                is_unwritten(notice) || (waits && ends_events)
            });
            waits
        });
        let rest = Effects { deliveries: at_once, ..Effects::default() };
        Effects { deliveries: later, ..std::mem::replace(self, rest) }
    }

    /// Appends other effects.
    pub(crate) fn extend(&mut self, other: Effects) {
        self.writes.extend(other.writes);
        self.deliveries.extend(other.deliveries);
        self.bot_commands.extend(other.bot_commands);
        self.turns.extend(other.turns);
    }
}

/// A delivery to connections.
#[derive(Debug)]
pub(crate) enum Delivery {
    Send {
        to: Vec<ConnId>,
        notice: Arc<EncodedNotice>,
    },
    /// Sends a notice to subscribers of the lobby; notices are collected for a moment when there are
    /// many.
    Broadcast {
        /// The recipients. Notices for the same ones share the list.
        to: Arc<[ConnId]>,
        notice: Arc<EncodedNotice>,
    },
    /// Sends what a client that has logged in again missed in rooms of games that are over, one room
    /// after the other.
    PastRooms {
        connection: ConnId,
        rooms: Vec<PastRoom>,
    },
    /// Closes a connection.
    Close {
        connection: ConnId,
        reason: CloseReason,
    },
    /// Sets the user who has logged in over a connection.
    LoggedIn {
        connection: ConnId,
        user: UserId,
        /// The user's name.
        name: Name,
    },
    /// Answers a query from the store.
    Query {
        /// The connection of the asker.
        connection: ConnId,
        id: Option<RequestId>,
        query: Query,
        /// The asker, if they are logged in: others have readers of their own.
        asker: Option<UserId>,
    },
}

impl Delivery {
    /// Returns the notice that is delivered, if it is known.
    const fn notice(&self) -> Option<&Arc<EncodedNotice>> {
        match self {
            Delivery::Send { notice, .. } | Delivery::Broadcast { notice, .. } => Some(notice),
            Delivery::PastRooms { .. }
            | Delivery::Close { .. }
            | Delivery::LoggedIn { .. }
            | Delivery::Query { .. } => None,
        }
    }
}

/// A query that the store answers, as its asker may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Query {
    /// The best players of a speed class.
    Top { class: SpeedClass },
    /// The latest games of a user. The name in the page is not looked at.
    History { name: Name, page: HistoryFilter },
    /// The history of a user's ratings: of all classes or of one, before a time.
    Ratings { name: Name, class: Option<SpeedClass>, before: Option<Millis> },
    /// The record of a game.
    Record { game: GameId, format: RecordFormat },
    /// The search information of the server's bots in a game.
    Thoughts { game: GameId },
    /// An answer from the archive.
    Archive(ArchiveQuery),
    /// The users whose names begin with a text.
    Find { prefix: NamePrefix },
    /// Reports of users after a number, but none about the asker.
    Reports { state: ReportState, after: Option<u64> },
    /// A report with the chat that it is about, unless it is about the asker.
    Report { report: u64 },
    /// The asker's tokens; `current` is that of their connection.
    Tokens { current: Option<TokenNumber> },
    /// The moderation log.
    Log { filter: LogFilter },
    /// The bans and silences in force at a time.
    Sanctions { now: Millis },
    /// The accounts that share an address or a browser with a user, and what a ban would do.
    Related { user: UserId, name: Name, addresses: usize, hours: u64, now: Millis },
    /// A room of a game that is over and no longer in memory.
    PastRoom(Box<PastRoom>),
    /// Messages of the lobby that are no longer in memory, or private ones.
    Chat(Box<PastChat>),
    /// The moves of a game that is no longer in memory.
    Moves { game: GameId },
    /// The final state of a game that is no longer in memory.
    Board { game: GameId },
    /// The reason why nobody can watch a game that is not in memory.
    Watch { game: GameId },
}

/// A query for what the archive knows. Its answer is the same for everybody.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ArchiveQuery {
    /// The games that a filter wants.
    Games(Box<ArchiveFilter>),
    /// The moves that were played in a position, in the games that a filter wants.
    Moves(Box<ExploreFilter>),
    /// The games that a text asks for.
    Text(SearchText),
    /// How the games of a player ended, of those that a filter wants.
    Results(Box<ArchiveFilter>),
}

/// A query for a room of a game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PastRoom {
    pub(crate) room: Room,
    pub(crate) game: GameId,
    /// The asker, if they are logged in.
    pub(crate) asker: Option<UserId>,
    /// The number of the last event that the asker has received.
    pub(crate) after: u64,
    /// The users whose messages are hidden from the asker.
    pub(crate) hidden: Vec<Name>,
}

/// A query for earlier messages of the lobby, or of the asker and another user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PastChat {
    /// The lobby, or the private room of the asker.
    pub(crate) room: RoomKey,
    /// The other user, of private messages.
    pub(crate) with: Option<Name>,
    /// Only messages before this number.
    pub(crate) before: u64,
    /// Only messages from this time on: older ones are no longer kept.
    pub(crate) kept_from: Millis,
    /// The users whose messages are hidden from the asker.
    pub(crate) hidden: Vec<Name>,
}

impl Query {
    /// Returns the command that asks this.
    pub(crate) const fn command(&self) -> CommandKind {
        match self {
            Query::Top { .. } => CommandKind::Top,
            Query::History { .. } => CommandKind::History,
            Query::Ratings { .. } => CommandKind::Ratings,
            Query::Record { .. } => CommandKind::Record,
            Query::Thoughts { .. } => CommandKind::Thoughts,
            Query::Archive(ArchiveQuery::Games(_)) => CommandKind::Archive,
            Query::Archive(ArchiveQuery::Moves(_)) => CommandKind::Explore,
            Query::Archive(ArchiveQuery::Text(_)) => CommandKind::Search,
            Query::Archive(ArchiveQuery::Results(_)) => CommandKind::Results,
            Query::Find { .. } => CommandKind::Find,
            Query::Reports { .. } => CommandKind::Reports,
            Query::Report { .. } => CommandKind::ReadReport,
            Query::Tokens { .. } => CommandKind::Tokens,
            Query::Log { .. } => CommandKind::Log,
            Query::Sanctions { .. } => CommandKind::Sanctions,
            Query::Related { .. } => CommandKind::Related,
            Query::PastRoom(_) => CommandKind::Sync,
            Query::Chat(page) if page.with.is_some() => CommandKind::Messages,
            Query::Chat(_) => CommandKind::Chat,
            Query::Board { .. } => CommandKind::Board,
            Query::Watch { .. } => CommandKind::Watch,
            Query::Moves { .. } => CommandKind::Moves,
        }
    }
}

/// A command for the bots' threads.
#[derive(Clone, Debug)]
pub(crate) enum BotCommand {
    /// A bot is to move. An earlier search for this game is no longer wanted.
    Search(Box<BotJob>),
    /// No bot is to move in a game.
    Cancel(GameId),
}

/// A position in which a bot is to move.
#[derive(Clone, Debug)]
pub(crate) struct BotJob {
    pub(crate) game: GameId,
    /// The number of the turn that the answer is for. No two turns of a game have the same number,
    /// even if a move was taken back between them.
    pub(crate) turn: u64,
    /// The bot's index in the settings.
    pub(crate) bot: usize,
    /// The game and its clock.
    pub(crate) snapshot: GameSnapshot,
}
