//! Restarts: what is charged, what ends and what is remembered.

use willow_protocol::Event;

use super::world::{World, has};
use crate::domain::{
    Input, Millis, Query, REMEMBERED_COMMANDS, Refusal, ServerState, Settings, Write,
};
use crate::store::test_support::TestStore;

/// How long the server of these tests is away.
pub(crate) const AWAY: Millis = 3_600_000;

/// Returns a fresh database with what was written.
pub(crate) fn stored(writes: &[Write]) -> TestStore {
    let mut store = TestStore::new();
    for writes in writes.chunks(1000) {
        store.commit(writes.to_vec());
    }
    store
}

/// Returns what a database with these writes answers.
pub(crate) fn store_answer(writes: &[Write], query: &Query) -> Event {
    store_reply(writes, query).unwrap()
}

/// Returns the answer of a database with these writes, or its refusal.
pub(crate) fn store_reply(writes: &[Write], query: &Query) -> Result<Event, Refusal> {
    stored(writes).answer(query)
}

/// Returns the world after the server was killed and was away for a while.
pub(crate) fn restarted(world: &World) -> World {
    restarted_with(world, Settings::default())
}

/// Returns the world after a restart with these settings.
pub(crate) fn restarted_with(world: &World, settings: Settings) -> World {
    restarted_after(world, settings, AWAY)
}

/// Returns the world after a restart that took a time.
pub(crate) fn restarted_after(world: &World, settings: Settings, away: Millis) -> World {
    let now = world.now + away;
    let saved = stored(&world.writes).load(now);
    let (state, effects) = ServerState::restore(settings, saved, now).unwrap();
    let mut next = World::around(state, effects, now);
    // A second restart restores the same.
    next.writes.splice(0..0, world.writes.iter().cloned());
    next
}

#[test]
fn downtime_is_not_charged_and_a_shutdown_gives_no_time_back() {
    for (terms, is_killed, white) in
        [("5+3", true, 300_000), ("5+3", false, 270_000), ("60:00 lockstep", false, 3_570_000)]
    {
        let (mut world, alice, bob) = World::guests();
        let game = world.start_game(alice, bob, terms);
        let twin = world.state.games[&game].twin.map(|twin| twin.game);
        world.wait(20_000);
        world.types(alice, &format!("move {game} f5"));
        if let Some(twin) = twin {
            world.types(bob, &format!("move {twin} f5"));
        }
        world.wait(30_000);
        if !is_killed {
            world.input(Input::ShutDown { text: "bye".to_owned() });
            // Clients have some seconds to disconnect.
            world.wait(2_000);
            world.input(Input::Stop);
        }
        let mut world = restarted(&world);
        let left = |world: &World| world.state.games[&game].clocks(world.now).white;
        assert_eq!(left(&world), Some(white), "{terms}, killed: {is_killed}");
        // Before anybody was back it is killed again.
        world.wait(10_000);
        let world = restarted(&world);
        assert_eq!(left(&world), Some(white), "{terms}, killed: {is_killed}");
    }
}

#[test]
fn a_turn_is_charged_until_the_server_wrote_last_in_any_room() {
    for (line, white) in [("say I think", 280_000), ("gsay hm", 280_000), ("games", 300_000)] {
        let (mut world, alice, bob) = World::guests();
        let game = world.start_game(alice, bob, "5+3");
        world.types(alice, "move f5");
        world.wait(20_000);
        world.types(bob, line);
        world.wait(10_000);
        let world = restarted(&world);
        let left = world.state.games[&game].clocks(world.now).white;
        assert_eq!(left, Some(white), "{line}");
    }
}

#[test]
fn a_turn_that_was_not_delivered_is_not_lost_by_a_restart() {
    let (mut world, alice, bob) = World::guests();
    let game = world.start_game(alice, bob, "0:10");
    world.undelivered = Some(Vec::new());
    world.types(alice, "move f5");
    // The store is slow: bob's turn has not begun for him when this is written.
    world.wait(11_000);
    world.types(bob, "say I see nothing");
    let mut world = restarted(&world);
    assert_eq!(world.state.games[&game].clocks(world.now).white, Some(10_000));
    world.wait(1_000);
    assert_eq!(world.end(game), None);
}

#[test]
fn an_id_that_was_forgotten_can_be_used_again() {
    let mut world = World::without_quotas();
    let alice = world.log_in(1, "alice", false);
    for number in (0..=REMEMBERED_COMMANDS).chain([0]) {
        world.types(alice, &format!("#{number} say {number}"));
    }
    let last = world.state.lobby.log().last();
    // The store takes it, and keeps no more than the state remembers.
    let saved = stored(&world.writes).load(world.now);
    assert_eq!(saved.users[0].record.command_ids.len(), REMEMBERED_COMMANDS);
    let mut world = restarted(&world);
    let alice = world.resume(2, 1);
    world.types(alice, "#0 say 0");
    assert_eq!(world.state.lobby.log().last(), last, "the last command is remembered");
    world.types(alice, "#1 say 1");
    assert_eq!(world.state.lobby.log().last(), last + 1, "the oldest is not");
}

#[test]
fn offers_do_not_outlive_the_server_for_long() {
    let mut world = World::new();
    let alice = world.log_in(1, "alice", false);
    world.types(alice, "new 5+3");
    let mut world = restarted(&world);
    world.wait(60_000);
    let alice = world.resume(3, 1);
    let received = world.types(alice, "sync lobby 0");
    assert!(has(&received, |event| matches!(event, Event::Withdrawn { .. })));
    world.done(alice, "new 5+3");
}
