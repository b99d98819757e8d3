//! Tournaments: their rooms, what organisers and players do, and the games that begin for them.
//!
//! A tournament is the list of the events of its room, and is made of them again when it was not in memory. The crate
//! `pairing` pairs and counts. **Invariant:** a round and the beginning of its games are effects of one input, and so
//! one transaction.

mod arena;
mod checks;
mod files;
mod games;
mod handicap;
mod hosted_tournament;
mod loading;
mod orders;
mod view;

use std::collections::BTreeMap;

use willow_protocol::{
    ChosenPair, CommandResult, ErrorDetail, Event, GameId, Name, Notice, PairCosts, PairingWithout,
    PlayerId, Room, TournamentChange, TournamentId, TournamentSummary,
};

pub(crate) use self::files::TournamentFile;
use self::hosted_tournament::{HostedTournament, LoggedChange};
use self::orders::refused;
use super::router::Sender;
use super::{
    Accounts, CommandOutcome, ConnId, DamagedRow, Lobby, Refusal, Reply, RoomKey, RoomLog,
    ServerState, Shared, UserId,
};

/// All tournaments. Those that are over leave memory when nobody has needed them for a while.
#[derive(Debug, Default)]
pub(crate) struct Tournaments {
    by_id: BTreeMap<TournamentId, HostedTournament>,
    /// Those that are not in memory, with what lists have of them as far as it is known.
    unloaded: BTreeMap<TournamentId, Option<Box<TournamentSummary>>>,
    /// The games in progress that belong to one.
    by_game: BTreeMap<GameId, TournamentId>,
}

/// Refuses a number that no tournament has.
fn no_tournament(id: TournamentId) -> Refusal {
    let message = format!("there is no tournament {id}; `tournaments` lists them");
    Refusal::new(ErrorDetail::NoSuchTournament, message)
}

impl Tournaments {
    /// Makes the tournaments of the events of their rooms; others that are over are read when somebody needs them.
    pub(crate) fn restored(
        rooms: Vec<(TournamentId, Vec<Notice>)>,
        over: Vec<TournamentId>,
        accounts: &Accounts,
    ) -> Result<Tournaments, DamagedRow> {
        let unloaded = over.into_iter().map(|id| (id, None)).collect();
        let mut tournaments = Tournaments { unloaded, ..Tournaments::default() };
        for (id, notices) in rooms {
            let restored = HostedTournament::restored(id, notices, accounts);
            let hosted = restored.map_err(|problem| {
                DamagedRow::new("events", RoomKey::Tournament(id), problem.to_string())
            })?;
            tournaments.by_id.insert(id, hosted);
        }
        Ok(tournaments)
    }

    /// Returns the number for the next new tournament.
    fn next_id(&self) -> TournamentId {
        let last = self.by_id.keys().last().max(self.unloaded.keys().last());
        TournamentId(last.map_or(0, |id| id.0) + 1)
    }

    pub(crate) fn find(&self, id: TournamentId) -> Result<&HostedTournament, Refusal> {
        self.by_id.get(&id).ok_or_else(|| no_tournament(id))
    }

    fn find_mut(&mut self, id: TournamentId) -> Result<&mut HostedTournament, Refusal> {
        self.by_id.get_mut(&id).ok_or_else(|| no_tournament(id))
    }

    pub(crate) fn log(&self, id: TournamentId) -> Option<&RoomLog> {
        self.by_id.get(&id).map(|hosted| &hosted.room)
    }

    /// Returns whether a game in progress belongs to a tournament.
    pub(crate) fn has_game(&self, game: GameId) -> bool {
        self.by_game.contains_key(&game)
    }

    /// Makes sure that people may chat in a game.
    pub(crate) fn may_chat_in(&self, game: GameId) -> Result<(), Refusal> {
        match self.by_game.get(&game).and_then(|id| self.by_id.get(id)) {
            Some(hosted) if !hosted.plan.chat => {
                let message = "the organiser of this tournament has switched off chat in its games";
                Err(Refusal::new(ErrorDetail::NoChatInTournament, message))
            }
            _ => Ok(()),
        }
    }

    /// Returns whether a user takes part in a tournament that is not over, and so stays in memory.
    pub(crate) fn concerns(&self, user: UserId) -> bool {
        let open = self.by_id.values().filter(|hosted| hosted.is_open());
        open.flat_map(|hosted| &hosted.entrants).any(|it| it.user == Some(user))
    }

    /// Returns the accounts that have entered a tournament.
    pub(crate) fn users_of(&self, id: TournamentId) -> impl Iterator<Item = UserId> {
        let entrants = self.by_id.get(&id).into_iter().flat_map(|hosted| &hosted.entrants);
        entrants.filter_map(|entrant| entrant.user)
    }

    pub(crate) fn follow(&mut self, id: TournamentId, connection: ConnId) -> Result<(), Refusal> {
        self.find_mut(id)?.followers.insert(connection);
        Ok(())
    }

    /// Ends what a connection follows: one tournament, or all.
    pub(crate) fn unfollow(&mut self, id: Option<TournamentId>, connection: ConnId) {
        for (&number, hosted) in &mut self.by_id {
            if id.is_none_or(|id| id == number) {
                hosted.followers.remove(&connection);
            }
        }
    }

    /// Returns the last number of each room that a connection follows.
    pub(crate) fn followed_by(&self, connection: ConnId) -> impl Iterator<Item = (Room, u64)> {
        let followed = self.by_id.values().filter(move |it| it.followers.contains(&connection));
        followed.map(|it| (Room::Tournament(it.id), it.room.last()))
    }

