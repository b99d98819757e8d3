//! The store: [`Store`] answers, [`Writer`] commits. The rest of the server knows these two and plain values.
//!
//! `sql/` has all statements. What it promises, and `tests/` checks:
//!
//! - A commit is whole or absent, and synced to the disk when `Writer::commit` returns.
//! - Whoever asks afterwards sees it. Events of a room are read in the order of their numbers.
//! - A value that cannot be read is an error that names its table and row.
//! - Long work, such as a sweep, is split into transactions, and continues after a restart.

mod answer;
pub mod archive;
mod batch;
mod error;
mod game;
mod location;
mod sql;
mod start_time;
#[cfg(test)]
pub(crate) mod test_support;
#[cfg(test)]
mod tests;

use std::net::IpAddr;
use std::path::Path;

use futures_util::future::BoxFuture;
use tokio::time::Instant;
use willow_protocol::{ClientId, GameId, Name, Notice, RoomLines, TournamentId};

use self::archive::{ArchiveEntry, ArchiveVersion, Import, Imported, RememberedAnswers};
pub(crate) use self::archive::{possible_in_wthor, wthor};
pub(crate) use self::batch::Batch;
pub use self::error::StoreError;
pub(crate) use self::error::{QueryError, Result};
use self::game::StoredGame;
pub(crate) use self::location::has_password;
pub use self::location::{Location, LocationError};
use self::sql::WhenLed;
pub use self::sql::{CopiedTable, Findings};
pub(crate) use self::sql::{LibraryGame, PARTS, Part, PersonalPage, RowKey, Sweep};
use crate::domain::{
    CheckedAccount, EmailAddress, FoundMessage, MailLanguage, Millis, PushAddress, Saved,
    SavedUser, TokenHash, TokenNumber, UsedToken, UserId,
};
use crate::ops::Retention;

/// Minimum archive steps after a commit while the backlog is too long: some eight games end in the largest commit at
/// full load, and each is about one step.
const MIN_STEPS: usize = 8;

/// Reads what is committed. Its clones share connections.
#[derive(Clone, Debug)]
pub struct Store {
    db: sql::Readers,
    /// The latest answers about the archive; visitors have their own, so that users do not wait for them.
    remembered: RememberedAnswers,
    remembered_for_visitors: RememberedAnswers,
}

/// Writes. There is one.
#[derive(Debug)]
pub struct Writer {
    db: sql::Writer,
    /// Ended after every commit that changes what the archive says.
    archive_version: ArchiveVersion,
    /// Whether old rows are deleted: not if the clock may be wrong.
    deletes_by_age: bool,
}

/// When games that have just ended are added to the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArchiveTiming {
    /// In the same transaction.
    AtOnce,
    /// Together with many others, because the server is busy.
    Deferred,
}

/// Whether work is left that nobody waits for: games to be archived, or names of deleted accounts to be erased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BackgroundWork {
    None,
    /// A few games wait until the server is no longer busy.
    WhenQuiet,
    Due,
}

/// The push address of a login, and the last turn notified there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PushSubscription {
    pub(crate) token: TokenNumber,
    pub(crate) user: UserId,
    pub(crate) address: PushAddress,
    /// Turns that began up to this time are not told any more.
    pub(crate) told_until: Millis,
    /// Whether the login has expired.
    pub(crate) is_expired: bool,
}

/// The e-mail address of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GivenEmail {
    pub(crate) address: String,
    /// Whether its link was used.
    pub(crate) is_confirmed: bool,
}

/// A user who has confirmed an e-mail address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EmailOwner {
    pub(crate) user: UserId,
    pub(crate) name: Name,
    pub(crate) address: EmailAddress,
    pub(crate) language: MailLanguage,
}

impl Store {
    /// Opens the data of a server. What does not exist is created. While another node leads, this waits.
    ///
    /// # Errors
    /// A folder must be usable and not in use, its data Willow's, and its owner the user of this process. PostgreSQL must be
    /// reachable and durable.
    pub async fn open(location: &Location) -> Result<(Store, Writer)> {
        Ok(Store::with_writer(match location {
            Location::Folder(folder) => sql::open(folder).await?,
            Location::Postgres { .. } => sql::open_postgres(location, WhenLed::Wait).await?,
        }))
    }

    /// Returns whether there is data, as far as it is known before it is opened.
    pub(crate) fn may_exist(location: &Location) -> bool {
        match location {
            Location::Folder(folder) => sql::has_database(folder),
            Location::Postgres { .. } => true,
        }
    }

