//! Positions that a controller sets up disc by disc.

use willow_board::{Bitboard, Board, Color, Position, Square};

/// Returns the position with these discs, Black to move. The words are colours and points in turn; `None` if
/// they are not, or name a point twice.
pub(crate) fn position(words: &[&str]) -> Option<Position> {
    let mut discs = [Bitboard::EMPTY; 2];
    for pair in words.chunks(2) {
        let [color, point] = *pair else { return None };
        let (color, square): (Color, Square) = (color.parse().ok()?, point.parse().ok()?);
        if discs.iter().any(|discs| discs.contains(square)) {
            return None;
        }
        discs[color.index()] |= Bitboard::from(square);
    }
    let [black, white] = discs;
    Some(Position::new(Board::new(black, white).ok()?, Color::Black))
}

/// Returns the same discs with this side to move.
pub(crate) fn with_side_to_move(position: &Position, side: Color) -> Position {
    if position.side_to_move() == side {
        return *position;
    }
    Position::new(position.board().pass(), side)
}
