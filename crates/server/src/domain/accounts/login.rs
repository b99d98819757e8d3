//! Logging in and out.

use std::net::IpAddr;

use willow_protocol::text::counted;
use willow_protocol::{ErrorDetail, Event, Name, Role, RoomNumbers};

use super::tokens::is_use_noted;
use crate::domain::{
    AccessWrite, Accounts, Ban, CommandOutcome, ConnId, Context, IssuedToken, Login, LoginRequest,
    MINUTE, Millis, NameKind, Refusal, Reply, ServerState, Shared, TokenHash, TokenNumber,
    UsedToken, User, UserId, UserWrite, is_reserved, refuse,
};

/// A login that was checked.
struct CheckedLogin {
    user: UserId,
    number: TokenNumber,
    hash: TokenHash,
    login: Login,
    /// The recovery codes of a new account.
    codes: Vec<String>,
}

/// Number of names for guests: six digits are short, and guests on line are far fewer, so a free one is found at once.
const GUEST_NAMES: u64 = 1_000_000;

impl ServerState {
    /// Logs a client in whose password or token was right.
    pub(crate) fn log_in(
        &mut self,
        conn: ConnId,
        login: LoginRequest,
        address: IpAddr,
    ) -> CommandOutcome {
        let now = self.shared.context.now;
        if !self.shared.connections.contains(conn) {
            return Ok(Reply::Later);
        }
        if let Some(user) = self.shared.connections.user_of(conn) {
            return self.register_guest(conn, user, login);
        }
        let CheckedLogin { user, number, hash, login, codes } =
            self.user_of_login(login, address)?;
        self.shared.connections.authenticated(conn, number, hash, address);
        if self.shared.accounts[user].record.addresses.used(address, now) {
            self.shared.context.write(AccessWrite::AddressUsed(user, address, now));
        }
        let mut entered = self.attach(conn, user, login);
        if let Event::Entered { recovery_codes, .. } = &mut entered {
            *recovery_codes = codes;
        }
        Ok(Reply::Answer(entered))
    }

    /// Finds or creates the user of a login.
    fn user_of_login(
        &mut self,
        login: LoginRequest,
        address: IpAddr,
    ) -> Result<CheckedLogin, Refusal> {
        let Shared { accounts, context, .. } = &mut self.shared;
        let now = context.now;
        match login {
            LoginRequest::Guest { name, token } => {
                if !context.settings.guests {
                    return refuse(
                        ErrorDetail::NoGuests,
                        "this server has no guests; use `register`",
                    );
                }
                self.moderation.check_newcomer(address, now)?;
                let user = accounts.new_guest(name, context)?;
                self.moderation.silence_newcomer(user, address, &mut self.shared);
                let Shared { accounts, context, .. } = &mut self.shared;
                Ok(accounts.with_new_token(user, token, context))
            }
            LoginRequest::Register { name, hash: password, token, codes, invitation } => {
                let (role, invitation) =
                    self.moderation.check_registration(invitation, accounts, context)?;
                if invitation.is_none() {
                    self.moderation.check_newcomer(address, now)?;
                }
                accounts.may_choose(&name, NameKind::Account, context)?;
                let user = accounts.new_user(name, role, Some(password), context)?;
                context.write(AccessWrite::RecoveryCodes(user, codes.hashes));
                match invitation {
                    Some(number) => self.moderation.invitation_used(number, user, context),
                    None => self.moderation.silence_newcomer(user, address, &mut self.shared),
                }
                let Shared { accounts, context, .. } = &mut self.shared;
                Ok(CheckedLogin {
                    codes: codes.secrets,
                    ..accounts.with_new_token(user, token, context)
                })
            }
            LoginRequest::Login { account, token } => {
                accounts.may_sign_in(account.user, now)?;
                if !accounts.has_password(&account) {
                    return Err(Refusal::wrong_password());
                }
                Ok(accounts.with_new_token(account.user, token, context))
            }
            LoginRequest::Resume { user, token, rooms } => {
                accounts.may_sign_in(user, now)?;
                if accounts.tokens.is_revoked(user, token.number) {
                    return refuse(ErrorDetail::UnknownToken, "unknown token");
                }
                // Its first use is noted, and others at most once an hour.
                if !context.is_read_only() && is_use_noted(token.used_at, now) {
                    context.write(AccessWrite::TokenUsed { token, at: now });
                }
                let UsedToken { number, hash, .. } = token;
                let login = Login { token: None, rooms };
                Ok(CheckedLogin { user, number, hash, login, codes: Vec::new() })
            }
            LoginRequest::Recovered { account, code, hash: password, token } => {
                accounts.may_sign_in(account.user, now)?;
                self.use_recovery_code(&account, code, password)?;
                let Shared { accounts, context, .. } = &mut self.shared;
                Ok(accounts.with_new_token(account.user, token, context))
            }
        }
    }
}

