//! The number of move sequences from the start against the published numbers.

use willow_board::{Board, perft, perft_without_bulk};
use willow_testkit::{PERFT_FROM_START, is_full};

/// Counts to depth 10, in the full tests to the last published depth.
fn check(count: fn(&Board, u32) -> u64) {
    let n_depths = if is_full() { PERFT_FROM_START.len() } else { 11 };
    for (depth, expected) in PERFT_FROM_START.into_iter().enumerate().take(n_depths) {
        assert_eq!(count(&Board::START, depth as u32), expected, "depth {depth}");
    }
}

#[test]
fn counts_from_the_start() {
    check(perft);
}

#[test]
fn counting_without_bulk_gives_the_same_numbers() {
    check(perft_without_bulk);
}
