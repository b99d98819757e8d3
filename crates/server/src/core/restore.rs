//! A core from what was written.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use willow_board::Move;
use willow_protocol::{Event, GameEnd, GameId, Name, Notice, Offer, RequestId, Role, SpeedClass};

use super::effects::{BegunGame, Relation, RoomKey, Write};
use super::input::{Millis, UserId};
use super::offers::StandingOffer;
use super::rooms::RoomLog;
use super::rules::Rules;
use super::start::Lots;
use super::table::{Seating, Table};
use super::users::{User, Users};
use super::{Core, Effects};
use crate::outgoing::Outgoing;
use crate::ratings::Rating;

/// All that the store keeps of what the core must know.
#[derive(Clone, Debug, Default)]
pub struct Saved {
    /// The users whose names are taken.
    pub users: Vec<SavedUser>,
    /// The largest number of a user, those who are gone included.
    pub last_user: i64,
    /// The last events of the lobby.
    pub lobby: Vec<Notice>,
    /// The games that are not over.
    pub games: Vec<SavedGame>,
    /// The offers that stood.
    pub offers: Vec<Offer>,
    /// Up to where numbers of games were reserved.
    pub reserved: u64,
    /// When the server last said that it was there.
    pub alive: Millis,
}

/// A user as the store keeps him.
#[derive(Clone, Debug)]
pub struct SavedUser {
    /// The number.
    pub user: UserId,
    /// The name.
    pub name: Name,
    /// The role.
    pub role: Role,
    /// Whether the user may not come in.
    pub banned: bool,
    /// Until when the user may say nothing.
    pub silenced_until: Millis,
    /// Up to where the private room was read.
    pub seen: u64,
    /// The last events of the private room.
    pub private: Vec<Notice>,
    /// The ids of the last commands, oldest first.
    pub handled: VecDeque<RequestId>,
    /// Whom the user mutes and blocks.
    pub relations: Vec<(UserId, Relation)>,
    /// The ratings.
    pub ratings: BTreeMap<SpeedClass, Rating>,
}

/// A game as the store keeps it.
#[derive(Clone, Debug)]
pub struct SavedGame {
    /// Its begin.
    pub begun: BegunGame,
    /// How the other game of its pair ended, if there is one that has.
    pub twin_end: Option<GameEnd>,
    /// What happened on the board.
    pub events: Vec<Notice>,
    /// What the players said.
    pub players: Vec<Notice>,
    /// What the spectators said.
    pub watchers: Vec<Notice>,
}

impl Core {
    /// Returns the core that goes on from what was saved, and what follows from its start: games go
    /// on with nobody charged for the time without a server, and bots think again.
    #[must_use]
    pub fn restore(rules: Rules, saved: Saved, now: Millis) -> (Core, Effects) {
        let mut users = Users::default();
        users.numbers_begin_after(saved.last_user);
        for user in saved.users {
            users.insert(user.user, restored_user(user));
        }
        let next_game = saved.reserved.max(1);
        let mut core = Core {
            lots: Lots::new(rules.seed),
            ends: false,
            rules,
            users,
            connections: HashMap::new(),
            lobby: restored_log(saved.lobby),
            lobby_connections: BTreeSet::new(),
            offers: BTreeMap::new(),
            tables: BTreeMap::new(),
            alarms: BTreeSet::new(),
            next_game,
            reserved: saved.reserved,
            effects: Effects::default(),
        };
        core.open_house(now);
        for game in saved.games {
            core.restore_game(game, saved.alive, now);
        }
        core.restore_offers(saved.offers, now);
        core.watch_over_slow_games(now);
        let effects = std::mem::take(&mut core.effects);
        (core, effects)
    }

