//! Games between two versions of MLia.

use willow_board::{Color, Game};
use willow_classics::{Mlia, MliaLimits};

/// Plays a game on from its opening, both sides to this depth, and returns the difference in discs
/// for `first`, who has this colour.
pub fn play(first: &mut Mlia, other: &mut Mlia, color: Color, opening: &Game, depth: u32) -> i32 {
    let limits = MliaLimits { depth, ..MliaLimits::NONE };
    let mut game = opening.clone();
    while !game.is_over() {
        let position = *game.position();
        // `Game::place` makes the passes.
        let board = if position.must_pass() { position.board().pass() } else { *position.board() };
        let is_first = (position.side_to_move() == color) != position.must_pass();
        let player = if is_first { &mut *first } else { &mut *other };
        let thought = player.think(&board, limits, &|| false, &mut |_| ());
        let square = thought.expect("a game that goes on has a move").best;
        game.place(square).expect("the move is legal");
    }
    let result = game.outcome().expect("the game is over").result.value();
    if color == Color::Black { result } else { -result }
}

#[cfg(test)]
mod tests {
    use super::*;
    use willow_classics::{MliaEvaluation, MliaWeights};

    #[test]
    fn results_are_the_first_players_whatever_its_colour() {
        let mut good = Mlia::new(MliaEvaluation::ORIGINAL);
        let backwards = MliaWeights::ORIGINAL.values().map(|weight| -weight);
        let bad = MliaEvaluation { weights: MliaWeights::new(backwards).unwrap() };
        let mut bad = Mlia::new(bad);
        for color in Color::ALL {
            assert!(0 < play(&mut good, &mut bad, color, &Game::new(), 2));
            assert!(play(&mut bad, &mut good, color, &Game::new(), 2) < 0);
        }
    }

    #[test]
    fn a_game_against_itself_is_the_same_from_both_sides() {
        let mut one = Mlia::new(MliaEvaluation::ORIGINAL);
        let mut other = one.clone();
        let black = play(&mut one, &mut other, Color::Black, &Game::new(), 3);
        assert_eq!(play(&mut one, &mut other, Color::White, &Game::new(), 3), -black);
    }
}
