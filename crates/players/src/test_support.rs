//! Players, positions and decisions for tests.

use std::time::Duration;

use willow_board::{Action, Clock, Game, Move, Referee, TimeControl};

use crate::matches::{GameEnding, Monitor};
use crate::{
    BuildContext, Decision, MoveRequest, Player, SearchInfo, SpecError, StopFlag, build_player,
};

pub(crate) fn build(spec: &str) -> Result<Box<dyn Player>, SpecError> {
    build_player(&spec.parse().unwrap(), &BuildContext::new(42))
}

/// Returns the game after these squares, such as `f5 d6`.
pub(crate) fn after(squares: &str) -> Game {
    let mut game = Game::new();
    for name in squares.split_whitespace() {
        game.place(name.parse().unwrap()).unwrap();
    }
    game
}

/// Asks a player whose clock begins to run.
pub(crate) fn decide(player: &mut dyn Player, game: &Game, control: TimeControl) -> Decision {
    let (mut clock, stop) = (Clock::new(control), StopFlag::new());
    clock.start(game.position().side_to_move(), Duration::ZERO);
    player.choose(&MoveRequest::new(game, &clock, Duration::ZERO, &stop)).unwrap()
}

/// Asks a player without a clock for a move.
pub(crate) fn chosen_move(player: &mut dyn Player, game: &Game) -> Move {
    let decision = decide(player, game, TimeControl::Unlimited);
    let Action::Play(mv) = decision.action else { panic!("{decision:?}") };
    assert_eq!(game.position().check(mv), Ok(()));
    mv
}

/// Returns the search info of a player's move.
pub(crate) fn thought(spec: &str, game: &Game) -> SearchInfo {
    let decision = decide(&mut *build(spec).unwrap(), game, TimeControl::Unlimited);
    decision.report.expect("programs that search tell what they found")
}

/// Returns a whole game between two players.
pub(crate) fn game_between(black: &mut dyn Player, white: &mut dyn Player) -> Game {
    let referee = Referee::new(Game::new(), Clock::new(TimeControl::Unlimited));
    let report = Monitor::new(black, white).run(referee, &mut |_, _| {});
    assert!(matches!(report.ending, GameEnding::Over { forfeit: None, .. }), "{:?}", report.ending);
    report.referee.game().clone()
}
