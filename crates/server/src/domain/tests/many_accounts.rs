//! The work for challenges, lists and heartbeats does not grow with the accounts that are offline.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use willow_protocol::Role;

use super::bots;
use super::world::World;
use crate::domain::{Millis, Timer, Write};

/// A time that no test reaches.
const LATER: Millis = 1 << 50;

/// The time between two heartbeats.
const HEARTBEAT: Millis = 600_000;

/// Adds accounts that are in memory and offline, as after a busy day.
fn add_accounts(world: &mut World, n: usize) {
    let state = &mut world.state;
    for number in 0..n {
        let name = format!("member-{number}").parse().unwrap();
        let password = Some("hash".to_owned());
        let user = state
            .shared
            .accounts
            .new_user(name, Role::Player, password, &mut state.shared.context)
            .unwrap();
        state.shared.context.timers.set(LATER + number as Millis, Timer::Departure(user));
    }
}

/// Returns how many users each step visits, among `n` accounts that are offline.
fn looks_at_users(n: usize) -> Vec<(String, usize)> {
    let mut world = bots::world();
    let [alice, bob] = [world.log_in(1, "alice", true), world.log_in(2, "bob", true)];
    add_accounts(&mut world, n);
    let mut looks = Vec::new();
    let mut count = |world: &mut World, step: &str, act: &dyn Fn(&mut World)| {
        let before = world.state.shared.accounts.looked_at.load(Ordering::Relaxed);
        act(world);
        let after = world.state.shared.accounts.looked_at.load(Ordering::Relaxed);
        looks.push((step.to_owned(), after - before));
    };
    for (who, line) in [
        (alice, "challenge bob 3d"),
        (bob, "join"),
        (alice, "challenge iago 5+3 black"),
        (alice, "challenge iago 3d black"),
        (bob, "challenge alice 5+3"),
        (alice, "decline"),
        (alice, "new 5+3"),
        (alice, "cancel"),
        (alice, "seek 5+3"),
        (alice, "unseek"),
        (bob, "who"),
        (bob, "games"),
    ] {
        count(&mut world, line, &|world| drop(world.done(who, line)));
    }
    count(&mut world, "public lists", &|world| drop(world.state.public_lists()));
    count(&mut world, "heartbeat", &|world| world.wait(HEARTBEAT));
    let is_heartbeat = |write: &&Write| matches!(write, Write::Heartbeat(_));
    assert!(2 <= world.writes.iter().filter(is_heartbeat).count(), "at the start and later");
    looks
}

#[test]
fn challenges_lists_and_heartbeats_look_at_as_few_users_among_many() {
    let among_few = looks_at_users(10);
    assert_eq!(looks_at_users(2000), among_few);
    assert!(among_few.iter().map(|(_, looks)| looks).sum::<usize>() > 0, "looks are counted");
}

/// Returns the shortest time of many heartbeats among `n` offline accounts with a timer each and one game of days per
/// five hundred.
fn heartbeat_time(n: usize) -> Duration {
    let mut world = World::without_quotas();
    let limits = &mut world.state.shared.context.settings.limits;
    (limits.games_per_user, limits.offers_per_minute) = (n, n);
    let [alice, bob] = [world.log_in(1, "alice", true), world.log_in(2, "bob", true)];
    for _ in 0..n / 500 {
        world.begin(alice, bob, "3d");
    }
    add_accounts(&mut world, n);
    let mut beat = || {
        world.now = world.state.next_deadline().unwrap();
        let began = Instant::now();
        let effects = world.state.tick(world.now);
        let elapsed = began.elapsed();
        effects.writes.iter().any(|write| matches!(write, Write::Heartbeat(_))).then_some(elapsed)
    };
    (0..100).filter_map(|_| beat()).min().expect("there are heartbeats")
}

/// Timers and games cannot be counted: nothing scans them. A scan would take fifty times as long here.
#[test]
fn a_heartbeat_takes_no_longer_among_many_timers_and_games() {
    let [few, many] = [1000, 50_000].map(heartbeat_time);
    assert!(many < 10 * few.max(Duration::from_micros(2)), "{few:?}, {many:?}");
}
