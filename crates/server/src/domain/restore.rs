//! Restores the state from the store.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::net::IpAddr;

use willow_board::{Color, Move};
use willow_protocol::{
    DisplayName, Event, GameEnd, Name, Notice, Offer, OfferedResult, Role, Side, SpeedClass,
};

use super::{
    ActiveGame, BannedAddresses, DamagedRow, EarlyEnds, Effects, EncodedNotice, HandledCommand,
    HiddenContent, LobbyFollowers, Millis, OfferClosure, OpenOffer, OpenOffers, OpenReport,
    Opponents, PresenceChanges, Progress, Rating, Relation, Rng, RoomKey, RoomLog, Secrets,
    ServerState, Settings, StartedGame, Timer, Tokens, User, UserAddresses, UserId, UserProfile,
    Users, Write, reset_timer,
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
        let mut users = Users::default();
        users.skip_ids_up_to(saved.last_user);
        for (name, free_at) in &saved.held_names {
            users.hold(name, *free_at);
        }
        for SavedName { user, name, role, display_name } in saved.names {
            users.add_name(user, name, role, display_name.as_ref());
        }
        for user in saved.users {
            let (id, user) = (user.user, restored_user(user, &users));
            users.admit(id, user);
        }
        let next_game = saved.reserved.max(1);
        let mut state = ServerState {
            now,
            rng: Rng::new(settings.seed),
            is_shutting_down: false,
            read_only_since: None,
            settings,
            users,
            connections: HashMap::new(),
            lobby: restored_log(saved.lobby),
            lobby_followers: LobbyFollowers::default(),
            lobby_chat: restored_log(saved.lobby_chat),
            offers: OpenOffers::default(),
            games: BTreeMap::new(),
            slow_games: BTreeSet::new(),
            open_reports: saved.open_reports.into_iter().map(|it| (it.report, it)).collect(),
            last_report: saved.last_report,
            progress: Progress::default(),
            timers: BTreeSet::new(),
            departed: Vec::new(),
            presence: PresenceChanges::default(),
            waiting: Vec::new(),
            next_pairing: None,
            next_heartbeat: None,
            next_game,
            reserved: saved.reserved,
            tokens: Tokens::after(saved.last_token),
            secrets: Secrets::default(),
            banned_addresses: BannedAddresses::default(),
            effects: Effects::default(),
        };
        for (address, user, until) in saved.banned_addresses {
            state.banned_addresses.ban(address, user, until);
        }
        state.register_bots();
        for game in saved.games {
            state.restore_game(game, last_written)?;
        }
        state.restore_offers(saved.offers);
        state.await_users();
        state.write_heartbeat();
        let effects = std::mem::take(&mut state.effects);
        Ok((state, effects))
    }

    /// Gives the server's bots their names.
    fn register_bots(&mut self) {
        for (number, bot) in self.settings.bots.clone().into_iter().enumerate() {
            let known = self.users.find(&bot.name);
            let is_bot = |&id: &UserId| self.users.get(id).is_some_and(|it| it.role == Role::Bot);
            let known = known.filter(is_bot);
            let id = known.map_or_else(|| self.new_user(bot.name.clone(), Role::Bot, None), Ok);
            // A name that a person has stays the person's.
            if let Ok(id) = id {
                let first = bot.details.first_rating.map(Rating::measured);
                self.users[id].first_rating = first.unwrap_or_default();
                self.users.make_bot(id, number);
            }
        }
    }

    fn restore_game(&mut self, saved: SavedGame, last_written: Millis) -> Result<(), DamagedRow> {
        let now = self.now;
        let SavedGame { started, twin_end, mut events, players, watchers, hidden } = saved;
        let game = started.game;
        if let Some(UserId(missing)) =
            started.players.into_iter().find(|&player| self.users.get(player).is_none())
        {
            let problem = format!("its player {missing} is not in the table `users`");
            return Err(DamagedRow::new("games", game, problem));
        }
        let last = events.last().map_or(started.at, |notice| notice.time);
        let mut active = ActiveGame::new(started);
        active.is_bridged = self.is_bridged(active.players());
        let mut active = replay(active, &mut events)?;
        for (color, content) in hidden {
            active.restore_hidden(color, content);
        }
        active.forget_unknown();
        // The server was there when it wrote last, in whatever room. A flag that had fallen by then would have ended
        // the game: such a clock stood still.
        let has_fallen = active.flag_falls().is_some_and(|at| at <= last_written);
        let away_since = if has_fallen { last } else { last.max(last_written.min(now)) };
        if let Some(twin) = &mut active.twin {
            twin.end = twin_end;
        }
        // In a game without a clock the absence goes on while the server is down.
        if active.is_unlimited() {
            active.claim_at = active.told_gone;
        }
        active.log = restored_log(events);
        active.players_log = restored_log(players);
        active.watchers_log = restored_log(watchers);
        let players = active.players();
        // The clocks of an adjourned game stand still anyhow. Others wait for both players, but no longer than
        // the opponent of an absent player.
        let is_adjourned = active.adjourned_since().is_some();
        if !is_adjourned && !active.is_correspondence() && !self.both_are_there(&active) {
            active.awaited_until = Some(now + self.settings.claim_after);
        }
        let resumed = (!is_adjourned).then(|| active.resume(away_since, now));
        self.insert_game(active);
        for player in players {
            self.users[player].games.insert(game);
            self.users[player].n_loaded_games += 1;
        }
        if let Some(resumed) = resumed {
            self.publish(RoomKey::Game(game), resumed);
        }
        for player in players {
            self.end_requests_in(player, game);
        }
        self.start_turn(game);
        Ok(())
    }

    /// Returns whether a bridge brings one of the players.
    pub(crate) fn is_bridged(&self, players: [UserId; 2]) -> bool {
        let is_proxy = |user: UserId| self.users.get(user).is_some_and(|it| it.role == Role::Proxy);
        players.into_iter().any(is_proxy)
    }

    /// Waits for the users who have a game or an offer, and for guests: after a start nobody is
    /// connected. Others stay in memory for a while.
    fn await_users(&mut self) {
        let departs_at = self.now + self.settings.account_grace;
        // Spread over an hour, so that no moment has much to do.
        let departure =
            |id: UserId| (departs_at + id.0.unsigned_abs() % 3_600_000, Timer::Departure(id));
        self.timers.extend(self.users.iter().map(|(id, _)| departure(id)));
        let players = self.games.values().flat_map(ActiveGame::players);
        let makers = self.offers.all().map(|open| open.from);
        let guests = self.users.iter().filter(|(_, user)| user.role == Role::Guest);
        let guests = guests.map(|(id, _)| id);
        let awaited: BTreeSet<UserId> = players
            .chain(makers)
            .chain(guests)
            .filter(|&user| !self.users[user].is_online())
            .collect();
        for user in awaited {
            self.begin_absence(user);
        }
    }

    /// Opens the offers again, except those whose parties are gone.
    fn restore_offers(&mut self, offers: Vec<Offer>) {
        for offer in offers {
            let game = offer.game;
            let to = offer.to.as_ref().map(|to| self.users.find(to));
            let Some(from) = self.users.find(&offer.from) else {
                self.effects.writes.push(Write::OfferClosed(game));
                continue;
            };
            let recipient_is_gone = to == Some(None);
            self.offers.insert(OpenOffer { offer, from, to: to.flatten() });
            self.restore_link(game);
            if recipient_is_gone {
                self.close_offer(game, OfferClosure::Withdrawn);
            }
        }
    }
}

