//! Legal moves in plain integer arithmetic, by parallel prefix.
//!
//! Runs of the opponent's discs are extended from the player's discs in each direction, in steps of
//! 1, 1, 2 and 2 squares. Six squares are the longest possible run. The square behind a run is a
//! legal move if it is empty.

/// The columns b to g: a run along a row or a diagonal cannot cross the edge of the board.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Returns the empties on which `player` may move.
#[inline]
pub(crate) fn legal_moves(player: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    let moves = along::<1>(player, inner)
        | along::<7>(player, inner)
        | along::<8>(player, opponent)
        | along::<9>(player, inner);
    moves & !(player | opponent)
}

/// Returns the squares behind runs of `opponent` that begin at `player`, with `STEP` bits
/// between squares, in both directions.
#[inline]
fn along<const STEP: u32>(player: u64, opponent: u64) -> u64 {
    let mut up = opponent & (player << STEP);
    let mut down = opponent & (player >> STEP);
    up |= opponent & (up << STEP);
    down |= opponent & (down >> STEP);
    let pairs_up = opponent & (opponent << STEP);
    let pairs_down = pairs_up >> STEP;
    for _ in 0..2 {
        up |= pairs_up & (up << (2 * STEP));
        down |= pairs_down & (down >> (2 * STEP));
    }
    (up << STEP) | (down >> STEP)
}

/// Returns the number of plies that can follow the boards, all together: for each board its number of
/// legal moves, or 1 for a pass or the end of the game.
pub(crate) fn count_continuations(boards: &[(u64, u64)]) -> u64 {
    let count = |&(player, opponent): &(u64, u64)| {
        u64::from(super::legal_moves(player, opponent).count_ones().max(1))
    };
    boards.iter().map(count).sum()
}
