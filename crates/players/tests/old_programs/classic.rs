//! The book's programs and switches, built from SPECs and playing each other.

use willow_board::{Action, Clock, Color, Game, Referee, TimeControl};
use willow_players::matches::{GameEnding, Monitor};
use willow_players::{BuildContext, MoveRequest, Player, SpecError, StopFlag, build_player};

fn build(text: &str) -> Result<Box<dyn Player>, SpecError> {
    build_player(&text.parse().unwrap(), &BuildContext::new(42))
}

/// Returns the moves of a game between two players, passes omitted.
fn game(black: &str, white: &str) -> Game {
    let (mut black, mut white) = (build(black).unwrap(), build(white).unwrap());
    let referee = Referee::new(Game::new(), Clock::new(TimeControl::Unlimited));
    let report = Monitor::new(&mut *black, &mut *white).run(referee, &mut |_, _| {});
    assert!(matches!(report.ending, GameEnding::Over { forfeit: None, .. }), "{:?}", report.ending);
    report.referee.game().clone()
}

#[test]
fn keys_have_defaults_and_wrong_values_are_refused() {
    for text in [
        "maximizer",
        "minimax:depth=2,eval=mobility,order=static,dialect=clojure",
        "alpha-beta:final=margin",
        "alpha-beta-sorted:order=board",
        "alpha-beta-killer:eval=iago",
        "iago:depth=2",
    ] {
        assert_eq!(build(text).unwrap().name(), text);
    }
    let cases = [
        (
            "iago:depth=0",
            "player SPEC, column 12: `depth=0`: expected a whole number from 1 to 60",
            None,
        ),
        (
            "minimax:eval=mobilty",
            "player SPEC, column 14: `eval=mobilty`: there is no such eval (there are: \
             count-difference, weighted-squares, modified-weighted-squares, mobility, iago, \
             weighted-squares-tuned, modified-weighted-squares-tuned, iago-tuned)",
            Some("did you mean `mobility`?"),
        ),
        (
            "alpha-beta:order=rows",
            "player SPEC, column 18: `order=rows`: there is no such order (there are: board, \
             static)",
            None,
        ),
        (
            "iago:eval=mobility",
            "player SPEC, column 6: `iago` has no key `eval` (it has: depth, order, final)",
            None,
        ),
    ];
    check_errors(&cases);
}

#[test]
fn switches_name_who_is_wrong_inside_them() {
    let cases = [
        (
            "switch:plies=4",
            "player SPEC, column 1: there is no `then`",
            Some("end it with `then=...`"),
        ),
        (
            "switch:then=(igo:depth=2)",
            "player SPEC, column 14: there is no player `igo` (there are: human, random, \
             maximizer, minimax, alpha-beta, alpha-beta-sorted, alpha-beta-killer, iago, \
             iago-1982, bill, searcher, mlia, switch, willow, gtp, nboard)",
            Some("did you mean `iago`?"),
        ),
        (
            "switch:then=(iago:dept=2)",
            "player SPEC, column 19: `iago` has no key `dept` (it has: depth, order, final)",
            Some("did you mean `depth`?"),
        ),
        (
            "switch:first=human,then=iago",
            "player SPEC, column 14: `human` is a person; only programs can play here",
            Some("people play in `willow play`; name a program here"),
        ),
    ];
    check_errors(&cases);
}

/// Compares what is said about SPECs: the message and the hint.
fn check_errors(cases: &[(&str, &str, Option<&str>)]) {
    for (text, message, hint) in cases {
        let error = build(text).map(|_| ()).unwrap_err();
        assert_eq!(error.to_string(), *message);
        assert_eq!(error.hint().as_deref(), *hint, "{text}");
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
    let switched = game(&switch(6), &switch(6));
    let moves = |game: &Game| game.moves().take(7).collect::<Vec<_>>();
    assert_eq!(moves(&switched)[..6], moves(&plain)[..6]);
    // The seventh move is the other player's.
    let mut there = Game::new();
    for &mv in &moves(&plain)[..6] {
        there.play(mv).unwrap();
    }
    let (clock, stop) = (Clock::new(TimeControl::Unlimited), StopFlag::new());
    let turn = MoveRequest::new(&there, &clock, std::time::Duration::ZERO, &stop);
    let chosen = build(heavy).unwrap().choose(&turn).unwrap();
    assert_eq!(chosen.action, Action::Play(moves(&switched)[6]));
}

#[test]
fn everybody_plays_everybody_by_the_rules() {
    let mut players = vec!["random:seed=3".to_owned(), "willow:depth=1".to_owned()];
    for eval in
        ["count-difference", "weighted-squares", "modified-weighted-squares", "mobility", "iago"]
    {
        players.push(format!("maximizer:eval={eval}"));
        players.push(format!("minimax:depth=2,eval={eval}"));
        players.push(format!("alpha-beta:depth=2,eval={eval},dialect=clojure"));
        players.push(format!("alpha-beta-sorted:depth=2,eval={eval}"));
        players.push(format!("alpha-beta-killer:depth=2,eval={eval},final=margin"));
    }
    players.push("iago:depth=1".to_owned());
    players.push("iago:depth=2,order=board".to_owned());
    players.push("switch:plies=5,first=(random:seed=1),then=(iago:depth=1)".to_owned());
    for black in &players {
        for white in &players {
            let game = game(black, white);
            let outcome = game.outcome().expect("the game was played to its end");
            assert_eq!(outcome.reason, willow_board::EndReason::Finished, "{black} v. {white}");
        }
    }
}

#[test]
fn thoughts_have_discs_only_if_the_value_is_in_discs() {
    let (game, clock) = (Game::new(), Clock::new(TimeControl::Unlimited));
    let stop = StopFlag::new();
    let turn = MoveRequest::new(&game, &clock, std::time::Duration::ZERO, &stop);
    let report = |text| build(text).unwrap().choose(&turn).unwrap().report.unwrap();
    let greedy = report("alpha-beta:depth=1,eval=count-difference");
    // Four discs against one after any first move.
    assert_eq!((greedy.discs(), greedy.depth, greedy.nodes), (Some(3.0), 1, 4));
    assert_eq!(report("iago:depth=1").discs(), None);
    assert_eq!(game.position().side_to_move(), Color::Black);
}
