//! Writes what the core says is to be written.

use sqlx::{Connection, SqliteConnection};

use super::batch::Batch;
use super::tables::user;
use super::{StoreError, Writer};
use crate::core::{Relation, Write};

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
        Batch::new(writes).write(&mut transaction, &mut self.handled).await?;
        transaction.commit().await?;
        self.checkpoints.written(n_writes, &mut self.connection).await
    }
}

/// Writes what users are and do to each other: there are few of these at a time.
pub(super) async fn user_write(
    connection: &mut SqliteConnection,
    write: Write,
) -> Result<(), StoreError> {
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
        // These go in bulk.
        Write::Event { .. }
        | Write::Handled { .. }
        | Write::Offer(_)
        | Write::OfferGone(_)
        | Write::Reserved(_)
        | Write::Alive(_)
        | Write::Begun(_)
        | Write::Finished(_)
        | Write::Rating { .. } => Ok(()),
    }
}

pub(super) const fn relation_name(relation: Relation) -> &'static str {
    match relation {
        Relation::Muted => "muted",
        Relation::Blocked => "blocked",
    }
}
