//! How moves are counted: by the discs that were placed, as players of Othello do. A pass has no number.

use willow_board::{Game, Move};

/// Returns the number of discs that were placed in the first `n_plies` plies of a game.
pub(crate) fn discs_placed(game: &Game, n_plies: usize) -> usize {
    game.moves().take(n_plies).filter(|&mv| mv != Move::Pass).count()
}

#[cfg(test)]
mod tests {
    use willow_board::Square;

    use super::*;

    #[test]
    fn a_game_with_a_pass_has_one_move_less_than_plies() {
        let start = "-".repeat(48);
        let start = willow_records::board_text::parse(&format!("XO------{start}XO------ X"));
        let mut game = Game::from_position(start.unwrap());
        for mv in [Square::C1.into(), Move::Pass, Square::C8.into()] {
            game.play(mv).unwrap();
        }
        assert_eq!([0, 1, 2, 3].map(|n_plies| discs_placed(&game, n_plies)), [0, 1, 1, 2]);
    }
}
