//! Curves of a game for the figures: a value after each move, from one colour's view.

use willow_board::{Color, Game, Position};

/// Returns the points of a curve: the number of discs placed, and a value of the position.
fn curve(game: &Game, value: impl Fn(&Position) -> f64) -> Vec<(f64, f64)> {
    let positions = (0..=game.n_plies()).filter_map(|ply| game.position_at(ply));
    let mut points: Vec<(f64, f64)> = positions
        .map(|position| {
            let placed = f64::from(position.board().occupied().count()) - 4.0;
            (placed, value(position))
        })
        .collect();
    points.dedup();
    points
}

/// Returns a colour's discs less the other's after each move.
pub(super) fn disc_differences(game: &Game, color: Color) -> Vec<(f64, f64)> {
    curve(game, |position| {
        let discs = |color| f64::from(position.discs(color).count());
        discs(color) - discs(!color)
    })
}

/// Returns a colour's number of legal moves less the other's after each move.
pub(super) fn mobility_differences(game: &Game, color: Color) -> Vec<(f64, f64)> {
    curve(game, |position| {
        let board = position.board();
        let own = f64::from(board.legal_moves().count());
        let other = f64::from(board.pass().legal_moves().count());
        let sign = if position.side_to_move() == color { 1.0 } else { -1.0 };
        sign * (own - other)
    })
}
