//! Reads users with all that is in memory about one, but for the ids of commands: many by the same few statements.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::net::IpAddr;

use futures_util::TryStreamExt as _;
use serde::Serialize;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use willow_protocol::SpeedClass;

use super::opponents::{early_ends, opponents};
use super::{Store, StoreError, display_name, first_column, notice, parsed, read_rows};
use crate::domain::{
    EarlyEnds, KEPT_EVENTS, Rating, Relation, SavedUser, UserAddresses, UserId, UserProfile,
};

/// How many events of a private room are read.
const EVENTS: i64 = KEPT_EVENTS as i64;

impl Store {
    /// Reads users whose accounts exist. Who was not there lately remembers no ids of commands.
    ///
    /// # Errors
    /// The database must be readable and consistent.
    pub(crate) async fn saved_users(&self, ids: &[UserId]) -> Result<Vec<SavedUser>, StoreError> {
        let mut connection = self.accounts.acquire().await?;
        saved_users(&mut connection, ids).await
    }
}

/// Returns values as a parameter that a statement takes apart.
pub(super) fn json_list<T: Serialize>(values: impl Iterator<Item = T>) -> String {
    serde_json::to_string(&values.collect::<Vec<T>>()).expect("numbers and texts are JSON")
}

/// The rows of users (1).
pub(super) const USERS: &str = "SELECT id, name, role, banned, silenced_until, seen, created_at,
            last_seen, country, about, hidden_from_followers, display_name FROM users
     WHERE gone = 0 AND id IN (SELECT value FROM json_each(?1)) ORDER BY id";

/// The relations of users (1).
pub(super) const RELATIONS: &str = "SELECT user_id, other_id, relation FROM relations
     WHERE user_id IN (SELECT value FROM json_each(?1))";

/// The relations to users (1).
pub(super) const RELATED_BY: &str = "SELECT other_id, user_id, relation FROM relations
     WHERE other_id IN (SELECT value FROM json_each(?1)) AND relation <> 'acquainted'";

