//! Flags and alarms: two servers, two clocks, one result.

use crate::matches::{begin, play_out};
use crate::players::{RawPlayer, person_acts};
use crate::world::{World, settings};

#[test]
fn a_flag_of_the_person_that_falls_on_ggs_first_falls_here_too() {
    let mut world = World::new();
    let game = begin(&mut world);
    // Bob, who is White, lets his time on GGS run out; he has some seconds left here.
    world.run(306_000);
    let screen = world.screen("alice");
    assert!(screen.contains("8b U +64.00"), "{screen}");
    let end = world.willow.games[&game].end.as_ref().unwrap();
    assert_eq!((end["reason"].as_str(), end["result"].as_i64()), (Some("timeout"), Some(64)));
    let seen = world.received("bob");
    assert!(seen.contains("less than 20 seconds left"), "he was warned: {seen}");
    assert!(seen.contains("-64.00 for you on both servers"), "{seen}");
    assert!(screen.contains("+64.00 for you on both servers"), "{screen}");
    assert!(world.bridge.status().contains("no matches"));
}

#[test]
fn a_flag_of_the_remote_player_falls_here_too_also_when_the_willow_server_was_away() {
    for is_away in [false, true] {
        let mut world = World::new();
        let game = begin(&mut world);
        person_acts(&mut world, "bob");
        world.run(290_000);
        world.willow_line.is_mute = is_away;
        world.run(14_000);
        world.willow_line.is_mute = false;
        if is_away {
            world.drop_willow();
        }
        world.run(5_000);
        let end = world.willow.games[&game].end.as_ref().unwrap();
        let end = (end["reason"].as_str(), end["result"].as_i64());
        assert_eq!(end, (Some("timeout"), Some(-64)), "away: {is_away}");
        assert!(world.received("bob").contains("+64.00 for you on both servers"));
    }
}

