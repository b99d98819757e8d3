//! The checks of passwords and tokens: secrets stay here, and the domain gets the results.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use willow_protocol::{ErrorDetail, Name, Password, RoomNumbers};

use crate::domain::{Millis, Refusal, SignIn, UserId, refuse};
use crate::net::authenticator::{self, Authenticator};
use crate::net::{RateLimits, SessionContext, limited_address};

/// Checks the secrets of one client, within its rate limits.
pub(super) struct SignInChecks {
    authenticator: Authenticator,
    rate_limits: Arc<RateLimits>,
    address: IpAddr,
    now: Millis,
}

impl SignInChecks {
    /// Returns the checks for a client at an address.
    pub(super) fn new(context: &SessionContext, address: IpAddr) -> SignInChecks {
        SignInChecks {
            authenticator: context.authenticator.clone(),
            rate_limits: context.rate_limits.clone(),
            address,
            now: context.clock.now(),
        }
    }

    /// Prepares the login of a guest.
    pub(super) fn guest(&self, name: Option<Name>) -> Result<SignIn, Refusal> {
        self.sign_up()?;
        Ok(SignIn::Guest { name, token: authenticator::new_token()? })
    }

    /// Prepares a new account.
    pub(super) async fn register(&self, name: Name, password: Password) -> Result<SignIn, Refusal> {
        self.sign_up()?;
        let hash = self.authenticator.hash(password).await?;
        let codes = authenticator::new_recovery_codes()?;
        Ok(SignIn::Register { name, hash, token: authenticator::new_token()?, codes })
    }

    /// Checks a name and its password.
    pub(super) async fn login(&self, name: &Name, password: Password) -> Result<SignIn, Refusal> {
        let user = self.checked_password(name, password).await?;
        Ok(SignIn::Login { user, token: authenticator::new_token()? })
    }

    /// Checks a token.
    pub(super) async fn resume(&self, token: &str, rooms: RoomNumbers) -> Result<SignIn, Refusal> {
        let owner = self.authenticator.owner_of(token, self.now).await;
        // Only unknown tokens count: many clients may reconnect at once from one address, and a bot
        // that uses HTTP logs in for every command.
        if owner.is_err() && !self.rate_limits.allows_unknown_token(self.address) {
            return Err(too_many_logins());
        }
        let (user, token) = owner?;
        Ok(SignIn::Resume { user, token, rooms })
    }

    /// Checks the old password of a user, and hashes the new one.
    pub(super) async fn new_password_hash(
        &self,
        account: Option<&(UserId, Name)>,
        old: Password,
        new: Password,
    ) -> Result<String, Refusal> {
        self.own_password(account, old).await?;
        self.authenticator.hash(new).await
    }

    /// Checks the password of a user who is logged in.
    pub(super) async fn own_password(
        &self,
        account: Option<&(UserId, Name)>,
        password: Password,
    ) -> Result<(), Refusal> {
        let (user, name) = account.ok_or_else(Refusal::not_logged_in)?;
        if !self.authenticator.has_password(name).await? {
            let message = "guests have no password; `register` makes an account of your name";
            return refuse(ErrorDetail::AccountNeeded, message);
        }
        let owner = self.checked_password(name, password).await?;
        if owner == *user {
            Ok(())
        } else {
            refuse(ErrorDetail::WrongPassword, "this is not your password")
        }
    }

    /// Counts a new guest or account.
    fn sign_up(&self) -> Result<(), Refusal> {
        if self.rate_limits.allows_sign_up(self.address) {
            return Ok(());
        }
        let message = "rate limit exceeded: too many new users from your address; wait a minute";
        refuse(ErrorDetail::TooManySignUps, message)
    }

    /// Checks a recovery code, and hashes the new password.
    pub(super) async fn reset_password(
        &self,
        name: &Name,
        code: &str,
        password: Password,
    ) -> Result<SignIn, Refusal> {
        self.login_attempt(name).await?;
        let (user, code) = self.authenticator.owner_of_code(name, code, self.now).await?;
        self.rate_limits.password_guard().succeeded(&name.key(), self.limited());
        let hash = self.authenticator.hash(password).await?;
        Ok(SignIn::Recovered { user, code, hash, token: authenticator::new_token()? })
    }

    /// Makes sure that the user has a token of a number.
    pub(super) async fn own_token(
        &self,
        account: Option<&(UserId, Name)>,
        number: u64,
    ) -> Result<(), Refusal> {
        let (user, _) = account.ok_or_else(Refusal::not_logged_in)?;
        self.authenticator.has_token(*user, number).await
    }

    /// Returns the user with this name and password.
    async fn checked_password(&self, name: &Name, password: Password) -> Result<UserId, Refusal> {
        self.login_attempt(name).await?;
        let user = self.authenticator.check(name, password).await?;
        self.rate_limits.password_guard().succeeded(&name.key(), self.limited());
        Ok(user)
    }

    /// Counts an attempt to log in with a password. Where the owner logged in before, only the
    /// attempts for this name count.
    async fn login_attempt(&self, name: &Name) -> Result<(), Refusal> {
        let guard = self.rate_limits.password_guard();
        if let Err(wait) = guard.attempt(&name.key(), self.limited(), Instant::now()) {
            return Err(too_many_guesses(name, wait));
        }
        if self.rate_limits.allows_login(&name.key(), self.address)
            || self.authenticator.knows_address(name, self.address).await?
        {
            return Ok(());
        }
        Err(too_many_logins())
    }

    /// Returns the address that is counted.
    fn limited(&self) -> IpAddr {
        limited_address(self.address)
    }
}

fn too_many_guesses(name: &Name, wait: Duration) -> Refusal {
    let seconds = wait.as_secs() + 1;
    let message = format!("too many wrong passwords for {name}; wait {seconds} seconds");
    Refusal::new(ErrorDetail::TooManyWrongPasswords, message)
}

fn too_many_logins() -> Refusal {
    Refusal::new(
        ErrorDetail::TooManyLogins,
        "rate limit exceeded: too many login attempts; wait a minute",
    )
}
