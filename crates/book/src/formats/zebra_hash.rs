//! The hash values by which Zebra's books name positions.
//!
//! A position has two hash values of 32 bits. Each is the exclusive or of eight numbers from a table, one for
//! each row and its contents in base 3 (empty 0, black 1, white 2). Of the eight images of a position the one
//! with the least pair of values counts, and both values are stored without their signs. The table comes from
//! the additive random numbers of BSD (`random`, with 31 numbers of state), begun with the seed 0.

use std::sync::LazyLock;

use willow_board::{Bitboard, Color, Position, Symmetry};

/// The contents that a row can have.
const N_ROWS: usize = 3_usize.pow(8);

/// The two hash values of a position.
pub(super) type ZebraKey = [i32; 2];

static TABLE: LazyLock<Vec<i32>> = LazyLock::new(table);

/// Returns the hash values of a position, and the symmetry to the image that has them. The side to move does
/// not matter.
pub(super) fn key_of(position: &Position) -> (ZebraKey, Symmetry) {
    let discs = |color| position.discs(color);
    let [black, white] = [Color::Black, Color::White].map(discs);
    let images = Symmetry::ALL.map(|symmetry| {
        let key = hash(black.transformed(symmetry), white.transformed(symmetry));
        (key, symmetry)
    });
    let (key, symmetry) =
        images.into_iter().min_by_key(|(key, _)| *key).expect("there are eight symmetries");
    (key.map(i32::wrapping_abs), symmetry)
}

fn hash(black: Bitboard, white: Bitboard) -> ZebraKey {
    let rows = black.bits().to_le_bytes().into_iter().zip(white.bits().to_le_bytes());
    let indices = rows.enumerate().map(|(row, (black, white))| {
        N_ROWS * row + usize::from(BASE_3[usize::from(black)] + 2 * BASE_3[usize::from(white)])
    });
    indices.fold([0; 2], |[first, second], index| {
        [first ^ TABLE[index], second ^ TABLE[8 * N_ROWS + index]]
    })
}

/// The numbers whose digits in base 3 are the bits of an index; column a is the lowest digit.
static BASE_3: [u16; 256] = {
    let mut numbers = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let (mut column, mut power) = (0, 1);
        while column < 8 {
            if bits >> column & 1 == 1 {
                numbers[bits] += power;
            }
            power *= 3;
            column += 1;
        }
        bits += 1;
    }
    numbers
};

/// Returns the numbers of both hash values, row by row. A number is negative if the one drawn before it is
/// even.
fn table() -> Vec<i32> {
    let mut random = BsdRandom::new();
    let number = |_| {
        let is_positive = random.next() % 2 == 1;
        let number = random.next() as i32;
        if is_positive { number } else { -number }
    };
    (0..2 * 8 * N_ROWS).map(number).collect()
}

/// The random numbers of BSD's `random` with the seed 0: x(n) = x(n-31) + x(n-3), without the lowest bit.
struct BsdRandom {
    state: [u32; 31],
    front: usize,
    rear: usize,
}

impl BsdRandom {
    fn new() -> BsdRandom {
        let mut state = [0_u32; 31];
        for index in 1..31 {
            state[index] = state[index - 1].wrapping_mul(1_103_515_245).wrapping_add(12_345);
        }
        let mut random = BsdRandom { state, front: 3, rear: 0 };
        // The first numbers depend too much on the seed.
        for _ in 0..310 {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u32 {
        let sum = self.state[self.front].wrapping_add(self.state[self.rear]);
        self.state[self.front] = sum;
        self.front = (self.front + 1) % 31;
        self.rear = (self.rear + 1) % 31;
        sum >> 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first node of the book that comes with `DroidZebra` is the start of the game.
    #[test]
    fn the_start_has_the_key_that_zebra_gives_it() {
        assert_eq!(key_of(&Position::START).0, [1_367_877_565, 1_384_641_267]);
    }

    #[test]
    fn symmetric_positions_have_the_same_key() {
        for seed in 0..50 {
            let board = crate::test_support::position_of_game(seed).board();
            let position = Position::new(board, Color::Black);
            let (key, symmetry) = key_of(&position);
            assert!(key.iter().all(|&number| 0 <= number));
            let image = position.transformed(symmetry);
            for symmetry in Symmetry::ALL {
                assert_eq!(key_of(&image.transformed(symmetry)).0, key);
            }
        }
    }
}
