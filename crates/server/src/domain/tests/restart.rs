//! A state that is restored from the store equals the state that wrote it.

use std::collections::{BTreeMap, VecDeque};

use proptest::prelude::*;
use willow_board::Square;
use willow_protocol::{Event, Room, RoomNumbers};

use super::world::{ADDRESS, START_TIME, World, earlier_token, errors};
use crate::domain::{
    ConnId, Input, Millis, Query, REMEMBERED_COMMANDS, Refusal, Saved, ServerState, Settings,
    SignIn, UserId, Write,
};
use crate::store::{self, Store};

/// How long the server of these tests is away.
pub(super) const AWAY: Millis = 3_600_000;

/// Writes everything into a fresh database and reads it again.
fn saved(writes: &[Write], now: Millis) -> Saved {
    let folder = tempfile::TempDir::new().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(async {
        let (_store, mut writer) = Store::open(folder.path()).await.unwrap();
        for writes in writes.chunks(1000) {
            writer.commit(writes.to_vec()).await.unwrap();
        }
        store::load(&mut writer, now).await.unwrap()
    })
}

/// Writes everything into a fresh database, and asks it.
pub(super) fn store_answer(writes: &[Write], query: &Query) -> Event {
    store_reply(writes, query).unwrap()
}

/// Writes everything into a fresh database, and returns its answer or refusal.
pub(super) fn store_reply(writes: &[Write], query: &Query) -> Result<Event, Refusal> {
    let folder = tempfile::TempDir::new().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(async {
        let (store, mut writer) = Store::open(folder.path()).await.unwrap();
        writer.commit(writes.to_vec()).await.unwrap();
        store.answer(query, None).await.map_err(Refusal::from)
    })
}

/// Returns the world after the server was killed and was away for a while.
pub(super) fn restarted(world: &World) -> World {
    restarted_with(world, Settings::default())
}

/// Returns the world after a restart with these settings.
pub(super) fn restarted_with(world: &World, settings: Settings) -> World {
    let now = world.now + AWAY;
    let saved = saved(&world.writes, now);
    let (state, effects) = ServerState::restore(settings, saved, now);
    let mut next = World::around(state, effects, now);
    // What was written before is there at the next restart, too.
    next.writes.splice(0..0, world.writes.iter().cloned());
    next
}

pub(super) fn resume(world: &mut World, number: u64, user: i64) -> ConnId {
    let connection = ConnId(number);
    world.input(Input::Connected { connection });
    let sign_in = SignIn::Resume {
        user: UserId(user),
        token: earlier_token(user),
        rooms: RoomNumbers::default(),
    };
    world.input(Input::SignIn { connection, id: None, sign_in, address: ADDRESS });
    connection
}

#[test]
fn downtime_is_not_charged() {
    let (mut world, alice, bob) = World::guests();
    let game = world.start_game(alice, bob, "5+3");
    world.wait(20_000);
    world.types(alice, "f5");
    world.wait(30_000);
    let mut world = restarted(&world);
    let bob = resume(&mut world, 3, 2);
    let received = world.types(bob, &format!("board {game}"));
    let Event::State(state) = &received[0].event else { panic!("{received:?}") };
    // Black used 20 seconds and got 3; White has what it had when Black had moved.
    assert_eq!(state.clocks.black, Some(283_000));
    assert_eq!(state.clocks.white, Some(300_000));
    // Before a second restart, the last event says that Black is gone: White's time ran until then.
    world.wait(10_000);
    let mut world = restarted_again(&world, game);
    let bob = resume(&mut world, 4, 2);
    let received = world.types(bob, &format!("board {game}"));
    let Event::State(state) = &received[0].event else { panic!("{received:?}") };
    assert_eq!(state.clocks.black, Some(283_000));
    assert_eq!(state.clocks.white, Some(297_000));
}

