//! A client that resumes: what it missed comes first, and what it was not sent stays unseen.

use std::collections::{BTreeMap, VecDeque};

use proptest::prelude::*;
use willow_protocol::text::{self, TextInput};
use willow_protocol::{Event, Notice, Room, RoomNumbers};

use super::world::{ADDRESS, START_TIME, World, events, resumption, said};
use crate::domain::{ConnId, DAY, Delivery, Input, Millis, Settings, UserId};

/// A client that keeps nothing but the greatest number in each room.
#[derive(Default)]
struct Follower {
    numbers: BTreeMap<Room, u64>,
    /// The connection; none while it is broken.
    connection: Option<ConnId>,
    /// The events of the lobby that are on their way: these are sent together, a little later.
    delayed: VecDeque<Notice>,
}

impl Follower {
    /// Receives an event, which must be the next one in its room.
    fn receive(&mut self, notice: &Notice) {
        match &notice.event {
            Event::Entered { rooms, .. } => {
                for (&room, &number) in rooms {
                    let known = *self.numbers.entry(room).or_insert(number);
                    assert_eq!(known, number, "all that was missed in {room} comes before");
                }
            }
            Event::Synced { of, last } => assert_eq!(self.numbers.get(of), Some(last), "{of}"),
            _ => {}
        }
        if let (Some(room), Some(number)) = (notice.room, notice.number) {
            let last = self.numbers.entry(room).or_default();
            assert_eq!(number, *last + 1, "the next event of {room}: {notice:?}");
            *last = number;
        }
    }

    fn flush(&mut self) {
        for notice in std::mem::take(&mut self.delayed) {
            self.receive(&notice);
        }
    }
}

/// Hands an input to the state, and to the follower what it is sent.
fn input(world: &mut World, follower: &mut Follower, input: Input, now: Millis) {
    let effects = world.state.handle(input, now);
    for delivery in effects.deliveries {
        let connection = follower.connection;
        let is_for = |to: &[ConnId]| connection.is_some_and(|own| to.contains(&own));
        match delivery {
            Delivery::Send { to, notice } if is_for(&to) => follower.receive(notice.notice()),
            Delivery::Broadcast { to, notice } if is_for(&to) => {
                follower.delayed.push_back(notice.notice().clone());
            }
            _ => {}
        }
    }
}

fn types(world: &mut World, follower: &mut Follower, connection: ConnId, line: &str, now: Millis) {
    let TextInput::Request(request) = text::read_line(line).unwrap() else { panic!("{line}") };
    input(world, follower, Input::Request { connection, request }, now);
}

fn connect(world: &mut World, follower: &mut Follower, number: u64, now: Millis) {
    let connection = ConnId(number);
    follower.connection = Some(connection);
    let login = resumption(1, RoomNumbers(follower.numbers.clone()));
    input(world, follower, Input::Connected { connection }, now);
    input(world, follower, Input::Login { connection, id: None, login, address: ADDRESS }, now);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The follower plays two games with another user, and its connection breaks again and again.
    #[test]
    fn a_client_that_keeps_the_greatest_numbers_loses_nothing(
        steps in prop::collection::vec(0_u8..8, 1..120),
    ) {
        let mut world = World::new();
        let (first, other) = (world.log_in(1, "alice", true), world.log_in(2, "bob", true));
        let games = [world.start_game(first, other, "5+3"), world.start_game(other, first, "5+3")];
        world.leave(first);
        let mut follower = Follower::default();
        let (mut now, mut next) = (START_TIME + 10, 100);
        connect(&mut world, &mut follower, next, now);
        for step in steps {
            now += 1;
            match step {
                0 => types(&mut world, &mut follower, other, "say hello", now),
                1 => types(&mut world, &mut follower, other, "tell alice hello", now),
                2 => types(&mut world, &mut follower, other, &format!("gsay {} hi", games[0]), now),
                3 => types(&mut world, &mut follower, other, &format!("takeback {}", games[1]), now),
                4 => types(&mut world, &mut follower, other, &format!("refuse {}", games[1]), now),
                5 => types(&mut world, &mut follower, other, "new 5+3", now),
                6 => follower.flush(),
                _ => {
                    if let Some(connection) = follower.connection.take() {
                        // Messages in flight are lost with the connection.
                        follower.delayed.clear();
                        input(&mut world, &mut follower, Input::Disconnected { connection }, now);
                    } else {
                        next += 1;
                        connect(&mut world, &mut follower, next, now);
                    }
                }
            }
        }
        if follower.connection.is_none() {
            connect(&mut world, &mut follower, next + 1, now);
        }
        follower.flush();
        prop_assert_eq!(follower.numbers[&Room::Lobby], world.state.lobby.log().last());
        for game in games {
            prop_assert_eq!(follower.numbers[&Room::Game(game)], world.state.games[&game].last_event());
        }
    }
}

