//! The checks of passwords and tokens: secrets stay here, and the domain gets the results.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use willow_protocol::text::counted;
use willow_protocol::{ErrorDetail, Name, Password, RoomNumbers};

use super::{COOKIE_TOKEN, Session};
use crate::domain::{
    CheckedAccount, CheckedCommand, LoginRequest, Refusal, SECOND, TokenHash, refuse,
};
use crate::net::{SessionContext, credentials, limited_address};

impl Session {
    /// Prepares the login of a guest.
    pub(super) fn guest(&self, name: Option<Name>) -> Result<LoginRequest, Refusal> {
        self.context.rate_limits.count_sign_up(self.address)?;
        Ok(LoginRequest::Guest { name, token: self.issue()? })
    }

    /// Prepares a new account.
    pub(super) async fn register(
        &self,
        name: Name,
        password: Password,
        invitation: Option<String>,
    ) -> Result<LoginRequest, Refusal> {
        self.context.rate_limits.count_sign_up(self.address)?;
        let invitation = invitation.map(|code| TokenHash::of(code.trim()));
        let hash = self.context.credentials.hash(password).await?;
        let codes = credentials::new_recovery_codes()?;
        Ok(LoginRequest::Register { name, hash, token: self.issue()?, codes, invitation })
    }

    pub(super) async fn login(
        &self,
        name: &Name,
        password: Password,
    ) -> Result<LoginRequest, Refusal> {
        let account = self.checked_password(name, password).await?;
        Ok(LoginRequest::Login { account, token: self.issue()? })
    }

    /// Checks a token, or the one in the browser's cookie.
    pub(super) async fn resume(
        &mut self,
        token: &str,
        rooms: RoomNumbers,
    ) -> Result<LoginRequest, Refusal> {
        let token = match &self.cookie {
            Some(cookie) if token == COOKIE_TOKEN => cookie.as_str(),
            None if token == COOKIE_TOKEN => {
                return refuse(ErrorDetail::MissingToken, "this browser is not logged in");
            }
            _ => token,
        };
        let owner = self.context.credentials.owner_of(token, self.context.clock.now()).await;
        // Only unknown tokens count: many clients may reconnect at once from one address, and a bot
        // that uses HTTP logs in for every command.
        if owner.is_err() {
            self.context.rate_limits.count_unknown_token(self.address)?;
        }
        let (user, token) = owner?;
        self.resumed_with(token.grant);
        Ok(LoginRequest::Resume { user, token, rooms })
    }

    /// Checks the user's own password, which is in this field of the command.
    pub(super) async fn own_password(
        &self,
        field: &'static str,
        password: Password,
    ) -> Result<CheckedAccount, Refusal> {
        let (user, name) = self.account.as_ref().ok_or_else(Refusal::not_logged_in)?;
        if !self.context.credentials.has_password(name).await? {
            let message = "guests have no password; `register` makes an account of your name";
            return refuse(ErrorDetail::AccountNeeded, message);
        }
        let account = self.checked_password(name, password).await;
        let account = account.map_err(|refusal| match refusal.detail {
            ErrorDetail::WrongPassword => refusal.about(field),
            _ => refusal,
        })?;
        if account.user != *user {
            let refusal = Refusal::new(ErrorDetail::WrongPassword, "this is not your password");
            return Err(refusal.about(field));
        }
        Ok(account)
    }

    /// Checks the user's own password, and hashes the new one.
    pub(super) async fn new_password(
        &self,
        old: Password,
        new: Password,
    ) -> Result<CheckedCommand, Refusal> {
        let account = self.own_password("old", old).await?;
        let hash = self.context.credentials.hash(new).await?;
        Ok(CheckedCommand::Password { account, hash })
    }

    /// Checks a recovery code, and hashes the new password.
    pub(super) async fn reset_password(
        &self,
        name: &Name,
        code: &str,
        password: Password,
    ) -> Result<LoginRequest, Refusal> {
        let credentials = &self.context.credentials;
        let now = self.context.clock.now();
        let check = async || credentials.owner_of_code(name, code, now).await;
        let (account, code) = self.context.attempt(self.address, name, check).await?;
        let hash = credentials.hash(password).await?;
        Ok(LoginRequest::Recovered { account, code, hash, token: self.issue()? })
    }

    /// Makes sure that the user has a token of a number.
    pub(super) async fn own_token(&self, number: u64) -> Result<(), Refusal> {
        let (user, _) = self.account.as_ref().ok_or_else(Refusal::not_logged_in)?;
        if self.context.credentials.has_token(*user, number).await? {
            return Ok(());
        }
        let message = format!("you have no token {number}; `tokens` lists those that you have");
        refuse(ErrorDetail::NoSuchToken, message)
    }

    async fn checked_password(
        &self,
        name: &Name,
        password: Password,
    ) -> Result<CheckedAccount, Refusal> {
        self.context.check_password(self.address, name, password).await
    }

    /// Returns the address that is counted.
    pub(super) fn limited(&self) -> IpAddr {
        limited_address(self.address)
    }
}

impl SessionContext {
    /// Checks a password of a client at an address.
    pub(crate) async fn check_password(
        &self,
        address: IpAddr,
        name: &Name,
        password: Password,
    ) -> Result<CheckedAccount, Refusal> {
        self.attempt(address, name, async || self.credentials.check_password(name, password).await)
            .await
    }

    /// Checks a password or a code, and counts it if it is wrong. Where the owner logged in before, only the
    /// attempts for this name count.
    async fn attempt<T>(
        &self,
        address: IpAddr,
        name: &Name,
        check: impl AsyncFnOnce() -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let (limits, limited) = (&self.rate_limits, limited_address(address));
        let guard = limits.guess_delay();
        if let Err(wait) = guard.attempt(&name.key(), limited, Instant::now()) {
            return Err(too_many_guesses(name, wait));
        }
        let turn = limits.login_turn().await;
        if let Err(refusal) = limits.check_login(&name.key(), address)
            && !self.credentials.knows_address(name, address).await?
        {
            return Err(refusal);
        }
        let checked = check().await;
        match &checked {
            Ok(_) => guard.succeeded(&name.key(), limited),
            Err(refusal) if is_wrong_secret(refusal) => {
                limits.login_failed(&name.key(), address);
                self.report_failed_login(address);
            }
            Err(_) => {}
        }
        drop(turn);
        checked
    }

    /// Logs a failed attempt, for the operator and for programs such as fail2ban. The limits of attempts bound the
    /// lines.
    fn report_failed_login(&self, address: IpAddr) {
        self.metrics.failed_logins.inc();
        tracing::warn!(%address, "login failed");
    }
}

fn is_wrong_secret(refusal: &Refusal) -> bool {
    matches!(refusal.detail, ErrorDetail::WrongPassword | ErrorDetail::WrongRecoveryCode)
}

fn too_many_guesses(name: &Name, wait: Duration) -> Refusal {
    let wait = wait.as_secs() + 1;
    let message = format!("too many wrong passwords for {name}; wait {}", counted(wait, "second"));
    Refusal::new(ErrorDetail::TooManyWrongPasswords, message).for_now(wait * SECOND)
}
