//! Every kernel against the naive rules: on arbitrary boards, along random games, and under the
//! eight symmetries.

use proptest::prelude::*;
use willow_testkit::{Discs, random_boards};

use crate::{Bitboard, Board, Square, Symmetry, flip, legal_moves};

type FlipKernel = fn(u64, u64, usize) -> u64;
type MoveKernel = fn(u64, u64) -> u64;

/// Returns the kernels that this build can run, by name.
fn kernels() -> Vec<(&'static str, FlipKernel, MoveKernel)> {
    vec![
        ("portable", flip::portable::flips, legal_moves::portable::legal_moves),
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        ("avx2", flip::avx2::flips, legal_moves::avx2::legal_moves),
        #[cfg(all(
            target_arch = "x86_64",
            target_feature = "avx512cd",
            target_feature = "avx512vl"
        ))]
        ("avx512", flip::avx512::flips, legal_moves::avx512::legal_moves),
        #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
        ("neon", flip::neon::flips, legal_moves::neon::legal_moves),
    ]
}

fn check_all_kernels(player: u64, opponent: u64) {
    let discs = Discs { player, opponent };
    let moves = discs.legal_moves();
    for (name, flips_of, moves_of) in kernels() {
        assert_eq!(moves_of(player, opponent), moves, "{name}: {player:#x} {opponent:#x}");
        for square in Bitboard::from_bits(!(player | opponent)).squares() {
            let expected = discs.flips(square.index() as u32);
            let flips = flips_of(player, opponent, square.index());
            assert_eq!(flips, expected, "{name}: {square} {player:#x} {opponent:#x}");
        }
    }
}

/// Returns every board of a game of random moves.
pub(crate) fn boards_of_random_game(seed: u64) -> Vec<Board> {
    let board = |discs: Discs| {
        Board::new(Bitboard::from_bits(discs.player), Bitboard::from_bits(discs.opponent)).unwrap()
    };
    random_boards(seed).into_iter().map(board).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn kernels_agree_with_the_rules_on_arbitrary_boards(a: u64, b: u64, thinning: u64) {
        check_all_kernels(a & !b, b);
        // Boards with half of the squares on each side have few long runs. These boards have more empties
        // or more discs of one side.
        check_all_kernels(a & b & thinning, !a & thinning);
        check_all_kernels(a & !(b | thinning), b | thinning);
    }

    #[test]
    fn after_returns_a_valid_board_for_all_flips(a: u64, b: u64, flips: u64, index in 0u32..64) {
        let square = Square::from_index(index).unwrap();
        let board = Board::new(Bitboard::from_bits(a & !b), Bitboard::from_bits(b)).unwrap();
        let after = board.after(square, Bitboard::from_bits(flips));
        prop_assert!(!after.player().intersects(after.opponent()));
    }
}

#[test]
fn kernels_agree_with_the_rules_along_random_games() {
    for seed in 0..200 {
        for board in boards_of_random_game(seed) {
            check_all_kernels(board.player().bits(), board.opponent().bits());
        }
    }
}

#[test]
fn batched_continuations_equal_single_ones() {
    let boards: Vec<(u64, u64)> = (0..20)
        .flat_map(boards_of_random_game)
        .map(|board| (board.player().bits(), board.opponent().bits()))
        .collect();
    for length in 0..30 {
        for boards in boards.chunks(length + 1) {
            let expected = boards
                .iter()
                .map(|&(player, opponent)| Discs { player, opponent }.legal_moves())
                .map(|moves| u64::from(moves.count_ones().max(1)))
                .sum::<u64>();
            assert_eq!(legal_moves::count_continuations(boards), expected);
        }
    }
}

#[test]
fn flips_and_moves_are_symmetric() {
    for board in boards_of_random_game(7) {
        for symmetry in Symmetry::ALL {
            let image = board.transformed(symmetry);
            assert_eq!(image.legal_moves(), board.legal_moves().transformed(symmetry));
            assert_eq!(image.canonical(), board.canonical());
            for square in board.legal_moves().squares() {
                let flips = board.flips(square).transformed(symmetry);
                assert_eq!(image.flips(symmetry.square(square)), flips);
            }
        }
    }
}

#[test]
fn a_run_from_corner_to_corner_is_flipped() {
    // A disc on a1 and one on h8, the diagonal between them the opponent's.
    let diagonal = 0x8040_2010_0804_0201;
    let inner = diagonal & !Bitboard::CORNERS.bits();
    for (name, flips_of, _) in kernels() {
        assert_eq!(flips_of(1, inner, 63), inner, "{name}");
        assert_eq!(flips_of(1 << 63, inner, 0), inner, "{name}");
        assert_eq!(flips_of(0, inner, 0), 0, "{name}: no disc at the far end");
        assert_eq!(flips_of(0, 0x7e, 7), 0, "{name}: a run does not leave the board");
    }
}
