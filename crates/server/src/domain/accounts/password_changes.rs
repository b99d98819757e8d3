//! Changes of passwords, tokens and recovery codes. `net/credentials.rs` checks them.

use willow_protocol::{
    CloseReason, ErrorDetail, Event, LogoutScope, Name, RequestId, Role, TokenName,
};

use crate::domain::{
    AccessWrite, Accounts, CheckedAccount, CommandOutcome, ConnId, Context, DAY, IssuedToken,
    Millis, NewCode, NewToken, RecoveryCodes, Refusal, Reply, ServerState, Shared, TokenHash,
    TokenNumber, UserId, UserWrite, refuse,
};

/// Validity of a moderator's code: long enough to reach its user in another time zone. Not measured.
pub(crate) const RECOVERY_LIFETIME: Millis = DAY;

impl ServerState {
    /// Sets a new password, revokes all other tokens, and ends all other connections of the user.
    pub(crate) fn set_password(&mut self, conn: ConnId, user: UserId, hash: String) -> Reply {
        let kept = self.shared.connections.token_of(conn);
        self.shared.accounts.write_password(user, hash, &mut self.shared.context);
        self.shared.accounts.revoke_tokens(user, kept, &mut self.shared.context);
        self.sign_out(user, |connection, _| connection != conn);
        Reply::Done
    }

    /// Revokes one token, or all, and ends their connections.
    #[expect(clippy::unnecessary_wraps, reason = "the outcome of a command, as in its table")]
    pub(crate) fn log_out(
        &mut self,
        conn: ConnId,
        user: UserId,
        scope: Option<LogoutScope>,
        id: Option<&RequestId>,
    ) -> CommandOutcome {
        // The acknowledgement comes before the end of this connection.
        self.shared.context.acknowledge(conn, id);
        match (scope, self.shared.connections.token_of(conn)) {
            (None, Some(token)) => self.revoke_token(user, token),
            (None, None) => self.sign_out(user, |connection, _| connection == conn),
            (Some(LogoutScope::All), _) => {
                self.shared.accounts.revoke_tokens(user, None, &mut self.shared.context);
                self.sign_out(user, |_, _| true);
            }
        }
        Ok(Reply::Later)
    }

    /// Revokes a token of the list, and ends its connections.
    #[expect(clippy::unnecessary_wraps, reason = "the outcome of a command, as in its table")]
    pub(crate) fn revoke(
        &mut self,
        conn: ConnId,
        user: UserId,
        token: u64,
        id: Option<&RequestId>,
    ) -> CommandOutcome {
        self.shared.context.acknowledge(conn, id);
        self.revoke_token(user, TokenNumber(token));
        Ok(Reply::Later)
    }

    fn revoke_token(&mut self, user: UserId, token: TokenNumber) {
        self.shared.accounts.tokens.revoke(token);
        self.shared.context.write(AccessWrite::TokenRevoked(user, token));
        self.sign_out(user, |_, used| used == Some(token));
    }

    /// Ends those connections of a user that are chosen by their number and token.
    fn sign_out(&mut self, user: UserId, is_chosen: impl Fn(ConnId, Option<TokenNumber>) -> bool) {
        let Shared { accounts, connections, .. } = &self.shared;
        let own = accounts[user].connections.iter().copied();
        let chosen: Vec<ConnId> =
            own.filter(|&conn| is_chosen(conn, connections.token_of(conn))).collect();
        for connection in chosen {
            self.end_connection(connection, CloseReason::SignedOut);
        }
    }

    /// Uses a recovery code: sets the new password, revokes all tokens and ends all connections.
    pub(crate) fn use_recovery_code(
        &mut self,
        account: &CheckedAccount,
        code: TokenHash,
        password: String,
    ) -> Result<(), Refusal> {
        let user = account.user;
        let Shared { accounts, context, .. } = &mut self.shared;
        if !(accounts.has_password(account) && accounts.changed_credentials.has_code(user, code)) {
            return Err(Refusal::wrong_code());
        }
        context.write(AccessWrite::RecoveryCodeUsed(user, code));
        accounts.write_password(user, password, context);
        accounts.revoke_tokens(user, None, context);
        let (action, reason, at) = ("reset-password", String::new(), context.now);
        context.write(UserWrite::Moderation {
            by: user,
            to: user,
            action,
            reason,
            at,
            until: None,
        });
        self.sign_out(user, |_, _| true);
        Ok(())
    }
}

impl Shared {
    /// Makes a code with which a user can set a new password once.
    pub(crate) fn recover(
        &mut self,
        by: UserId,
        name: &Name,
        reason: &str,
        code: NewCode,
    ) -> CommandOutcome {
        self.accounts.require_role(by, Role::Moderator)?;
        let to = self.accounts.moderation_target(by, name)?;
        if matches!(self.accounts[to].role, Role::Guest | Role::Proxy) {
            let message = "a guest or a proxy has no password";
            return refuse(ErrorDetail::AccountNeeded, message);
        }
        let expires_at = self.context.now + RECOVERY_LIFETIME;
        self.accounts.changed_credentials.add_code(to, code.hash);
        let hash = code.hash;
        self.context.write(AccessWrite::RecoveryCode { user: to, hash, expires_at });
        self.log_moderation(by, to, "recover", reason);
        let name = self.accounts[to].name.clone();
        let code = code.text;
        let path = format!("/recover#{name}/{code}");
        let url = self.context.settings.link(&path);
        Ok(Reply::Answer(Event::Recovery { name, code, path, url, expires_at }))
    }
}

impl Accounts {
    /// Returns whether an account still has the password that it had when it was checked.
    pub(crate) fn has_password(&self, account: &CheckedAccount) -> bool {
        self.changed_credentials.has_password(account)
    }

    pub(crate) fn make_token(
        &mut self,
        user: UserId,
        IssuedToken { hash, grant, name, .. }: &IssuedToken,
        context: &mut Context,
    ) -> TokenNumber {
        let now = context.now;
        let number = self.tokens.next();
        let (hash, grant, name) = (*hash, *grant, name.clone());
        let token = NewToken { user, number, hash, grant, name, at: now };
        context.write(AccessWrite::Token(Box::new(token)));
        number
    }

    fn write_password(&mut self, user: UserId, hash: String, context: &mut Context) {
        self.changed_credentials.set_password(user, hash.clone());
        context.write(UserWrite::Password(user, hash));
    }

    /// Revokes the tokens of a user, except one.
    pub(crate) fn revoke_tokens(
        &mut self,
        user: UserId,
        kept: Option<TokenNumber>,
        context: &mut Context,
    ) {
        self.tokens.revoke_others(user, kept);
        context.write(AccessWrite::TokensRevoked { user, kept });
    }

    /// Stores a token for a program.
    pub(crate) fn new_token(
        &mut self,
        user: UserId,
        token: IssuedToken,
        name: Option<TokenName>,
        context: &mut Context,
    ) -> Reply {
        let token = IssuedToken { name, ..token };
        let number = self.make_token(user, &token, context);
        Reply::Answer(Event::Token { token: token.secret, token_number: Some(number.0) })
    }

    /// Replaces the recovery codes of a user.
    pub(crate) fn set_recovery_codes(
        &mut self,
        user: UserId,
        RecoveryCodes { secrets, hashes }: RecoveryCodes,
        context: &mut Context,
    ) -> Reply {
        self.changed_credentials.set_codes(user, hashes.clone());
        context.write(AccessWrite::RecoveryCodes(user, hashes));
        Reply::Answer(Event::RecoveryCodes { codes: secrets })
    }
}
