//! The scopes of the token with which a client has logged in.

use willow_protocol::{Command, ErrorDetail, Password, TokenKind, TokenName, TokenScopes};

use super::Session;
use crate::domain::{IssuedToken, Refusal, TokenGrant, refuse};
use crate::net::credentials;

impl Session {
    /// Sets what the token of a login over this session is for, and its name. That of a program is asked for over HTTP.
    pub(crate) fn set_login_grant(&mut self, grant: TokenGrant, name: Option<TokenName>) {
        (self.login, self.login_name) = (grant, name);
    }

    /// Records a token that was found. The domain may refuse the login, and another one may follow before it says so:
    /// until the connection ends, the client may do what each token allows.
    pub(super) fn resumed_with(&mut self, grant: TokenGrant) {
        if self.account.is_none() {
            self.resumed = Some(self.resumed.map_or(grant, |earlier| earlier.and(grant)));
        }
    }

    /// Makes sure that the token has the scope that a command needs, and the command inside it. All commands pass here.
    pub(super) fn check_scope(&self, command: &Command) -> Result<(), Refusal> {
        let Some(grant) = self.resumed else { return Ok(()) };
        if let Some(scope) = command.kind().description().scope {
            grant.require(scope)?;
        }
        match command {
            Command::As { command, .. } => self.check_scope(command),
            _ => Ok(()),
        }
    }

    /// Makes the token of a login.
    pub(super) fn issue(&self) -> Result<IssuedToken, Refusal> {
        Ok(IssuedToken { name: self.login_name.clone(), ..credentials::new_token(self.login)? })
    }

    /// Makes a token for a program. It may not do more than the one with which its maker has logged in.
    ///
    /// Requires the password: an injected script or a thief of the session token could otherwise make a lasting
    /// token.
    pub(super) async fn program_token(
        &self,
        scopes: Option<TokenScopes>,
        password: Option<Password>,
    ) -> Result<IssuedToken, Refusal> {
        let is_session = self.resumed.is_some_and(|grant| grant.kind == TokenKind::Login);
        match password {
            Some(password) => drop(self.own_password("password", password).await?),
            None if is_session => {
                let message = "you are logged in by an earlier session, which makes tokens with your \
                               password; add it as `password`";
                return refuse(ErrorDetail::TokenInBrowser, message);
            }
            None => {}
        }
        let own = self.resumed.and_then(|grant| grant.scopes);
        let wanted = scopes.or(own);
        if let (Some(own), Some(scopes)) = (self.resumed, wanted) {
            for scope in Vec::from(scopes) {
                own.require(scope)?;
            }
        }
        credentials::new_token(TokenGrant { kind: TokenKind::Program, scopes: wanted })
    }
}
