//! The fault matrix: each side, each fault, each phase of a match.
//!
//! Whatever happens, the match goes on, or ends on both sides alike; both players are told; nobody is booked
//! twice; and afterwards the same two can play another match.

use willow_bridge::bridge::BridgeInput;
use willow_bridge::ggs::{Event, MatchEnd};
use willow_testkit::is_full;

use crate::players::{RawPlayer, person_acts};
use crate::world::{LinkFault, World};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Ggs,
    Willow,
    Bridge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Dropped,
    Restarted,
    Slow,
    Mute,
    HalfOpen,
    Garbage,
    Flood,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Asked,
    FirstMove,
    Middle,
    End,
}

const SIDES: [Side; 3] = [Side::Ggs, Side::Willow, Side::Bridge];
const FAULTS: [Fault; 7] = [
    Fault::Dropped,
    Fault::Restarted,
    Fault::Slow,
    Fault::Mute,
    Fault::HalfOpen,
    Fault::Garbage,
    Fault::Flood,
];
const PHASES: [Phase; 4] = [Phase::Asked, Phase::FirstMove, Phase::Middle, Phase::End];

/// What cannot be understood, or must not be.
const GARBAGE: &[u8] =
    b"\x00\xff\x1b[2J|||\r\n/os: update .0 8 K?\r\n|  1: zz\r\nREADY\r\n/os: join\r\n\
    /os: - match .0\r\nREADY\r\n: \r\n.\r\n/os: + .x\r\nREADY\r\n";

fn plies(world: &World) -> usize {
    world.willow.games.values().map(|game| game.game.n_plies()).max().unwrap_or(0)
}

fn reached(world: &World, phase: Phase) -> bool {
    match phase {
        Phase::Asked => !world.willow.offers_to("bob").is_empty(),
        Phase::FirstMove => plies(world) >= 1,
        Phase::Middle => plies(world) >= 30,
        Phase::End => plies(world) >= 58,
    }
}

/// Nobody plays two matches at once, on either side. The games of a pair are one match.
fn nobody_is_booked_twice(world: &World) {
    let open = world.willow.games_of("bob");
    let open = open.iter().filter(|game| !world.willow.games[game].is_adjourned);
    let open: Vec<u64> = open.copied().collect();
    let is_one_match = match open[..] {
        [] | [_] => true,
        [one, other] => world.willow.games[&one].twin == Some(other),
        _ => false,
    };
    assert!(is_one_match, "bob plays twice: {open:?}");
    assert!(
        world
            .journal
            .iter()
            .filter(|record| record.phase != willow_bridge::bridge::MatchPhase::Over)
            .count()
            <= 1
    );
}