/// Returns the latest time at which the server is known to have written something.
fn last_written(saved: &Saved) -> Millis {
    let games = saved.games.iter().flat_map(|game| [&game.events, &game.players, &game.watchers]);
    let rooms = games.chain([&saved.lobby, &saved.lobby_chat]);
    let times = rooms.filter_map(|room| room.last()).map(|notice| notice.time);
    times.fold(saved.last_heartbeat, Millis::max)
}

fn restored_log(events: impl IntoIterator<Item = Notice>) -> RoomLog {
    let mut log = RoomLog::default();
    for notice in events {
        log.push(EncodedNotice::new(notice));
    }
    log
}

/// Restores a user. Relations to accounts that no longer exist are left out: the store may learn of their end later.
pub(crate) fn restored_user(saved: SavedUser, users: &Users) -> User {
    let exists = |other: UserId| users.name(other).is_some();
    let mut user = User::new(saved.name, saved.role);
    user.banned = saved.banned;
    user.silenced_until = saved.silenced_until;
    (user.seen, user.stored_seen) = (saved.seen, saved.seen);
    user.private = restored_log(saved.private);
    user.handled = saved.handled;
    for (other, relation) in saved.relations.into_iter().filter(|&(other, _)| exists(other)) {
        user.related(relation).insert(other);
    }
    for (other, relation) in saved.related_by.into_iter().filter(|&(other, _)| exists(other)) {
        user.related_by(relation).map(|set| set.insert(other));
    }
    user.addresses = saved.addresses;
    user.ratings = saved.ratings;
    user.opponents = saved.opponents;
    user.early_ends = saved.early_ends;
    user.profile = saved.profile;
    user
}

