//! Rated matches that are adjourned on both sides, and go on.

use willow_bridge::bridge::MatchPhase;

use crate::kinds::rated_world;
use crate::matches::play_out;
use crate::players::{RawPlayer, person_acts};
use crate::world::World;

/// Begins a rated match of a kind, and plays some moves.
fn begin(kind: &str) -> (World, RawPlayer) {
    let mut world = rated_world();
    let mut alice = RawPlayer::new("alice");
    alice.bid = String::new();
    world.types("alice", &format!("tell /os ask {kind} 05:00//00:00 bob"));
    for _ in 0..8 {
        world.run(500);
        person_acts(&mut world, "bob");
        world.run(500);
        alice.act(&mut world);
    }
    assert!(plies(&world) >= 6, "{}", world.log.join("\n"));
    (world, alice)
}

fn plies(world: &World) -> usize {
    world.willow.games.values().map(|game| game.game.n_plies()).max().unwrap_or(0)
}

fn is_adjourned(world: &World) -> bool {
    let open = world.willow.games_of("bob");
    !open.is_empty() && open.iter().all(|game| world.willow.games[game].is_adjourned)
}

/// The match is set aside on both sides; returns its number on GGS.
#[track_caller]
fn is_set_aside(world: &mut World) -> u32 {
    world.run(10_000);
    assert!(is_adjourned(world), "{}", world.log.join("\n"));
    let record = world.journal.last().unwrap();
    assert_eq!(record.phase, MatchPhase::Adjourned, "{}", world.log.join("\n"));
    assert!(world.bridge.status().contains("no matches"));
    record.stored.expect("GGS has stored it")
}

/// Both play to the end, and the result is the same on both sides.
fn goes_on(world: &mut World, alice: &mut RawPlayer) {
    let before = plies(world);
    assert!(!is_adjourned(world), "{}", world.log.join("\n"));
    // What alice saw before she was asked to go on is of the old match.
    play_out(world, alice);
    world.run(2_000);
    assert!(plies(world) > before);
    let seen = world.received("bob");
    assert!(seen.contains("for you on both servers"), "{seen}");
    assert_eq!(world.journal.last().unwrap().phase, MatchPhase::Over);
}

/// Alice, who has read her screen, asks to go on with a stored match.
fn asks_again(world: &mut World, number: u32) {
    world.screen("alice");
    world.types("alice", &format!("tell /os ask .{number}"));
    world.run(1_000);
}

