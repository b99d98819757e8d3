//! What survives departures and the server.

use willow_bridge::ggs_server::{ConnId, Input};

use crate::club::Club;

#[test]
fn a_rated_match_is_stored_when_a_player_leaves_and_goes_on_by_request() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.start([alice, bob], "8b 01:00//02:00");
    club.wait(10);
    club.os(alice, "play .0 f5/1.5");
    club.wait(7);
    club.input(Input::Disconnected(bob));
    let heard = club.hear(alice);
    assert!(heard.contains("/os: - match .0 1720 alice 1720 bob 8b R bob left .1\r\n"), "{heard}");
    assert!(club.os(alice, "stored").contains(
        "/os: stored 1 alice\r\n|.1       2026.11.22_20:51:28.UTC alice    bob      8b:l"
    ));

    let mut club = club.reopened();
    let [alice, bob] = club.pair();
    let heard = club.os(alice, "ask .1");
    assert!(heard.contains("8b S 1720.0 bob      .1\r\n"), "{heard}");
    let heard = club.os(bob, "accept .0");
    assert!(heard.contains("/os: join .0 8b K?\r\n|1 move(s)\r\n"), "{heard}");
    assert!(heard.contains("|  1: f5/1.50/10.00\r\n"), "{heard}");
    assert!(heard.contains("|bob      (1720.0 O) 00:53,0:0//02:00,0:0\r\n"), "{heard}");
    assert!(club.os(bob, "stored").contains("/os: stored 0 bob"));
    assert!(club.os(bob, "play .0 d6").contains("/os: update .0 8b K?\r\n|  2: d6"));
}

#[test]
fn an_unrated_match_vanishes_with_its_player() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.os(alice, "rated -");
    club.start([alice, bob], "8b 1");
    club.os(alice, "play .0 f5");
    club.input(Input::Disconnected(bob));
    assert!(club.hear(alice).ends_with("8b U bob left\r\nREADY\r\n"));
    assert!(club.os(alice, "stored").contains("stored 0"));
}

#[test]
fn continue_asks_and_starts_nothing() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.start([alice, bob], "8b 1");
    club.os(alice, "play .0 f5");
    club.os(bob, "break .0");
    let heard = club.os(alice, "continue");
    assert!(heard.contains("/os: +   .1 ") && !heard.contains("join"), "{heard}");
}

#[test]
fn a_withheld_move_is_not_stored() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.start([alice, bob], "s8b 5");
    club.os(alice, "play .0.0 f5");
    club.os(bob, "play .0.1 f5");
    club.os(bob, "play .0.0 d6");
    club.input(Input::Disconnected(bob));
    let mut club = club.reopened();
    let [alice, bob] = club.pair();
    club.os(alice, "ask .1");
    let heard = club.os(bob, "accept .0");
    assert_eq!(heard.matches("|1 move(s)\r\n").count(), 2, "{heard}");
    assert!(!club.os(alice, "play .0.1 d6").contains("error"));
    assert!(!club.os(bob, "play .0.0 d6").contains("error"));
}

#[test]
fn ratings_settings_and_passwords_survive_the_server() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.start([alice, bob], "8b 1");
    club.os(bob, "resign .0");
    club.input(Input::Disconnected(alice));
    let mut club = club.reopened();
    let other = club.connect();
    club.say(other, "alice");
    club.say(other, "wrong");
    assert!(club.hear(other).contains("not right"));
    let alice = club.enter("alice");
    assert!(club.os(alice, "finger").contains("|open   : 5\r\n"));
    assert!(club.os(alice, "finger").contains("|8     2037.8@290.2="));
    assert!(club.os(alice, "history").contains("history 1 alice"));
}

/// Kills the server and starts it again with what was on the disk.
fn killed(club: Club) -> (Club, [ConnId; 2]) {
    let mut club = club.reopened();
    let pair = club.pair();
    (club, pair)
}

