//! Stable discs: discs that can never be flipped again.
//!
//! The functions find a subset of the stable discs that a search can afford to compute: edge discs
//! that no sequence of moves along their edge can flip, discs whose four lines are full, and discs
//! that have a stable neighbour or a full line in each of the four directions.

use crate::{Bitboard, Board};

/// The squares that are not on an edge.
const INNER: u64 = 0x007e_7e7e_7e7e_7e00;

impl Board {
    /// Returns a subset of the player's stable discs: discs that no sequence of moves can flip.
    ///
    /// The player has `X` and `S`. The stable discs are drawn as `S`: they support each other from the corner on.
    ///
    /// ```
    /// use willow_board::{Bitboard, Board, Square};
    /// # fn squares(drawing: &str, marks: &str) -> Bitboard {
    /// #     let cells = Square::ALL.into_iter().zip(drawing.split_whitespace());
    /// #     cells.filter(|(_, cell)| marks.contains(cell)).map(|(square, _)| square).collect()
    /// # }
    ///
    /// let drawing = "
    ///     S S S O - O - -
    ///     S S O - - - - -
    ///     S O X O - - - -
    ///     - - - X O - - -
    ///     - - - - X - - -
    ///     - - - - - - - -
    ///     - - - - - - - -
    ///     - - - - - - - -";
    /// let board = Board::new(squares(drawing, "XS"), squares(drawing, "O"))?;
    /// assert_eq!(board.stable_discs(), squares(drawing, "S"));
    /// # Ok::<(), willow_board::OverlapError>(())
    /// ```
    pub fn stable_discs(&self) -> Bitboard {
        let (player, opponent) = (self.player().bits(), self.opponent().bits());
        Bitboard::from_bits(stable_discs(player, opponent))
    }
}

