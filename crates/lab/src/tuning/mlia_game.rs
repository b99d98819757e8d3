//! A game between two versions of MLia.

use willow_board::{Color, Game, Move};
use willow_classics::mlia::Mlia;
use willow_classics::{Control, Limits, Program as _};

/// Plays a game from the end of its opening, both sides searching to `depth` plies.
///
/// `first` has `color`. Returns the result in discs from the view of `first`.
pub(super) fn play_game(
    first: &mut Mlia,
    other: &mut Mlia,
    color: Color,
    opening: &Game,
    depth: u32,
) -> i32 {
    let limits = Limits::depth(depth);
    let mut game = opening.clone();
    while !game.is_over() {
        let position = *game.position();
        // `Game::place` makes the passes.
        let position = position.play(Move::Pass).unwrap_or(position);
        let is_first = position.side_to_move() == color;
        let player = if is_first { &mut *first } else { &mut *other };
        let choice = player.choose(&position.into(), &limits, Control::UNTIMED);
        let square = choice.expect("an unfinished game has a move").best;
        game.place(square).expect("the move is legal");
    }
    let result = game.outcome().expect("the game is over").result.value();
    if color == Color::Black { result } else { -result }
}

#[cfg(test)]
mod tests {
    use willow_classics::mlia;

    use super::*;

    #[test]
    fn results_are_the_first_players_whatever_its_colour() {
        let mut good = Mlia::new(mlia::Evaluation::ORIGINAL);
        let backwards = mlia::Weights::ORIGINAL.values().map(|weight| -weight);
        let bad = mlia::Evaluation { weights: mlia::Weights::new(backwards).unwrap() };
        let mut bad = Mlia::new(bad);
        for color in Color::ALL {
            assert!(0 < play_game(&mut good, &mut bad, color, &Game::new(), 2));
            assert!(play_game(&mut bad, &mut good, color, &Game::new(), 2) < 0);
        }
    }

    #[test]
    fn a_game_against_itself_is_the_same_from_both_sides() {
        let mut one = Mlia::new(mlia::Evaluation::ORIGINAL);
        let mut other = one.clone();
        let black = play_game(&mut one, &mut other, Color::Black, &Game::new(), 3);
        assert_eq!(play_game(&mut one, &mut other, Color::White, &Game::new(), 3), -black);
    }
}
