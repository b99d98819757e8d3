//! Inputs and commands, handed to the file of their subject.
//!
//! Commands are dispatched by subject. Those whose definition names the session as their handler are in
//! net/session/requests.rs.

use willow_protocol::{
    Acknowledged, BanReach, CloseReason, Command, CommandKind, CommandResult, Event, GameId,
    Notice, Request, RequestId, Role, Subject,
};

use super::writes::Relation::{Blocked, Muted};
use super::writes::RelationChange::{Begin, End};
use super::{
    Accounts, ArchiveQuery, BanTerms, CheckedCommand, ClosedReport, CommandOutcome, ConnId,
    Context, Delivery, Effects, HeldContent, HostedGames, Input, Lobby, Millis, Offers, PastChat,
    Player, Query, Refusal, Reply, RoomKey, ServerState, Settings, Shared, SilenceTerms, Timer,
    UserId, UserWrite, Write, check_visitor,
};

#[derive(Clone, Copy)]
pub(crate) struct Sender<'a> {
    pub(crate) connection: ConnId,
    /// The user, if the connection is logged in.
    pub(crate) user: Option<UserId>,
    pub(crate) id: Option<&'a RequestId>,
}

impl Sender<'_> {
    /// Returns the user, for commands that need a login.
    pub(crate) fn user(&self) -> Result<UserId, Refusal> {
        self.user.ok_or_else(Refusal::not_logged_in)
    }
}

impl ServerState {
    /// Handles the timers that are due.
    pub(crate) fn tick(&mut self, now: Millis) -> Effects {
        self.shared.context.now = now;
        self.run_timers();
        self.forget_departed();
        self.shared.context.take_effects()
    }

    fn run_timers(&mut self) {
        let now = self.shared.context.now;
        while let Some(timer) = self.shared.context.timers.take_due(now) {
            let ServerState { shared, lobby, games, .. } = self;
            match timer {
                Timer::Flag(game) => self.flag_timer_expired(game),
                Timer::Unload(game) => games.unload_game(game, shared),
                Timer::Followers(user) => {
                    shared.accounts.tell_followers(user, games, &mut shared.context);
                }
                Timer::Patience(game) => self.patience_timer_expired(game),
                Timer::BotMove(game) => self.bot_move_timer_expired(game),
                Timer::Spectators(game) => games.tell_spectators(game, shared),
                Timer::Progress => lobby.tell_progress(games, shared),
                Timer::Closing => self.closing_timer_expired(),
                Timer::Heartbeat => games.write_heartbeat(&mut shared.context),
                Timer::Pools => self.pair_waiting(),
                Timer::Link(game) => lobby.withdraw(game, shared),
                Timer::Absence(user) => self.absence_timer_expired(user),
                Timer::Offers(user) => {
                    lobby.withdraw_offers(user, Offers::EndingWithConnection, shared);
                }
                Timer::Presence => lobby.send_presence(shared),
                Timer::Departure(user) => self.departure_timer_expired(user),
                Timer::Tournament(id) => self.tournament_timer_expired(id),
            }
        }
    }