#[test]
fn the_person_is_asked_for_time_when_the_way_between_the_servers_has_cost_it() {
    let mut world = World::new();
    let game = begin(&mut world);
    // Alice's clock here runs, and she has moved on GGS: only the way is slow.
    world.person("bob", &format!(r#"{{"do":"move","game":{game},"move":"d6"}}"#));
    world.run(500);
    world.willow.games.get_mut(&game).unwrap().left[0] = Some(9_000);
    world.person("bob", &format!(r#"{{"do":"moretime","game":{game},"seconds":1}}"#));
    world.run(1_500);
    let seen = world.received("bob");
    assert!(seen.contains("please give me some with `moretime 60`"), "{seen}");
    world.person("bob", &format!(r#"{{"do":"moretime","game":{game},"seconds":60}}"#));
    world.run(30_000);
    assert!(!world.bridge.status().contains("Ending"), "{}", world.bridge.status());
    world.willow.games.get_mut(&game).unwrap().left[0] = Some(34_000);
    world.person("bob", &format!(r#"{{"do":"moretime","game":{game},"seconds":3}}"#));
    world.run(1_500);
    let seen = world.received("bob");
    assert!(seen.contains("the way between the servers took too much time"), "{seen}");
    let end = world.willow.games[&game].end.as_ref().unwrap();
    assert_eq!(end["reason"], "aborted", "nobody has lost");
}

#[test]
fn an_offered_score_is_refused_in_words() {
    let mut world = World::new();
    let game = begin(&mut world);
    world.person("bob", &format!(r#"{{"do":"score","game":{game},"result":-4}}"#));
    world.run(1_000);
    let seen = world.received("bob");
    assert!(seen.contains("Offered results are not carried"), "{seen}");
}

#[test]
fn rated_matches_are_carried_if_the_operator_allows_them() {
    let mut alice = RawPlayer::new("alice");
    for is_allowed in [false, true] {
        let mut settings = settings(&[("bob", Some("bob"))]);
        settings.carried.rated = is_allowed;
        let mut world = World::with(settings);
        world.types("alice", "tell /os rated +");
        world.types("alice", "tell /os ask 8b 05:00//00:00 bob");
        world.run(500);
        if !is_allowed {
            // GGS makes an unrated request of it, because the login plays no rated matches.
            let seen = world.received("bob");
            assert!(!seen.contains(r#""rated":true"#), "{seen}");
            continue;
        }
        assert!(world.received("bob").contains(r#""rated":true"#));
        person_acts(&mut world, "bob");
        world.run(500);
        let ratings = b"/os: rating_update .0\r\n|bob  1720.00 -> 2037.80\r\nREADY\r\n";
        world.bytes_from_ggs("bob", ratings);
        play_out(&mut world, &mut alice);
        world.run(1_000);
        let seen = world.received("bob");
        assert!(seen.contains("rating on GGS: bob 1720.00 -> 2037.80"), "{seen}");
    }
}

#[test]
fn a_login_plays_rated_matches_again_after_an_unrated_challenge() {
    let mut world = crate::kinds::rated_world();
    world.person("bob", r#"{"do":"tell","to":"ggs","text":"bring alice"}"#);
    world.run(500);
    world.person("bob", r#"{"do":"challenge","name":"ggs-alice","clock":"5+3"}"#);
    world.run(500);
    let screen = world.screen("alice");
    assert!(screen.contains(" 8 U 1720.0 alice"), "{screen}");
    world.types("alice", "tell /os decline .0");
    world.run(500);
    world.types("alice", "tell /os ask 8b 05:00//00:00 bob");
    world.run(500);
    let seen = world.received("bob");
    assert!(seen.contains(r#""rated":true"#), "{seen} {}", world.screen("alice"));
}

#[test]
fn a_shared_login_plays_for_one_after_the_other() {
    let mut world = World::with(settings(&[("willow1", None)]));
    let mut alice = RawPlayer::new("alice");
    world.connect_player("dora");
    for person in ["carol", "erin"] {
        world.types("alice", &format!("tell willow1 for {person}"));
        world.types("alice", "tell /os ask 8b 05:00//00:00 willow1");
        world.run(500);
        assert_eq!(world.willow.offers_to(person).len(), 1, "{}", world.log.join("\n"));
        // Meanwhile nobody else has the login, and nobody is told whose it is.
        world.types("dora", "tell willow1 for frank");
        world.types("dora", "tell /os ask 8b 05:00//00:00 willow1");
        world.run(500);
        assert!(world.willow.offers_to("frank").is_empty());
        let screen = world.screen("dora");
        assert!(screen.contains("please ask again later"), "{screen}");
        for _ in 0..400 {
            world.run(500);
            alice.act(&mut world);
            person_acts(&mut world, person);
            if world.bridge.status().contains("no matches") {
                break;
            }
        }
        world.run(1_000);
        assert!(world.received(person).contains("for you on both servers"));
    }
}

/// One player lets the main time on GGS run out, and wins on the board: both servers have the smallest loss.
#[test]
fn a_win_in_overtime_is_the_smallest_loss_on_both_servers() {
    let mut results = Vec::new();
    for (kind, late) in
        [("8b", "alice"), ("8b", "bob"), ("s8", "alice"), ("s8", "bob"), ("8k", "bob")]
    {
        let mut world = World::new();
        let mut alice = RawPlayer::new("alice");
        world.types("alice", &format!("tell /os ask {kind} 01:00//02:00 bob"));
        world.run(500);
        // Both play, until one of them waits too long for a move.
        for _ in 0..3 {
            person_acts(&mut world, "bob");
            world.run(500);
            alice.act(&mut world);
            world.run(500);
        }
        if late == "alice" {
            person_acts(&mut world, "bob");
        } else {
            alice.act(&mut world);
        }
        world.run(70_000);
        play_out(&mut world, &mut alice);
        world.run(1_000);
        let seen = world.received("bob");
        assert!(seen.contains("main time on GGS is over in game"), "{kind} {late}: {seen}");
        assert!(seen.contains("for you on both servers"), "{kind} {late}: {seen}");
        let ends = world.willow.games.values().filter_map(|game| game.end.as_ref());
        results.extend(ends.map(|end| end["reason"].as_str() == Some("timeout")));
    }
    assert!(results.contains(&true), "somebody would have won in overtime");
}

/// GGS has added the extension to the clock, and tells no clock before the next move: nobody leaves for that.
#[test]
fn a_lost_connection_after_the_main_time_does_not_end_a_match() {
    let mut world = World::new();
    let mut alice = RawPlayer::new("alice");
    world.types("alice", "tell /os ask 8b 01:00//02:00 bob");
    world.run(500);
    person_acts(&mut world, "bob");
    world.run(500);
    alice.act(&mut world);
    world.run(70_000);
    assert!(world.received("bob").contains("main time on GGS is over"));
    world.drop_willow();
    world.run(3_000);
    play_out(&mut world, &mut alice);
    world.run(1_000);
    assert!(world.received("bob").contains("for you on both servers"));
}
