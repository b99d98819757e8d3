//! Passwords, tokens, recovery codes, and the end of accounts.

use willow_protocol::{
    CloseReason, ErrorDetail, Event, LogoutScope, Name, Notice, RequestId, Role, TokenKind,
    TokenName,
};

use crate::domain::{
    AccessWrite, CheckedAccount, ConnId, Millis, NewToken, Offers, Outcome, Player, RecoveryCodes,
    Refusal, Reply, ServerState, TokenHash, TokenNumber, User, UserId, UserWrite, refuse,
};

/// How long the name of a deleted account cannot be taken: 90 days.
pub(crate) const NAME_HELD: Millis = 90 * 24 * 3_600_000;

/// How long the code that a moderator gives is valid: a day.
pub(crate) const RECOVERY_LIFETIME: Millis = 24 * 3_600_000;

impl ServerState {
    /// Makes a token, and returns its number.
    pub(crate) fn make_token(
        &mut self,
        user: UserId,
        hash: TokenHash,
        kind: TokenKind,
        name: Option<TokenName>,
    ) -> TokenNumber {
        let now = self.now;
        let number = self.tokens.next();
        let token = NewToken { user, number, hash, kind, name, at: now };
        self.effects.writes.push(AccessWrite::Token(Box::new(token)).into());
        number
    }

    /// Stores a token for a program.
    pub(crate) fn new_token(
        &mut self,
        conn: ConnId,
        secret: String,
        hash: TokenHash,
        name: Option<TokenName>,
    ) -> Outcome {
        let user = self.user_of(conn).ok_or_else(Refusal::not_logged_in)?;
        let number = self.make_token(user, hash, TokenKind::Program, name);
        Ok(Reply::Answer(Event::Token { token: secret, token_number: Some(number.0) }))
    }

    /// Returns the token with which a connection is logged in.
    pub(crate) fn token_of(&self, conn: ConnId) -> Option<TokenNumber> {
        self.connections.get(&conn).and_then(|connection| connection.token)
    }

    /// Sets a new password, revokes all other tokens, and ends all other connections of the user.
    pub(crate) fn set_password(&mut self, conn: ConnId, hash: String) -> Outcome {
        let user = self.user_of(conn).ok_or_else(Refusal::not_logged_in)?;
        let kept = self.token_of(conn);
        self.write_password(user, hash);
        self.revoke_tokens(user, kept);
        self.sign_out(user, |connection, _| connection != conn);
        Ok(Reply::Done)
    }

    fn write_password(&mut self, user: UserId, hash: String) {
        self.secrets.set_password(user, hash.clone());
        self.effects.writes.push(UserWrite::Password(user, hash).into());
    }