    /// Handles an input and returns its effects. What is due comes first: no command is executed in a game
    /// whose flag has fallen. Nothing falls due while nothing can be written.
    pub(crate) fn handle(&mut self, input: Input, now: Millis) -> Effects {
        self.shared.context.now = now;
        if !self.shared.context.is_read_only() && !matches!(input, Input::StoodStill { .. }) {
            self.run_timers();
        }
        self.tell_newcomer(&input);
        match input {
            Input::Connected { connection } => {
                self.shared.connections.connected(connection, &mut self.shared.context);
            }
            Input::Disconnected { connection } => self.disconnected(connection),
            Input::PrivateRoomUnread { connection } => {
                self.shared.connections.leave_private_unread(connection);
            }
            Input::Client { connection, client } => {
                self.shared.connections.set_client(connection, client);
            }
            Input::Request { connection, request } => self.request(connection, request),
            Input::Login { connection, id, login, address } => {
                let command = login.command();
                let outcome = self.log_in(connection, login, address);
                self.shared.context.answer(connection, id, command, outcome);
            }
            Input::Checked { connection, id, command } => {
                let kind = command.kind();
                let user = self.shared.connections.user_of(connection);
                let outcome = self.execute_checked(connection, command);
                let is_deleted = outcome.is_ok() && kind == CommandKind::DeleteAccount;
                self.shared.context.answer(connection, id, kind, outcome);
                // The acknowledgement is sent before the connections end.
                if let Some(user) = user.filter(|_| is_deleted) {
                    self.disconnect_user(user, CloseReason::Quit);
                }
            }
            Input::ProxyCame { bridge, proxy, id, name } => {
                let outcome = self.bring_proxy(bridge, proxy, &name);
                self.shared.context.answer(bridge, id, CommandKind::Proxy, outcome);
            }
            Input::ProxyLeft { bridge, proxy, id } => {
                self.end_connection(proxy, CloseReason::Quit);
                let outcome = Ok(Reply::DoneForConnection(CommandResult::default()));
                self.shared.context.answer(bridge, id, CommandKind::Proxy, outcome);
            }
            Input::Bot { game, turn, answer, thought } => {
                self.bot_answered(game, turn, &answer, thought);
            }
            Input::Delivered(turns) => self.games.delivered(turns, &mut self.shared),
            Input::StoodStill { since } => self.games.exclude_standstill(since, &mut self.shared),
            Input::Reload(new) => {
                let context = &mut self.shared.context;
                context.settings = context.settings.clone().reloaded(*new);
            }
            Input::Exported(export) => self.shared.exported(*export),
            Input::Push(change) => self.shared.context.write(UserWrite::Push(change)),
            Input::Email(change) => self.shared.context.write(UserWrite::Email(change)),
            Input::MailedCode { user, hash } => self.shared.mailed_code(user, hash),
            Input::DeviceGame(game) => self.shared.context.write(Write::DeviceGame(game)),
            Input::Library { user, changes } => {
                for change in changes {
                    self.shared.context.write(UserWrite::Library { user, change, at: now });
                }
            }
            Input::ShutDown { text } => {
                self.shared.connections.shut_down(&text, &mut self.shared.context);
            }
            // The task that handles inputs ends. What was to be written was written at the shutdown.
            Input::Stop => {}
        }
        self.forget_departed();
        self.shared.context.take_effects()
    }

    fn execute_checked(&mut self, connection: ConnId, command: CheckedCommand) -> CommandOutcome {
        let Shared { accounts, connections, context } = &mut self.shared;
        if command.account().is_some_and(|account| !accounts.has_password(account)) {
            return Err(Refusal::wrong_password());
        }
        let user = connections.user_of(connection).ok_or_else(Refusal::not_logged_in)?;
        match command {
            CheckedCommand::Password { hash, .. } => Ok(self.set_password(connection, user, hash)),
            CheckedCommand::Token { token, name } => {
                Ok(accounts.new_token(user, token, name, context))
            }
            CheckedCommand::RecoveryCodes { codes, .. } => {
                Ok(accounts.set_recovery_codes(user, codes, context))
            }
            CheckedCommand::Recover { name, reason, code } => {
                self.shared.recover(user, &name, reason.as_str(), code)
            }
            CheckedCommand::Invite { terms, code } => {
                self.moderation.invite(user, terms, code, &mut self.shared)
            }
            CheckedCommand::DeleteAccount(_) => self.delete_account(user),
            CheckedCommand::RemoveMessages(removed) => {
                accounts.require_role(user, Role::Moderator)?;
                self.remove_messages(user, *removed)
            }
        }
    }

    fn request(&mut self, connection: ConnId, request: Request) {
        let Request { id, command } = request;
        let Shared { accounts, connections, context } = &mut self.shared;
        let kind = command.kind();
        let user = connections.user_of(connection);
        let identity = connections.identity(connection, id.as_ref(), &command);
        if let Some(known) = accounts.outcome_of_used_id(identity) {
            context.answer(connection, id, kind, known);
            return;
        }
        let sender = Sender { connection, user, id: id.as_ref() };
        let outcome = accounts
            .check_access(user, &command, &context.settings)
            .and_then(|()| self.execute(sender, command));
        let result = match outcome {
            Ok(Reply::Done) => Some(CommandResult::default()),
            Ok(Reply::DoneWith(result)) => Some(result),
            Ok(Reply::DoneForConnection(_) | Reply::Answer(_) | Reply::Later) | Err(_) => None,
        };
        let Shared { accounts, context, .. } = &mut self.shared;
        if let (Some(identity), Some(result)) = (identity, result) {
            accounts.remember_command_id(identity, result, context);
        }
        context.answer(connection, id, kind, outcome);
    }

