//! A tournament: what its changes make of it.

use std::collections::{BTreeMap, BTreeSet};

use willow_pairing::arena::{self, ArenaResult};
use willow_pairing::tournament::{About, Change};
use willow_pairing::{GameResult, Player, Tournament, TournamentError};
use willow_protocol::{
    ArenaGame, ArenaStanding, Entrant, GameId, GameNumber, Name, PlayerId, TournamentChange,
    TournamentFormat, TournamentGame, TournamentId, TournamentPhase, TournamentPlan,
};

use crate::domain::{Accounts, ConnId, MINUTE, Millis, RoomLog, UserId};

/// A change with its time and who made it.
#[derive(Clone, Debug)]
pub(crate) struct LoggedChange {
    pub(crate) at: Millis,
    pub(crate) by: Option<Name>,
    pub(crate) change: TournamentChange,
}

/// Why a change of a tournament is not possible.
#[derive(Debug, thiserror::Error)]
pub(super) enum ImpossibleChange {
    #[error(transparent)]
    Rounds(#[from] TournamentError),
    #[error("an arena has no rounds")]
    NoRounds,
    #[error("there is no such player")]
    NoPlayer,
    #[error("there is no such game")]
    NoGame,
    #[error("it does not begin with its plan")]
    NoPlan,
    #[error("event {number}: {problem}")]
    Replayed { number: u64, problem: Box<ImpossibleChange> },
}

/// Somebody who takes part.
#[derive(Clone, Debug)]
pub(crate) struct HostedEntrant {
    pub(super) entrant: Entrant,
    /// The account, while it exists.
    pub(super) user: Option<UserId>,
    /// Whether the player has not left an arena; of rounds the core knows.
    is_here: bool,
}

/// A tournament.
#[derive(Debug)]
pub(crate) struct HostedTournament {
    pub(crate) id: TournamentId,
    pub(super) plan: TournamentPlan,
    /// The rounds; an arena has none.
    pub(super) rounds: Option<Tournament>,
    pub(super) phase: TournamentPhase,
    pub(super) owner: Option<Name>,
    pub(super) arbiters: Vec<Name>,
    pub(super) entrants: Vec<HostedEntrant>,
    /// The last game on the server of each game.
    pub(super) games: BTreeMap<GameNumber, GameId>,
    /// The results that wait to be confirmed.
    pub(super) claims: BTreeMap<GameNumber, (PlayerId, GameResult)>,
    pub(super) arena_games: Vec<ArenaGame>,
    arena_results: Vec<ArenaResult>,
    pub(super) made_at: Millis,
    pub(super) began_at: Option<Millis>,
    pub(super) over_at: Option<Millis>,
    /// All changes, in their order.
    pub(super) changes: Vec<LoggedChange>,
    /// The latest events, for those who missed some.
    pub(crate) room: RoomLog,
    /// The connections that receive the events.
    pub(super) followers: BTreeSet<ConnId>,
    /// The number of the group of decisions in which it changed last.
    pub(super) changed_in: u64,
    /// When something happens by itself, if the timer is set.
    pub(super) timer: Option<Millis>,
}

impl HostedTournament {
    /// Returns the tournament of these changes.
    ///
    /// # Errors
    /// A change is not possible.
    pub(super) fn replayed(
        id: TournamentId,
        changes: Vec<LoggedChange>,
        accounts: &Accounts,
    ) -> Result<HostedTournament, ImpossibleChange> {
        let mut changes = changes.into_iter().map(|change| without_gone(change, accounts));
        let first = changes.next().ok_or(ImpossibleChange::NoPlan)?;
        let TournamentChange::Planned { plan, rules } = &first.change else {
            return Err(ImpossibleChange::NoPlan);
        };
        let about = about(plan);
        let rounds = rules.as_ref().map(|rules| Tournament::new(about, (**rules).clone()));
        let mut hosted = HostedTournament {
            id,
            plan: (**plan).clone(),
            rounds: rounds.transpose()?,
            phase: TournamentPhase::Open,
            owner: first.by.clone(),
            arbiters: Vec::new(),
            entrants: Vec::new(),
            games: BTreeMap::new(),
            claims: BTreeMap::new(),
            arena_games: Vec::new(),
            arena_results: Vec::new(),
            made_at: first.at,
            began_at: None,
            over_at: None,
            changes: vec![first],
            room: RoomLog::default(),
            followers: BTreeSet::new(),
            changed_in: 0,
            timer: None,
        };
        for (number, change) in (2..).zip(changes) {
            hosted.apply(&change, accounts).map_err(|problem| ImpossibleChange::Replayed {
                number,
                problem: Box::new(problem),
            })?;
            // One that changes nothing any more, about an account that is gone, keeps its number.
            hosted.changes.push(change);
        }
        Ok(hosted)
    }

