//! The rooms of a game: publishing, chat, and access. `recipients.rs` decides who receives an event.

use std::collections::BTreeMap;

use willow_protocol::{
    CommandResult, ErrorDetail, Event, GameId, Message, Name, Notice, Room, RoomSnapshot,
};

use crate::domain::router::Sender;
use crate::domain::{
    Accounts, CommandOutcome, ConnId, GameRoom, HostedGame, HostedGames, LimitedAction, PastRoom,
    Refusal, Reply, RoomKey, Shared, UserId, refuse,
};

impl HostedGames {
    /// Publishes an event of a game to its players and spectators.
    pub(crate) fn publish(
        &mut self,
        game: GameId,
        event: Event,
        shared: &mut Shared,
    ) -> CommandResult {
        debug_assert!(event.is_kept_by_game(), "{event:?}");
        let Some(hosted) = self.get_mut(game) else { return CommandResult::default() };
        let readers = hosted.readers(&shared.accounts);
        let log = &mut hosted.rooms[GameRoom::Game as usize];
        shared.context.publish(RoomKey::Game(game), log, event, readers)
    }

    /// Publishes a message to the players, if its author plays, or to the spectators.
    pub(crate) fn chat(
        &mut self,
        sender: Sender<'_>,
        game: Option<GameId>,
        text: Message,
        shared: &mut Shared,
    ) -> CommandOutcome {
        let (connection, user) = (sender.connection, sender.user()?);
        shared.accounts.may_chat(user, &text, &shared.context)?;
        let game = shared.connections.current_game(connection, game)?;
        let hosted = self.find_mut(game)?;
        let (key, room, mut readers) = if hosted.color_of(user).is_some() {
            let players = hosted.connections_of_players(&shared.accounts).into_iter().collect();
            (RoomKey::Players(game), GameRoom::Players, players)
        } else if hosted.spectator_connections.contains(&connection) {
            if !hosted.reads_spectators(connection, shared) {
                let message = "the spectators' chat of a rated game is closed to the players' addresses until the game is over";
                return refuse(ErrorDetail::RoomNotReadable, message);
            }
            let readers = hosted.readers_of_spectators(shared);
            (RoomKey::Spectators(game), GameRoom::Spectators, readers)
        } else {
            return refuse(
                ErrorDetail::NotInGame,
                format!("you are neither a player nor a spectator of game {game}"),
            );
        };
        let Shared { accounts, context, .. } = shared;
        accounts.spend_message(user, key, &text, &[LimitedAction::SayInGame], context)?;
        let said = Event::Said { from: accounts[user].name().clone(), text };
        let unwanted = accounts.connections_without_interest_in(&said);
        readers.retain(|connection| !unwanted.contains(connection));
        let log = &mut hosted.rooms[room as usize];
        Ok(Reply::DoneWith(context.publish(key, log, said, readers)))
    }

    /// Removes the text of a message of a game in memory, and notifies the readers of its room.
    pub(crate) fn remove_message(
        &mut self,
        game: GameId,
        room: GameRoom,
        removed: Event,
        shared: &mut Shared,
    ) {
        let Event::Removed { message, .. } = removed else { return };
        let Some(hosted) = self.get_mut(game) else { return };
        let (key, readers) = match room {
            GameRoom::Spectators => {
                (RoomKey::Spectators(game), hosted.readers_of_spectators(shared))
            }
            GameRoom::Players | GameRoom::Game => {
                let readers = hosted.connections_of_players(&shared.accounts);
                (RoomKey::Players(game), readers.into_iter().collect())
            }
        };
        let log = &mut hosted.rooms[room as usize];
        log.remove_message(message);
        shared.context.publish(key, log, removed, readers);
    }

    /// Takes the name of a deleted account out of the games in memory.
    pub(crate) fn erase_name(&mut self, user: UserId, neutral: &Name) {
        for hosted in self.by_id.values_mut() {
            for (player, name) in hosted.players.iter().zip(&mut hosted.names) {
                if *player == user {
                    let was = std::mem::replace(name, neutral.clone());
                    for log in &mut hosted.rooms {
                        log.rename(was.as_str(), neutral.as_str());
                    }
                }
            }
        }
    }

