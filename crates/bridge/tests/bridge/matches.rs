//! Whole matches, asked for from both sides.

use crate::players::{RawPlayer, person_acts};
use crate::world::World;

/// Both play until the bridge has no match any more.
pub(crate) fn play_out(world: &mut World, alice: &mut RawPlayer) {
    for _ in 0..2_000 {
        world.run(500);
        alice.act(world);
        person_acts(world, "bob");
        if world.bridge.status().contains("no matches") && world.willow.games_of("bob").is_empty() {
            return;
        }
    }
    panic!("the match does not end:\n{}\n{}", world.bridge.status(), world.log.join("\n"));
}

/// Returns the result of the latest game here, in Black's view.
fn result_here(world: &World) -> i64 {
    let game = world.willow.games.values().last().unwrap();
    game.end.as_ref().unwrap()["result"].as_i64().unwrap()
}

#[test]
fn a_player_of_ggs_asks_and_plays_a_person_here() {
    let mut world = World::new();
    let mut alice = RawPlayer::new("alice");
    world.types("alice", "tell /os ask 8b 05:00//00:00 bob");
    world.run(500);
    let seen = world.received("bob");
    assert!(seen.contains(r#""from":"ggs-alice""#) && seen.contains(r#""clock":"5:15""#), "{seen}");
    play_out(&mut world, &mut alice);
    let here = result_here(&world) as f64;
    assert_eq!(alice.result(), Some(here), "alice is Black");
    assert_eq!(world.willow.n_boards, 0, "no event is missing");
    let seen = world.received("bob");
    let told = format!("The match of bob and alice is over: {:+.2} for you on both servers", -here);
    assert!(seen.contains(&told), "{told}: {seen}");
    let told = format!("The match of bob and alice is over: {here:+.2} for you on both servers.");
    assert!(alice.tells().contains(&told.as_str()), "{:?}", alice.tells());
}

#[test]
fn a_bot_here_accepts_before_the_bridge_knows_the_number_of_the_game() {
    let mut world = World::new();
    world.willow.accepts_at_once = true;
    let mut alice = RawPlayer::new("alice");
    for kind in ["8b", "s8"] {
        world.types("alice", &format!("tell /os ask {kind} 05:00//00:00 bob"));
        play_out(&mut world, &mut alice);
        assert!(alice.result().is_some(), "{kind}");
    }
}

#[test]
fn a_person_here_challenges_a_player_of_ggs() {
    let mut world = World::new();
    let mut alice = RawPlayer::new("alice");
    world.person("bob", r#"{"do":"tell","to":"ggs","text":"bring alice"}"#);
    world.run(500);
    assert!(world.received("bob").contains("I stand for alice on GGS"));
    world.person("bob", r#"{"do":"challenge","name":"ggs-alice","clock":"5+3","color":"black"}"#);
    world.run(500);
    let screen = world.screen("alice");
    assert!(screen.contains("8b U 1720.0 alice"), "{screen}");
    assert!(screen.contains("bob      05:15/00:03/00:00"), "{screen}");
    world.types("alice", "tell /os accept .0");
    play_out(&mut world, &mut alice);
    let here = result_here(&world) as f64;
    assert_eq!(alice.result(), Some(-here), "bob is Black");
}

#[test]
fn colours_that_both_sides_draw_are_brought_together() {
    for challenger_is_black in [true, false] {
        let mut world = World::new();
        world.willow.challenger_is_black = challenger_is_black;
        let mut alice = RawPlayer::new("alice");
        world.types("alice", "tell /os ask 8 05:00//00:00 bob");
        world.run(500);
        let offer = world.willow.offers_to("bob")[0];
        world.person("bob", &format!(r#"{{"do":"join","game":{offer}}}"#));
        world.run(1_000);
        assert!(world.willow.offers_to("bob").is_empty(), "bob accepts once");
        assert_eq!(world.willow.games_of("bob").len(), 1, "{}", world.log.join("\n"));
        play_out(&mut world, &mut alice);
        assert!(alice.result().is_some());
    }
}

/// Begins a match in which alice is Black, up to its first move.
pub(crate) fn begin(world: &mut World) -> u64 {
    world.types("alice", "tell /os ask 8b 05:00//00:00 bob");
    world.run(500);
    let game = world.willow.offers_to("bob")[0];
    world.person("bob", &format!(r#"{{"do":"join","game":{game}}}"#));
    world.run(500);
    world.types("alice", "tell /os play .0 f5");
    world.run(500);
    assert_eq!(world.willow.games[&game].game.n_plies(), 1);
    game
}

#[test]
fn a_match_begins_when_the_server_lets_the_proxy_in_after_too_many_commands() {
    let mut world = World::new();
    world.willow.proxies_refused = 2;
    world.types("alice", "tell /os ask 8b 05:00//00:00 bob");
    world.run(6_000);
    assert_eq!(world.willow.proxies_refused, 0);
    assert_eq!(world.willow.offers_to("bob").len(), 1, "{}", world.screen("alice"));
}

#[test]
fn a_resignation_and_chat_reach_the_other_side_as_what_they_are() {
    let mut world = World::new();
    let game = begin(&mut world);
    world.types("alice", "tell /os tell .0 resign please");
    let say = r#""text":"nice \\ tell /os resign .0""#;
    world.person("bob", &format!(r#"{{"do":"gsay","game":{game},{say}}}"#));
    world.run(500);
    assert!(world.received("bob").contains(r#""from":"ggs-alice","text":"resign please""#));
    assert!(world.screen("alice").contains("bob: nice / tell /os resign .0"));
    assert!(world.willow.games[&game].end.is_none());
    world.person("bob", &format!(r#"{{"do":"resign","game":{game}}}"#));
    world.run(1_000);
    let screen = world.screen("alice");
    assert!(screen.contains("+64.00 for you on both servers"), "{screen}");
    assert!(world.bridge.status().contains("no matches"));
}
