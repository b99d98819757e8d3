//! Positions of a game by the number of moves, and curves of it for the figures.

use willow_board::{Color, Game, Move, Position, Square};

/// Returns the position after a number of moves, passes not counted; with the other side to move if the
/// next one must pass. Beyond the end it is the last one.
pub(super) fn after_moves(game: &Game, moves: usize) -> Position {
    let mut placed = 0;
    for (ply, mv) in game.moves().enumerate() {
        if placed == moves && mv != Move::Pass {
            return game.position_at(ply).map_or_else(|| *game.position(), |position| *position);
        }
        placed += usize::from(mv != Move::Pass);
    }
    *game.position()
}

/// Returns the squares that were moved to, in their order.
pub(super) fn placed_squares(game: &Game) -> Vec<Square> {
    game.moves().filter_map(Move::square).collect()
}

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
