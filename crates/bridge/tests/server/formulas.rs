//! Requests that formulas accept and decline.

use willow_bridge::ggs_server::{ConnId, Input};

use crate::club::{Club, lines};

/// Opens a club with two players, of whom bob has these formulas.
fn club_with(aform: &str, dform: &str) -> (Club, [ConnId; 2]) {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    assert_eq!(club.os(bob, &format!("aform {aform}")), "READY\r\n");
    assert_eq!(club.os(bob, &format!("dform {dform}")), "READY\r\n");
    (club, [alice, bob])
}

#[test]
fn a_request_that_fits_the_accepting_formula_begins_at_once() {
    let (mut club, [alice, bob]) = club_with("rated & synchro & discs == 20", "");
    let heard = club.os(alice, "ask s8r20 5 bob");
    let began = "/os: + match .0 1720 alice 1720 bob s8r20 R";
    assert_eq!(lines(&heard)[..2], ["READY", began]);
    assert!(!heard.contains("/os: +   ") && !heard.contains("/os: -   "), "no request: {heard}");
    assert!(club.hear(bob).contains(began));
    assert!(club.os(alice, "ask s8r18 5 bob").contains("/os: +   .0 "), "this one must be asked");
}

#[test]
fn a_request_that_fits_the_declining_formula_is_refused_first() {
    let (mut club, [alice, bob]) = club_with("T", "mt1 < 120 | or < 1000.0");
    let heard = club.os(alice, "ask 8b 1 bob");
    let refusal = "/os: ERR your request doesn't fit the opponent's formula.";
    assert_eq!(lines(&heard), ["READY", refusal, "READY"]);
    assert_eq!(club.hear(bob), "");
    assert!(
        club.os(alice, "ask 8b 1 2 bob").contains("+ match .0"),
        "bob's own clock has 2 minutes"
    );
}

#[test]
fn colours_are_those_of_whoever_has_the_formula() {
    let (mut club, [alice, _]) = club_with("", "mc == B");
    assert!(club.os(alice, "ask 8w bob").contains("doesn't fit"));
    assert!(club.os(alice, "ask 8b bob").contains("/os: +   .0 "));
    assert!(club.os(alice, "ask 8 bob").contains("/os: +   .1 "));
}

#[test]
fn errors_are_named_and_the_old_formula_stays() {
    let (mut club, [_, bob]) = club_with("rated", "");
    let heard = club.os(bob, "aform rated & ratd");
    assert_eq!(lines(&heard), ["READY", "/os: aform ERR unknown word: ratd", "READY"]);
    let heard = club.os(bob, "dform mr > 1500");
    assert_eq!(lines(&heard)[1], "/os: dform ERR > needs REAL, not INT");
    assert!(club.os(bob, "finger").contains("|accept : rated\r\n|decline: \r\n"));
    assert_eq!(club.os(bob, "aform"), "READY\r\n", "without a text it becomes empty");
    assert!(club.os(bob, "finger").contains("|accept : \r\n"));
}

#[test]
fn a_request_to_everybody_finds_somebody_whose_formula_accepts_it() {
    let (mut club, [alice, bob]) = club_with("rand", "");
    let heard = club.os(alice, "ask s8r20 5");
    assert!(heard.contains("/os: + match .0 1720 alice 1720 bob s8r20 R"), "{heard}");
    club.os(bob, "rated -");
    assert!(
        club.os(alice, "ask s8r16 5").contains("/os: +   .0 "),
        "bob plays no rated matches now"
    );
}

#[test]
fn a_request_to_everybody_is_not_shown_to_those_whose_formulas_are_against_it() {
    let (mut club, [alice, bob]) = club_with("", "size == 8 & !synchro");
    let carol = club.enter("carol");
    club.os(carol, "open 1");
    club.os(carol, "rated +");
    club.os(bob, "request +");
    club.os(carol, "request +");
    club.os(alice, "dform playing(F) > 0 | or > 2000.0");
    club.os(alice, "ask 8 5");
    assert_eq!(club.hear(bob), "");
    assert!(club.hear(carol).contains("R *      *"));
    // The formula of whoever asked everybody counts too.
    club.os(alice, "dform T");
    assert!(club.os(carol, "accept .0").contains("doesn't fit the opponent's formula"));
    assert!(club.os(alice, "request").contains("request glob(0/1) recv(0/0) send(1/1)"));
}

#[test]
fn a_request_to_everybody_meets_one_of_the_other_side() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.os(alice, "ask 8b 5");
    let heard = club.os(bob, "ask 8w 5");
    assert!(heard.contains("/os: + match .0 1720 alice 1720 bob 8b R"), "{heard}");
    club.os(alice, "ask 8b 5 10");
    assert!(club.os(bob, "ask 8w 10 5 alice").contains("/os: + match .1 1720 alice 1720 bob 8b R"));
    club.os(alice, "dform or > 0.0");
    club.os(alice, "ask 8b 3");
    assert!(club.os(bob, "ask 8w 3 alice").contains("doesn't fit"));
    assert!(club.os(bob, "ask 8w 3").contains("/os: +   .3 "), "alice's formula is against bob");
}

#[test]
fn stored_matches_are_saved_and_counted() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.start([alice, bob], "8b 1");
    club.os(alice, "play .0 f5");
    club.os(bob, "break .0");
    club.os(bob, "aform saved & stored == 1");
    club.hear(alice);
    assert!(club.os(alice, "ask .1").contains("/os: + match .1"));
}

#[test]
fn formulas_survive_the_server() {
    let (mut club, [alice, bob]) = club_with("rated", "rand");
    club.input(Input::Disconnected(bob));
    club.input(Input::Disconnected(alice));
    let mut club = club.reopened();
    let [alice, _] = club.pair();
    assert!(club.os(alice, "ask 8 bob").contains("+ match .0"));
    assert!(club.os(alice, "ask s8r20 bob").contains("doesn't fit"));
}
