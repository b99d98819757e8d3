//! Pairs of games in lock-step.

use super::club::{Club, SHORTEST, lines};

/// Returns the first lines of the messages that somebody heard, updates with their move.
fn heads(heard: &str) -> Vec<String> {
    let lines = lines(heard);
    let heads = lines.iter().enumerate().filter(|(_, line)| line.starts_with("/os:"));
    heads
        .map(|(index, line)| match line.strip_prefix("/os: update ") {
            Some(id) => format!("{} {}", id.split(' ').next().unwrap(), lines[index + 1]),
            None => (*line).to_owned(),
        })
        .collect()
}

#[test]
fn the_first_listed_has_black_in_the_first_game() {
    let mut club = Club::open();
    let [heard, _] = club.match_of("s8r20 5").1;
    let joins: Vec<&str> = heard.split("/os: join ").skip(1).collect();
    assert_eq!(joins.len(), 2);
    assert!(joins[0].starts_with(".0.0 s8r20 K?") && joins[1].starts_with(".0.1 s8r20 K?"));
    assert!(joins[0].contains("|alice    (1720.0 *)") && joins[1].contains("|bob      (1720.0 *)"));
    let board = |join: &str| join.split("A B C").nth(1).unwrap().to_owned();
    assert_eq!(board(joins[0]), board(joins[1]));
    let discs = board(joins[0]).matches(['*', 'O']).count();
    assert_eq!(discs, 20, "the start is the same and has 20 discs");
}

#[test]
fn a_move_is_shown_when_both_games_have_one() {
    let mut club = Club::open();
    let [alice, bob] = club.match_of("s8b 5").0;
    let own = club.os(alice, "play .0.0 f5/1");
    assert_eq!(heads(&own), [".0.0 |  1: f5/1.00"]);
    assert_eq!(club.hear(bob), "");
    let moves = club.os(alice, "moves .0.0");
    assert_eq!(heads(&moves), ["/os: join .0.0 s8b K?", "/os: join .0.1 s8b K?"]);
    assert!(moves.contains("|  1: f5"), "the mover sees the move");
    assert!(!club.os(bob, "moves .0").contains("f5"), "the other does not");
    assert_eq!(heads(&club.os(bob, "play .0.0 d6")), ["/os: error .0.0 wrong game!"]);
    assert_eq!(
        heads(&club.os(bob, "play .0 d3")),
        ["/os: error .0 game id needed (only) in synchro games"]
    );
    let second = club.os(bob, "play .0.1 d3");
    assert_eq!(heads(&second), [".0.1 |  1: d3", ".0.0 |  1: f5/1.00"]);
    assert_eq!(heads(&club.hear(alice)), [".0.1 |  1: d3"]);
    assert!(!club.os(bob, "play .0.0 d6").contains("error"), "both clocks run again");
}

#[test]
fn the_clock_stands_while_a_move_is_withheld() {
    let mut club = Club::open();
    let [alice, bob] = club.match_of("s8b 5").0;
    club.wait(10);
    club.os(alice, "play .0.0 f5");
    club.wait(20);
    let heard = club.os(bob, "play .0.1 f5");
    assert!(heard.contains("|alice    (1720.0 *) 04:50,1:0"), "{heard}");
    assert!(heard.contains("|bob      (1720.0 O) 05:00,0:0"), "{heard}");
    assert!(heard.contains("|bob      (1720.0 *) 04:30,1:0"), "{heard}");
}

#[test]
fn a_resignation_ends_both_games_and_the_match_has_the_mean() {
    let mut club = Club::open();
    let bob = club.match_of("s8b 5").0[1];
    let heard = club.os(bob, "resign .0.1");
    let ends: Vec<String> = heads(&heard);
    assert_eq!(
        ends[..2],
        ["/os: end .0.0 ( alice vs. bob ) +64.00", "/os: end .0.1 ( alice vs. bob ) +64.00",]
    );
    assert!(heard.contains("s8b R +64.00  .1\r\n"), "{heard}");
}

#[test]
fn the_mean_of_opposite_games_is_nothing() {
    let mut club = Club::open();
    let [alice, bob] = club.match_of("s8b 5").0;
    let mut last = String::new();
    for (ply, mv) in SHORTEST.iter().enumerate() {
        let [first, second] = [[alice, bob][ply % 2], [bob, alice][ply % 2]];
        club.hear(alice);
        club.hear(bob);
        club.os(first, &format!("play .0.0 {mv}"));
        last = club.os(second, &format!("play .0.1 {mv}"));
    }
    // Alice finished the first game and heard its end before the release.
    let heard = club.hear(alice);
    assert_eq!(heads(&heard)[..2], [".0.1 |  9: e7", "/os: end .0.1 ( alice vs. bob ) -64.00"]);
    // Bob, who moved second, sees each move with the end of its game, the own one first.
    let first = [".0.1 |  9: e7", "/os: end .0.1 ( alice vs. bob ) -64.00"];
    let second = [".0.0 |  9: e7", "/os: end .0.0 ( alice vs. bob ) +64.00"];
    assert_eq!(heads(&last)[..4], [first, second].concat());
    assert!(heard.contains("s8b R +0.00  .1\r\n"), "{heard}");
}

#[test]
fn an_abort_concerns_both_games() {
    let mut club = Club::open();
    let [alice, bob] = club.match_of("s8b 5").0;
    club.os(alice, "abort .0");
    let heard_by_bob = club.hear(bob);
    assert_eq!(
        heads(&heard_by_bob),
        ["/os: abort .0.0 alice is asking", "/os: abort .0.1 alice is asking"]
    );
    let heard = club.os(bob, "abort .0.1");
    assert_eq!(
        heads(&heard),
        [
            "/os: end .0.0 ( alice vs. bob ) aborted",
            "/os: end .0.1 ( alice vs. bob ) aborted",
            "/os: - match .0 1720 alice 1720 bob s8b R aborted",
        ]
    );
}

#[test]
fn a_break_is_told_for_each_game() {
    let mut club = Club::open();
    let bob = club.match_of("s8b 5").0[1];
    let heard = club.os(bob, "break .0");
    assert_eq!(
        heads(&heard)[..2],
        [
            "/os: end .0.0 ( alice vs. bob ) player bob left",
            "/os: end .0.1 ( alice vs. bob ) player bob left",
        ]
    );
    assert!(heard.contains("s8b R bob left\r\n"), "without a move nothing is kept: {heard}");
}

#[test]
fn the_sides_of_a_pair_from_the_usual_start_are_drawn_by_lot() {
    let mut club = Club::open();
    let [alice, bob] = club.pair();
    let mut blacks = std::collections::BTreeSet::new();
    for _ in 0..20 {
        let [heard, _] = club.start([alice, bob], "s8 5");
        let joins: Vec<&str> = heard.split("/os: join ").skip(1).collect();
        let is_black = |join: &&str| join.contains("|alice    (1720.0 *)");
        assert_eq!(joins.iter().filter(|join| is_black(join)).count(), 1, "{heard}");
        blacks.insert(is_black(&joins[0]));
        let id = joins[0].split('.').nth(1).unwrap();
        club.os(alice, &format!("abort .{id}"));
        club.os(bob, &format!("abort .{id}"));
        club.hear(alice);
    }
    assert_eq!(blacks.len(), 2);
}
