//! Commands of the operator on the server's machine, while no server runs. Write access to the
//! database folder is all that is needed.

use std::path::Path;

use thiserror::Error;
use willow_protocol::Name;

use crate::net::authenticator::new_password;
use crate::net::password_hasher;
use crate::store::{Store, StoreError};

/// A password was not reset.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ResetError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system has no randomness.
    #[error("the system has no random numbers: {0}")]
    Random(getrandom::Error),
    /// The password could not be hashed.
    #[error("the password cannot be hashed: {0}")]
    Hash(argon2::password_hash::Error),
}

/// Gives a registered user a new password, which is returned, and revokes all tokens. `None` means
/// that no user of this name is registered.
///
/// # Errors
/// The folder must be usable and no server may be using it.
pub async fn reset_password(folder: &Path, name: &Name) -> Result<Option<String>, ResetError> {
    let password = new_password().map_err(ResetError::Random)?;
    let hash = password_hasher::hash(password.as_bytes()).map_err(ResetError::Hash)?;
    let (_store, mut writer) = Store::open(folder).await?;
    let is_reset = writer.reset_password(name, &hash).await?;
    Ok(is_reset.then_some(password))
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
