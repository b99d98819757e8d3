//! Reads the data from which the domain's state is restored.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::net::IpAddr;

use futures_util::TryStreamExt as _;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use willow_protocol::{Name, Offer, SpeedClass};

use super::games::hidden_moves;
use super::opponents::{early_ends, opponents};
use super::settings::{self, HEARTBEAT, RESERVED, TOKENS};
use super::{
    StoreError, Writer, display_name, first_column, from_json, game_end, last_events, last_handled,
    last_messages, notice, open_reports, parsed, read_rows, started_game,
};
use crate::domain::{
    EarlyEnds, KEPT_EVENTS, Millis, NAME_HELD, Rating, Relation, RoomKey, Saved, SavedGame,
    SavedUser, UserId, UserProfile,
};

/// How long the id of a command is remembered.
const HANDLED_LIFETIME: Millis = 24 * 3_600_000;

/// How many events of a room are read.
const EVENTS: i64 = KEPT_EVENTS as i64;

/// Reads what is in memory while a server runs. Nothing is deleted: the clock may be wrong.
///
/// # Errors
/// The database must be readable and consistent.
pub(crate) async fn load(writer: &mut Writer, now: Millis) -> Result<Saved, StoreError> {
    let connection = &mut writer.connection;
    let (open_reports, last_report) = open_reports(connection).await?;
    Ok(Saved {
        open_reports,
        last_report,
        last_user: last_user(connection).await?,
        last_token: settings::get(connection, TOKENS).await?,
        held_names: held_names(connection, now).await?,
        addresses: addresses(connection).await?,
        banned_addresses: banned_addresses(connection).await?,
        lobby: last_events(connection, RoomKey::Lobby, EVENTS).await?,
        lobby_chat: last_messages(connection).await?,
        games: games(connection).await?,
        offers: offers(connection).await?,
        reserved: settings::get(connection, RESERVED).await?,
        last_heartbeat: settings::get(connection, HEARTBEAT).await?,
        users: users(connection, now).await?,
    })
}

impl Writer {
    /// Returns the latest time in the database. The server's clock starts after it.
    ///
    /// # Errors
    /// The database must be readable.
    pub(crate) async fn last_time(&mut self) -> Result<Millis, StoreError> {
        let sql = "SELECT MAX(at) FROM (SELECT MAX(begun_at) AS at FROM games
                   UNION ALL SELECT MAX(ended_at) FROM games
                   UNION ALL SELECT MAX(at) FROM events WHERE room = 'lobby'
                   UNION ALL SELECT MAX(at) FROM handled
                   UNION ALL SELECT value FROM settings WHERE name = 'alive') AS times";
        let last: Option<Millis> = sqlx::query_scalar(sql).fetch_one(&mut self.connection).await?;
        Ok(last.unwrap_or(0))
    }
}

/// Returns the names of deleted accounts that are not free yet, and when they are.
async fn held_names(
    connection: &mut SqliteConnection,
    now: Millis,
) -> Result<Vec<(Name, Millis)>, StoreError> {
    let sql = "SELECT id, name, gone_at FROM users
               WHERE gone = 1 AND role <> 'guest' AND gone_at > ?";
    let query = sqlx::query(sql).bind(now.saturating_sub(NAME_HELD) as i64);
    read_rows(connection, "users", query, |row| {
        let gone_at: Millis = row.try_get(2)?;
        Ok((parsed("a name", row.try_get(1)?)?, gone_at.saturating_add(NAME_HELD)))
    })
    .await
}

/// Returns the addresses of users, oldest first.
async fn addresses(
    connection: &mut SqliteConnection,
) -> Result<Vec<(UserId, IpAddr, Millis)>, StoreError> {
    let sql = "SELECT user_id, address, at FROM known_addresses ORDER BY at";
    read_rows(connection, "known_addresses", sqlx::query(sql), |row| {
        let address = parsed("an address", row.try_get(1)?)?;
        Ok((UserId(row.try_get(0)?), address, row.try_get(2)?))
    })
    .await
}

async fn banned_addresses(
    connection: &mut SqliteConnection,
) -> Result<Vec<(IpAddr, UserId, Millis)>, StoreError> {
    let sql = "SELECT address, user_id, until FROM banned_addresses";
    read_rows(connection, "banned_addresses", sqlx::query(sql), |row| {
        let address = parsed("an address", row.try_get(0)?)?;
        Ok((address, UserId(row.try_get(1)?), row.try_get(2)?))
    })
    .await
}