    /// Executes a command that its sender may use.
    fn execute(&mut self, sender: Sender<'_>, command: Command) -> CommandOutcome {
        match command.kind().description().about {
            Subject::Connection => {
                self.lobby.change_connection(sender, command, &mut self.shared.context)
            }
            Subject::Account => self.change_logins(sender, command),
            Subject::Lobby => self.act_in_lobby(sender, command),
            Subject::Game => self.act_in_game(sender, command),
            Subject::People => {
                let Shared { accounts, context, .. } = &mut self.shared;
                accounts.act_among_people(sender, command, &self.games, context)
            }
            Subject::Archive => {
                self.shared.accounts.read_archive(sender, command, &mut self.shared.context)
            }
            Subject::Tournaments => self.act_in_tournament(sender, command),
            Subject::Moderation => self.moderate(sender, command),
        }
    }

    /// Executes a command about the sender's logins.
    fn change_logins(&mut self, sender: Sender<'_>, command: Command) -> CommandOutcome {
        let Sender { connection, id, .. } = sender;
        match command {
            Command::Tokens => {
                let current = self.shared.connections.token_of(connection);
                self.shared.context.ask_store(sender, Query::Tokens { current })
            }
            Command::Revoke { token } => self.revoke(connection, sender.user()?, token, id),
            Command::Logout { scope } => self.log_out(connection, sender.user()?, scope, id),
            other => Err(Refusal::not_here(other.kind())),
        }
    }

    /// Executes a command about offers, chat and presence.
    fn act_in_lobby(&mut self, sender: Sender<'_>, command: Command) -> CommandOutcome {
        let Sender { connection, .. } = sender;
        let ServerState { lobby, games, shared, .. } = self;
        match command {
            Command::Who => {
                let online = shared.accounts.users_online(sender.user, &shared.context.settings);
                Ok(Reply::Answer(online))
            }
            Command::Games => {
                Ok(Reply::Answer(lobby.open_games(sender.user, games, &shared.accounts)))
            }
            Command::Say { text } => lobby.chat_in_lobby(sender.user()?, text, shared),
            Command::Chat { before } => lobby.lobby_messages(sender, before, shared),
            Command::New { terms } => self.offer(connection, sender.user()?, None, terms),
            Command::Challenge { name, terms } => {
                self.offer(connection, sender.user()?, Some(&name), terms)
            }
            Command::Seek { seek } => self.seek(connection, sender.user()?, seek),
            Command::Unseek => lobby.unseek(sender.user()?, shared),
            Command::Pools => Ok(lobby.list_pools(sender.user, &shared.accounts)),
            Command::Pool { pool } => self.join_pool(connection, sender.user()?, pool),
            Command::Link { terms } => self.offer_link(sender.user()?, terms),
            Command::Offer { game } => lobby.show_offer(sender.user, game, &shared.accounts),
            Command::Join { game } => self.join(connection, sender.user()?, game),
            Command::Decline { game } => lobby.decline(sender.user()?, game, shared),
            Command::Cancel { game } => lobby.cancel(sender.user()?, game, shared),
            other => Err(Refusal::not_here(other.kind())),
        }
    }

