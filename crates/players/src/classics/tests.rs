//! The old programs as players: built from SPECs, at the board, against the clock.

use std::time::{Duration, Instant};

use willow_board::{Color, Game, Move, Position, TimeControl};

use crate::test_support::{after, build, chosen_move, decide, game_between, thought};
use crate::{GameSetup, Player};

fn game(black: &str, white: &str) -> Game {
    game_between(&mut *build(black).unwrap(), &mut *build(white).unwrap())
}

/// Returns Black's result of a game in discs.
fn result(black: &str, white: &str) -> i32 {
    game(black, white).outcome().unwrap().result.value()
}

#[test]
fn keys_have_defaults_and_wrong_values_are_refused() {
    let good = [
        "maximizer",
        "minimax:depth=2,eval=mobility,order=static,dialect=clojure",
        "alpha-beta:final=margin",
        "alpha-beta-sorted:order=board",
        "alpha-beta-killer:eval=iago",
        "iago:depth=2",
        "iago-1982",
        "iago-1982:time=1s",
        "iago-1982:depth=4,nodes=10k",
        "iago-1982:book=off,endgame=off,weights=tuned",
        "bill",
        "bill:time=1s",
        "bill:depth=4,nodes=10k,hash=4M",
        "bill:version=schoolchildren",
        "bill:version=estimated-edges,occupied=50",
        "bill:version=counted-mobility,mobility=80",
        "bill:version=bayesian",
        "bill:killers=off,zero-window=off,pruning=off,endgame=off,book=off,hash=0",
        "bill:edge=80,mobility=120,occupied=0",
        "bill:time=100ms,think-ahead=on,rating=1800",
        "bill:constants=(move=100,idle=0,narrow-window=300)",
        "bill:constants=historical",
        "bill:constants=tuned",
        "bill:constants=first",
        "bill:constants=(tuned,idle=50)",
        "searcher:think-ahead=off,non-speculative=off",
        "mlia:weights=(10,801.724,382.026,78.922,74.396,10)",
    ];
    for text in good {
        assert_eq!(build(text).unwrap().name(), text);
    }
    assert_eq!(build("bill:constants=(first)").unwrap().name(), "bill:constants=first");
    let bad = [
        ("iago-1982", &["depth=0", "nodes=0", "book=yes", "time=5:00", "hash=4M"][..]),
        (
            "bill",
            &["depth=0", "hash=1T", "killers=yes", "version=1987", "rating=5000", "edge=2000"],
        ),
        ("bill:constants=", &["modern", "(idle=50,tuned)", "(walls=50)", "(idle=301)", "(idle)"]),
        ("bill:constants=", &["(idle=-5)"]),
        ("searcher", &["zero-window=yes", "plausible=0", "eval=guess", "time=1", "hash=64M"]),
        ("mlia", &["depth=0", "nodes=0", "weights=(1,2)", "weights=best", "book=yes"]),
    ];
    for (begin, ends) in bad {
        let begin = if begin.ends_with('=') { begin.to_owned() } else { format!("{begin}:") };
        for end in ends {
            assert!(build(&format!("{begin}{end}")).is_err(), "{begin}{end}");
        }
    }
}

#[test]
fn errors_say_who_is_wrong_and_hint_at_what_is_right() {
    let cases = [
        ("iago:depth=0", "`depth=0`: expected a whole number from 1 to 60", None),
        (
            "minimax:eval=mobilty",
            "`eval=mobilty`: there is no such eval (there are: count-difference, weighted-squares, \
             modified-weighted-squares, mobility, iago, weighted-squares-tuned, \
             modified-weighted-squares-tuned, iago-tuned)",
            Some("did you mean `mobility`?"),
        ),
        (
            "alpha-beta:order=rows",
            "`order=rows`: there is no such order (there are: board, static)",
            None,
        ),
        ("iago:eval=mobility", "`iago` has no key `eval` (it has: depth, order, final)", None),
        ("bill:constants=(idle=50),version=bayesian", "`constants` needs `version=bill`", None),
        ("bill:edge=80,version=bayesian", "`edge` needs `version=bill`", None),
        ("bill:edge=80,version=schoolchildren", "`edge` needs `version=bill`", None),
        ("bill:edge=80,version=minimum-disc", "`edge` needs `version=bill`", None),
        ("bill:edge=80,version=edge-greedy", "`edge` needs `version=bill`", None),
        ("searcher:depth=4,think-ahead=on", "`think-ahead` needs `hash=on`", None),
        (
            "searcher:non-speculative=on,eval=iago",
            "`non-speculative` needs `eval=count-difference`",
            None,
        ),
        ("switch:plies=4", "`switch` needs `then`", Some("add `then=...` to its SPEC")),
        (
            "switch:then=(igo:depth=2)",
            "there is no player `igo` (there are: human, random, maximizer, minimax, alpha-beta, \
             alpha-beta-sorted, alpha-beta-killer, iago, iago-1982, bill, searcher, mlia, switch, \
             willow, gtp, nboard)",
            Some("did you mean `iago`?"),
        ),
        (
            "switch:then=(iago:dept=2)",
            "`iago` has no key `dept` (it has: depth, order, final)",
            Some("did you mean `depth`?"),
        ),
        (
            "switch:first=human,then=iago",
            "`human` is a person; only programs can play here",
            Some("people play in `willow play`; name a program here"),
        ),
    ];
    for (text, message, hint) in cases {
        let error = build(text).map(|_| ()).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert_eq!(error.hint().as_deref(), hint, "{text}");
    }
}

