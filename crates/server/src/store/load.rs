//! Reads the data from which the domain's state is restored.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use willow_protocol::{Name, Offer, SpeedClass};

use super::bulk::run;
use super::games::hidden_moves;
use super::opponents::{early_ends, opponents};
use super::settings::{self, HEARTBEAT, RESERVED, TOKENS};
use super::{
    StoreError, Writer, display_name, from_json, game_end, last_events, last_handled,
    last_messages, open_reports, parsed, started_game,
};
use crate::domain::{
    Millis, NAME_HELD, Rating, Relation, RoomKey, Saved, SavedGame, SavedUser, UserId, UserProfile,
};

/// How long a guest's account is kept.
const GUEST_LIFETIME: Millis = 24 * 3_600_000;

/// How long the id of a command is remembered.
const HANDLED_LIFETIME: Millis = 24 * 3_600_000;

/// How many events of a room are read.
const EVENTS: i64 = crate::domain::KEPT_EVENTS as i64;

/// Deletes old guests and ids, and reads the rest.
///
/// # Errors
/// The database must be readable and consistent.
pub(crate) async fn load(writer: &mut Writer, now: Millis) -> Result<Saved, StoreError> {
    let connection = &mut writer.connection;
    delete_old(connection, now).await?;
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
        users: users(connection).await?,
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

async fn delete_old(connection: &mut SqliteConnection, now: Millis) -> Result<(), StoreError> {
    for (lifetime, expired) in [
        (0, "DELETE FROM tokens WHERE expires_at < ?"),
        (0, "DELETE FROM recovery_codes WHERE expires_at < ?"),
        (0, "DELETE FROM banned_addresses WHERE until < ?"),
        // The names of deleted accounts are no longer held. Moderators knew them until now.
        (
            NAME_HELD,
            "UPDATE users SET name = 'deleted-' || id, name_key = 'deleted-' || id
             WHERE gone = 1 AND role <> 'guest' AND gone_at <= ? AND name <> 'deleted-' || id",
        ),
        (HANDLED_LIFETIME, "DELETE FROM handled WHERE at < ?"),
        (
            GUEST_LIFETIME,
            "UPDATE users SET gone = 1 WHERE role = 'guest' AND gone = 0 AND created_at < ?
             AND NOT EXISTS (SELECT 1 FROM games WHERE ended_at IS NULL
                             AND (black_id = users.id OR white_id = users.id))",
        ),
    ] {
        run(connection, expired, [now.saturating_sub(lifetime).into()]).await?;
    }
    Ok(())
}

/// Returns the names of deleted accounts that are not free yet, and when they are.
async fn held_names(
    connection: &mut SqliteConnection,
    now: Millis,
) -> Result<Vec<(Name, Millis)>, StoreError> {
    let sql = "SELECT name, gone_at FROM users WHERE gone = 1 AND role <> 'guest' AND gone_at > ?";
    let rows =
        sqlx::query(sql).bind(now.saturating_sub(NAME_HELD) as i64).fetch_all(connection).await?;
    let read = |row: SqliteRow| {
        let gone_at: Millis = row.get(1);
        Ok((parsed("a name", row.get(0))?, gone_at + NAME_HELD))
    };
    rows.into_iter().map(read).collect()
}

/// Returns the addresses of users, oldest first.
async fn addresses(
    connection: &mut SqliteConnection,
) -> Result<Vec<(UserId, IpAddr, Millis)>, StoreError> {
    let sql = "SELECT user_id, address, at FROM known_addresses ORDER BY at";
    let rows = sqlx::query(sql).fetch_all(connection).await?;
    let read = |row: SqliteRow| {
        let address = parsed("an address", row.get(1))?;
        Ok((UserId(row.get(0)), address, row.get(2)))
    };
    rows.into_iter().map(read).collect()
}

async fn banned_addresses(
    connection: &mut SqliteConnection,
) -> Result<Vec<(IpAddr, UserId, Millis)>, StoreError> {
    let sql = "SELECT address, user_id, until FROM banned_addresses";
    let rows = sqlx::query(sql).fetch_all(connection).await?;
    let read = |row: SqliteRow| {
        let address = parsed("an address", row.get(0))?;
        Ok((address, UserId(row.get(1)), row.get(2)))
    };
    rows.into_iter().map(read).collect()
}

async fn last_user(connection: &mut SqliteConnection) -> Result<i64, StoreError> {
    let last: Option<i64> =
        sqlx::query_scalar("SELECT MAX(id) FROM users").fetch_one(connection).await?;
    Ok(last.unwrap_or(0))
}

async fn offers(connection: &mut SqliteConnection) -> Result<Vec<Offer>, StoreError> {
    let bodies: Vec<String> =
        sqlx::query_scalar("SELECT body FROM offers ORDER BY game").fetch_all(connection).await?;
    bodies.iter().map(|body| from_json("an offer", body)).collect()
}

async fn users(connection: &mut SqliteConnection) -> Result<Vec<SavedUser>, StoreError> {
    let sql = "SELECT id, name, role, banned, silenced_until, seen, created_at, last_seen, country,
                      about, hidden_from_followers, display_name FROM users
               WHERE gone = 0 ORDER BY id";
    let rows = sqlx::query(sql).fetch_all(&mut *connection).await?;
    let mut ratings = ratings(connection).await?;
    let mut opponents = opponents(connection).await?;
    let mut early_ends = early_ends(connection).await?;
    let mut relations = relations(connection).await?;
    let mut handled = last_handled(connection).await?;
    let mut users = Vec::with_capacity(rows.len());
    for row in rows {
        let id: i64 = row.get(0);
        let user = UserId(id);
        users.push(SavedUser {
            user,
            name: parsed("a name", row.get(1))?,
            role: parsed("a role", row.get(2))?,
            banned: row.get(3),
            silenced_until: row.get(4),
            seen: row.get(5),
            private: last_events(connection, RoomKey::Private(user), EVENTS).await?,
            handled: handled.remove(&id).unwrap_or_default(),
            relations: relations.remove(&id).unwrap_or_default(),
            profile: profile(&row)?,
            ratings: ratings.remove(&id).unwrap_or_default(),
            opponents: opponents.remove(&id).unwrap_or_default(),
            early_ends: early_ends.remove(&id).unwrap_or_default(),
        });
    }
    Ok(users)
}

fn profile(row: &SqliteRow) -> Result<UserProfile, StoreError> {
    let country: Option<String> = row.get("country");
    let about: Option<String> = row.get("about");
    Ok(UserProfile {
        created_at: row.get("created_at"),
        last_seen: row.get("last_seen"),
        country: country.map(|code| parsed("a country", &code)).transpose()?,
        display_name: display_name(row.get("display_name"))?,
        about: about.map(|text| parsed("words about a user", &text)).transpose()?,
        hidden_from_followers: row.get("hidden_from_followers"),
    })
}

async fn ratings(
    connection: &mut SqliteConnection,
) -> Result<HashMap<i64, BTreeMap<SpeedClass, Rating>>, StoreError> {
    let rows = sqlx::query(
        "SELECT user_id, class, rating, deviation, volatility, games, wins, draws, losses,
                glicko_deviation FROM ratings",
    )
    .fetch_all(connection)
    .await?;
    let mut ratings: HashMap<i64, BTreeMap<SpeedClass, Rating>> = HashMap::new();
    for row in rows {
        let class = parsed("a class", &row.get::<String, _>(1))?;
        let rating = Rating {
            rating: row.get(2),
            deviation: row.get(3),
            volatility: row.get(4),
            games: row.get(5),
            wins: row.get(6),
            draws: row.get(7),
            losses: row.get(8),
            glicko_deviation: row.get(9),
        };
        ratings.entry(row.get(0)).or_default().insert(class, rating);
    }
    Ok(ratings)
}

async fn relations(
    connection: &mut SqliteConnection,
) -> Result<HashMap<i64, Vec<(UserId, Relation)>>, StoreError> {
    let rows = sqlx::query("SELECT user_id, other_id, relation FROM relations")
        .fetch_all(connection)
        .await?;
    let mut relations: HashMap<i64, Vec<(UserId, Relation)>> = HashMap::new();
    for row in rows {
        let name: &str = row.get(2);
        let relation = Relation::ALL.into_iter().find(|relation| relation.name() == name);
        let relation = relation.ok_or_else(|| StoreError::invalid("a relation", name))?;
        relations.entry(row.get(0)).or_default().push((UserId(row.get(1)), relation));
    }
    Ok(relations)
}

async fn games(connection: &mut SqliteConnection) -> Result<Vec<SavedGame>, StoreError> {
    let rows = sqlx::query(
        "SELECT games.id, games.black_id, games.white_id, games.black, games.white, games.terms,
                games.start_position, games.begun_at, games.twin, games.ratings,
                other.ending AS twin_ending
         FROM games LEFT JOIN games AS other ON other.id = games.twin
         WHERE games.ended_at IS NULL ORDER BY games.id",
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut games = Vec::with_capacity(rows.len());
    for row in rows {
        let started = started_game(&row)?;
        let game = started.game;
        let twin_end: Option<String> = row.get("twin_ending");
        let twin_end = twin_end.map(|text| game_end(&text)).transpose()?;
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
