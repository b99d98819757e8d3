//! Writes the statements of a search.
//!
//! Invariant: no statement here scans a table. `CROSS JOIN` and `INDEXED BY` fix the order, because
//! the planner knows nothing of the sizes.

use willow_protocol::{ArchiveCursor, ArchiveOrigin, Winner};

use crate::domain::{FIRST_DEVICE, FIRST_PRIVATE};
use crate::store::archive::Search;
use crate::store::sql::Builder;

/// What the inner part of a statement begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FirstCondition {
    Dates,
    Position,
    /// The games of one player, or of two against each other; then the position is looked up.
    Players,
    /// The games of some events; then the position is looked up.
    Events,
    /// The games of this server, by date.
    Here,
    /// The games of devices, by date.
    Device,
}

struct Columns {
    played: &'static str,
    game: &'static str,
    /// The number of the game with its table, for subqueries. `None` if all games are of the wanted origin.
    full_game: Option<&'static str>,
    result: &'static str,
}

const GAMES: Columns =
    Columns { played: "played", game: "id", full_game: Some("archive_games.id"), result: "result" };

const OWN_GAMES: Columns = Columns { full_game: None, ..GAMES };

const POSITIONS: Columns =
    Columns { played: "p.played", game: "p.game", full_game: Some("p.game"), result: "p.result" };

const OF_GAMES: &str = ") m CROSS JOIN archive_games g ON g.id = m.game
     CROSS JOIN archive_players b ON b.id = g.black_id
     CROSS JOIN archive_players w ON w.id = g.white_id
     ORDER BY m.played DESC, m.game DESC";