#[test]
fn the_champions_beat_the_simple_programs() {
    for better in ["bill:depth=3", "iago-1982:depth=3"] {
        assert!(0 < result(better, "random:seed=1"), "{better}");
        assert!(result("maximizer", better) < 0, "{better}");
    }
    for simple in ["schoolchildren", "minimum-disc", "edge-greedy"] {
        assert!(0 < result("bill:depth=4", &format!("bill:version={simple}")), "{simple}");
    }
}

#[test]
fn games_without_a_clock_are_repeated() {
    for [black, white] in [
        ["bill:nodes=2k", "bill:depth=2,book=off"],
        ["iago-1982:nodes=2k", "iago-1982:depth=2,book=off"],
    ] {
        assert_eq!(game(black, white), game(black, white));
    }
}

/// Each program's time for a move, or its share of a clock, and the plies that it has to reach.
#[test]
fn programs_answer_in_their_time() {
    let four_seconds = TimeControl::Game(Duration::from_secs(4));
    for (spec, control, depths) in [
        ("iago-1982:time=100ms,book=off", TimeControl::Unlimited, 2..60),
        // Its share is 120 milliseconds.
        ("iago-1982:book=off", four_seconds, 2..60),
        ("iago-1982", four_seconds, 0..1),
        ("mlia:time=100ms", TimeControl::Unlimited, 2..60),
        ("mlia", TimeControl::Game(Duration::from_secs(1)), 1..60),
        ("mlia:book=on,time=2m", TimeControl::Unlimited, 0..1),
    ] {
        let mut player = build(spec).unwrap();
        let setup = GameSetup { start: Position::START, color: Color::Black, seed: 0 };
        player.start_game(&setup).unwrap();
        let began = Instant::now();
        let report = decide(&mut *player, &Game::new(), control).report.unwrap();
        assert!(began.elapsed() < Duration::from_secs(1), "{spec}: {:?}", began.elapsed());
        assert!(depths.contains(&report.depth.unwrap_or(0)), "{spec}: {report:?}");
    }
}

#[test]
fn a_switch_tells_the_seeds_inside_it_and_can_be_built_again() {
    let switch = build("switch:then=(alpha-beta:depth=1,eval=mobility)").unwrap();
    let name = switch.name().to_owned();
    assert!(name.starts_with("switch:plies=10,first=random:seed="), "{name}");
    assert!(name.ends_with(",then=(alpha-beta:depth=1,eval=mobility)"), "{name}");
    assert_eq!(build(&name).unwrap().name(), name);
}

#[test]
fn a_switch_changes_hands_after_its_plies() {
    let (greedy, heavy) = ("maximizer:eval=count-difference", "maximizer:eval=weighted-squares");
    let switch = |plies| format!("switch:plies={plies},first=({greedy}),then=({heavy})");
    let plain = game(greedy, greedy);
    assert_eq!(game(&switch(60), &switch(60)), plain);
    assert_eq!(game(&switch(0), &switch(0)), game(heavy, heavy));
    let switched: Vec<Move> = game(&switch(6), &switch(6)).moves().collect();
    let there = plain.first_plies(6);
    assert!(there.moves().eq(switched[..6].iter().copied()));
    assert_eq!(chosen_move(&mut *build(heavy).unwrap(), &there), switched[6]);
}

#[test]
fn every_evaluation_finishes_its_games_by_the_rules() {
    for eval in
        ["count-difference", "weighted-squares", "modified-weighted-squares", "mobility", "iago"]
    {
        game(
            &format!("maximizer:eval={eval}"),
            &format!("alpha-beta:depth=2,eval={eval},dialect=clojure"),
        );
        game(
            &format!("alpha-beta-killer:depth=2,eval={eval},final=margin"),
            &format!("alpha-beta-sorted:depth=2,eval={eval}"),
        );
    }
}

#[test]
fn thoughts_have_discs_only_if_the_value_is_in_discs() {
    let greedy = thought("alpha-beta:depth=1,eval=count-difference", &Game::new());
    // Four discs against one after any first move.
    assert_eq!((greedy.discs(), greedy.depth, greedy.nodes), (Some(3.0), Some(1), Some(4)));
    assert_eq!(thought("iago:depth=1", &Game::new()).discs(), None);
}

#[test]
fn thinking_ahead_ends_when_the_opponent_has_moved() {
    let mut bill = build("bill:depth=3,book=off,think-ahead=on").unwrap();
    let mut game = Game::new();
    let mut play = |bill: &mut dyn Player, mv: Option<Move>| {
        let mv = mv.unwrap_or_else(|| chosen_move(bill, &game));
        game.play(mv).unwrap();
        bill.observe(mv, game.position());
        game.position().legal_moves().first().map(Move::Place)
    };
    let setup = GameSetup { start: Position::START, color: Color::Black, seed: 0 };
    bill.start_game(&setup).unwrap();
    for _ in 0..6 {
        let answer = play(&mut *bill, None);
        play(&mut *bill, Some(answer.expect("White has a move")));
    }
    play(&mut *bill, None);
    // A player is not notified of an aborted game.
    bill.start_game(&setup).unwrap();
    let move_of_new_game = chosen_move(&mut *bill, &Game::new());
    bill.observe(move_of_new_game, after(&move_of_new_game.to_string()).position());
}