    /// Makes the folder for what a server keeps beside its database.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub(crate) fn create_folder(folder: &Path) -> Result<()> {
        let fault = |error| StoreError::Folder { path: folder.to_owned(), error };
        sql::create_folder(folder).map_err(fault)
    }

    /// Opens the data of a server that exists, and that no server uses.
    ///
    /// # Errors
    /// As [`Store::open`]; there must be data, and no server.
    pub async fn open_existing(location: &Location) -> Result<(Store, Writer)> {
        match location {
            Location::Folder(folder) if !sql::has_database(folder) => {
                Err(StoreError::NoDatabase(folder.to_owned()))
            }
            _ => {
                let (store, mut writer) = Store::open_or_refuse(location).await?;
                writer.db.check_whole().await?;
                Ok((store, writer))
            }
        }
    }

    /// Opens the data of a server that no server uses. What does not exist is created.
    async fn open_or_refuse(location: &Location) -> Result<(Store, Writer)> {
        match location {
            Location::Folder(_) => Store::open(location).await,
            Location::Postgres { .. } => {
                let opened = sql::open_postgres(location, WhenLed::Refuse).await?;
                Ok(Store::with_writer(opened))
            }
        }
    }

    /// Opens the data of a server to read it, while one uses it or not.
    ///
    /// # Errors
    /// There must be a database, of a server of this version.
    pub async fn open_to_read(location: &Location) -> Result<Store> {
        let readers = match location {
            Location::Folder(folder) => sql::open_to_read(folder).await?,
            Location::Postgres { .. } => sql::open_postgres_to_read(location).await?,
        };
        Ok(Store::of(readers, &ArchiveVersion::default()))
    }

    fn with_writer((readers, writer): (sql::Readers, sql::Writer)) -> (Store, Writer) {
        let archive_version = ArchiveVersion::default();
        let store = Store::of(readers, &archive_version);
        (store, Writer { db: writer, archive_version, deletes_by_age: true })
    }

    fn of(db: sql::Readers, version: &ArchiveVersion) -> Store {
        let remembered = || RememberedAnswers::new(version.clone());
        Store { db, remembered: remembered(), remembered_for_visitors: remembered() }
    }

    /// Copies all data that no server uses to another place, and compares it. What an interrupted attempt has copied stays.
    /// `tell` gets each table.
    ///
    /// # Errors
    /// As [`Store::open_existing`]; the other place must be empty, or have a part of the same copy.
    pub async fn migrate(
        from: &Location,
        to: &Location,
        tell: impl FnMut(&CopiedTable),
    ) -> Result<()> {
        let (_store, mut original) = Store::open_existing(from).await?;
        let (_store, mut copy) = Store::open_or_refuse(to).await?;
        original.db.copy_to(&mut copy.db, &from.to_string(), tell).await?;
        copy.release().await?;
        original.release().await
    }

    /// Copies the database of a folder, which a server may be using, into a folder that is empty or does not exist.
    ///
    /// # Errors
    /// There must be a database, and room for the copy.
    pub(crate) async fn backup(location: &Location, to: &Path) -> Result<()> {
        let folder = location.folder()?;
        sql::backup(folder, to).await.map_err(|error| error.in_file(to))
    }

    /// Looks for damage in the database of a folder, which a server may be using, and counts what it has.
    pub(crate) async fn check(location: &Location) -> Result<Findings> {
        let folder = location.folder()?;
        sql::check(folder).await.map_err(|error| error.in_file(folder))
    }

    /// Returns the same data with the connections of visitors: however many ask, users have their own.
    pub(crate) fn for_visitors(&self) -> Store {
        let remembered = self.remembered_for_visitors.clone();
        Store { db: self.db.for_visitors(), remembered, ..self.clone() }
    }

    /// Reads users whose accounts exist. Who was not there lately remembers no ids of commands.
    pub(crate) async fn saved_users(&self, ids: &[UserId]) -> Result<Vec<SavedUser>> {
        self.db.saved_users(ids).await
    }

    /// Reads the events of tournaments.
    pub(crate) async fn tournaments(
        &self,
        ids: &[TournamentId],
    ) -> Result<Vec<(TournamentId, Vec<Notice>)>> {
        self.db.tournaments(ids).await
    }

    /// Finds the user of a name, with the hash of the password. Guests and the server's bots have none.
    ///
    /// This and all that signs a user in waits for no query.
    pub(crate) async fn credentials(&self, name: &Name) -> Result<Option<CheckedAccount>> {
        self.db.credentials(name).await
    }

    /// Finds the user of a name who has a recovery code that is valid at a time, with the hash of the password.
    pub(crate) async fn owner_of_code(
        &self,
        name: &Name,
        code: &TokenHash,
        now: Millis,
    ) -> Result<Option<CheckedAccount>> {
        self.db.owner_of_code(name, code, now).await
    }

    /// Finds the owner of a token that is valid at a time.
    pub(crate) async fn token(
        &self,
        token: &TokenHash,
        now: Millis,
    ) -> Result<Option<(UserId, UsedToken)>> {
        self.db.token(token, now).await
    }

    pub(crate) async fn has_token(&self, user: UserId, number: TokenNumber) -> Result<bool> {
        self.db.has_token(user, number).await
    }

    /// Returns the messages among some events of a room.
    pub(crate) async fn authors(&self, lines: RoomLines) -> Result<Vec<FoundMessage>> {
        self.db.authors(lines).await
    }

    /// Returns private messages of a report, unless it is about the asker, in the rooms of both users.
    pub(crate) async fn reported_messages(
        &self,
        report: u64,
        lines: RoomLines,
        asker: UserId,
    ) -> Result<Vec<FoundMessage>> {
        self.db.reported_messages(report, lines, asker).await
    }

    /// Returns the user who has a name.
    pub(crate) async fn user_of(&self, name: &Name) -> Result<Option<UserId>> {
        self.db.user_of(name).await
    }

    /// Returns whether the user of a name logged in from an address before.
    pub(crate) async fn knows_address(&self, name: &Name, address: IpAddr) -> Result<bool> {
        self.db.knows_address(name, address).await
    }

    /// Returns the e-mail address of a user.
    pub(crate) async fn email(&self, user: UserId) -> Result<Option<GivenEmail>> {
        self.db.email(user).await
    }

    /// Finds the users with a name or an address, as far as they have confirmed theirs.
    pub(crate) async fn email_owners(&self, account: &str) -> Result<Vec<EmailOwner>> {
        self.db.email_owners(account).await
    }

    /// Returns whether a code confirms an e-mail address at a time.
    pub(crate) async fn is_email_code(&self, code: TokenHash, now: Millis) -> Result<bool> {
        self.db.is_email_code(code, now).await
    }

    /// Returns the addresses of all logins, as they are at a time.
    pub(crate) async fn push_subscriptions(&self, now: Millis) -> Result<Vec<PushSubscription>> {
        self.db.push_subscriptions(now).await
    }

    /// Returns the address at which the browser of a login takes notifications.
    pub(crate) async fn push_endpoint(&self, token: TokenNumber) -> Result<Option<String>> {
        self.db.push_endpoint(token).await
    }

    /// Returns the number of a user's game of a device in the archive, by the client's id for it.
    pub(crate) async fn device_game(&self, user: UserId, id: &ClientId) -> Result<Option<GameId>> {
        self.db.device_game(user, id).await
    }

    /// Returns how many games of devices the archive has of a user.
    pub(crate) async fn n_device_games(&self, user: UserId) -> Result<u64> {
        self.db.n_device_games(user).await
    }

    /// Returns the games that a user keeps or deleted whose revisions came after one, in their order: a page of them.
    pub(crate) async fn library(&self, user: UserId, after: u64) -> Result<Vec<LibraryGame>> {
        self.db.library(user, after).await
    }

    /// Returns the last revision of the games that a user keeps, and their bytes together.
    pub(crate) async fn library_state(&self, user: UserId) -> Result<(u64, u64)> {
        self.db.library_state(user).await
    }

    /// Returns those of the games that a user keeps or deleted that have some ids.
    pub(crate) async fn library_games(
        &self,
        user: UserId,
        ids: &[&str],
    ) -> Result<Vec<LibraryGame>> {
        self.db.library_games(user, ids).await
    }

    /// Reads a page of a part of all that is stored about a user, for the user's own eyes.
    pub(crate) async fn personal_data(
        &self,
        user: UserId,
        part: &'static Part,
        after: &RowKey,
    ) -> Result<PersonalPage> {
        self.db.personal_data(user, part, after).await
    }
}