    /// Makes a change, writes it and sends it to those who follow the tournament. What changes nothing is not told.
    fn change(
        &mut self,
        id: TournamentId,
        by: Option<UserId>,
        change: TournamentChange,
        shared: &mut Shared,
    ) -> Result<CommandResult, Refusal> {
        let hosted = self.find_mut(id)?;
        let by = by.map(|user| shared.accounts[user].name().clone());
        let logged =
            LoggedChange { at: shared.context.now, by: by.clone(), change: change.clone() };
        let is_change = hosted
            .make(logged, &shared.accounts)
            .map_err(|problem| refused(&problem.to_string()))?;
        if !is_change {
            return Ok(CommandResult::default());
        }
        hosted.changed_in = shared.accounts.group();
        let readers: Vec<ConnId> = hosted.followers.iter().copied().collect();
        let event = Event::TournamentChanged { by, change };
        Ok(shared.context.publish(RoomKey::Tournament(id), &mut hosted.room, event, readers))
    }

    /// Takes a new tournament, and publishes its first event.
    fn publish_first(
        &mut self,
        mut hosted: HostedTournament,
        by: Option<Name>,
        change: TournamentChange,
        shared: &mut Shared,
    ) -> CommandResult {
        let event = Event::TournamentChanged { by, change };
        hosted.changed_in = shared.accounts.group();
        let key = RoomKey::Tournament(hosted.id);
        let result = shared.context.publish(key, &mut hosted.room, event, Vec::new());
        self.by_id.insert(hosted.id, hosted);
        result
    }

    /// Tells the lobby how a tournament is now.
    fn announce(&self, id: TournamentId, lobby: &mut Lobby, shared: &mut Shared) {
        if let Some(hosted) = self.by_id.get(&id) {
            lobby.publish(Event::Tournament(Box::new(hosted.summary())), shared);
        }
    }

    /// Takes the name of an account that was deleted out of a tournament. The store does the same in the background.
    fn forget_user(
        &mut self,
        id: TournamentId,
        user: UserId,
        name: [&str; 2],
        shared: &mut Shared,
    ) {
        let Some(hosted) = self.by_id.get(&id) else { return };
        if let Some(player) = hosted.player_of(user).filter(|_| hosted.is_open()) {
            let change = hosted.presence_change(player, false);
            // Who has left already stays away.
            let _ = self.change(id, None, change, shared);
        }
        if let Some(hosted) = self.by_id.get_mut(&id) {
            hosted.room.rename(name[0], name[1]);
            hosted.replay(&shared.accounts);
        }
    }
}

impl ServerState {
    /// Takes a user whose account was deleted out of the tournaments.
    pub(crate) fn forget_in_tournaments(&mut self, user: UserId, name: &Name, neutral: &Name) {
        let ServerState { tournaments, shared, .. } = self;
        let named = tournaments.by_id.values().filter(|hosted| hosted.names(name));
        let concerned: Vec<TournamentId> = named.map(|hosted| hosted.id).collect();
        for summary in tournaments.unloaded.values_mut().flatten() {
            summary.by = summary.by.take().filter(|by| by != name);
        }
        for id in concerned {
            tournaments.forget_user(id, user, [name.as_str(), neutral.as_str()], shared);
        }
    }

    /// Lists the tournaments.
    pub(crate) fn list_tournaments(&self, before: Option<TournamentId>) -> Reply {
        Reply::Answer(self.tournaments.list(before))
    }

    /// Shows a tournament, and sends its events from now on, or no more.
    pub(crate) fn show_tournament(
        &mut self,
        Sender { connection, user, .. }: Sender<'_>,
        id: TournamentId,
        follow: Option<bool>,
    ) -> CommandOutcome {
        let state = self.tournaments.find(id)?.state(user, &self.shared.accounts);
        match follow {
            Some(true) => self.tournaments.follow(id, connection)?,
            Some(false) => self.tournaments.unfollow(Some(id), connection),
            None => {}
        }
        Ok(Reply::Answer(Event::TournamentState(Box::new(state))))
    }

    /// Shows an organiser what a pair costs, and the best pairing without it.
    pub(crate) fn show_pair_costs(
        &self,
        user: UserId,
        id: TournamentId,
        round: u32,
        player: PlayerId,
    ) -> CommandOutcome {
        let hosted = self.tournaments.find(id)?;
        hosted.require_organiser(user, &self.shared.accounts)?;
        let rounds = hosted.rounds.as_ref().ok_or_else(|| refused("an arena has no rounds"))?;
        let chosen = rounds.costs(round).map_err(|error| refused(&error.to_string()))?;
        let is_meant = |pair: &&ChosenPair| pair.black == player || pair.white == Some(player);
        let pair = chosen.iter().find(is_meant).cloned();
        let pair = pair.ok_or_else(|| refused("the player is not paired in this round"))?;
        // Without an alternative every other pairing has a forbidden pair.
        let without = rounds.alternative(round, player).ok().map(|found| PairingWithout {
            pairs: found.pairing.pairs.into_iter().filter(|pair| !chosen.contains(pair)).collect(),
            extra: found.extra_cost,
        });
        let costs = PairCosts { tournament: id, round, pair, without };
        Ok(Reply::Answer(Event::PairCosts(Box::new(costs))))
    }
}
