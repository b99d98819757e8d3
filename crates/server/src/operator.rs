//! Commands of the operator on the server's machine, while no server runs, or also while one does for
//! [`backup`] and [`check`]. Write access to the database is all that is needed.

use std::path::Path;

use thiserror::Error;
use willow_protocol::Name;

use crate::bots::server_bots;
use crate::net::credentials::new_password;
use crate::net::password_hasher;
use crate::ops::ServerClock;
use crate::push::{KeyError, PushKey};
pub use crate::store::Findings;
use crate::store::{Location, Store, StoreError};

/// A command of the operator failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OperatorError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The key of notifications could not be copied.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// Nobody has registered this name.
    #[error("there is no registered user `{0}`")]
    Unknown(Name),
    /// The name of a new account is taken.
    #[error(
        "the name {0} is taken, or looks like a name that is taken; `--make-admin` is for registered users"
    )]
    Taken(Name),
    /// The system has no randomness.
    #[error("the system has no random numbers: {0}")]
    Random(getrandom::Error),
    /// The password could not be hashed.
    #[error("the password cannot be hashed: {0}")]
    Hash(argon2::password_hash::Error),
}

/// Creates an administrator's account, and returns its password. A missing database is created.
///
/// # Errors
/// The data must be usable, no server may be using it, and the name must be free.
pub async fn create_admin(location: &Location, name: &Name) -> Result<String, OperatorError> {
    let (password, hash) = random_password()?;
    if server_bots().iter().any(|bot| bot.name.skeleton() == name.skeleton()) {
        return Err(OperatorError::Taken(name.clone()));
    }
    let (_store, mut writer) = match Store::open_existing(location).await {
        Err(StoreError::NoDatabase(_)) => Store::open(location).await?,
        opened => opened?,
    };
    let is_created = writer.create_admin(name, hash, ServerClock::time_of_day()).await?;
    writer.release().await?;
    if is_created { Ok(password) } else { Err(OperatorError::Taken(name.clone())) }
}

/// Makes a registered user an administrator.
///
/// # Errors
/// There must be a database that no server is using, with this user.
pub async fn make_admin(location: &Location, name: &Name) -> Result<(), OperatorError> {
    let (_store, mut writer) = Store::open_existing(location).await?;
    let is_made = writer.make_admin(name).await?;
    writer.release().await?;
    if is_made { Ok(()) } else { Err(OperatorError::Unknown(name.clone())) }
}

/// Gives a registered user a new password, which is returned, and revokes all tokens.
///
/// # Errors
/// There must be a database that no server is using, with this user.
pub async fn reset_password(location: &Location, name: &Name) -> Result<String, OperatorError> {
    let (password, hash) = random_password()?;
    let (_store, mut writer) = Store::open_existing(location).await?;
    let is_reset = writer.reset_password(name, &hash).await?;
    writer.release().await?;
    if is_reset { Ok(password) } else { Err(OperatorError::Unknown(name.clone())) }
}

/// Copies what a server keeps in its folder into a folder that is empty or does not exist: a server that starts there
/// continues from this moment. The server may be running.
///
/// # Errors
/// The folder must have a database, and there must be room for the copy.
pub async fn backup(location: &Location, to: &Path) -> Result<(), OperatorError> {
    Store::backup(location, to).await?;
    Ok(PushKey::copy(location.folder()?, to)?)
}

/// Looks for damage in the data of a folder, and counts what there is. The server may be running.
///
/// # Errors
/// The folder must have a database that is not newer than this program.
pub async fn check(location: &Location) -> Result<Findings, OperatorError> {
    Ok(Store::check(location).await?)
}

/// Returns a new password and its hash.
fn random_password() -> Result<(String, String), OperatorError> {
    let password = new_password().map_err(OperatorError::Random)?;
    let hash = password_hasher::hash(password.as_bytes()).map_err(OperatorError::Hash)?;
    Ok((password, hash))
}

#[cfg(test)]
mod tests {
    use willow_protocol::Password;

    use super::*;

    #[test]
    fn new_passwords_are_valid_and_different() {
        let [one, two] = [new_password().unwrap(), new_password().unwrap()];
        assert_ne!(one, two);
        assert!(one.parse::<Password>().is_ok(), "{one}");
        assert_eq!(one.len(), 20);
    }
}