/// Reads the users of these numbers.
pub(super) async fn saved_users(
    connection: &mut SqliteConnection,
    ids: &[UserId],
) -> Result<Vec<SavedUser>, StoreError> {
    let ids = &json_list(ids.iter().map(|id| id.0));
    let mut users = read_rows(connection, "users", sqlx::query(USERS).bind(ids), user).await?;
    let mut ratings = ratings(connection, ids).await?;
    let mut opponents = opponents(connection, ids).await?;
    let mut early_ends = early_ends(connection, ids).await?;
    let mut related = relations(connection, RELATIONS, ids).await?;
    let mut related_by = relations(connection, RELATED_BY, ids).await?;
    let mut addresses = addresses(connection, ids).await?;
    add_private_events(connection, &mut users, ids).await?;
    for user in &mut users {
        let id = user.user.0;
        user.relations = related.remove(&id).unwrap_or_default();
        user.related_by = related_by.remove(&id).unwrap_or_default();
        user.ratings = ratings.remove(&id).unwrap_or_default();
        user.opponents = opponents.remove(&id).unwrap_or_default();
        user.early_ends = early_ends.remove(&id).unwrap_or_default();
        user.addresses = addresses.remove(&id).unwrap_or_default();
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
        related_by: Vec::new(),
        addresses: UserAddresses::default(),
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

/// The latest events of private rooms, so many (1) of each of these users (2). A server may keep all that ever were: only these are read.
pub(super) const PRIVATE_EVENTS: &str = "SELECT room, number, body FROM users CROSS JOIN events
     ON room = 'private/' || users.id
     AND number > (SELECT MAX(number) FROM events AS newest
                   WHERE newest.room = 'private/' || users.id) - ?1
     WHERE users.id IN (SELECT value FROM json_each(?2)) ORDER BY users.id, number";

/// Reads the latest events of the private rooms of users, who are in the order of their numbers. One
/// statement for each room would take most of a start.
async fn add_private_events(
    connection: &mut SqliteConnection,
    users: &mut [SavedUser],
    ids: &str,
) -> Result<(), StoreError> {
    let mut rows = sqlx::query(PRIVATE_EVENTS).bind(EVENTS).bind(ids).fetch(connection);
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
    ids: &str,
) -> Result<HashMap<i64, BTreeMap<SpeedClass, Rating>>, StoreError> {
    let sql =
        "SELECT user_id || ' ' || class, user_id, class, rating, deviation, volatility, games,
                      wins, draws, losses, glicko_deviation FROM ratings
         WHERE user_id IN (SELECT value FROM json_each(?1))";
    let mut ratings: HashMap<i64, BTreeMap<SpeedClass, Rating>> = HashMap::new();
    let rows = read_rows(connection, "ratings", sqlx::query(sql).bind(ids), rating).await?;
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

/// Reads relations: of users (first) to others (second), as the statement has them.
async fn relations(
    connection: &mut SqliteConnection,
    sql: &'static str,
    ids: &str,
) -> Result<HashMap<i64, Vec<(UserId, Relation)>>, StoreError> {
    let mut relations: HashMap<i64, Vec<(UserId, Relation)>> = HashMap::new();
    let read = |row: &SqliteRow| {
        let name: &str = row.try_get(2)?;
        let relation = Relation::ALL.into_iter().find(|relation| relation.name() == name);
        let relation = relation.ok_or_else(|| StoreError::invalid("a relation", name))?;
        Ok((row.try_get::<i64, _>(0)?, (UserId(row.try_get(1)?), relation)))
    };
    let query = sqlx::query(sql).bind(ids);
    for (user, relation) in read_rows(connection, "relations", query, read).await? {
        relations.entry(user).or_default().push(relation);
    }
    Ok(relations)
}

async fn addresses(
    connection: &mut SqliteConnection,
    ids: &str,
) -> Result<HashMap<i64, UserAddresses>, StoreError> {
    let sql = "SELECT user_id, address, at FROM known_addresses
               WHERE user_id IN (SELECT value FROM json_each(?1)) ORDER BY at";
    let read = |row: &SqliteRow| {
        let address: IpAddr = parsed("an address", row.try_get(1)?)?;
        Ok((row.try_get::<i64, _>(0)?, (address, row.try_get(2)?)))
    };
    let mut users: HashMap<i64, UserAddresses> = HashMap::new();
    let query = sqlx::query(sql).bind(ids);
    for (user, address) in read_rows(connection, "known_addresses", query, read).await? {
        users.entry(user).or_default().0.push(address);
    }
    Ok(users)
}

#[cfg(test)]
mod tests {
    use sqlx::Connection as _;

    use super::*;
    use crate::domain::RoomKey;
    use crate::store::test_support::{DAY, TestStore, said, user};

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

    /// A start reads those who matter, later whoever is needed is read by statements that do not grow in number.
    #[test]
    fn few_of_many_users_are_read_with_all_that_is_about_them() {
        let mut store = TestStore::new();
        store.run(
            "WITH RECURSIVE n (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM n WHERE n < 1000)
             INSERT INTO users (id, name, name_key, role, created_at, last_seen)
             SELECT n, 'user-' || n, 'user-' || n, iif(n = 5, 'bot', 'player'), 0, iif(n = 6, 864e6, 0)
             FROM n;
             INSERT INTO relations (user_id, other_id, relation)
             SELECT id, 7, 'followed' FROM users WHERE id > 900;
             INSERT INTO relations (user_id, other_id, relation)
             VALUES (7, 8, 'muted'), (9, 7, 'acquainted');
             INSERT INTO ratings (user_id, class, rating, deviation, volatility, games)
             SELECT id, 'blitz', 1500 + id, 60, 0.06, 20 FROM users;
             INSERT INTO known_addresses (user_id, address, at) VALUES (7, '192.0.2.1', 3);
             INSERT INTO early_ends (user_id, at) VALUES (7, 4);
             INSERT INTO offers (game, body) VALUES (1, '{\"game\":1,\"from\":\"user-10\",\"to\":\"user-11\",\"terms\":\"3d\"}');
             INSERT INTO handled (place, number, user_id, key, content, at)
             VALUES (0, 0, 12, 1, 1, 864000000);",
        );
        store.commit(vec![said(RoomKey::Private(UserId(7)), 1, "bob", "hello", 0)]);
        let saved = store.load(10 * DAY);
        let ids: Vec<i64> = saved.users.iter().map(|user| user.user.0).collect();
        assert_eq!((saved.names.len(), ids), (1000, vec![5, 6, 10, 11, 12]));
        let read = |ids: &[i64]| {
            let ids: Vec<UserId> = ids.iter().copied().map(UserId).collect();
            store.runtime.block_on(store.store.saved_users(&ids)).unwrap()
        };
        let [user] = &read(&[7])[..] else { panic!("one user") };
        assert_eq!(user.relations, [(UserId(8), Relation::Muted)]);
        assert_eq!(user.related_by.len(), 100);
        assert_eq!(user.related_by[0], (UserId(901), Relation::Followed));
        assert_eq!(user.ratings[&SpeedClass::Blitz].rating.to_bits(), 1507_f64.to_bits());
        let UserAddresses(addresses) = &user.addresses;
        assert_eq!((user.private.len(), addresses.len(), user.early_ends.0.len()), (1, 1, 1));
        let n_statements = || {
            store.runtime.block_on(async {
                store.store.accounts.acquire().await.unwrap().cached_statements_size()
            })
        };
        let before = n_statements();
        let many: Vec<i64> = (1..=700).collect();
        assert_eq!(read(&many).len(), 700);
        assert_eq!(n_statements(), before);
    }
}