fn continue_here(world: &mut World) {
    let game = world.willow.games_of("bob")[0];
    world.person("bob", &format!(r#"{{"do":"continue","game":{game}}}"#));
    world.run(1_000);
}

#[test]
fn a_player_on_ggs_takes_a_break_and_asks_to_go_on() {
    for kind in ["8b", "8k", "s8"] {
        let (mut world, mut alice) = begin(kind);
        world.types("alice", "tell /os break .0");
        let number = is_set_aside(&mut world);
        world.received("bob");
        asks_again(&mut world, number);
        let seen = world.received("bob");
        assert!(seen.contains("I ask to go on with our adjourned match"), "{kind}: {seen}");
        assert!(is_adjourned(&world));
        continue_here(&mut world);
        goes_on(&mut world, &mut alice);
    }
}

#[test]
fn a_person_here_adjourns_and_asks_to_go_on() {
    let (mut world, mut alice) = begin("8b");
    let game = world.willow.games_of("bob")[0];
    world.person("bob", &format!(r#"{{"do":"adjourn","game":{game}}}"#));
    is_set_aside(&mut world);
    world.screen("alice");
    continue_here(&mut world);
    let screen = world.screen("alice");
    assert!(screen.contains(" 8b S "), "{screen}");
    assert!(is_adjourned(&world), "alice has not said anything yet");
    world.types("alice", "tell /os accept .1");
    world.run(1_000);
    goes_on(&mut world, &mut alice);
}

#[test]
fn a_match_whose_end_the_bridge_did_not_see_goes_on() {
    for is_restarted in [true, false] {
        let (mut world, mut alice) = begin("8b");
        if is_restarted {
            world.restart_bridge();
        } else {
            world.drop_login("bob");
        }
        world.run(5_000);
        let number = is_set_aside(&mut world);
        asks_again(&mut world, number);
        continue_here(&mut world);
        goes_on(&mut world, &mut alice);
    }
}

#[test]
fn a_match_that_does_not_go_on_now_may_go_on_later() {
    let (mut world, mut alice) = begin("8b");
    world.types("alice", "tell /os break .0");
    let number = is_set_aside(&mut world);
    world.screen("alice");
    continue_here(&mut world);
    world.types("alice", "tell /os decline .1");
    world.run(1_000);
    assert!(world.received("bob").contains("does not go on now"));
    assert_eq!(is_set_aside(&mut world), number);
    asks_again(&mut world, number);
    world.types("alice", "tell /os cancel bob");
    world.run(1_000);
    assert_eq!(is_set_aside(&mut world), number);
    // The bridge is started again meanwhile: the journal knows what belongs together.
    world.restart_bridge();
    world.run(3_000);
    asks_again(&mut world, number);
    continue_here(&mut world);
    goes_on(&mut world, &mut alice);
}

#[test]
fn a_stored_match_that_the_bridge_does_not_know_is_refused_in_words() {
    let (mut world, _) = begin("8b");
    world.types("alice", "tell /os break .0");
    let number = is_set_aside(&mut world);
    world.journal.clear();
    world.restart_bridge();
    world.run(3_000);
    asks_again(&mut world, number);
    let screen = world.screen("alice");
    assert!(screen.contains("does not know the adjourned match"), "{screen}");
}

#[test]
fn a_game_that_is_over_here_is_forgotten() {
    let (mut world, _) = begin("8b");
    world.types("alice", "tell /os break .0");
    let number = is_set_aside(&mut world);
    let game = world.willow.games_of("bob")[0];
    world.person("bob", &format!(r#"{{"do":"resign","game":{game}}}"#));
    world.run(500);
    asks_again(&mut world, number);
    let screen = world.screen("alice");
    assert!(screen.contains("the game on Willow is over"), "{screen}");
    assert_eq!(world.journal.last().unwrap().phase, MatchPhase::Over);
}

/// Returns why the only game here is over.
fn end_here(world: &World) -> Option<String> {
    let game = world.willow.games.values().last().unwrap();
    Some(game.end.as_ref()?["reason"].as_str().unwrap().to_owned())
}

#[test]
fn an_unrated_match_that_is_lost_on_ggs_ends_here_without_a_result() {
    for is_restarted in [false, true] {
        let mut world = World::new();
        let game = crate::matches::begin(&mut world);
        person_acts(&mut world, "bob");
        world.run(500);
        if is_restarted {
            world.restart_bridge();
        } else {
            world.drop_login("bob");
        }
        world.run(10_000);
        assert_eq!(end_here(&world).as_deref(), Some("aborted"), "{}", world.log.join("\n"));
        assert!(world.willow.games[&game].game.n_plies() == 2);
        let text = "no result for you on both servers";
        let (bob, alice) = (world.received("bob"), world.screen("alice"));
        assert!(bob.contains(text) && alice.contains(text), "{bob}\n{alice}");
        let restarted = "The bridge was started again. ";
        assert_eq!([&bob, &alice].map(|seen| seen.contains(restarted)), [is_restarted; 2]);
    }
}

#[test]
fn whoever_wants_to_go_on_is_answered_hours_later_and_a_game_without_a_journal_ends() {
    for is_lost in [false, true] {
        let (mut world, _) = begin("8b");
        world.types("alice", "tell /os break .0");
        is_set_aside(&mut world);
        if is_lost {
            world.journal.clear();
            world.restart_bridge();
            world.run(3_000);
            world.person("bob", r#"{"do":"tell","to":"ggs","text":"bring alice"}"#);
            world.run(3_000);
            assert_eq!(end_here(&world).as_deref(), Some("aborted"));
            continue;
        }
        world.run(3 * 3_600_000);
        continue_here(&mut world);
        assert!(world.screen("alice").contains(" 8b S "), "alice is asked");
    }
}

/// Only the service of GGS restarts: the connection stays, and its matches are gone.
#[test]
fn a_match_that_the_service_has_forgotten_ends_here_too_and_others_can_be_played() {
    let (mut world, _) = begin("8");
    world.ggs.restart_service();
    world.hear_ggs();
    world.run(20_000);
    assert_eq!(end_here(&world).as_deref(), Some("aborted"), "{}", world.log.join("\n"));
    assert!(world.bridge.status().contains("no matches"), "{}", world.bridge.status());
    assert!(world.received("bob").contains("GGS has not kept our adjourned match"), "bob is told");
    assert!(world.log.iter().filter(|line| line.contains("bob is in on GGS")).count() == 2);
}

#[test]
fn a_planned_stop_sets_matches_aside_and_says_so() {
    let (mut world, _) = begin("8");
    world.input(willow_bridge::bridge::BridgeInput::Stop);
    world.run(10_000);
    assert!(is_adjourned(&world), "{}", world.log.join("\n"));
    assert!(world.received("bob").contains("GGS"), "bob is told");
}