/// Logs a user in over HTTP for one command, and out again.
fn one_command(world: &mut World, number: u64) -> Vec<Notice> {
    let connection = ConnId(number);
    world.input(Input::Connected { connection });
    world.input(Input::PrivateRoomUnread { connection });
    let login = resumption(2, RoomNumbers::default());
    world.input(Input::Login { connection, id: None, login, address: ADDRESS });
    world.received(connection)
}

#[test]
fn a_login_for_one_command_leaves_private_messages_unseen() {
    let (mut world, alice, bob) = World::players();
    world.leave(bob);
    world.types(alice, "tell bob one");
    assert!(said(&one_command(&mut world, 3)).is_empty());
    world.types(alice, "tell bob two");
    world.leave(ConnId(3));
    let bob = world.resume(4, 2);
    let received = world.received(bob);
    assert_eq!(said(&received), ["one", "two"]);
    let Some(Event::Entered { unread, .. }) = received.last().map(|notice| &notice.event) else {
        panic!("{received:?}")
    };
    assert_eq!(*unread, Some(2));
}

#[test]
fn entered_lists_the_users_own_games_and_offers() {
    let (mut world, alice, bob) = World::players();
    let game = world.start_game(alice, bob, "5+3");
    world.types(alice, "new 3+2");
    world.types(bob, "new 1+1");
    world.leave(alice);
    let alice = world.resume(3, 1);
    let received = world.received(alice);
    let entered = events(&received, |event| match event {
        Event::Entered { rooms, offers, games, .. } => Some((rooms, offers, games)),
        _ => None,
    });
    let [(rooms, Some(offers), Some(games))] = &entered[..] else { panic!("{received:?}") };
    let from: Vec<&str> = offers.iter().map(|offer| offer.from.as_str()).collect();
    assert_eq!(from, ["alice"], "those of others are in `games`");
    assert_eq!((games.len(), games[0].summary.game), (1, game));
    assert_eq!(games[0].to_move, Some(willow_protocol::Side(willow_board::Color::Black)));
    assert_eq!(rooms[&Room::Game(game)], world.state.games[&game].last_event());
    assert_eq!(rooms[&Room::Lobby], world.state.lobby.log().last());
}

#[test]
fn messages_are_not_given_out_after_their_time_though_they_are_in_memory() {
    let settings = Settings {
        lobby_kept: Some(90 * DAY),
        private_kept: Some(365 * DAY),
        ..Settings::default()
    };
    let mut world = World::with(settings);
    let (alice, bob) = (world.log_in(1, "alice", true), world.log_in(2, "bob", true));
    world.leave(bob);
    world.types(alice, "say an old secret");
    world.types(alice, "tell bob a letter");
    let last = world.state.lobby.log().last();
    let texts = |notices: Vec<Notice>| -> Vec<String> {
        let inside = |notice: Notice| match notice.event {
            Event::Chat { messages, .. } => messages,
            Event::Snapshot(snapshot) => snapshot.recent,
            _ => vec![notice],
        };
        let notices: Vec<Notice> = notices.into_iter().flat_map(inside).collect();
        said(&notices).into_iter().map(ToOwned::to_owned).collect()
    };
    world.wait(90 * DAY);
    for command in ["sync lobby 0", "chat"] {
        assert_eq!(texts(world.types(alice, command)), ["an old secret"], "{command}");
    }
    world.wait(1);
    for command in ["sync lobby 0", "chat"] {
        assert!(texts(world.types(alice, command)).is_empty(), "{command}");
    }
    assert_eq!(world.state.lobby.log().last(), last, "the numbers go on");
    world.wait(275 * DAY);
    let bob = world.resume(3, 2);
    assert!(texts(world.received(bob)).is_empty(), "a year is over");
}

#[test]
fn a_game_that_began_during_the_absence_is_sent_from_its_first_event_on() {
    let (mut world, alice, bob) = World::players();
    let mut follower = Follower { connection: Some(bob), ..Follower::default() };
    follower.numbers = BTreeMap::from([(
        Room::Private,
        world.state.shared.accounts[UserId(2)].private_log().last(),
    )]);
    // Another connection of Bob's begins the game and ends.
    world.leave(bob);
    let other = world.resume(3, 2);
    let game = world.start_game(alice, other, "5+3");
    world.types(alice, &format!("gsay {game} hello"));
    world.leave(other);
    let login = resumption(2, RoomNumbers(follower.numbers.clone()));
    let connection = world.log_in_with(4, login, ADDRESS);
    let received = world.received(connection);
    for notice in received.iter().filter(|notice| notice.room != Some(Room::Lobby)) {
        follower.receive(notice);
    }
    let numbers = |room| -> Vec<u64> {
        let of_room = received.iter().filter(|notice| notice.room == Some(room));
        of_room.filter_map(|notice| notice.number).collect()
    };
    let events = world.state.games[&game].last_event();
    assert_eq!(numbers(Room::Game(game)), (1..=events).collect::<Vec<_>>());
    assert_eq!(numbers(Room::Players(game)), [1]);
}
