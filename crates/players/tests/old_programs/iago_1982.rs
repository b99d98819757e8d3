//! IAGO of 1982, built from SPECs and at the board.

use std::time::{Duration, Instant};

use willow_board::{Clock, Color, Game, Referee, TimeControl};
use willow_players::matches::{GameEnding, Monitor};
use willow_players::{
    BuildContext, GameSetup, MoveRequest, Player, SpecError, StopFlag, build_player,
};

fn build(text: &str) -> Result<Box<dyn Player>, SpecError> {
    build_player(&text.parse().unwrap(), &BuildContext::new(42))
}

/// Plays a game and returns it with Black's result.
fn game(black: &str, white: &str, control: TimeControl) -> (Game, i32) {
    let (mut black, mut white) = (build(black).unwrap(), build(white).unwrap());
    let referee = Referee::new(Game::new(), Clock::new(control));
    let report = Monitor::new(&mut *black, &mut *white).run(referee, &mut |_, _| {});
    assert!(matches!(report.ending, GameEnding::Over { forfeit: None, .. }), "{:?}", report.ending);
    let game = report.referee.game().clone();
    let result = game.outcome().unwrap().result.value();
    (game, result)
}

#[test]
fn keys_have_defaults_and_wrong_values_are_refused() {
    for text in ["", ":time=1s", ":depth=4,nodes=10k", ":book=off,endgame=off,weights=tuned"] {
        let text = format!("iago-1982{text}");
        assert_eq!(build(&text).unwrap().name(), text);
    }
    for text in ["depth=0", "nodes=0", "book=yes", "time=5:00", "hash=4M"] {
        assert!(build(&format!("iago-1982:{text}")).is_err(), "{text}");
    }
}

#[test]
fn it_beats_the_simple_programs_and_repeats_itself() {
    let free = TimeControl::Unlimited;
    assert!(0 < game("iago-1982:depth=3", "random:seed=1", free).1);
    assert!(game("maximizer", "iago-1982:depth=3", free).1 < 0);
    let play = || game("iago-1982:nodes=2k", "iago-1982:depth=2,book=off", free).0;
    assert_eq!(play(), play());
}

/// Returns the plies of the first move by a SPEC, which must be there within a second.
fn depth_of_first_move(text: &str, control: TimeControl) -> u32 {
    let mut iago = build(text).unwrap();
    let (game, stop) = (Game::new(), StopFlag::new());
    let setup = GameSetup { start: *game.start(), color: Color::Black, seed: 0 };
    iago.start_game(&setup).unwrap();
    let mut clock = Clock::new(control);
    clock.start(Color::Black, Duration::ZERO);
    let began = Instant::now();
    let decision = iago.choose(&MoveRequest::new(&game, &clock, Duration::ZERO, &stop)).unwrap();
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    decision.report.unwrap().depth
}

#[test]
fn it_answers_in_its_time() {
    assert!(1 < depth_of_first_move("iago-1982:time=100ms,book=off", TimeControl::Unlimited));
    // Its share of a clock of four seconds is 120 milliseconds.
    let clock = TimeControl::Game(Duration::from_secs(4));
    assert!(1 < depth_of_first_move("iago-1982:book=off", clock));
    assert_eq!(depth_of_first_move("iago-1982", clock), 0, "the book needs no time");
}
