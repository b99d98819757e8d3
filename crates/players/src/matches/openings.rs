//! The openings of a match.

use std::collections::HashSet;

use crate::{SeededRng, derive_seed};
use thiserror::Error;
use willow_board::{Board, Color, Game, Square};

/// Where the openings of a match come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningSource {
    /// The start position for every game.
    Start,
    /// Random moves from the start position; all openings are different.
    Random {
        /// The number of discs placed, passes not counted.
        plies: u32,
    },
    /// The games of this list in order, repeated as often as needed.
    Games(Vec<Game>),
}

/// Why a source cannot give the openings of a match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// The list of openings is empty.
    #[error("the list of openings is empty")]
    Empty,
    /// An opening of the list is a finished game.
    #[error("the game is over in opening {number}")]
    Finished {
        /// The number of the opening in the list, from 1.
        number: usize,
    },
    /// There are fewer different openings of this length than the match needs.
    #[error("only {found} different openings of {plies} random moves were found, not {wanted}")]
    TooFew {
        /// The number of random moves.
        plies: u32,
        /// Number of openings found.
        found: usize,
        /// Number of openings that the match needs.
        wanted: usize,
    },
}

/// The default number of random moves.
const DEFAULT_PLIES: u32 = 8;

/// The number of consecutive random openings without a new one after which the search for more
/// ends.
const MAX_REPEATS: u32 = 10_000;

impl OpeningSource {
    /// Returns the default source for a match of `n_games` games: the start position for up to two
    /// games, else 8 random moves.
    pub const fn default_for(n_games: u32) -> OpeningSource {
        if n_games <= 2 {
            OpeningSource::Start
        } else {
            OpeningSource::Random { plies: DEFAULT_PLIES }
        }
    }

    /// Returns `n` openings. A larger `n` adds openings at the end and changes no earlier one.
    ///
    /// Random openings are pairwise different under all symmetries of the board. In each position
    /// every legal move is equally likely. No opening is a finished game.
    ///
    /// # Errors
    /// The list is empty or has a finished game, or there are fewer than `n` different random
    /// openings.
    pub fn openings(&self, n: usize, seed: u64) -> Result<Vec<Game>, OpeningError> {
        match self {
            OpeningSource::Start => Ok(vec![Game::new(); n]),
            OpeningSource::Random { plies } => random_openings(*plies, n, seed),
            OpeningSource::Games(games) => {
                if let Some(index) = games.iter().position(Game::is_over) {
                    return Err(OpeningError::Finished { number: index + 1 });
                }
                if games.is_empty() {
                    return Err(OpeningError::Empty);
                }
                Ok(games.iter().cycle().take(n).cloned().collect())
            }
        }
    }
}

fn random_openings(plies: u32, n: usize, seed: u64) -> Result<Vec<Game>, OpeningError> {
    let mut openings = Vec::with_capacity(n);
    let mut seen: HashSet<(Board, Color)> = HashSet::new();
    let mut attempts = 0_u64;
    let mut repeats = 0;
    while openings.len() < n {
        let opening = random_opening(plies, derive_seed(seed, attempts));
        attempts += 1;
        match opening {
            Some(game) if seen.insert(symmetry_key(&game)) => {
                openings.push(game);
                repeats = 0;
            }
            _ if repeats == MAX_REPEATS => {
                return Err(OpeningError::TooFew { plies, found: openings.len(), wanted: n });
            }
            _ => repeats += 1,
        }
    }
    Ok(openings)
}

/// Returns a key that is equal for openings that differ only by a symmetry.
fn symmetry_key(game: &Game) -> (Board, Color) {
    (game.position().board().canonical(), game.position().side_to_move())
}

/// Returns an unfinished game of random moves, or `None` if the game ended too early.
fn random_opening(plies: u32, seed: u64) -> Option<Game> {
    let mut rng = SeededRng::new(seed);
    let mut game = Game::new();
    for _ in 0..plies {
        let position = game.position();
        let moves = if position.must_pass() {
            position.board().pass().legal_moves()
        } else {
            position.legal_moves()
        };
        if moves.is_empty() {
            return None;
        }
        let square: Square = moves.squares().nth(rng.below(moves.count()) as usize)?;
        game.place(square).expect("the square was among the legal moves");
    }
    (!game.is_over()).then_some(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(plies: u32, n: usize, seed: u64) -> Result<Vec<Game>, OpeningError> {
        OpeningSource::Random { plies }.openings(n, seed)
    }

    #[test]
    fn random_openings_differ_and_repeat_with_their_seed() {
        let openings = random(8, 200, 1).unwrap();
        let keys: HashSet<_> = openings.iter().map(symmetry_key).collect();
        assert_eq!(keys.len(), 200);
        assert!(openings.iter().all(|game| game.position().board().n_empties() == 52));
        assert!(openings.iter().all(|game| !game.is_over()));
        assert_eq!(random(8, 200, 1).unwrap(), openings);
        assert_eq!(random(8, 50, 1).unwrap(), openings[..50]);
        assert_ne!(random(8, 50, 2).unwrap(), openings[..50]);
    }

    /// One first move and three answers to it are different under symmetry.
    #[test]
    fn short_openings_run_out() {
        assert_eq!(random(0, 1, 1).unwrap(), [Game::new()]);
        assert_eq!(random(1, 1, 1).unwrap().len(), 1);
        assert_eq!(random(2, 3, 1).unwrap().len(), 3);
        let too_few = |plies, found| OpeningError::TooFew { plies, found, wanted: found + 1 };
        assert_eq!(random(1, 2, 1), Err(too_few(1, 1)));
        assert_eq!(random(2, 4, 1), Err(too_few(2, 3)));
        assert_eq!(random(61, 1, 1), Err(too_few(61, 0)));
    }

    #[test]
    fn long_openings_pass_where_they_must() {
        let openings = random(50, 20, 3).unwrap();
        assert!(openings.iter().all(|game| game.position().board().n_empties() == 10));
    }

    #[test]
    fn lists_are_repeated_and_checked() {
        let openings = random(4, 2, 1).unwrap();
        let list = OpeningSource::Games(openings.clone());
        let [a, b] = openings.try_into().unwrap();
        assert_eq!(list.openings(3, 0).unwrap(), [a.clone(), b, a.clone()]);
        assert_eq!(OpeningSource::Games(vec![]).openings(1, 0), Err(OpeningError::Empty));
        let finished = crate::matches::test_support::random_game(1);
        let list = OpeningSource::Games(vec![a, finished]);
        assert_eq!(list.openings(1, 0), Err(OpeningError::Finished { number: 2 }));
    }

    #[test]
    fn the_default_depends_on_the_number_of_games() {
        assert_eq!(OpeningSource::default_for(1), OpeningSource::Start);
        assert_eq!(OpeningSource::default_for(2), OpeningSource::Start);
        assert_eq!(OpeningSource::default_for(4), OpeningSource::Random { plies: 8 });
    }
}
