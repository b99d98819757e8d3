//! Counts of move sequences: naively counted ones and the published ones.

use crate::Discs;

/// The number of move sequences from the start, by the number of plies from 0 on.
///
/// A pass is one ply, and a game that is over counts as one sequence at every greater depth. Depth 9 is
/// the first at which the other convention for passes has another count (3,005,320), depth 10 the first
/// at which the other convention for finished games has one (24,571,056). The counts are those that
/// Edax, magpie and neural-reversi publish.
pub const PERFT_FROM_START: [u64; 12] =
    [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800];

/// Counts the move sequences of `depth` plies by the naive rules, with the conventions of
/// [`PERFT_FROM_START`].
pub fn perft(discs: &Discs, depth: u32) -> u64 {
    if depth == 0 || discs.is_game_over() {
        return 1;
    }
    if discs.must_pass() {
        return perft(&discs.passed(), depth - 1);
    }
    discs.legal_squares().into_iter().map(|square| perft(&discs.after(square), depth - 1)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_naive_rules_count_what_is_published() {
        for (depth, expected) in PERFT_FROM_START.into_iter().enumerate().take(7) {
            assert_eq!(perft(&Discs::START, depth as u32), expected, "depth {depth}");
        }
    }

    #[test]
    fn a_pass_is_one_ply_and_a_finished_game_one_sequence() {
        // a1 and b1: the other side must pass, then c1 takes b1 and ends the game.
        let passing = Discs { player: 2, opponent: 1 };
        assert_eq!([1, 2, 3, 9].map(|depth| perft(&passing, depth)), [1; 4]);
    }
}
