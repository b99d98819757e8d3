//! A server state with users whose connections are numbers, and a clock that is set by hand.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};

use willow_board::Square;
use willow_protocol::{
    ErrorCode, ErrorDetail, Event, GameEnd, GameId, GameState, Notice, Offer, Role, RoomNumbers,
    text,
};

use crate::domain::{
    BegunTurn, BotAnswer, BotCommand, BotJob, CheckedAccount, CheckedCommand, ConnId, Delivery,
    Effects, Input, IssuedToken, LoginRequest, Millis, Query, Quotas, RecoveryCodes, Saved,
    ServerState, Settings, TokenGrant, TokenHash, TokenNumber, UsedToken, UserId, Write,
};
use crate::store::test_support::TestStore;

pub(crate) const START_TIME: Millis = 1_000_000;

/// The first moves of the Tiger: as many as a rated game needs.
pub(crate) const COUNTED: [&str; 10] = ["f5", "d6", "c3", "d3", "c4", "f4", "c5", "b3", "c2", "e3"];

/// The address of all clients that have no other one.
pub(crate) const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));

/// The sign-in with a token from before the start. The tests log users in one after the other, with a token each.
pub(crate) fn resumption(user: i64, rooms: RoomNumbers) -> LoginRequest {
    let hash = TokenHash([user as u8; 32]);
    let (number, used_at) = (TokenNumber(0), Some(START_TIME));
    let token = UsedToken { number, hash, grant: TokenGrant::LOGIN, used_at };
    LoginRequest::Resume { user: UserId(user), token, rooms }
}

/// An account whose password was right, as the users of the tests have it.
pub(crate) fn checked_account(user: i64) -> CheckedAccount {
    CheckedAccount { user: UserId(user), password: "hash".to_owned() }
}

