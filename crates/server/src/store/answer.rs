//! Answers queries.

use std::time::Duration;

use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use willow_board::{Bitboard, Color, Game, Move};
use willow_protocol::{
    ArchiveDate, ClockState, ErrorDetail, Event, GameEnd, GameId, GameRatings, GameState,
    GameSummary, Name, RatingChange, Room, RoomSnapshot, Side, SquareSet, Start, StateDetails,
    SummaryDetails, Terms, Thought,
};
use willow_records::{MoveNote, RecordedGame, RecordedPlayer, RecordedResult, transcript};

use super::{
    QueryError, Store, StoreError, ending_of, from_json, game_end, last_events, notice, parsed,
    position, record_text, terms,
};
use crate::domain::{
    ArchiveQuery, KEPT_EVENTS, Millis, PastRoom, Query, Refusal, StartedGame, UserId,
    complete_events, refuse,
};

/// A game of this server.
pub(super) const GAME: &str = "SELECT id, black_id, white_id, black, white, terms, start_position,
            begun_at, ended_at, ending, moves, times, twin, ratings, clocks, last_move_at
     FROM games WHERE id = ?";

/// The events of a room.
pub(super) const EVENTS: &str = "SELECT body FROM events WHERE room = ? ORDER BY number";

/// A game that is over or in progress.
pub(super) struct StoredGame {
    pub(super) started: StartedGame,
    pub(super) ended_at: Option<Millis>,
    pub(super) end: Option<GameEnd>,
    pub(super) moves: String,
    /// The time that each move took, in milliseconds, separated by blanks.
    times: String,
    /// The clocks at the end.
    clocks: ClockState,
    last_move_at: Option<Millis>,
    rating_changes: Vec<RatingChange>,
}

