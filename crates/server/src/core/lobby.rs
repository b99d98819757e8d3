//! The lobby: who is here, and what is said.

use willow_protocol::{Event, GameId, GameSummary, Message, Name, Role, UserLine};

use super::effects::RoomKey;
use super::input::{ConnId, Millis, UserId};
use super::start::is_private;
use super::table::Table;
use super::{Core, Outcome, Refusal, Reply};

impl Core {
    /// Lists who is here, those left out whom the asker has blocked.
    pub(super) fn who(&self, asker: Option<UserId>) -> Reply {
        let asker = asker.map(|asker| &self.users[asker]);
        let here = self.users.iter().filter(|(id, user)| {
            user.is_here() && asker.is_none_or(|asker| !asker.blocked.contains(id))
        });
        let mut users: Vec<UserLine> = here
            .map(|(_, user)| UserLine {
                name: user.name.clone(),
                role: user.role,
                playing: user.games.len(),
            })
            .collect();
        // People first: there are many bots of the house.
        users.sort_by_key(|user| (user.role == Role::Bot, user.name.key()));
        Reply::Answer(Event::Users { users })
    }

    pub(super) fn follow_lobby(&mut self, connection: ConnId, follow: bool) -> Reply {
        if follow {
            self.lobby_connections.insert(connection);
        } else {
            self.lobby_connections.remove(&connection);
        }
        Reply::DoneHere
    }

    /// Makes sure that a user may say something.
    pub(super) fn may_say(&self, user: UserId, text: &Message, now: Millis) -> Result<(), Refusal> {
        let most = self.rules.message_chars;
        if text.as_str().chars().count() > most {
            return Err(Refusal::limit(format!("a message has at most {most} characters")));
        }
        let until = self.users[user].silenced_until;
        if until > now {
            let minutes = (until - now).div_ceil(60_000);
            return Err(Refusal::forbidden(format!("you are silenced for {minutes} minutes")));
        }
        Ok(())
    }

    pub(super) fn say_in_lobby(&mut self, user: UserId, text: Message, now: Millis) -> Outcome {
        self.may_say(user, &text, now)?;
        let from = self.users[user].name.clone();
        self.publish(RoomKey::Lobby, Event::Said { from, text }, now);
        Ok(Reply::Done)
    }

    pub(super) fn tell(&mut self, user: UserId, to: &Name, text: Message, now: Millis) -> Outcome {
        self.may_say(user, &text, now)?;
        let addressee = self.users.find(to).ok_or_else(|| Refusal::no_user(to))?;
        if self.users[addressee].house.is_some() {
            return Err(Refusal::not_now("bots of the house do not read"));
        }
        if self.users[addressee].blocked.contains(&user) {
            return Err(Refusal::forbidden(format!("{to} does not want to hear from you")));
        }
        let (from, to) = (self.users[user].name.clone(), self.users[addressee].name.clone());
        let event = Event::Told { from, to, text };
        self.tell_privately(addressee, event.clone(), now);
        if addressee != user {
            self.tell_privately(user, event, now);
        }
        Ok(Reply::Done)
    }

    /// Lists what a user may join or watch, or a stranger could who comes in.
    pub(super) fn list_games(&self, user: Option<UserId>) -> Reply {
        let offers = self.offers.values().filter(|offer| self.shows_offer(user, offer));
        let plays = |table: &Table| user.is_some_and(|user| table.color_of(user).is_some());
        let tables = self
            .tables
            .values()
            .filter(|table| table.end().is_none() && (!is_private(table.id) || plays(table)));
        Reply::Answer(Event::Games {
            offers: offers.map(|offer| offer.offer.clone()).collect(),
            games: tables.map(Table::summary).collect(),
        })
    }

    /// Says in the lobby and to the players that a game began or is over, if it is public.
    pub(super) fn tell_of_game(&mut self, game: GameId, now: Millis) {
        let Some(table) = self.tables.get(&game) else { return };
        let (summary, players) = (table.summary(), table.players());
        let over = summary.end.is_some();
        if !over {
            for player in players {
                self.tell_privately(player, Event::Playing(summary.clone()), now);
            }
        }
        if !is_private(game) {
            self.publish(RoomKey::Lobby, lobby_event(summary, over), now);
        }
    }
}

const fn lobby_event(summary: GameSummary, over: bool) -> Event {
    if over { Event::Over(summary) } else { Event::Playing(summary) }
}
