//! Visitors without a login, and guests who become accounts.

use willow_protocol::{ErrorCode, Event, GameId, Notice, Role, Room};

use super::restart::{restarted, store_answer};
use super::world::{ADDRESS, World, errors, has, said};
use crate::domain::{
    ConnId, Input, IssuedToken, LoginRequest, RecoveryCodes, TokenGrant, TokenHash, UserId,
};

/// The connection of the visitor.
const VISITOR: ConnId = ConnId(100);

/// Returns a world with a game of Alice and Bob, and a visitor.
fn visited() -> (World, ConnId, ConnId, GameId) {
    let (mut world, alice, bob) = World::guests();
    let game = world.start_game(alice, bob, "5+3");
    world.wait(5_000);
    world.input(Input::Connected { connection: VISITOR });
    for connection in [alice, bob] {
        world.received(connection);
    }
    (world, alice, bob, game)
}

#[test]
fn a_visitor_reads_and_nobody_is_told() {
    type Check = fn(&Event) -> bool;
    let (mut world, alice, bob, game) = visited();
    world.start_game(alice, bob, "5+3 private");
    world.received(alice);
    let board = format!("board {game}");
    let rows: [(&str, Check); 7] = [
        ("who", |event| matches!(event, Event::Users { users } if users.len() == 2)),
        ("games", |event| matches!(event, Event::Games { games, .. } if games.len() == 1)),
        ("user bob", |event| matches!(event, Event::Profile(user) if user.online)),
        (&board, |event| matches!(event, Event::State(_))),
        ("sync lobby 0", |event| matches!(event, Event::Synced { of: Room::Lobby, .. })),
        ("sync lobby 0", |event| matches!(event, Event::Offered(_))),
        ("#1 lobby on", |event| *event == Event::Ok),
    ];
    for (line, is_wanted) in rows {
        let received = world.types(VISITOR, line);
        assert!(has(&received, is_wanted), "{line}: {received:?}");
    }
    world.types(alice, "say hello");
    assert!(has(&world.received(VISITOR), |event| matches!(event, Event::Said { .. })));
    let before = world.state.shared.accounts.iter().count();
    world.wait(10_000);
    assert_eq!(world.state.shared.accounts.iter().count(), before, "no account is made");
    assert!(!has(&world.received(bob), |event| matches!(event, Event::Online { .. })));
}

#[test]
fn the_store_answers_visitors() {
    let (mut world, ..) = visited();
    for (line, wanted) in [
        ("top blitz", "Top"),
        ("history bob", "History"),
        ("ratings bob", "Ratings"),
        ("record 1 transcript", "Record"),
        ("archive", "Archive(Games"),
        ("explore", "Archive(Moves"),
        ("search tamenori 1998", "Archive(Text"),
        ("results player tamenori", "Archive(Results"),
        ("board 99", "Board"),
        ("sync game/99 0", "PastRoom"),
    ] {
        world.types(VISITOR, line);
        let (asked, asker) = world.queries.pop().unwrap_or_else(|| panic!("{line} is not a query"));
        assert!(format!("{asked:?}").starts_with(wanted), "{asked:?}");
        assert_eq!(asker, None);
    }
}

#[test]
fn a_visitor_watches_a_game_and_reads_its_spectators_afterwards() {
    let (mut world, alice, _, game) = visited();
    let carol = world.log_in(3, "carol", false);
    world.types(carol, &format!("watch {game}"));
    world.types(VISITOR, &format!("watch {game}"));
    world.wait(2_000);
    let counted = |event: &Event| matches!(event, Event::Spectators { count: 2, .. });
    assert!(has(&world.received(alice), counted), "visitors are counted");
    world.types(alice, "f5");
    world.types(carol, &format!("gsay {game} a good move"));
    let received = world.received(VISITOR);
    assert!(has(&received, |event| matches!(event, Event::Moved { .. })));
    assert!(said(&received).is_empty(), "the visitor may be a player");
    let sync = format!("sync watchers/{game} 0");
    world.refuses(VISITOR, &sync, ErrorCode::Forbidden);
    world.types(alice, "resign");
    assert_eq!(said(&world.done(VISITOR, &sync)), ["a good move"]);
    world.refuses(VISITOR, &format!("sync players/{game} 0"), ErrorCode::Forbidden);
    world.leave(VISITOR);
    assert_eq!(world.state.games[&game].spectator_connections.len(), 1);
}

#[test]
fn a_visitor_says_and_plays_nothing() {
    let (mut world, _, _, game) = visited();
    world.types(VISITOR, &format!("watch {game}"));
    for command in [
        "user",
        "history",
        "ratings",
        "say hello",
        "tell bob hello",
        "new 5+3",
        "f5",
        "resign",
        "sync private 0",
        &format!("gsay {game} hello"),
        &format!("join {game}"),
    ] {
        world.refuses(VISITOR, command, ErrorCode::NotLoggedIn);
    }
}

