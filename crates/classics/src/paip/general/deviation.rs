//! How much the true value of a position is likely to differ from its static value: the variance function
//! that metareasoning assumes (the book's section 18.13).
//!
//! The book does not say which function. Ours asks the position itself: where one move changes the static
//! value little, more moves will change it little. Where a capture is about to come, they change it much. Over
//! positions of random games four plies of search change a value by 0.8 times (count difference) to 1.7 times
//! (modified weighted squares) its deviation; the tests below measure that.

use super::metareasoning::{difference, root_mean_square};
use super::node::NodeSearch;
use crate::paip::evaluation::{Evaluation, Side};
use crate::paip::game_rules::{GameRules, TurnOptions};
use crate::paip::search::node_result::Stopped;

impl<G: GameRules, E: Evaluation<G>> NodeSearch<'_, G, E> {
    /// Returns the deviation of a position's value, the root of its variance, in the units of the
    /// evaluation: the spread of the static values after each move, for the side that makes it, about the
    /// position's own. A finished game has none.
    pub(crate) fn deviation(&mut self, state: &G::State) -> Result<f64, Stopped> {
        let mut changes = Vec::new();
        match self.problem.game.options(state) {
            TurnOptions::Over(_) => return Ok(0.0),
            TurnOptions::Pass(next) => {
                let static_value = self.evaluate(state, Side::ToMove);
                changes.push(difference(self.evaluate(&next, Side::Waiting), static_value));
            }
            TurnOptions::Moves(moves) => {
                let static_value = self.evaluate(state, Side::ToMove);
                for mv in moves {
                    let next = self.apply(state, mv)?;
                    changes.push(difference(self.evaluate(&next, Side::Waiting), static_value));
                }
            }
        }
        Ok(root_mean_square(&changes))
    }
}

#[cfg(test)]
mod tests {
    use willow_board::Board;
    use willow_testkit::TestRng;

    use super::super::transposition_table::{TranspositionTable, ValueBasis};
    use super::super::{GeneralCounts, GeneralLimits, Techniques};
    use super::*;
    use crate::draughts::{self, Draughts, Material};
    use crate::paip::{Method, Othello, OthelloEvaluation, Problem, SquareOrder, search};
    use crate::principal_variation::PrincipalVariation;
    use crate::search_tree::Trace;

    /// Plays random moves from the start of a game, and returns the positions after 10 to 40 plies.
    fn walk<G: GameRules>(game: &G, start: G::State, seed: u64) -> Vec<G::State> {
        let mut rng = TestRng::with_increment(seed, 1_442_695_040_888_963);
        let (mut state, mut positions) = (start, Vec::new());
        for ply in 0..40 {
            match game.options(&state) {
                TurnOptions::Over(_) => break,
                TurnOptions::Pass(next) => state = next,
                TurnOptions::Moves(moves) => {
                    if 10 <= ply {
                        positions.push(state.clone());
                    }
                    state = game.apply(&state, moves[rng.below(moves.len())]);
                }
            }
        }
        positions
    }

    fn deviation_of<G: GameRules, E: Evaluation<G>>(
        problem: &Problem<'_, G, E>,
        state: &G::State,
    ) -> f64 {
        let mut search = NodeSearch {
            problem,
            techniques: Techniques::default(),
            limits: GeneralLimits::NONE,
            table: &mut TranspositionTable::new(),
            counts: GeneralCounts::default(),
            basis: ValueBasis::default(),
            line_end: None,
            trace: Trace::new(None),
            line: PrincipalVariation::new(),
        };
        search.deviation(state).unwrap()
    }

    /// Returns for many positions the deviation, and by how much four plies of search change the value.
    fn measured<G: GameRules, E: Evaluation<G>>(
        game: &G,
        evaluation: &E,
        positions: &[G::State],
    ) -> Vec<(f64, f64)> {
        let problem = &Problem::new(game, evaluation);
        let measure = |state: &G::State| {
            let deviation = deviation_of(problem, state);
            let static_value = evaluation.evaluate(state, Side::ToMove);
            let found = search(Method::AlphaBeta { depth: 4 }, problem, state).value.unwrap();
            (deviation, difference(found, static_value))
        };
        // The value of a game that ends within the search is of another kind.
        positions.iter().map(measure).filter(|(_, change)| change.abs() < 1e7).collect()
    }

    /// Returns what four plies change in the positions of the larger and of the smaller deviations, as the root
    /// of the mean square, and the same of all positions as a part of their deviations.
    fn compared(mut measured: Vec<(f64, f64)>) -> [f64; 3] {
        measured.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mean = |part: &[(f64, f64)]| {
            root_mean_square(&part.iter().map(|(_, change)| *change).collect::<Vec<f64>>())
        };
        let (small, large) = measured.split_at(measured.len() / 2);
        let deviations: Vec<f64> = measured.iter().map(|(deviation, _)| *deviation).collect();
        [mean(large), mean(small), mean(&measured) / root_mean_square(&deviations)]
    }

    /// What a variance function is for: positions that it calls uncertain are.
    #[test]
    fn search_changes_the_value_more_where_the_deviation_is_larger() {
        let othello = Othello::new(SquareOrder::Static);
        let boards: Vec<Board> =
            (0..20).flat_map(|seed| walk(&othello, Board::START, seed)).collect();
        for name in ["count-difference", "modified-weighted-squares", "mobility"] {
            let evaluation = OthelloEvaluation::named(name, &Board::START).unwrap();
            let [large, small, part] = compared(measured(&othello, &evaluation, &boards));
            println!("{name}: {large:.1} against {small:.1}; {part:.2} of the deviation");
            assert!(1.1 * small < large, "{name}: {large} against {small}");
            assert!((0.5..2.5).contains(&part), "{name}: {part}");
        }
        let start = draughts::Position::START;
        let positions: Vec<_> = (0..20).flat_map(|seed| walk(&Draughts, start, seed)).collect();
        let [large, small, part] = compared(measured(&Draughts, &Material, &positions));
        println!("draughts: {large:.1} against {small:.1}; {part:.2} of the deviation");
        assert!(1.1 * small < large, "draughts: {large} against {small}");
    }

    #[test]
    fn a_finished_game_is_certain() {
        let othello = Othello::new(SquareOrder::Board);
        let problem = Problem::new(&othello, &OthelloEvaluation::CountDifference);
        let full = Board::new(willow_board::Bitboard::ALL, willow_board::Bitboard::EMPTY).unwrap();
        assert!(deviation_of(&problem, &full).abs() < 1e-9);
        // From the start each move places a disc and turns one over: three more than the opponent.
        assert!((deviation_of(&problem, &Board::START) - 3.0).abs() < 1e-9);
    }
}