    /// Makes a change. Returns whether it changed something; only then it is kept.
    ///
    /// # Errors
    /// It is not possible, and nothing has changed.
    pub(super) fn make(
        &mut self,
        logged: LoggedChange,
        accounts: &Accounts,
    ) -> Result<bool, ImpossibleChange> {
        let is_change = self.apply(&logged, accounts)?;
        if is_change {
            self.changes.push(logged);
        }
        Ok(is_change)
    }

    fn apply(
        &mut self,
        logged: &LoggedChange,
        accounts: &Accounts,
    ) -> Result<bool, ImpossibleChange> {
        match &logged.change {
            TournamentChange::Planned { plan, rules } => {
                if let (Some(rounds), Some(rules)) = (&mut self.rounds, rules) {
                    let reason = "the plan changed".to_owned();
                    let change = Change::RulesChanged { rules: (**rules).clone(), reason };
                    rounds.apply(change)?;
                }
                self.plan.clone_from(plan);
                Ok(true)
            }
            TournamentChange::Arbiter { name, on: true } => {
                let is_new = !self.arbiters.contains(name) && accounts.find(name).is_some();
                self.arbiters.extend(is_new.then(|| name.clone()));
                Ok(is_new)
            }
            TournamentChange::Arbiter { name, on: false } => {
                let before = self.arbiters.len();
                self.arbiters.retain(|arbiter| arbiter != name);
                Ok(self.arbiters.len() < before)
            }
            TournamentChange::Registered(entrant) => {
                let player = player_data(entrant, self.next_player());
                self.apply_to_rounds(Change::PlayerAdded(player))?;
                let user = entrant.name.as_ref().and_then(|name| accounts.find(name));
                self.entrants.push(HostedEntrant { entrant: entrant.clone(), user, is_here: true });
                Ok(true)
            }
            TournamentChange::Corrected(entrant) => {
                let player = entrant.player.unwrap_or(PlayerId(0));
                let data = player_data(entrant, player);
                let known = self.entrant(player).ok_or(ImpossibleChange::NoPlayer)?;
                let is_change = known.entrant != *entrant;
                self.apply_to_rounds(Change::PlayerCorrected(data))?;
                self.entrant_mut(player).ok_or(ImpossibleChange::NoPlayer)?.entrant =
                    entrant.clone();
                Ok(is_change)
            }
            // The events that had the name are others by now.
            TournamentChange::Forgotten { .. } => Ok(true),
            TournamentChange::Pairing(change) => self.apply_to_rounds((**change).clone()),
            TournamentChange::Present { player, on } => {
                let known = self.entrant_mut(*player).ok_or(ImpossibleChange::NoPlayer)?;
                Ok(std::mem::replace(&mut known.is_here, *on) != *on)
            }
            TournamentChange::Begun { games } => {
                self.games.extend(games.iter().map(|TournamentGame { of, game }| (*of, *game)));
                Ok(true)
            }
            TournamentChange::Claimed { game, player, result } => {
                let claim = (*player, *result);
                Ok(self.claims.insert(*game, claim) != Some(claim))
            }
            TournamentChange::ArenaPaired { game, black, white } => {
                let (game, black, white) = (*game, *black, *white);
                self.arena_games.push(ArenaGame {
                    game,
                    black,
                    white,
                    result: None,
                    running: true,
                });
                Ok(true)
            }
            TournamentChange::ArenaEnded { game, result } => {
                let found = self.arena_games.iter_mut().rev().find(|it| it.game == *game);
                let found = found.filter(|it| it.running).ok_or(ImpossibleChange::NoGame)?;
                (found.running, found.result) = (false, *result);
                let (black, white) = (found.black, found.white);
                let result = result.map(|result| ArenaResult { black, white, result });
                self.arena_results.extend(result);
                Ok(true)
            }
            TournamentChange::Phase { phase, .. } => {
                if *phase == TournamentPhase::Running {
                    self.began_at.get_or_insert(logged.at);
                }
                self.over_at = (!phase.is_open()).then_some(logged.at);
                Ok(std::mem::replace(&mut self.phase, *phase) != *phase)
            }
        }
    }

