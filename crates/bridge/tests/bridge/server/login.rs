//! Prompts, marks, tells and aliases.

use std::time::Duration;

use willow_bridge::ggs_server::Input;

use super::club::{Club, lines};

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
    assert!(heard.contains(": The password is not right."), "{heard}");
    assert_eq!(lines(&heard).last(), Some(&": Enter login (yours, or one you'd like to use)."));
    club.say(other, "a,b");
    assert!(club.hear(other).ends_with("you'd like to use).\r\n"));
}

#[test]
fn a_second_login_ends_the_first_and_settings_stay() {
    let mut club = Club::open();
    let first = club.enter("alice");
    club.os(first, "open 0");
    club.os(first, "trust +");
    let second = club.enter("alice");
    assert_eq!(club.closed, [first]);
    assert!(club.os(second, "ask 8").contains("Your open value is too low"));
}

#[test]
fn a_guest_is_let_in_without_a_password_and_plays_unrated() {
    let mut club = Club::open();
    let guest = club.connect();
    club.say(guest, "alice");
    club.say(guest, "");
    assert!(club.hear(guest).contains("READY\r\n"));
    assert!(club.os(guest, "rated +").contains("/os: ERR you are not registered.\r\n"));
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
fn people_talk_to_each_other_and_nobody_forges_the_messages_of_others() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.say(alice, "tell bob hello; '$x");
    assert_eq!(club.hear(alice), "READY\r\n");
    assert_eq!(club.hear(bob), "\r\nalice: hello; $x\r\nREADY\r\n");
    club.say(alice, "t carol x");
    assert!(club.hear(alice).contains("user 'carol' not found"));
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
fn what_programs_send_at_their_login_is_accepted() {
    let mut club = Club::open();
    let alice = club.enter("alice");
    // As Egaroucid's console and NTest do; an empty line keeps the connection alive.
    for line in ["ms /os", "mso", "ve -news -faq -help -ack", "ts client -", ""] {
        club.say(alice, line);
        assert_eq!(club.hear(alice), "READY\r\n", "{line}");
    }
}
