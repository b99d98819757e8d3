//! What lists and pages show.

use willow_pairing::Standings;
use willow_protocol::{
    Event, Notice, ResultClaim, Room, TournamentGame, TournamentId, TournamentPhase,
    TournamentPlayer, TournamentState, TournamentSummary,
};

use super::Tournaments;
use super::hosted_tournament::{HostedTournament, called};
use crate::domain::{Accounts, UserId};

/// How many tournaments that are over a list has.
pub(super) const PAGE: usize = 50;
/// How many games of an arena that are over a page shows.
const ARENA_GAMES: usize = 50;

impl Tournaments {
    /// Lists the tournaments: those that are played, then those to come, then a page of the others.
    pub(super) fn list(&self, before: Option<TournamentId>) -> Event {
        let mut listed: Vec<&HostedTournament> = match before {
            None => self.by_id.values().filter(|it| it.is_open()).collect(),
            Some(_) => Vec::new(),
        };
        listed.sort_by_key(|it| {
            (it.phase != TournamentPhase::Running, it.plan.starts_at.unwrap_or(u64::MAX), it.id)
        });
        let over = self.over(before);
        let (page, later) = over.split_at(over.len().min(PAGE));
        let next = page.last().filter(|_| !later.is_empty()).copied();
        let page = page.iter().filter_map(|id| match self.by_id.get(id) {
            Some(hosted) => Some(hosted.summary()),
            None => self.unloaded.get(id)?.as_deref().cloned(),
        });
        let tournaments = listed.into_iter().map(HostedTournament::summary).chain(page).collect();
        Event::Tournaments { tournaments, next }
    }
}

impl HostedTournament {
    pub(crate) fn summary(&self) -> TournamentSummary {
        let rounds = self.rounds.as_ref();
        TournamentSummary {
            tournament: self.id,
            title: self.plan.name.clone(),
            format: self.plan.format,
            place: self.plan.place,
            terms: self.plan.terms.clone(),
            phase: self.phase,
            by: self.owner.clone(),
            players: self.players().filter(|(player, _)| self.is_present(*player)).count(),
            round: rounds.map_or(0, |rounds| rounds.rounds().len() as u32),
            rounds: rounds.map_or(0, willow_pairing::Tournament::n_rounds),
            starts_at: self.plan.starts_at,
            began_at: self.began_at,
            ends_at: self.over_at.or_else(|| self.arena_ends_at()),
        }
    }

    /// Returns everything that a page shows to a reader.
    pub(crate) fn state(&self, reader: Option<UserId>, accounts: &Accounts) -> TournamentState {
        let pairings = self.rounds.as_ref().map(|rounds| rounds.rounds().to_vec());
        let standings = self.rounds.as_ref().map(|rounds| Standings::new(rounds).players);
        let is_arena = self.rounds.is_none();
        let games = |is_running| self.arena_games.iter().filter(move |it| it.running == is_running);
        let last = games(false).rev().take(ARENA_GAMES);
        TournamentState {
            summary: self.summary(),
            last: self.room.last(),
            plan: self.plan.clone(),
            arbiters: self.arbiters.clone(),
            field: self.field(),
            pairings: pairings.unwrap_or_default(),
            games: self.games.iter().map(|(&of, &game)| TournamentGame { of, game }).collect(),
            claims: (self.claims.iter())
                .map(|(&of, &(player, result))| ResultClaim { of, player, result })
                .collect(),
            standings: standings.unwrap_or_default(),
            arena: if is_arena { self.arena_standings() } else { Vec::new() },
            arena_games: games(true).chain(last).copied().collect(),
            me: reader.and_then(|user| self.player_of(user)),
            directs: reader.is_some_and(|user| self.is_directed_by(user, accounts)),
        }
    }

    fn field(&self) -> Vec<TournamentPlayer> {
        let player = |(id, it): (_, &super::hosted_tournament::HostedEntrant)| {
            let rounds = self.rounds.as_ref();
            TournamentPlayer {
                player: id,
                called: called(&it.entrant, id),
                name: it.entrant.name.clone(),
                online: it.entrant.online,
                left: !self.is_present(id),
                country: it.entrant.country.clone(),
                federation_id: it.entrant.federation_id,
                rating: it.entrant.rating,
                extra_seconds: it.entrant.extra_seconds,
                byes: rounds.map_or_else(Vec::new, |rounds| rounds.asked_byes(id)),
            }
        };
        self.players().map(player).collect()
    }

    /// Returns a change as the event that it is.
    pub(super) fn notice(&self, number: u64) -> Option<Notice> {
        let logged = self.changes.get((number as usize).checked_sub(1)?)?.clone();
        let event = Event::TournamentChanged { by: logged.by, change: logged.change };
        let room = Some(Room::Tournament(self.id));
        Some(Notice { room, number: Some(number), ..Notice::new(logged.at, event) })
    }

    /// Returns all changes as events.
    pub(super) fn notices(&self) -> impl Iterator<Item = Notice> {
        (1..=self.changes.len() as u64).filter_map(|number| self.notice(number))
    }
}
