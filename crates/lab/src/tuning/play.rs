//! A game between two choosers of moves.

use willow_board::{Color, Game, Move, Position, Square};

/// Plays a game from the end of its opening. `choose` gets each position with a move.
///
/// Returns the result in discs from the view of `color`.
pub(super) fn play_game(
    opening: &Game,
    color: Color,
    mut choose: impl FnMut(&Position) -> Option<Square>,
) -> i32 {
    let mut game = opening.clone();
    while !game.is_over() {
        let position = *game.position();
        // `Game::place` makes the passes.
        let position = position.play(Move::Pass).unwrap_or(position);
        let square = choose(&position).expect("an unfinished game has a move");
        game.place(square).expect("programs choose among the legal moves");
    }
    let result = game.outcome().expect("the game is over").result.value();
    if color == Color::Black { result } else { -result }
}
