//! Requests and their refusals.

use super::club::{Club, lines};

#[test]
fn a_request_is_shown_to_both_in_the_servers_columns() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.say(alice, "tell /os rated -");
    club.hear(alice);
    let shown = "/os: +   .0 1720.0 alice    05:00//02:00       8b U 1720.0 bob";
    assert_eq!(club.os(alice, "ask 8b 5 bob"), format!("READY\r\n\r\n{shown}\r\nREADY\r\n"));
    assert_eq!(club.hear(bob), format!("\r\n{shown}\r\nREADY\r\n"));
    let heard = club.os(alice, "ask 8 5 10 bob");
    let shown = "/os: +   .1 1720.0 alice    05:00//02:00        8 U 1720.0 bob      10:00//02:00";
    assert_eq!(lines(&heard)[1], shown);
    let heard = club.os(alice, "ask s8r20 5");
    assert_eq!(lines(&heard)[1], "/os: +   .2 1720.0 alice    05:00//02:00    s8r20 U *      *");
}

#[test]
fn opponents_who_cannot_play_are_told_of() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    assert!(club.os(alice, "ask 8 carol").contains("ERR user 'carol' not found."));
    club.say(bob, "tell /os open 0");
    let heard = club.os(alice, "ask 8 bob");
    assert!(heard.contains("/os: ERR Player is not accepting new matches.\r\n"), "{heard}");
    club.say(bob, "tell /os open 1");
    club.say(bob, "tell /os rated -");
    assert!(club.os(alice, "ask 8 bob").contains("ERR rated variable mismatch."));
    let heard = club.os(bob, "ask 8 alice");
    assert!(heard.contains(" U 1720.0 alice"), "the other way round is unrated: {heard}");
    club.say(alice, "tell /os rated -");
    club.say(alice, "tell /os open 0");
    club.hear(alice);
    assert!(club.os(alice, "ask 8 bob").contains("too low"));
}

#[test]
fn an_accepted_match_begins_before_its_request_goes() {
    let mut club = Club::open();
    let [heard, _] = club.match_of("8b 5").1;
    let heads: Vec<&str> =
        lines(&heard).into_iter().filter(|line| line.starts_with("/os:")).collect();
    assert_eq!(
        heads,
        [
            "/os: + match .0 1720 alice 1720 bob 8b R",
            "/os: join .0 8b K?",
            "/os: -   .0 1720.0 alice    05:00//02:00       8b R 1720.0 bob",
        ]
    );
}

#[test]
fn requests_are_declined_and_withdrawn() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.os(alice, "ask 8 bob");
    club.os(alice, "ask s8 bob");
    assert!(club.os(alice, "cancel").ends_with("READY\r\n"), "without a number nothing happens");
    club.hear(bob);
    assert!(club.os(bob, "decline .0").contains("/os: -   .0 "));
    assert!(club.hear(alice).contains("/os: -   .0 "));
    assert!(club.os(alice, "cancel .1").contains("/os: -   .1 "));
    assert!(club.os(bob, "accept .1").contains("ERR request '.1' not found."));
    assert_eq!(club.os(bob, "decline alice"), "READY\r\n", "alice is here, and has no request");
    assert!(club.os(bob, "decline carol .7").contains("/os: decline ERR not found: carol .7"));
    club.os(alice, "ask 8 bob");
    assert!(club.os(alice, "cancel bob").contains("/os: -   .2 "));
}

#[test]
fn whoever_can_play_no_more_loses_the_other_requests() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.os(alice, "ask 8 bob");
    assert!(club.os(bob, "open 0").contains("/os: -   .0 "));
    assert!(club.hear(alice).contains("/os: -   .0 "));
    club.say(bob, "tell /os open 1");
    club.os(alice, "ask s8 bob");
    club.hear(bob);
    let [_, heard] = club.start([alice, bob], "8");
    assert_eq!(heard.matches("/os: -   ").count(), 2, "{heard}");
}

#[test]
fn requests_to_everybody_are_accepted_by_anybody_else() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.os(alice, "ask 8b 5");
    assert!(club.os(alice, "accept .0").contains("ERR you cannot accept your own match request."));
    assert!(club.hear(bob).contains("R *      *"));
    assert!(club.os(bob, "accept .0").contains("+ match .0 1720 alice 1720 bob 8b R"));
}

#[test]
fn the_same_request_is_refused_a_second_time() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.os(alice, "ask 8 bob");
    assert!(
        club.os(alice, "ask 8 bob").contains("ERR match with same parameters is already pending.")
    );
    assert!(club.os(alice, "ask 8b bob").contains("/os: +   .1 "));
    club.hear(bob);
}

#[test]
fn wrong_commands_are_refused_in_the_servers_words() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    let cases = [
        ("open", "/os: ERR open <n != >."),
        ("trust x", "/os: ERR trust [+|-]."),
        ("nonsense", "/os: ERR command 'nonsense' not recognized."),
        ("ask 8b alice", "/os: ERR nobody plays both sides here."),
        ("ask s8k 5 bob", "/os: synchro+komi not supported"),
        ("ask 10 5 bob", "/os: illegal board type"),
        ("ask 8 5,2 bob", "/os: ERR only main time, increment and extension are known here."),
    ];
    for (command, refusal) in cases {
        assert_eq!(lines(&club.os(alice, command))[1], refusal, "{command}");
    }
    assert_eq!(club.os(bob, "rated"), "READY\r\n", "a switch without a sign is turned over");
    assert!(club.os(bob, "ask 8").contains(" 8 U *"));
}
