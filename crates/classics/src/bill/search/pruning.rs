//! Forward pruning: moves that are not searched at all (section 3.1.1).

use willow_board::{Board, Square};

use crate::bill::square_kind::{SquareKind, corner_beside};

/// From this number of discs on no move to an X-square is pruned.
const NO_X_PRUNING_FROM: u32 = 35;

/// Below this number of discs moves to X-squares beside an empty corner are pruned.
const X_PRUNING_BELOW: u32 = 25;

/// Below this number of discs moves to C-squares may be pruned at the root.
const C_PRUNING_BELOW: u32 = 28;

/// Returns whether a move of the board's player is pruned wherever it occurs: some moves to X-squares.
#[inline]
pub(crate) fn is_pruned(board: &Board, square: Square) -> bool {
    willow_board::Bitboard::X_SQUARES.contains(square) && is_x_pruned(board, square)
}

fn is_x_pruned(board: &Board, square: Square) -> bool {
    let discs = board.occupied();
    let corner = corner_beside(square);
    if NO_X_PRUNING_FROM <= discs.count() || discs.contains(corner) {
        return false;
    }
    // Nothing stable can come of it when both C-squares are taken.
    let c_squares = corner.bitboard().dilated().without(corner).without(square);
    (c_squares - discs).is_empty() || discs.count() < X_PRUNING_BELOW
}

/// Returns whether a move of the board's player is pruned at the root: moves to C-squares too, whose
/// safety costs more to determine.
pub(crate) fn is_pruned_at_root(board: &Board, square: Square) -> bool {
    is_pruned(board, square)
        || SquareKind::of(square) == SquareKind::CSquare && is_c_pruned(board, square)
}

fn is_c_pruned(board: &Board, square: Square) -> bool {
    let corner = corner_beside(square);
    // From the corner on along the edge: the C-, A- and nearest B-square.
    let along = |steps: i32| {
        let step = square.index() as i32 - corner.index() as i32;
        Square::from_index((corner.index() as i32 + steps * step) as u32)
            .expect("an edge is eight squares long")
    };
    let (discs, a_square, b_square) = (board.occupied(), along(2), along(3));
    discs.count() < C_PRUNING_BELOW
        && !discs.contains(corner)
        && !discs.contains(a_square)
        && !board.opponent().contains(b_square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::set;

    /// Returns a board with these discs of both sides and as many more in the middle as are missing.
    fn board(player: &str, opponent: &str, discs: u32) -> Board {
        let mut player = set(player);
        let opponent = set(opponent);
        let inside = (3..=6).flat_map(|row| "cdefbg".chars().map(move |c| format!("{c}{row}")));
        for square in
            inside.chain(["d7", "e7", "d2", "e2", "c7", "f7", "c2", "f2"].map(str::to_owned))
        {
            if player.count() + opponent.count() < discs {
                player = player.with(square.parse().unwrap());
            }
        }
        let board = Board::new(player, opponent).unwrap();
        assert_eq!(board.occupied().count(), discs);
        board
    }

    #[test]
    fn x_squares_follow_the_four_rules() {
        let is_pruned = |board: &Board| is_pruned(board, Square::B2);
        // Beside an empty corner only before 25 discs.
        assert!(is_pruned(&board("", "", 24)));
        assert!(!is_pruned(&board("", "", 25)));
        // The corner is taken, by whomever.
        assert!(!is_pruned(&board("a1", "", 24)));
        assert!(!is_pruned(&board("b1", "a1 a2", 24)));
        // Both C-squares are taken.
        assert!(is_pruned(&board("a2", "b1", 30)));
        assert!(!is_pruned(&board("a2", "", 30)));
        assert!(is_pruned(&board("a2 c1 d1 e1 f1 c8 d8", "b1", 34)));
        // From 35 discs on nothing is.
        assert!(!is_pruned(&board("a2 c1 d1 e1 f1 c8 d8", "b1", 35)));
        assert!(!super::is_pruned(&board("", "", 20), Square::C2));
    }

    #[test]
    fn c_squares_are_pruned_at_the_top_only() {
        let is_pruned = |board: &Board| is_pruned_at_root(board, Square::B1);
        assert!(is_pruned(&board("", "", 27)));
        assert!(!super::is_pruned(&board("", "", 27), Square::B1));
        assert!(!is_pruned(&board("", "", 28)));
        for occupied in ["a1", "c1"] {
            assert!(!is_pruned(&board(occupied, "", 20)));
            assert!(!is_pruned(&board("", occupied, 20)));
        }
        // An opposing disc on the nearest B-square, d1; not an own one, and not on e1.
        assert!(!is_pruned(&board("", "d1", 20)));
        assert!(is_pruned(&board("d1", "e1", 20)));
        // The same along another edge: h7 beside h8, with f8's like at h6 and h5.
        assert!(is_pruned_at_root(&board("", "", 20), Square::H7));
        assert!(!is_pruned_at_root(&board("", "h6", 20), Square::H7));
        assert!(!is_pruned_at_root(&board("", "h5", 20), Square::H7));
        assert!(is_pruned_at_root(&board("", "b2", 20), Square::B7));
    }
}
