//! The phases of the game.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_cover_the_game() {
        assert_eq!((phase_of(60), phase_of(57), phase_of(56)), (0, 0, 1));
        assert_eq!((phase_of(1), phase_of(0), phase_of(64)), (14, 14, 0));
    }
}
