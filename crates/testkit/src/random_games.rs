//! Games and positions of random moves, from a seed.

use crate::{Discs, TestRng};

/// A ply of a game: the discs before it, and what was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The discs before the ply.
    pub before: Discs,
    /// The square that was played, or `None` for a pass.
    pub square: Option<u32>,
}

impl Ply {
    /// Returns the discs after the ply, seen by the side that is to move then.
    pub fn after(&self) -> Discs {
        next(&self.before, self.square)
    }
}

/// Returns the discs after a move, or after a pass if there is none.
fn next(discs: &Discs, square: Option<u32>) -> Discs {
    square.map_or_else(|| discs.passed(), |square| discs.after(square))
}

/// Plays random moves from the start to the end of the game.
///
/// ```
/// let game = willow_testkit::random_game(1);
/// assert!(game.last().is_some_and(|ply| ply.square.is_some()), "no game ends with a pass");
/// ```
pub fn random_game(seed: u64) -> Vec<Ply> {
    random_game_by(&mut TestRng::new(seed))
}

/// Plays random moves from the start to the end of the game. A pass takes a number as a move does.
fn random_game_by(rng: &mut TestRng) -> Vec<Ply> {
    let mut plies = Vec::new();
    let mut discs = Discs::START;
    while !discs.is_game_over() {
        let squares = discs.legal_squares();
        let square = squares.get(rng.below(squares.len().max(1))).copied();
        plies.push(Ply { before: discs, square });
        discs = next(&discs, square);
    }
    plies
}

/// Returns every board of a random game: the start, those after each move and pass, and the last.
pub fn random_boards(seed: u64) -> Vec<Discs> {
    let plies = random_game(seed);
    let last = plies.last().map(Ply::after);
    plies.into_iter().map(|ply| ply.before).chain(last).collect()
}

/// Plays random moves from the start until `n_empties` squares are empty, and returns the discs; `None`
/// if the game ends before or then. The side to move may have to pass.
pub fn random_position(n_empties: u32, seed: u64) -> Option<Discs> {
    random_position_by(&mut TestRng::new(seed), n_empties)
}

/// Returns `count` positions with `n_empties` empties, of one random game each. No game is over
/// in them.
pub fn random_positions(n_empties: u32, count: usize) -> Vec<Discs> {
    let mut rng = TestRng::new(u64::from(n_empties) + 1);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        positions.extend(random_position_by(&mut rng, n_empties));
    }
    positions
}

fn random_position_by(rng: &mut TestRng, n_empties: u32) -> Option<Discs> {
    let mut discs = Discs::START;
    while n_empties < discs.n_empties() && !discs.is_game_over() {
        let squares = discs.legal_squares();
        let square = (!squares.is_empty()).then(|| squares[rng.below(squares.len())]);
        discs = next(&discs, square);
    }
    (!discs.is_game_over()).then_some(discs)
}

/// Plays a game in which each number chooses among the legal moves, for tests that generate the
/// numbers. The game stops when it is over or the numbers are used up. A pass takes a number, too.
pub fn game_of_choices(choices: &[usize]) -> Vec<Ply> {
    let mut plies = Vec::with_capacity(choices.len());
    let mut discs = Discs::START;
    for &choice in choices {
        if discs.is_game_over() {
            break;
        }
        let square = chosen_move(&discs, choice);
        plies.push(Ply { before: discs, square });
        discs = next(&discs, square);
    }
    plies
}

/// Returns the legal move that a number chooses, or `None` if there is no legal move.
fn chosen_move(discs: &Discs, choice: usize) -> Option<u32> {
    let squares = discs.legal_squares();
    squares.get(choice % squares.len().max(1)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_played_from_the_start_to_its_end() {
        for seed in 0..20 {
            let boards = random_boards(seed);
            let game = random_game(seed);
            assert_eq!((boards[0], boards.len()), (Discs::START, game.len() + 1));
            for (ply, after) in game.iter().zip(&boards[1..]) {
                assert_eq!(ply.square.is_none(), ply.before.must_pass());
                assert_eq!(ply.after(), *after);
            }
            assert!(boards.last().is_some_and(Discs::is_game_over));
        }
    }

    #[test]
    fn seeds_give_different_games_with_passes_among_them() {
        let games: Vec<_> = (0..20).map(random_game).collect();
        assert!(games.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(games.iter().flatten().any(|ply| ply.square.is_none()));
    }

    #[test]
    fn positions_have_the_number_of_empty_squares_that_was_asked_for() {
        for n_empties in [1, 10, 30, 55] {
            let positions = random_positions(n_empties, 20);
            assert_eq!(positions.len(), 20);
            for position in positions {
                assert_eq!(position.n_empties(), n_empties);
                assert!(!position.is_game_over());
            }
        }
        assert_eq!(random_position(60, 1), Some(Discs::START));
    }

    #[test]
    fn choices_lead_through_a_game() {
        assert_eq!(game_of_choices(&[]), []);
        let squares: Vec<_> = game_of_choices(&[2, 0]).iter().map(|ply| ply.square).collect();
        assert_eq!(squares, [Some(37), Some(29)], "f5, then f4");
        assert!(game_of_choices(&[1; 200]).len() < 130, "the game ends before the numbers do");
    }
}
