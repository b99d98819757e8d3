//! Reads users with all that is in memory about one, but for the ids of commands: many by the same few statements.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;

use futures_util::TryStreamExt as _;
use serde::Serialize;
use willow_protocol::SpeedClass;

use super::{
    Connection, Readers, Result, Row, StoreError, bulk, display_name, notice, parsed, read_rows,
};
use crate::domain::{
    Ban, EarlyEnds, Familiarity, KEPT_EVENTS, Millis, Rating, Relation, SavedUser, UserAddresses,
    UserId, UserProfile, UserRecord,
};

/// Number of events of a private room that are read.
const EVENTS: i64 = KEPT_EVENTS as i64;

impl Readers {
    pub(crate) async fn saved_users(&self, ids: &[UserId]) -> Result<Vec<SavedUser>> {
        let mut connection = self.accounts.acquire().await?;
        saved_users(&mut connection.connection(), ids).await
    }
}

/// Returns values as a parameter that a statement takes apart.
pub(super) fn json_list<T: Serialize>(values: impl Iterator<Item = T>) -> String {
    serde_json::to_string(&values.collect::<Vec<T>>()).expect("numbers and texts are JSON")
}

/// The rows of users (1).
pub(super) const USERS: &str = "SELECT id, name, role, banned, silenced_until, seen, created_at,
            banned_until, last_seen, country, about, hidden_from_followers, display_name FROM users
     WHERE gone = 0 AND id IN (SELECT CAST(value AS BIGINT) FROM json_each(?1)) ORDER BY id";

/// The relations of users (1).
pub(super) const RELATIONS: &str = "SELECT user_id, other_id, relation FROM relations
     WHERE user_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?1))";

/// The relations to users (1).
pub(super) const RELATED_BY: &str = "SELECT other_id, user_id, relation FROM relations
     WHERE other_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?1)) AND relation <> 'acquainted'";

/// Reads the users of these numbers.
pub(super) async fn saved_users(
    connection: &mut Connection<'_>,
    ids: &[UserId],
) -> Result<Vec<SavedUser>> {
    let ids = &*json_list(ids.iter().map(|id| id.0));
    let mut users = read_rows(connection, "users", USERS, [ids.into()], user).await?;
    let mut ratings = by_user(connection, "ratings", RATINGS, ids, rating).await?;
    let mut met =
        by_user::<_, Vec<_>>(connection, "rated_opponents", OPPONENTS, ids, opponent).await?;
    let mut early_ends = by_user(connection, "early_ends", EARLY_ENDS, ids, early_end).await?;
    let mut related = by_user(connection, "relations", RELATIONS, ids, relation).await?;
    let mut related_by = by_user(connection, "relations", RELATED_BY, ids, relation).await?;
    let mut addresses = by_user(connection, "known_addresses", ADDRESSES, ids, address).await?;
    add_private_events(connection, &mut users, ids).await?;
    for user in &mut users {
        let id = user.user.0;
        user.relations = related.remove(&id).unwrap_or_default();
        user.related_by = related_by.remove(&id).unwrap_or_default();
        user.record.ratings = ratings.remove(&id).unwrap_or_default();
        for (class, other, familiarity) in met.remove(&id).unwrap_or_default() {
            user.record.opponents.entry(class).or_default().restore(other, familiarity);
        }
        user.record.early_ends = EarlyEnds(early_ends.remove(&id).unwrap_or_default());
        user.record.addresses = UserAddresses(addresses.remove(&id).unwrap_or_default());
    }
    Ok(users)
}

/// Reads the rows of a table that are about users, and collects those of each user.
async fn by_user<T, C: Default + Extend<T>>(
    connection: &mut Connection<'_>,
    table: &'static str,
    sql: &'static str,
    ids: &str,
    read: impl Fn(&Row) -> Result<(i64, T)>,
) -> Result<HashMap<i64, C>> {
    let mut users: HashMap<i64, C> = HashMap::new();
    for (user, item) in read_rows(connection, table, sql, [ids.into()], read).await? {
        users.entry(user).or_default().extend([item]);
    }
    Ok(users)
}

/// Reads what the row of a user has.
fn user(row: &Row) -> Result<SavedUser> {
    Ok(SavedUser {
        user: UserId(row.try_get(0)?),
        name: parsed("a name", row.try_get(1)?)?,
        role: parsed("a role", row.try_get(2)?)?,
        record: UserRecord {
            ban: if row.try_get(3)? { Ban::On(row.try_get("banned_until")?) } else { Ban::Off },
            silenced_until: row.try_get(4)?,
            profile: profile(row)?,
            ..UserRecord::default()
        },
        seen: row.try_get(5)?,
        private: VecDeque::new(),
        relations: Vec::new(),
        related_by: Vec::new(),
    })
}

