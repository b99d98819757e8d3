//! An edge: the eight squares of a side of the board and the two X-squares beside it.

use willow_board::{Bitboard, Board, Square};

pub(crate) use crate::edge_view::{N_SQUARES, UPPER_EDGE};

/// The number of positions of an edge: each square is empty, the player's or the opponent's.
pub const EDGE_POSITIONS: usize = 3_usize.pow(N_SQUARES as u32);

/// The discs of one side on an edge: bit 0 is the first square, an X-square, bits 1 to 8 the eight
/// squares from corner to corner, bit 9 the other X-square.
pub(crate) type EdgeBits = usize;

/// The number of sets of discs that one side can have on an edge.
const N_EDGE_BITS: usize = 1 << N_SQUARES;

/// For each set of discs the number that it writes in base 3, the first square in the highest place.
const TERNARY: [u32; N_EDGE_BITS] = {
    let mut table = [0; N_EDGE_BITS];
    let mut bits = 1;
    while bits < N_EDGE_BITS {
        let lowest = bits.trailing_zeros();
        table[bits] = table[bits & (bits - 1)] + 3_u32.pow(N_SQUARES as u32 - 1 - lowest);
        bits += 1;
    }
    table
};

/// Returns the index of an edge position: a number of ten digits in base 3, each 0 for an empty
/// square, 1 for a disc of the player and 2 for one of the opponent (the book's `edge-index`).
pub(crate) fn index(player: EdgeBits, opponent: EdgeBits) -> usize {
    (TERNARY[player] + 2 * TERNARY[opponent]) as usize
}

/// Returns the indices of a board's upper, lower, left and right edge (`edge-and-x-lists`).
pub(crate) fn indices(board: &Board) -> [usize; 4] {
    let (player, opponent) = (edges(board.player()), edges(board.opponent()));
    std::array::from_fn(|edge| index(player[edge], opponent[edge]))
}

/// Returns what a set of discs has on the upper, lower, left and right edge, each from the left to
/// the right or from above.
fn edges(discs: Bitboard) -> [EdgeBits; 4] {
    /// File a, bits 0, 8, 16 to 56.
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    /// Multiplying by this gathers bits 0, 8, 16 to 56 in the highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let bits = discs.bits();
    let file = |file: u32| (bits >> file & A_FILE).wrapping_mul(GATHER) >> 56;
    let at = |square: Square| bits >> square as u32 & 1;
    let edge = |first: Square, line: u64, last: Square| {
        (at(first) | line << 1 | at(last) << 9) as EdgeBits
    };
    [
        edge(Square::B2, bits & 0xff, Square::G2),
        edge(Square::B7, bits >> 56, Square::G7),
        edge(Square::B2, file(0), Square::B7),
        edge(Square::G2, file(7), Square::G7),
    ]
}

#[cfg(test)]
mod tests {
    use willow_board::Symmetry;

    use super::*;
    use crate::test_support::set;

    #[test]
    fn indices_are_read_off_square_by_square() {
        // Player on b2, a1, d1 and h8, opponent on c1, a4 and b7; digits in the order of the squares.
        let board = Board::new(set("b2 a1 d1 h8"), set("c1 a4 b7")).unwrap();
        let digits = |text| usize::from_str_radix(text, 3).unwrap();
        assert_eq!(
            indices(&board),
            [
                digits("1102100000"),
                digits("2000000010"),
                digits("1100200002"),
                digits("0000000010"),
            ]
        );
    }

    #[test]
    fn turning_the_board_exchanges_the_edges() {
        let board = Board::START.play(Square::D3).unwrap();
        let mut board = board.play(Square::C3).unwrap();
        while !board.is_game_over() {
            let edges = indices(&board);
            for symmetry in Symmetry::ALL {
                let turned = indices(&board.transformed(symmetry));
                let sum = |edges: [usize; 4]| edges.map(mirror_free).iter().sum::<usize>();
                assert_eq!(sum(turned), sum(edges));
            }
            let square = board.legal_moves().first();
            board = square.map_or(board.pass(), |square| board.play(square).unwrap());
        }
    }

    /// Returns the smaller of an index and its mirror image.
    fn mirror_free(index: usize) -> usize {
        let mirrored =
            (0..N_SQUARES).fold((0, index), |(sum, rest), _| (3 * sum + rest % 3, rest / 3));
        index.min(mirrored.0)
    }
}
