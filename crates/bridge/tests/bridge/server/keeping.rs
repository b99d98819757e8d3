//! Matches that a player left.

use willow_bridge::ggs_server::{ConnId, Input};

use super::club::Club;

/// Bob goes, and comes again.
fn comes_back(club: &mut Club, bob: ConnId) -> ConnId {
    club.input(Input::Disconnected(bob));
    club.enter("bob")
}

#[test]
fn a_rated_match_is_stored_when_a_player_leaves_and_goes_on_by_request() {
    let mut club = Club::open();
    let [alice, bob] = club.match_of("8b 01:00//02:00").0;
    club.wait(10);
    club.os(alice, "play .0 f5/1.5");
    club.wait(7);
    let bob = comes_back(&mut club, bob);
    let heard = club.hear(alice);
    assert!(heard.contains("/os: - match .0 1720 alice 1720 bob 8b R bob left .1\r\n"), "{heard}");
    assert!(club.os(alice, "stored").contains(
        "/os: stored 1 alice\r\n|.1       2026.11.22_20:51:28.UTC alice    bob      8b:l"
    ));
    let heard = club.os(alice, "ask .1");
    assert!(heard.contains("8b S 1720.0 bob      .1\r\n"), "{heard}");
    let heard = club.os(bob, "accept .1");
    assert!(heard.contains("/os: join .1 8b K?\r\n|1 move(s)\r\n"), "{heard}");
    assert!(heard.contains("|  1: f5/1.50/10.00\r\n"), "{heard}");
    assert!(heard.contains("|bob      (1720.0 O) 00:53,0:0//02:00,0:0\r\n"), "{heard}");
    assert!(club.os(bob, "stored").contains("/os: stored 0 bob"));
    assert!(club.os(bob, "play .1 d6").contains("/os: update .1 8b K?\r\n|  2: d6"));
    assert!(club.os(bob, "resign .1").contains("8b R +64.00  .1\r\n"), "the number stays");
}

#[test]
fn other_matches_vanish_with_their_player() {
    for (rated, request, mv) in [
        ("rated -", "8b 1", "play .0 f5"),
        ("rated +", "8b 1", ""),
        ("rated +", "8k 1", "play .0 f5/1"),
    ] {
        let mut club = Club::open();
        let [alice, bob] = club.pair();
        club.os(alice, rated);
        club.start([alice, bob], request);
        club.os(alice, mv);
        club.input(Input::Disconnected(bob));
        let heard = club.hear(alice);
        assert!(heard.ends_with(" bob left\r\nREADY\r\n"), "{rated} {request}: {heard}");
        assert!(club.os(alice, "stored").contains("stored 0"), "{rated} {request}");
    }
}

#[test]
fn a_withheld_move_is_not_stored() {
    let mut club = Club::open();
    let [alice, bob] = club.match_of("s8b 5").0;
    club.os(alice, "play .0.0 f5");
    club.os(bob, "play .0.1 f5");
    club.os(bob, "play .0.0 d6");
    let bob = comes_back(&mut club, bob);
    club.os(alice, "ask .1");
    let heard = club.os(bob, "accept .1");
    assert_eq!(heard.matches("|1 move(s)\r\n").count(), 2, "{heard}");
    assert!(!club.os(alice, "play .1.1 d6").contains("error"));
    assert!(!club.os(bob, "play .1.0 d6").contains("error"));
}

#[test]
fn a_match_with_komi_is_stored_with_it() {
    let mut club = Club::open();
    let [alice, bob] = club.match_of("8k 5").0;
    club.os(alice, "play .0 f5/3");
    club.os(bob, "play .0 f5/4");
    club.os(bob, "break .0");
    assert!(club.os(alice, "stored").contains(" alice    bob      8k+3.50:l\r\n"));
    club.os(alice, "ask .1");
    let heard = club.os(bob, "accept .1");
    assert!(heard.contains("/os: join .1 8k K3.5") && heard.contains("|1 move(s)\r\n"), "{heard}");
}