impl Store {
    /// Answers a query as its asker may see it, who is a visitor if there is none.
    ///
    /// # Errors
    /// The query is refused, or the database failed.
    pub(crate) async fn answer(
        &self,
        query: &Query,
        asker: Option<UserId>,
    ) -> Result<Event, QueryError> {
        let user = || asker.ok_or_else(Refusal::not_logged_in);
        Ok(match query {
            Query::Top { class } => self.top(*class).await?,
            Query::History { name, page } => self.history(name, page, asker).await?,
            Query::Ratings { name, class, before } => {
                self.ratings(name, *class, *before, asker).await?
            }
            Query::Find { prefix } => self.find_users(prefix).await?,
            Query::Record { game, format } => {
                let text = record_text(&self.record(*game, asker).await?, *format)?;
                Event::Record { game: *game, text }
            }
            Query::Thoughts { game } => self.thoughts(*game, asker).await?,
            Query::Archive(query) => {
                self.remembered.get_or_ask(query, self.ask_archive(query)).await?
            }
            Query::Reports { state, after } => self.reports(*state, *after, user()?).await?,
            Query::Report { report } => self.report(*report, user()?).await?,
            Query::Tokens { current } => self.tokens(user()?, *current).await?,
            Query::Log { filter } => self.moderation(filter).await?,
            Query::PastRoom(past) => self.past(past).await?,
            Query::LobbyChat(page) => self.lobby_chat(page).await?,
            Query::Moves { game } => {
                let found = self.game(*game, asker).await?;
                Event::Moves(Box::new((*found.state(0)).into()))
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
        let _turn = self.archive_turn().await;
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
            Err(QueryError::Refused(refusal)) => Ok(self.imported(game).await?.ok_or(refusal)?),
            found => {
                let found = found?;
                let is_over = found.end.is_some() && self.is_decided(&found).await?;
                let thoughts =
                    if is_over { self.thoughts_about(&found).await? } else { Vec::new() };
                Ok(found.record(&thoughts))
            }
        }
    }

    pub(super) async fn game(
        &self,
        game: GameId,
        asker: Option<UserId>,
    ) -> Result<StoredGame, QueryError> {
        let row = sqlx::query(GAME).bind(game.0 as i64).fetch_optional(&self.readers).await?;
        let mut found = row.as_ref().map(stored_game).transpose()?;
        if let Some(found) = &mut found
            && found.end.is_none()
        {
            found.moves = self.moves_so_far(game).await?;
        }
        if let Some(found) = &mut found
            && found.started.terms.rated
        {
            found.rating_changes = self.rating_changes(found).await?;
        }
        let found = found.filter(|found| found.is_shown_to(asker));
        Ok(found.ok_or_else(|| Refusal::no_game(game))?)
    }

    /// Reads how a game changed the ratings of its players.
    async fn rating_changes(&self, game: &StoredGame) -> Result<Vec<RatingChange>, StoreError> {
        let sql = "SELECT user_id, before, rating FROM rating_history WHERE game = ?";
        let rows =
            sqlx::query(sql).bind(game.started.game.0 as i64).fetch_all(&self.readers).await?;
        let change = |color: Color| {
            let of = |row: &&SqliteRow| game.started.players[color.index()] == UserId(row.get(0));
            let row = rows.iter().find(of)?;
            let before = row.get::<Option<f64>, _>(1).map(|before| before.round() as i32);
            let after = row.get::<f64, _>(2).round() as i32;
            Some(RatingChange { color: Side(color), before, after })
        };
        Ok(Color::ALL.into_iter().filter_map(change).collect())
    }

    /// Reads the moves of a game in progress from its events.
    pub(super) async fn moves_so_far(&self, game: GameId) -> Result<String, StoreError> {
        let bodies: Vec<String> = sqlx::query_scalar(EVENTS)
            .bind(format!("game/{game}"))
            .fetch_all(&self.readers)
            .await?;
        let notices = bodies.iter().map(|body| notice(body)).collect::<Result<Vec<_>, _>>()?;
        let moves = GameState::after(&notices).map(|state| state.moves).unwrap_or_default();
        Ok(moves.iter().filter_map(|mv| mv.square()).map(|square| square.to_string()).collect())
    }
}

impl StoredGame {
    /// Private games are shown to their players, and to everybody if they were rated.
    fn is_shown_to(&self, asker: Option<UserId>) -> bool {
        let Terms { private, rated, .. } = self.started.terms;
        let is_public = !private || rated && self.end.is_some();
        is_public || asker.is_some_and(|asker| self.is_played_by(asker))
    }

    pub(super) fn is_played_by(&self, user: UserId) -> bool {
        self.started.players.contains(&user)
    }

    pub(super) fn game(&self) -> Game {
        let start = self.started.start;
        transcript::parse_from(start, &self.moves).unwrap_or_else(|_| Game::from_position(start))
    }

    pub(super) fn summary(&self) -> GameSummary {
        let StartedGame { game: number, names: [black, white], terms, twin, ratings, .. } =
            self.started.clone();
        let game = self.game();
        let discs = |color| self.end.is_none().then(|| game.position().discs(color).count());
        GameSummary {
            game: number,
            black,
            white,
            terms,
            twin,
            plies: game.n_plies(),
            end: self.end,
            details: SummaryDetails {
                ratings,
                black_discs: discs(Color::Black),
                white_discs: discs(Color::White),
                ..SummaryDetails::default()
            },
        }
    }

    /// Returns the time that each move and pass took, if that is known of all moves.
    fn times(&self, game: &Game) -> Option<Vec<Millis>> {
        let mut times = self.times.split_whitespace().map_while(|time| time.parse().ok());
        game.moves().map(|mv| if mv == Move::Pass { Some(0) } else { times.next() }).collect()
    }

    /// Returns the game as it ended, `last` being the number of its last event.
    pub(super) fn state(&self, last: u64) -> Box<GameState> {
        let game = self.game();
        let is_running = self.end.is_none();
        let legal = if is_running { game.position().legal_moves() } else { Bitboard::EMPTY };
        let times = self.times(&game);
        Box::new(GameState {
            summary: self.summary(),
            initial: self.started.start,
            moves: game.moves().collect(),
            position: *game.position(),
            clocks: self.clocks,
            takeback: None,
            watchers: 0,
            last,
            details: StateDetails {
                legal: Some(SquareSet(legal)),
                times,
                started_at: Some(self.started.at),
                last_move_at: self.last_move_at,
                ended_at: self.ended_at,
                rating_changes: self.rating_changes.clone(),
                ..StateDetails::default()
            },
        })
    }

    /// Returns the record, with what bots thought as evaluations and comments.
    fn record(&self, thoughts: &[Thought]) -> RecordedGame {
        let mut record = RecordedGame::new(self.game());
        let clock = self.started.terms.clock.to_string();
        record.players = self.started.names.each_ref().map(|name| RecordedPlayer {
            name: name.to_string(),
            clock: clock.clone(),
            ..RecordedPlayer::default()
        });
        "Willow".clone_into(&mut record.place);
        let date = ArchiveDate::of_millis(self.ended_at.unwrap_or(self.started.at));
        record.date = date.map(|date| date.to_string()).unwrap_or_default();
        record.match_type = match_type(&self.started.terms);
        record.result = self.end.and_then(|end| {
            let score = f64::from(end.corrected()?) / 1000.0;
            Some(RecordedResult { score, ending: ending_of(&end) })
        });
        note_times(&mut record, &self.times);
        if let Some(ratings) = self.started.ratings.filter(|_| self.started.terms.rated) {
            note_ratings(&mut record, ratings);
        }
        for thought in thoughts {
            let ply = thought.ply - 1;
            let note = record.note(ply).cloned().unwrap_or_default();
            let comment = thought.summary();
            record.set_note(ply, MoveNote { eval: thought.value, comment, ..note });
        }
        record
    }
}

/// Adds the time of each move to a record; `times` are in milliseconds, separated by blanks.
pub(super) fn note_times(record: &mut RecordedGame, times: &str) {
    let moves: Vec<Move> = record.game.moves().collect();
    let plies = (0..moves.len()).filter(|&ply| moves[ply] != Move::Pass);
    let times = times.split_whitespace().map_while(|time| time.parse().ok());
    for (ply, time) in plies.zip(times) {
        let time = Some(Duration::from_millis(time));
        record.set_note(ply, MoveNote { time, ..MoveNote::default() });
    }
}

/// Adds the ratings with which the players of a rated game began it.
pub(super) fn note_ratings(record: &mut RecordedGame, ratings: GameRatings) {
    for (player, rating) in record.players.iter_mut().zip([ratings.black, ratings.white]) {
        player.rating = Some(f64::from(rating.rating));
    }
}

/// Returns the type of a match as GGS writes it: `s8r20`, `8k`.
fn match_type(terms: &Terms) -> String {
    let pair = if terms.synchro { "s" } else { "" };
    let komi = if terms.komi { "k" } else { "" };
    let discs = match terms.start {
        Start::Random(discs) => format!("r{discs}"),
        Start::Standard | Start::Balanced | Start::Position(_) => String::new(),
    };
    format!("{pair}8{komi}{discs}")
}

pub(super) fn stored_game(row: &SqliteRow) -> Result<StoredGame, StoreError> {
    let (ending, clocks): (Option<&str>, Option<&str>) = (row.get("ending"), row.get("clocks"));
    Ok(StoredGame {
        started: started_game(row)?,
        ended_at: row.get("ended_at"),
        end: ending.map(game_end).transpose()?,
        moves: row.get::<Option<String>, _>("moves").unwrap_or_default(),
        times: row.get::<Option<String>, _>("times").unwrap_or_default(),
        clocks: clocks.map(|text| from_json("clocks", text)).transpose()?.unwrap_or_default(),
        last_move_at: row.get("last_move_at"),
        rating_changes: Vec::new(),
    })
}

/// Reads the columns of a game that it has from its start on.
pub(super) fn started_game(row: &SqliteRow) -> Result<StartedGame, StoreError> {
    let ratings: Option<&str> = row.try_get("ratings")?;
    Ok(StartedGame {
        game: GameId(row.try_get("id")?),
        players: [UserId(row.try_get("black_id")?), UserId(row.try_get("white_id")?)],
        names: [parsed("a name", row.try_get("black")?)?, parsed("a name", row.try_get("white")?)?],
        terms: terms(row.try_get("terms")?)?,
        start: position(row.try_get("start_position")?)?,
        twin: row.try_get::<Option<u64>, _>("twin")?.map(GameId),
        ratings: ratings.map(|text| from_json("ratings", text)).transpose()?,
        at: row.try_get("begun_at")?,
    })
}

impl Store {
    /// Returns the final state of a room, or that no event was missed there.
    pub(super) async fn past(&self, past: &PastRoom) -> Result<Event, QueryError> {
        let PastRoom { room, game, asker, after, hidden } = past;
        let found = self.game(*game, *asker).await?;
        if matches!(room, Room::Players(_)) && !asker.is_some_and(|asker| found.is_played_by(asker))
        {
            let message = format!("you may not read {room}");
            return refuse(ErrorDetail::RoomNotReadable, message);
        }
        // The spectators of one game of a pair speak of the other one, too.
        if matches!(room, Room::Watchers(_)) && !self.is_decided(&found).await? {
            let message = format!("you may not read {room} before both games of the pair are over");
            return refuse(ErrorDetail::RoomNotReadable, message);
        }
        let mut connection = self.readers.acquire().await?;
        let mut recent = last_events(&mut connection, *room, KEPT_EVENTS as i64).await?;
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

fn is_from(event: &Event, names: &[Name]) -> bool {
    matches!(event, Event::Said { from, .. } if names.contains(from))
}
