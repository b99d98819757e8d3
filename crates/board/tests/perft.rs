//! The number of move sequences from the start, a pass counted as a ply.
//!
//! Depth 9 is the first at which the two conventions for passes differ. Depth 10 is the first that
//! shows how finished games are counted. Edax, magpie and neural-reversi publish the same numbers.

use willow_board::{Board, perft, perft_without_bulk};

const LEAVES: [u64; 11] = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284];

#[test]
fn leaves_up_to_depth_ten() {
    for (depth, expected) in LEAVES.into_iter().enumerate() {
        assert_eq!(perft(&Board::START, depth as u32), expected, "depth {depth}");
    }
}

#[test]
fn counting_without_bulk_gives_the_same_numbers() {
    for (depth, expected) in LEAVES.into_iter().enumerate() {
        assert_eq!(perft_without_bulk(&Board::START, depth as u32), expected, "depth {depth}");
    }
}
