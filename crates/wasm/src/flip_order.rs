//! The order in which discs turn on the screen: direction by direction, the nearest first.

use willow_board::{Bitboard, Board, Square};

/// Steps of column and row, clockwise from the north. Row 1 is at the top.
const DIRECTIONS: [[i32; 2]; 8] =
    [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];

/// Returns the squares whose discs a move turns, in this order. None if the move is not legal.
pub(crate) fn flips(board: &Board, square: Square) -> Vec<Square> {
    if !board.is_legal(square) {
        return Vec::new();
    }
    let flips = board.flips(square);
    DIRECTIONS.iter().flat_map(|&[x, y]| ray(square, x, y, flips)).collect()
}

/// Returns the squares of a set that follow each other from a square on, without the square itself.
fn ray(from: Square, x: i32, y: i32, set: Bitboard) -> impl Iterator<Item = Square> {
    std::iter::successors(from.offset(x, y), move |square| square.offset(x, y))
        .take_while(move |&square| set.contains(square))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discs_turn_clockwise_from_the_north_and_the_nearest_first() {
        let rows =
            "--------\n-X-X-X--\n--OOO---\n-XO-OOX-\n--OOO---\n-X-X-X--\n--------\n--------\nX";
        let position = crate::input::position(&rows.replace('\n', " ")).unwrap();
        let names: Vec<String> =
            flips(position.board(), Square::D4).iter().map(Square::to_string).collect();
        assert_eq!(names, ["d3", "e3", "e4", "f4", "e5", "d5", "c5", "c4", "c3"]);
    }

    /// The order is ours; which discs turn is decided by `board`.
    #[test]
    fn the_same_discs_turn_as_by_the_rules() {
        for discs in (0..20).flat_map(willow_testkit::random_boards) {
            let [player, opponent] = [discs.player, discs.opponent].map(Bitboard::from_bits);
            let board = Board::new(player, opponent).unwrap();
            for square in Square::ALL {
                let ordered = flips(&board, square);
                let set: Bitboard = ordered.iter().copied().collect();
                assert_eq!(set.count() as usize, ordered.len(), "no square twice");
                let is_legal = board.legal_moves().contains(square);
                let expected = if is_legal { board.flips(square) } else { Bitboard::from_bits(0) };
                assert_eq!(set, expected, "{square}");
            }
        }
    }
}
