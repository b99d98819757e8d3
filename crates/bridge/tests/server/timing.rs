//! Clocks that run out, trust, and overtime.

use std::time::Duration;

use crate::club::{Club, lines};

#[test]
fn a_late_move_is_shown_and_then_its_time_out() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.start([alice, bob], "8b 00:10//00:20");
    club.wait(12);
    club.os(alice, "play .0 f5");
    let heard = club.hear(bob);
    let lines = lines(&heard);
    assert_eq!(lines[2], "|alice    (1720.0 *) 00:18,0:0//00:20,0:0", "the counter stands");
    assert_eq!(lines[18], "/os: timeout .0 alice (*)");
}

#[test]
fn the_server_looks_at_a_clock_five_seconds_after_its_end() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.start([alice, bob], "8b 00:10//00:20");
    assert_eq!(club.state.deadline(), Some(Duration::from_secs(15)));
    club.hear(bob);
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
    let [alice, bob] = club.pair();
    club.start([alice, bob], "8b 00:10//0");
    club.hear(alice);
    club.wait(15);
    let heard = club.hear(alice);
    assert_eq!(lines(&heard)[0], "/os: timeout .0 alice (*)");
    assert_eq!(lines(&heard)[2], "/os: fatal-timeout .0 alice (*)");
}

#[test]
fn overtime_turns_a_win_into_the_smallest_loss() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.start([alice, bob], "8b 00:10//10:00");
    club.wait(16);
    let moves = ["f5", "d6", "c5", "f4", "e3", "f6", "g5", "e6", "e7"];
    for (ply, mv) in moves.iter().enumerate() {
        club.os([alice, bob][ply % 2], &format!("play .0 {mv}"));
    }
    assert!(club.hear(bob).contains("8b R -2.00  .1\r\n"));
}

#[test]
fn a_resignation_counts_more_than_overtime() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.start([alice, bob], "8b 00:10//10:00");
    club.wait(16);
    assert!(club.os(bob, "resign .0").contains("8b R +64.00  .1\r\n"));
}

#[test]
fn trusted_times_count_up_to_four_seconds_of_lag() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.os(alice, "trust +");
    club.start([alice, bob], "8b 01:00");
    club.wait(5);
    let heard = club.os(alice, "play .0 f5//1.5");
    assert!(heard.contains("|  1: f5//1.50\r\n|alice    (1720.0 *) 00:58,1:0"), "{heard}");
    club.os(bob, "play .0 d6");
    club.wait(7);
    let heard = club.os(alice, "play .0 c3//1");
    assert!(heard.contains("/os: trust-violation .0 alice (*) delta= 4 + 2.0 secs\r\n"), "{heard}");
    assert!(heard.contains("|alice    (1720.0 *) 00:55,2:0"), "{heard}");
}

#[test]
fn a_fatal_time_out_ends_only_its_game_of_a_pair() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.start([alice, bob], "s8 00:10//0");
    club.os(alice, "play .0.0 f5");
    club.hear(alice);
    club.hear(bob);
    club.wait(15);
    let heard = club.hear(bob);
    assert!(heard.contains("/os: fatal-timeout .0.1 bob (*)\r\n"), "{heard}");
    assert!(heard.contains("/os: update .0.0 s8 K?\r\n|  1: f5\r\n"), "{heard}");
    assert!(heard.contains("/os: end .0.1 ( alice vs. bob ) +64.00\r\n"), "{heard}");
    assert!(!heard.contains("- match"));
    assert!(club.os(bob, "play .0.0 d6").contains("/os: update .0.0 s8 K?\r\n|  2: d6"));
}

#[test]
fn increments_come_after_the_move() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.start([alice, bob], "8b 01:00/00:10/02:00");
    club.wait(5);
    let heard = club.os(alice, "play .0 f5");
    assert!(heard.contains("|alice    (1720.0 *) 01:05,1:0/00:10,1:1/02:00,1:0"), "{heard}");
}
