//! Restores the state from the store.

use std::collections::{BTreeSet, VecDeque};

use willow_board::Color;
use willow_protocol::{DisplayName, GameEnd, Message, Name, Notice, Offer, Role, TournamentId};

use super::{
    Accounts, Announcements, Connections, Context, DamagedRow, Effects, HOUR, HeldContent,
    HostedGames, Lobby, Millis, Moderation, Rating, Relation, RoomLog, SavedModeration,
    ServerState, Settings, Shared, StartedGame, Timer, Tournaments, UserId, UserRecord,
};

impl ServerState {
    /// Returns the state that continues from saved data, and the effects of its start: games go on,
    /// no player is charged for the time without a server, and bots search again.
    ///
    /// # Errors
    /// The rows of the store must fit together.
    pub(crate) fn restore(
        settings: Settings,
        saved: Saved,
        now: Millis,
    ) -> Result<(ServerState, Effects), DamagedRow> {
        let last_written = last_written(&saved);
        let mut accounts = Accounts::after(saved.last_user, saved.last_token);
        accounts.restore(&saved.held_names, saved.names, saved.users);
        let mut state = ServerState {
            shared: Shared {
                accounts,
                connections: Connections::default(),
                context: Context::new(settings, now),
            },
            lobby: Lobby::restored(
                RoomLog::restored(saved.lobby),
                RoomLog::restored(saved.lobby_chat),
            ),
            games: HostedGames::after(saved.reserved),
            moderation: Moderation::restored(saved.moderation),
            tournaments: Tournaments::default(),
        };
        let ServerState { shared, lobby, games, .. } = &mut state;
        shared.context.announcements = Announcements::restored(saved.announcement);
        shared.accounts.register_bots(&mut shared.context);
        for game in saved.games {
            games.restore_game(game, last_written, shared)?;
        }
        lobby.restore_offers(saved.offers, shared);
        let (rooms, over) = (saved.tournaments, saved.past_tournaments);
        state.tournaments = Tournaments::restored(rooms, over, &state.shared.accounts)?;
        state.resume_tournaments();
        state.await_users();
        state.games.write_heartbeat(&mut state.shared.context);
        let effects = state.shared.context.take_effects();
        Ok((state, effects))
    }

    /// Waits for the users who have a game or an offer, and for guests: after a start nobody is
    /// connected. Others stay in memory for a while.
    fn await_users(&mut self) {
        let departs_at = self.shared.context.now + self.shared.context.settings.account_grace;
        // Spread over an hour, so that no moment has much to do.
        let departure =
            |id: UserId| (departs_at + id.0.unsigned_abs() % HOUR, Timer::Departure(id));
        let Shared { accounts, context, .. } = &mut self.shared;
        context.timers.extend(accounts.iter().map(|(id, _)| departure(id)));
        let offline = accounts.iter().filter(|(_, user)| !user.is_online());
        let seen = offline.map(|(id, _)| (id, accounts.last_seen(id).unwrap_or_default()));
        for (id, seen) in seen.collect::<Vec<_>>() {
            accounts.begin_offline(id, seen);
        }
        let players = self.games.values().flat_map(|hosted| hosted.players);
        let makers = self.lobby.offers().all().map(|open| open.from);
        let guests = self.shared.accounts.iter().filter(|(_, user)| user.role() == Role::Guest);
        let guests = guests.map(|(id, _)| id);
        let awaited: BTreeSet<UserId> = players
            .chain(makers)
            .chain(guests)
            .filter(|&user| !self.shared.accounts[user].is_online())
            .collect();
        for user in awaited {
            self.begin_absence(user);
        }
    }
}

impl Accounts {
    /// Gives the server's bots their names.
    fn register_bots(&mut self, context: &mut Context) {
        for (number, bot) in context.settings.bots.clone().into_iter().enumerate() {
            let known = self.find(&bot.name);
            let is_bot = |&id: &UserId| self.get(id).is_some_and(|it| it.role() == Role::Bot);
            let known = known.filter(is_bot);
            let id =
                known.map_or_else(|| self.new_user(bot.name.clone(), Role::Bot, None, context), Ok);
            // A name that a person has stays the person's.
            if let Ok(id) = id {
                let first = bot.details.ladder_elo.map(Rating::measured);
                self.make_bot(id, number, first.unwrap_or_default());
            }
        }
    }
}

/// Returns the latest time at which the server is known to have written something.
fn last_written(saved: &Saved) -> Millis {
    let games = saved.games.iter().flat_map(|game| &game.rooms);
    let rooms = games.chain([&saved.lobby, &saved.lobby_chat]);
    let times = rooms.filter_map(|room| room.last()).map(|notice| notice.time);
    times.fold(saved.last_heartbeat, Millis::max)
}

/// The data of the store from which the state is restored.
#[derive(Clone, Debug, Default)]
pub(crate) struct Saved {
    /// The names of all whose accounts exist.
    pub(crate) names: Vec<SavedName>,
    /// The users loaded at the start.
    pub(crate) users: Vec<SavedUser>,
    /// Highest number of a user, deleted ones included.
    pub(crate) last_user: i64,
    /// Highest number of a token.
    pub(crate) last_token: u64,
    /// The names of deleted accounts that are not free yet, and when they are.
    pub(crate) held_names: Vec<(Name, Millis)>,
    /// The latest events of the lobby.
    pub(crate) lobby: Vec<Notice>,
    /// The latest messages of the lobby.
    pub(crate) lobby_chat: Vec<Notice>,
    /// The games in progress.
    pub(crate) games: Vec<SavedGame>,
    pub(crate) offers: Vec<Offer>,
    /// The events of the tournaments that are not over, or were planned in the last day.
    pub(crate) tournaments: Vec<(TournamentId, Vec<Notice>)>,
    /// All other tournaments.
    pub(crate) past_tournaments: Vec<TournamentId>,
    pub(crate) moderation: SavedModeration,
    /// The announcement of the day.
    pub(crate) announcement: Option<Message>,
    /// The first number of a game that is not reserved.
    pub(crate) reserved: u64,
    /// The time of the last heartbeat.
    pub(crate) last_heartbeat: Millis,
}

/// Data of every user that is always in memory.
#[derive(Clone, Debug)]
pub(crate) struct SavedName {
    pub(crate) user: UserId,
    pub(crate) name: Name,
    pub(crate) role: Role,
    pub(crate) display_name: Option<DisplayName>,
}

#[derive(Clone, Debug)]
pub(crate) struct SavedUser {
    pub(crate) user: UserId,
    pub(crate) name: Name,
    pub(crate) role: Role,
    pub(crate) record: UserRecord,
    /// The number of the last event of the private room that was sent.
    pub(crate) seen: u64,
    /// The latest events of the private room.
    pub(crate) private: VecDeque<Notice>,
    /// The users who are muted or blocked.
    pub(crate) relations: Vec<(UserId, Relation)>,
    /// The users who have a relation to this one.
    pub(crate) related_by: Vec<(UserId, Relation)>,
}

#[derive(Clone, Debug)]
pub(crate) struct SavedGame {
    pub(crate) started: StartedGame,
    /// The end of the other game of a synchro pair, if it is over.
    pub(crate) twin_end: Option<GameEnd>,
    /// The events of the game, the chat of its players, and that of its spectators, by [`GameRoom`].
    pub(crate) rooms: [Vec<Notice>; 3],
    /// The moves that are not shown yet, by colour.
    pub(crate) hidden: Vec<(Color, HeldContent)>,
}
