//! The rules of a game, as far as a search needs them.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::DerefMut;

/// The rules of a game for two, as far as a search needs them.
///
/// The game itself says when a side must pass and what a finished game is worth, so the
/// searches do not depend on whether a game has passes. Implementations that hold settings, for example the order
/// in which moves are listed, keep them in themselves and not in the state.
pub trait GameRules {
    /// A position with its side to move.
    type State: Clone + Debug + Eq + Hash;
    /// A move; never a pass.
    type Move: Copy + Debug + Eq;
    /// The moves of a position, in the order in which a search without move ordering tries them.
    type Moves: DerefMut<Target = [Self::Move]> + IntoIterator<Item = Self::Move>;

    /// Returns what the side to move can do.
    fn options(&self, state: &Self::State) -> TurnOptions<Self::Moves, Self::State>;

    /// Returns the position after one of the moves that [`options`](GameRules::options) lists.
    fn apply(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    /// Returns the most moves that the game can still last, passes not counted, if there is a limit.
    fn max_moves_left(&self, state: &Self::State) -> Option<u32> {
        let _ = state;
        None
    }
}

/// What the side to move can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnOptions<Moves, State> {
    /// It has these moves, at least one.
    Moves(Moves),
    /// It must pass, which leads to this position.
    Pass(State),
    /// Nothing: the game is over, won by this margin in the game's own unit, lost if negative.
    Over(i32),
}
