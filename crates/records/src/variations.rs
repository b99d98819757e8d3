//! Variations of a game: moves that were not played, as SGF has them.

use thiserror::Error;
use willow_board::{Game, IllegalMove, Move, Position};

/// The most moves of variations that a game may have: what follows is left out.
pub const MAX_VARIATION_MOVES: usize = 10_000;

/// The error of a move that cannot be added to the variations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VariationError {
    /// The game and its variations have no such position.
    #[error("the game has no such position")]
    NoPosition,
    /// There are [`MAX_VARIATION_MOVES`] moves already.
    #[error("a game has at most {MAX_VARIATION_MOVES} moves in variations")]
    TooMany,
    /// The rules do not allow the move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// A position of a game or of its variations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Branch {
    /// That of the game after so many plies.
    Game(usize),
    /// That after the move with this index in [`Variations::moves`].
    Variation(usize),
}

/// A move of a variation. Passes are moves, too.
#[derive(Clone, Debug, PartialEq)]
pub struct VariationMove {
    /// The position in which it is played.
    pub after: Branch,
    /// The move, which is legal there.
    pub mv: Move,
    /// A remark.
    pub comment: String,
    /// The position after the move.
    position: Position,
}

/// The variations of a game. A move comes behind the one that it follows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variations {
    moves: Vec<VariationMove>,
    n_left_out: usize,
}

impl Variations {
    /// Returns the moves of all variations.
    pub fn moves(&self) -> &[VariationMove] {
        &self.moves
    }

    /// Returns how many lines of the source were left out from some move on: because they break the rules,
    /// or because there are more than [`MAX_VARIATION_MOVES`].
    pub fn n_left_out(&self) -> usize {
        self.n_left_out
    }

    /// Returns the indices of the moves that are played in a position, in their order.
    pub fn after(&self, branch: Branch) -> impl Iterator<Item = usize> + '_ {
        let moves = self.moves.iter().enumerate();
        moves.filter(move |(_, mv)| mv.after == branch).map(|(index, _)| index)
    }

    /// Returns a position of the game or of its variations, `None` if there is none there.
    pub fn position<'a>(&'a self, game: &'a Game, branch: Branch) -> Option<&'a Position> {
        match branch {
            Branch::Game(ply) => game.position_at(ply),
            Branch::Variation(index) => self.moves.get(index).map(|mv| &mv.position),
        }
    }

    /// Adds a move to a position, after a pass if the side to move must pass there. Returns where it leads.
    ///
    /// # Errors
    /// The position must exist, the move must be legal there, and there must be room for it.
    pub fn play(
        &mut self,
        game: &Game,
        branch: Branch,
        mv: Move,
    ) -> Result<Branch, VariationError> {
        let position = *self.position(game, branch).ok_or(VariationError::NoPosition)?;
        if MAX_VARIATION_MOVES <= self.moves.len() {
            return Err(VariationError::TooMany);
        }
        if mv != Move::Pass && position.must_pass() {
            let passed = self.play(game, branch, Move::Pass)?;
            return self.play(game, passed, mv);
        }
        let position = position.play(mv)?;
        self.moves.push(VariationMove { after: branch, mv, comment: String::new(), position });
        Ok(Branch::Variation(self.moves.len() - 1))
    }

    /// Returns the remark at a move of a variation, to be changed.
    pub(crate) fn comment_mut(&mut self, index: usize) -> Option<&mut String> {
        self.moves.get_mut(index).map(|mv| &mut mv.comment)
    }

    /// Notes that a line is left out from here on.
    pub(crate) fn leave_out(&mut self) {
        self.n_left_out += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript;

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn moves_follow_the_game_and_each_other() {
        let game = transcript::parse("f5d6c3").unwrap();
        let mut variations = Variations::default();
        let f6 = variations.play(&game, Branch::Game(1), mv("f6")).unwrap();
        let e6 = variations.play(&game, f6, mv("e6")).unwrap();
        let f4 = variations.play(&game, Branch::Game(1), mv("f4")).unwrap();
        assert_eq!([f6, e6, f4], [0, 1, 2].map(Branch::Variation));
        assert_eq!(variations.after(Branch::Game(1)).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(variations.after(f6).collect::<Vec<_>>(), [1]);
        let after_f6 = game.position_at(1).unwrap().play(mv("f6")).unwrap();
        assert_eq!(variations.position(&game, f6), Some(&after_f6));
    }

    #[test]
    fn what_breaks_the_rules_is_refused() {
        let game = transcript::parse("f5").unwrap();
        let mut variations = Variations::default();
        assert!(matches!(
            variations.play(&game, Branch::Game(0), mv("a1")),
            Err(VariationError::Illegal(_))
        ));
        assert!(matches!(
            variations.play(&game, Branch::Game(0), Move::Pass),
            Err(VariationError::Illegal(_))
        ));
        assert_eq!(
            variations.play(&game, Branch::Game(2), mv("d6")),
            Err(VariationError::NoPosition)
        );
        assert_eq!(
            variations.play(&game, Branch::Variation(0), mv("d6")),
            Err(VariationError::NoPosition)
        );
        assert!(variations.moves().is_empty());
    }

    #[test]
    fn there_is_an_end_of_their_number() {
        let game = transcript::parse("f5").unwrap();
        let mut variations = Variations::default();
        for _ in 0..MAX_VARIATION_MOVES {
            variations.play(&game, Branch::Game(0), mv("d3")).unwrap();
        }
        assert_eq!(variations.play(&game, Branch::Game(0), mv("d3")), Err(VariationError::TooMany));
        assert_eq!(variations.moves().len(), MAX_VARIATION_MOVES);
    }
}
