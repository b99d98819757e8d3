//! Games of many days: clocks and offers that do not need anybody to be there.

use willow_board::DiscDiff;
use willow_protocol::{EndKind, Event};

use super::restart::{AWAY, restarted};
use super::world::{World, has};
use crate::domain::{DAY, Input};

#[test]
fn a_clock_of_days_runs_while_nobody_is_connected() {
    let (mut world, alice, bob) = World::players();
    let game = world.start_game(alice, bob, "3d");
    world.types(alice, "f5");
    world.leave(alice);
    world.leave(bob);
    let gone = world.state.games[&game].claim_at();
    assert_eq!(gone, [None, None], "nobody may claim the win");
    world.wait(3 * DAY);
    assert!(world.end(game).is_none());
    world.wait(1);
    let end = world.end(game).unwrap();
    assert_eq!((end.reason, end.result.map(DiscDiff::value)), (EndKind::Timeout, Some(64)));
}

#[test]
fn restarts_give_no_time_back_and_charge_no_downtime() {
    let (mut world, alice, bob) = World::players();
    let game = world.start_game(alice, bob, "3d");
    world.types(alice, "f5");
    // A day passes, then the server ends in order.
    world.wait(DAY);
    world.input(Input::ShutDown { text: "bye".to_owned() });
    world.input(Input::Stop);
    let mut world = restarted(&world);
    let left = |world: &World| world.state.games[&game].clocks(world.now).white;
    assert_eq!(left(&world), Some(2 * DAY));
    // Another day, and it is killed: no more than ten minutes are lost.
    world.wait(DAY);
    let mut world = restarted(&world);
    let now = left(&world).unwrap();
    assert!((DAY..=DAY + 600_000).contains(&now), "{now}");
    let bob = world.resume(3, 2);
    world.types(bob, &format!("move {game} d6"));
    assert_eq!(world.plies(game), 2);
}

#[test]
fn an_offer_of_a_correspondence_game_stays_open_over_restarts() {
    let mut world = World::new();
    let alice = world.log_in(1, "alice", true);
    world.types(alice, "new 3d black");
    world.types(alice, "new 5+3");
    let guest = world.log_in(2, "gus", false);
    world.types(guest, "new 3d");
    world.leave(alice);
    world.leave(guest);
    world.wait(60_000);
    assert_eq!(world.state.lobby.offers().len(), 1, "neither the fast one nor the guest's");
    world.wait(AWAY);
    let mut world = restarted(&world);
    let offer = world.state.lobby.offers().all().next().unwrap().offer.game;
    let bob = world.log_in(5, "bob", true);
    world.types(bob, &format!("join {offer}"));
    let alice = world.resume(6, 1);
    let sent = world.received(alice);
    assert!(has(&sent, |event| matches!(event, Event::Playing(_))), "{sent:?}");
    assert!(world.end(offer).is_none());
}
