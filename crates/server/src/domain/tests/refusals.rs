//! Refusals name the field that they are about, and say when the command may succeed.

use willow_protocol::{Event, Notice};

use super::bots::server_bot;
use super::world::World;
use crate::domain::{ConnId, Settings};

/// Returns the field and the seconds of a refusal.
#[track_caller]
fn refused(notices: &[Notice]) -> (Option<String>, Option<u64>) {
    match notices {
        [Notice { event: Event::Error { argument, retry_after, .. }, .. }] => {
            (argument.clone(), *retry_after)
        }
        other => panic!("{other:?}"),
    }
}

fn world() -> (World, [ConnId; 3]) {
    let mut world =
        World::with(Settings { bots: vec![server_bot("iago", None)], ..Settings::default() });
    let users = [("alice", true), ("bob", true), ("visitor", false)];
    let users = std::array::from_fn(|n| world.log_in(n as u64 + 1, users[n].0, users[n].1));
    (world, users)
}

#[test]
fn a_refusal_names_the_field_that_it_is_about() {
    let (mut world, [alice, bob, visitor]) = world();
    let game = world.start_game(alice, bob, "5+3");
    world.done(alice, "new 7+3 rated");
    for (sender, line, field) in [
        (alice, "challenge nobody", "name"),
        (alice, "challenge alice", "name"),
        (alice, "challenge bob 1s rated", "clock"),
        (alice, "challenge bob 0:01+0 rated", "clock"),
        (alice, "challenge bob none rated", "clock"),
        (alice, "challenge iago 0:10", "clock"),
        (alice, "challenge iago komi", "komi"),
        (alice, "challenge bob start=random:40 rated", "start"),
        (alice, "challenge bob komi black", "color"),
        (alice, "challenge bob komi synchro", "komi"),
        (visitor, "challenge bob rated", "rated"),
        (visitor, "seek rated", "rated"),
        (visitor, "join 2", "game"),
        (
            alice,
            "seek start=position:---------------------------OX------XO---------------------------/X",
            "start",
        ),
        (alice, "join 2", "game"),
        (alice, "join 99", "game"),
        (visitor, "cancel", "game"),
        (alice, "watch nobody", "name"),
        (alice, "watch visitor", "name"),
        (visitor, "board", "game"),
        (alice, "move a1", "move"),
        (alice, "pass", "move"),
        (alice, "move - f5 7", "ply"),
        (alice, "score 65", "result"),
        (alice, "score 7", "result"),
        (alice, "moretime 61", "seconds"),
        (visitor, &format!("resign {game}"), "game"),
        (visitor, &format!("gsay {game} hello"), "game"),
        (visitor, &format!("sync players/{game} 0"), "room"),
        (alice, "tell nobody hello", "to"),
        (alice, "tell iago hello", "to"),
        (alice, "follow alice", "name"),
        (alice, "follow visitor", "name"),
        (alice, "block nobody", "name"),
        (alice, "report bob game/1:1 insults", "lines"),
        (alice, "set country Atlantis", "value"),
        (alice, "set display-name admin", "value"),
        (alice, "history nobody", "name"),
        (alice, "user nobody", "name"),
    ] {
        let (found, _) = refused(&world.types(sender, line));
        assert_eq!(found.as_deref(), Some(field), "{line}");
    }
    for line in ["takeback", "claim", "continue", "unseek", "kick bob insults"] {
        assert_eq!(refused(&world.types(alice, line)).0, None, "{line}: the state is in the way");
    }
}

#[test]
fn a_refusal_for_a_limit_says_when_the_command_may_succeed() {
    let (mut world, [alice, bob, _]) = world();
    let mut waits = |sender, line: &str, max: u64| {
        for n in 0.. {
            let line = line.replace("{n}", &n.to_string());
            let notices = world.types(sender, &line);
            if let Some(error) = notices.iter().find(|it| matches!(it.event, Event::Error { .. })) {
                let (_, seconds) = refused(std::slice::from_ref(error));
                let seconds = seconds.unwrap_or_else(|| panic!("{line}: {error:?}"));
                assert!((1..=max).contains(&seconds), "{line}: {seconds}");
                world.wait(seconds * 1000);
                world.done(sender, &line);
                return;
            }
        }
    };
    waits(alice, "say line {n}", 60);
    waits(bob, "say the same", 60);
    waits(bob, "tell visitor line {n}", 3600);
    waits(bob, "seek 1{n}:00", 60);
    for _ in 0..2 {
        let offer = world.done(alice, "challenge bob 9+9");
        assert!(!offer.is_empty());
        world.done(bob, "decline");
    }
    world.wait(10_000);
    assert_eq!(refused(&world.types(alice, "challenge bob 9+9")).1, Some(5));
    // Open offers end when their maker leaves, but for links: after a while there is room again.
    let (mut world, [alice, ..]) = self::world();
    for n in 0..9 {
        world.done(alice, &format!("new 5+{n}"));
    }
    world.done(alice, "link 5+3");
    assert_eq!(refused(&world.types(alice, "new 9+9")), (None, Some(24 * 3600)));
    world.wait(24 * 3600 * 1000);
    world.done(alice, "new 9+9");
    assert_eq!(refused(&world.types(alice, "new 9+10")), (None, None), "waiting does not help");
}