#[test]
fn a_shutdown_gives_no_time_back_and_charges_nothing_after_it() {
    for (terms, white) in [("5+3", 270_000), ("60:00 lockstep", 3_570_000)] {
        let mut world = World::new();
        let (alice, bob) = (world.log_in(1, "alice", false), world.log_in(2, "bob", false));
        let game = world.start_game(alice, bob, terms);
        let twin = world.state.games[&game].twin.map(|twin| twin.game);
        world.wait(20_000);
        world.types(alice, &format!("move {game} f5"));
        if let Some(twin) = twin {
            world.types(bob, &format!("move {twin} f5"));
        }
        world.wait(30_000);
        world.input(Input::ShutDown { text: "bye".to_owned() });
        // Clients have some seconds to disconnect.
        world.wait(2_000);
        world.input(Input::Stop);
        let mut world = restarted(&world);
        let left = |world: &World| world.state.games[&game].clocks(world.now).white;
        assert_eq!(left(&world), Some(white), "{terms}");
        // The server is killed: the clock of the last start is known.
        world.wait(10_000);
        let world = restarted(&world);
        assert_eq!(left(&world), Some(white - 3_000), "until `gone` was told: {terms}");
    }
}

/// Restarts a world whose first writes are gone: they are made of its own memory.
fn restarted_again(world: &World, game: willow_protocol::GameId) -> World {
    let now = world.now + AWAY;
    let active = &world.state.games[&game];
    let mut saved = Saved { reserved: 1000, last_user: 2, ..Saved::default() };
    for (number, name) in (1..).zip(["alice", "bob"]) {
        saved.users.push(crate::domain::SavedUser {
            user: UserId(number),
            name: name.parse().unwrap(),
            role: willow_protocol::Role::Guest,
            banned: false,
            silenced_until: 0,
            seen: 0,
            private: Vec::new(),
            handled: VecDeque::new(),
            relations: Vec::new(),
            profile: crate::domain::UserProfile::default(),
            ratings: BTreeMap::new(),
        });
    }
    let events = active.log.recent().map(|notice| notice.notice().clone()).collect();
    let started = crate::domain::StartedGame {
        game,
        players: active.players(),
        names: active.names.clone(),
        terms: active.terms.clone(),
        start: *active.game().start(),
        twin: None,
        ratings: None,
        at: START_TIME,
    };
    saved.games.push(crate::domain::SavedGame {
        started,
        twin_end: None,
        events,
        players: Vec::new(),
        watchers: Vec::new(),
        hidden: Vec::new(),
    });
    let (state, effects) = ServerState::restore(Settings::default(), saved, now);
    World::around(state, effects, now)
}

#[test]
fn an_id_that_was_forgotten_can_be_used_again() {
    let mut world = World::without_quotas();
    let alice = world.log_in(1, "alice", false);
    for number in (0..=REMEMBERED_COMMANDS).chain([0]) {
        world.types(alice, &format!("#{number} say {number}"));
    }
    let last = world.state.lobby.last;
    // The store takes it, and keeps no more than the state remembers.
    let saved = saved(&world.writes, world.now);
    assert_eq!(saved.users[0].handled.len(), REMEMBERED_COMMANDS);
    let mut world = restarted(&world);
    let alice = resume(&mut world, 2, 1);
    world.types(alice, "#0 say 0");
    assert_eq!(world.state.lobby.last, last, "the last command is remembered");
    world.types(alice, "#1 say 1");
    assert_eq!(world.state.lobby.last, last + 1, "the oldest is not");
}

#[test]
fn offers_do_not_outlive_the_server_for_long() {
    let mut world = World::new();
    let alice = world.log_in(1, "alice", false);
    world.types(alice, "new 5+3");
    let mut world = restarted(&world);
    world.wait(60_000);
    let alice = resume(&mut world, 3, 1);
    let received = world.types(alice, "sync lobby 0");
    assert!(received.iter().any(|notice| matches!(notice.event, Event::Withdrawn { .. })));
    assert!(errors(&world.types(alice, "new 5+3")).is_empty());
}

