//! Moves, aborts, resignations, komi, chat.

use super::club::{Club, lines};

#[test]
fn a_game_begins_with_its_whole_state() {
    let mut club = Club::open();
    let [heard, _] = club.match_of("8b 1").1;
    let joined: Vec<&str> =
        lines(&heard).into_iter().skip_while(|line| !line.contains("join")).take(20).collect();
    let state = [
        (0, "/os: join .0 8b K?"),
        (1, "|0 move(s)"),
        (2, "|  0: PASS"),
        (3, "|alice    (1720.0 *) 01:00,0:0//02:00,0:0"),
        (4, "|bob      (1720.0 O) 01:00,0:0//02:00,0:0"),
        (10, "| 4 - - - O * - - - 4 "),
        (17, "|* to move"),
        (18, "READY"),
        (19, "/os: -   .0 1720.0 alice    01:00//02:00       8b R 1720.0 bob"),
    ];
    for (line, text) in state {
        assert_eq!(joined[line], text);
    }
}

#[test]
fn a_move_is_an_update_of_seventeen_lines() {
    let mut club = Club::open();
    let [alice, bob] = club.match_of("8b 1").0;
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
    let [alice, bob] = club.match_of("8b 1").0;
    for (player, command, answer) in [
        (alice, "play .0 a1", "error .0 illegal move"),
        (alice, "play .0 pa", "error .0 illegal move"),
        (alice, "play .0 z9", "error .0 corrupt move"),
        (alice, "play .0 f5/x", "error .0 corrupt move"),
        (bob, "play .0 f5", "error .0 not your turn"),
        (alice, "play .7 f5", "ERR match '.7' not found."),
        (alice, "play .0.0 f5", "error .0.0 game id needed (only) in synchro games"),
        (alice, "play", "ERR play <match> <move> [eval] [time]."),
        (alice, "abort", "ERR abort <match>."),
    ] {
        let heard = club.os(player, command);
        assert_eq!(lines(&heard)[1], format!("/os: {answer}"), "{command}");
    }
}

#[test]
fn a_resignation_ends_a_match() {
    let mut club = Club::open();
    let [alice, bob] = club.match_of("8b 1").0;
    club.os(alice, "resign .0");
    let heard = club.hear(bob);
    assert_eq!(lines(&heard)[0], "/os: - match .0 1720 alice 1720 bob 8b R -64.00  .1");
}

#[test]
fn an_abort_needs_both_and_stays_asked() {
    let mut club = Club::open();
    let [alice, bob] = club.match_of("8b 1").0;
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
    let ([alice, bob], [heard, _]) = club.match_of("8k 1");
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
    let clock = "|alice    (1720.0 O) 01:00,1:0//02:00,1:0\r\n";
    assert!(heard.contains(clock), "a bid counts: {heard}");
    let end = club.os(bob, "resign .0");
    assert!(end.contains("8k R +63.48  .1"), "{end}");
}

#[test]
fn players_chat() {
    let mut club = Club::open();
    let [alice, bob] = club.match_of("8b 1").0;
    assert_eq!(club.os(alice, "tell .0 good luck"), "READY\r\n", "it does not come back");
    assert!(club.hear(bob).ends_with("/os: .0 A 1720 alice: good luck\r\nREADY\r\n"));
}

#[test]
fn a_whole_game_is_played_to_its_last_board() {
    let mut club = Club::open();
    let players = club.match_of("8b 1").0;
    club.play_out(players);
    let heard = club.hear(players[1]);
    assert!(heard.contains("|O to move\r\nREADY\r\n\r\n/os: - match .0"), "{heard}");
    assert!(heard.contains("8b R +64.00  .1\r\n"));
    assert!(club.os(players[1], "play .0 a1").contains("ERR match '.0' not found."));
}
