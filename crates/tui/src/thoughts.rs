//! The search information of the programs of a local game.

use willow_board::{Game, Position, Square};
use willow_players::SearchInfo;

/// What programs thought about moves, also about those that were taken back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Thoughts(Vec<ShownThought>);

/// The search information about a move.
#[derive(Clone, Debug)]
pub(crate) struct ShownThought {
    /// The position in which the move was made.
    pub(crate) before: Position,
    pub(crate) mv: Square,
    /// The search information of the program.
    pub(crate) thought: SearchInfo,
}

impl Thoughts {
    /// Adds what was thought about a move, in place of an earlier thought about it.
    pub(crate) fn add(&mut self, before: Position, mv: Square, thought: SearchInfo) {
        self.0.retain(|entry| (entry.before, entry.mv) != (before, mv));
        self.0.push(ShownThought { before, mv, thought });
    }

    /// Returns what was thought about the move that follows so many plies of a game.
    pub(crate) fn after(&self, game: &Game, n_plies: usize) -> Option<&ShownThought> {
        let (before, mv) = (game.position_at(n_plies)?, game.moves().nth(n_plies)?.square()?);
        self.0.iter().find(|entry| (entry.before, entry.mv) == (*before, mv))
    }

    /// Returns the thought about the last move of a game that a program has thought about.
    pub(crate) fn last(&self, game: &Game) -> Option<&ShownThought> {
        (0..game.n_plies()).rev().find_map(|n_plies| self.after(game, n_plies))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(squares: &[Square]) -> Game {
        let mut game = Game::new();
        for &square in squares {
            game.place(square).unwrap();
        }
        game
    }

    #[test]
    fn a_thought_belongs_to_its_position_and_its_move() {
        let played = game(&[Square::F5, Square::D6, Square::C3]);
        let mut thoughts = Thoughts::default();
        let thought = SearchInfo::of_move(Square::D6.into());
        thoughts.add(*played.position_at(1).unwrap(), Square::D6, thought.clone());
        let told = thoughts.last(&played).unwrap();
        assert_eq!((told.mv, &told.thought), (Square::D6, &thought));
        assert!(thoughts.after(&played, 0).is_none() && thoughts.after(&played, 2).is_none());
        assert!(thoughts.last(&game(&[Square::F5, Square::F6])).is_none(), "another move");
        assert!(thoughts.last(&game(&[Square::F5])).is_none(), "it was taken back");
        let again = SearchInfo { depth: Some(9), ..thought };
        thoughts.add(*played.position_at(1).unwrap(), Square::D6, again);
        assert_eq!(thoughts.last(&played).unwrap().thought.depth, Some(9));
    }
}
