//! A server state with users whose connections are numbers, and a clock that is set by hand.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};

use willow_protocol::{ErrorDetail, Event, GameId, GameState, Notice, TokenKind, text};

use crate::domain::{
    BotCommand, CheckedCommand, ConnId, Delivery, Effects, Input, Millis, Query, Quotas,
    RecoveryCodes, Saved, ServerState, Settings, SignIn, TokenHash, TokenNumber, UsedToken, UserId,
    Write,
};

/// The time at which tests start.
pub(crate) const START_TIME: Millis = 1_000_000;

/// The address of all clients that have no other one.
pub(crate) const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));

/// A token from before the start. The tests log users in one after the other, with a token each.
pub(crate) fn earlier_token(user: i64) -> UsedToken {
    let hash = TokenHash([user as u8; 32]);
    UsedToken { number: TokenNumber(0), hash, kind: TokenKind::Login, used_at: START_TIME }
}

/// A server state, its writes, and the notices that were sent.
pub(crate) struct World {
    pub(crate) state: ServerState,
    pub(crate) now: Millis,
    pub(crate) writes: Vec<Write>,
    pub(crate) tasks: Vec<BotCommand>,
    /// What the store was asked.
    pub(crate) queries: Vec<Query>,
    sent: BTreeMap<ConnId, Vec<Notice>>,
    next_token: u8,
}

impl World {
    pub(crate) fn new() -> World {
        World::with(Settings::default())
    }

    /// A world with alice and bob, who have accounts.
    pub(crate) fn players() -> (World, ConnId, ConnId) {
        let mut world = World::new();
        let [alice, bob] = [world.log_in(1, "alice", true), world.log_in(2, "bob", true)];
        (world, alice, bob)
    }

    /// A world with alice and bob, who are guests.
    pub(crate) fn guests() -> (World, ConnId, ConnId) {
        let mut world = World::new();
        let [alice, bob] = [world.log_in(1, "alice", false), world.log_in(2, "bob", false)];
        (world, alice, bob)
    }

    /// A world in which nobody has quotas, for tests that send many messages.
    pub(crate) fn without_quotas() -> World {
        World::with(Settings { quotas: Quotas::UNLIMITED, ..Settings::default() })
    }

    pub(crate) fn with(settings: Settings) -> World {
        let (state, effects) = ServerState::restore(settings, Saved::default(), START_TIME);
        World::around(state, effects, START_TIME)
    }

    pub(crate) fn around(state: ServerState, effects: Effects, now: Millis) -> World {
        let mut world = World {
            state,
            now,
            writes: Vec::new(),
            tasks: Vec::new(),
            queries: Vec::new(),
            sent: BTreeMap::new(),
            next_token: 0,
        };
        world.take(effects);
        world
    }

    fn take(&mut self, effects: Effects) {
        self.writes.extend(effects.writes);
        self.tasks.extend(effects.bot_commands);
        for delivery in effects.deliveries {
            if let Delivery::Query { query, .. } = &delivery {
                self.queries.push(query.clone());
            }
            let (to, notice) = match &delivery {
                Delivery::Send { to, notice } => (&to[..], notice),
                Delivery::Broadcast { to, notice } => (&to[..], notice),
                _ => continue,
            };
            for &connection in to {
                self.sent.entry(connection).or_default().push(notice.notice().clone());
            }
        }
    }

    pub(crate) fn input(&mut self, input: Input) {
        let effects = self.state.handle(input, self.now);
        self.take(effects);
    }

    /// Lets time pass, timers included.
    pub(crate) fn wait(&mut self, time: Millis) {
        let until = self.now + time;
        while let Some(alarm) = self.state.next_deadline().filter(|&alarm| alarm <= until) {
            self.now = self.now.max(alarm);
            let effects = self.state.tick(self.now);
            self.take(effects);
        }
        self.now = until;
    }

    /// Logs a user in, as a guest or with an account.
    pub(crate) fn log_in(&mut self, number: u64, name: &str, registered: bool) -> ConnId {
        let connection = ConnId(number);
        self.next_token += 1;
        let token = ("token".to_owned(), TokenHash([self.next_token; 32]));
        let name = name.parse().unwrap();
        let sign_in = if registered {
            SignIn::Register {
                name,
                hash: "hash".to_owned(),
                token,
                codes: RecoveryCodes::default(),
            }
        } else {
            SignIn::Guest { name: Some(name), token }
        };
        self.input(Input::Connected { connection });
        self.input(Input::SignIn { connection, id: None, sign_in, address: ADDRESS });
        connection
    }

    /// Logs a user with an account in again, with the password: there is another token.
    pub(crate) fn log_in_again(&mut self, number: u64, user: i64) -> ConnId {
        let connection = ConnId(number);
        self.next_token += 1;
        let token = ("token".to_owned(), TokenHash([self.next_token; 32]));
        let sign_in = SignIn::Login { user: UserId(user), token };
        self.input(Input::Connected { connection });
        self.input(Input::SignIn { connection, id: None, sign_in, address: ADDRESS });
        connection
    }

    pub(crate) fn checked(&mut self, connection: ConnId, command: CheckedCommand) {
        self.input(Input::Checked { connection, id: None, command });
    }

    pub(crate) fn delete_account(&mut self, connection: ConnId) {
        self.checked(connection, CheckedCommand::DeleteAccount);
    }

    pub(crate) fn leave(&mut self, connection: ConnId) {
        self.input(Input::Disconnected { connection });
    }

    /// Sends a line as a user would type it, and returns what that connection received.
    pub(crate) fn types(&mut self, connection: ConnId, line: &str) -> Vec<Notice> {
        self.sent.remove(&connection);
        let text::TextInput::Request(request) = text::read_line(line).unwrap() else {
            panic!("{line} is no request");
        };
        self.input(Input::Request { connection, request });
        self.received(connection)
    }

    /// Returns what a connection received since the last call.
    pub(crate) fn received(&mut self, connection: ConnId) -> Vec<Notice> {
        self.sent.remove(&connection).unwrap_or_default()
    }

    /// Starts a game of two users, the first with Black.
    pub(crate) fn start_game(&mut self, black: ConnId, white: ConnId, clock: &str) -> GameId {
        let received = self.types(black, &format!("new {clock} black"));
        let offered = received.iter().find_map(|notice| match &notice.event {
            Event::Offered(offer) => Some(offer.game),
            _ => None,
        });
        let game = offered.expect("the offer is shown to its maker");
        self.types(white, &format!("join {game}"));
        game
    }
}

/// Returns the errors among notices.
pub(crate) fn errors(notices: &[Notice]) -> Vec<willow_protocol::ErrorCode> {
    let errors = notices.iter().filter_map(|notice| match notice.event {
        Event::Error { code, .. } => Some(code),
        _ => None,
    });
    errors.collect()
}

/// Returns why commands were refused.
pub(crate) fn details(notices: &[Notice]) -> Vec<ErrorDetail> {
    let details = notices.iter().filter_map(|notice| match &notice.event {
        Event::Error { detail, .. } => *detail,
        _ => None,
    });
    details.collect()
}

/// Returns what a user is told about a game.
pub(crate) fn board(world: &mut World, user: ConnId, game: GameId) -> GameState {
    let received = world.types(user, &format!("board {game}"));
    let Some(Event::State(state)) = received.last().map(|it| &it.event) else { panic!() };
    (**state).clone()
}
