//! Users who are not in memory: which of them an input needs, how they come and how they go.
//!
//! Names are in memory for all accounts, everything else about a user only while it matters. Whoever handles
//! inputs loads first those whom an input needs. What happens by itself concerns users in memory: games and
//! offers keep their users there.

use willow_protocol::{Command, TournamentOrder};

use super::{
    CheckedCommand, ConnId, Input, LoginRequest, Millis, SavedUser, ServerState, Shared, Timer,
    User, UserId,
};

impl ServerState {
    /// Returns the unloaded users whom an input needs.
    pub(crate) fn absent_users(&self, input: &Input) -> Vec<UserId> {
        let mut needed = match input {
            Input::Request { connection, request } => self.needed_by(*connection, &request.command),
            Input::Login { login, .. } => match login {
                LoginRequest::Login { account, .. } | LoginRequest::Recovered { account, .. } => {
                    vec![account.user]
                }
                LoginRequest::Resume { user, .. } => vec![*user],
                LoginRequest::Guest { .. } | LoginRequest::Register { .. } => Vec::new(),
            },
            Input::Checked { command: CheckedCommand::Recover { name, .. }, .. }
            | Input::ProxyCame { name, .. } => {
                self.shared.accounts.find(name).into_iter().collect()
            }
            Input::Checked { command: CheckedCommand::RemoveMessages(removed), .. } => {
                let messages = removed.messages.iter();
                let users = messages.flat_map(|it| {
                    it.owner.into_iter().chain(self.shared.accounts.find(&it.author))
                });
                users.collect()
            }
            Input::Exported(export) => vec![export.by, export.user],
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
            | Input::Email(_)
            | Input::MailedCode { .. }
            | Input::DeviceGame(_)
            | Input::Reload(_)
            | Input::Library { .. }
            | Input::ShutDown { .. }
            | Input::Stop => Vec::new(),
        };
        needed.retain(|&user| self.shared.accounts.is_unloaded(user));
        needed
    }

    /// Returns the users whom a command needs, besides its sender and those whom a game or an offer names.
    fn needed_by(&self, connection: ConnId, command: &Command) -> Vec<UserId> {
        let Shared { accounts, connections, .. } = &self.shared;
        match command {
            Command::Following | Command::Friends => {
                let user = connections.user_of(connection).and_then(|user| accounts.get(user));
                user.into_iter().flat_map(User::following).copied().collect()
            }
            Command::CloseReport { report, .. } => {
                self.moderation.reporter(*report).into_iter().collect()
            }
            Command::Rematch { game } => {
                let game = connections.current_game(connection, *game);
                let players = game.ok().and_then(|game| self.games.get(&game));
                let names = players.into_iter().flat_map(|hosted| &hosted.names);
                names.filter_map(|name| accounts.find(name)).collect()
            }
            Command::Direct { tournament, order } => {
                let arbiter = match &**order {
                    TournamentOrder::Arbiter { name, .. } => accounts.find(name),
                    _ => None,
                };
                arbiter.into_iter().chain(self.tournaments.users_of(*tournament)).collect()
            }
            command => command.user().and_then(|name| accounts.find(name)).into_iter().collect(),
        }
    }

    /// Takes users into memory. They stay until they are not needed for some minutes, or come and go.
    pub(crate) fn admit(&mut self, saved: Vec<SavedUser>, now: Millis) {
        let Shared { accounts, context, .. } = &mut self.shared;
        for saved in saved {
            let id = saved.user;
            if !accounts.is_unloaded(id) {
                continue;
            }
            accounts.admit_saved(saved);
            accounts.begin_offline(id, now);
            context.timers.set(now + context.settings.guest_grace, Timer::Departure(id));
        }
    }

    /// Records which group of decisions begins, and which was committed last.
    pub(crate) const fn begin_group(&mut self, group: u64, committed: u64) {
        self.shared.accounts.begin_group(group, committed);
    }
}