impl Writer {
    /// Reads what is in memory while a server runs. Nothing is deleted: the clock may be wrong.
    pub(crate) async fn load(&mut self, now: Millis) -> Result<Saved> {
        self.db.load(now).await.map_err(|error| self.db.in_file(error))
    }

    /// Commits a batch whole or not at all, and returns when it is on the disk. `timing` says when games
    /// that ended are added to the archive.
    ///
    /// # Errors
    /// If the [disk is full](StoreError::is_disk_full), the batch can be committed after
    /// [`reconnect`](Writer::reconnect). Otherwise the domain's state and the store differ, and the process should
    /// end.
    pub(crate) async fn commit(&mut self, batch: &Batch, timing: ArchiveTiming) -> Result<()> {
        let committed = self.db.commit(batch, timing).await;
        // A full disk is waited for.
        committed.map_err(|error| if error.is_damage() { self.in_file(error) } else { error })?;
        if batch.changes_archive {
            self.archive_version.end();
        }
        Ok(())
    }

    /// Begins again after a write that failed because the disk is full: with another connection, and with
    /// what the database has.
    pub(crate) async fn reconnect(&mut self) -> Result<()> {
        self.db.reconnect().await
    }

    /// Returns what is left that nobody waits for.
    pub(crate) fn background_work(&self, timing: ArchiveTiming) -> BackgroundWork {
        self.db.background_work(timing)
    }

