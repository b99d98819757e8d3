//! Inputs and commands, handed to the file of their subject.
//!
//! A command goes to the function of its subject. Those that no function has the connection answers itself.

use willow_protocol::{
    Access, Acknowledged, CloseReason, Command, CommandKind, CommandResult, Event, GameId, Notice,
    Request, RequestId, Subject,
};

use super::accounts::RelationChange::{Begin, End};
use super::writes::Relation::{Blocked, Muted};
use super::{
    ArchiveQuery, CheckedCommand, CommandOutcome, ConnId, Delivery, Effects, HiddenContent, Input,
    Millis, OfferClosure, Offers, Player, Query, Refusal, Reply, ServerState, Timer, UserId,
    UserWrite,
};

/// The sender of a command.
#[derive(Clone, Copy)]
pub(crate) struct Sender<'a> {
    pub(crate) connection: ConnId,
    /// The user, if the connection is logged in.
    pub(crate) user: Option<UserId>,
    pub(crate) id: Option<&'a RequestId>,
}

impl Sender<'_> {
    /// Returns the user, for commands that need a login.
    fn user(&self) -> Result<UserId, Refusal> {
        self.user.ok_or_else(Refusal::not_logged_in)
    }
}

impl ServerState {
    /// Handles the timers that are due.
    pub(crate) fn tick(&mut self, now: Millis) -> Effects {
        self.context.now = now;
        self.run_timers();
        self.forget_departed();
        self.context.take_effects()
    }

    fn run_timers(&mut self) {
        while let Some(timer) = self.context.timers.take_due(self.context.now) {
            match timer {
                Timer::Flag(game) => self.flag_timer_expired(game),
                Timer::Unload(game) => self.unload_game(game),
                Timer::Followers(user) => self.tell_followers(user),
                Timer::Patience(game) => self.patience_timer_expired(game),
                Timer::BotMove(game) => self.bot_move_timer_expired(game),
                Timer::Spectators(game) => self.tell_spectators(game),
                Timer::Progress => self.tell_progress(),
                Timer::Heartbeat => self.games.write_heartbeat(&mut self.context),
                Timer::Pools => self.pair_waiting(),
                Timer::Link(game) => self.close_offer(game, OfferClosure::Withdrawn),
                Timer::Absence(user) => self.absence_timer_expired(user),
                Timer::Offers(user) => {
                    self.withdraw_offers(user, Offers::EndingWithConnection);
                }
                Timer::Presence => self.send_presence(),
                Timer::Departure(user) => self.departure_timer_expired(user),
            }
        }
    }

    /// Handles an input and returns its effects. What is due comes first: no command is executed in a game
    /// whose flag has fallen. Nothing falls due while nothing can be written.
    pub(crate) fn handle(&mut self, input: Input, now: Millis) -> Effects {
        self.context.now = now;
        if !self.is_read_only() && !matches!(input, Input::StoodStill { .. }) {
            self.run_timers();
        }
        match input {
            Input::Connected { connection } => {
                self.connected(connection);
            }
            Input::Disconnected { connection } => self.disconnected(connection),
            Input::PrivateRoomUnread { connection } => {
                self.connections.leave_private_unread(connection);
            }
            Input::Client { connection, word } => {
                self.connections.set_word(connection, word);
            }
            Input::Request { connection, request } => self.request(connection, request),
            Input::SignIn { connection, id, sign_in, address } => {
                let command = sign_in.command();
                let outcome = self.sign_in(connection, sign_in, address);
                self.answer(connection, id, command, outcome);
            }
            Input::Checked { connection, id, command } => {
                let kind = command.kind();
                let user = self.connections.user_of(connection);
                let outcome = self.execute_checked(connection, command);
                let is_deleted = outcome.is_ok() && kind == CommandKind::DeleteAccount;
                self.answer(connection, id, kind, outcome);
                // The acknowledgement is sent before the connections end.
                if let Some(user) = user.filter(|_| is_deleted) {
                    self.disconnect_user(user, CloseReason::Quit);
                }
            }
            Input::ProxyCame { bridge, proxy, id, name } => {
                let outcome = self.bring_proxy(bridge, proxy, &name);
                self.answer(bridge, id, CommandKind::Proxy, outcome);
            }
            Input::ProxyLeft { bridge, proxy, id } => {
                self.end_connection(proxy, CloseReason::Quit);
                let outcome = Ok(Reply::DoneForConnection(CommandResult::default()));
                self.answer(bridge, id, CommandKind::Proxy, outcome);
            }
            Input::Bot { game, turn, answer, thought } => {
                self.bot_answered(game, turn, &answer, thought);
            }
            Input::Delivered(turns) => self.delivered(turns),
            Input::StoodStill { since } => self.stood_still(since),
            Input::Push(change) => self.context.write(UserWrite::Push(change)),
            Input::ShutDown { text } => self.shut_down(&text),
            // The task that handles inputs ends. What was to be written was written at the shutdown.
            Input::Stop => {}
        }
        self.forget_departed();
        self.context.take_effects()
    }

