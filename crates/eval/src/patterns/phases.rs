//! The phases of the game, and the banks of weights.

/// The number of phases. A phase lasts four moves.
pub const N_PHASES: usize = 15;

/// Returns the phase of a board with `n_empties` empty squares.
#[must_use]
#[inline]
pub const fn phase_of(n_empties: u32) -> usize {
    let played = 60u32.saturating_sub(n_empties) as usize;
    let phase = played / 4;
    if phase < N_PHASES { phase } else { N_PHASES - 1 }
}

/// The number of banks: each has hidden weights of its own, for a part of the game.
pub const N_BANKS: usize = 2;

/// The least number of empty squares of the first bank. The second one serves the rest of the game.
const FIRST_BANK_EMPTIES: u32 = 31;

/// Returns the bank of weights of a board with `n_empties` empty squares.
#[must_use]
#[inline]
pub const fn bank_of(n_empties: u32) -> usize {
    if FIRST_BANK_EMPTIES <= n_empties { 0 } else { N_BANKS - 1 }
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
        assert_eq!((bank_of(60), bank_of(FIRST_BANK_EMPTIES)), (0, 0));
        assert_eq!((bank_of(FIRST_BANK_EMPTIES - 1), bank_of(0)), (1, 1));
    }
}