    /// Revokes the tokens of a user, except one.
    pub(crate) fn revoke_tokens(&mut self, user: UserId, kept: Option<TokenNumber>) {
        self.tokens.revoke_others(user, kept);
        self.effects.writes.push(AccessWrite::TokensRevoked { user, kept }.into());
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
        self.send_to(conn, Notice::new(self.now, Event::Ok).answering(id.cloned()));
        match (scope, self.token_of(conn)) {
            (None, Some(token)) => self.revoke_token(user, token),
            (None, None) => self.sign_out(user, |connection, _| connection == conn),
            (Some(LogoutScope::All), _) => {
                self.revoke_tokens(user, None);
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
        self.send_to(conn, Notice::new(self.now, Event::Ok).answering(id.cloned()));
        self.revoke_token(user, TokenNumber(token));
        Ok(Reply::Later)
    }

    fn revoke_token(&mut self, user: UserId, token: TokenNumber) {
        self.tokens.revoke(token);
        self.effects.writes.push(AccessWrite::TokenRevoked(user, token).into());
        self.sign_out(user, |_, used| used == Some(token));
    }

    /// Ends those connections of a user that are chosen by their number and token.
    fn sign_out(&mut self, user: UserId, is_chosen: impl Fn(ConnId, Option<TokenNumber>) -> bool) {
        let connections = self.users[user].connections.iter().copied();
        let chosen: Vec<ConnId> =
            connections.filter(|&conn| is_chosen(conn, self.token_of(conn))).collect();
        for connection in chosen {
            self.end_connection(connection, CloseReason::SignedOut);
        }
    }

    /// Deletes an account: its games are resigned, and its tokens are revoked. Its name is free after
    /// a time.
    pub(crate) fn delete_account(&mut self, user: Option<UserId>) -> Outcome {
        let user = user.ok_or_else(Refusal::not_logged_in)?;
        if self.is_last_admin(user) {
            return Err(Refusal::last_admin());
        }
        self.withdraw_offers(user, Offers::All);
        for game in self.users[user].games.clone() {
            self.resign_game(user, game);
        }
        self.end_account(user);
        Ok(Reply::Done)
    }

    /// Removes an account that has no games in progress. Its number stays known for a while.
    fn end_account(&mut self, user: UserId) {
        let now = self.now;
        let is_held = self.users[user].role != Role::Guest;
        self.revoke_tokens(user, None);
        self.effects.writes.push(UserWrite::Deleted(user, now).into());
        self.end_all_following(user);
        self.secrets.forget(user);
        self.users.end(user, is_held.then_some(now + NAME_HELD));
    }

    /// Removes a guest who left some minutes ago, as soon as their games are over.
    pub(crate) fn end_departed_guest(&mut self, id: UserId) {
        self.abort_endless_games(id);
        if self.users[id].games.is_empty() {
            self.withdraw_offers(id, Offers::All);
            self.end_account(id);
        }
    }

    /// Aborts the games of a guest who left that no clock ends, as soon as their players may abort
    /// them. Otherwise such a game would never end if both players are gone.
    fn abort_endless_games(&mut self, guest: UserId) {
        for game in self.users[guest].games.clone() {
            let Some(active) = self.games.get(&game) else { continue };
            let is_endless = active.is_unlimited() || active.adjourned_since().is_some();
            let Some(color) = active.color_of(guest).filter(|_| is_endless) else { continue };
            // Of a pair, the other game has ended with the first one.
            if active.end().is_none() {
                // It is refused until the players may abort the game.
                let _ = self.abort(Player { game, color });
            }
        }
    }

    /// Returns whether nobody else administers the server.
    pub(crate) fn is_last_admin(&self, user: UserId) -> bool {
        let is_admin = |user: &User| user.role == Role::Admin && !user.banned && !user.is_deleted;
        is_admin(&self.users[user])
            && !self.users.iter().any(|(other, it)| other != user && is_admin(it))
    }

    /// Replaces the recovery codes of a user.
    pub(crate) fn set_recovery_codes(
        &mut self,
        conn: ConnId,
        RecoveryCodes { secrets, hashes }: RecoveryCodes,
    ) -> Outcome {
        let user = self.user_of(conn).ok_or_else(Refusal::not_logged_in)?;
        self.secrets.set_codes(user, hashes.clone());
        self.effects.writes.push(AccessWrite::RecoveryCodes(user, hashes).into());
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
        let by = self.user_of(conn).ok_or_else(Refusal::not_logged_in)?;
        self.require_role(by, Role::Moderator)?;
        let to = self.moderation_target(by, name)?;
        if matches!(self.users[to].role, Role::Guest | Role::Proxy) {
            let message = "a guest or a proxy has no password";
            return refuse(ErrorDetail::AccountNeeded, message);
        }
        let expires_at = self.now + RECOVERY_LIFETIME;
        self.secrets.add_code(to, hash);
        self.effects.writes.push(AccessWrite::RecoveryCode { user: to, hash, expires_at }.into());
        self.log_moderation(by, to, "recover", reason);
        let name = self.users[to].name.clone();
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
        if !(self.secrets.has_password(account) && self.secrets.has_code(user, code)) {
            return Err(Refusal::wrong_code());
        }
        self.effects.writes.push(AccessWrite::RecoveryCodeUsed(user, code).into());
        self.write_password(user, password);
        self.revoke_tokens(user, None);
        self.sign_out(user, |_, _| true);
        Ok(())
    }
}
