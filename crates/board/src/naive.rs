//! A slow, simple implementation of the rules, square by square. The kernels are tested against it.

use crate::Square;

const STEPS: [(i32, i32); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// Returns the discs bracketed from `square`, in each of the eight directions.
pub(crate) fn flips(player: u64, opponent: u64, square: Square) -> u64 {
    STEPS.iter().map(|&step| flips_along(player, opponent, square, step)).sum()
}

fn flips_along(player: u64, opponent: u64, square: Square, step: (i32, i32)) -> u64 {
    let mut bracketed = 0;
    let (mut column, mut row) = (square.column() as i32 + step.0, square.row() as i32 + step.1);
    while (0..8).contains(&column) && (0..8).contains(&row) {
        let bit = 1u64 << (8 * row + column);
        if player & bit != 0 {
            return bracketed;
        }
        if opponent & bit == 0 {
            return 0;
        }
        bracketed |= bit;
        column += step.0;
        row += step.1;
    }
    0
}

/// Returns the empty squares on which a disc would flip at least one other disc.
pub(crate) fn legal_moves(player: u64, opponent: u64) -> u64 {
    Square::ALL
        .into_iter()
        .filter(|square| (player | opponent) >> square.index() & 1 == 0)
        .filter(|&square| flips(player, opponent, square) != 0)
        .map(|square| 1 << square.index())
        .sum()
}
