//! Removal of messages by moderators. Author and room of a message stay.

use std::collections::BTreeSet;

use willow_protocol::{ErrorDetail, Event, Name, Room};

use crate::domain::{
    CommandOutcome, FoundMessage, GameRoom, Refusal, RemovedMessages, Reply, ReportWrite, RoomKey,
    ServerState, Shared, UserId, refuse,
};

impl ServerState {
    /// Removes messages from a room, and notifies its readers. A game that is over may have none. A private message is in
    /// the rooms of both.
    pub(crate) fn remove_messages(
        &mut self,
        by: UserId,
        RemovedMessages { lines, report, messages, reason }: RemovedMessages,
    ) -> CommandOutcome {
        let room = match (lines.room, report) {
            (Room::Lobby, _) => Some(RoomKey::Lobby),
            (Room::Players(game), _) => Some(RoomKey::Players(game)),
            (Room::Spectators(game), _) => Some(RoomKey::Spectators(game)),
            (Room::Private, Some(_)) => None,
            (Room::Game(_) | Room::Tournament(_) | Room::Private, _) => {
                let message = "messages are removed from lobby, players/GAME, watchers/GAME or, \
                               with `report:N`, private";
                return refuse(ErrorDetail::RoomWithoutChat, message);
            }
        };
        let authors: BTreeSet<&str> = messages.iter().map(|it| it.author.as_str()).collect();
        let authors = authors.into_iter().filter_map(|author| author.parse::<Name>().ok());
        // Who is gone has no role.
        let authors: Vec<UserId> = authors
            .filter(|author| self.shared.accounts.find(author).is_some())
            .map(|author| self.shared.accounts.moderation_target(by, &author))
            .collect::<Result<_, _>>()?;
        if messages.is_empty() {
            let message = format!("there is no such message in {}", lines.room);
            return Err(Refusal::new(ErrorDetail::NoSuchMessage, message));
        }
        let numbers: Vec<String> = messages.iter().map(|it| it.number.to_string()).collect();
        for FoundMessage { owner, number: message, author: from } in messages {
            let Some(key) = owner.map(RoomKey::Private).or(room) else { continue };
            self.shared.context.write(ReportWrite::MessageRemoved(key, message));
            self.tell_removed(key, Event::Removed { from, message }, message);
        }
        let about = match report.filter(|_| room.is_none()) {
            Some(report) => format!("report {report}, {lines} {reason}"),
            None => format!("{}:{} {reason}", lines.room, numbers.join(",")),
        };
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
            RoomKey::Private(owner) => {
                let Shared { accounts, context, .. } = &mut self.shared;
                if accounts.get(owner).is_some() {
                    accounts.remove_private_message(owner, event, context);
                }
            }
            RoomKey::Game(_) | RoomKey::Tournament(_) => {}
        }
    }
}