async fn last_user(connection: &mut SqliteConnection) -> Result<i64, StoreError> {
    let last = sqlx::query_scalar("SELECT MAX(id) FROM users").fetch_one(connection).await;
    let in_row = |error| StoreError::from(error).in_row("users", "with the largest id");
    let last: Option<i64> = last.map_err(in_row)?;
    Ok(last.unwrap_or(0))
}

async fn offers(connection: &mut SqliteConnection) -> Result<Vec<Offer>, StoreError> {
    let sql = "SELECT game, body FROM offers ORDER BY game";
    let read = |row: &SqliteRow| from_json("an offer", row.try_get(1)?);
    read_rows(connection, "offers", sqlx::query(sql), read).await
}

async fn users(
    connection: &mut SqliteConnection,
    now: Millis,
) -> Result<Vec<SavedUser>, StoreError> {
    let sql = "SELECT id, name, role, banned, silenced_until, seen, created_at, last_seen, country,
                      about, hidden_from_followers, display_name FROM users
               WHERE gone = 0 ORDER BY id";
    let mut users = read_rows(connection, "users", sqlx::query(sql), user).await?;
    let mut ratings = ratings(connection).await?;
    let mut opponents = opponents(connection).await?;
    let mut early_ends = early_ends(connection).await?;
    let mut relations = relations(connection).await?;
    let mut handled = last_handled(connection, now.saturating_sub(HANDLED_LIFETIME)).await?;
    add_private_events(connection, &mut users).await?;
    for user in &mut users {
        let id = user.user.0;
        user.handled = handled.remove(&id).unwrap_or_default();
        user.relations = relations.remove(&id).unwrap_or_default();
        user.ratings = ratings.remove(&id).unwrap_or_default();
        user.opponents = opponents.remove(&id).unwrap_or_default();
        user.early_ends = early_ends.remove(&id).unwrap_or_default();
    }
    Ok(users)
}

/// Reads what the row of a user has.
fn user(row: &SqliteRow) -> Result<SavedUser, StoreError> {
    Ok(SavedUser {
        user: UserId(row.try_get(0)?),
        name: parsed("a name", row.try_get(1)?)?,
        role: parsed("a role", row.try_get(2)?)?,
        banned: row.try_get(3)?,
        silenced_until: row.try_get(4)?,
        seen: row.try_get(5)?,
        private: VecDeque::new(),
        handled: VecDeque::new(),
        relations: Vec::new(),
        profile: profile(row)?,
        ratings: BTreeMap::new(),
        opponents: BTreeMap::new(),
        early_ends: EarlyEnds::default(),
    })
}

fn profile(row: &SqliteRow) -> Result<UserProfile, StoreError> {
    let country: Option<String> = row.try_get("country")?;
    let about: Option<String> = row.try_get("about")?;
    Ok(UserProfile {
        created_at: row.try_get("created_at")?,
        last_seen: row.try_get("last_seen")?,
        country: country.map(|code| parsed("a country", &code)).transpose()?,
        display_name: display_name(row.try_get("display_name")?),
        about: about.map(|text| parsed("words about a user", &text)).transpose()?,
        hidden_from_followers: row.try_get("hidden_from_followers")?,
    })
}

/// The latest events of private rooms, so many (1) of each. A server may keep all that ever were: only these are read.
pub(super) const PRIVATE_EVENTS: &str = "SELECT room, number, body FROM users CROSS JOIN events
     ON room = 'private/' || users.id
     AND number > (SELECT MAX(number) FROM events AS newest
                   WHERE newest.room = 'private/' || users.id) - ?1
     WHERE gone = 0 ORDER BY users.id, number";

/// Reads the latest events of the private rooms of users, who are in the order of their numbers. One
/// statement for each room would take most of a start.
async fn add_private_events(
    connection: &mut SqliteConnection,
    users: &mut [SavedUser],
) -> Result<(), StoreError> {
    let mut rows = sqlx::query(PRIVATE_EVENTS).bind(EVENTS).fetch(connection);
    while let Some(row) = rows.try_next().await? {
        add_private_event(&row, users).map_err(|error| {
            let number: i64 = row.try_get(1).unwrap_or(0);
            error.in_row("events", format!("{} {number}", first_column(&row)))
        })?;
    }
    Ok(())
}

fn add_private_event(row: &SqliteRow, users: &mut [SavedUser]) -> Result<(), StoreError> {
    let room: &str = row.try_get(0)?;
    let owner = parsed("a private room", room.strip_prefix("private/").unwrap_or(room))?;
    if let Ok(place) = users.binary_search_by_key(&UserId(owner), |user| user.user) {
        users[place].private.push_back(notice(row.try_get(2)?)?);
    }
    Ok(())
}

