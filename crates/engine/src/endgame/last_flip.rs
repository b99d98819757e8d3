//! The number of discs that the last move of the game flips.
//!
//! With one empty square, every disc that is not the player's is the opponent's. So the player's
//! bits on the four lines through the square determine the flips. A multiplication gathers each
//! line into eight bits. A table, indexed by the position on the line and the eight bits, gives
//! twice the number of flips.

use willow_board::{Bitboard, Square};

/// Returns twice the number of discs that a player with the discs `player` flips by a move to
/// `square`, the only empty square.
#[inline]
pub(crate) fn doubled_last_flips(player: Bitboard, square: Square) -> i32 {
    /// A byte with bit 0 set for each row.
    const COLUMN_A: u64 = 0x0101_0101_0101_0101;
    /// Multiplier that gathers the bits of column a, row 1 first.
    const COLUMN_TO_ROW: u64 = 0x0102_0408_1020_4080;
    /// Multiplier that adds up the rows: a diagonal has at most one square in each column.
    const ROWS: u64 = 0x0101_0101_0101_0101;
    let player = player.bits();
    let index = square.index();
    let (column, row) = (index % 8, index / 8);
    let lines = &LINE_MASKS[index];
    let in_row = player >> (8 * row) & 0xff;
    let in_column = ((player >> lines.column_shift) & COLUMN_A).wrapping_mul(COLUMN_TO_ROW) >> 56;
    let in_7 = (player & lines.diagonal_of_7).wrapping_mul(ROWS) >> 56;
    let in_9 = (player & lines.diagonal_of_9).wrapping_mul(ROWS) >> 56;
    let by_column = &DOUBLED_FLIPS[column];
    i32::from(by_column[in_row as usize])
        + i32::from(by_column[in_7 as usize])
        + i32::from(by_column[in_9 as usize])
        + i32::from(DOUBLED_FLIPS[row][in_column as usize])
}

/// The masks of the four lines through a square. The row needs none.
struct LineMasks {
    column_shift: u32,
    diagonal_of_7: u64,
    diagonal_of_9: u64,
}

/// The line masks of every square, by square index.
static LINE_MASKS: [LineMasks; 64] = line_masks_of_all_squares();

/// Twice the number of flips along a line of eight squares, by the position of the empty square and
/// the player's discs.
static DOUBLED_FLIPS: [[u8; 256]; 8] = doubled_flips();

const fn line_masks_of_all_squares() -> [LineMasks; 64] {
    let mut all = [const { LineMasks { column_shift: 0, diagonal_of_7: 0, diagonal_of_9: 0 } }; 64];
    let mut square = 0;
    while square < 64 {
        let (column, row) = (square % 8, square / 8);
        all[square as usize].column_shift = column as u32;
        let mut other = 0;
        while other < 64 {
            let (columns, rows) = (other % 8 - column, other / 8 - row);
            if other != square && columns == rows {
                all[square as usize].diagonal_of_9 |= 1 << other;
            }
            if other != square && columns == -rows {
                all[square as usize].diagonal_of_7 |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    all
}

const fn doubled_flips() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut position = 0;
    while position < 8 {
        let mut player = 0;
        while player < 256 {
            let flips = flips_towards(player, position, 1) + flips_towards(player, position, -1);
            table[position as usize][player as usize] = 2 * flips;
            player += 1;
        }
        position += 1;
    }
    table
}

/// Returns the number of squares between `position` and the player's next disc in one direction.
const fn flips_towards(player: u32, position: i32, step: i32) -> u8 {
    let mut n_flips = 0;
    let mut at = position + step;
    while 0 <= at && at < 8 {
        if player >> at & 1 != 0 {
            return n_flips;
        }
        n_flips += 1;
        at += step;
    }
    0
}

#[cfg(test)]
mod tests {
    use willow_board::Board;
    use willow_testkit::TestRng;

    use super::*;

    /// Against the flip kernel, on boards with one empty square and every density of discs.
    #[test]
    fn last_flips_equal_those_of_the_flip_kernel() {
        let mut rng = TestRng::new(1);
        for round in 0..20_000 {
            let bits = match round % 3 {
                0 => rng.next_u64(),
                1 => rng.next_u64() & rng.next_u64(),
                _ => rng.next_u64() | rng.next_u64(),
            };
            for square in Square::ALL {
                let player = Bitboard::from_bits(bits).without(square);
                let board = Board::new(player, !player.with(square)).expect("disjoint");
                let expected = 2 * board.flips(square).count() as i32;
                assert_eq!(doubled_last_flips(player, square), expected, "{board:?} {square}");
            }
        }
    }
}
