//! Answers queries.

use std::time::Duration;

use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use willow_board::{Bitboard, Color, Game, Move, Position};
use willow_protocol::{
    ArchiveDate, ClockState, Event, GameEnd, GameId, GameRatings, GameState, GameSummary,
    HistoryCursor, HistoryEntry, LARGEST_KNOWN_DEVIATION, LeaderboardEntry, Name, RatingChange,
    RatingSummary, Side, SpeedClass, SquareSet, Start, StateDetails, SummaryDetails, Terms,
    Thought,
};
use willow_records::{MoveNote, RecordedGame, RecordedPlayer, RecordedResult, transcript};

use super::{
    ArchivedRecord, QueryError, Store, StoreError, clocks, display_name, ending_of, game_end,
    game_ratings, notice, parsed, parted, position, terms,
};
use crate::domain::{ArchiveQuery, Millis, Query, Refusal, StartedGame, UserId};

/// The largest number of rows of an answer: some screens of a terminal.
const MAX_ROWS: i64 = 50;

/// The best players of a class.
pub(super) const TOP: &str = "SELECT users.name, rating, deviation, games, display_name
     FROM ratings
     JOIN users ON users.id = ratings.user_id
     WHERE class = ? AND gone = 0 AND deviation < ? ORDER BY rating DESC LIMIT ?";

/// A game of this server.
pub(super) const GAME: &str = "SELECT id, black_id, white_id, black, white, terms, start_position,
            begun_at, ended_at, ending, moves, times, twin, ratings, clocks, last_move_at
     FROM games WHERE id = ?";

/// The events of a room.
pub(super) const EVENTS: &str = "SELECT body FROM events WHERE room = ? ORDER BY number";

/// A game that is over or in progress.
pub(super) struct StoredGame {
    game: GameId,
    players: [UserId; 2],
    names: [Name; 2],
    terms: Terms,
    start: Position,
    begun_at: Millis,
    ended_at: Option<Millis>,
    end: Option<GameEnd>,
    twin: Option<GameId>,
    moves: String,
    /// The time that each move took, in milliseconds, separated by blanks.
    times: String,
    /// The players' ratings at the start.
    ratings: Option<GameRatings>,
    /// The clocks at the end.
    clocks: ClockState,
    last_move_at: Option<Millis>,
    rating_changes: Vec<RatingChange>,
}

