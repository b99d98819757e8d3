//! BILL, built from SPECs and at the board.

use std::time::Duration;

use willow_board::{Action, Clock, Color, Game, Move, Position, Referee, TimeControl};
use willow_players::matches::{GameEnding, Monitor};
use willow_players::{
    BuildContext, Decision, GameSetup, MoveRequest, Player, SpecError, StopFlag, build_player,
};

fn build(text: &str) -> Result<Box<dyn Player>, SpecError> {
    build_player(&text.parse().unwrap(), &BuildContext::new(42))
}

/// Plays a game and returns it with Black's result in discs.
fn game(black: &str, white: &str) -> (Game, i32) {
    let (mut black, mut white) = (build(black).unwrap(), build(white).unwrap());
    let referee = Referee::new(Game::new(), Clock::new(TimeControl::Unlimited));
    let report = Monitor::new(&mut *black, &mut *white).run(referee, &mut |_, _| {});
    assert!(matches!(report.ending, GameEnding::Over { forfeit: None, .. }), "{:?}", report.ending);
    let game = report.referee.game().clone();
    let score = game.position().board().final_score().value();
    let is_black = game.position().side_to_move() == Color::Black;
    (game, if is_black { score } else { -score })
}

#[test]
fn keys_have_defaults_and_wrong_values_are_refused() {
    for text in [
        "bill",
        "bill:time=1s",
        "bill:depth=4,nodes=10k,hash=4M",
        "bill:version=schoolchildren",
        "bill:version=estimated-edges,occupied=50",
        "bill:version=bayesian",
        "bill:killers=off,zero-window=off,pruning=off,endgame=off,book=off,hash=0",
        "bill:edge=80,mobility=120,occupied=0",
        "bill:time=100ms,think-ahead=on,rating=1800",
    ] {
        assert_eq!(build(text).unwrap().name(), text);
    }
    for text in ["depth=0", "hash=1T", "killers=yes", "version=1987", "rating=5000", "edge=2000"] {
        assert!(build(&format!("bill:{text}")).is_err(), "{text}");
    }
    assert!(build("bill:version=counted-mobility,mobility=80").is_ok());
    assert!(build("bill:constants=(move=100,idle=0,narrow-window=300)").is_ok());
    for constants in ["historical", "tuned", "first", "(tuned,idle=50)", "(first)"] {
        assert!(build(&format!("bill:constants={constants}")).is_ok(), "{constants}");
    }
    for constants in
        ["modern", "(idle=50,tuned)", "(walls=50)", "(idle=301)", "(idle)", "(idle=-5)"]
    {
        assert!(build(&format!("bill:constants={constants}")).is_err(), "{constants}");
    }
    let error = build("bill:constants=(idle=50),version=bayesian").err().unwrap();
    assert_eq!(error.to_string(), "player SPEC, column 6: `constants` needs `version=bill`");
    for version in ["bayesian", "schoolchildren", "minimum-disc", "edge-greedy"] {
        let error = build(&format!("bill:edge=80,version={version}")).err().unwrap();
        assert_eq!(error.to_string(), "player SPEC, column 6: `edge` needs `version=bill`");
    }
}

#[test]
fn it_beats_the_simple_programs() {
    assert!(0 < game("bill:depth=3", "random:seed=1").1);
    assert!(game("random:seed=2", "bill:depth=3").1 < 0);
    assert!(0 < game("bill:depth=3", "maximizer").1);
    for simple in ["schoolchildren", "minimum-disc", "edge-greedy"] {
        assert!(0 < game("bill:depth=4", &format!("bill:version={simple}")).1, "{simple}");
    }
}

#[test]
fn games_without_a_clock_are_repeated() {
    let play = || game("bill:nodes=2k", "bill:depth=2,book=off").0;
    assert_eq!(play(), play());
}

fn decide(player: &mut dyn Player, game: &Game) -> Decision {
    let (clock, stop) = (Clock::new(TimeControl::Unlimited), StopFlag::new());
    player.choose(&MoveRequest::new(game, &clock, Duration::ZERO, &stop)).unwrap()
}

/// Plays a player's own decision and lets it see that.
fn play(player: &mut dyn Player, game: &mut Game) {
    let Action::Play(mv) = decide(player, game).action else { panic!("BILL never resigns") };
    game.play(mv).unwrap();
    player.observe(mv, game.position());
}

#[test]
fn thinking_ahead_ends_when_the_opponent_has_moved() {
    let mut bill = build("bill:depth=3,book=off,think-ahead=on").unwrap();
    let mut game = Game::new();
    let setup = GameSetup { start: Position::START, color: Color::Black, seed: 0 };
    bill.start_game(&setup).unwrap();
    for _ in 0..6 {
        play(&mut *bill, &mut game);
        let answer = game.position().legal_moves().first().expect("White has a move");
        let mv = Move::Place(answer);
        game.play(mv).unwrap();
        bill.observe(mv, game.position());
    }
    play(&mut *bill, &mut game);
    // Nobody tells a player that a game is broken off.
    bill.start_game(&setup).unwrap();
    play(&mut *bill, &mut Game::new());
}