    /// Executes a command about a game.
    fn act_in_game(&mut self, sender: Sender<'_>, command: Command) -> CommandOutcome {
        let Sender { connection, .. } = sender;
        let ServerState { games, tournaments, shared, .. } = self;
        match command {
            Command::Watch { target } => games.watch(sender, &target, shared),
            Command::Leave { game } => games.leave(connection, game, shared),
            Command::Board { game } => games.board(sender, game, shared),
            Command::Moves { game } => games.moves(sender, game, shared),
            Command::Move { game, mv, ply } => {
                self.act(sender, game, |it, player| it.play_move(player, mv, ply))
            }
            Command::Bid { game, square, value, mover } => self.act(sender, game, |it, player| {
                let named = |name| it.games.named_by_proxy(player, &name, &it.shared.accounts);
                let mover = mover.map(named).transpose()?;
                it.bid(player, HeldContent { square, value }, mover)
            }),
            Command::Score { game, result } => {
                self.act(sender, game, |it, player| it.offer_result(player, result))
            }
            Command::Adjourn { game } => games.adjourn(games.player(sender, game, shared)?, shared),
            Command::Continue { game } => games.go_on(games.player(sender, game, shared)?, shared),
            Command::Adjourned => Ok(games.list_adjourned(sender.user()?, &shared.accounts)),
            Command::Resign { game } => self.act(sender, game, |it, player| Ok(it.resign(player))),
            Command::Abort { game } => self.act(sender, game, ServerState::abort),
            Command::Takeback { game } => self.act(sender, game, ServerState::takeback),
            Command::Refuse { game } => games.refuse(games.player(sender, game, shared)?, shared),
            Command::Claim { game } => self.act(sender, game, ServerState::claim),
            Command::Overtime { game, name } => {
                let player = games.player(sender, game, shared)?;
                games.overtime(player, &name, &shared.accounts)
            }
            Command::Flag { game, name } => {
                self.act(sender, game, |it, player| it.flag_reported_by_proxy(player, &name))
            }
            Command::MoreTime { game, seconds } => {
                games.give_time(games.player(sender, game, shared)?, seconds, shared)
            }
            Command::Gsay { game, text } => {
                tournaments.may_chat_in(shared.connections.current_game(connection, game)?)?;
                games.chat(sender, game, text, shared)
            }
            Command::Rematch { game } => self.rematch(connection, sender.user()?, game),
            Command::Thoughts { game } => {
                shared.context.ask_store(sender, Query::Thoughts { game })
            }
            Command::Sync { room, after } => self.sync(sender, room, after),
            other => Err(Refusal::not_here(other.kind())),
        }
    }

    /// Executes a command about tournaments.
    fn act_in_tournament(&mut self, sender: Sender<'_>, command: Command) -> CommandOutcome {
        match command {
            Command::Tournaments { before } => Ok(self.list_tournaments(before)),
            Command::Tournament { tournament, follow } => {
                self.show_tournament(sender, tournament, follow)
            }
            Command::PairCosts { tournament, round, player } => {
                self.show_pair_costs(sender.user()?, tournament, round, player)
            }
            Command::NewTournament { plan } => self.new_tournament(sender.user()?, *plan),
            Command::Enter { tournament, place } => {
                self.enter_tournament(sender.user()?, tournament, place)
            }
            Command::Direct { tournament, order } => {
                self.direct_tournament(sender.user()?, tournament, *order)
            }
            other => Err(Refusal::not_here(other.kind())),
        }
    }

    /// Executes a command about reports, or of moderators.
    fn moderate(&mut self, sender: Sender<'_>, command: Command) -> CommandOutcome {
        let ServerState { moderation, shared, .. } = self;
        let context = &mut shared.context;
        match command {
            Command::Report { name, lines, reason } => self.report(sender, &name, lines, reason),
            Command::Reports { state, after } => {
                let state = state.unwrap_or_default();
                context.ask_store(sender, Query::Reports { state, after })
            }
            Command::ReadReport { report } => context.ask_store(sender, Query::Report { report }),
            Command::CloseReport { report, outcome, remark } => {
                let (by, at) = (sender.user()?, context.now);
                let closed = ClosedReport { report, by, outcome, remark, at };
                moderation.close_report(closed, shared)
            }
            Command::Log { filter } => context.ask_store(sender, Query::Log { filter }),
            Command::Silence { name, minutes, reach, reason } => {
                let reach = reach.unwrap_or(BanReach::Account);
                let terms = SilenceTerms { minutes, reach };
                self.silence(sender.user()?, &name, terms, &reason)
            }
            Command::Kick { name, reason } => self.kick(sender.user()?, &name, &reason),
            Command::Ban { name, minutes, reach, reason } => {
                let terms = BanTerms { minutes, reach: reach.unwrap_or_default() };
                self.ban(sender.user()?, &name, terms, &reason)
            }
            Command::Unban { name } => moderation.unban(sender.user()?, &name, shared),
            Command::Sanctions => {
                let now = context.now;
                context.ask_store(sender, Query::Sanctions { now })
            }
            Command::Related { name } => shared.related(sender, &name),
            Command::ClearProfile { name, part, reason } => {
                shared.clear_profile(sender.user()?, &name, part, &reason)
            }
            Command::Announcement => Ok(Reply::Answer(context.announcements.event())),
            Command::Announce { text } => Ok(self.announce(sender.user()?, text)),
            Command::Closing { minutes, reason } => self.close_in(sender.user()?, minutes, reason),
            Command::Role { name, role } => self.set_role(sender.user()?, &name, role),
            Command::Invitations => Ok(Reply::Answer(moderation.list_invitations(shared))),
            Command::Uninvite { invitation } => {
                moderation.uninvite(sender.user()?, invitation, shared)
            }
            Command::Invitation { code } => moderation.show_invitation(&code, shared),
            Command::ExportUser { name, reason } => {
                shared.export_user(sender.user()?, &name, reason.as_str())
            }
            Command::DeleteUser { name, reason } => {
                self.delete_user(sender.user()?, &name, &reason)
            }
            other => Err(Refusal::not_here(other.kind())),
        }
    }

