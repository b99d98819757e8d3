//! Answers queries, as their askers may see them.

use willow_protocol::{
    ErrorDetail, Event, GameId, GameThoughts, LogFilter, Name, Room, RoomSnapshot,
};
use willow_records::RecordedGame;

use super::archive::record_text;
use super::{QueryError, Result, Store, StoreError, StoredGame};
use crate::domain::{
    ArchiveQuery, KEPT_EVENTS, PastChat, PastRoom, Query, Refusal, StartedGame, UserId,
    complete_events, refuse,
};

impl Store {
    /// Answers a query of a user; `None` for a visitor.
    pub(crate) async fn answer(
        &self,
        query: &Query,
        asker: Option<UserId>,
    ) -> Result<Event, QueryError> {
        let user = || asker.ok_or_else(Refusal::not_logged_in);
        Ok(match query {
            Query::Top { class } => {
                Event::Top { class: *class, standings: self.db.top(*class).await? }
            }
            Query::History { name, page } => {
                let user = self.user(name).await?;
                let (games, next) = self.db.history(user, page, asker).await?;
                Event::History { name: name.clone(), games, next }
            }
            Query::Ratings { name, class, before } => {
                let user = self.user(name).await?;
                let (points, next) = self.db.ratings(user, *class, *before, asker).await?;
                Event::Ratings { name: name.clone(), points, next }
            }
            Query::Find { prefix } => Event::Found { users: self.db.find_users(prefix).await? },
            Query::Record { game, format } => {
                let text = record_text(&self.record(*game, asker).await?, *format)?;
                Event::Record { game: *game, text }
            }
            Query::Thoughts { game } => self.thoughts(*game, asker).await?,
            Query::Archive(query) => {
                self.remembered.get_or_ask(query, self.ask_archive(query)).await?
            }
            Query::Reports { state, after } => {
                Event::Reports(self.db.reports(*state, *after, user()?).await?)
            }
            Query::Report { report } => {
                let found = self.db.report(*report, user()?).await?;
                Event::Report(Box::new(found.ok_or_else(|| no_report(*report))?))
            }
            Query::Tokens { current } => {
                Event::Tokens { tokens: self.db.tokens(user()?, *current).await? }
            }
            Query::Log { filter } => self.moderation(filter).await?,
            Query::Sanctions { now } => {
                Event::Sanctions { sanctions: self.db.sanctions(*now).await? }
            }
            Query::Related { user, name, addresses, hours, now } => Event::Related {
                name: name.clone(),
                addresses: *addresses,
                hours: *hours,
                users: self.db.related(*user, *now).await?,
            },
            Query::PastRoom(past) => self.past(past).await?,
            Query::Chat(page) => self.chat(page).await?,
            Query::Moves { game } => {
                let found = self.game(*game, asker).await?;
                Event::Moves(Box::new((*found.state(0)).into()))
            }
            Query::Watch { game } => {
                self.game(*game, asker).await?;
                let message = format!("game {game} is over; `board {game}` shows it");
                return refuse(ErrorDetail::GameOver, message);
            }
            Query::Board { game } => match self.game(*game, asker).await {
                // Only imported games are in the archive alone.
                Err(QueryError::Refused(refusal)) => {
                    self.archived(*game).await?.map(Event::Archived).ok_or(refusal)?
                }
                found => Event::State(found?.state(0)),
            },
        })
    }

    /// Reads the answer to a question about the archive.
    async fn ask_archive(&self, query: &ArchiveQuery) -> Result<Event, QueryError> {
        let _turn = self.db.archive_turn().await;
        Ok(match query {
            ArchiveQuery::Games(filter) => Event::Archive(self.search(filter).await?),
            ArchiveQuery::Moves(filter) => Event::Explored(self.explore(filter).await?),
            ArchiveQuery::Text(text) => Event::Searched(Box::new(self.search_text(text).await?)),
            ArchiveQuery::Results(filter) => {
                Event::Results(Box::new(self.player_results(filter).await?))
            }
        })
    }

    /// Returns the record of a game, played here or imported.
    pub(crate) async fn record(
        &self,
        game: GameId,
        asker: Option<UserId>,
    ) -> Result<RecordedGame, QueryError> {
        match self.game(game, asker).await {
            // Only imported games are in the archive alone.
            Err(QueryError::Refused(refusal)) => {
                Ok(self.db.imported(game).await?.ok_or(refusal)?)
            }
            found => {
                let found = found?;
                let is_over = found.end.is_some() && self.is_decided(&found).await?;
                let thoughts = if is_over { self.db.thoughts(&found).await? } else { Vec::new() };
                Ok(found.record(&thoughts))
            }
        }
    }