    fn execute_checked(&mut self, connection: ConnId, command: CheckedCommand) -> CommandOutcome {
        if command.account().is_some_and(|account| !self.accounts.has_password(account)) {
            return Err(Refusal::wrong_password());
        }
        match command {
            CheckedCommand::Password { hash, .. } => self.set_password(connection, hash),
            CheckedCommand::Token { token, hash, name } => {
                self.new_token(connection, token, hash, name)
            }
            CheckedCommand::RecoveryCodes { codes, .. } => {
                self.set_recovery_codes(connection, codes)
            }
            CheckedCommand::Recover { name, reason, code, hash } => {
                self.recover(connection, &name, reason.as_str(), code, hash)
            }
            CheckedCommand::DeleteAccount(_) => {
                self.delete_account(self.connections.user_of(connection))
            }
        }
    }

    fn request(&mut self, connection: ConnId, request: Request) {
        let Request { id, command } = request;
        if command == Command::Quit {
            // The connection ends after the answers to all earlier commands.
            self.context
                .effects
                .deliveries
                .push(Delivery::Close { connection, reason: CloseReason::Quit });
            return;
        }
        let kind = command.kind();
        let user = self.connections.user_of(connection);
        let identity = self.identity(connection, id.as_ref(), &command);
        if let Some(known) = self.accounts.outcome_of_used_id(identity) {
            self.answer(connection, id, kind, known);
            return;
        }
        let sender = Sender { connection, user, id: id.as_ref() };
        let outcome = self
            .check_access(user, kind.description().access)
            .and_then(|()| self.execute(sender, command));
        let result = match outcome {
            Ok(Reply::Done) => Some(CommandResult::default()),
            Ok(Reply::DoneWith(result)) => Some(result),
            Ok(Reply::DoneForConnection(_) | Reply::Answer(_) | Reply::Later) | Err(_) => None,
        };
        if let (Some(identity), Some(result)) = (identity, result) {
            self.accounts.remember_command_id(
                identity,
                result,
                self.context.now,
                &mut self.context,
            );
        }
        self.answer(connection, id, kind, outcome);
    }

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
        self.send_to(
            connection,
            Notice::new(self.context.now, event).answering(id).with_result(result),
        );
    }

    /// Refuses a command to those who may not use it.
    fn check_access(&self, user: Option<UserId>, access: Access) -> Result<(), Refusal> {
        match access.least_role() {
            None => Ok(()),
            Some(role) => {
                self.accounts.require_role(user.ok_or_else(Refusal::not_logged_in)?, role)
            }
        }
    }

    /// Executes a command that its sender may use.
    fn execute(&mut self, sender: Sender<'_>, command: Command) -> CommandOutcome {
        match command.kind().description().about {
            Subject::Connection => self.change_connection(sender, command),
            Subject::Account => self.change_logins(sender, command),
            Subject::Lobby => self.act_in_lobby(sender, command),
            Subject::Game => self.act_in_game(sender, command),
            Subject::People => self.act_among_people(sender, command),
            Subject::Archive => self.read_archive(sender, command),
            Subject::Moderation => self.moderate(sender, command),
        }
    }

    /// Executes a command about what the sender's connection is sent.
    fn change_connection(&mut self, sender: Sender<'_>, command: Command) -> CommandOutcome {
        let Sender { connection, .. } = sender;
        match command {
            Command::Lobby { follow } => {
                if follow {
                    self.lobby.follow(connection);
                } else {
                    self.lobby.unfollow(connection);
                }
                Ok(Reply::DoneForConnection(CommandResult::default()))
            }
            other => Err(Refusal::not_here(other.kind())),
        }
    }

    /// Executes a command about the sender's logins.
    fn change_logins(&mut self, sender: Sender<'_>, command: Command) -> CommandOutcome {
        let Sender { connection, id, .. } = sender;
        match command {
            Command::Tokens => {
                let current = self.connections.token_of(connection);
                self.ask_store(sender, Query::Tokens { current })
            }
            Command::Revoke { token } => self.revoke(connection, sender.user()?, token, id),
            Command::Logout { scope } => self.log_out(connection, sender.user()?, scope, id),
            other => Err(Refusal::not_here(other.kind())),
        }
    }

    /// Executes a command about offers, chat and who is there.
    fn act_in_lobby(&mut self, sender: Sender<'_>, command: Command) -> CommandOutcome {
        let Sender { connection, .. } = sender;
        match command {
            Command::Who => {
                Ok(Reply::Answer(self.accounts.users_online(sender.user, &self.context.settings)))
            }
            Command::Games => Ok(Reply::Answer(self.open_games(sender.user))),
            Command::Say { text } => self.chat_in_lobby(sender.user()?, text),
            Command::Chat { before } => Ok(self.lobby_messages(sender, before)),
            Command::New { terms } => self.offer(connection, sender.user()?, None, terms),
            Command::Challenge { name, terms } => {
                self.offer(connection, sender.user()?, Some(&name), terms)
            }
            Command::Seek { seek } => self.seek(connection, sender.user()?, seek),
            Command::Unseek => self.unseek(sender.user()?),
            Command::Pools => Ok(self.lobby.list_pools(sender.user)),
            Command::Pool { pool } => self.join_pool(connection, sender.user()?, pool),
            Command::Link { terms } => self.offer_link(sender.user()?, terms),
            Command::Offer { game } => self.show_offer(sender.user, game),
            Command::Join { game } => self.join(connection, sender.user()?, game),
            Command::Decline { game } => self.decline(sender.user()?, game),
            Command::Cancel { game } => self.cancel(sender.user()?, game),
            other => Err(Refusal::not_here(other.kind())),
        }
    }

    /// Executes a command about a game.
    fn act_in_game(&mut self, sender: Sender<'_>, command: Command) -> CommandOutcome {
        let Sender { connection, .. } = sender;
        match command {
            Command::Watch { target } => self.watch(connection, &target),
            Command::Leave { game } => self.leave(connection, game),
            Command::Board { game } => self.board(sender, game),
            Command::Moves { game } => self.moves(sender, game),
            Command::Move { game, mv, ply } => {
                self.act(sender, game, |it, player| it.play_move(player, mv, ply))
            }
            Command::Bid { game, square, value, mover } => self.act(sender, game, |it, player| {
                let mover = mover.map(|name| it.named_by_proxy(player, &name)).transpose()?;
                it.bid(player, HiddenContent { square, value }, mover)
            }),
            Command::Score { game, result } => {
                self.act(sender, game, |it, player| it.offer_result(player, result))
            }
            Command::Adjourn { game } => self.act(sender, game, ServerState::adjourn),
            Command::Continue { game } => self.act(sender, game, ServerState::go_on),
            Command::Adjourned => Ok(self.list_adjourned(sender.user()?)),
            Command::Resign { game } => self.act(sender, game, |it, player| Ok(it.resign(player))),
            Command::Abort { game } => self.act(sender, game, ServerState::abort),
            Command::Takeback { game } => self.act(sender, game, ServerState::takeback),
            Command::Refuse { game } => self.act(sender, game, ServerState::refuse),
            Command::Claim { game } => self.act(sender, game, ServerState::claim),
            Command::Overtime { game, name } => {
                self.act(sender, game, |it, player| it.overtime(player, &name))
            }
            Command::Flag { game, name } => {
                self.act(sender, game, |it, player| it.flag_fallen_elsewhere(player, &name))
            }
            Command::MoreTime { game, seconds } => {
                self.act(sender, game, |it, player| it.give_time(player, seconds))
            }
            Command::Gsay { game, text } => {
                self.chat_in_game(connection, sender.user()?, game, text)
            }
            Command::Rematch { game } => self.rematch(connection, sender.user()?, game),
            Command::Thoughts { game } => self.ask_store(sender, Query::Thoughts { game }),
            Command::Sync { room, after } => self.sync(sender, room, after),
            other => Err(Refusal::not_here(other.kind())),
        }
    }

    /// Executes a command about users and what they are to each other.
    fn act_among_people(&mut self, sender: Sender<'_>, command: Command) -> CommandOutcome {
        match command {
            Command::User { name } => self.profile(sender.user, name.as_ref()),
            Command::Tell { to, text } => self.send_private(sender.user()?, &to, text),
            Command::Ratings { name, class, before } => self.ratings(sender, name, class, before),
            Command::Top { class } => self.ask_store(sender, Query::Top { class }),
            Command::Find { prefix } => self.ask_store(sender, Query::Find { prefix }),
            Command::Mute { name } => {
                self.accounts.relate(sender.user()?, &name, Muted, Begin, &mut self.context)
            }
            Command::Unmute { name } => {
                self.accounts.relate(sender.user()?, &name, Muted, End, &mut self.context)
            }
            Command::Block { name } => {
                self.accounts.relate(sender.user()?, &name, Blocked, Begin, &mut self.context)
            }
            Command::Unblock { name } => {
                self.accounts.relate(sender.user()?, &name, Blocked, End, &mut self.context)
            }
            Command::Muted => Ok(self.accounts.muted(sender.user()?)),
            Command::Set { key, value } => {
                self.accounts.set_profile(sender.user()?, key, value, &mut self.context)
            }
            Command::Follow { name } => self.follow(sender.user()?, &name),
            Command::Unfollow { name } => {
                self.accounts.unfollow(sender.user()?, &name, &mut self.context)
            }
            Command::Following => Ok(self.following(sender.user()?)),
            Command::Friends => Ok(self.friends(sender.user()?)),
            other => Err(Refusal::not_here(other.kind())),
        }
    }

    /// Executes a command about games of the past.
    fn read_archive(&mut self, sender: Sender<'_>, command: Command) -> CommandOutcome {
        match command {
            Command::History { filter } => self.history(sender, filter),
            Command::Record { game, format } => {
                self.ask_store(sender, Query::Record { game, format })
            }
            Command::Archive { filter } => self.ask_archive(sender, ArchiveQuery::Games(filter)),
            Command::Explore { filter } => self.ask_archive(sender, ArchiveQuery::Moves(filter)),
            Command::Search { text } => self.ask_archive(sender, ArchiveQuery::Text(text)),
            Command::Results { filter } => self.ask_archive(sender, ArchiveQuery::Results(filter)),
            other => Err(Refusal::not_here(other.kind())),
        }
    }

    /// Executes a command about reports, or of moderators.
    fn moderate(&mut self, sender: Sender<'_>, command: Command) -> CommandOutcome {
        let Sender { connection, .. } = sender;
        match command {
            Command::Report { name, lines, reason } => {
                self.report(connection, sender.user()?, &name, lines, reason)
            }
            Command::Reports { state, after } => {
                let state = state.unwrap_or_default();
                self.ask_store(sender, Query::Reports { state, after })
            }
            Command::ReadReport { report } => self.ask_store(sender, Query::Report { report }),
            Command::CloseReport { report, outcome, remark } => {
                self.close_report(sender.user()?, report, outcome, remark)
            }
            Command::Log { filter } => self.ask_store(sender, Query::Log { filter }),
            Command::Silence { name, minutes, reason } => {
                self.silence(sender.user()?, &name, minutes, &reason)
            }
            Command::Kick { name, reason } => self.kick(sender.user()?, &name, &reason),
            Command::Ban { name, reason } => self.ban(sender.user()?, &name, &reason),
            Command::Unban { name } => self.unban(sender.user()?, &name),
            Command::Role { name, role } => self.set_role(sender.user()?, &name, role),
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
        let player = self.player(sender.connection, sender.user()?, game)?;
        action(self, player)
    }

    /// Lets the store answer a command.
    #[expect(clippy::unnecessary_wraps, reason = "the outcome of a command, as in its table")]
    fn ask_store(&mut self, sender: Sender<'_>, query: Query) -> CommandOutcome {
        Ok(self.query_store(sender, query))
    }

    /// Lets the store answer a command from the archive.
    fn ask_archive(&mut self, sender: Sender<'_>, query: ArchiveQuery) -> CommandOutcome {
        self.ask_store(sender, Query::Archive(query))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use willow_protocol::{ErrorDetail, json};

    use super::*;
    use crate::domain::tests::world::World;

    const EXAMPLES: &str = include_str!("../../../protocol/tests/commands.txt");

    /// Whoever is not logged in is refused, but not because nothing here executes the command.
    #[test]
    fn every_command_is_executed_here_or_answered_by_the_connection() {
        let (mut tried, mut elsewhere) = (BTreeSet::new(), BTreeSet::new());
        for line in EXAMPLES.lines().filter(|line| line.starts_with('{')) {
            let command = json::read_request(line).unwrap().command;
            let kind = command.kind();
            tried.insert(kind);
            let sender = Sender { connection: ConnId(1), user: None, id: None };
            let outcome = World::new().state.execute(sender, command);
            let name = kind.description().name;
            let event = outcome.err().map(|refusal| refusal.into_event(name));
            if let Some(Event::Error { detail: Some(ErrorDetail::NotPossibleHere), .. }) = event {
                elsewhere.insert(name);
            }
        }
        assert!(CommandKind::ALL.iter().all(|kind| tried.contains(kind)));
        let of_sessions = [
            "as",
            "delete-account",
            "export-data",
            "guest",
            "help",
            "login",
            "password",
            "ping",
            "protocol",
            "proxy",
            "quit",
            "recover",
            "recovery-codes",
            "register",
            "reset-password",
            "resume",
            "style",
            "token",
        ];
        assert_eq!(elsewhere, BTreeSet::from(of_sessions));
    }
}