    /// Does something as a player of a game, by default of the current one.
    fn act(
        &mut self,
        sender: Sender<'_>,
        game: Option<GameId>,
        action: impl FnOnce(&mut ServerState, Player) -> CommandOutcome,
    ) -> CommandOutcome {
        let player = self.games.player(sender, game, &mut self.shared)?;
        action(self, player)
    }
}

impl Lobby {
    /// Executes a command about the sender's connection.
    fn change_connection(
        &mut self,
        sender: Sender<'_>,
        command: Command,
        context: &mut Context,
    ) -> CommandOutcome {
        let Sender { connection, .. } = sender;
        match command {
            Command::Lobby { follow: true } => self.follow(connection),
            Command::Lobby { follow: false } => self.unfollow(connection),
            // The connection ends after the answers to all earlier commands.
            Command::Quit => {
                context.close(connection, CloseReason::Quit);
                return Ok(Reply::Later);
            }
            other => return Err(Refusal::not_here(other.kind())),
        }
        Ok(Reply::DoneForConnection(CommandResult::default()))
    }
}

impl Accounts {
    /// Executes a command about users and what they are to each other.
    fn act_among_people(
        &mut self,
        sender: Sender<'_>,
        command: Command,
        games: &HostedGames,
        context: &mut Context,
    ) -> CommandOutcome {
        let Sender { user, .. } = sender;
        match command {
            Command::User { name } => self.profile(user, name.as_ref(), games, context),
            Command::Tell { to, text } => self.send_private(sender.user()?, &to, text, context),
            Command::Messages { name, before } => {
                let (user, now) = (sender.user()?, context.now);
                let page = PastChat {
                    room: RoomKey::Private(user),
                    with: Some(name),
                    before: before.unwrap_or(u64::MAX),
                    kept_from: now.saturating_sub(context.settings.private_kept.unwrap_or(now)),
                    hidden: self.hidden_from(Some(user)),
                };
                context.ask_store(sender, Query::Chat(Box::new(page)))
            }
            Command::Ratings { name, class, before } => {
                let name = self.name_of(user, name)?;
                context.ask_store(sender, Query::Ratings { name, class, before })
            }
            Command::Top { class } => context.ask_store(sender, Query::Top { class }),
            Command::Find { prefix } => context.ask_store(sender, Query::Find { prefix }),
            Command::Mute { name } => self.relate(sender.user()?, &name, Muted, Begin, context),
            Command::Unmute { name } => self.relate(sender.user()?, &name, Muted, End, context),
            Command::Block { name } => self.relate(sender.user()?, &name, Blocked, Begin, context),
            Command::Unblock { name } => self.relate(sender.user()?, &name, Blocked, End, context),
            Command::Muted => Ok(self.muted(sender.user()?)),
            Command::Set { key, value } => self.set_profile(sender.user()?, key, value, context),
            Command::Follow { name } => self.follow(sender.user()?, &name, games, context),
            Command::Unfollow { name } => self.unfollow(sender.user()?, &name, context),
            Command::Following => Ok(self.following(sender.user()?, games)),
            Command::Friends => Ok(self.friends(sender.user()?, games)),
            other => Err(Refusal::not_here(other.kind())),
        }
    }

