//! Searches for games.

use willow_protocol::{ArchiveCursor, ArchiveFilter, ArchivePage, ErrorDetail, MAX_PAGE, NamePart};
use willow_records::RecordedGame;

use super::key::CanonicalPosition;
use crate::domain::{Refusal, UserId};
use crate::store::{QueryError, Result, Store};

/// Maximum number of players that may share a part of a name. Each is a branch of the query; a part
/// that more names share says nothing about who is wanted.
pub(crate) const MAX_PLAYERS: usize = 200;

/// Maximum number of events that may share a part of a name.
pub(super) const MAX_EVENTS: usize = 500;

/// A search whose names are resolved.
#[derive(Clone, Debug)]
pub(crate) struct Search<'a> {
    pub(crate) filter: &'a ArchiveFilter,
    /// The numbers of those who are meant by the first name, and by the second.
    pub(crate) players: Vec<Vec<i64>>,
    pub(crate) events: Option<Vec<String>>,
    /// The users who must have played, if only games of this server are wanted.
    pub(crate) users: Vec<UserId>,
    /// The key of the position.
    pub(crate) key: Option<i64>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        filter: &'a ArchiveFilter,
        players: Vec<Vec<i64>>,
        events: Option<Vec<String>>,
        users: Vec<UserId>,
    ) -> Search<'a> {
        let key = filter.position.map(|query| CanonicalPosition::of(&query.0).key);
        Search { filter, players, events, users, key }
    }
}

/// The games of a page in some form, and the cursor of the next page.
pub type PageOf<T> = (Vec<T>, Option<ArchiveCursor>);

impl Store {
    /// Returns the games that match a filter.
    pub(crate) async fn search(&self, filter: &ArchiveFilter) -> Result<ArchivePage, QueryError> {
        let search = self.prepare(filter).await?;
        let (games, next) = self.db.page(&search).await?;
        Ok(ArchivePage { games, next })
    }

    /// Returns the records of the games that match a filter.
    pub(crate) async fn export(
        &self,
        filter: &ArchiveFilter,
    ) -> Result<PageOf<RecordedGame>, QueryError> {
        Ok(self.db.records(&self.prepare(filter).await?).await?)
    }

    /// Returns the cursor behind so many games of a search, if others follow.
    pub(crate) async fn cursor_behind(
        &self,
        filter: &ArchiveFilter,
        n_games: u32,
    ) -> Result<Option<ArchiveCursor>, QueryError> {
        Ok(self.db.cursor_behind(&self.prepare(filter).await?, n_games).await?)
    }

    /// Returns the records of the archive's games, newest first: a page of those after a cursor, without games that
    /// have no moves.
    ///
    /// # Errors
    /// The database failed.
    pub async fn all_games(&self, after: Option<ArchiveCursor>) -> Result<PageOf<RecordedGame>> {
        let filter = ArchiveFilter { after, limit: Some(MAX_PAGE), ..ArchiveFilter::default() };
        let search = Search::new(&filter, Vec::new(), None, Vec::new());
        let (mut games, next) = self.db.records(&search).await?;
        games.retain(|record| 0 < record.game.n_plies());
        Ok((games, next))
    }

    /// Finds the players and the events, and decides what leads.
    pub(super) async fn prepare<'a>(
        &self,
        filter: &'a ArchiveFilter,
    ) -> Result<Search<'a>, QueryError> {
        let events = if filter.event.is_some() { self.db.events().await? } else { Vec::new() };
        self.prepare_with(filter, &events).await
    }

    /// Does so with the names of all events, which are needed only if the filter has one.
    pub(super) async fn prepare_with<'a>(
        &self,
        filter: &'a ArchiveFilter,
        events: &[String],
    ) -> Result<Search<'a>, QueryError> {
        if let Err(error) = filter.check() {
            return Err(Refusal::new(ErrorDetail::InvalidArgument, error).about("result").into());
        }
        let mut players = Vec::new();
        for (field, part) in [("player", &filter.player), ("opponent", &filter.opponent)] {
            if let Some(part) = part {
                players.push(self.players(field, part).await?);
            }
        }
        let events = match &filter.event {
            Some(part) => Some(self.db.with_all_names(&events_called(part, events)?).await?),
            None => None,
        };
        let users = if filter.only.is_some() { self.users_of(filter).await? } else { Vec::new() };
        Ok(Search::new(filter, players, events, users))
    }

    /// Returns the users who have the whole names of a filter now. A guest of earlier days, who had one of these
    /// names, is somebody else.
    async fn users_of(&self, filter: &ArchiveFilter) -> Result<Vec<UserId>> {
        let names = [&filter.player, &filter.opponent].into_iter().flatten();
        let mut users = Vec::new();
        for name in names.filter(|name| name.is_whole()) {
            users.extend(self.db.user(name.as_str()).await?);
        }
        Ok(users)
    }

    /// Returns the players whose names contain the part in a field.
    async fn players(&self, field: &'static str, part: &NamePart) -> Result<Vec<i64>, QueryError> {
        let found = self.db.players(part, MAX_PLAYERS + 1).await?;
        if found.len() > MAX_PLAYERS {
            return Err(too_many(MAX_PLAYERS, part).about(field).into());
        }
        Ok(found)
    }
}

fn events_called(part: &NamePart, events: &[String]) -> Result<Vec<String>, Refusal> {
    let found = events.iter().filter(|name| part.matches(name));
    let found: Vec<String> = found.cloned().collect();
    if found.len() > MAX_EVENTS {
        return Err(too_many(MAX_EVENTS, part).about("event"));
    }
    Ok(found)
}

fn too_many(max: usize, part: &NamePart) -> Refusal {
    let message = format!("more than {max} names contain `{part}`; give more of the name");
    Refusal::new(ErrorDetail::TooManyNames, message)
}