/// Registers the user of a connection, and returns what the connection received.
fn register(world: &mut World, connection: ConnId, name: &str) -> Vec<Notice> {
    world.received(connection);
    let (secret, hash) = ("new token".to_owned(), TokenHash([99; 32]));
    let token = IssuedToken { secret, hash, grant: TokenGrant::LOGIN, name: None };
    let login = LoginRequest::Register {
        name: name.parse().unwrap(),
        hash: "hash".to_owned(),
        token,
        codes: RecoveryCodes::default(),
        invitation: None,
    };
    world.input(Input::Login { connection, id: None, login, address: ADDRESS });
    world.received(connection)
}

#[test]
fn a_guest_becomes_an_account_and_keeps_name_games_and_tokens() {
    let (mut world, alice, _, game) = visited();
    let follower = world.log_in(5, "follower", false);
    world.types(alice, "mute bob");
    let received = register(&mut world, alice, "Alice");
    let entered = |event: &Event| {
        matches!(event, Event::Entered { name, role: Role::Player, token: Some(_), .. }
            if name.as_str() == "alice")
    };
    assert!(has(&received, entered), "{received:?}");
    let told = |event: &Event| matches!(event, Event::Online { role: Role::Player, .. });
    assert!(has(&world.received(follower), told), "followers learn the new role");
    world.done(alice, &format!("move {game} f5"));
    let again = register(&mut world, alice, "alice");
    assert_eq!(errors(&again), [ErrorCode::AlreadyLoggedIn]);
    let mut world = restarted(&world);
    let user = &world.state.shared.accounts[UserId(1)];
    assert_eq!((user.role(), user.name().as_str()), (Role::Player, "alice"));
    assert!(user.muted().contains(&UserId(2)) && user.games().contains(&game));
    let alice = world.resume(10, 1);
    world.done(alice, "say I am back");
}

#[test]
fn a_guest_cannot_take_another_name() {
    let (mut world, alice, ..) = visited();
    let refused = register(&mut world, alice, "alicia-two");
    assert_eq!(errors(&refused), [ErrorCode::NotNow]);
    assert_eq!(world.state.shared.accounts[UserId(1)].role(), Role::Guest);
}

/// Returns the messages of the lobby as somebody is shown them.
fn lobby_chat(world: &mut World, reader: ConnId) -> Vec<String> {
    let answer = world.types(reader, "chat");
    let [Notice { event: Event::Chat { messages, .. }, .. }] = &answer[..] else {
        panic!("no chat: {answer:?}")
    };
    said(messages).into_iter().map(ToOwned::to_owned).collect()
}

#[test]
fn those_who_come_read_the_last_fifty_messages_whatever_else_happened() {
    let mut world = World::without_quotas();
    world.state.shared.context.settings.limits.offers_per_minute = usize::MAX;
    let (alice, bob) = (world.log_in(1, "alice", false), world.log_in(2, "bob", false));
    for number in 0..60 {
        world.types(alice, &format!("say {number}"));
        for _ in 0..3 {
            world.types(bob, "new");
            world.types(bob, "cancel");
        }
    }
    world.input(Input::Connected { connection: VISITOR });
    let wanted: Vec<String> = (10..60).map(|number| number.to_string()).collect();
    assert_eq!(lobby_chat(&mut world, VISITOR), wanted);
    world.types(bob, "mute alice");
    assert!(lobby_chat(&mut world, bob).is_empty());
    assert_eq!(lobby_chat(&mut world, alice), wanted);
}

/// Returns the messages of a page and the number of the next one. The store answers for pages that
/// are not in memory.
fn lobby_page(world: &mut World, reader: ConnId, line: &str) -> (Vec<String>, Option<u64>) {
    let n_queries = world.queries.len();
    let answer = world.types(reader, line);
    let event = match world.queries.get(n_queries) {
        Some((query, _)) => store_answer(&world.writes, query),
        None => answer[0].event.clone(),
    };
    let Event::Chat { messages, next } = event else { panic!("no chat: {event:?}") };
    (said(&messages).into_iter().map(ToOwned::to_owned).collect(), next)
}

#[test]
fn earlier_messages_of_the_lobby_are_read_page_by_page() {
    let mut world = World::without_quotas();
    let (alice, bob) = (world.log_in(1, "alice", false), world.log_in(2, "bob", false));
    let few = lobby_page(&mut world, bob, "chat");
    assert_eq!(few, (vec![], None), "there is nothing else");
    for number in 0..120 {
        let author = if number == 7 { bob } else { alice };
        world.types(author, &format!("say {number}"));
    }
    let (mut read, mut line) = (Vec::new(), "chat".to_owned());
    loop {
        let (page, next) = lobby_page(&mut world, alice, &line);
        read.splice(0..0, page);
        let Some(next) = next else { break };
        line = format!("chat {next}");
    }
    let all: Vec<String> = (0..120).map(|number| number.to_string()).collect();
    assert_eq!(read, all);
    world.types(bob, "mute alice");
    let (page, _) = lobby_page(&mut world, bob, "chat 20");
    assert_eq!(page, ["7"]);
}
