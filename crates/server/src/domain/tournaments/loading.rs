//! Tournaments that are over: which of them an input needs, how they come into memory and how they go.

use willow_protocol::{Command, Notice, Room, TournamentId};

use super::hosted_tournament::{HostedTournament, ImpossibleChange, LoggedChange};
use super::view::PAGE;
use super::{Event, Tournaments};
use crate::domain::{
    Accounts, DAY, Input, KEPT_EVENTS, LoginRequest, MINUTE, Millis, RoomLog, ServerState,
};

/// How long a tournament that is over stays in memory at least, once it was needed.
pub(super) const KEPT: Millis = 10 * MINUTE;

impl ServerState {
    /// Returns the tournaments that an input needs and that are not in memory.
    pub(crate) fn absent_tournaments(&self, input: &Input) -> Vec<TournamentId> {
        let mut needed: Vec<TournamentId> = match input {
            Input::Request { request, .. } => match &request.command {
                Command::Tournaments { before } => return self.tournaments.unlisted(*before),
                Command::Tournament { tournament, .. }
                | Command::PairCosts { tournament, .. }
                | Command::Enter { tournament, .. }
                | Command::Direct { tournament, .. }
                | Command::Sync { room: Room::Tournament(tournament), .. } => vec![*tournament],
                _ => Vec::new(),
            },
            Input::Login { login: LoginRequest::Resume { rooms, .. }, .. } => {
                let tournament = |room: &Room| match room {
                    Room::Tournament(id) => Some(*id),
                    _ => None,
                };
                rooms.0.keys().filter_map(tournament).collect()
            }
            _ => Vec::new(),
        };
        needed.retain(|id| self.tournaments.unloaded.contains_key(id));
        needed
    }

    /// Takes tournaments into memory. They stay for some minutes, and while somebody follows them.
    pub(crate) fn admit_tournaments(
        &mut self,
        rooms: Vec<(TournamentId, Vec<Notice>)>,
        now: Millis,
    ) {
        self.shared.context.now = now;
        for (id, notices) in rooms {
            match HostedTournament::restored(id, notices, &self.shared.accounts) {
                Ok(hosted) => {
                    self.tournaments.unloaded.remove(&id);
                    self.tournaments.by_id.insert(id, hosted);
                    self.resume_tournament(id);
                }
                Err(problem) => tracing::error!(tournament = id.0, %problem, "it cannot be read"),
            }
        }
    }

    /// Drops a tournament that is over, unless somebody follows it or its last change is not yet on the disk.
    pub(super) fn unload_tournament(&mut self, id: TournamentId) {
        let Tournaments { by_id, by_game, unloaded } = &mut self.tournaments;
        let Some(hosted) = by_id.get(&id) else { return };
        // Those of the last day count for the limit of their owner.
        let is_needed = hosted.is_open()
            || !hosted.followers.is_empty()
            || self.shared.context.now < hosted.made_at + DAY
            || by_game.values().any(|of| *of == id);
        if !is_needed && self.shared.accounts.is_committed(hosted.changed_in) {
            unloaded.insert(id, Some(Box::new(hosted.summary())));
            by_id.remove(&id);
        }
    }
}

impl Tournaments {
    /// Returns the tournaments that are over and before a number, the last one first: a page and the one after it.
    pub(super) fn over(&self, before: Option<TournamentId>) -> Vec<TournamentId> {
        let before = before.unwrap_or(TournamentId(u64::MAX));
        let loaded = self.by_id.range(..before).rev().filter(|(_, hosted)| !hosted.is_open());
        let loaded = loaded.map(|(id, _)| *id).take(PAGE + 1);
        let unloaded = self.unloaded.range(..before).rev().map(|(id, _)| *id).take(PAGE + 1);
        let mut over: Vec<TournamentId> = loaded.chain(unloaded).collect();
        over.sort_unstable_by(|one, other| other.cmp(one));
        over.truncate(PAGE + 1);
        over
    }

    /// Returns those of a page of the list of which nothing is known.
    fn unlisted(&self, before: Option<TournamentId>) -> Vec<TournamentId> {
        let mut page = self.over(before);
        page.truncate(PAGE);
        page.retain(|id| self.unloaded.get(id).is_some_and(Option::is_none));
        page
    }
}

impl HostedTournament {
    /// Makes a tournament of the events of its room. Names of accounts that are gone are left out.
    ///
    /// # Errors
    /// A change is not possible.
    pub(super) fn restored(
        id: TournamentId,
        notices: Vec<Notice>,
        accounts: &Accounts,
    ) -> Result<HostedTournament, ImpossibleChange> {
        let changes = notices.into_iter().filter_map(|notice| match notice.event {
            Event::TournamentChanged { by, change } => {
                Some(LoggedChange { at: notice.time, by, change })
            }
            _ => None,
        });
        let mut hosted = HostedTournament::replayed(id, changes.collect(), accounts)?;
        let n_before = hosted.changes.len().saturating_sub(KEPT_EVENTS);
        let room = RoomLog::restored(hosted.notices().skip(n_before));
        hosted.room = room;
        Ok(hosted)
    }
}