impl ServerState {
    /// Makes the guest who is logged in an account, with the same name, games, tokens and relations.
    fn register_guest(
        &mut self,
        conn: ConnId,
        user: UserId,
        login: LoginRequest,
    ) -> CommandOutcome {
        let already = || Refusal::new(ErrorDetail::AlreadyLoggedIn, "you are already logged in");
        let LoginRequest::Register { name, hash, token, codes, .. } = login else {
            return Err(already());
        };
        let Shared { accounts, context, .. } = &mut self.shared;
        let guest = &accounts[user];
        if guest.role != Role::Guest {
            return Err(already());
        }
        if guest.name.key() != name.key() {
            let name = &guest.name;
            let message = format!(
                "`register {name}` makes the guest {name} an account; for another name, `quit` first"
            );
            return refuse(ErrorDetail::OtherGuestName, message);
        }
        accounts[user].role = Role::Player;
        context.write(UserWrite::Role(user, Role::Player));
        context.write(UserWrite::Password(user, hash));
        context.write(AccessWrite::RecoveryCodes(user, codes.hashes));
        accounts.make_token(user, &token, context);
        self.lobby.broadcast(self.shared.accounts.online_event(user), &mut self.shared);
        let mut entered = self.attach_again(conn, user, token.secret);
        if let Event::Entered { recovery_codes, .. } = &mut entered {
            *recovery_codes = codes.secrets;
        }
        Ok(Reply::Answer(entered))
    }

    /// Returns the answer to a login over a connection that keeps its current game and its
    /// subscription to the lobby.
    fn attach_again(&mut self, conn: ConnId, user: UserId, token: String) -> Event {
        let game = self.shared.connections.current_game(conn, None);
        let follows_lobby = self.lobby.is_followed_by(conn);
        let login = Login { token: Some(token), rooms: RoomNumbers::default() };
        let entered = self.attach(conn, user, login);
        if let Ok(game) = game {
            self.shared.connections.set_current_game(conn, game);
        }
        if !follows_lobby {
            self.lobby.unfollow(conn);
        }
        entered
    }
}

impl Accounts {
    /// Refuses a name that belonged to an account until not long ago.
    fn is_not_held(&mut self, name: &Name, now: Millis) -> Result<(), Refusal> {
        if self.is_held(name, now) {
            let message = format!("the account {name} was deleted; its name is not free yet");
            return refuse(ErrorDetail::NameHeld, message);
        }
        Ok(())
    }

    /// Makes sure that a user may log in.
    fn may_sign_in(&self, user: UserId, now: Millis) -> Result<(), Refusal> {
        match self.get(user) {
            None => refuse(ErrorDetail::AccountDeleted, "this account no longer exists"),
            Some(user) if user.is_deleted => {
                refuse(ErrorDetail::AccountDeleted, "this account no longer exists")
            }
            Some(user) if user.is_banned(now) => Err(banned(user.record.ban, now)),
            Some(user) if user.role == Role::Proxy => refuse(
                ErrorDetail::ProxyAccount,
                "nobody can log in as a proxy: its bridge alone uses the account",
            ),
            Some(user) if user.bot.is_some() => {
                refuse(ErrorDetail::ServerBot, "the server's own bots cannot log in")
            }
            Some(_) => Ok(()),
        }
    }

    fn free_guest_name(&mut self, context: &mut Context) -> Name {
        loop {
            let number = context.rng.next_u64() % GUEST_NAMES;
            let name = format!("guest-{number}").parse().expect("a word and a few digits");
            if !self.is_taken(&name) {
                return name;
            }
        }
    }

    /// Creates a user. The name of a proxy may look like another one: its beginning is reserved.
    pub(crate) fn new_user(
        &mut self,
        name: Name,
        role: Role,
        password: Option<String>,
        context: &mut Context,
    ) -> Result<UserId, Refusal> {
        let now = context.now;
        let is_taken = match role {
            Role::Proxy => self.find(&name).is_some(),
            _ => self.is_taken(&name),
        };
        if is_taken {
            let message = format!("the name {name} is taken, or looks like a name that is taken");
            return refuse(ErrorDetail::NameTaken, message);
        }
        let user = self.next_id();
        let mut new = User::new(name.clone(), role);
        new.record.profile.created_at = now;
        self.insert(user, new);
        context.write(UserWrite::Created { user, name, role, password, at: now });
        Ok(user)
    }

    /// Refuses a name that is reserved, or that belonged to an account until not long ago.
    fn may_choose(
        &mut self,
        name: &Name,
        kind: NameKind,
        context: &Context,
    ) -> Result<(), Refusal> {
        if is_reserved(name.as_str(), kind, &context.settings.reserved_names)
            || self.bridge_of_name(name.as_str()).is_some()
        {
            let message = format!("the name {name} is reserved; choose another one");
            return refuse(ErrorDetail::NameReserved, message);
        }
        self.is_not_held(name, context.now)
    }

    fn new_guest(&mut self, name: Option<Name>, context: &mut Context) -> Result<UserId, Refusal> {
        let name = match name {
            Some(name) => {
                self.may_choose(&name, NameKind::Guest, context)?;
                name
            }
            None => self.free_guest_name(context),
        };
        self.new_user(name, Role::Guest, None, context)
    }

    /// Makes the token of a login.
    fn with_new_token(
        &mut self,
        user: UserId,
        token: IssuedToken,
        context: &mut Context,
    ) -> CheckedLogin {
        let number = self.make_token(user, &token, context);
        let IssuedToken { secret, hash, .. } = token;
        let login = Login { token: Some(secret), rooms: RoomNumbers::default() };
        CheckedLogin { user, number, hash, login, codes: Vec::new() }
    }
}

fn banned(ban: Ban, now: Millis) -> Refusal {
    match ban {
        Ban::On(Some(until)) => {
            let left = until.saturating_sub(now);
            let minutes = counted(left.div_ceil(MINUTE), "minute");
            let message = format!("you are banned for {minutes}");
            Refusal::new(ErrorDetail::Banned, message).for_now(left)
        }
        Ban::Off | Ban::On(None) => Refusal::new(ErrorDetail::Banned, "you are banned"),
    }
}