/// Asks for the stored match and accepts; returns what the asker hears then.
fn resumed(club: &mut Club, [alice, bob]: [ConnId; 2]) -> String {
    let asked = club.os(alice, "ask .1");
    assert!(asked.contains("/os: +   .0 ") && asked.ends_with(".1\r\nREADY\r\n"), "{asked}");
    club.os(bob, "accept .0");
    club.hear(alice)
}

#[test]
fn a_running_rated_match_survives_twenty_kills_with_every_move_that_was_told() {
    let moves = "d3c5b6e3f4b5c6a7a4c7f5c3f2a5b2g1d7d6b8g6";
    let mut club = Club::open();
    let mut pair = club.pair();
    club.start(pair, "8b 05:00");
    for ply in 0..20 {
        let mv = &moves[2 * ply..2 * ply + 2];
        club.wait(1);
        let heard = club.os(pair[ply % 2], &format!("play .0 {mv}/1.5"));
        assert!(heard.contains(&format!("|{:3}: {mv}/1.50/1.00", ply + 1)), "{heard}");
        (club, pair) = killed(club);
        let stored = club.os(pair[0], "stored");
        assert!(stored.contains("/os: stored 1 alice\r\n|.1       "), "{ply}: {stored}");
        let heard = resumed(&mut club, pair);
        assert!(heard.contains(&format!("|{} move(s)\r\n", ply + 1)), "{heard}");
        assert!(heard.contains(&format!("|{:3}: {mv}/1.50/1.00\r\n", ply + 1)), "{heard}");
        let black_left = 300 - u64::midpoint(ply as u64, 2);
        let clock = format!("(1720.0 *) {:02}:{:02},", black_left / 60, black_left % 60);
        assert!(heard.contains(&clock), "{clock} in {heard}");
    }
    club.os(pair[1], "resign .0");
    let (mut club, [alice, _]) = killed(club);
    assert!(club.os(alice, "stored").contains("stored 0"), "a finished match is not stored");
    assert!(club.os(alice, "history").contains("history 1 alice\r\n|.1       "));
    let record = club.os(alice, "look .1").to_lowercase();
    assert!(record.contains("w[g6/+1.5/1]"), "{record}");
}

#[test]
fn what_ended_before_a_kill_does_not_come_back() {
    for ending in ["abort", "break"] {
        let mut club = Club::open();
        let [alice, bob] = club.pair();
        club.start([alice, bob], "8b 5");
        club.os(alice, "play .0 f5");
        club.os(alice, &format!("{ending} .0"));
        club.os(bob, &format!("{ending} .0"));
        let (mut club, [alice, _]) = killed(club);
        let n_stored = u32::from(ending == "break");
        assert!(club.os(alice, "stored").contains(&format!("stored {n_stored} alice")), "{ending}");
    }
}

#[test]
fn bids_and_unrated_matches_are_not_kept() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.start([alice, bob], "8k 5");
    club.os(alice, "play .0 f5/1");
    club.os(alice, "rated -");
    club.start([alice, bob], "8b 5");
    club.os(alice, "play .1 f5");
    let (mut club, [alice, _]) = killed(club);
    assert!(club.os(alice, "stored").contains("stored 0"));
}

#[test]
fn a_komi_match_survives_a_kill_with_its_komi() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.start([alice, bob], "8k 5");
    club.os(alice, "play .0 f5/3");
    club.os(bob, "play .0 f5/4");
    let (mut club, pair) = killed(club);
    assert!(club.os(pair[0], "stored").contains(" alice    bob      8k+3.50:l\r\n"));
    let heard = resumed(&mut club, pair);
    assert!(heard.contains("/os: join .0 8k K3.5") && heard.contains("|1 move(s)\r\n"), "{heard}");
    club.os(pair[1], "resign .0");
    let heard = club.os(pair[0], "history");
    assert!(heard.contains("1720 alice    1720 bob       +67.5 8k+3.50\r\n"), "{heard}");
    assert!(
        club.os(pair[0], "look .1").contains("TY[8k]KB[f5/4.00]KW[f5/3.00]KM[3.500]RE[-67.500:r]"),
        "{heard}"
    );
}
