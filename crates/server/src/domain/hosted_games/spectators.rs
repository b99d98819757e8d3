//! The spectators of games: who comes and goes, and who reads what they say.
//!
//! Invariant: the players of a game that is not decided receive nothing of the spectators' chat, over
//! whichever of their connections; nor does a connection without a login, which may be a player's. Where the
//! operator wants that, nor does anybody else at a player's address, in a rated game.

use std::collections::BTreeSet;
use std::net::IpAddr;

use willow_protocol::{Event, GameId, LISTED_SPECTATORS, Name, Notice, Room};

use crate::domain::{ConnId, EncodedNotice, HostedGame, Millis, ServerState, Timer, UserId};

/// The shortest time between two events about the spectators of a game. Hundreds may come at once.
const INTERVAL: Millis = 1000;

impl ServerState {
    /// Subscribes a connection to a game. Players receive the events of their games without that.
    pub(crate) fn start_watching(&mut self, connection: ConnId, game: GameId) {
        let user = self.connections.user_of(connection);
        let Some(hosted) = self.games.get_mut(game) else { return };
        if user.is_some_and(|user| hosted.color_of(user).is_some())
            || !hosted.watchers.insert(connection)
        {
            return;
        }
        self.connections.watch(connection, game);
        self.spectators_changed(game);
    }

    /// Unsubscribes a connection from a game. Returns whether it was subscribed.
    pub(crate) fn stop_watching(&mut self, connection: ConnId, game: GameId) -> bool {
        self.connections.unwatch(connection, game);
        let hosted = self.games.get_mut(game);
        let was_subscribed = hosted.is_some_and(|hosted| hosted.watchers.remove(&connection));
        if was_subscribed {
            self.spectators_changed(game);
        }
        was_subscribed
    }

    /// Removes a game that is over from memory. Nobody watches it any more.
    pub(crate) fn unload_game(&mut self, game: GameId) {
        let Some(hosted) = self.games.by_id.remove(&game) else { return };
        for player in hosted.players {
            self.accounts.game_unloaded(player);
        }
        for connection in hosted.watchers {
            self.connections.unwatch(connection, game);
        }
    }

    /// Tells the room of a game that its spectators have changed, at once or within a second.
    pub(crate) fn spectators_changed(&mut self, game: GameId) {
        let Some(hosted) = self.games.get_mut(game) else { return };
        let known = &mut hosted.known_spectators;
        if known.is_due {
            return;
        }
        let due = known.told_at + INTERVAL;
        if due <= self.context.now {
            self.tell_spectators(game);
        } else {
            known.is_due = true;
            self.context.timers.set(due, Timer::Spectators(game));
        }
    }

    /// Tells the room of a game who came and who went since the last time.
    pub(crate) fn tell_spectators(&mut self, game: GameId) {
        let Some(hosted) = self.games.get(&game) else { return };
        let (people, count) = self.spectators(hosted);
        let known = &hosted.known_spectators;
        let came: Vec<UserId> = people.difference(&known.people).copied().collect();
        let left: Vec<UserId> = known.people.difference(&people).copied().collect();
        let is_new = count != known.count || !came.is_empty() || !left.is_empty();
        if let Some(hosted) = self.games.get_mut(game) {
            let known = &mut hosted.known_spectators;
            *known = KnownSpectators { people, count, told_at: self.context.now, is_due: false };
        }
        if is_new {
            self.send_spectators(game, count, &came, &left);
        }
    }