    /// Makes a change of players, pairings or results. Returns whether it changed something.
    fn apply_to_rounds(&mut self, change: Change) -> Result<bool, ImpossibleChange> {
        let Some(rounds) = &mut self.rounds else {
            // Whoever plays is no business of rounds.
            return match change {
                Change::PlayerAdded(_) | Change::PlayerCorrected(_) => Ok(true),
                _ => Err(ImpossibleChange::NoRounds),
            };
        };
        let before = rounds.last_number();
        // Games of a round that is paired anew are not played any more.
        let gone = match &change {
            Change::RoundPairedByHand { round, .. } | Change::RoundTakenBack { round, .. } => {
                Some(*round)
            }
            _ => None,
        };
        let settled = match &change {
            Change::ResultEntered { game, .. } | Change::ResultCorrected { game, .. } => {
                Some(*game)
            }
            _ => None,
        };
        rounds.apply(change)?;
        if let Some(round) = gone {
            self.games.retain(|of, _| of.round < round);
            self.claims.retain(|of, _| of.round < round);
        }
        let had_claim = settled.is_some_and(|game| self.claims.remove(&game).is_some());
        Ok(before < self.rounds.as_ref().map_or(0, Tournament::last_number) || had_claim)
    }

    /// Returns whether it has not ended.
    pub(crate) const fn is_open(&self) -> bool {
        self.phase.is_open()
    }

    pub(super) const fn is_arena(&self) -> bool {
        matches!(self.plan.format, TournamentFormat::Arena { .. })
    }

    /// Returns when an arena begins its last games.
    pub(super) fn arena_ends_at(&self) -> Option<Millis> {
        match self.plan.format {
            TournamentFormat::Arena { minutes } => {
                Some(self.began_at? + u64::from(minutes) * MINUTE)
            }
            _ => None,
        }
    }

    pub(super) fn next_player(&self) -> PlayerId {
        PlayerId(self.entrants.len() as u32 + 1)
    }

    pub(super) fn entrant(&self, player: PlayerId) -> Option<&HostedEntrant> {
        self.entrants.get((player.0 as usize).checked_sub(1)?)
    }

    fn entrant_mut(&mut self, player: PlayerId) -> Option<&mut HostedEntrant> {
        self.entrants.get_mut((player.0 as usize).checked_sub(1)?)
    }

    /// Returns all players by number.
    pub(super) fn players(&self) -> impl Iterator<Item = (PlayerId, &HostedEntrant)> {
        (1..).map(PlayerId).zip(&self.entrants)
    }

    pub(super) fn player_of(&self, user: UserId) -> Option<PlayerId> {
        self.players().find(|(_, it)| it.user == Some(user)).map(|(player, _)| player)
    }

    /// Returns whether a player has not left.
    pub(super) fn is_present(&self, player: PlayerId) -> bool {
        match (&self.rounds, self.entrant(player)) {
            (Some(rounds), Some(_)) => !rounds.is_withdrawn(player),
            (None, Some(entrant)) => entrant.is_here,
            (_, None) => false,
        }
    }

    /// Returns the change by which a player leaves or comes back.
    pub(super) fn presence_change(&self, player: PlayerId, on: bool) -> TournamentChange {
        match (self.is_arena(), on) {
            (true, _) => TournamentChange::Present { player, on },
            (false, true) => TournamentChange::Pairing(Box::new(Change::PlayerReturned(player))),
            (false, false) => TournamentChange::Pairing(Box::new(Change::PlayerWithdrawn(player))),
        }
    }