impl Store {
    /// Answers a query, or refuses it.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn answer(&self, query: &Query) -> Result<Result<Event, Refusal>, StoreError> {
        parted(self.event(query).await)
    }

    async fn event(&self, query: &Query) -> Result<Event, QueryError> {
        Ok(match query {
            Query::Top { class } => self.top(*class).await?,
            Query::History { name, page, asker } => self.history(name, page, *asker).await?,
            Query::Ratings { name, class, before, asker } => {
                self.ratings(name, *class, *before, *asker).await?
            }
            Query::Find { prefix } => self.find_users(prefix).await?,
            Query::Record { game, format, asker } => {
                let record = self.found_record(*game, *asker).await?;
                Event::Record { game: *game, text: record.text(*format)? }
            }
            Query::Thoughts { game, asker } => self.thoughts(*game, *asker).await?,
            Query::Archive(query) => {
                self.remembered.get_or_ask(query, self.ask_archive(query)).await?
            }
            Query::Reports { state, after, asker } => self.reports(*state, *after, *asker).await?,
            Query::Report { report, asker } => self.report(*report, *asker).await?,
            Query::Tokens { user, current } => self.tokens(*user, *current).await?,
            Query::Log { filter } => self.moderation(filter).await?,
            Query::PastRoom(past) => self.past(past).await?,
            Query::LobbyChat(page) => self.lobby_chat(page).await?,
            Query::Moves { game, asker } => {
                let found = self.game(*game, *asker).await?;
                Event::Moves(Box::new((*found.state(0)).into()))
            }
            Query::Board { game, asker } => match self.game(*game, *asker).await {
                // Private games are not in the archive, so this finds imported ones alone.
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

    async fn top(&self, class: SpeedClass) -> Result<Event, StoreError> {
        let rows = sqlx::query(TOP)
            .bind(class.to_string())
            // Deviations are shown rounded: one that is shown as the largest is listed.
            .bind(f64::from(LARGEST_KNOWN_DEVIATION) + 0.5)
            .bind(MAX_ROWS)
            .fetch_all(&self.readers)
            .await?;
        let standings = rows.iter().map(|row| standing(row, class)).collect::<Result<_, _>>()?;
        Ok(Event::Top { class, standings })
    }

    /// Returns the record of a game, played here or imported, or refuses it.
    pub(crate) async fn record(
        &self,
        game: GameId,
        asker: Option<UserId>,
    ) -> Result<Result<ArchivedRecord, Refusal>, StoreError> {
        parted(self.found_record(game, asker).await)
    }

    async fn found_record(
        &self,
        game: GameId,
        asker: Option<UserId>,
    ) -> Result<ArchivedRecord, QueryError> {
        match self.game(game, asker).await {
            // Private games are not in the archive, so this finds imported ones alone.
            Err(QueryError::Refused(refusal)) => Ok(self.imported(game).await?.ok_or(refusal)?),
            found => {
                let found = found?;
                let is_over = found.end.is_some() && self.is_decided(&found).await?;
                let thoughts =
                    if is_over { self.thoughts_about(&found).await? } else { Vec::new() };
                Ok(ArchivedRecord(found.record(&thoughts)))
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
            && found.terms.rated
        {
            found.rating_changes = self.rating_changes(found).await?;
        }
        let found = found.filter(|found| found.is_shown_to(asker));
        Ok(found.ok_or_else(|| Refusal::no_game(game))?)
    }

    /// Reads how a game changed the ratings of its players.
    async fn rating_changes(&self, game: &StoredGame) -> Result<Vec<RatingChange>, StoreError> {
        let sql = "SELECT user_id, before, rating FROM rating_history WHERE game = ?";
        let rows = sqlx::query(sql).bind(game.game.0 as i64).fetch_all(&self.readers).await?;
        let change = |color: Color| {
            let of = |row: &&SqliteRow| game.players[color.index()] == UserId(row.get(0));
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
        let mut moves = Vec::new();
        for body in bodies {
            match notice(&body)?.event {
                Event::Moved { mv, .. } => moves.push(mv),
                Event::TakenBack { plies, .. } => moves.truncate(plies),
                _ => {}
            }
        }
        Ok(moves.iter().filter_map(|mv| mv.square()).map(|square| square.to_string()).collect())
    }
}

impl StoredGame {
    /// Private games are shown to their players.
    fn is_shown_to(&self, asker: Option<UserId>) -> bool {
        !self.terms.private || asker.is_some_and(|asker| self.is_played_by(asker))
    }

    pub(super) fn is_played_by(&self, user: UserId) -> bool {
        self.players.contains(&user)
    }

    pub(super) const fn twin(&self) -> Option<GameId> {
        self.twin
    }

    pub(super) fn game(&self) -> Game {
        transcript::parse_from(self.start, &self.moves)
            .unwrap_or_else(|_| Game::from_position(self.start))
    }

    /// Returns whether the game is not over.
    pub(super) const fn is_running(&self) -> bool {
        self.end.is_none()
    }

    /// Sets the moves of a game that is not over.
    pub(super) fn set_moves(&mut self, moves: String) {
        self.moves = moves;
    }

    pub(super) const fn number(&self) -> GameId {
        self.game
    }

    pub(super) fn history_entry(&self) -> HistoryEntry {
        HistoryEntry {
            game: self.summary(),
            started_at: Some(self.begun_at),
            ended_at: self.ended_at,
        }
    }

    /// Returns the cursor of the games before this one.
    pub(super) const fn cursor(&self) -> HistoryCursor {
        HistoryCursor { started_at: self.begun_at, game: self.game }
    }

    fn summary(&self) -> GameSummary {
        let [black, white] = self.names.clone();
        let game = self.game();
        let discs = |color| self.end.is_none().then(|| game.position().discs(color).count());
        GameSummary {
            game: self.game,
            black,
            white,
            terms: self.terms.clone(),
            twin: self.twin,
            plies: game.n_plies(),
            end: self.end,
            details: SummaryDetails {
                ratings: self.ratings,
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

    /// Returns the start of the game, for a replay of its events.
    pub(super) fn started(&self) -> StartedGame {
        StartedGame {
            game: self.game,
            players: self.players,
            names: self.names.clone(),
            terms: self.terms.clone(),
            start: self.start,
            twin: self.twin,
            ratings: self.ratings,
            at: self.begun_at,
        }
    }

    /// Returns the game as it ended, `last` being the number of its last event.
    pub(super) fn state(&self, last: u64) -> Box<GameState> {
        let game = self.game();
        let is_running = self.end.is_none();
        let legal = if is_running { game.position().legal_moves() } else { Bitboard::EMPTY };
        let times = self.times(&game);
        Box::new(GameState {
            summary: self.summary(),
            initial: self.start,
            moves: game.moves().collect(),
            position: *game.position(),
            clocks: self.clocks,
            takeback: None,
            watchers: 0,
            last,
            details: StateDetails {
                legal: Some(SquareSet(legal)),
                times,
                started_at: Some(self.begun_at),
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
        let clock = self.terms.clock.to_string();
        record.players = self.names.each_ref().map(|name| RecordedPlayer {
            name: name.to_string(),
            clock: clock.clone(),
            ..RecordedPlayer::default()
        });
        "Willow".clone_into(&mut record.place);
        let date = ArchiveDate::of_millis(self.ended_at.unwrap_or(self.begun_at));
        record.date = date.map(|date| date.to_string()).unwrap_or_default();
        record.match_type = match_type(&self.terms);
        record.result = self.end.and_then(|end| {
            let score = f64::from(end.corrected()?) / 1000.0;
            Some(RecordedResult { score, ending: ending_of(&end) })
        });
        self.note_times(&mut record);
        for thought in thoughts {
            let ply = thought.ply - 1;
            let note = record.note(ply).cloned().unwrap_or_default();
            let comment = thought.summary();
            record.set_note(ply, MoveNote { eval: thought.value, comment, ..note });
        }
        record
    }

    fn note_times(&self, record: &mut RecordedGame) {
        let moves: Vec<Move> = record.game.moves().collect();
        let plies = (0..moves.len()).filter(|&ply| moves[ply] != Move::Pass);
        let times = self.times.split_whitespace().map_while(|time| time.parse().ok());
        for (ply, time) in plies.zip(times) {
            let time = Some(Duration::from_millis(time));
            record.set_note(ply, MoveNote { time, ..MoveNote::default() });
        }
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
    let ending: Option<String> = row.get("ending");
    let end = ending.map(|text| game_end(&text));
    Ok(StoredGame {
        game: GameId(row.get::<i64, _>("id") as u64),
        players: [UserId(row.get("black_id")), UserId(row.get("white_id"))],
        names: [parsed("a name", row.get("black"))?, parsed("a name", row.get("white"))?],
        terms: terms(row.get("terms"))?,
        start: position(row.get("start_position"))?,
        begun_at: row.get::<i64, _>("begun_at") as Millis,
        ended_at: row.get::<Option<i64>, _>("ended_at").map(|at| at as Millis),
        end: end.transpose()?,
        twin: row.get::<Option<i64>, _>("twin").map(|twin| GameId(twin as u64)),
        moves: row.get::<Option<String>, _>("moves").unwrap_or_default(),
        times: row.get::<Option<String>, _>("times").unwrap_or_default(),
        ratings: row.get::<Option<&str>, _>("ratings").map(game_ratings).transpose()?,
        clocks: row.get::<Option<&str>, _>("clocks").map(clocks).transpose()?.unwrap_or_default(),
        last_move_at: row.get::<Option<i64>, _>("last_move_at").map(|at| at as Millis),
        rating_changes: Vec::new(),
    })
}

fn standing(row: &SqliteRow, class: SpeedClass) -> Result<LeaderboardEntry, StoreError> {
    let rounded = |column: usize| row.get::<f64, _>(column).round() as i32;
    Ok(LeaderboardEntry {
        name: parsed("a name", row.get(0))?,
        display_name: display_name(row.get(4))?,
        rating: RatingSummary::new(class, rounded(1), rounded(2), row.get::<i64, _>(3) as u32),
    })
}
