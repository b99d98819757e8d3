//! Passwords, tokens, recovery codes, and the end of accounts.

use willow_protocol::{
    CloseReason, ErrorDetail, Event, LogoutScope, Name, Notice, RequestId, Role, TokenKind,
    TokenName,
};

use crate::domain::{
    AccessWrite, Accounts, CheckedAccount, ConnId, Context, Millis, NewToken, Offers, Outcome,
    Player, RecoveryCodes, Refusal, Reply, ServerState, TokenHash, TokenNumber, UserId, UserWrite,
    refuse,
};

/// How long the name of a deleted account cannot be taken: 90 days.
pub(crate) const NAME_HELD: Millis = 90 * 24 * 3_600_000;

/// How long the code that a moderator gives is valid: a day.
pub(crate) const RECOVERY_LIFETIME: Millis = 24 * 3_600_000;

impl ServerState {
    /// Stores a token for a program.
    pub(crate) fn new_token(
        &mut self,
        conn: ConnId,
        secret: String,
        hash: TokenHash,
        name: Option<TokenName>,
    ) -> Outcome {
        let user = self.connections.user_of(conn).ok_or_else(Refusal::not_logged_in)?;
        let number =
            self.accounts.make_token(user, hash, TokenKind::Program, name, &mut self.context);
        Ok(Reply::Answer(Event::Token { token: secret, token_number: Some(number.0) }))
    }

    /// Sets a new password, revokes all other tokens, and ends all other connections of the user.
    pub(crate) fn set_password(&mut self, conn: ConnId, hash: String) -> Outcome {
        let user = self.connections.user_of(conn).ok_or_else(Refusal::not_logged_in)?;
        let kept = self.connections.token_of(conn);
        self.accounts.write_password(user, hash, &mut self.context);
        self.accounts.revoke_tokens(user, kept, &mut self.context);
        self.sign_out(user, |connection, _| connection != conn);
        Ok(Reply::Done)
    }