    /// Sends who came and who went. Those who have blocked one of these people do not read the name.
    fn send_spectators(&mut self, game: GameId, count: usize, came: &[UserId], left: &[UserId]) {
        let blocks = |reader: &ConnId| {
            let reader = self.connections.user_of(*reader).map(|reader| &self.accounts[reader]);
            reader
                .is_some_and(|reader| came.iter().chain(left).any(|person| reader.blocks(*person)))
        };
        let readers = self.game_connections(game, |_| [true, true, true]);
        let (some, all): (Vec<ConnId>, Vec<ConnId>) = readers.into_iter().partition(blocks);
        let notice = |reader: Option<ConnId>| {
            let names = |people: &[UserId]| self.names_shown_to(reader, people);
            let event = Event::Spectators { count, came: names(came), left: names(left) };
            let mut notice = Notice::new(self.context.now, event);
            notice.room = Some(Room::Game(game));
            EncodedNotice::new(notice)
        };
        let mut sent = vec![(all, notice(None))];
        sent.extend(some.into_iter().map(|reader| (vec![reader], notice(Some(reader)))));
        for (to, notice) in sent {
            self.context.effects.send(to, notice);
        }
    }

    /// Returns the names of people, without those whom a reader has blocked.
    fn names_shown_to(&self, reader: Option<ConnId>, people: &[UserId]) -> Vec<Name> {
        let reader = reader.and_then(|reader| self.connections.user_of(reader));
        let is_shown =
            |person: &&UserId| reader.is_none_or(|reader| !self.accounts[reader].blocks(**person));
        people.iter().filter(is_shown).map(|&person| self.accounts[person].name().clone()).collect()
    }

    /// Returns the spectators who have a name, and the number of all.
    fn spectators(&self, hosted: &HostedGame) -> (BTreeSet<UserId>, usize) {
        let users =
            || hosted.watchers.iter().map(|&connection| self.connections.user_of(connection));
        let is_player = |user: &UserId| hosted.color_of(*user).is_some();
        let people: BTreeSet<UserId> = users().flatten().filter(|user| !is_player(user)).collect();
        let visitors = users().filter(Option::is_none).count();
        let count = people.len() + visitors;
        (people, count)
    }

    /// Returns the spectators of a game by name, without those whom the asker has blocked.
    pub(crate) fn spectator_names(&self, hosted: &HostedGame, asker: ConnId) -> Vec<Name> {
        let people: Vec<UserId> = self.spectators(hosted).0.into_iter().collect();
        let mut names = self.names_shown_to(Some(asker), &people);
        names.truncate(LISTED_SPECTATORS);
        names
    }

    /// Returns the connections that receive the chat of a game's spectators.
    pub(crate) fn readers_of_spectators(&self, game: GameId) -> Vec<ConnId> {
        let Some(hosted) = self.games.get(&game) else { return Vec::new() };
        if hosted.is_decided() {
            return self.game_connections(game, |_| [true, true, true]);
        }
        let watchers = hosted.watchers.iter().copied();
        watchers.filter(|&connection| self.reads_spectators(hosted, connection)).collect()
    }

    /// Returns whether a connection, if it watches a game, reads what the spectators say: after the game
    /// everybody does.
    pub(crate) fn reads_spectators(&self, hosted: &HostedGame, connection: ConnId) -> bool {
        let user = self.connections.user_of(connection);
        hosted.is_decided()
            || user.is_some_and(|user| {
                let address = self.connections.address_of(connection);
                hosted.color_of(user).is_none() && !self.is_at_player(hosted, address)
            })
    }

    /// Returns whether an address is one from which a player of a rated game logged in lately, and the
    /// spectators' chat is hidden there.
    fn is_at_player(&self, hosted: &HostedGame, address: Option<IpAddr>) -> bool {
        self.context.settings.hides_chat_from_players_addresses
            && hosted.terms.rated
            && address.is_some_and(|address| {
                hosted.players.into_iter().any(|player| self.accounts[player].was_at(address))
            })
    }
}

/// What the room of a game has been told of its spectators.
#[derive(Debug, Default)]
pub(crate) struct KnownSpectators {
    pub(crate) people: BTreeSet<UserId>,
    /// The number of people and of visitors without a name.
    pub(crate) count: usize,
    /// The time of the last event.
    pub(crate) told_at: Millis,
    /// Whether a timer is set for the next event.
    pub(crate) is_due: bool,
}