    /// Executes a command about games of the past.
    fn read_archive(
        &self,
        sender: Sender<'_>,
        command: Command,
        context: &mut Context,
    ) -> CommandOutcome {
        let query = match command {
            Command::History { filter: page } => {
                let name = self.name_of(sender.user, page.name.clone())?;
                Query::History { name, page }
            }
            Command::Record { game, format } => Query::Record { game, format },
            Command::Archive { filter } => Query::Archive(ArchiveQuery::Games(filter)),
            Command::Explore { filter } => Query::Archive(ArchiveQuery::Moves(filter)),
            Command::Search { text } => Query::Archive(ArchiveQuery::Text(text)),
            Command::Results { filter } => Query::Archive(ArchiveQuery::Results(filter)),
            other => return Err(Refusal::not_here(other.kind())),
        };
        context.ask_store(sender, query)
    }

    /// Refuses a command to those who may not use it. An account makes itself a bot before its first rated game.
    fn check_access(
        &self,
        user: Option<UserId>,
        command: &Command,
        settings: &Settings,
    ) -> Result<(), Refusal> {
        if let (Some(user), Command::Role { name, role: Role::Bot }) = (user, command)
            && self[user].name() == name
            && matches!(self[user].role(), Role::Guest | Role::Player)
        {
            return self[user].check_may_become_bot();
        }
        let access = command.access();
        match (user, access.min_role()) {
            (Some(user), Some(role)) => self.require_role(user, role),
            (None, _) => check_visitor(settings.visitors, access.visitors()),
            (Some(_), None) => Ok(()),
        }
    }
}

impl Context {
    /// Sends the outcome of a command to its client.
    pub(crate) fn answer(
        &mut self,
        connection: ConnId,
        id: Option<RequestId>,
        kind: CommandKind,
        outcome: CommandOutcome,
    ) {
        let is_acknowledged =
            id.is_some() || kind.description().acknowledged == Acknowledged::Always;
        let mut result = CommandResult::default();
        let event = match outcome {
            Ok(Reply::Answer(event)) => event,
            Ok(Reply::DoneWith(done) | Reply::DoneForConnection(done)) if is_acknowledged => {
                result = done;
                Event::Ok
            }
            Ok(Reply::Done) if is_acknowledged => Event::Ok,
            Ok(Reply::Done | Reply::DoneWith(_) | Reply::DoneForConnection(_) | Reply::Later) => {
                return;
            }
            Err(refusal) => refusal.into_event(kind.description().name),
        };
        self.send_to(connection, Notice::new(self.now, event).answering(id).with_result(result));
    }

    /// Queues a command for the store to answer.
    #[expect(clippy::unnecessary_wraps, reason = "the outcome of a command, as in its table")]
    pub(crate) fn ask_store(&mut self, sender: Sender<'_>, query: Query) -> CommandOutcome {
        let Sender { connection, user: asker, id } = sender;
        let id = id.cloned();
        self.effects.deliveries.push(Delivery::Query { connection, id, query, asker });
        Ok(Reply::Later)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use willow_protocol::{CommandDescription, ErrorDetail, Handler, json};

    use super::*;
    use crate::domain::tests::world::World;

    const EXAMPLES: &str = include_str!("../../../protocol/tests/commands.txt");

    /// Whoever is not logged in is refused, but not because nothing here executes the command.
    #[test]
    fn the_domain_executes_every_command_but_those_of_sessions() {
        let mut tried = BTreeSet::new();
        for line in EXAMPLES.lines().filter(|line| line.starts_with('{')) {
            let command = json::read_request(line).unwrap().command;
            let kind = command.kind();
            tried.insert(kind);
            let sender = Sender { connection: ConnId(1), user: None, id: None };
            let outcome = World::new().state.execute(sender, command);
            let CommandDescription { name, handler, .. } = *kind.description();
            let event = outcome.err().map(|refusal| refusal.into_event(name));
            let is_here = !matches!(
                event,
                Some(Event::Error { detail: Some(ErrorDetail::NotPossibleHere), .. })
            );
            assert_eq!(is_here, handler == Handler::Domain, "{name}");
        }
        assert!(CommandKind::ALL.iter().all(|kind| tried.contains(kind)));
    }
}