    /// Revokes one token, or all, and ends their connections.
    #[expect(clippy::unnecessary_wraps, reason = "the outcome of a command, as in its table")]
    pub(crate) fn log_out(
        &mut self,
        conn: ConnId,
        user: UserId,
        scope: Option<LogoutScope>,
        id: Option<&RequestId>,
    ) -> Outcome {
        // The acknowledgement comes before the end of this connection.
        self.send_to(conn, Notice::new(self.context.now, Event::Ok).answering(id.cloned()));
        match (scope, self.connections.token_of(conn)) {
            (None, Some(token)) => self.revoke_token(user, token),
            (None, None) => self.sign_out(user, |connection, _| connection == conn),
            (Some(LogoutScope::All), _) => {
                self.accounts.revoke_tokens(user, None, &mut self.context);
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
    ) -> Outcome {
        self.send_to(conn, Notice::new(self.context.now, Event::Ok).answering(id.cloned()));
        self.revoke_token(user, TokenNumber(token));
        Ok(Reply::Later)
    }

    fn revoke_token(&mut self, user: UserId, token: TokenNumber) {
        self.accounts.tokens.revoke(token);
        self.context.write(AccessWrite::TokenRevoked(user, token));
        self.sign_out(user, |_, used| used == Some(token));
    }

    /// Ends those connections of a user that are chosen by their number and token.
    fn sign_out(&mut self, user: UserId, is_chosen: impl Fn(ConnId, Option<TokenNumber>) -> bool) {
        let connections = self.accounts[user].connections.iter().copied();
        let chosen: Vec<ConnId> =
            connections.filter(|&conn| is_chosen(conn, self.connections.token_of(conn))).collect();
        for connection in chosen {
            self.end_connection(connection, CloseReason::SignedOut);
        }
    }

    /// Deletes an account: its games are resigned, and its tokens are revoked. Its name is free after
    /// a time.
    pub(crate) fn delete_account(&mut self, user: Option<UserId>) -> Outcome {
        let user = user.ok_or_else(Refusal::not_logged_in)?;
        if self.accounts.is_last_admin(user) {
            return Err(Refusal::last_admin());
        }
        self.withdraw_offers(user, Offers::All);
        for game in self.accounts[user].games.clone() {
            self.resign_game(user, game);
        }
        self.end_account(user);
        Ok(Reply::Done)
    }

    /// Removes an account that has no games in progress. Its number stays known for a while.
    fn end_account(&mut self, user: UserId) {
        let now = self.context.now;
        let is_held = self.accounts[user].role != Role::Guest;
        self.accounts.revoke_tokens(user, None, &mut self.context);
        self.context.write(UserWrite::Deleted(user, now));
        self.accounts.end_all_following(user, &mut self.context);
        self.accounts.secrets.forget(user);
        self.accounts.end(user, is_held.then_some(now + NAME_HELD));
    }

    /// Removes a guest who left some minutes ago, as soon as their games are over.
    pub(crate) fn end_departed_guest(&mut self, id: UserId) {
        self.abort_endless_games(id);
        if self.accounts[id].games.is_empty() {
            self.withdraw_offers(id, Offers::All);
            self.end_account(id);
        }
    }

    /// Aborts the games of a guest who left that no clock ends, as soon as their players may abort
    /// them. Otherwise such a game would never end if both players are gone.
    fn abort_endless_games(&mut self, guest: UserId) {
        for game in self.accounts[guest].games.clone() {
            let Some(hosted) = self.games.get(&game) else { continue };
            let is_endless = hosted.is_unlimited() || hosted.adjourned_since().is_some();
            let Some(color) = hosted.color_of(guest).filter(|_| is_endless) else { continue };
            // Of a pair, the other game has ended with the first one.
            if hosted.end.is_none() {
                // It is refused until the players may abort the game.
                let _ = self.abort(Player { game, color });
            }
        }
    }

    /// Replaces the recovery codes of a user.
    pub(crate) fn set_recovery_codes(
        &mut self,
        conn: ConnId,
        RecoveryCodes { secrets, hashes }: RecoveryCodes,
    ) -> Outcome {
        let user = self.connections.user_of(conn).ok_or_else(Refusal::not_logged_in)?;
        self.accounts.secrets.set_codes(user, hashes.clone());
        self.context.write(AccessWrite::RecoveryCodes(user, hashes));
        Ok(Reply::Answer(Event::RecoveryCodes { codes: secrets }))
    }

    /// Makes a code with which a user can set a new password once.
    pub(crate) fn recover(
        &mut self,
        conn: ConnId,
        name: &Name,
        reason: &str,
        code: String,
        hash: TokenHash,
    ) -> Outcome {
        let by = self.connections.user_of(conn).ok_or_else(Refusal::not_logged_in)?;
        self.accounts.require_role(by, Role::Moderator)?;
        let to = self.accounts.moderation_target(by, name)?;
        if matches!(self.accounts[to].role, Role::Guest | Role::Proxy) {
            let message = "a guest or a proxy has no password";
            return refuse(ErrorDetail::AccountNeeded, message);
        }
        let expires_at = self.context.now + RECOVERY_LIFETIME;
        self.accounts.secrets.add_code(to, hash);
        self.context.write(AccessWrite::RecoveryCode { user: to, hash, expires_at });
        self.log_moderation(by, to, "recover", reason);
        let name = self.accounts[to].name.clone();
        Ok(Reply::Answer(Event::Recovery { name, code, expires_at }))
    }

    /// Uses a recovery code: sets the new password, revokes all tokens and ends all connections.
    pub(crate) fn use_recovery_code(
        &mut self,
        account: &CheckedAccount,
        code: TokenHash,
        password: String,
    ) -> Result<(), Refusal> {
        let user = account.user;
        if !(self.accounts.has_password(account) && self.accounts.secrets.has_code(user, code)) {
            return Err(Refusal::wrong_code());
        }
        self.context.write(AccessWrite::RecoveryCodeUsed(user, code));
        self.accounts.write_password(user, password, &mut self.context);
        self.accounts.revoke_tokens(user, None, &mut self.context);
        self.sign_out(user, |_, _| true);
        Ok(())
    }
}

impl Accounts {
    /// Returns whether an account still has the password that it had when it was checked.
    pub(crate) fn has_password(&self, account: &CheckedAccount) -> bool {
        self.secrets.has_password(account)
    }

    /// Makes a token, and returns its number.
    pub(crate) fn make_token(
        &mut self,
        user: UserId,
        hash: TokenHash,
        kind: TokenKind,
        name: Option<TokenName>,
        context: &mut Context,
    ) -> TokenNumber {
        let now = context.now;
        let number = self.tokens.next();
        let token = NewToken { user, number, hash, kind, name, at: now };
        context.write(AccessWrite::Token(Box::new(token)));
        number
    }

    fn write_password(&mut self, user: UserId, hash: String, context: &mut Context) {
        self.secrets.set_password(user, hash.clone());
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
}
