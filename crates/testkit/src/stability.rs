//! Which discs legal moves can flip: all games that can follow are played, or some that are sampled.

use std::collections::HashSet;

use crate::{Discs, TestRng};

/// Returns the discs of both sides that some sequence of legal moves flips, passes included. Every sequence is
/// played, so this is for positions with few empties: up to eight take a moment.
///
/// ```
/// use willow_testkit::{Discs, flippable_discs};
///
/// // a1 is empty. White's b1 lies between it and the black c1, and is the only disc that falls.
/// let discs = Discs { player: !0b11, opponent: 0b10 };
/// assert_eq!(flippable_discs(&discs), 0b10);
/// ```
pub fn flippable_discs(discs: &Discs) -> u64 {
    let (mut flipped, mut seen, mut left) = (0, HashSet::new(), vec![*discs]);
    while let Some(at) = left.pop() {
        let squares = at.legal_squares();
        flipped |= squares.iter().fold(0, |flips, &square| flips | at.flips(square));
        let next = squares.iter().map(|&square| at.after(square));
        left.extend(next.chain(at.must_pass().then(|| at.passed())).filter(|at| seen.insert(*at)));
    }
    flipped & discs.occupied()
}

/// Returns those discs of both sides that legal moves flip in some games, which are drawn from a seed. At every
/// position of a game all moves are looked at.
pub fn flipped_in_random_games(discs: &Discs, n_games: usize, seed: u64) -> u64 {
    let mut rng = TestRng::new(seed);
    let mut flipped = 0;
    for _ in 0..n_games {
        let mut at = *discs;
        while !at.is_game_over() {
            let squares = at.legal_squares();
            flipped |= squares.iter().fold(0, |flips, &square| flips | at.flips(square));
            let square = squares.get(rng.below(squares.len().max(1)));
            at = square.map_or_else(|| at.passed(), |&square| at.after(square));
        }
    }
    flipped & discs.occupied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_positions;

    #[test]
    fn what_drawn_games_flip_can_be_flipped() {
        for (seed, discs) in (0..).zip(random_positions(6, 40)) {
            let (all, drawn) = (flippable_discs(&discs), flipped_in_random_games(&discs, 5, seed));
            assert_eq!(drawn & !all, 0, "{discs:?}");
            assert_eq!(flipped_in_random_games(&discs, 2000, seed), all, "{discs:?}");
        }
    }
}
