//! The number of move sequences from the start against the published numbers.

use willow_board::{Board, perft, perft_without_bulk};
use willow_testkit::PERFT_FROM_START;

#[test]
fn leaves_up_to_depth_ten() {
    for (depth, expected) in PERFT_FROM_START.into_iter().enumerate() {
        assert_eq!(perft(&Board::START, depth as u32), expected, "depth {depth}");
    }
}

#[test]
fn counting_without_bulk_gives_the_same_numbers() {
    for (depth, expected) in PERFT_FROM_START.into_iter().enumerate() {
        assert_eq!(perft_without_bulk(&Board::START, depth as u32), expected, "depth {depth}");
    }
}
