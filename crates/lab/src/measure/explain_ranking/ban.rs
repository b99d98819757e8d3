//! Exact values of positions in which something is banned.

use willow_board::{Bitboard, Board, Color, Position};

/// What is banned, or allowed beyond the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ban {
    /// A side may not play these squares.
    Squares(Color, Bitboard),
    /// A side may not play the last empty square of a region.
    LastIn(Color, Bitboard),
    /// A side may pass whenever it likes, but then the other side must have a move.
    FreePass(Color),
}

impl Ban {
    /// Returns the moves that are left to the side to move.
    fn allowed(self, board: &Board, side: Color) -> Bitboard {
        let legal = board.legal_moves();
        match self {
            Ban::Squares(banned, squares) if banned == side => legal & !squares,
            Ban::LastIn(banned, region) if banned == side => {
                let left = board.empties() & region;
                if left.count() == 1 { legal & !left } else { legal }
            }
            _ => legal,
        }
    }
}

/// Returns the result of a position with the best moves of both sides under a ban, in discs from the view
/// of the side to move. A side whose moves are all banned passes; if both have none, the game is over.
pub(super) fn exact_score(position: &Position, ban: Ban) -> i32 {
    alpha_beta(position.board(), position.side_to_move(), ban, -64, 64)
}

fn alpha_beta(board: &Board, side: Color, ban: Ban, mut alpha: i32, beta: i32) -> i32 {
    let moves = ban.allowed(board, side);
    let passed = board.pass();
    let other_can_move = || !ban.allowed(&passed, !side).is_empty();
    if moves.is_empty() {
        if other_can_move() {
            return -alpha_beta(&passed, !side, ban, -beta, -alpha);
        }
        return board.final_score().value();
    }
    for next in ordered(board, moves) {
        alpha = alpha.max(-alpha_beta(&next, !side, ban, -beta, -alpha));
        if beta <= alpha {
            return alpha;
        }
    }
    if ban == Ban::FreePass(side) && other_can_move() {
        alpha = alpha.max(-alpha_beta(&passed, !side, ban, -beta, -alpha));
    }
    alpha
}

/// With fewer empties the order of the moves costs more than it saves. Not measured.
const MIN_ORDERED: u32 = 5;

/// Returns the boards after the moves, those with the fewest answers first.
fn ordered(board: &Board, moves: Bitboard) -> Vec<Board> {
    let after = |square| board.after(square, board.flips(square));
    let mut boards: Vec<Board> = moves.squares().map(after).collect();
    if MIN_ORDERED <= board.n_empties() {
        boards.sort_by_cached_key(|board| board.legal_moves().count());
    }
    boards
}

#[cfg(test)]
mod tests {
    use willow_testkit::{Discs, random_positions};

    use super::*;

    const NOTHING: Ban = Ban::Squares(Color::Black, Bitboard::EMPTY);

    fn position(discs: &Discs) -> Position {
        let bits = Bitboard::from_bits;
        Position::new(Board::new(bits(discs.player), bits(discs.opponent)).unwrap(), Color::Black)
    }

    #[test]
    fn without_a_ban_the_value_is_that_of_a_simple_solver() {
        for discs in random_positions(7, 20) {
            let expected = willow_testkit::exact_score(&discs);
            assert_eq!(exact_score(&position(&discs), NOTHING), expected, "{discs:?}");
        }
    }

    /// A ban can only harm its side, and a free pass can only help it.
    #[test]
    fn bans_harm_and_free_passes_help() {
        let mut n_changed = [0; 3];
        for discs in random_positions(7, 40) {
            let position = position(&discs);
            let free = exact_score(&position, NOTHING);
            let empties = position.board().empties();
            let bans = [
                Ban::FreePass(Color::White),
                Ban::FreePass(Color::Black),
                Ban::LastIn(Color::Black, empties),
            ];
            let values = bans.map(|ban| exact_score(&position, ban));
            assert!(values[0] <= free && free <= values[1], "{discs:?}");
            for (n_changed, value) in n_changed.iter_mut().zip(values) {
                *n_changed += usize::from(value != free);
            }
        }
        assert!(n_changed.iter().all(|&n| 0 < n), "{n_changed:?}");
    }
}
