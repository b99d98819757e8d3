//! Moves, abort, resignations, komi, chat, lists of matches.

use crate::club::{Club, lines};

#[test]
fn a_game_begins_with_its_whole_state() {
    let mut club = Club::open();
    let players = club.pair();
    let [heard, _] = club.start(players, "8b 1");
    let joined: Vec<&str> =
        lines(&heard).into_iter().skip_while(|line| !line.contains("join")).take(20).collect();
    assert_eq!(
        joined[..4],
        [
            "/os: join .0 8b K?",
            "|0 move(s)",
            "|  0: PASS",
            "|alice    (1720.0 *) 01:00,0:0//02:00,0:0",
        ]
    );
    assert_eq!(
        joined[4..8],
        [
            "|bob      (1720.0 O) 01:00,0:0//02:00,0:0",
            "|",
            "|   A B C D E F G H",
            "| 1 - - - - - - - - 1 ",
        ]
    );
    assert_eq!(joined[10], "| 4 - - - O * - - - 4 ");
    assert_eq!(
        joined[15..],
        [
            "|   A B C D E F G H",
            "|",
            "|* to move",
            "READY",
            "/os: -   .0 1720.0 alice    01:00//02:00       8b R 1720.0 bob"
        ]
    );
}

#[test]
fn a_move_is_an_update_of_seventeen_lines() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.start([alice, bob], "8b 1");
    club.wait(3);
    let own = club.os(alice, "play .0 F5/1.5");
    let heard = club.hear(bob);
    assert_eq!(own, format!("READY\r\n{heard}"));
    let update = lines(&heard);
    assert_eq!(update.len(), 17 + 1, "{update:#?}");
    assert_eq!(
        update[..4],
        [
            "/os: update .0 8b K?",
            "|  1: F5/1.50/3.00",
            "|alice    (1720.0 *) 00:57,1:0//02:00,1:0",
            "|bob      (1720.0 O) 01:00,0:0//02:00,0:0",
        ]
    );
    assert_eq!(update[16], "|O to move");
}

#[test]
fn wrong_moves_are_told() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.start([alice, bob], "8b 1");
    let mut error = |conn, command: &str| lines(&club.os(conn, command))[1].to_owned();
    assert_eq!(error(alice, "play .0 a1"), "/os: error .0 illegal move");
    assert_eq!(error(alice, "play .0 z9"), "/os: error .0 corrupt move");
    assert_eq!(error(alice, "play .0 pa"), "/os: error .0 illegal move");
    assert_eq!(error(bob, "play .0 f5"), "/os: error .0 not your turn");
    assert_eq!(error(alice, "play .7 f5"), "/os: ERR match '.7' not found.");
    let form = "/os: error .0 illegal move string; must be <move>[/<eval>[/<time>]]";
    assert_eq!(error(alice, "play .0"), form);
    assert_eq!(error(alice, "play .0 f5/x"), "/os: error .0 move eval expected");
    assert_eq!(error(alice, "play .0 f5/1000"), "/os: error .0 move eval out of range");
    assert_eq!(error(alice, "play .0 f5/1/-2"), "/os: error .0 move time >= 0 expected");
    assert_eq!(error(alice, "play .0 f5//100000"), "/os: error .0 move time out of range");
    assert_eq!(error(alice, "play"), "/os: ERR play <match> <move> [eval] [time].");
    let twin = "/os: error .0.0 game id needed (only) in synchro games";
    assert_eq!(error(alice, "play .0.0 f5"), twin);
    // Whoever plays one match need not name it.
    assert_eq!(error(bob, "play f5"), "/os: error .0 not your turn");
    assert_eq!(error(alice, "play f5"), "/os: update .0 8b K?");
    club.os(alice, "ask 8b alice");
    let mut error = |conn, command: &str| lines(&club.os(conn, command))[1].to_owned();
    assert_eq!(error(alice, "play f5"), "/os: ERR match 'f5' not found.");
    assert_eq!(error(alice, "abort"), "/os: ERR abort <match>.");
}

