//! Time that players give their opponents.

use willow_protocol::{EndKind, ErrorCode, Event};

use super::restart::restarted;
use super::world::{World, has};

#[test]
fn given_time_moves_the_flag_and_survives_a_restart_and_a_takeback() {
    let (mut world, alice, bob) = World::players();
    let game = world.start_game(alice, bob, "0:30");
    world.wait(20_000);
    world.types(alice, "f5");
    world.types(bob, "moretime 15");
    world.types(bob, "takeback");
    let clocks = |world: &World| {
        let clocks = world.state.games[&game].clocks(world.now);
        (clocks.black, clocks.white)
    };
    assert_eq!(clocks(&world), (Some(25_000), Some(30_000)));
    world.types(alice, &format!("moretime {game} 40"));
    world.types(alice, "takeback");
    world.types(bob, "takeback");
    assert_eq!(clocks(&world), (Some(45_000), Some(70_000)), "as before f5, with what was given");
    let mut world = restarted(&world);
    assert_eq!(clocks(&world), (Some(45_000), Some(70_000)));
    let [_, bob] = [world.resume(4, 1), world.resume(3, 2)];
    world.types(bob, &format!("moretime {game} 5"));
    world.wait(50_000);
    assert!(world.end(game).is_none());
    world.wait(1);
    let end = world.end(game).unwrap();
    assert_eq!(end.reason, EndKind::Timeout);
}

#[test]
fn both_players_and_the_spectators_are_told() {
    let (mut world, alice, bob) = World::players();
    let carol = world.log_in(3, "carol", false);
    let game = world.start_game(alice, bob, "5+3 rated");
    world.types(carol, &format!("watch {game}"));
    world.types(bob, "moretime - 10");
    for connection in [alice, carol] {
        let received = world.received(connection);
        let is_gift = |event: &Event| {
            matches!(event, Event::TimeGiven { given: 10_000, clocks, .. }
                if clocks.black == Some(310_000))
        };
        assert!(has(&received, is_gift), "{received:?}");
    }
    world.refuses(carol, &format!("moretime {game} 5"), ErrorCode::Forbidden);
}

#[test]
fn gifts_have_limits() {
    let (mut world, alice, bob) = World::players();
    for clock in ["none", "30s", "3d", "12:00:00"] {
        world.start_game(alice, bob, clock);
        world.refuses(alice, "moretime 5", ErrorCode::NotNow);
    }
    world.start_game(alice, bob, "5:00/10");
    for seconds in [0, 61, u32::MAX] {
        world.refuses(alice, &format!("moretime {seconds}"), ErrorCode::NotNow);
    }
    for _ in 0..10 {
        world.done(alice, "moretime 60");
    }
    world.refuses(alice, "moretime 1", ErrorCode::Limit);
    // Time that bob gives counts for alice.
    world.done(bob, "moretime 1");
}
