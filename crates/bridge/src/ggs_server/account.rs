//! Registered players.

use std::collections::BTreeMap;

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use serde::{Deserialize, Serialize};

use super::rating::Rating;
use super::settings::Settings;

/// The memory of a password's digest, in KiB. The connection is not encrypted, and one thread serves
/// everybody: more would protect little and delay all.
const HASH_MEMORY: u32 = 1024;

/// A registered player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Account {
    pub(crate) name: String,
    /// The digest of the password; empty until the first login of a player whom the operator named.
    pub(crate) password: String,
    pub(crate) ratings: BTreeMap<String, Rating>,
    pub(crate) settings: Settings,
}

fn argon2() -> Argon2<'static> {
    let params = Params::new(HASH_MEMORY, 1, 1, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

impl Account {
    /// Returns a player without a password.
    pub(crate) fn new(name: &str) -> Account {
        Account {
            name: name.to_owned(),
            password: String::new(),
            ratings: BTreeMap::new(),
            settings: Settings::default(),
        }
    }

    /// Sets the password. Returns whether that succeeded: the system may have no random numbers.
    pub(crate) fn set_password(&mut self, password: &str) -> bool {
        let hash = argon2().hash_password(password.as_bytes());
        hash.map(|hash| self.password = hash.to_string()).is_ok()
    }

    /// Returns whether a password is right.
    pub(crate) fn has_password(&self, password: &str) -> bool {
        argon2().verify_password(password.as_bytes(), self.password.as_str()).is_ok()
    }

    /// Returns the rating in a pool.
    pub(crate) fn rating(&self, pool: &str) -> Rating {
        self.ratings.get(pool).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_right_password_is_accepted() {
        let mut account = Account::new("alice");
        assert!(!account.has_password(""));
        assert!(account.set_password("secret"));
        assert!(account.has_password("secret") && !account.has_password("Secret"));
    }
}
