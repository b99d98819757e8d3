//! Hashes and checks passwords and tokens.

use std::fmt::Write;
use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use willow_protocol::{ErrorDetail, Name, Password};

use crate::domain::{Refusal, TokenHash, UserId};
use crate::error_report;
use crate::store::Store;

/// How many passwords are hashed at the same time. Each takes 19 MiB and some 20 ms of a core. So
/// logins keep at most two cores busy, and a hundred passwords a second can be checked.
const MAX_CONCURRENT: usize = 2;

/// Checks passwords and tokens outside the domain, on threads for blocking work.
#[derive(Clone, Debug)]
pub(crate) struct Authenticator {
    store: Store,
    permits: Arc<Semaphore>,
}

impl Authenticator {
    /// Returns an authenticator over the store's accounts.
    pub(crate) fn new(store: Store) -> Authenticator {
        Authenticator { store, permits: Arc::new(Semaphore::new(MAX_CONCURRENT)) }
    }

    /// Hashes a new password.
    pub(crate) async fn hash(&self, password: Password) -> Result<String, Refusal> {
        self.run_blocking(move || {
            hash(password.reveal().as_bytes()).map_err(|error| internal_error(&error))
        })
        .await
    }

    /// Returns the user with this name and password. An unknown name takes as long as a wrong
    /// password.
    pub(crate) async fn check(&self, name: &Name, password: Password) -> Result<UserId, Refusal> {
        let known = self.store.credentials(name).await.map_err(|error| internal_error(&error))?;
        let user = known.as_ref().map(|credentials| credentials.user);
        let Some(hash) = known.and_then(|credentials| credentials.password) else {
            self.hash(password).await?;
            return Err(denied());
        };
        let is_right = self
            .run_blocking(move || {
                let checked =
                    Argon2::default().verify_password(password.reveal().as_bytes(), hash.as_str());
                Ok(checked.is_ok())
            })
            .await?;
        user.filter(|_| is_right).ok_or_else(denied)
    }

    /// Returns the owner of a token, and the digest of the token.
    pub(crate) async fn owner_of(&self, token: &str) -> Result<(UserId, TokenHash), Refusal> {
        let digest = digest(token);
        let owner = self.store.owner_of(&digest).await.map_err(|error| internal_error(&error))?;
        let owner =
            owner.ok_or_else(|| Refusal::new(ErrorDetail::UnknownToken, "unknown token"))?;
        Ok((owner, digest))
    }

    /// Runs slow work on a thread for blocking work, a few at a time.
    async fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let _permit = self.permits.acquire().await.map_err(|error| internal_error(&error))?;
        tokio::task::spawn_blocking(work).await.map_err(|error| internal_error(&error))?
    }
}

/// Hashes a password, which takes some 20 ms.
pub(crate) fn hash(password: &[u8]) -> Result<String, argon2::password_hash::Error> {
    Argon2::default().hash_password(password).map(|hash| hash.to_string())
}

/// Returns a token of 256 random bits, and its digest.
pub(crate) fn new_token() -> Result<(String, TokenHash), Refusal> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| internal_error(&error))?;
    let token = bytes.iter().fold(String::new(), |mut token, byte| {
        let _ = write!(token, "{byte:02x}");
        token
    });
    let hash = digest(&token);
    Ok((token, hash))
}

/// Returns the digest of a token. It needs no salt: nobody guesses 256 bits.
fn digest(token: &str) -> TokenHash {
    TokenHash(Sha256::digest(token.as_bytes()).into())
}

fn denied() -> Refusal {
    Refusal::new(ErrorDetail::WrongPassword, "wrong name or password")
}

/// Returns the refusal for an internal error.
fn internal_error(error: &dyn std::fmt::Display) -> Refusal {
    error_report::internal_error("authentication", error)
}