    /// Gives the bots of the house their names.
    fn open_house(&mut self, now: Millis) {
        for (number, bot) in self.rules.bots.clone().into_iter().enumerate() {
            let known = self.users.find(&bot.name);
            let known = known.filter(|&id| self.users[id].role == Role::Bot);
            let id = known.map_or_else(|| self.new_user(bot.name, Role::Bot, None, now), Ok);
            // A name that a person has stays with the person.
            if let Ok(id) = id {
                self.users[id].house = Some(number);
            }
        }
    }

    fn restore_game(&mut self, saved: SavedGame, alive: Millis, now: Millis) {
        let SavedGame { begun, twin_end, events, players, watchers } = saved;
        let game = begun.game;
        let last = events.last().map_or(begun.at, |notice| notice.time);
        let mut table = replay(begun, &events);
        let away_since = if table.is_slow() { last.max(alive) } else { last };
        if let Some(twin) = &mut table.twin {
            twin.end = twin_end;
        }
        table.log = restored_log(events);
        table.players_log = restored_log(players);
        table.watchers_log = restored_log(watchers);
        let players = table.players();
        let resumed = table.resume(away_since, now);
        self.tables.insert(game, table);
        for player in players {
            self.users[player].games.insert(game);
        }
        self.publish(RoomKey::Game(game), resumed, now);
        for player in players {
            if !self.users[player].is_here() {
                self.is_gone_from(player, game, now);
            }
        }
        self.next_turn(game);
    }

    /// Counts down for one game.
    fn is_gone_from(&mut self, user: UserId, game: GameId, now: Millis) {
        let all = std::mem::replace(&mut self.users[user].games, BTreeSet::from([game]));
        self.is_gone(user, now);
        self.users[user].games = all;
    }

    /// Nobody is connected after a start, so most offers of before are withdrawn.
    fn restore_offers(&mut self, offers: Vec<Offer>, now: Millis) {
        for offer in offers {
            let game = offer.game;
            let to = offer.to.as_ref().map(|to| self.users.find(to));
            let Some(from) = self.users.find(&offer.from) else {
                self.effects.writes.push(Write::OfferGone(game));
                continue;
            };
            let nobody_left = to == Some(None);
            let standing = StandingOffer { offer, from, to: to.flatten() };
            let stays = self.outlasts_connections(&standing) && !nobody_left;
            self.offers.insert(game, standing);
            if !stays {
                self.withdraw(game, false, now);
            }
        }
    }
}

fn restored_log(events: Vec<Notice>) -> RoomLog {
    let mut log = RoomLog::default();
    for notice in events {
        log.push(Outgoing::new(notice));
    }
    log
}

fn restored_user(saved: SavedUser) -> User {
    let mut user = User::new(saved.name, saved.role);
    user.banned = saved.banned;
    user.silenced_until = saved.silenced_until;
    user.seen = saved.seen;
    user.private = restored_log(saved.private);
    user.has_remembered(saved.handled);
    for (other, relation) in saved.relations {
        match relation {
            Relation::Muted => user.muted.insert(other),
            Relation::Blocked => user.blocked.insert(other),
        };
    }
    user.ratings = saved.ratings;
    user
}

/// Plays a game again from its events.
fn replay(begun: BegunGame, events: &[Notice]) -> Table {
    let BegunGame { game, players, names, terms, start, twin, at } = begun;
    let seating = Seating { id: game, players, names, terms, start, twin };
    let mut table = Table::new(seating, at);
    let mut last = at;
    for notice in events {
        let time = notice.time;
        match &notice.event {
            // The referee passes by itself, so the passes of the log are there already.
            Event::Moved { mv: Move::Place(square), .. } => {
                table.place(*square, time).expect("a move that was legal when it was written");
            }
            Event::TakebackAsked { color } => table.takeback = Some(*color),
            Event::TakebackRefused => table.takeback = None,
            Event::TakenBack { plies, .. } => table.rewind(*plies, time),
            Event::Resumed { away_since, .. } => {
                table.resume(away_since.unwrap_or(last), time);
            }
            Event::Ended(end) => table.end_as_logged(*end, time),
            _ => {}
        }
        last = time;
    }
    table
}
