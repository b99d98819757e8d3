//! Passwords and tokens.

use std::fmt::Write;
use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use willow_protocol::{ErrorCode, Name, Password};

use crate::core::{Refusal, TokenHash, UserId};
use crate::store::Store;

/// How many passwords are hashed at the same time. Each takes 19 MiB and some 20 ms.
const AT_ONCE: usize = 2;

/// The doorkeeper: checks secrets outside the core, on threads that may take their time.
#[derive(Clone, Debug)]
pub(crate) struct Doorkeeper {
    store: Store,
    places: Arc<Semaphore>,
}

impl Doorkeeper {
    pub(crate) fn new(store: Store) -> Doorkeeper {
        Doorkeeper { store, places: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    /// Hashes a new password.
    pub(crate) async fn hash(&self, password: Password) -> Result<String, Refusal> {
        self.slowly(move || hash(password.reveal().as_bytes()).map_err(|error| failed(&error)))
            .await
    }

    /// Finds out whose name and password these are. A name that nobody has takes as long as one
    /// with a wrong password.
    pub(crate) async fn check(&self, name: &Name, password: Password) -> Result<UserId, Refusal> {
        let known = self.store.credentials(name).await.map_err(|error| failed(&error))?;
        let user = known.as_ref().map(|credentials| credentials.user);
        let Some(hash) = known.and_then(|credentials| credentials.password) else {
            self.hash(password).await?;
            return Err(denied());
        };
        let right = self
            .slowly(move || {
                let checked =
                    Argon2::default().verify_password(password.reveal().as_bytes(), hash.as_str());
                Ok(checked.is_ok())
            })
            .await?;
        user.filter(|_| right).ok_or_else(denied)
    }

    /// Finds out whose token this is.
    pub(crate) async fn owner_of(&self, token: &str) -> Result<UserId, Refusal> {
        let owner = self.store.owner_of(&digest(token)).await.map_err(|error| failed(&error))?;
        owner.ok_or_else(|| Refusal::new(ErrorCode::Denied, "this token is not known"))
    }

    /// Does what takes long on a thread of its own, few at a time.
    async fn slowly<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let _place = self.places.acquire().await.map_err(|error| failed(&error))?;
        tokio::task::spawn_blocking(work).await.map_err(|error| failed(&error))?
    }
}

/// Hashes a password, which takes some 20 ms.
pub(crate) fn hash(password: &[u8]) -> Result<String, argon2::password_hash::Error> {
    Argon2::default().hash_password(password).map(|hash| hash.to_string())
}

/// Makes a token of 256 random bits, and its digest.
pub(crate) fn new_token() -> Result<(String, TokenHash), Refusal> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| failed(&error))?;
    let token = bytes.iter().fold(String::new(), |mut token, byte| {
        let _ = write!(token, "{byte:02x}");
        token
    });
    let hash = digest(&token);
    Ok((token, hash))
}

/// Returns what is kept of a token. It needs no salt: nobody guesses 256 bits.
fn digest(token: &str) -> TokenHash {
    TokenHash(Sha256::digest(token.as_bytes()).into())
}

fn denied() -> Refusal {
    Refusal::new(ErrorCode::Denied, "the name or the password is wrong")
}

/// Words a failure of the server's own: details go to the log, not to the client.
fn failed(error: &dyn std::fmt::Display) -> Refusal {
    tracing::error!(%error, "a secret could not be checked");
    Refusal::new(ErrorCode::Internal, "the server failed; try again")
}
