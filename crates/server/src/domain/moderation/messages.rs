//! Removal of messages by moderators. Author and room of a message stay.

use willow_protocol::{ErrorDetail, Event, Name, Room};

use crate::domain::{
    CommandOutcome, GameRoom, Refusal, RemovedMessages, Reply, ReportWrite, RoomKey, ServerState,
    UserId, refuse,
};

impl ServerState {
    /// Removes messages from a room, and notifies its readers. A game that is over may have none.
    pub(crate) fn remove_messages(
        &mut self,
        by: UserId,
        RemovedMessages { room, messages, reason }: RemovedMessages,
    ) -> CommandOutcome {
        let key = match room {
            Room::Lobby => RoomKey::Lobby,
            Room::Players(game) => RoomKey::Players(game),
            Room::Spectators(game) => RoomKey::Spectators(game),
            Room::Game(_) | Room::Private => {
                let message = "messages are removed from lobby, players/GAME or watchers/GAME";
                return refuse(ErrorDetail::RoomWithoutChat, message);
            }
        };
        let mut authors: Vec<&Name> = messages.iter().map(|(_, author)| author).collect();
        authors.sort_unstable_by_key(|author| author.as_str());
        authors.dedup();
        // Who is gone has no role.
        let authors: Vec<UserId> = authors
            .into_iter()
            .filter(|author| self.shared.accounts.find(author).is_some())
            .map(|author| self.shared.accounts.moderation_target(by, author))
            .collect::<Result<_, _>>()?;
        if messages.is_empty() {
            let message = format!("there is no such message in {room}");
            return Err(Refusal::new(ErrorDetail::NoSuchMessage, message));
        }
        let numbers: Vec<String> = messages.iter().map(|(number, _)| number.to_string()).collect();
        for (message, from) in messages {
            self.shared.context.write(ReportWrite::MessageRemoved(key, message));
            self.tell_removed(key, Event::Removed { from, message }, message);
        }
        let about = format!("{room}:{} {reason}", numbers.join(","));
        for author in authors {
            self.shared.log_moderation(by, author, "remove-message", &about);
        }
        Ok(Reply::Done)
    }

    /// Replaces a message in memory, and notifies the readers of its room.
    fn tell_removed(&mut self, room: RoomKey, event: Event, message: u64) {
        match room {
            RoomKey::Lobby => {
                self.lobby.remove_message(message);
                self.lobby.publish(event, &mut self.shared);
            }
            RoomKey::Players(game) => {
                self.games.remove_message(game, GameRoom::Players, event, &mut self.shared);
            }
            RoomKey::Spectators(game) => {
                self.games.remove_message(game, GameRoom::Spectators, event, &mut self.shared);
            }
            RoomKey::Game(_) | RoomKey::Private(_) => {}
        }
    }
}
