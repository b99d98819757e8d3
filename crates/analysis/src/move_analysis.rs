//! What was found out about one move.

use willow_board::{Color, Move, Position, Square};
use willow_eval::Score;

use crate::error_model::Errors;
use crate::{Certainty, Counterfactual, MoveClass, OutcomeChange};

/// What was found out about one move. Values are in the view of the side that made the move.
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
    /// end of the game if it is the number of empty squares.
    pub depth: u32,
    /// A change of one square that would make the move the best one; `None` if there is none or if it was
    /// not looked for.
    pub counterfactual: Option<Counterfactual>,
}

impl MoveAnalysis {
    /// Returns the side that made the move.
    #[must_use]
    pub const fn side(&self) -> Color {
        self.position.side_to_move()
    }

    /// Returns the number of empty squares before the move.
    #[must_use]
    pub const fn n_empties(&self) -> u32 {
        self.position.board().n_empties()
    }

    /// Returns what the move lost against the best one, in discs: 0 or more.
    #[must_use]
    pub fn loss(&self) -> f64 {
        (self.best_value - self.value).discs().max(0.0)
    }

    /// Returns how good the move was.
    #[must_use]
    pub fn class(&self) -> MoveClass {
        let noise = match self.certainty {
            Certainty::Exact => 0.0,
            Certainty::Proven | Certainty::Estimate => MoveClass::NOISE * self.errors().of_loss,
        };
        MoveClass::of(self.loss(), noise, self.outcomes)
    }

    /// Returns the standard deviation of the error of each value in discs; `None` if they are exact.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        (self.certainty != Certainty::Exact).then(|| self.errors().of_value)
    }

    /// Returns the errors of estimates of this depth in such a position.
    pub(crate) fn errors(&self) -> Errors {
        Errors::of(self.n_empties(), self.depth)
    }

    /// Returns whether the side had no other legal move.
    #[must_use]
    pub fn is_forced(&self) -> bool {
        self.position.legal_moves().count() == 1
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::Outcome;

    /// Returns a finding about the first move of a game: an estimate without a loss.
    pub(crate) fn found() -> MoveAnalysis {
        MoveAnalysis {
            ply: 0,
            position: Position::START,
            mv: Square::F5,
            value: Score::DRAW,
            best_value: Score::DRAW,
            best: Square::F5,
            pv: vec![Square::F5.into()],
            played_pv: vec![Square::F5.into()],
            certainty: Certainty::Estimate,
            outcomes: None,
            depth: 10,
            counterfactual: None,
        }
    }

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

    /// Returns the class of a move with these values in discs for its side.
    fn class(certainty: Certainty, best: i32, played: i32) -> MoveClass {
        let (best_value, value) = (Score::DISC * best, Score::DISC * played);
        let outcomes = (certainty != Certainty::Estimate).then(|| OutcomeChange {
            best: Outcome::of_score(best_value),
            played: Outcome::of_score(value),
        });
        MoveAnalysis { value, best_value, certainty, outcomes, ..found() }.class()
    }

    #[test]
    fn exact_losses_count_by_discs() {
        let exact = |loss| class(Certainty::Exact, 40, 40 - loss);
        assert_eq!(exact(0), MoveClass::Best);
        assert_eq!(exact(2), MoveClass::Inaccuracy);
        assert_eq!(exact(4), MoveClass::Inaccuracy);
        assert_eq!(exact(6), MoveClass::Mistake);
        assert_eq!(exact(10), MoveClass::Blunder);
    }

    #[test]
    fn a_win_thrown_away_is_a_blunder_however_few_discs_it_cost() {
        for certainty in [Certainty::Exact, Certainty::Proven] {
            assert_eq!(class(certainty, 2, 0), MoveClass::Blunder);
            assert_eq!(class(certainty, 2, -2), MoveClass::Blunder);
            assert_eq!(class(certainty, 0, -2), MoveClass::Mistake);
            assert_eq!(class(certainty, -2, -4).max(MoveClass::Inaccuracy), MoveClass::Inaccuracy);
        }
    }

    #[test]
    fn a_loss_inside_the_noise_is_no_mistake() {
        let noise = MoveClass::NOISE * found().errors().of_loss;
        let inside = noise.floor() as i32;
        assert_eq!(class(Certainty::Estimate, 0, -inside), MoveClass::Good);
        assert_eq!(class(Certainty::Estimate, 2, 2 - inside), MoveClass::Good, "nothing is proven");
        assert!(class(Certainty::Estimate, 0, -inside - 1).is_error());
        assert_eq!(class(Certainty::Estimate, 20, -20), MoveClass::Blunder);
    }
}