/// Gives the events of a game that is over the details that the store leaves out.
///
/// # Errors
/// The moves must be legal.
pub(crate) fn complete_events(
    started: StartedGame,
    events: &mut [Notice],
) -> Result<(), DamagedRow> {
    replay(ActiveGame::new(started), events).map(|_| ())
}

/// Replays a game from its events, and gives these the details that the store leaves out.
fn replay(mut active: ActiveGame, events: &mut [Notice]) -> Result<ActiveGame, DamagedRow> {
    // The store has the colours of the end.
    if events.iter().any(|it| matches!(it.event, Event::Komi { exchanged: true, .. })) {
        active.exchange_colors();
    }
    let mut last = active.started_at();
    // The events of the last move: its passes and the end follow in the log.
    let mut moved = VecDeque::new();
    for notice in events {
        let time = notice.time;
        match &mut notice.event {
            // The referee plays passes itself, so the passes of the log are there already.
            event @ Event::Moved { mv: Move::Place(_), .. } => {
                let Event::Moved { mv: Move::Place(square), turn, clocks, .. } = event else {
                    continue;
                };
                active.run_clocks(time);
                if let Some(used) = turn.used {
                    active.repeat_used(used, time);
                }
                let events = active.place(*square, time).map_err(|rejection| {
                    let row =
                        format!("{} {}", RoomKey::Game(active.id), notice.number.unwrap_or(0));
                    let problem = format!("the move {square} cannot be replayed: {rejection}");
                    DamagedRow::new("events", row, problem)
                })?;
                moved = events.into();
                active.repeat_stop(clocks, time);
                complete(event, moved.pop_front());
            }
            event @ Event::Moved { mv: Move::Pass, .. } => complete(event, moved.pop_front()),
            event @ Event::TakenBack { .. } => {
                let Event::TakenBack { plies, clocks, .. } = event else { continue };
                active.repeat_takeback(*plies, clocks, time);
                complete(event, Some(active.taken_back(time)));
            }
            event @ Event::Resumed { .. } => {
                let Event::Resumed { away_since, clocks, .. } = event else { continue };
                let resumed = active.resume(away_since.unwrap_or(last), time);
                active.repeat_stop(clocks, time);
                complete(event, Some(resumed));
            }
            Event::Held { .. } => active.repeat_hold(time),
            Event::Bid { name, .. } => active.repeat_bid(name, time),
            Event::Komi { komi, exchanged, .. } => {
                if *exchanged {
                    active.exchange_colors();
                }
                active.end_bidding(*komi, time);
            }
            Event::ResultOffered { color, result } => {
                active.offered_result =
                    Some(OfferedResult { color: Side(*color), result: *result });
            }
            Event::AdjournAsked { color } | Event::ContinueAsked { color } => {
                active.adjourn_asked = Some(*color);
            }
            Event::Adjourned { .. } => _ = active.adjourn(time),
            Event::RequestRefused => (active.offered_result, active.adjourn_asked) = (None, None),
            Event::TakebackAsked { color } => active.takeback = Some(*color),
            Event::TakebackRefused => active.takeback = None,
            Event::TimeGiven { color, given, .. } => active.give_time(*color, *given),
            Event::Ended(end) => active.restore_end(*end, time),
            Event::Gone { color, claim_at } => active.told_gone[color.index()] = Some(*claim_at),
            Event::Back { color } => active.told_gone[color.index()] = None,
            // What else happens in a game's room does not change the game.
            _ => {}
        }
        last = time;
    }
    Ok(active)
}

/// Gives a stored event the details that the store leaves out, from the same event as the replay has it.
fn complete(stored: &mut Event, replayed: Option<Event>) {
    let Some(replayed) = replayed else { return };
    match (stored, replayed) {
        (
            Event::Moved { mv, ply, clocks, turn, .. },
            Event::Moved { mv: same, ply: same_ply, clocks: now, turn: details, .. },
        ) if *mv == same && *ply == same_ply => {
            (clocks.running, clocks.parts) = (now.running, now.parts);
            *turn = details;
        }
        (
            Event::TakenBack { clocks, turn, .. },
            Event::TakenBack { clocks: now, turn: details, .. },
        )
        | (
            Event::Resumed { clocks, turn, .. },
            Event::Resumed { clocks: now, turn: details, .. },
        ) => {
            (clocks.running, clocks.parts) = (now.running, now.parts);
            *turn = details;
        }
        _ => {}
    }
}

