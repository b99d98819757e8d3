//! Hashes and checks passwords with argon2id, in memory that is allocated once.
//!
//! A hash fills 19 MiB. An allocator keeps freed memory of this size for each thread that hashed, so a flood of
//! logins would leave the process with hundreds of megabytes. Here each hash takes a buffer that an
//! earlier one has given back.

use std::sync::{Arc, Mutex, PoisonError};

use argon2::password_hash::phc::{Output, ParamsString, Salt};
use argon2::password_hash::{Error, try_generate_salt};
use argon2::{Algorithm, Argon2, Block, Params, PasswordHash, Version};
use tokio::sync::Semaphore;
use willow_protocol::Password;

use crate::domain::Refusal;
use crate::error_report::internal_error;

/// How many passwords are hashed at the same time. Each takes 19 MiB and some 20 ms of a core. So
/// logins keep at most two cores busy, and a hundred passwords a second can be checked.
const MAX_CONCURRENT: usize = 2;

/// The memory of a hash. It is empty until the first one.
type Buffer = Vec<Block>;

/// Hashes passwords on threads for blocking work, a few at a time.
#[derive(Clone, Debug)]
pub(super) struct PasswordHasher {
    permits: Arc<Semaphore>,
    idle: Arc<Mutex<Vec<Buffer>>>,
}

impl PasswordHasher {
    /// Returns a hasher that has allocated nothing yet.
    pub(super) fn new() -> PasswordHasher {
        let idle = vec![Buffer::new(); MAX_CONCURRENT];
        let permits = Arc::new(Semaphore::new(MAX_CONCURRENT));
        PasswordHasher { permits, idle: Arc::new(Mutex::new(idle)) }
    }

    /// Returns the hash of a new password, in the PHC format.
    pub(super) async fn hash(&self, password: Password) -> Result<String, Refusal> {
        self.run(move |buffer| hash_in(buffer, password.reveal().as_bytes())).await
    }

    pub(super) async fn verify(&self, password: Password, hash: String) -> Result<bool, Refusal> {
        self.run(move |buffer| verify_in(buffer, password.reveal().as_bytes(), &hash)).await
    }

    /// Waits for a buffer and works in it. The work continues when the caller is dropped, such as after the end of a
    /// connection, and keeps its permit and its buffer until it is done.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Buffer) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Refusal> {
        let permit = self.permits.clone().acquire_owned().await.map_err(|error| failed(&error))?;
        let idle = self.idle.clone();
        let task = tokio::task::spawn_blocking(move || {
            let idle = || idle.lock().unwrap_or_else(PoisonError::into_inner);
            let mut buffer = idle().pop().unwrap_or_default();
            let result = work(&mut buffer);
            idle().push(buffer);
            drop(permit);
            result
        });
        task.await.map_err(|error| failed(&error))?.map_err(|error| failed(&error))
    }
}

/// Hashes a password in memory of its own.
pub(crate) fn hash(password: &[u8]) -> Result<String, Error> {
    hash_in(&mut Buffer::new(), password)
}

fn hash_in(buffer: &mut Buffer, password: &[u8]) -> Result<String, Error> {
    let argon2 = Argon2::default();
    let salt = Salt::new(&try_generate_salt()?)?;
    let hash = PasswordHash {
        algorithm: Algorithm::default().ident(),
        version: Some(Version::default().into()),
        params: ParamsString::try_from(argon2.params())?,
        salt: Some(salt),
        hash: Some(output(&argon2, buffer, password, &salt)?),
    };
    Ok(hash.to_string())
}

fn verify_in(buffer: &mut Buffer, password: &[u8], hash: &str) -> Result<bool, Error> {
    let hash = PasswordHash::new(hash)?;
    let (Some(salt), Some(expected)) = (hash.salt, hash.hash) else { return Ok(false) };
    let algorithm = Algorithm::try_from(hash.algorithm.as_str())?;
    let version = hash.version.map(Version::try_from).transpose()?.unwrap_or_default();
    let argon2 = Argon2::new(algorithm, version, Params::try_from(&hash)?);
    // `Output` compares in constant time.
    Ok(output(&argon2, buffer, password, &salt)? == expected)
}

fn output(
    argon2: &Argon2<'_>,
    buffer: &mut Buffer,
    password: &[u8],
    salt: &Salt,
) -> Result<Output, Error> {
    buffer.resize(buffer.len().max(argon2.params().block_count()), Block::new());
    let mut bytes = [0; Output::MAX_LENGTH];
    let length = argon2.params().output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
    let bytes = bytes.get_mut(..length).ok_or(Error::OutputSize)?;
    argon2.hash_password_into_with_memory(password, salt, bytes, &mut buffer[..])?;
    Ok(Output::new(bytes)?)
}

fn failed(error: &dyn std::fmt::Display) -> Refusal {
    internal_error("the hashing of a password", error)
}

#[cfg(test)]
mod tests {
    use argon2::{PasswordHasher as _, PasswordVerifier as _};

    use super::*;

    /// A reused buffer gives the same hash.
    #[test]
    fn hashes_are_those_of_the_library_in_a_used_buffer_too() {
        let mut buffer = Buffer::new();
        for password in ["correct horse", "battery staple"] {
            let hash = hash_in(&mut buffer, password.as_bytes()).unwrap();
            assert!(Argon2::default().verify_password(password.as_bytes(), hash.as_str()).is_ok());
            let other: PasswordHash = Argon2::default().hash_password(password.as_bytes()).unwrap();
            for hash in [hash, other.to_string()] {
                assert!(verify_in(&mut buffer, password.as_bytes(), &hash).unwrap());
                assert!(!verify_in(&mut buffer, b"wrong", &hash).unwrap());
            }
        }
        for damaged in ["", "hash", "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ"] {
            assert!(!verify_in(&mut buffer, b"x", damaged).unwrap_or(false), "{damaged}");
        }
        assert_eq!(buffer.len() * Block::SIZE, 19 * 1024 * 1024);
    }

    /// A client that does not wait for its answer gets no further buffer by its next login.
    #[tokio::test(flavor = "multi_thread")]
    async fn work_that_nobody_waits_for_keeps_its_permit() {
        let hasher = PasswordHasher::new();
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let ended = Arc::new(Mutex::new(ended));
        for _ in 0..MAX_CONCURRENT {
            let (begun, has_begun) = tokio::sync::oneshot::channel();
            let (hasher, ended) = (hasher.clone(), ended.clone());
            let task = tokio::spawn(async move {
                let work = move |_: &mut Buffer| {
                    let _ = begun.send(());
                    let _ = ended.lock().unwrap().recv();
                    Ok(())
                };
                hasher.run(work).await
            });
            has_begun.await.unwrap();
            task.abort();
            assert!(task.await.unwrap_err().is_cancelled());
        }
        assert_eq!(hasher.permits.available_permits(), 0);
        drop(end);
        assert!(hasher.run(|_| Ok(())).await.is_ok());
        let all = u32::try_from(MAX_CONCURRENT).unwrap();
        drop(hasher.permits.acquire_many(all).await.unwrap());
        assert_eq!(hasher.idle.lock().unwrap().len(), MAX_CONCURRENT);
    }
}