    /// Does one step of the background work.
    pub(crate) async fn do_background_step(&mut self) -> Result<()> {
        self.db.do_background_step().await?;
        self.archive_version.end();
        Ok(())
    }

    /// Archives games until a time while so many wait that others have to, and some at least: games must not end
    /// faster than they are archived.
    pub(crate) async fn archive_while_busy(&mut self, until: Instant) -> Result<()> {
        let mut n_steps = 0;
        while self.db.is_overdue() && (n_steps < MIN_STEPS || Instant::now() < until) {
            self.do_background_step().await?;
            n_steps += 1;
        }
        Ok(())
    }

    /// Takes a step to delete what is old. Returns whether it was the last one. Nothing is old as long as the clock
    /// may be wrong.
    pub(crate) async fn delete_by_age(
        &mut self,
        sweep: &mut Sweep,
        retention: &Retention,
        now: Millis,
    ) -> Result<bool> {
        Ok(!self.deletes_by_age || self.db.delete_by_age(sweep, retention, now).await?)
    }

    /// Adds games to the archive: all of them or, after an error, none. Games that are there already
    /// are left out. The others get the next free numbers. They can be undone together with the others of the import.
    ///
    /// # Errors
    /// The database failed.
    pub async fn import(
        &mut self,
        import: &mut Import,
        entries: Vec<ArchiveEntry>,
    ) -> Result<Imported> {
        let imported =
            self.db.import(import, entries).await.map_err(|error| self.in_file(error))?;
        if imported.added > 0 {
            self.archive_version.end();
        }
        Ok(imported)
    }

    /// Prepares for an import of many games.
    ///
    /// # Errors
    /// The database failed.
    pub async fn prepare_import(&mut self) -> Result<()> {
        self.db.prepare_import().await.map_err(|error| self.in_file(error))
    }

    /// Makes an account that is an administrator. Returns whether the name is free.
    pub(crate) async fn create_admin(
        &mut self,
        name: &Name,
        hash: String,
        now: Millis,
    ) -> Result<bool> {
        self.db.create_admin(name, hash, now).await.map_err(|error| self.in_file(error))
    }

    /// Makes a registered user an administrator. Returns whether there is one of this name.
    pub(crate) async fn make_admin(&mut self, name: &Name) -> Result<bool> {
        self.db.make_admin(name).await.map_err(|error| self.in_file(error))
    }

    /// Gives a registered user another password and revokes all tokens. Returns whether there is one
    /// of this name.
    pub(crate) async fn reset_password(&mut self, name: &Name, hash: &str) -> Result<bool> {
        self.db.reset_password(name, hash).await.map_err(|error| self.in_file(error))
    }

    /// Returns what completes when this node may no longer write, because another one leads.
    pub(crate) fn lost_lease(&self) -> BoxFuture<'static, StoreError> {
        self.db.lost_lease()
    }

    /// Begins the service of a server: after one that did not end in order, the database is checked first.
    pub(crate) async fn begin_service(&mut self) -> Result<()> {
        self.db.begin_service().await
    }

    /// Returns an error with the file of the database, if that is damaged or has no room.
    fn in_file(&self, error: StoreError) -> StoreError {
        self.db.in_file(error)
    }

    /// Lets other nodes use the data at once, after a command.
    ///
    /// # Errors
    /// The database failed.
    pub async fn release(self) -> Result<()> {
        self.db.release().await
    }

    /// Ends the writing. Everything was committed before.
    pub(crate) async fn close(self) -> Result<()> {
        self.db.close().await
    }
}
