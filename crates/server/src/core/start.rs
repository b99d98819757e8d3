//! Lots, and where games begin.

use std::sync::LazyLock;

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use willow_board::{Game, Move, Position, Square};
use willow_protocol::{GameId, Start};
use willow_records::transcript;

use super::rules::Seed;

/// Openings in which neither side is ahead: what `willow lab openings` wrote.
const OPENINGS: &str = include_str!("balanced.txt");

/// The positions after them.
static BALANCED: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let lines = OPENINGS.lines().filter(|line| !line.starts_with('#'));
    let moves = lines.filter_map(|line| line.split(' ').next());
    let game = |moves| transcript::parse(moves).expect("tests read the list");
    moves.map(|moves| *game(moves).position()).collect()
});

/// The numbers of private games begin here: they are drawn, so that nobody guesses them.
const FIRST_PRIVATE: u64 = 1 << 40;

/// The largest number that every JSON reader keeps exact.
const LARGEST_EXACT: u64 = (1 << 53) - 1;

/// A source of lots that nobody foresees who has seen others: the number of a private game is its
/// key.
#[derive(Debug)]
pub(super) struct Lots(ChaCha12Rng);

impl Lots {
    pub(super) fn new(seed: Seed) -> Lots {
        Lots(ChaCha12Rng::from_seed(seed))
    }

    pub(super) fn draw(&mut self) -> u64 {
        self.0.next_u64()
    }

    pub(super) fn coin(&mut self) -> bool {
        self.draw() >> 63 == 1
    }

    /// Draws a number below `n`.
    fn below(&mut self, n: usize) -> usize {
        (self.draw() % n as u64) as usize
    }

    pub(super) fn private_number(&mut self) -> GameId {
        GameId(FIRST_PRIVATE + self.draw() % (LARGEST_EXACT - FIRST_PRIVATE))
    }

    /// Returns the position in which a game begins.
    pub(super) fn position(&mut self, start: Start) -> Position {
        match start {
            Start::Standard => Position::START,
            Start::Balanced => BALANCED[self.below(BALANCED.len())],
            Start::Position(position) => position,
            Start::Random(discs) => self.random_position(u32::from(discs)),
        }
    }

    /// Plays random moves until there are so many discs; a game that ends before is begun again.
    fn random_position(&mut self, discs: u32) -> Position {
        loop {
            let mut game = Game::new();
            while game.position().board().occupied().count() < discs && !game.is_over() {
                let moves: Vec<Square> = game.position().legal_moves().into_iter().collect();
                let mv = match moves.len() {
                    0 => Move::Pass,
                    n => Move::Place(moves[self.below(n)]),
                };
                game.play(mv).expect("a legal move, or a pass where there is none");
            }
            if !game.is_over() && !game.position().must_pass() {
                return *game.position();
            }
        }
    }
}

/// Returns whether a number is one of a private game.
pub(crate) const fn is_private(game: GameId) -> bool {
    game.0 >= FIRST_PRIVATE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_of_the_seed_counts() {
        let first = Lots::new([0; 32]).draw();
        for byte in 0..32 {
            let mut seed = [0; 32];
            seed[byte] = 1;
            assert_ne!(Lots::new(seed).draw(), first, "byte {byte}");
        }
    }

    #[test]
    fn the_balanced_openings_are_many_of_eight_moves_and_no_images_of_each_other() {
        let names: std::collections::HashSet<_> =
            BALANCED.iter().map(|position| position.board().canonical()).collect();
        assert_eq!(names.len(), BALANCED.len());
        assert!(BALANCED.len() >= 100, "{}", BALANCED.len());
        for position in BALANCED.iter() {
            assert_eq!(position.board().occupied().count(), 12);
            assert!(!position.legal_moves().is_empty());
        }
    }

    #[test]
    fn a_random_start_has_the_discs_that_were_asked_for_and_a_move() {
        let mut lots = Lots::new([1; 32]);
        for discs in 5..=32 {
            let position = lots.position(Start::Random(discs));
            assert_eq!(position.board().occupied().count(), u32::from(discs));
            assert!(!position.legal_moves().is_empty());
        }
    }
}
