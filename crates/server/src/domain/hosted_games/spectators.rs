//! The spectators of games: who comes and goes.

use std::collections::BTreeSet;

use willow_protocol::{Event, GameId, LISTED_SPECTATORS, Name, Notice, Room};

use crate::domain::{
    Accounts, ConnId, Connections, EncodedNotice, HostedGame, HostedGames, Millis, Shared, Timer,
    UserId,
};

/// Minimum time between two events about the spectators of a game. Hundreds may come at once.
const INTERVAL: Millis = 1000;

impl Accounts {
    /// Returns the names of people, without those whom a reader has blocked.
    fn names_shown_to(
        &self,
        reader: Option<ConnId>,
        people: &[UserId],
        connections: &Connections,
    ) -> Vec<Name> {
        let reader = reader.and_then(|reader| connections.user_of(reader));
        let is_shown =
            |person: &&UserId| reader.is_none_or(|reader| !self[reader].blocks(**person));
        people.iter().filter(is_shown).map(|&person| self[person].name().clone()).collect()
    }
}

impl HostedGame {
    /// Sends who came and who went. Those who have blocked one of these people do not read the name.
    fn send_spectators(&self, came: &[UserId], left: &[UserId], shared: &mut Shared) {
        let blocks = |reader: &ConnId| {
            let reader = shared.connections.user_of(*reader).map(|reader| &shared.accounts[reader]);
            reader
                .is_some_and(|reader| came.iter().chain(left).any(|person| reader.blocks(*person)))
        };
        let count = self.known_spectators.count;
        let readers = self.readers(&shared.accounts);
        let (some, all): (Vec<ConnId>, Vec<ConnId>) = readers.into_iter().partition(blocks);
        let notice = |reader: Option<ConnId>| {
            let names = |people: &[UserId]| {
                shared.accounts.names_shown_to(reader, people, &shared.connections)
            };
            let event = Event::Spectators { count, came: names(came), left: names(left) };
            let mut notice = Notice::new(shared.context.now, event);
            notice.room = Some(Room::Game(self.id));
            EncodedNotice::new(notice)
        };
        let mut sent = vec![(all, notice(None))];
        sent.extend(some.into_iter().map(|reader| (vec![reader], notice(Some(reader)))));
        for (to, notice) in sent {
            shared.context.effects.send(to, notice);
        }
    }

    /// Returns the spectators who have a name, and the number of all.
    fn spectators(&self, connections: &Connections) -> (BTreeSet<UserId>, usize) {
        let users =
            || self.spectator_connections.iter().map(|&connection| connections.user_of(connection));
        let is_player = |user: &UserId| self.color_of(*user).is_some();
        let people: BTreeSet<UserId> = users().flatten().filter(|user| !is_player(user)).collect();
        let visitors = users().filter(Option::is_none).count();
        let count = people.len() + visitors;
        (people, count)
    }

    /// Returns the spectators of a game by name, without those whom the asker has blocked.
    pub(crate) fn spectator_names(&self, asker: ConnId, shared: &Shared) -> Vec<Name> {
        let people: Vec<UserId> = self.spectators(&shared.connections).0.into_iter().collect();
        let mut names = shared.accounts.names_shown_to(Some(asker), &people, &shared.connections);
        names.truncate(LISTED_SPECTATORS);
        names
    }
}

impl HostedGames {
    /// Subscribes a connection to a game. Players receive the events of their games without that.
    pub(crate) fn start_watching(&mut self, connection: ConnId, game: GameId, shared: &mut Shared) {
        let user = shared.connections.user_of(connection);
        let Some(hosted) = self.get_mut(game) else { return };
        if user.is_some_and(|user| hosted.color_of(user).is_some())
            || !hosted.spectator_connections.insert(connection)
        {
            return;
        }
        shared.connections.watch(connection, game);
        self.spectators_changed(game, shared);
    }

    /// Unsubscribes a connection from a game. Returns whether it was subscribed.
    pub(crate) fn stop_watching(
        &mut self,
        connection: ConnId,
        game: GameId,
        shared: &mut Shared,
    ) -> bool {
        shared.connections.unwatch(connection, game);
        let hosted = self.get_mut(game);
        let was_subscribed =
            hosted.is_some_and(|hosted| hosted.spectator_connections.remove(&connection));
        if was_subscribed {
            self.spectators_changed(game, shared);
        }
        was_subscribed
    }

    /// Removes a game that is over from memory. Nobody watches it any more.
    pub(crate) fn unload_game(&mut self, game: GameId, shared: &mut Shared) {
        let Some(hosted) = self.by_id.remove(&game) else { return };
        for player in hosted.players {
            shared.accounts.game_unloaded(player);
        }
        for connection in hosted.spectator_connections {
            shared.connections.unwatch(connection, game);
        }
    }

    /// Tells the room of a game that its spectators have changed, at once or within a second.
    pub(crate) fn spectators_changed(&mut self, game: GameId, shared: &mut Shared) {
        let Some(hosted) = self.get_mut(game) else { return };
        let known = &mut hosted.known_spectators;
        if known.is_due {
            return;
        }
        let due = known.told_at + INTERVAL;
        if due <= shared.context.now {
            self.tell_spectators(game, shared);
        } else {
            known.is_due = true;
            shared.context.timers.set(due, Timer::Spectators(game));
        }
    }

    /// Tells the room of a game who came and who went since the last time.
    pub(crate) fn tell_spectators(&mut self, game: GameId, shared: &mut Shared) {
        let Some(hosted) = self.get(&game) else { return };
        let (people, count) = hosted.spectators(&shared.connections);
        let known = &hosted.known_spectators;
        let came: Vec<UserId> = people.difference(&known.people).copied().collect();
        let left: Vec<UserId> = known.people.difference(&people).copied().collect();
        let is_new = count != known.count || !came.is_empty() || !left.is_empty();
        if let Some(hosted) = self.get_mut(game) {
            let known = &mut hosted.known_spectators;
            *known = KnownSpectators { people, count, told_at: shared.context.now, is_due: false };
        }
        if let Some(hosted) = self.get(&game).filter(|_| is_new) {
            hosted.send_spectators(&came, &left, shared);
        }
    }
}

/// Spectator list last broadcast.
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
