//! Hashes and checks passwords and tokens.

use std::net::IpAddr;

use willow_protocol::{ErrorDetail, Name, Password, RoomLines};

use super::{PasswordHasher, limited_address};
use crate::domain::{
    CheckedAccount, FoundMessage, IssuedToken, Millis, NewCode, RecoveryCodes, Refusal, TokenGrant,
    TokenHash, TokenNumber, UsedToken, UserId,
};
use crate::entity_tag::hexadecimal;
use crate::error_report;
use crate::store::Store;

/// Number of recovery codes of an account.
const RECOVERY_CODES: usize = 8;

/// The characters of new passwords and codes: 32 letters and digits that cannot be confused.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The number of characters of a new password, five bits each.
const LENGTH: usize = 20;

/// Checks passwords and tokens outside the domain.
#[derive(Clone, Debug)]
pub(crate) struct Credentials {
    store: Store,
    hasher: PasswordHasher,
}

impl Credentials {
    /// Returns the checks over the accounts of a store.
    pub(crate) fn new(store: Store) -> Credentials {
        Credentials { store, hasher: PasswordHasher::new() }
    }

    pub(crate) async fn hash(&self, password: Password) -> Result<String, Refusal> {
        self.hasher.hash(password).await
    }

    /// Returns the account with this name and password. An unknown name takes as long as a wrong
    /// password.
    pub(crate) async fn check_password(
        &self,
        name: &Name,
        password: Password,
    ) -> Result<CheckedAccount, Refusal> {
        let Some(account) = self.store.credentials(name).await? else {
            self.hasher.hash(password).await?;
            return Err(Refusal::wrong_password());
        };
        let is_right = self.hasher.verify(password, account.password.clone()).await?;
        is_right.then_some(account).ok_or_else(Refusal::wrong_password)
    }

    /// Returns whether the user of a name has a password.
    pub(crate) async fn has_password(&self, name: &Name) -> Result<bool, Refusal> {
        Ok(self.store.credentials(name).await?.is_some())
    }

    /// Returns the owner of a token that is valid at a time, and what the store knows of the token.
    pub(crate) async fn owner_of(
        &self,
        token: &str,
        now: Millis,
    ) -> Result<(UserId, UsedToken), Refusal> {
        let found = self.store.token(&TokenHash::of(token), now).await?;
        found.ok_or_else(|| Refusal::new(ErrorDetail::UnknownToken, "unknown token"))
    }

    /// Returns the messages among some events of a room.
    pub(crate) async fn authors(&self, lines: RoomLines) -> Result<Vec<FoundMessage>, Refusal> {
        Ok(self.store.authors(lines).await?)
    }

    /// Returns private messages of a report that a moderator may read, in the rooms of both users.
    pub(crate) async fn reported_messages(
        &self,
        report: u64,
        lines: RoomLines,
        moderator: UserId,
    ) -> Result<Vec<FoundMessage>, Refusal> {
        Ok(self.store.reported_messages(report, lines, moderator).await?)
    }

    pub(crate) async fn has_token(&self, user: UserId, number: u64) -> Result<bool, Refusal> {
        Ok(self.store.has_token(user, TokenNumber(number)).await?)
    }

    /// Returns the account that has a recovery code, valid at a time, and the code's digest.
    pub(crate) async fn owner_of_code(
        &self,
        name: &Name,
        code: &str,
        now: Millis,
    ) -> Result<(CheckedAccount, TokenHash), Refusal> {
        let hash = TokenHash::of(code);
        let owner = self.store.owner_of_code(name, &hash, now).await?;
        owner.map(|account| (account, hash)).ok_or_else(Refusal::wrong_code)
    }

    /// Returns whether the owner of a name logged in from an address before.
    pub(crate) async fn knows_address(
        &self,
        name: &Name,
        address: IpAddr,
    ) -> Result<bool, Refusal> {
        Ok(self.store.knows_address(name, limited_address(address)).await?)
    }
}

/// Returns new recovery codes, and their digests.
pub(crate) fn new_recovery_codes() -> Result<RecoveryCodes, Refusal> {
    let mut codes = RecoveryCodes::default();
    for _ in 0..RECOVERY_CODES {
        let NewCode { text, hash } = new_recovery_code()?;
        codes.secrets.push(text);
        codes.hashes.push(hash);
    }
    Ok(codes)
}

/// Letters in a group of a recovery code, so that it can be copied by hand.
const GROUP: usize = 5;

/// Returns a recovery code of 100 random bits in groups of letters.
pub(crate) fn new_recovery_code() -> Result<NewCode, Refusal> {
    let letters = new_password().map_err(|error| internal_error(&error))?;
    let mut text = String::new();
    for (index, letter) in letters.chars().enumerate() {
        if index > 0 && index % GROUP == 0 {
            text.push('-');
        }
        text.push(letter);
    }
    let hash = TokenHash::of(&text);
    Ok(NewCode { text, hash })
}

/// Returns a random password of 100 bits.
pub(crate) fn new_password() -> Result<String, getrandom::Error> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes)?;
    let letters = bytes.map(|byte| char::from(LETTERS[usize::from(byte) % LETTERS.len()]));
    Ok(letters.into_iter().collect())
}

/// Returns a token of 256 random bits.
pub(crate) fn new_token(grant: TokenGrant) -> Result<IssuedToken, Refusal> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| internal_error(&error))?;
    let secret = hexadecimal(&bytes);
    let hash = TokenHash::of(&secret);
    Ok(IssuedToken { secret, hash, grant, name: None })
}

fn internal_error(error: &dyn std::fmt::Display) -> Refusal {
    error_report::internal_error("authentication", error)
}
