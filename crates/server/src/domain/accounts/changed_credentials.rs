//! The passwords and recovery codes that changed since the start of the server.
//!
//! Secrets are checked outside the domain against the store. A check takes a while, and the store does not have yet
//! what was decided a moment ago. So a check says which password the account had, and counts only if that
//! is still its password when the command is decided.

use std::collections::HashMap;

use crate::domain::{TokenHash, UserId};

/// An account whose password or recovery code was right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CheckedAccount {
    pub(crate) user: UserId,
    /// The hash of its password when the secret was checked.
    pub(crate) password: String,
}

/// Current password hashes and recovery codes changed since the start. For all other accounts the store is
/// authoritative.
#[derive(Debug, Default)]
pub(crate) struct ChangedCredentials {
    passwords: HashMap<UserId, String>,
    codes: HashMap<UserId, Vec<TokenHash>>,
}

impl ChangedCredentials {
    /// Records the hash of a new password.
    pub(crate) fn set_password(&mut self, user: UserId, hash: String) {
        self.passwords.insert(user, hash);
    }

    /// Records the codes that replace all earlier ones.
    pub(crate) fn set_codes(&mut self, user: UserId, codes: Vec<TokenHash>) {
        self.codes.insert(user, codes);
    }

    /// Notes one more code.
    pub(crate) fn add_code(&mut self, user: UserId, code: TokenHash) {
        if let Some(codes) = self.codes.get_mut(&user) {
            codes.push(code);
        }
    }

    /// Forgets an account that has ended.
    pub(crate) fn forget(&mut self, user: UserId) {
        self.passwords.remove(&user);
        self.codes.remove(&user);
    }

    /// Returns whether an account still has the password that it had at the check.
    pub(crate) fn has_password(&self, account: &CheckedAccount) -> bool {
        self.passwords.get(&account.user).is_none_or(|hash| *hash == account.password)
    }

    /// Returns whether a code was not replaced. A code that was used has changed the password.
    pub(crate) fn has_code(&self, user: UserId, code: TokenHash) -> bool {
        self.codes.get(&user).is_none_or(|codes| codes.contains(&code))
    }
}