fn profile(row: &Row) -> Result<UserProfile> {
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

/// The latest events of private rooms, so many (1) of each of these users (2). A server may keep all that ever were:
/// only these are read.
pub(super) const PRIVATE_EVENTS: &str = "SELECT room, number, body FROM users CROSS JOIN events
     ON room = 'private/' || users.id
     AND number > (SELECT MAX(number) FROM events AS newest
                   WHERE newest.room = 'private/' || users.id) - ?1
     WHERE users.id IN (SELECT CAST(value AS BIGINT) FROM json_each(?2)) ORDER BY users.id, number";

/// Reads the latest events of the private rooms of users, who are in the order of their numbers. One
/// statement for each room would take most of a start.
async fn add_private_events(
    connection: &mut Connection<'_>,
    users: &mut [SavedUser],
    ids: &str,
) -> Result<()> {
    let query = bulk::query(PRIVATE_EVENTS, [EVENTS.into(), ids.into()]);
    let mut rows = connection.fetch(query);
    while let Some(row) = rows.try_next().await? {
        add_private_event(&row, users).map_err(|error| {
            let number: i64 = row.try_get(1).unwrap_or(0);
            error.in_row("events", format!("{} {number}", row.first_column()))
        })?;
    }
    Ok(())
}

fn add_private_event(row: &Row, users: &mut [SavedUser]) -> Result<()> {
    let room: &str = row.try_get(0)?;
    let owner = parsed("a private room", room.strip_prefix("private/").unwrap_or(room))?;
    if let Ok(place) = users.binary_search_by_key(&UserId(owner), |user| user.user) {
        users[place].private.push_back(notice(row.try_get(2)?)?);
    }
    Ok(())
}

/// The ratings of users (1). The first column names a row.
const RATINGS: &str =
    "SELECT user_id || ' ' || class, user_id, class, rating, deviation, volatility, games,
            wins, draws, losses, glicko_deviation FROM ratings
     WHERE user_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?1))";

fn rating(row: &Row) -> Result<(i64, (SpeedClass, Rating))> {
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
    Ok((row.try_get(1)?, (parsed("a class", row.try_get(2)?)?, rating)))
}

/// Whom users (1) have met in rated games. The first column names a row.
const OPPONENTS: &str =
    "SELECT user_id || ' ' || class || ' ' || other_id, user_id, class, other_id, games, at
     FROM rated_opponents WHERE user_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?1))";

fn opponent(row: &Row) -> Result<(i64, (SpeedClass, UserId, Familiarity))> {
    let familiarity = Familiarity { games: row.try_get(4)?, at: row.try_get(5)? };
    let class = parsed("a class", row.try_get(2)?)?;
    Ok((row.try_get(1)?, (class, UserId(row.try_get(3)?), familiarity)))
}

/// When users (1) left rated games early.
const EARLY_ENDS: &str = "SELECT user_id, at FROM early_ends
     WHERE user_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?1)) ORDER BY at";

fn early_end(row: &Row) -> Result<(i64, Millis)> {
    Ok((row.try_get(0)?, row.try_get(1)?))
}

/// Reads a relation: of a user (first) to another (second), as the statement has them.
fn relation(row: &Row) -> Result<(i64, (UserId, Relation))> {
    let name: &str = row.try_get(2)?;
    let relation = Relation::ALL.into_iter().find(|relation| relation.name() == name);
    let relation = relation.ok_or_else(|| StoreError::invalid("a relation", name))?;
    Ok((row.try_get(0)?, (UserId(row.try_get(1)?), relation)))
}

/// The addresses from which users (1) logged in.
const ADDRESSES: &str = "SELECT user_id, address, at FROM known_addresses
     WHERE user_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?1)) ORDER BY at";

fn address(row: &Row) -> Result<(i64, (IpAddr, Millis))> {
    let address = parsed("an address", row.try_get(1)?)?;
    Ok((row.try_get(0)?, (address, row.try_get(2)?)))
}

#[cfg(test)]
mod tests {
    use crate::domain::UserId;
    use crate::store::test_support::TestStore;

    #[test]
    fn many_users_are_read_by_the_statements_for_few() {
        let TestStore { runtime, store, .. } = &TestStore::new();
        let statements = [1, 700].map(|n| {
            let ids: Vec<UserId> = (1..=n).map(UserId).collect();
            runtime.block_on(async {
                store.saved_users(&ids).await.unwrap();
                store.db.accounts.acquire().await.unwrap().n_statements()
            })
        });
        assert_eq!(statements[0], statements[1]);
        assert!(statements[0] > 0);
    }
}
