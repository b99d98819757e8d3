//! The rules of Othello, square by square.

/// The discs of the side to move and those of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Discs {
    /// The discs of the side to move.
    pub player: u64,
    /// The discs of the other side.
    pub opponent: u64,
}

/// The steps to the eight neighbours of a square: columns, then rows.
const STEPS: [(i32, i32); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

impl Discs {
    /// The start of the game. Black, the side to move, has d5 and e4.
    pub const START: Discs =
        Discs { player: 0x0000_0008_1000_0000, opponent: 0x0000_0010_0800_0000 };

    /// Returns the discs that a move to `square` flips. A square that is not empty flips none.
    pub fn flips(&self, square: u32) -> u64 {
        if self.occupied() >> square & 1 != 0 {
            return 0;
        }
        STEPS.iter().map(|&(columns, rows)| self.flips_along(square, columns, rows)).sum()
    }

    /// Returns the discs that a move to `square` flips in one direction.
    fn flips_along(&self, square: u32, columns: i32, rows: i32) -> u64 {
        let mut bracketed = 0;
        let (mut column, mut row) = (square as i32 % 8 + columns, square as i32 / 8 + rows);
        while (0..8).contains(&column) && (0..8).contains(&row) {
            let bit = 1_u64 << (8 * row + column);
            if self.player & bit != 0 {
                return bracketed;
            }
            if self.opponent & bit == 0 {
                return 0;
            }
            bracketed |= bit;
            column += columns;
            row += rows;
        }
        0
    }

    /// Returns the squares that the side to move can play.
    pub fn legal_moves(&self) -> u64 {
        (0..64).filter(|&square| self.flips(square) != 0).map(|square| 1 << square).sum()
    }

    /// Returns the squares that the side to move can play, a1 first.
    pub fn legal_squares(&self) -> Vec<u32> {
        let moves = self.legal_moves();
        (0..64).filter(|&square| moves >> square & 1 != 0).collect()
    }

    /// Returns the discs after a legal move, seen by the side that is to move then.
    ///
    /// # Panics
    /// The move flips nothing.
    #[must_use]
    pub fn after(&self, square: u32) -> Discs {
        let flips = self.flips(square);
        assert_ne!(flips, 0, "square {square} is not a legal move for {self:?}");
        Discs { player: self.opponent & !flips, opponent: self.player | flips | 1 << square }
    }

    /// Returns the same discs, seen by the other side.
    #[must_use]
    pub const fn passed(&self) -> Discs {
        Discs { player: self.opponent, opponent: self.player }
    }

    /// Reports whether the side to move has no legal move but the other side has one.
    pub fn must_pass(&self) -> bool {
        self.legal_moves() == 0 && self.passed().legal_moves() != 0
    }

    /// Reports whether neither side has a legal move.
    pub fn is_game_over(&self) -> bool {
        self.legal_moves() == 0 && self.passed().legal_moves() == 0
    }

    /// Returns the squares with a disc of either side.
    pub const fn occupied(&self) -> u64 {
        self.player | self.opponent
    }

    /// Returns the number of empties.
    pub const fn n_empties(&self) -> u32 {
        self.occupied().count_zeros()
    }

    /// Returns the result of a finished game in discs, -64 to 64, from the view of the side to move.
    ///
    /// The winner gets the empties.
    pub fn final_score(&self) -> i32 {
        let difference = self.player.count_ones() as i32 - self.opponent.count_ones() as i32;
        difference + difference.signum() * self.n_empties() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_first_moves_flip_one_disc_each() {
        // d3, c4, f5 and e6.
        assert_eq!(Discs::START.legal_squares(), [19, 26, 37, 44]);
        assert_eq!(Discs::START.flips(37), 1 << 36);
        assert_eq!(Discs::START.after(37).n_empties(), 59);
    }

    #[test]
    fn a_run_is_flipped_up_to_the_next_own_disc_only() {
        // Row 1: b1 to f1 are the opponent's, g1 ours, h1 the opponent's.
        let discs = Discs { player: 1 << 6, opponent: 0b1011_1110 };
        assert_eq!(discs.flips(0), 0b0011_1110);
        assert_eq!(discs.flips(8), 0, "no disc of ours stands behind a run");
        assert_eq!(discs.flips(1), 0, "b1 is not empty");
    }

    #[test]
    fn a_run_does_not_go_around_the_rim() {
        // g1 and h1 are the opponent's, a2 is ours.
        let discs = Discs { player: 1 << 8, opponent: 0b1100_0000 };
        assert_eq!(discs.legal_moves(), 0);
    }

    #[test]
    fn a_pass_is_told_from_the_end() {
        // Row 1 only: ours is a1, theirs b1. The other side has no move, we have c1.
        let discs = Discs { player: 1, opponent: 2 };
        assert!(!discs.must_pass() && discs.passed().must_pass());
        assert!(!discs.is_game_over());
        assert!(Discs { player: 1, opponent: 0 }.is_game_over());
    }

    #[test]
    fn the_winner_gets_the_empty_squares() {
        assert_eq!(Discs { player: 0b111, opponent: 0b1000 }.final_score(), 62);
        assert_eq!(Discs { player: 0, opponent: 1 }.final_score(), -64);
        assert_eq!(Discs { player: 1, opponent: 2 }.final_score(), 0);
    }
}
