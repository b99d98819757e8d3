//! Findings about one move.

use willow_board::{Color, Move, Position, Square};
use willow_eval::Score;

use crate::error_model::Errors;
use crate::{Alternative, Certainty, Counterfactual, MoveClass, OutcomeChange};

/// The analysis of one move. Values are from the mover's point of view.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveAnalysis {
    /// The ply of the game, from 0. A pass is a ply of its own.
    pub ply: usize,
    /// The position before the move.
    pub position: Position,
    /// The move that was played.
    pub mv: Square,
    /// The value of the position after the move.
    pub value: Score,
    /// The value of the position after the best move.
    pub best_value: Score,
    /// The best move: the played one if no other is better.
    pub best: Square,
    /// The principal variation of the best move, which comes first.
    pub pv: Vec<Move>,
    /// The principal variation of the played move, which comes first: it shows how the opponent
    /// answers.
    pub played_pv: Vec<Move>,
    /// How certain the values are.
    pub certainty: Certainty,
    /// The outcomes of both moves, unless they are estimated only.
    pub outcomes: Option<OutcomeChange>,
    /// The depth of the searches in plies, from the position before the move. The searches reached the
    /// end of the game if it is the number of empties.
    pub depth: u32,
    /// A change of one square that would make the move the best one; `None` if none exists or none was searched for.
    pub counterfactual: Option<Counterfactual>,
    /// All legal moves of the position, this one among them, if it is an error and they were searched: reasons that a
    /// good move has too are left out.
    pub alternatives: Vec<Alternative>,
}

impl MoveAnalysis {
    /// Returns the side that made the move.
    pub const fn side(&self) -> Color {
        self.position.side_to_move()
    }

    /// Returns the number of empties before the move.
    pub const fn n_empties(&self) -> u32 {
        self.position.board().n_empties()
    }

    /// Returns what the move lost against the best one, in discs: 0 or more.
    pub fn loss(&self) -> f64 {
        (self.best_value - self.value).discs().max(0.0)
    }

    /// Returns how good the move was.
    pub fn class(&self) -> MoveClass {
        let noise = MoveClass::NOISE * self.loss_error().unwrap_or_default();
        let class = MoveClass::of(self.loss(), noise, self.outcomes);
        if self.is_decided() { class.in_decided_game() } else { class }
    }

    /// Returns whether the winner is the same after the best move and after the played one, and far ahead.
    fn is_decided(&self) -> bool {
        let [best, played] = [self.best_value, self.value].map(Score::discs);
        MoveClass::DECIDED <= played || best <= -MoveClass::DECIDED
    }

    /// Returns the standard deviation of the error of each value in discs; `None` if they are exact.
    pub fn error(&self) -> Option<f64> {
        (self.certainty != Certainty::Exact).then(|| self.errors().of_value)
    }

    /// Returns the standard deviation of the error of the loss in discs; `None` if it is exact. It is not that of
    /// two independent values: both are searched alike.
    pub fn loss_error(&self) -> Option<f64> {
        (self.certainty != Certainty::Exact).then(|| self.errors().of_loss)
    }

    /// Returns the errors of estimates of this depth in such a position.
    pub(crate) fn errors(&self) -> Errors {
        Errors::of(self.n_empties(), self.depth)
    }

    /// Returns whether the side had no other legal move.
    pub fn is_forced(&self) -> bool {
        self.position.legal_moves().count() == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome;
    use crate::test_support::found;

    #[test]
    fn a_loss_is_never_negative() {
        let better = MoveAnalysis { value: Score::DISC, ..found() };
        assert_eq!((better.loss(), better.class()), (0.0, MoveClass::Best));
        let worse = MoveAnalysis { value: Score::DISC * -3, ..found() };
        assert!((worse.loss() - 3.0).abs() < 1e-9);
    }

    #[test]
    fn only_exact_values_have_no_error() {
        assert!(found().error().is_some_and(|error| 0.0 < error));
        assert_eq!(MoveAnalysis { certainty: Certainty::Exact, ..found() }.error(), None);
    }

    /// Exact losses count by discs where the game is not decided, a win that is thrown away however few discs it
    /// cost, and an estimated loss inside the noise is not a mistake: nothing is proven.
    #[test]
    fn the_class_of_a_move_follows_from_both_values() {
        use Certainty::{Estimate, Exact, Proven};
        let noise = (MoveClass::NOISE * found().errors().of_loss).floor() as i32;
        for (certainty, best, played, wanted) in [
            (Exact, 10, 10, MoveClass::Best),
            (Exact, 10, 8, MoveClass::Inaccuracy),
            (Exact, 10, 6, MoveClass::Inaccuracy),
            (Exact, 10, 4, MoveClass::Mistake),
            (Exact, 24, 14, MoveClass::Blunder),
            (Exact, 50, 44, MoveClass::Good),
            (Exact, 50, 20, MoveClass::Inaccuracy),
            (Exact, -44, -50, MoveClass::Good),
            (Exact, -20, -64, MoveClass::Inaccuracy),
            (Exact, -18, -24, MoveClass::Mistake),
            (Estimate, 50, 20, MoveClass::Inaccuracy),
            (Exact, 2, 0, MoveClass::Blunder),
            (Exact, 2, -2, MoveClass::Blunder),
            (Exact, 0, -2, MoveClass::Mistake),
            (Proven, 2, 0, MoveClass::Blunder),
            (Proven, 2, -2, MoveClass::Blunder),
            (Proven, 0, -2, MoveClass::Mistake),
            (Estimate, 0, -noise, MoveClass::Good),
            (Estimate, 2, 2 - noise, MoveClass::Good),
            (Estimate, 20, -20, MoveClass::Blunder),
        ] {
            let (best_value, value) = (Score::DISC * best, Score::DISC * played);
            let outcomes = (certainty != Estimate).then(|| OutcomeChange {
                best: Outcome::of_score(best_value),
                played: Outcome::of_score(value),
            });
            let found = MoveAnalysis { value, best_value, certainty, outcomes, ..found() };
            assert_eq!(found.class(), wanted, "{certainty:?} {best} {played}");
        }
        let outside = MoveAnalysis { value: Score::DISC * (-noise - 1), ..found() };
        assert!(outside.class().is_error());
    }
}
