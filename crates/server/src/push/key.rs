//! The server's own key, with which it signs its messages (RFC 8292).

use std::path::{Path, PathBuf};
use std::{fs, io};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING as ALGORITHM, EcdsaKeyPair, KeyPair};
use thiserror::Error;
use willow_files::write_private;

use crate::domain::Millis;

/// The file in the data folder.
const FILE: &str = "push.key";

/// The seconds for which a signature holds. Services allow a day at most.
const VALID: u64 = 12 * 3600;

/// The server's key.
#[derive(Debug)]
pub(crate) struct PushKey {
    pair: EcdsaKeyPair,
    random: SystemRandom,
}

/// The key cannot be made or read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum KeyError {
    /// The file cannot be read or written.
    #[error("cannot use the key of notifications in {path}: {error}")]
    File {
        /// `push.key` in the data folder.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The file has no key.
    #[error(
        "{path} has no key of P-256: put the file of your backup there, or delete it, and users switch their \
         notifications on again"
    )]
    Invalid {
        /// `push.key` in the data folder.
        path: PathBuf,
    },
    /// The system has no random numbers.
    #[error("the system has no random numbers for the key of notifications")]
    Random,
}

impl PushKey {
    /// Copies the key of a data folder, if it has one, into another.
    pub(crate) fn copy(folder: &Path, to: &Path) -> Result<(), KeyError> {
        let path = folder.join(FILE);
        let copied = match fs::read(&path) {
            Ok(key) => write_private(&to.join(FILE), &key),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        };
        copied.map_err(|error| KeyError::File { path, error })
    }

    /// Reads the key in a data folder, or makes it there.
    pub(crate) fn open(folder: &Path) -> Result<PushKey, KeyError> {
        let path = folder.join(FILE);
        let random = SystemRandom::new();
        let fault = |error| KeyError::File { path: path.clone(), error };
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let made = EcdsaKeyPair::generate_pkcs8(&ALGORITHM, &random);
                let made = made.map_err(|_| KeyError::Random)?.as_ref().to_vec();
                write_private(&path, &made).map_err(fault)?;
                made
            }
            Err(error) => return Err(fault(error)),
        };
        let pair = EcdsaKeyPair::from_pkcs8(&ALGORITHM, &bytes, &random);
        let pair = pair.map_err(|_| KeyError::Invalid { path: path.clone() })?;
        Ok(PushKey { pair, random })
    }

    /// Returns the public key as browsers and push services want it.
    pub(crate) fn public(&self) -> String {
        BASE64.encode(self.pair.public_key())
    }

    /// Returns the header `Authorization` for messages to a service, or nothing if the system has no random
    /// numbers. `contact` is an address at which the service can reach the operator.
    pub(super) fn authorization(
        &self,
        origin: &str,
        contact: Option<&str>,
        now: Millis,
    ) -> Option<String> {
        let mut claims = serde_json::json!({ "aud": origin, "exp": now / 1000 + VALID });
        if let Some(contact) = contact {
            claims["sub"] = contact.into();
        }
        let head = BASE64.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let signed = format!("{head}.{}", BASE64.encode(claims.to_string()));
        let signature = self.pair.sign(&self.random, signed.as_bytes()).ok()?;
        Some(format!("vapid t={signed}.{}, k={}", BASE64.encode(signature), self.public()))
    }
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
    use serde_json::Value;
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn the_key_is_made_once_and_its_owner_alone_can_read_it() {
        let folder = TempDir::new().unwrap();
        let first = PushKey::open(folder.path()).unwrap().public();
        assert_eq!(PushKey::open(folder.path()).unwrap().public(), first);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(folder.path().join(FILE)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        fs::write(folder.path().join(FILE), "no key").unwrap();
        let error = PushKey::open(folder.path()).unwrap_err();
        assert!(matches!(error, KeyError::Invalid { .. }), "{error}");
    }

    #[test]
    fn a_service_can_check_who_sends_and_for_whom() {
        let folder = TempDir::new().unwrap();
        let key = PushKey::open(folder.path()).unwrap();
        let contact = Some("mailto:op@club.example");
        let header = key.authorization("https://push.example", contact, 5_000).unwrap();
        let (token, public) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let public = BASE64.decode(public).unwrap();
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, public)
            .verify(signed.as_bytes(), &BASE64.decode(signature).unwrap())
            .unwrap();
        let claims = BASE64.decode(signed.split_once('.').unwrap().1).unwrap();
        let claims: Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(claims["aud"], "https://push.example");
        assert_eq!(claims["exp"], 5 + VALID);
        assert_eq!(claims["sub"], "mailto:op@club.example");
    }
}