/// A server state, its writes, and the notices that were sent.
pub(crate) struct World {
    pub(crate) state: ServerState,
    pub(crate) now: Millis,
    pub(crate) writes: Vec<Write>,
    pub(crate) tasks: Vec<BotCommand>,
    /// Queries to the store, with the asker.
    pub(crate) queries: Vec<(Query, Option<UserId>)>,
    sent: BTreeMap<ConnId, Vec<Notice>>,
    next_token: u8,
    /// The turns that are not delivered at once, in tests of slow commits.
    pub(crate) undelivered: Option<Vec<BegunTurn>>,
    /// A database with the first of the writes, as soon as a user is needed who is not in memory.
    store: Option<TestStore>,
    n_stored: usize,
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
        World::with(Settings { quotas: Quotas::all(u32::MAX), ..Settings::default() })
    }

    pub(crate) fn with(settings: Settings) -> World {
        let (state, effects) =
            ServerState::restore(settings, Saved::default(), START_TIME).unwrap();
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
            undelivered: None,
            store: None,
            n_stored: 0,
        };
        world.take(effects);
        world
    }

    pub(crate) fn take(&mut self, effects: Effects) {
        self.writes.extend(effects.writes);
        self.tasks.extend(effects.bot_commands);
        for delivery in effects.deliveries {
            if let Delivery::Query { query, asker, .. } = &delivery {
                self.queries.push((query.clone(), *asker));
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
        match &mut self.undelivered {
            Some(undelivered) => undelivered.extend(effects.turns),
            None if !effects.turns.is_empty() => self.input(Input::Delivered(effects.turns)),
            None => {}
        }
    }

    /// Delivers the turns that were held back.
    pub(crate) fn deliver(&mut self) {
        let turns = self.undelivered.take().unwrap_or_default();
        self.input(Input::Delivered(turns));
    }

    /// Takes users into memory.
    pub(crate) fn admit(&mut self, absent: &[UserId]) {
        if absent.is_empty() {
            return;
        }
        let store = self.stored();
        let saved = store.runtime.block_on(store.store.saved_users(absent)).unwrap();
        self.state.admit(saved, self.now);
    }

    /// Returns a database with everything that was written.
    fn stored(&mut self) -> &TestStore {
        let store = self.store.get_or_insert_with(TestStore::new);
        for writes in self.writes[self.n_stored..].chunks(1000) {
            store.commit(writes.to_vec());
        }
        self.n_stored = self.writes.len();
        store
    }

    pub(crate) fn input(&mut self, input: Input) {
        let absent = self.state.absent_tournaments(&input);
        if !absent.is_empty() {
            let store = self.stored();
            let rooms = store.runtime.block_on(store.store.tournaments(&absent)).unwrap();
            self.state.admit_tournaments(rooms, self.now);
        }
        self.admit(&self.state.absent_users(&input));
        let effects = if self.state.is_read_only() {
            self.state.handle_read_only(input, self.now).expect("what is not for later")
        } else {
            self.state.handle(input, self.now)
        };
        self.take(effects);
    }

    /// Goes on after a time in which nothing could be written.
    pub(crate) fn end_read_only(&mut self) {
        let effects = self.state.end_read_only(self.now);
        self.take(effects);
    }

    /// Advances the time, timers included.
    pub(crate) fn wait(&mut self, time: Millis) {
        let until = self.now + time;
        while let Some(alarm) = self.state.next_deadline().filter(|&alarm| alarm <= until)
            && !self.state.is_read_only()
        {
            self.now = self.now.max(alarm);
            let effects = self.state.tick(self.now);
            self.take(effects);
        }
        self.now = until;
    }

    /// Signs in over a new connection from an address.
    pub(crate) fn log_in_with(
        &mut self,
        number: u64,
        login: LoginRequest,
        address: IpAddr,
    ) -> ConnId {
        let connection = ConnId(number);
        self.input(Input::Connected { connection });
        self.input(Input::Login { connection, id: None, login, address });
        connection
    }

    fn token(&mut self) -> IssuedToken {
        self.next_token += 1;
        let (secret, hash) = ("token".to_owned(), TokenHash([self.next_token; 32]));
        IssuedToken { secret, hash, grant: TokenGrant::LOGIN, name: None }
    }

    /// Logs a new user in, as a guest or with an account.
    pub(crate) fn log_in(&mut self, number: u64, name: &str, registered: bool) -> ConnId {
        let (name, token) = (name.parse().unwrap(), self.token());
        let login = if registered {
            let (hash, codes) = ("hash".to_owned(), RecoveryCodes::default());
            LoginRequest::Register { name, hash, token, codes, invitation: None }
        } else {
            LoginRequest::Guest { name: Some(name), token }
        };
        self.log_in_with(number, login, ADDRESS)
    }

    /// Logs a user with an account in again, with the password: there is another token.
    pub(crate) fn log_in_again(&mut self, number: u64, user: i64) -> ConnId {
        let login = LoginRequest::Login { account: checked_account(user), token: self.token() };
        self.log_in_with(number, login, ADDRESS)
    }

    /// Brings a user back on a new connection without any state.
    pub(crate) fn resume(&mut self, number: u64, user: i64) -> ConnId {
        self.resume_from(number, user, ADDRESS)
    }

    /// Brings a user back from an address.
    pub(crate) fn resume_from(&mut self, number: u64, user: i64, address: IpAddr) -> ConnId {
        self.log_in_with(number, resumption(user, RoomNumbers::default()), address)
    }

    pub(crate) fn set_role(&mut self, user: i64, role: Role) {
        self.state.shared.accounts.set_role(UserId(user), role);
    }

    pub(crate) fn checked(&mut self, connection: ConnId, command: CheckedCommand) {
        self.input(Input::Checked { connection, id: None, command });
    }

    pub(crate) fn delete_account(&mut self, connection: ConnId) {
        let user =
            self.state.shared.connections.user_of(connection).expect("somebody is logged in");
        self.checked(connection, CheckedCommand::DeleteAccount(checked_account(user.0)));
    }

    pub(crate) fn leave(&mut self, connection: ConnId) {
        self.input(Input::Disconnected { connection });
    }

    /// Sends a line as a user would type it, and returns what that connection received.
    pub(crate) fn types(&mut self, connection: ConnId, line: &str) -> Vec<Notice> {
        self.sent.remove(&connection);
        let text::TextInput::Request(request) = text::read_line(line).unwrap() else {
            panic!("{line} is not a request");
        };
        self.input(Input::Request { connection, request });
        self.received(connection)
    }

    /// Sends a line that is executed, and returns what that connection received.
    #[track_caller]
    pub(crate) fn done(&mut self, connection: ConnId, line: &str) -> Vec<Notice> {
        let received = self.types(connection, line);
        assert_eq!(errors(&received), [], "{line}");
        received
    }

    /// Sends a line that is refused.
    #[track_caller]
    pub(crate) fn refuses(&mut self, connection: ConnId, line: &str, code: ErrorCode) {
        assert_eq!(errors(&self.types(connection, line)), [code], "{line}");
    }

    /// Sends a line that is refused for this reason.
    #[track_caller]
    pub(crate) fn refuses_because(&mut self, connection: ConnId, line: &str, detail: ErrorDetail) {
        assert_eq!(details(&self.types(connection, line)), [detail], "{line}");
    }

    /// Sends a line that is refused, and returns the sentence that says why.
    #[track_caller]
    pub(crate) fn sentence(&mut self, connection: ConnId, line: &str) -> String {
        match &self.types(connection, line)[..] {
            [Notice { event: Event::Error { message, .. }, .. }] => message.clone(),
            other => panic!("{line}: {other:?}"),
        }
    }

    /// Returns what a connection received since the last call.
    pub(crate) fn received(&mut self, connection: ConnId) -> Vec<Notice> {
        self.sent.remove(&connection).unwrap_or_default()
    }

    /// Starts a game of two users, the first with Black.
    pub(crate) fn start_game(&mut self, black: ConnId, white: ConnId, clock: &str) -> GameId {
        self.begin(black, white, &format!("{clock} black"))
    }

    /// Starts a game that one offers and another accepts.
    pub(crate) fn begin(&mut self, one: ConnId, other: ConnId, terms: &str) -> GameId {
        let game = offered(&self.done(one, &format!("new {terms}")))[0].game;
        self.types(other, &format!("join {game}"));
        game
    }

    /// Plays moves of two users in turn.
    pub(crate) fn play(&mut self, players: [ConnId; 2], game: GameId, squares: &[&str]) {
        for (square, player) in squares.iter().zip(players.into_iter().cycle()) {
            self.done(player, &format!("move {game} {square}"));
        }
    }

    /// Plays a game that the second user, with White, resigns as soon as a rated one counts. Returns what
    /// the loser received.
    pub(crate) fn win(&mut self, winner: ConnId, loser: ConnId, terms: &str) -> Vec<Notice> {
        let game = self.start_game(winner, loser, terms);
        self.play([winner, loser], game, &COUNTED);
        self.done(loser, &format!("resign {game}"))
    }

    /// Logs six users in who play twenty rated games each, everybody against everybody. Who comes
    /// earlier wins three games of four.
    pub(crate) fn club() -> (World, Vec<ConnId>) {
        let mut world = World::new();
        let names = (1..).zip(["alice", "bob", "carol", "dave", "erin", "frank"]);
        let members: Vec<ConnId> =
            names.map(|(number, name)| world.log_in(number, name, true)).collect();
        for round in 0..4 {
            for (rank, &one) in members.iter().enumerate() {
                for &other in &members[rank + 1..] {
                    let (winner, loser) = if round == 1 { (other, one) } else { (one, other) };
                    world.win(winner, loser, "5+3 rated");
                    world.received(winner);
                }
            }
            world.wait(10 * 24 * 3_600_000);
        }
        (world, members)
    }

    pub(crate) fn end(&self, game: GameId) -> Option<GameEnd> {
        self.state.games[&game].end
    }

    pub(crate) fn plies(&self, game: GameId) -> usize {
        self.state.games[&game].game().n_plies()
    }

    /// Returns the other game of a pair.
    pub(crate) fn twin(&self, game: GameId) -> GameId {
        self.state.games[&game].twin.unwrap().game
    }

    pub(crate) fn last_game(&self) -> GameId {
        *self.state.games.keys().next_back().unwrap()
    }

    /// Returns the job that the bots were given last; `None` if it was withdrawn.
    pub(crate) fn job(&self) -> Option<BotJob> {
        match self.tasks.last() {
            Some(BotCommand::Search(job)) => Some((**job).clone()),
            _ => None,
        }
    }

    /// Answers the last job of the bot.
    pub(crate) fn bot_plays(&mut self, square: Square) {
        let job = self.job().expect("the bot is to move");
        self.bot_answers(&job, square);
    }

    pub(crate) fn bot_answers(&mut self, job: &BotJob, square: Square) {
        let (game, turn) = (job.game, job.turn);
        self.input(Input::Bot { game, turn, answer: BotAnswer::Place(square), thought: None });
    }
}

pub(crate) fn events<'a, T>(
    notices: &'a [Notice],
    pick: impl Fn(&'a Event) -> Option<T>,
) -> Vec<T> {
    notices.iter().filter_map(|notice| pick(&notice.event)).collect()
}

pub(crate) fn has(notices: &[Notice], is_wanted: impl Fn(&Event) -> bool) -> bool {
    notices.iter().any(|notice| is_wanted(&notice.event))
}

pub(crate) fn offered(notices: &[Notice]) -> Vec<Offer> {
    events(notices, |event| match event {
        Event::Offered(offer) => Some(offer.clone()),
        _ => None,
    })
}

/// Returns the messages that somebody wrote.
pub(crate) fn said(notices: &[Notice]) -> Vec<&str> {
    events(notices, |event| match event {
        Event::Said { text, .. } | Event::Told { text, .. } => Some(text.as_str()),
        _ => None,
    })
}

pub(crate) fn state(notices: &[Notice]) -> GameState {
    let mut states = events(notices, |event| match event {
        Event::Started(state) | Event::State(state) => Some(state),
        _ => None,
    });
    (**states.remove(0)).clone()
}

pub(crate) fn ended(notices: &[Notice]) -> Option<GameEnd> {
    let ends = events(notices, |event| match event {
        Event::Ended(end) => Some(*end),
        _ => None,
    });
    ends.first().copied()
}

pub(crate) fn errors(notices: &[Notice]) -> Vec<ErrorCode> {
    events(notices, |event| match event {
        Event::Error { code, .. } => Some(*code),
        _ => None,
    })
}

/// Returns why commands were refused.
pub(crate) fn details(notices: &[Notice]) -> Vec<ErrorDetail> {
    events(notices, |event| match event {
        Event::Error { detail, .. } => *detail,
        _ => None,
    })
}

/// Returns the details of a game that a user receives.
pub(crate) fn board(world: &mut World, user: ConnId, game: GameId) -> GameState {
    state(&world.types(user, &format!("board {game}")))
}
