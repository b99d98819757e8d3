//! Bans and silences in force, and accounts that share an address or a browser.

use willow_protocol::{RelatedUser, Sanction};

use super::{Readers, Result, Row, parsed};
use crate::domain::{Millis, UserId};

/// Sanctions in force at time ?1, newest first, with moderator and reason from the log.
pub(super) const SANCTIONS: &str = "WITH in_force (id, name, kind, until) AS (
         SELECT id, name, 'ban', banned_until FROM users
         WHERE (banned = 1 OR silenced_until > 0) AND gone = 0
         AND banned = 1 AND (banned_until IS NULL OR banned_until > ?1)
         UNION ALL
         SELECT id, name, 'silence', silenced_until FROM users
         WHERE (banned = 1 OR silenced_until > 0) AND gone = 0 AND silenced_until > ?1)
     SELECT kind, in_force.name, moderators.name, reason, moderation.at, in_force.until,
            (SELECT COUNT(*) FROM banned_addresses
             WHERE user_id = in_force.id AND kind = 'ban' AND banned_addresses.until > ?1)
            + (SELECT COUNT(*) FROM silenced_addresses
               WHERE user_id = in_force.id AND kind = 'silence' AND silenced_addresses.until > ?1)
     FROM in_force
     LEFT JOIN moderation ON number = (SELECT MAX(number) FROM moderation
                                       WHERE to_id = in_force.id AND action = kind)
     LEFT JOIN users AS moderators ON moderators.id = by_id
     ORDER BY moderation.at DESC NULLS LAST, in_force.name LIMIT 500";

/// Accounts that share an address or a push subscription key with user ?1, and whether they are banned at time ?2.
pub(super) const RELATED: &str = "WITH common (id, at, browser) AS (
         SELECT other.user_id, other.at, 0 FROM known_addresses AS own
         JOIN known_addresses AS other ON other.address = own.address
         WHERE own.user_id = ?1
         UNION ALL
         SELECT other.user_id, NULL, 1 FROM tokens AS own
         JOIN push_subscriptions AS browser ON browser.token = own.number
         JOIN push_subscriptions AS others ON others.public_key = browser.public_key
         JOIN tokens AS other ON other.number = others.token
         WHERE own.user_id = ?1)
     SELECT name, role, banned = 1 AND (banned_until IS NULL OR banned_until > ?2),
            MAX(at), MAX(browser)
     FROM common JOIN users ON users.id = common.id
     WHERE users.id <> ?1 AND gone = 0 GROUP BY users.id ORDER BY 5 DESC, 4 DESC NULLS LAST, 1 LIMIT 50";

impl Readers {
    /// Returns the bans and silences in force at a time.
    pub(crate) async fn sanctions(&self, now: Millis) -> Result<Vec<Sanction>> {
        let sanction = |row: &Row| {
            let by: Option<&str> = row.get(2);
            let reason: Option<String> = row.get(3);
            Ok(Sanction {
                kind: parsed("a sanction", row.get(0))?,
                name: parsed("a name", row.get(1))?,
                by: by.map(|by| parsed("a name", by)).transpose()?,
                reason: reason.unwrap_or_default(),
                since: row.get(4),
                until: row.get(5),
                addresses: row.get(6),
            })
        };
        self.rows(SANCTIONS, [now.into()]).await?.iter().map(sanction).collect()
    }

    /// Returns the accounts that share an address or a browser with a user.
    pub(crate) async fn related(&self, user: UserId, now: Millis) -> Result<Vec<RelatedUser>> {
        let related = |row: &Row| {
            Ok(RelatedUser {
                name: parsed("a name", row.get(0))?,
                role: parsed("a role", row.get(1))?,
                banned: row.get(2),
                at_address: row.get(3),
                same_browser: row.get(4),
            })
        };
        self.rows(RELATED, [user.into(), now.into()]).await?.iter().map(related).collect()
    }
}

#[cfg(test)]
mod tests {
    use willow_protocol::{Event, SanctionKind};

    use crate::domain::{Ban, Query, UserWrite};
    use crate::store::test_support::TestStore;

    use super::*;

    /// Migration 31 adds the ends of bans.
    #[test]
    fn migrated_bans_are_permanent() {
        let mut store = TestStore::sqlite();
        store.run(
            "DROP TABLE texts; DROP INDEX users_under_sanctions;
             DROP INDEX known_addresses_by_address;
             ALTER TABLE users DROP COLUMN banned_until; ALTER TABLE moderation DROP COLUMN until;
             DELETE FROM _sqlx_migrations WHERE version = 31;
             INSERT INTO users (id, name, name_key, role, created_at, banned) VALUES
             (1, 'mona', 'mona', 'moderator', 0, 0), (2, 'bob', 'bob', 'player', 0, 1),
             (3, 'carol', 'carol', 'player', 0, 0);
             INSERT INTO moderation (by_id, to_id, action, reason, at)
             VALUES (1, 2, 'ban', 'enough', 1000);",
        );
        store = store.reopen();
        store.commit(vec![
            UserWrite::Banned(UserId(3), Some(9000)).into(),
            UserWrite::Announcement("club evening".parse().ok()).into(),
        ]);
        store = store.reopen();
        let users = store.runtime.block_on(store.store.saved_users(&[UserId(2), UserId(3)]));
        let bans: Vec<Ban> = users.unwrap().iter().map(|user| user.record.ban).collect();
        assert_eq!(bans, [Ban::On(None), Ban::On(Some(9000))]);
        assert_eq!(store.load(2000).announcement, "club evening".parse().ok());
        let listed = |now| match store.answer(&Query::Sanctions { now }) {
            Ok(Event::Sanctions { sanctions }) => sanctions,
            other => panic!("{other:?}"),
        };
        let bob = Sanction {
            kind: SanctionKind::Ban,
            name: "bob".parse().unwrap(),
            by: "mona".parse().ok(),
            reason: "enough".to_owned(),
            since: Some(1000),
            until: None,
            addresses: 0,
        };
        let carol = Sanction {
            name: "carol".parse().unwrap(),
            by: None,
            reason: String::new(),
            since: None,
            until: Some(9000),
            ..bob.clone()
        };
        assert_eq!(listed(8999), [bob.clone(), carol]);
        assert_eq!(listed(9000), [bob]);
    }
}