    /// Returns the query for the store, if the room is one of a game that is not in memory.
    pub(crate) fn past_room(
        &self,
        user: Option<UserId>,
        room: Room,
        after: u64,
        accounts: &Accounts,
    ) -> Option<PastRoom> {
        let game = room.game().filter(|game| !self.contains_key(game))?;
        Some(PastRoom { room, game, asker: user, after, hidden: accounts.hidden_from(user) })
    }

    pub(crate) fn snapshot(
        &self,
        of: Room,
        last: u64,
        recent: Vec<Notice>,
        shared: &Shared,
    ) -> Event {
        let hosted = match of {
            Room::Game(game) => self.get(&game),
            Room::Lobby
            | Room::Players(_)
            | Room::Spectators(_)
            | Room::Tournament(_)
            | Room::Private => None,
        };
        let game = hosted.map(|hosted| hosted.answered_state(shared));
        Event::Snapshot(RoomSnapshot { of, last, game, recent })
    }

    /// Makes sure that a user may read a room, and returns its key.
    pub(crate) fn readable_room(
        &self,
        Sender { connection, user, .. }: Sender<'_>,
        room: Room,
        shared: &Shared,
    ) -> Result<RoomKey, Refusal> {
        let plays = |hosted: &HostedGame| user.and_then(|user| hosted.color_of(user));
        match room {
            Room::Lobby => Ok(RoomKey::Lobby),
            Room::Tournament(id) => Ok(RoomKey::Tournament(id)),
            Room::Private => user.map(RoomKey::Private).ok_or_else(Refusal::not_logged_in),
            Room::Game(game) => self.find(game).map(|_| RoomKey::Game(game)),
            Room::Players(game) => match plays(self.find(game)?) {
                Some(_) => Ok(RoomKey::Players(game)),
                None => Err(Refusal::not_readable(room)),
            },
            Room::Spectators(game) => {
                let hosted = self.get(&game).ok_or_else(|| Refusal::not_readable(room))?;
                let is_reader = hosted.is_reader_of_spectators(connection, shared);
                if is_reader {
                    Ok(RoomKey::Spectators(game))
                } else {
                    Err(Refusal::not_readable(room))
                }
            }
        }
    }

    /// Makes sure that a user may read a room with chat, and returns its key. The store checks who
    /// played a game that is no longer in memory.
    pub(crate) fn reported_room(
        &self,
        sender: Sender<'_>,
        room: Room,
        shared: &Shared,
    ) -> Result<RoomKey, Refusal> {
        match room {
            Room::Game(game) => {
                let message = format!("{room} has no chat; name players/{game} or watchers/{game}");
                refuse(ErrorDetail::RoomWithoutChat, message)
            }
            Room::Tournament(_) => {
                refuse(ErrorDetail::RoomWithoutChat, format!("{room} has no chat"))
            }
            Room::Players(game) if !self.contains_key(&game) => Ok(RoomKey::Players(game)),
            Room::Spectators(game) if !self.contains_key(&game) => Ok(RoomKey::Spectators(game)),
            Room::Lobby | Room::Private | Room::Players(_) | Room::Spectators(_) => {
                self.readable_room(sender, room, shared)
            }
        }
    }
}

impl HostedGame {
    /// Returns the number of the last event in each room of a game that a client may read.
    pub(crate) fn rooms_of_game(&self, conn: ConnId, shared: &Shared) -> BTreeMap<Room, u64> {
        let game = self.id;
        let plays =
            shared.connections.user_of(conn).is_some_and(|user| self.color_of(user).is_some());
        let players = plays.then_some((Room::Players(game), self.log(GameRoom::Players).last()));
        let reads_spectators = self.is_reader_of_spectators(conn, shared);
        let spectators = reads_spectators
            .then_some((Room::Spectators(game), self.log(GameRoom::Spectators).last()));
        let board = (Room::Game(game), self.last_event());
        [board].into_iter().chain(players).chain(spectators).collect()
    }
}