/// The time between two heartbeats: a player of days may gain this much if the server is killed.
const HEARTBEAT_INTERVAL: Millis = 600_000;

impl ServerState {
    /// Writes a heartbeat and sets the timer for the next one, if a game needs heartbeats.
    pub(crate) fn write_heartbeat(&mut self) {
        let now = self.now;
        if self.next_heartbeat.is_some_and(|time| time > now) {
            return;
        }
        let needed = !self.slow_games.is_empty();
        let next = needed.then_some(now + HEARTBEAT_INTERVAL);
        reset_timer(&mut self.timers, &mut self.next_heartbeat, next, Timer::Heartbeat);
        if needed {
            self.effects.writes.push(Write::Heartbeat(now));
        }
    }
}

/// The data of the store from which the state is restored.
#[derive(Clone, Debug, Default)]
pub(crate) struct Saved {
    /// The names of all whose accounts exist.
    pub(crate) names: Vec<SavedName>,
    /// The users who are in memory from the start.
    pub(crate) users: Vec<SavedUser>,
    /// The largest number of a user, deleted ones included.
    pub(crate) last_user: i64,
    /// The largest number of a token.
    pub(crate) last_token: u64,
    /// The names of deleted accounts that are not free yet, and when they are.
    pub(crate) held_names: Vec<(Name, Millis)>,
    /// The addresses from which nobody new may come, whose ban that is, and until when.
    pub(crate) banned_addresses: Vec<(IpAddr, UserId, Millis)>,
    /// The latest events of the lobby.
    pub(crate) lobby: Vec<Notice>,
    /// The latest messages of the lobby.
    pub(crate) lobby_chat: Vec<Notice>,
    /// The games in progress.
    pub(crate) games: Vec<SavedGame>,
    /// The open offers.
    pub(crate) offers: Vec<Offer>,
    /// The reports that no moderator has closed.
    pub(crate) open_reports: Vec<OpenReport>,
    /// The number of the last report.
    pub(crate) last_report: u64,
    /// The first number of a game that is not reserved.
    pub(crate) reserved: u64,
    /// The time of the last heartbeat.
    pub(crate) last_heartbeat: Millis,
}

/// What is known of every user.
#[derive(Clone, Debug)]
pub(crate) struct SavedName {
    /// The number.
    pub(crate) user: UserId,
    pub(crate) name: Name,
    pub(crate) role: Role,
    pub(crate) display_name: Option<DisplayName>,
}

/// A user in the store.
#[derive(Clone, Debug)]
pub(crate) struct SavedUser {
    /// The number.
    pub(crate) user: UserId,
    pub(crate) name: Name,
    pub(crate) role: Role,
    /// Whether the user is banned.
    pub(crate) banned: bool,
    /// The time until which the user may send no messages.
    pub(crate) silenced_until: Millis,
    /// The number of the last event of the private room that was sent.
    pub(crate) seen: u64,
    /// The latest events of the private room.
    pub(crate) private: VecDeque<Notice>,
    /// The latest commands that were executed under an id, oldest first.
    pub(crate) handled: VecDeque<HandledCommand>,
    /// The users who are muted or blocked.
    pub(crate) relations: Vec<(UserId, Relation)>,
    /// The users who have a relation to this one.
    pub(crate) related_by: Vec<(UserId, Relation)>,
    /// The latest addresses.
    pub(crate) addresses: UserAddresses,
    pub(crate) profile: UserProfile,
    pub(crate) ratings: BTreeMap<SpeedClass, Rating>,
    /// The opponents of rated games.
    pub(crate) opponents: BTreeMap<SpeedClass, Opponents>,
    pub(crate) early_ends: EarlyEnds,
}

/// A game in the store.
#[derive(Clone, Debug)]
pub(crate) struct SavedGame {
    pub(crate) started: StartedGame,
    /// The end of the other game of a synchro pair, if it is over.
    pub(crate) twin_end: Option<GameEnd>,
    /// The events of the game.
    pub(crate) events: Vec<Notice>,
    /// The chat of the players.
    pub(crate) players: Vec<Notice>,
    /// The chat of the spectators.
    pub(crate) watchers: Vec<Notice>,
    /// The moves that are not shown yet, by colour.
    pub(crate) hidden: Vec<(Color, HiddenContent)>,
}