/// What must survive, as text that can be compared.
fn durable(state: &ServerState) -> BTreeMap<String, String> {
    let mut facts = BTreeMap::new();
    for (id, user) in state.users.iter() {
        let fact = format!(
            "{} {} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            user.name,
            user.role,
            user.muted,
            user.blocked,
            user.ignored_by,
            user.following,
            user.followers,
            user.acquaintances,
            user.profile,
            user.ratings,
            user.games
        );
        facts.insert(format!("user {}", id.0), fact);
    }
    for (id, active) in &state.games {
        if active.end().is_none() {
            let clock = active.referee().clock();
            let controls = clock.time_left(!active.game().position().side_to_move(), DAWN_TIME);
            let (game, times) = (active.game(), active.times());
            let fact = format!("{game:?} {times:?} {:?} {controls:?}", active.takeback);
            facts.insert(format!("game {id}"), fact);
        }
    }
    facts
}

/// A moment at which the clock of the side that does not move is read; any will do.
const DAWN_TIME: std::time::Duration = std::time::Duration::from_millis(START_TIME);

/// One of the things that users do.
fn line(choice: u8, number: u8, world: &World) -> String {
    let other = ["alice", "bob", "carol"][usize::from(number) % 3];
    let game = world.state.games.keys().nth(usize::from(number) % 4).copied();
    let game = game.map_or(1, |game| game.0);
    match choice % 16 {
        0 => "new 5+3".to_owned(),
        1 => "new 1+0 rated black".to_owned(),
        2 => format!("challenge {other} 0:30/5"),
        3 | 4 => {
            let offer = world.state.offers.keys().nth(usize::from(number) % 3).copied();
            format!("join {}", offer.map_or(1, |offer| offer.0))
        }
        5 => format!("mute {other}"),
        6 => format!("unblock {other}"),
        7 => format!("block {other}"),
        8 => format!("say {number}"),
        9 if number > 200 => format!("follow {other}"),
        9 if number > 150 => format!("unfollow {other}"),
        9 if number > 120 => format!("set about {number}"),
        9 => format!("takeback {game}"),
        10 if number > 220 => format!("resign {game}"),
        10 => format!("gsay {game} well"),
        _ => {
            let active = world.state.games.get(&willow_protocol::GameId(game));
            let squares: Vec<Square> = active
                .map(|active| active.game().position().legal_moves().into_iter().collect())
                .unwrap_or_default();
            let square = squares.get(usize::from(number) % squares.len().max(1));
            format!("move {game} {}", square.unwrap_or(&Square::A1))
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(24) })]

    #[test]
    fn whatever_happened_before_the_state_survives(
        steps in prop::collection::vec((0_u64..3, any::<u8>(), any::<u8>(), 0_u64..4000), 1..300)
    ) {
        let mut world = World::new();
        for (number, name) in (0..).zip(["alice", "bob", "carol"]) {
            world.log_in(number, name, true);
        }
        for (who, choice, number, time) in steps {
            let line = line(choice, number, &world);
            world.types(ConnId(who), &line);
            world.wait(time);
        }
        let before = durable(&world.state);
        let lobby = world.state.lobby.last;
        let world = restarted(&world);
        prop_assert_eq!(durable(&world.state), before);
        prop_assert!(world.state.lobby.last >= lobby);
    }
}

#[test]
fn the_numbers_of_a_room_have_no_gaps() {
    let (mut world, alice, bob) = World::guests();
    let game = world.start_game(alice, bob, "5+3");
    for (who, square) in [(alice, "f5"), (bob, "d6"), (alice, "c3")] {
        world.types(who, square);
    }
    let received = world.types(alice, &format!("sync game/{game} 0"));
    let numbers: Vec<u64> = received
        .iter()
        .filter(|notice| notice.room == Some(Room::Game(game)))
        .filter_map(|notice| notice.number)
        .collect();
    assert_eq!(numbers, [1, 2, 3, 4]);
}
