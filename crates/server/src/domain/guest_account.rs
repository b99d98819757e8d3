//! Guests who become accounts.

use willow_protocol::{ErrorDetail, Event, Role, RoomNumbers, TokenKind};

use super::input::{ConnId, Millis, SignIn, UserId};
use super::refusal::Refusal;
use super::reply::{Outcome, Reply};
use super::sign_in::Login;
use super::state::ServerState;
use super::writes::Write;

impl ServerState {
    /// Makes the guest who is logged in an account, with the same name, games, tokens and relations.
    pub(super) fn register_guest(
        &mut self,
        (conn, user): (ConnId, UserId),
        sign_in: SignIn,
        now: Millis,
    ) -> Outcome {
        let already = || Refusal::new(ErrorDetail::AlreadyLoggedIn, "you are already logged in");
        let SignIn::Register { name, hash, token: (token, token_hash), codes } = sign_in else {
            return Err(already());
        };
        let guest = &self.users[user];
        if guest.role != Role::Guest {
            return Err(already());
        }
        if guest.name.key() != name.key() {
            let name = &guest.name;
            let message = format!(
                "`register {name}` makes the guest {name} an account; for another name, `quit` first"
            );
            return Err(Refusal::new(ErrorDetail::OtherGuestName, message));
        }
        self.users[user].role = Role::Player;
        self.effects.writes.push(Write::Role(user, Role::Player));
        self.effects.writes.push(Write::Password(user, hash));
        self.effects.writes.push(Write::RecoveryCodes(user, codes.hashes));
        self.make_token(user, token_hash, (TokenKind::Login, None), now);
        self.broadcast_unnumbered(self.online_event(user), now);
        let mut entered = self.attach_again(conn, user, token, now);
        if let Event::Entered { recovery_codes, .. } = &mut entered {
            *recovery_codes = codes.secrets;
        }
        Ok(Reply::Answer(entered))
    }

    /// Returns the answer to a login over a connection that keeps its current game and its
    /// subscription to the lobby.
    fn attach_again(&mut self, conn: ConnId, user: UserId, token: String, now: Millis) -> Event {
        let game = self.connections.get(&conn).and_then(|connection| connection.game);
        let follows_lobby = self.lobby_followers.contains(conn);
        let login = Login { token: Some(token), rooms: RoomNumbers::default() };
        let entered = self.attach(conn, user, login, now);
        if let Some(game) = game {
            self.set_current_game(conn, game);
        }
        self.subscribe_lobby(conn, follows_lobby);
        entered
    }
}
