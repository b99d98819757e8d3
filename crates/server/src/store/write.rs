//! Writes what the core says is to be written.

use std::sync::Arc;

use sqlx::{Connection, SqliteConnection};
use willow_protocol::RequestId;

use super::tables::{game, user};
use super::{StoreError, Writer, bulk};
use crate::archive;
use crate::core::{Millis, REMEMBERED_COMMANDS, Relation, RoomKey, UserId, Write};
use crate::outgoing::Outgoing;

/// A row of what happened.
struct EventRow {
    room: RoomKey,
    number: u64,
    notice: Arc<Outgoing>,
}

/// A row of what was carried out.
struct HandledRow {
    user: UserId,
    number: u64,
    request: RequestId,
    at: Millis,
}

impl Writer {
    /// Writes all of it or nothing, and returns when it is on the disk.
    ///
    /// # Errors
    /// The database must take it. If it does not, what the core believes and what is written are no
    /// longer the same, and the process should end.
    pub async fn commit(&mut self, writes: Vec<Write>) -> Result<(), StoreError> {
        if writes.is_empty() {
            return Ok(());
        }
        let n_writes = writes.len();
        let mut transaction = self.connection.begin().await?;
        let (mut events, mut handled) = (Vec::new(), Vec::new());
        let mut finished = Vec::new();
        for write in writes {
            match write {
                Write::Event { room, number, notice } => {
                    events.push(EventRow { room, number, notice });
                }
                Write::Handled { user, number, request, at } => {
                    handled.push(HandledRow { user, number, request, at });
                }
                Write::Finished(row) => {
                    game::finish(&mut transaction, &row).await?;
                    finished.push(row.game);
                }
                write => one(&mut transaction, write).await?,
            }
        }
        archive::enter_finished(&mut transaction, &finished).await?;
        insert_events(&mut transaction, &events).await?;
        insert_handled(&mut transaction, &handled).await?;
        transaction.commit().await?;
        self.checkpoints.written(n_writes, &mut self.connection).await
    }
}

async fn insert_events(
    connection: &mut SqliteConnection,
    rows: &[EventRow],
) -> Result<(), StoreError> {
    let insert = "INSERT INTO events (room, number, at, body)";
    bulk::insert(connection, insert, 4, "", rows, |query, row| {
        query
            .bind(row.room.to_string())
            .bind(row.number as i64)
            .bind(row.notice.notice().time as i64)
            .bind(row.notice.json().to_owned())
    })
    .await
}

async fn insert_handled(
    connection: &mut SqliteConnection,
    rows: &[HandledRow],
) -> Result<(), StoreError> {
    let insert = "INSERT INTO handled (user_id, place, number, request, at)";
    let replace = "ON CONFLICT (user_id, place) DO UPDATE SET
                   number = excluded.number, request = excluded.request, at = excluded.at";
    bulk::insert(connection, insert, 5, replace, rows, |query, row| {
        query
            .bind(row.user.0)
            .bind((row.number % REMEMBERED_COMMANDS as u64) as i64)
            .bind(row.number as i64)
            .bind(row.request.as_str().to_owned())
            .bind(row.at as i64)
    })
    .await
}

/// Writes one thing of which there are few.
async fn one(connection: &mut SqliteConnection, write: Write) -> Result<(), StoreError> {
    match write {
        Write::User { user: id, name, role, password, at } => {
            user::insert(connection, id, &name, role, password, at).await
        }
        Write::Role(id, role) => user::set_role(connection, id, role).await,
        Write::Password(id, hash) => user::set_password(connection, id, hash).await,
        Write::Gone(id) => user::go(connection, id).await,
        Write::Banned(id, banned) => user::set_banned(connection, id, banned).await,
        Write::Silenced(id, until) => user::silence(connection, id, until).await,
        Write::Seen(id, number) => user::set_seen(connection, id, number).await,
        Write::Token(id, hash, at) => user::insert_token(connection, id, &hash, at).await,
        Write::TokensEnd(id) => user::end_tokens(connection, id).await,
        Write::Relation(id, other, relation, on) => {
            user::relate(connection, id, other, relation_name(relation), on).await
        }
        Write::Moderation { by, to, action, reason, at } => {
            user::log_moderation(connection, [by, to], action, reason, at).await
        }
        Write::Offer(offer) => game::insert_offer(connection, &offer).await,
        Write::OfferGone(id) => game::delete_offer(connection, id).await,
        Write::Alive(time) => game::set(connection, "alive", time).await,
        Write::Reserved(number) => game::reserve(connection, number).await,
        Write::Begun(begun) => game::insert(connection, &begun).await,
        Write::Rating { user: id, class, rating, game: number, at } => {
            game::rate(connection, id, class, &rating, number, at).await
        }
        // These go in bulk.
        Write::Event { .. } | Write::Handled { .. } | Write::Finished(_) => Ok(()),
    }
}

pub(super) const fn relation_name(relation: Relation) -> &'static str {
    match relation {
        Relation::Muted => "muted",
        Relation::Blocked => "blocked",
    }
}