/// The counts of moves, over the rows `newest`.
const COUNTS: &str = "SELECT move, COUNT(*), COUNT(*) FILTER (WHERE result > 0),
            COUNT(*) FILTER (WHERE result = 0), COUNT(*) FILTER (WHERE result < 0),
            COUNT(result) FILTER (WHERE finished <> 0),
            CAST(COALESCE(SUM(result) FILTER (WHERE finished <> 0), 0) AS BIGINT)
     FROM (";

impl Search<'_> {
    /// The most selective table comes first: players, events, then a position.
    fn first_condition(&self) -> FirstCondition {
        match (self.players.is_empty(), &self.events, self.key, self.filter.only) {
            (false, ..) => FirstCondition::Players,
            (true, Some(_), ..) => FirstCondition::Events,
            // Few of the games of a position are of devices.
            (true, None, _, Some(ArchiveOrigin::Device)) => FirstCondition::Device,
            (true, None, Some(_), _) => FirstCondition::Position,
            (true, None, None, Some(_)) => FirstCondition::Here,
            (true, None, None, None) => FirstCondition::Dates,
        }
    }

    /// Selects columns of the newest games.
    pub(super) fn games(&self, columns: &str, limit: i64) -> Builder {
        let mut query = Builder::new(format!("SELECT {columns} FROM ("));
        self.push_inner(&mut query);
        query.push(" ORDER BY 1 DESC, 2 DESC LIMIT ").push_bind(limit);
        query.push(OF_GAMES);
        query
    }

    /// Selects the date and number of the game at a place, counted from 1, and of the next one.
    pub(super) fn place(&self, place: i64) -> Builder {
        let mut query = Builder::new("SELECT game, played FROM (");
        self.push_inner(&mut query);
        query.push(" ORDER BY 1 DESC, 2 DESC LIMIT 2 OFFSET ").push_bind(place - 1);
        query.push(") AS page ORDER BY 2 DESC, 1 DESC");
        query
    }

    /// Counts the games, up to a number.
    pub(super) fn number(&self, max: i64) -> Builder {
        let mut query = Builder::new("SELECT COUNT(*) FROM (");
        self.push_inner(&mut query);
        query.push(" LIMIT ").push_bind(max).push(") AS page");
        query
    }

    /// Selects what the results of players are made of, from the newest games. Their transcripts are cut off
    /// after some characters.
    pub(super) fn results(&self, limit: i64, n_characters: u32) -> Builder {
        let mut query = Builder::new(
            "SELECT g.black_id, g.white_id, g.result, g.ending, g.start_position,
                    substr(g.moves, 1, ",
        );
        query.push_bind(n_characters).push(") FROM (");
        self.push_inner(&mut query);
        query.push(" ORDER BY 1 DESC, 2 DESC LIMIT ").push_bind(limit);
        query.push(") m CROSS JOIN archive_games g ON g.id = m.game");
        query.push(" ORDER BY m.played DESC, m.game DESC");
        query
    }

    /// Counts the moves that were played in a position, over the newest games.
    pub(super) fn moves(&self, key: i64, limit: i64) -> Builder {
        let mut query = Builder::new(COUNTS);
        if self.first_condition() == FirstCondition::Position {
            query
                .push("SELECT move, result, finished FROM archive_positions p WHERE p.position = ");
            query.push_bind(key);
            push_rest(&mut query, self, &POSITIONS);
            query.push(" ORDER BY played DESC, game DESC LIMIT ").push_bind(limit);
        } else {
            query.push("SELECT p.move, p.result, p.finished FROM (");
            self.push_inner(&mut query);
            query.push(" ORDER BY 1 DESC, 2 DESC LIMIT ").push_bind(limit);
            query.push(") m CROSS JOIN archive_positions p ON p.played = m.played");
            query.push(" AND p.game = m.game AND p.position = ").push_bind(key);
        }
        query.push(") AS newest GROUP BY move");
        query
    }

    /// Selects the dates and numbers of the games.
    fn push_inner(&self, query: &mut Builder) {
        match self.first_condition() {
            FirstCondition::Dates => {
                query.push("SELECT played, id AS game FROM archive_games INDEXED BY archive_games_by_date WHERE 1 = 1");
                push_rest(query, self, &GAMES);
            }
            FirstCondition::Position => {
                query.push("SELECT p.played, p.game FROM archive_positions p WHERE p.position = ");
                query.push_bind(self.key);
                push_rest(query, self, &POSITIONS);
            }
            first => {
                query.push("SELECT played, game FROM (");
                match first {
                    FirstCondition::Players => self.push_games_of_players(query),
                    FirstCondition::Events => self.push_games_of_events(query),
                    FirstCondition::Device => self.push_games_of_devices(query),
                    _ => self.push_own_games(query),
                }
                query.push(") AS played_by WHERE 1 = 1");
                if let Some(key) = self.key {
                    // A scalar subquery is not turned into a join, whose order would be the planner's.
                    query.push(" AND (SELECT 1 FROM archive_positions p WHERE p.position = ");
                    query.push_bind(key);
                    query.push(" AND p.played = played_by.played AND p.game = played_by.game) = 1");
                }
            }
        }
    }

    /// Selects the games of a player with either colour, or of two against each other.
    fn push_games_of_players(&self, query: &mut Builder) {
        let colors = [
            ("archive_games_of_black", "black_id", "white_id", 1),
            ("archive_games_of_white", "white_id", "black_id", -1),
        ];
        for (i, (index, own, others, sign)) in colors.into_iter().enumerate() {
            // The union leaves out one copy of the games that both halves find.
            query.push(if i == 0 { "" } else { " UNION " });
            query.push("SELECT played, id AS game FROM archive_games INDEXED BY ").push(index);
            query.push(" WHERE ");
            self.push_players(query, own, others);
            self.push_own_result(query, sign);
            self.push_events(query);
            push_rest(query, self, &GAMES);
        }
    }

    fn push_games_of_events(&self, query: &mut Builder) {
        query
            .push("SELECT played, id AS game FROM archive_games INDEXED BY archive_games_by_event");
        // The index is only of the games that have an event.
        query.push(" WHERE event <> ''");
        self.push_events(query);
        push_rest(query, self, &GAMES);
    }

    fn push_own_games(&self, query: &mut Builder) {
        query.push("SELECT played, id AS game FROM archive_games INDEXED BY archive_games_here");
        query.push(" WHERE own = 1");
        push_rest(query, self, &OWN_GAMES);
    }

    fn push_games_of_devices(&self, query: &mut Builder) {
        query.push(
            "SELECT played, id AS game FROM archive_games INDEXED BY archive_games_on_devices",
        );
        query.push(" WHERE own = 2");
        push_rest(query, self, &OWN_GAMES);
    }

    fn push_players(&self, query: &mut Builder, own: &str, others: &str) {
        push_is_one(query, own, &self.players[0]);
        if let Some(opponents) = self.players.get(1) {
            query.push(" AND ");
            push_is_one(query, others, opponents);
        }
    }

    /// Adds who of the two players won; `sign` turns Black's result into that of the first one.
    fn push_own_result(&self, query: &mut Builder, sign: i32) {
        let wins = match self.filter.result {
            Some(Winner::Player) => sign > 0,
            Some(Winner::Opponent) => sign < 0,
            None | Some(Winner::Black | Winner::White | Winner::Draw) => return,
        };
        query.push(if wins { " AND result > 0" } else { " AND result < 0" });
    }

    fn push_events(&self, query: &mut Builder) {
        let Some(events) = &self.events else { return };
        query.push(" AND event IN (");
        // Nothing is equal to NULL. Of an empty list the planner makes a constant, and then uses no index.
        query.push("NULL");
        for event in events {
            query.push(",").push_bind(event.as_str());
        }
        query.push(")");
    }
}

fn push_is_one(query: &mut Builder, column: &str, players: &[i64]) {
    query.push(column).push(" IN (NULL");
    for player in players {
        query.push(",").push_bind(*player);
    }
    query.push(")");
}

/// Adds the conditions on date, cursor, score, origin and colour of the winner.
fn push_rest(query: &mut Builder, search: &Search<'_>, columns: &Columns) {
    let filter = search.filter;
    let Columns { played, game, result, .. } = columns;
    if let Some(from) = filter.from {
        query.push(format!(" AND {played} >= ")).push_bind(from.number());
    }
    if let Some(to) = filter.to {
        query.push(format!(" AND {played} <= ")).push_bind(to.last_number());
    }
    if let Some(ArchiveCursor { played: last_played, game: last }) = filter.after {
        query.push(format!(" AND ({played}, {game}) < (")).push_bind(last_played);
        query.push(", ").push_bind(last.0 as i64).push(")");
    }
    if let Some(score) = filter.score {
        query.push(format!(" AND {result} = ")).push_bind(score.value());
    }
    push_origin(query, search, columns);
    match filter.result {
        None | Some(Winner::Player | Winner::Opponent) => {}
        Some(Winner::Black) => _ = query.push(format!(" AND {result} > 0")),
        Some(Winner::White) => _ = query.push(format!(" AND {result} < 0")),
        Some(Winner::Draw) => _ = query.push(format!(" AND {result} = 0")),
    }
}

/// Adds where the games were played. Those of devices are in no answer that is not about them.
fn push_origin(query: &mut Builder, search: &Search<'_>, columns: &Columns) {
    let (only, game) = (search.filter.only, columns.game);
    let Some(full_game) = columns.full_game else { return };
    // The games of this server and of devices have the same numbers in the archive as in their own tables.
    match only {
        None => {
            let of_devices = format!("{FIRST_DEVICE} AND {}", FIRST_PRIVATE - 1);
            query.push(format!(" AND {game} NOT BETWEEN {of_devices}"));
        }
        Some(ArchiveOrigin::Device) => {
            query.push(format!(
                " AND (SELECT 1 FROM device_games WHERE device_games.game = {full_game}"
            ));
            for user in &search.users {
                query.push(" AND user_id = ").push_bind(user.0);
            }
            query.push(") = 1");
        }
        Some(_) => {
            query.push(format!(" AND (SELECT 1 FROM games WHERE games.id = {full_game}"));
            for user in &search.users {
                query.push(" AND ").push_bind(user.0).push(" IN (games.black_id, games.white_id)");
            }
            query.push(") = 1");
        }
    }
}