fn stable_discs(player: u64, opponent: u64) -> u64 {
    let full = full_lines(player | opponent);
    let inner = player & INNER;
    let mut stable = stable_edge_discs(player, opponent);
    stable |= inner & full[0] & full[1] & full[2] & full[3];
    if stable == 0 {
        return 0;
    }
    loop {
        let supported = supported(stable, 1, full[0])
            & supported(stable, 8, full[1])
            & supported(stable, 7, full[2])
            & supported(stable, 9, full[3]);
        let grown = stable | inner & supported;
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// Returns the squares that cannot be flipped along one direction: the line is full, or a neighbour
/// on the line is stable. Bits that wrap around an edge do not matter, because callers keep only
/// inner squares.
#[inline]
const fn supported(stable: u64, step: u32, full: u64) -> u64 {
    stable << step | stable >> step | full
}

/// Returns the squares whose row, column, diagonal in steps of 7 and diagonal in steps of 9 hold no
/// empty square.
#[inline]
const fn full_lines(occupied: u64) -> [u64; 4] {
    /// File a.
    const A: u64 = 0x0101_0101_0101_0101;
    let mut rows = occupied & occupied >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
    rows &= rows >> 2;
    rows &= rows >> 1;
    let mut columns = occupied & occupied.rotate_right(32);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(8);
    [(rows & A) * 0xff, columns, full_diagonals_of_7(occupied), full_diagonals_of_9(occupied)]
}

/// In each step a square's bit survives if the next squares of its diagonal (1, 2, then 4) are
/// occupied or off the board.
#[inline]
const fn full_diagonals_of_7(occupied: u64) -> u64 {
    let mut up = occupied;
    up &= 0xff01_0101_0101_0101 | up >> 7;
    up &= 0xffff_0303_0303_0303 | up >> 14;
    up &= 0xffff_ffff_0f0f_0f0f | up >> 28;
    let mut down = occupied;
    down &= 0x8080_8080_8080_80ff | down << 7;
    down &= 0xc0c0_c0c0_c0c0_ffff | down << 14;
    down &= 0xf0f0_f0f0_ffff_ffff | down << 28;
    up & down
}

/// See [`full_diagonals_of_7`].
#[inline]
const fn full_diagonals_of_9(occupied: u64) -> u64 {
    let mut up = occupied;
    up &= 0xff80_8080_8080_8080 | up >> 9;
    up &= 0xffff_c0c0_c0c0_c0c0 | up >> 18;
    up &= 0xffff_ffff_f0f0_f0f0 | up >> 36;
    let mut down = occupied;
    down &= 0x0101_0101_0101_01ff | down << 9;
    down &= 0x0303_0303_0303_ffff | down << 18;
    down &= 0x0f0f_0f0f_ffff_ffff | down << 36;
    up & down
}

/// Returns the player's edge discs that no sequence of moves along their edge can flip.
#[inline]
fn stable_edge_discs(player: u64, opponent: u64) -> u64 {
    let edge =
        |own: u64, other: u64| u64::from(STABLE_ON_EDGE[(own << 8 | other) as usize & 0xffff]);
    let top = edge(player & 0xff, opponent & 0xff);
    let bottom = edge(player >> 56, opponent >> 56);
    let left = edge(column_a_as_row(player), column_a_as_row(opponent));
    let right = edge(column_a_as_row(player >> 7), column_a_as_row(opponent >> 7));
    top | bottom << 56 | row_as_column_a(left) | row_as_column_a(right) << 7
}

/// Returns the squares a1 to a8 as the bits 0 to 7.
#[inline]
const fn column_a_as_row(bits: u64) -> u64 {
    (bits & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Returns the bits 0 to 7 as the squares a1 to a8.
#[inline]
const fn row_as_column_a(row: u64) -> u64 {
    let spread = (row & 0x0f) | (row & 0xf0) << 28;
    let spread = (spread & 0x0000_0003_0000_0003) | (spread & 0x0000_000c_0000_000c) << 14;
    (spread & 0x0001_0001_0001_0001) | (spread & 0x0002_0002_0002_0002) << 7
}

/// The player's stable discs on an edge. The index is 256 times the player's discs plus the
/// opponent's discs.
static STABLE_ON_EDGE: [u8; 0x1_0000] = stable_on_edges();

/// Fills the table from full edges to empty edges. A disc is stable if it stays stable after every
/// placement of a disc of either side on every empty square, legal or not.
#[allow(clippy::large_stack_arrays, reason = "the array lives in the compiler, not on a stack")]
#[allow(long_running_const_eval, reason = "6,561 edges take well under a second")]
const fn stable_on_edges() -> [u8; 0x1_0000] {
    let mut table = [0u8; 0x1_0000];
    let mut n_discs = 9;
    while 0 < n_discs {
        n_discs -= 1;
        let mut player = 0u32;
        while player < 256 {
            // The subsets of the other squares.
            let others = !player & 0xff;
            let mut opponent = others;
            loop {
                if (player | opponent).count_ones() == n_discs {
                    table[(player << 8 | opponent) as usize] =
                        stable_on_edge(&table, player, opponent);
                }
                if opponent == 0 {
                    break;
                }
                opponent = (opponent - 1) & others;
            }
            player += 1;
        }
    }
    table
}

const fn stable_on_edge(fuller: &[u8; 0x1_0000], player: u32, opponent: u32) -> u8 {
    let mut stable = player as u8;
    let mut square = 0;
    while square < 8 {
        if (player | opponent) >> square & 1 == 0 {
            let flips = flips_on_edge(player, opponent, square);
            let (own, other) = (player | 1 << square | flips, opponent & !flips);
            stable &= fuller[(own << 8 | other) as usize];
            let flips = flips_on_edge(opponent, player, square);
            let (own, other) = (player & !flips, opponent | 1 << square | flips);
            stable &= fuller[(own << 8 | other) as usize];
        }
        square += 1;
    }
    stable
}

const fn flips_on_edge(player: u32, opponent: u32, square: i32) -> u32 {
    flips_towards(player, opponent, square, 1) | flips_towards(player, opponent, square, -1)
}

const fn flips_towards(player: u32, opponent: u32, square: i32, step: i32) -> u32 {
    let mut flips = 0;
    let mut at = square + step;
    while 0 <= at && at < 8 && opponent >> at & 1 != 0 {
        flips |= 1 << at;
        at += step;
    }
    if 0 <= at && at < 8 && player >> at & 1 != 0 { flips } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel_tests::boards_of_random_game;
    use crate::{Square, Symmetry};

    #[test]
    fn a_corner_disc_is_stable_and_a_lone_edge_disc_is_not() {
        let stable = |player, opponent| stable_discs(player, opponent);
        assert_eq!(stable(1, 0), 1);
        assert_eq!(stable(0b10, 0), 0);
        assert_eq!(stable(0b0000_1111, 0b1111_0000), 0b0000_1111);
        assert_eq!(stable(u64::MAX, 0), u64::MAX);
    }

    #[test]
    fn a_corner_block_is_stable_inside_too() {
        // a1 b1 c1, a2 b2, a3: b2 has a stable neighbour in every direction.
        let block = 0x0001_0307;
        assert_eq!(stable_discs(block, 0), block);
    }

    #[test]
    fn full_lines_are_found_under_every_symmetry() {
        let diagonal = 0x8040_2010_0804_0201;
        assert_eq!(full_lines(diagonal)[3], diagonal | full_corner_diagonals(diagonal, 3));
        let row = 0xff << 24;
        assert_eq!(full_lines(row)[0], row);
        assert_eq!(full_lines(0x0101_0101_0101_0101)[1], 0x0101_0101_0101_0101);
    }

    /// A corner square is a complete diagonal of length one.
    fn full_corner_diagonals(occupied: u64, line: usize) -> u64 {
        full_lines(occupied & Bitboard::CORNERS.bits())[line]
    }

    /// No random continuation flips a disc that was found stable, and the result is symmetric.
    #[test]
    fn stable_discs_are_never_flipped_in_random_games() {
        for seed in 0..300 {
            let boards = boards_of_random_game(seed);
            let last = boards.last().unwrap();
            for (ply, board) in boards.iter().enumerate() {
                let same_side = (boards.len() - 1 - ply).is_multiple_of(2);
                let end = if same_side { last.player() } else { last.opponent() };
                let stable = board.stable_discs();
                assert!((stable - end).is_empty(), "{board:?}\n{stable:?}");
                for symmetry in Symmetry::ALL {
                    let image = board.transformed(symmetry).stable_discs();
                    assert_eq!(image, stable.transformed(symmetry));
                }
            }
        }
    }

    #[test]
    fn rows_and_columns_convert_both_ways() {
        for row in 0..256 {
            assert_eq!(column_a_as_row(row_as_column_a(row)), row);
        }
        assert_eq!(row_as_column_a(0x80), Square::A8.bitboard().bits());
    }
}
