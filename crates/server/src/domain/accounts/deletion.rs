//! The end of accounts: of users who delete theirs, and of guests who left.

use willow_protocol::{CloseReason, ErrorDetail, Event, GameId, Message, Name, Role};

use crate::domain::{
    Accounts, CommandOutcome, Context, DAY, Exported, Millis, Offers, Player, Refusal, Reply,
    ServerState, Shared, UserId, UserWrite, neutral_name, refuse,
};

/// How long the name of a deleted account cannot be taken, so that nobody poses as its owner meanwhile.
pub(crate) const NAME_HELD: Millis = 90 * DAY;

impl ServerState {
    /// Deletes an account: its games are resigned, and its tokens are revoked. Its name is free after
    /// a time.
    pub(crate) fn delete_account(&mut self, user: UserId) -> CommandOutcome {
        if self.shared.accounts.is_last_admin(user) {
            return Err(Refusal::last_admin());
        }
        self.lobby.withdraw_offers(user, Offers::All, &mut self.shared);
        for game in self.shared.accounts[user].games.clone() {
            self.resign_game(user, game);
        }
        let to_user: Vec<GameId> =
            self.lobby.offers().to(user).map(|open| open.offer.game).collect();
        for game in to_user {
            self.lobby.withdraw(game, &mut self.shared);
        }
        let name = self.shared.accounts[user].name().clone();
        self.shared.accounts.end_account(user, &mut self.shared.context);
        self.erase_name(user, &name);
        Ok(Reply::Done)
    }

    /// Takes the name of a deleted account out of everything in memory that others can read.
    fn erase_name(&mut self, user: UserId, name: &Name) {
        let neutral: Name = neutral_name(user).parse().expect("a word and a number");
        self.lobby.erase_name(name.as_str(), neutral.as_str());
        self.games.erase_name(user, &neutral);
        self.shared.accounts.erase_name(name.as_str(), neutral.as_str());
        self.forget_in_tournaments(user, name, &neutral);
    }

    /// Deletes the account of a user, at the user's request.
    pub(crate) fn delete_user(
        &mut self,
        by: UserId,
        name: &Name,
        reason: &Message,
    ) -> CommandOutcome {
        let to = self.shared.accounts.moderation_target(by, name)?;
        if !matches!(
            self.shared.accounts[to].role,
            Role::Bot | Role::Bridge | Role::Player | Role::Moderator
        ) || self.shared.accounts[to].is_server_bot()
        {
            let message = "guests, proxies and the server's own bots have no account to delete";
            return refuse(ErrorDetail::AccountNeeded, message);
        }
        let (reason, at) = (reason.to_string(), self.shared.context.now);
        let action = "delete-user";
        self.shared.context.write(UserWrite::Moderation {
            by,
            to,
            action,
            reason,
            at,
            until: None,
        });
        self.end_proxies_of(to);
        let deleted = self.delete_account(to)?;
        self.disconnect_user(to, CloseReason::SignedOut);
        Ok(deleted)
    }

    /// Removes a guest who left some minutes ago, as soon as their games are over.
    pub(crate) fn end_departed_guest(&mut self, id: UserId) {
        self.abort_endless_games(id);
        if self.shared.accounts[id].games.is_empty() {
            self.lobby.withdraw_offers(id, Offers::All, &mut self.shared);
            self.shared.accounts.end_account(id, &mut self.shared.context);
        }
    }

    /// Aborts the games of a guest who left that no clock ends, as soon as their players may abort
    /// them. Otherwise such a game would never end if both players are gone.
    fn abort_endless_games(&mut self, guest: UserId) {
        for game in self.shared.accounts[guest].games.clone() {
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
}

impl Shared {
    /// Says how an administrator gets what is stored about a user.
    pub(crate) fn export_user(&self, by: UserId, name: &Name, reason: &str) -> CommandOutcome {
        self.accounts.moderation_target(by, name)?;
        let path = format!("/api/users/{name}/export?reason={}", percent_encoded(reason));
        let settings = &self.context.settings;
        let (port, url) = (settings.http_port, settings.link(&path));
        Ok(Reply::Answer(Event::ExportData { path, port, url }))
    }

    /// Notes that an administrator was sent what is stored about a user, or was not.
    pub(crate) fn exported(&mut self, Exported { by, user, reason, is_delivered }: Exported) {
        let action = if is_delivered { "export-user" } else { "export-user-failed" };
        if [by, user].iter().all(|&user| self.accounts.get(user).is_some()) {
            self.log_moderation(by, user, action, reason.as_str());
        }
    }
}

/// Returns a value as it stands in the query of a URL (RFC 3986).
fn percent_encoded(value: &str) -> String {
    let byte = |byte: u8| match byte {
        b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    value.bytes().map(byte).collect()
}

impl Accounts {
    /// Takes the name of a deleted account out of the private rooms in memory.
    fn erase_name(&mut self, name: &str, neutral: &str) {
        for user in self.by_id.values_mut() {
            user.private.rename(name, neutral);
        }
    }

    /// Removes an account that has no games in progress. Its number stays known for a while.
    fn end_account(&mut self, user: UserId, context: &mut Context) {
        let now = context.now;
        let is_held = self[user].role != Role::Guest;
        self.revoke_tokens(user, None, context);
        context.write(UserWrite::Deleted(user, now));
        self.end_all_following(user, context);
        self.changed_credentials.forget(user);
        self.end(user, is_held.then_some(now + NAME_HELD));
    }
}