#[test]
fn a_resignation_of_a_rated_match_changes_the_ratings() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.start([alice, bob], "8b 1");
    club.os(alice, "play .0 f5");
    club.hear(bob);
    club.os(alice, "resign .0");
    let heard = club.hear(bob);
    let end = lines(&heard);
    assert_eq!(end[0], "/os: rating_update .0");
    assert_eq!(end[1], "|alice    1720.00 @ 350.00  -317.80 -> 1402.20 @ 290.23");
    assert_eq!(end[2], "|bob      1720.00 @ 350.00  +317.80 -> 2037.80 @ 290.23");
    assert_eq!(end[4], "/os: - match .0 1402 alice 2038 bob 8b R -64.00  .1");
    let row = "|.1       2026.11.22_20:51:11.UTC 1720 alice    1720 bob       -64.0 8b\r\n";
    assert!(club.os(bob, "history").contains(&format!("/os: history 1 bob\r\n{row}")));
    let record = club.os(bob, "look .1");
    assert!(record.contains("|1 (;GM[Othello]PC[GGS/os]DT[2026.11.22_20:51:11.UTC]"), "{record}");
    assert!(record.contains("RE[-64.000:r]"), "{record}");
    assert!(club.os(bob, "finger").contains("|8     2037.8@290.2=     00:00:00+@290.2 +64.0 "));
    assert!(club.os(bob, "look .9").contains("/os: ERR no archived match '.9' found."));
}

#[test]
fn an_abort_needs_both_and_stays_asked() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.start([alice, bob], "8b 1");
    club.os(alice, "abort .0");
    assert!(club.hear(bob).contains("/os: abort .0 alice is asking\r\n"));
    club.os(alice, "play .0 f5");
    club.hear(bob);
    let heard = club.os(bob, "abort .0");
    assert_eq!(lines(&heard)[1], "/os: - match .0 1720 alice 1720 bob 8b R aborted");
}

#[test]
fn komi_is_the_mean_of_two_bids_and_the_higher_one_moves() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    let [heard, _] = club.start([alice, bob], "8k 1");
    assert!(heard.contains("|alice    (1720.0 ?) 01:00,0:0//02:00,0:0\r\n|bob      (1720.0 ?)"));
    assert_eq!(club.os(alice, "play .0 f5/-1.5"), "READY\r\n");
    assert!(club.os(alice, "play .0 f5/-1.5").contains("error .0 you already sent the first move"));
    let heard = club.os(bob, "play .0 d3/0.46");
    let joined = lines(&heard);
    assert_eq!(
        joined[1..4],
        ["/os: join .0 8k K-0.52", "|1 move(s)", "|bob      (1720.0 *) 01:00//02:00"]
    );
    assert!(heard.contains("|  1: d3/0.46\r\n"), "{heard}");
    assert!(
        heard.contains("|alice    (1720.0 O) 01:00,1:0//02:00,1:0\r\n"),
        "a bid counts: {heard}"
    );
    let end = club.os(bob, "resign .0");
    assert!(end.contains("8k R +63.48  .1"), "{end}");
}

#[test]
fn players_chat() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.start([alice, bob], "8b 1");
    assert_eq!(club.os(alice, "tell .0 good luck"), "READY\r\n", "it does not come back");
    assert!(club.hear(bob).ends_with("/os: .0 A 1720 alice: good luck\r\nREADY\r\n"));
}

#[test]
fn a_whole_game_is_played_to_its_last_board() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    club.start([alice, bob], "8b 1");
    let moves = ["f5", "d6", "c5", "f4", "e3", "f6", "g5", "e6", "e7"];
    for (ply, mv) in moves.iter().enumerate() {
        let heard = club.os([alice, bob][ply % 2], &format!("play .0 {mv}"));
        assert!(heard.contains("/os: update"), "{heard}");
    }
    let heard = club.hear(bob);
    assert!(heard.contains("|O to move\r\nREADY\r\n\r\n/os: rating_update .0"), "{heard}");
    assert!(heard.contains("8b R +64.00  .1\r\n"));
    assert_eq!(club.os(bob, "play .0 a1").matches("ERR match '.0' not found.").count(), 1);
}
