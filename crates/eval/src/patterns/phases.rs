//! The phases of the game, and the banks of weights.

/// The number of phases. A phase lasts four moves.
pub const N_PHASES: usize = 15;

/// Returns the phase of a board with `n_empties` empties.
#[inline]
pub const fn phase_of(n_empties: u32) -> usize {
    let played = 60u32.saturating_sub(n_empties) as usize;
    let phase = played / 4;
    if phase < N_PHASES { phase } else { N_PHASES - 1 }
}

/// The number of banks: each has hidden weights of its own, for a part of the game.
pub const N_BANKS: usize = MIN_EMPTIES.len() + 1;

/// Minimum empties of each bank except the last.
const MIN_EMPTIES: [u32; 2] = [31, 17];

/// Returns the bank of weights of a board with `n_empties` empties.
#[inline]
pub const fn bank_of(n_empties: u32) -> usize {
    let [first, second] = MIN_EMPTIES;
    (n_empties < first) as usize + (n_empties < second) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_cover_the_game() {
        assert_eq!((phase_of(60), phase_of(57), phase_of(56)), (0, 0, 1));
        assert_eq!((phase_of(1), phase_of(0), phase_of(64)), (14, 14, 0));
    }

    #[test]
    fn banks_cover_the_game() {
        let first_and_last = [(60, 31, 0), (30, 17, 1), (16, 0, 2)];
        for (first, last, bank) in first_and_last {
            assert_eq!((bank_of(first), bank_of(last)), (bank, bank));
        }
        assert_eq!(first_and_last.len(), N_BANKS);
    }
}
