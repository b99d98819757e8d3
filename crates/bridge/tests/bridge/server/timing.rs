//! Clocks that run out, trust, and overtime.

use std::time::Duration;

use super::club::{Club, SHORTEST, lines};

#[test]
fn a_late_move_is_shown_and_then_its_time_out() {
    let mut club = Club::open();
    let [alice, bob] = club.match_of("8b 00:10//00:20").0;
    club.wait(12);
    club.os(alice, "play .0 f5");
    let heard = club.hear(bob);
    let lines = lines(&heard);
    assert_eq!(lines[2], "|alice    (1720.0 *) 00:18,1:0//00:20,1:0");
    assert_eq!(lines[18], "/os: timeout .0 alice (*)");
}

#[test]
fn the_server_looks_at_a_clock_five_seconds_after_its_end() {
    let mut club = Club::open();
    let bob = club.match_of("8b 00:10//00:20").0[1];
    assert_eq!(club.state.deadline(), Some(Duration::from_secs(15)));
    club.wait(14);
    assert_eq!(club.hear(bob), "");
    club.wait(1);
    assert_eq!(club.hear(bob), "\r\n/os: timeout .0 alice (*)\r\nREADY\r\n");
    assert_eq!(club.state.deadline(), Some(Duration::from_secs(35)));
    club.wait(20);
    let heard = club.hear(bob);
    assert!(heard.starts_with("\r\n/os: fatal-timeout .0 alice (*)\r\nREADY\r\n"), "{heard}");
    assert!(heard.contains("8b R -64.00  .1\r\n"));
}

#[test]
fn without_an_extension_both_come_together() {
    let mut club = Club::open();
    let alice = club.match_of("8b 00:10//0").0[0];
    club.wait(15);
    let heard = club.hear(alice);
    assert_eq!(lines(&heard)[0], "/os: timeout .0 alice (*)");
    assert_eq!(lines(&heard)[2], "/os: fatal-timeout .0 alice (*)");
}

#[test]
fn overtime_turns_a_win_into_the_smallest_loss() {
    let mut club = Club::open();
    let players = club.match_of("8b 00:10//10:00").0;
    club.wait(16);
    club.play_out(players);
    assert!(club.hear(players[1]).contains("8b R -2.00  .1\r\n"));
}

#[test]
fn increments_go_on_in_overtime_while_the_counter_stands() {
    let mut club = Club::open();
    let [alice, bob] = club.match_of("8b 00:02/00:03/00:20").0;
    club.wait(4);
    let heard = club.os(alice, "play .0 f5");
    assert!(heard.contains("|alice    (1720.0 *) 00:21,1:0/00:03,1:1/00:20,1:0"), "{heard}");
    club.os(bob, "play .0 d6");
    club.wait(1);
    let heard = club.os(alice, "play .0 c3");
    assert!(heard.contains("|alice    (1720.0 *) 00:23,1:0/00:03,1:1/00:20,1:0"), "{heard}");
}

#[test]
fn a_bidder_out_of_main_time_can_at_best_lose_by_the_smallest_margin() {
    let mut club = Club::open();
    let [alice, bob] = club.match_of("8k 00:10//10:00").0;
    club.os(bob, "play .0 f5/0");
    club.wait(16);
    assert!(club.hear(bob).contains("/os: timeout .0 alice (?)\r\n"));
    club.os(alice, "play .0 f5/2");
    for (ply, mv) in SHORTEST[1..].iter().enumerate() {
        club.os([bob, alice][ply % 2], &format!("play .0 {mv}"));
    }
    // The komi is 1: on the board that is at best a draw.
    assert!(club.hear(bob).contains("8k R -1.00  .1\r\n"));
}

#[test]
fn trusted_times_count_up_to_four_seconds_of_lag() {
    let mut club = Club::open();
    let [alice, bob] = club.match_of("8b 01:00").0;
    club.os(alice, "trust +");
    club.wait(5);
    let heard = club.os(alice, "play .0 f5//1.5");
    assert!(heard.contains("|  1: f5//1.50\r\n|alice    (1720.0 *) 00:58,1:0"), "{heard}");
    club.os(bob, "play .0 d6");
    club.wait(7);
    let heard = club.os(alice, "play .0 c3//1");
    assert!(heard.contains("/os: trust-violation .0 alice (*) delta= 4 + 2.1 secs\r\n"), "{heard}");
    assert!(heard.contains("|alice    (1720.0 *) 00:51,2:0"), "the server's time counts: {heard}");
}

#[test]
fn a_fatal_time_out_ends_only_its_game_of_a_pair() {
    let mut club = Club::open();
    let [alice, bob] = club.match_of("s8b 00:10//0").0;
    club.os(alice, "play .0.0 f5");
    club.hear(bob);
    club.wait(15);
    let heard = club.hear(bob);
    assert!(heard.contains("/os: fatal-timeout .0.1 bob (*)\r\n"), "{heard}");
    assert!(heard.contains("/os: update .0.0 s8b K?\r\n|  1: f5\r\n"), "{heard}");
    assert!(heard.contains("/os: end .0.1 ( alice vs. bob ) +64.00\r\n"), "{heard}");
    assert!(!heard.contains("- match"));
    assert!(club.os(bob, "play .0.0 d6").contains("/os: update .0.0 s8b K?\r\n|  2: d6"));
}