fn strike(world: &mut World, side: Side, fault: Fault) {
    match (side, fault) {
        (Side::Ggs, Fault::Dropped) => world.drop_login("bob"),
        (Side::Ggs, Fault::Restarted) => {
            world.ggs_line.is_closed = true;
            world.restart_ggs();
        }
        (Side::Willow, Fault::Dropped) => world.drop_willow(),
        (Side::Willow, Fault::Restarted) => {
            world.willow_line.is_closed = true;
            world.drop_willow();
        }
        (Side::Bridge, Fault::Dropped) => {
            world.drop_login("bob");
            world.drop_willow();
        }
        (Side::Bridge, Fault::Restarted) => world.restart_bridge(),
        (Side::Ggs, Fault::Slow) => world.ggs_line.delay = 900,
        (Side::Willow, Fault::Slow) => world.willow_line.delay = 900,
        (Side::Bridge, Fault::Slow) => (world.ggs_line.delay, world.willow_line.delay) = (600, 600),
        (Side::Bridge, Fault::HalfOpen) => {
            (world.ggs_line.is_mute, world.willow_line.is_mute) = (true, true);
        }
        (Side::Ggs, Fault::Mute | Fault::HalfOpen) => world.ggs_line.is_mute = true,
        (Side::Willow, Fault::Mute | Fault::HalfOpen) => world.willow_line.is_mute = true,
        (Side::Bridge, Fault::Mute) => world.is_frozen = true,
        (Side::Ggs | Side::Bridge, Fault::Garbage) => world.bytes_from_ggs("bob", GARBAGE),
        (Side::Willow, Fault::Garbage) => world.garbage_from_willow(),
        (Side::Ggs | Side::Bridge, Fault::Flood) => {
            for n in 0..300 {
                world.types("alice", &format!("tell bob flood {n}"));
            }
        }
        (Side::Willow, Fault::Flood) => {
            for n in 0..300 {
                let tell = format!(r#"{{"do":"tell","to":"ggs-alice","text":"flood {n}"}}"#);
                world.person("bob", &tell);
            }
        }
    }
}

/// What was broken works again.
fn heal(world: &mut World, fault: Fault) {
    if std::mem::take(&mut world.is_frozen) {
        // Whoever hung so long lost what came meanwhile: the connections are made anew.
        world.drop_login("bob");
        world.drop_willow();
    }
    let was_mute = [world.ggs_line.is_mute, world.willow_line.is_mute];
    world.ggs_line = LinkFault { delay: 20, ..LinkFault::default() };
    world.willow_line = LinkFault { delay: 5, ..LinkFault::default() };
    if fault == Fault::HalfOpen {
        // Nobody tells the bridge: it has noticed by itself.
        return;
    }
    // A line that swallowed messages has to be made anew, too.
    if was_mute[0] {
        world.drop_login("bob");
    }
    if was_mute[1] {
        world.drop_willow();
    }
}

fn play(world: &mut World, alice: &mut RawPlayer, until: impl Fn(&World) -> bool) -> bool {
    for _ in 0..3_000 {
        if until(world) {
            return true;
        }
        world.run(200);
        alice.act(world);
        person_acts(world, "bob");
        nobody_is_booked_twice(world);
    }
    false
}

fn is_idle(world: &World) -> bool {
    world.bridge.status().contains("no matches")
}

/// Returns how the last match ended for alice: with a result, or without.
fn end_there(alice: &RawPlayer) -> Option<MatchEnd> {
    alice.seen.iter().rev().find_map(|event| match event {
        Event::MatchEnded { end, .. } => Some(end.clone()),
        _ => None,
    })
}

/// Returns the result here for alice, the mean of a pair, if the last match has one.
fn result_here(world: &World) -> Option<f64> {
    let last = world.willow.games.values().last()?;
    let twin = last.twin.map(|twin| &world.willow.games[&twin]);
    let results = std::iter::once(last).chain(twin).map(|game| {
        let end = game.end.as_ref()?;
        let komi = end["komi"].as_str().map_or(0.0, |komi| komi.parse().unwrap());
        let black = end["result"].as_f64()? - komi;
        Some(if game.black.as_str() == "ggs-alice" { black } else { -black })
    });
    let results: Vec<f64> = results.collect::<Option<_>>()?;
    Some(results.iter().sum::<f64>() / results.len() as f64)
}

fn check_ends(world: &World, alice: &RawPlayer, received: &str) {
    let there = match end_there(alice) {
        Some(MatchEnd::Result(_)) => alice.result(),
        _ => None,
    };
    assert_eq!(result_here(world), there, "both sides have the same result, or none");
    let words = ["is over", "There is no match", "without a result"];
    let is_told = |text: &str| words.iter().any(|words| text.contains(words));
    assert!(is_told(received), "bob is told: {received}");
    let end_is_seen = end_there(alice).is_some();
    assert!(end_is_seen || alice.tells().iter().any(|text| is_told(text)), "alice is told");
}

fn run_case(kind: &str, side: Side, fault: Fault, phase: Phase) {
    let mut world = World::new();
    let mut alice = RawPlayer::new("alice");
    world.types("alice", &format!("tell /os ask {kind} 05:00//00:00 bob"));
    if phase == Phase::Asked {
        world.run(300);
    }
    assert!(play(&mut world, &mut alice, |world| reached(world, phase)), "{phase:?} is reached");
    strike(&mut world, side, fault);
    // A connection that is half open is broken for longer than the bridge waits.
    let n_steps = if fault == Fault::HalfOpen { 80 } else { 40 };
    for _ in 0..n_steps {
        world.run(500);
        alice.act(&mut world);
        person_acts(&mut world, "bob");
        nobody_is_booked_twice(&world);
    }
    heal(&mut world, fault);
    assert!(
        play(&mut world, &mut alice, is_idle),
        "{}\n{}",
        world.bridge.status(),
        world.log.join("\n")
    );
    world.run(2_000);
    alice.act(&mut world);
    let received = world.received("bob");
    check_ends(&world, &alice, &received);
    next_match(&mut world, &mut alice);
}

/// The same two can play again.
fn next_match(world: &mut World, alice: &mut RawPlayer) {
    // Let the limits of a flood pass.
    world.run(61_000);
    world.input(BridgeInput::Tick);
    alice.act(world);
    let before = world.willow.games.len();
    alice.seen.clear();
    world.types("alice", "tell /os ask 8b 05:00//00:00 bob");
    assert!(
        play(world, alice, |world| world.willow.games.len() > before),
        "another match begins: {}",
        world.log.join("\n")
    );
    assert!(play(world, alice, is_idle), "it ends");
    world.run(2_000);
    alice.act(world);
    assert!(alice.result().is_some());
}

/// The kinds of matches that are broken: one game, a pair in lock-step, and a game with bids.
const KINDS: [&str; 3] = ["8b", "s8", "8k"];

#[test]
fn every_fault_on_every_side_in_every_phase_is_survived() {
    if !is_full() {
        return;
    }
    let mut failures = Vec::new();
    let mut n_cases = 0;
    for kind in KINDS {
        for side in SIDES {
            for (fault, phase) in
                FAULTS.iter().flat_map(|&fault| PHASES.map(|phase| (fault, phase)))
            {
                n_cases += 1;
                let case = std::panic::catch_unwind(|| run_case(kind, side, fault, phase));
                if let Err(panic) = case {
                    let why = panic.downcast_ref::<String>().cloned();
                    let why =
                        why.or_else(|| panic.downcast_ref::<&str>().map(|why| (*why).to_owned()));
                    let why = why.unwrap_or_default();
                    failures.push(format!("{kind} {side:?} {fault:?} {phase:?}: {why}"));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} of {n_cases}:\n{}", failures.len(), failures.join("\n"));
}