async fn ratings(
    connection: &mut SqliteConnection,
) -> Result<HashMap<i64, BTreeMap<SpeedClass, Rating>>, StoreError> {
    let sql =
        "SELECT user_id || ' ' || class, user_id, class, rating, deviation, volatility, games,
                      wins, draws, losses, glicko_deviation FROM ratings";
    let mut ratings: HashMap<i64, BTreeMap<SpeedClass, Rating>> = HashMap::new();
    let rows = read_rows(connection, "ratings", sqlx::query(sql), rating).await?;
    for (user, class, rating) in rows {
        ratings.entry(user).or_default().insert(class, rating);
    }
    Ok(ratings)
}

fn rating(row: &SqliteRow) -> Result<(i64, SpeedClass, Rating), StoreError> {
    let rating = Rating {
        rating: row.try_get(3)?,
        deviation: row.try_get(4)?,
        volatility: row.try_get(5)?,
        games: row.try_get(6)?,
        wins: row.try_get(7)?,
        draws: row.try_get(8)?,
        losses: row.try_get(9)?,
        glicko_deviation: row.try_get(10)?,
    };
    Ok((row.try_get(1)?, parsed("a class", row.try_get(2)?)?, rating))
}

async fn relations(
    connection: &mut SqliteConnection,
) -> Result<HashMap<i64, Vec<(UserId, Relation)>>, StoreError> {
    let sql = "SELECT user_id, other_id, relation FROM relations";
    let mut relations: HashMap<i64, Vec<(UserId, Relation)>> = HashMap::new();
    let read = |row: &SqliteRow| {
        let name: &str = row.try_get(2)?;
        let relation = Relation::ALL.into_iter().find(|relation| relation.name() == name);
        let relation = relation.ok_or_else(|| StoreError::invalid("a relation", name))?;
        Ok((row.try_get::<i64, _>(0)?, (UserId(row.try_get(1)?), relation)))
    };
    for (user, relation) in read_rows(connection, "relations", sqlx::query(sql), read).await? {
        relations.entry(user).or_default().push(relation);
    }
    Ok(relations)
}

async fn games(connection: &mut SqliteConnection) -> Result<Vec<SavedGame>, StoreError> {
    let query = sqlx::query(
        "SELECT games.id, games.black_id, games.white_id, games.black, games.white, games.terms,
                games.start_position, games.begun_at, games.twin, games.ratings,
                other.ending AS twin_ending
         FROM games LEFT JOIN games AS other ON other.id = games.twin
         WHERE games.ended_at IS NULL ORDER BY games.id",
    );
    let read = |row: &SqliteRow| {
        let twin_end: Option<&str> = row.try_get("twin_ending")?;
        Ok((started_game(row)?, twin_end.map(game_end).transpose()?))
    };
    let started = read_rows(connection, "games", query, read).await?;
    let mut games = Vec::with_capacity(started.len());
    for (started, twin_end) in started {
        let game = started.game;
        let may_hide = started.terms.lockstep || started.terms.komi;
        let hidden = if may_hide { hidden_moves(connection, game).await? } else { Vec::new() };
        games.push(SavedGame {
            started,
            twin_end,
            hidden,
            events: last_events(connection, RoomKey::Game(game), i64::MAX).await?,
            players: last_events(connection, RoomKey::Players(game), EVENTS).await?,
            watchers: last_events(connection, RoomKey::Watchers(game), EVENTS).await?,
        });
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::test_support::{TestStore, said, user};

    /// A row that nobody reads stops no start.
    #[test]
    fn only_the_latest_private_events_are_read() {
        let mut store = TestStore::new();
        let mut writes = vec![
            user(1, "alice", willow_protocol::Role::Player, 0),
            user(12, "bob", willow_protocol::Role::Player, 0),
        ];
        let last = KEPT_EVENTS as u64 + 1;
        writes
            .extend((1..=last).map(|number| {
                said(RoomKey::Private(UserId(12)), number, "alice", "hello", number)
            }));
        writes.push(said(RoomKey::Private(UserId(1)), 7, "bob", "hello", 0));
        store.commit(writes);
        store.run("UPDATE events SET body = '?' WHERE number = 1");
        let saved = store.load(0);
        let numbers = |user: usize| -> Vec<Option<u64>> {
            saved.users[user].private.iter().map(|notice| notice.number).collect()
        };
        assert_eq!(numbers(0), [Some(7)]);
        assert_eq!(numbers(1), (2..=last).map(Some).collect::<Vec<_>>());
        store.run("UPDATE events SET body = '?' WHERE number = 2");
        let error = store.try_load(0).unwrap_err().to_string();
        assert!(error.contains("private/12 2"), "{error}");
    }
}