    pub(crate) fn arena_standings(&self) -> Vec<ArenaStanding> {
        let players: Vec<_> = self.players().map(|(id, it)| (id, it.entrant.rating)).collect();
        arena::standings(&players, &self.arena_results)
    }

    /// Returns whether a name of an account stands anywhere in it.
    pub(super) fn names(&self, name: &Name) -> bool {
        self.changes.iter().any(|logged| {
            logged.by.as_ref() == Some(name)
                || match &logged.change {
                    TournamentChange::Registered(entrant)
                    | TournamentChange::Corrected(entrant) => entrant.name.as_ref() == Some(name),
                    TournamentChange::Arbiter { name: arbiter, .. } => arbiter == name,
                    _ => false,
                }
        })
    }

    /// Takes what is known of a player out of the changes. Returns the numbers of those that are others now.
    pub(super) fn forget(&mut self, player: PlayerId, accounts: &Accounts) -> Vec<u64> {
        let mut numbers = Vec::new();
        let mut n_registered = 0;
        for (number, logged) in (1..).zip(&mut self.changes) {
            let entrant = match &mut logged.change {
                TournamentChange::Registered(entrant) => {
                    n_registered += 1;
                    Some(entrant).filter(|_| PlayerId(n_registered) == player)
                }
                TournamentChange::Corrected(entrant) => {
                    Some(entrant).filter(|it| it.player == Some(player))
                }
                _ => None,
            };
            if let Some(entrant) = entrant {
                let (player, online) = (entrant.player, entrant.online);
                *entrant = Entrant { player, online, ..Entrant::default() };
                numbers.push(number);
            }
        }
        self.replay(accounts);
        numbers
    }

    /// Makes the tournament of its changes anew, without the names of accounts that are gone.
    pub(super) fn replay(&mut self, accounts: &Accounts) {
        let changes = std::mem::take(&mut self.changes);
        match HostedTournament::replayed(self.id, changes.clone(), accounts) {
            Ok(replayed) => {
                self.rounds = replayed.rounds;
                self.owner = replayed.owner;
                self.arbiters = replayed.arbiters;
                self.entrants = replayed.entrants;
                self.changes = replayed.changes;
            }
            Err(problem) => {
                tracing::error!(tournament = self.id.0, %problem, "a name could not be replaced");
                self.changes = changes;
            }
        }
    }
}

/// Returns what files say of a tournament.
pub(super) fn about(plan: &TournamentPlan) -> About {
    let text = |it: &Option<_>| it.as_ref().map(ToString::to_string).unwrap_or_default();
    About { name: plan.name.to_string(), country: text(&plan.country), date: text(&plan.date) }
}

/// Returns what a player is called.
pub(super) fn called(entrant: &Entrant, player: PlayerId) -> String {
    let name = entrant.name.as_ref().map(ToString::to_string);
    let called = || entrant.called.as_ref().map(ToString::to_string);
    name.or_else(called).unwrap_or_else(|| format!("player-{player}"))
}

/// Stands for an arbiter whose account was deleted.
const GONE: &str = "deleted-account";

/// Takes names of accounts that do not exist out of a change.
fn without_gone(mut logged: LoggedChange, accounts: &Accounts) -> LoggedChange {
    let is_gone = |name: &Name| accounts.find(name).is_none();
    logged.by = logged.by.filter(|name| !is_gone(name));
    match &mut logged.change {
        TournamentChange::Registered(entrant) | TournamentChange::Corrected(entrant) => {
            entrant.name = entrant.name.take().filter(|name| !is_gone(name));
        }
        TournamentChange::Arbiter { name, .. } if is_gone(name) => {
            *name = GONE.parse().expect("a name of letters and a hyphen");
        }
        _ => {}
    }
    logged
}

/// Returns what the rounds know of a player.
fn player_data(entrant: &Entrant, id: PlayerId) -> Player {
    Player {
        id,
        name: called(entrant, id),
        country: entrant.country.as_ref().map(ToString::to_string),
        federation_id: entrant.federation_id,
        rating: entrant.rating,
    }
}