    /// Returns the user of a name, or refuses one that nobody has.
    async fn user(&self, name: &Name) -> Result<UserId, QueryError> {
        Ok(self.db.user(&name.key()).await?.ok_or_else(|| Refusal::no_user(name))?)
    }

    async fn game(&self, game: GameId, asker: Option<UserId>) -> Result<StoredGame, QueryError> {
        let found = self.db.game(game).await?.filter(|found| found.is_shown_to(asker));
        Ok(found.ok_or_else(|| Refusal::no_game(game))?)
    }

    /// Returns whether a game is over and, if it is one of a synchro pair, the other one too.
    async fn is_decided(&self, game: &StoredGame) -> Result<bool> {
        let StartedGame { game, twin, .. } = game.started;
        Ok(!self.db.is_one_running([game, twin.unwrap_or(game)]).await?)
    }

    /// Returns what the bots thought in a game that is over. Until then the opponent may not know,
    /// and in a synchro pair not before both games are over: they have the same start.
    async fn thoughts(&self, game: GameId, asker: Option<UserId>) -> Result<Event, QueryError> {
        let found = self.game(game, asker).await?;
        if !self.is_decided(&found).await? {
            let message = format!(
                "game {game} is not over; the search info of its bots is shown after the end"
            );
            return refuse(ErrorDetail::GameNotOver, message);
        }
        let thoughts = self.db.thoughts(&found).await?;
        Ok(Event::Thoughts(GameThoughts { game, thoughts }))
    }

    /// Returns a page of the moderation log, or refuses a name that no user has.
    async fn moderation(&self, filter: &LogFilter) -> Result<Event, QueryError> {
        let page = self.db.moderation(filter).await?;
        if page.entries.is_empty() {
            // Distinguish an unknown name from a user without entries.
            for name in [&filter.name, &filter.by].into_iter().flatten() {
                if self.credentials(name).await?.is_none() {
                    return Err(Refusal::no_user(name).into());
                }
            }
        }
        Ok(Event::Log(page))
    }

    async fn chat(&self, page: &PastChat) -> Result<Event> {
        let (mut messages, next) = self.db.messages(page).await?;
        messages.retain(|notice| !is_from(&notice.event, &page.hidden));
        Ok(Event::Chat { messages, next })
    }

    /// Returns the final state of a room, or that no event was missed there.
    async fn past(&self, past: &PastRoom) -> Result<Event, QueryError> {
        let PastRoom { room, game, asker, after, hidden } = past;
        let found = self.game(*game, *asker).await?;
        if matches!(room, Room::Players(_)) && !asker.is_some_and(|asker| found.is_played_by(asker))
        {
            let message = format!("you may not read {room}");
            return refuse(ErrorDetail::RoomNotReadable, message);
        }
        // The spectators of one game of a pair speak of the other one, too.
        if matches!(room, Room::Spectators(_)) && !self.is_decided(&found).await? {
            let message = format!("you may not read {room} before both games of the pair are over");
            return refuse(ErrorDetail::RoomNotReadable, message);
        }
        let mut recent = self.db.last_events(*room, KEPT_EVENTS as i64).await?;
        let last = recent.last().and_then(|notice| notice.number).unwrap_or(0);
        // A reader who knows nothing of a game gets its state, even if its events are deleted.
        let is_board = matches!(room, Room::Game(_));
        if last <= *after && (*after > 0 || !is_board) {
            return Ok(Event::Synced { of: *room, last });
        }
        // The events of the game tell all of it, unless the oldest are no longer among them.
        if is_board && recent.first().is_some_and(|notice| notice.number == Some(1)) {
            complete_events(found.started.clone(), &mut recent).map_err(StoreError::from)?;
        }
        recent.retain(|notice| !is_from(&notice.event, hidden));
        let game = is_board.then(|| found.state(last));
        Ok(Event::Snapshot(RoomSnapshot { of: *room, last, game, recent }))
    }
}

fn no_report(report: u64) -> Refusal {
    let message = format!("there is no report {report} for you; see `reports`");
    Refusal::new(ErrorDetail::NoSuchReport, message)
}

fn is_from(event: &Event, names: &[Name]) -> bool {
    matches!(event, Event::Said { from, .. } | Event::Told { from, .. } if names.contains(from))
}
