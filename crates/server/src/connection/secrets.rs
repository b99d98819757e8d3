//! Commands with secrets in them: what is secret stays here.

use willow_protocol::{Command, ErrorCode, Password, RequestId};

use super::Client;
use crate::auth::new_token;
use crate::core::{Entrance, Input, Refusal};

impl Client {
    /// Checks what is secret about a command, and makes an input without the secret.
    pub(super) async fn secret(
        &self,
        id: Option<RequestId>,
        command: Command,
    ) -> Result<Input, Refusal> {
        let connection = self.id;
        let keeper = self.shared.doorkeeper.clone();
        let entrance = match command {
            Command::Guest { name } => {
                self.newcomer()?;
                Entrance::Guest { name, token: new_token()? }
            }
            Command::Register { name, password } => {
                self.newcomer()?;
                Entrance::Register { name, hash: keeper.hash(password).await?, token: new_token()? }
            }
            Command::Login { name, password } => {
                self.login_attempt(&name.key())?;
                let user = keeper.check(&name, password).await?;
                Entrance::Login { user, token: new_token()? }
            }
            Command::Resume { token } => {
                let owner = keeper.owner_of(&token).await;
                // Only tokens that are not known count: many may come back at once from one address,
                // and a bot that speaks HTTP comes in with every command.
                if owner.is_err() {
                    allowed(self.shared.gauge.allows_token(self.address))?;
                }
                Entrance::Resume { user: owner? }
            }
            Command::Password { old, new } => {
                self.own_password(old).await?;
                let hash = keeper.hash(new).await?;
                return Ok(Input::SetPassword { connection, id, hash });
            }
            Command::DeleteAccount { password } => {
                self.own_password(password).await?;
                return Ok(Input::DeleteAccount { connection, id });
            }
            _ => {
                let (token, hash) = new_token()?;
                return Ok(Input::NewToken { connection, id, token, hash });
            }
        };
        Ok(Input::Enter { connection, id, entrance })
    }

    fn newcomer(&self) -> Result<(), Refusal> {
        if self.shared.gauge.allows_newcomer(self.address) {
            return Ok(());
        }
        Err(Refusal::new(ErrorCode::Limit, "too many new users from your address; wait a minute"))
    }

    fn login_attempt(&self, name: &str) -> Result<(), Refusal> {
        allowed(self.shared.gauge.allows_login(name, self.address))
    }

    /// Checks the password of somebody who is in.
    async fn own_password(&self, password: Password) -> Result<(), Refusal> {
        let (Some(user), Some(name)) = (self.user, &self.name) else {
            return Err(Refusal::new(ErrorCode::NotIn, "come in first"));
        };
        self.login_attempt(&name.key())?;
        let owner = self.shared.doorkeeper.check(name, password).await?;
        if owner == user { Ok(()) } else { Err(Refusal::new(ErrorCode::Denied, "not yours")) }
    }
}

/// Words that somebody tried to come in too often.
fn allowed(is_allowed: bool) -> Result<(), Refusal> {
    let refusal = || Refusal::new(ErrorCode::Limit, "too many attempts to come in; wait a minute");
    is_allowed.then_some(()).ok_or_else(refusal)
}
