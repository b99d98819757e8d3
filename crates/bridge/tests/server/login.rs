//! Prompts, marks, tells and aliases.

use std::time::Duration;

use willow_bridge::ggs_server::{Input, Registration, ServerConfig, ServerState};

use crate::club::{Club, lines};

#[test]
fn the_prompts_are_those_that_programs_wait_for() {
    let mut club = Club::open();
    let alice = club.connect();
    let banner = club.hear(alice);
    assert_eq!(lines(&banner).last(), Some(&": Enter login (yours, or one you'd like to use)."));
    assert!(!banner.contains("READY"));
    club.say(alice, "alice");
    assert_eq!(club.hear(alice), ": Enter your password.\r\n");
    club.say(alice, "secret");
    assert_eq!(club.hear(alice), "READY\r\n\r\n: + /os 1\r\nREADY\r\n");
}

#[test]
fn a_wrong_password_is_asked_for_again() {
    let mut club = Club::open();
    club.enter("alice");
    let other = club.connect();
    club.hear(other);
    club.say(other, "alice");
    club.say(other, "wrong");
    let heard = club.hear(other);
    assert!(heard.starts_with(": "), "{heard}");
    assert_eq!(lines(&heard).last(), Some(&": Enter login (yours, or one you'd like to use)."));
    club.say(other, "a,b");
    assert!(club.hear(other).ends_with("you'd like to use).\r\n"));
}

#[test]
fn a_second_login_ends_the_first() {
    let mut club = Club::open();
    let first = club.enter("alice");
    let second = club.enter("alice");
    assert_eq!(club.closed, [first]);
    club.say(second, "echo here");
    assert_eq!(club.hear(second), ": here\r\nREADY\r\nREADY\r\n");
}

#[test]
fn a_guest_is_let_in_and_forgotten() {
    let mut club = Club::with(ServerState::new(ServerConfig::default()));
    let guest = club.connect();
    club.say(guest, "alice");
    club.say(guest, "");
    assert!(club.hear(guest).contains("READY\r\n"));
    assert!(club.os(guest, "rated +").contains("/os: ERR you are not registered.\r\n"));
    club.input(Input::Disconnected(guest));
    assert_eq!(club.saved, None);
}

#[test]
fn the_operator_names_players_whose_first_password_counts() {
    let registration = Registration::Named(vec!["alice".to_owned()]);
    let config = ServerConfig { registration, ..ServerConfig::default() };
    let mut club = Club::with(ServerState::new(config));
    let alice = club.enter("alice");
    assert!(!club.os(alice, "rated +").contains("ERR"));
    let other = club.connect();
    club.say(other, "alice");
    club.say(other, "wrong");
    assert!(club.hear(other).contains("not right"));
}

#[test]
fn a_login_must_be_done_in_two_minutes() {
    let mut club = Club::open();
    let slow = club.connect();
    assert_eq!(club.state.deadline(), Some(Duration::from_mins(2)));
    club.wait(121);
    assert_eq!(club.closed, [slow]);
}

#[test]
fn an_empty_line_keeps_the_connection_alive() {
    let mut club = Club::open();
    let alice = club.enter("alice");
    club.say(alice, "");
    assert_eq!(club.hear(alice), "READY\r\n");
}

#[test]
fn people_talk_to_each_other() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.say(alice, "tell bob hello; '$x");
    assert_eq!(club.hear(alice), "READY\r\n");
    assert_eq!(club.hear(bob), "\r\nalice: hello; $x\r\nREADY\r\n");
    club.say(alice, "t carol x");
    assert!(club.hear(alice).contains("user 'carol' not found"));
}

#[test]
fn nobody_forges_the_messages_of_others() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.say(alice, "tell bob a\\READY\\/os: - match\u{1b}[2K\u{7}");
    assert_eq!(club.hear(bob), "\r\nalice: a READY /os: - match [2K \r\nREADY\r\n");
}

#[test]
fn arrivals_are_told_to_those_who_want_that() {
    let mut club = Club::open();
    let alice = club.enter("alice");
    club.say(alice, "notify + *");
    club.hear(alice);
    let bob = club.enter("bob");
    assert_eq!(club.hear(alice), "\r\n: + bob\r\nREADY\r\n");
    club.input(Input::Disconnected(bob));
    assert_eq!(club.hear(alice), "\r\n: - bob\r\nREADY\r\n");
}

#[test]
fn clients_name_their_service_by_aliases() {
    let mut club = Club::open();
    let alice = club.enter("alice");
    // As Egaroucid's console and NTest do.
    for line in ["ms /os", "mso", "ve -news -faq -help -ack", "ts client -"] {
        club.say(alice, line);
        assert_eq!(club.hear(alice), "READY\r\n", "{line}");
    }
}
