//! How moves are counted: by the discs that were placed, as players of Othello do. A pass has no number.

use willow_board::{Game, Move};

/// Returns the number of discs that were placed in the first `n_plies` plies of a game.
pub(crate) fn discs_placed(game: &Game, n_plies: usize) -> usize {
    game.moves().take(n_plies).filter(|&mv| mv != Move::Pass).count()
}

/// Returns the number of the first disc that is placed in each row of two plies, Black's and White's. A
/// line that begins with White's move has a blank in place of Black's: `starts_with_blank`.
pub(crate) fn row_numbers(
    moves: impl Iterator<Item = Move>,
    starts_with_blank: bool,
) -> impl Iterator<Item = usize> {
    let mut placed = 0;
    let blank = starts_with_blank.then_some(None);
    let cells = blank.into_iter().chain(moves.map(Some));
    cells.enumerate().filter_map(move |(index, mv)| {
        let number = (index % 2 == 0).then_some(placed + 1);
        placed += usize::from(mv.is_some_and(|mv| mv != Move::Pass));
        number
    })
}

#[cfg(test)]
mod tests {
    use willow_board::Square;

    use super::*;

    #[test]
    fn passes_have_no_numbers() {
        let place = |square: Square| Move::from(square);
        let line =
            [place(Square::A1), Move::Pass, place(Square::B1), place(Square::C1), Move::Pass];
        let numbers = |starts_with_blank| -> Vec<usize> {
            row_numbers(line.into_iter(), starts_with_blank).collect()
        };
        assert_eq!(numbers(false), [1, 2, 4]);
        assert_eq!(numbers(true), [1, 2, 3]);
    }

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
