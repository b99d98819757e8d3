//! Copies the database, while a server uses it or not.

use std::fs::File;
use std::io;
use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection as _};

use super::super::{Connection, Result, StoreError, bulk};
use super::has_database;
use super::open::DATABASE;
use super::private_files::{check_owner, create_folder, make_private};

/// The name of a copy that is not finished.
const PART: &str = "willow.db.part";

/// Copies the database of a folder, as it is at this moment, into a folder that is empty or does not exist.
pub(crate) async fn backup(folder: &Path, to: &Path) -> Result<()> {
    if !has_database(folder) {
        return Err(StoreError::NoDatabase(folder.to_owned()));
    }
    check_owner(folder)?;
    let fault = |error| StoreError::Folder { path: to.to_owned(), error };
    create_folder(to).and_then(|()| check_empty(to)).map_err(fault)?;
    let part = to.join(PART);
    let copied = copy(folder, &part).await;
    if copied.is_err() {
        // A partial copy is not a backup, and would block the next one.
        let _ = std::fs::remove_file(&part);
    }
    copied?;
    let publish = || {
        File::open(&part)?.sync_all()?;
        std::fs::rename(&part, to.join(DATABASE))?;
        sync_folder(to)
    };
    publish().map_err(fault)
}

/// Copies a database to a file, which is made.
async fn copy(folder: &Path, to: &Path) -> Result<()> {
    let fault = |error| StoreError::Folder { path: to.to_owned(), error };
    let not_unicode = || io::Error::new(io::ErrorKind::InvalidInput, "its name is not Unicode");
    let name = to.to_str().ok_or_else(not_unicode).map_err(fault)?.to_owned();
    make_private(to).map_err(fault)?;
    let options = SqliteConnectOptions::new().filename(folder.join(DATABASE)).read_only(true);
    let mut connection = options.disable_statement_logging().connect().await?;
    bulk::query("VACUUM INTO ?", [name.into()])
        .execute(&mut Connection::from(&mut connection))
        .await?;
    Ok(connection.close().await?)
}

/// Makes the names in a folder durable, where the system has that.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

fn check_empty(folder: &Path) -> io::Result<()> {
    match folder.read_dir()?.next() {
        None => Ok(()),
        Some(_) => Err(io::Error::new(io::ErrorKind::AlreadyExists, "it is not empty")),
    }
}

#[cfg(test)]
mod tests {
    use willow_protocol::Role;

    use super::*;
    use crate::domain::UserId;
    use crate::store::test_support::{TestStore, user};

    #[test]
    fn a_backup_of_a_running_server_has_what_was_committed() {
        let mut running = TestStore::sqlite();
        running.commit(vec![user(1, "alice", Role::Player, 1)]);
        let to = running.folder.path().join("copy");
        let copied = running.runtime.block_on(backup(running.folder.path(), &to));
        copied.unwrap();
        running.commit(vec![user(2, "bob", Role::Player, 2)]);
        let again = running.runtime.block_on(backup(running.folder.path(), &to)).unwrap_err();
        assert!(again.to_string().ends_with("copy: it is not empty"), "{again}");
        let (_store, mut copy) =
            running.runtime.block_on(crate::store::Store::open(&to.as_path().into())).unwrap();
        let names = running.runtime.block_on(copy.load(3)).unwrap().names;
        assert_eq!(names.iter().map(|saved| saved.user).collect::<Vec<_>>(), [UserId(1)]);
    }
}
