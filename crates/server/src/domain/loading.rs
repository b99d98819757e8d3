//! Users who are not in memory: which of them an input needs, how they come and how they go.
//!
//! Names are in memory for all accounts, everything else about a user only while it matters. Whoever handles
//! inputs loads first those whom an input needs. What happens by itself concerns users in memory: games and
//! offers keep their users there.

use willow_protocol::{Command, Name};

use super::{
    CheckedCommand, ConnId, Input, Millis, SavedUser, ServerState, SignIn, Timer, User, UserId,
};

impl ServerState {
    /// Returns the users whom an input needs and who are not in memory.
    pub(crate) fn absent_users(&self, input: &Input) -> Vec<UserId> {
        let mut needed = match input {
            Input::Request { connection, request } => self.needed_by(*connection, &request.command),
            Input::SignIn { sign_in, .. } => match sign_in {
                SignIn::Login { account, .. } | SignIn::Recovered { account, .. } => {
                    vec![account.user]
                }
                SignIn::Resume { user, .. } => vec![*user],
                SignIn::Guest { .. } | SignIn::Register { .. } => Vec::new(),
            },
            Input::Checked { command: CheckedCommand::Recover { name, .. }, .. }
            | Input::ProxyCame { name, .. } => self.called(name),
            Input::Checked { .. }
            | Input::Connected { .. }
            | Input::Disconnected { .. }
            | Input::Client { .. }
            | Input::PrivateRoomUnread { .. }
            | Input::ProxyLeft { .. }
            | Input::Bot { .. }
            | Input::Delivered(_)
            | Input::StoodStill { .. }
            | Input::Push(_)
            | Input::ShutDown { .. }
            | Input::Stop => Vec::new(),
        };
        needed.retain(|&user| self.accounts.is_absent(user));
        needed
    }

    fn called(&self, name: &Name) -> Vec<UserId> {
        self.accounts.find(name).into_iter().collect()
    }

    /// Returns the users whom a command needs, besides its sender and those whom a game or an offer names.
    fn needed_by(&self, connection: ConnId, command: &Command) -> Vec<UserId> {
        match command {
            Command::Following | Command::Friends => {
                let user =
                    self.connections.user_of(connection).and_then(|user| self.accounts.get(user));
                user.into_iter().flat_map(User::following).copied().collect()
            }
            Command::CloseReport { report, .. } => {
                self.moderation.reporter(*report).into_iter().collect()
            }
            Command::Rematch { game } => {
                let game = self.connections.current_game(connection, *game);
                let players = game.ok().and_then(|game| self.games.get(&game));
                let names = players.into_iter().flat_map(|hosted| &hosted.names);
                names.filter_map(|name| self.accounts.find(name)).collect()
            }
            command => {
                command.user().and_then(|name| self.accounts.find(name)).into_iter().collect()
            }
        }
    }

    /// Takes users into memory. They stay until they are not needed for some minutes, or come and go.
    pub(crate) fn admit(&mut self, saved: Vec<SavedUser>, now: Millis) {
        for saved in saved {
            let id = saved.user;
            if !self.accounts.is_absent(id) {
                continue;
            }
            self.accounts.admit_saved(saved);
            self.context.timers.set(now + self.context.settings.guest_grace, Timer::Departure(id));
        }
    }

    /// Notes which group of decisions begins, and which was committed last.
    pub(crate) const fn begin_group(&mut self, group: u64, committed: u64) {
        self.accounts.begin_group(group, committed);
    }
}
