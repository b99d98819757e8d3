//! Which discs can never be flipped: what is certain, and what is possible.
//!
//! A disc is stable if no sequence of legal moves flips it. To know that of every disc would need a search
//! of all games that can follow, which is possible in endings only. Else two bounds are enough for a sentence
//! that is always true: discs that nothing can flip, by the rules that programs use, and discs that some
//! sequence of legal moves does flip, found by playing it. Mostly they meet.

use willow_board::{Bitboard, Board, Color, Position, Square};

/// The stable discs of both sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stability {
    /// Discs that no legal moves flip.
    certain: Bitboard,
    /// Discs that are not known to be flipped by any legal moves. All of `certain` are among them.
    possible: Bitboard,
}

impl Stability {
    /// Returns what is known about the discs of a position.
    pub(super) fn of(position: &Position) -> Stability {
        let board = position.board();
        let certain = certain(board);
        let mut open = Open { discs: board.occupied() & !certain, n_positions: MAX_POSITIONS };
        open.play_random_games(board);
        let possible = certain | open.discs;
        if open.play_all_games(board) {
            let stable = certain | open.discs;
            return Stability { certain: stable, possible: stable };
        }
        Stability { certain, possible }
    }

    /// Returns the discs of a position's side that are stable for certain.
    pub(super) fn certain(&self, position: &Position, side: Color) -> Bitboard {
        self.certain & position.discs(side)
    }

    /// Returns the discs of a position's side that may be stable: all the stable ones are among them.
    pub(super) fn possible(&self, position: &Position, side: Color) -> Bitboard {
        self.possible & position.discs(side)
    }
}

/// Returns discs of both sides that no moves flip, legal or not.
fn certain(board: &Board) -> Bitboard {
    board.stable_discs() | board.pass().stable_discs()
}

/// Number of random games; more find hardly any further flips.
const N_RANDOM_GAMES: u32 = 300;

/// Maximum positions of all games that are visited: enough for all of them with up to eight empties, and
/// mostly with ten.
const MAX_POSITIONS: u32 = 100_000;

/// Discs of a position that legal moves may or may not flip.
struct Open {
    discs: Bitboard,
    /// Positions that may still be visited.
    n_positions: u32,
}

impl Open {
    /// Strikes out the discs that some move of a board flips.
    fn strike_out_flipped(&mut self, board: &Board) {
        self.discs &= !board
            .legal_moves()
            .squares()
            .fold(Bitboard::EMPTY, |flips, square| flips | board.flips(square));
    }

    /// Plays random games, the same ones at every call, and visits all moves of their positions.
    fn play_random_games(&mut self, start: &Board) {
        let mut draw = Draw(0x9e37_79b9_7f4a_7c15);
        for _ in 0..N_RANDOM_GAMES {
            let mut board = *start;
            while !self.discs.is_empty() && !board.is_game_over() {
                self.strike_out_flipped(&board);
                let moves: Vec<Square> = board.legal_moves().squares().collect();
                board = match moves.get(draw.below(moves.len())) {
                    Some(&mv) => board.after(mv, board.flips(mv)),
                    None => board.pass(),
                };
            }
        }
    }

    /// Plays all games that can follow. Returns whether it has come to an end: then no moves flip the discs
    /// that are left.
    fn play_all_games(&mut self, board: &Board) -> bool {
        if (self.discs & !certain(board)).is_empty() {
            return true;
        }
        let Some(n_positions) = self.n_positions.checked_sub(1) else { return false };
        self.n_positions = n_positions;
        self.strike_out_flipped(board);
        let moves = board.legal_moves();
        if moves.is_empty() {
            return board.is_game_over() || self.play_all_games(&board.pass());
        }
        moves.squares().all(|square| self.play_all_games(&board.after(square, board.flips(square))))
    }
}

/// Draws numbers: a generator of the xorshift kind.
struct Draw(u64);

impl Draw {
    /// Returns a number below a limit; 0 if the limit is 0.
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) as usize).checked_rem(limit).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use willow_testkit::{flippable_discs, flipped_in_random_games, random_positions};

    use super::*;
    use crate::test_support::position_of;

    /// All games that can follow are played by naive rules.
    #[test]
    fn with_few_empty_squares_the_stable_discs_are_known() {
        let mut n_found = 0;
        for discs in (1..=6).flat_map(|n_empties| random_positions(n_empties, 40)) {
            let position = position_of(&discs);
            let stability = Stability::of(&position);
            let stable = Bitboard::from_bits(discs.occupied() & !flippable_discs(&discs));
            assert_eq!((stability.certain, stability.possible), (stable, stable), "{discs:?}");
            n_found += (stable & !certain(position.board())).count();
        }
        assert!(1000 < n_found, "the rule finds all but {n_found} stable discs");
    }

    #[test]
    fn with_more_of_them_random_games_contradict_neither_bound() {
        for discs in [9, 12, 20, 30].into_iter().flat_map(|n| random_positions(n, 40)) {
            let Stability { certain, possible } = Stability::of(&position_of(&discs));
            let flipped = Bitboard::from_bits(flipped_in_random_games(&discs, 1000, 5));
            assert_eq!(certain & !possible, Bitboard::EMPTY, "{discs:?}");
            assert_eq!(certain & flipped, Bitboard::EMPTY, "{discs:?}");
        }
    }
}
